package circuit

import (
	"errors"
	"fmt"
)

func isOverflow(err error) bool { return errors.Is(err, ErrOverflow) }

// LadderAnswer is the reply to a query about a value in which memory is not
// monotone: the length of a transform whose padded length jumps with the factors
// of n.
type LadderAnswer struct {
	Name        string
	Found       bool  // some candidate fits
	Largest     int64 // the largest candidate that fits
	AllBelow    int64 // the largest candidate up to which all fit; 0: the first does not
	Limiter     Limiter
	Miss        int64 // the first candidate that does not fit; 0: all fit
	Shortfall   int64 // bytes that Miss lacks
	Above       int64 // the candidate after Largest; 0: it is the last
	AboveLacks  int64
	Evaluations int
}

// Ladder tries all candidates, which must rise.
func Ladder(name string, candidates []int64, fit func(int64) (Fit, error)) (LadderAnswer, error) {
	a := LadderAnswer{Name: name, Limiter: LimitCap}
	last := int64(0)
	for _, v := range candidates {
		if v <= last {
			return a, fmt.Errorf("%s: candidate %d after %d: they must rise", name, v, last)
		}
		last = v
		a.Evaluations++
		f, err := fit(v)
		if isOverflow(err) {
			f, err = Fit{Headroom: -1 << 62}, nil
		}
		if err != nil {
			return a, fmt.Errorf("%s %d: %w", name, v, err)
		}
		a.take(v, f)
	}
	return a, nil
}

// take adds the next candidate.
func (a *LadderAnswer) take(v int64, f Fit) {
	if f.OK() {
		a.Found, a.Largest, a.Above, a.AboveLacks = true, v, 0, 0
		if a.Miss == 0 {
			a.AllBelow = v
		}
		return
	}
	limiter, lacks := f.limiter()
	if a.Miss == 0 {
		a.Miss, a.Limiter, a.Shortfall = v, limiter, lacks
	}
	if a.Above == 0 {
		a.Above, a.AboveLacks = v, lacks
	}
}
