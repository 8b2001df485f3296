package sweep

import (
	"slices"
	"time"
)

// Stopwatch times one op against a budget.
type Stopwatch struct {
	Budget time.Duration // an op that takes longer is over
	Aim    time.Duration // how long to measure ops that are much shorter

	// Clock runs the op n times and tells how long that took. The first error
	// ends the measurement.
	Clock func(n int) (time.Duration, error)
}

// ByClock is a Stopwatch's Clock that runs an op and reads a clock.
func ByClock(now func() time.Time, op func() error) func(n int) (time.Duration, error) {
	return func(n int) (time.Duration, error) {
		begin := now()
		for range n {
			if err := op(); err != nil {
				return 0, err
			}
		}
		return now().Sub(begin), nil
	}
}

// Timing is what a Stopwatch read.
type Timing struct {
	NsOp  float64 // of one op: the median of the blocks
	Iters int64   // ops timed
	Over  bool    // no block kept the budget
}

// blocks is how many timings the median is taken of.
const blocks = 3

// Measure finds a number of ops that fills a third of Aim and takes the median
// of three such blocks. The op must have run before, to warm up. Whether it is
// over the budget is for the fastest block to say: neighbours on the machine
// only ever add time. An op that is well over is not repeated as often.
func (s Stopwatch) Measure() (Timing, error) {
	ops := int64(1)
	first, err := s.Clock(int(ops))
	for err == nil && first < s.Aim/blocks {
		ops = grow(ops, first, s.Aim/blocks)
		first, err = s.Clock(int(ops))
	}
	taken := []time.Duration{first}
	for err == nil && len(taken) < blocks && !s.hopeless(taken, ops) {
		var next time.Duration
		next, err = s.Clock(int(ops))
		taken = append(taken, next)
	}
	if err != nil {
		return Timing{}, err
	}
	return s.timing(taken, ops), nil
}

// hopeless reports whether more blocks would hardly change the verdict: one
// took ten times the budget, or two a fifth more than it.
func (s Stopwatch) hopeless(taken []time.Duration, ops int64) bool {
	budget, best := s.Budget*time.Duration(ops), slices.Min(taken)
	return best > 10*budget || len(taken) > 1 && best > budget+budget/5
}

// grow returns how many ops should fill aim, given that ops took d: a fifth
// more than by rule of three, at most a hundredfold at a time.
func grow(ops int64, d, aim time.Duration) int64 {
	next := ops * 100
	if d > 0 {
		next = min(next, int64(1.2*float64(ops)*float64(aim)/float64(d)))
	}
	return max(next, ops+1)
}

func (s Stopwatch) timing(taken []time.Duration, ops int64) Timing {
	slices.Sort(taken)
	median := taken[len(taken)/2]
	return Timing{
		NsOp:  float64(median) / float64(ops),
		Iters: ops * int64(len(taken)),
		Over:  taken[0] > s.Budget*time.Duration(ops),
	}
}
