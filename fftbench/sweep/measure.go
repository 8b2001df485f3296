package sweep

import (
	"slices"
	"time"
)

// Stopwatch times one op against a budget.
type Stopwatch struct {
	Budget time.Duration    // an op that takes longer is over
	Aim    time.Duration    // how long to measure ops that are much shorter
	Now    func() time.Time // the clock
}

// Timing is what a Stopwatch read.
type Timing struct {
	NsOp  float64 // of one op: the median of the blocks
	Iters int64
	Over  bool
}

// blocks is how many timings the median is taken of.
const blocks = 3

// Measure runs op once to warm up, then finds a number of ops that fills a
// third of Aim and takes the median of three such blocks. An op far over the
// budget is not repeated. The first error of op ends the measurement.
func (s Stopwatch) Measure(op func() error) (Timing, error) {
	cold, err := s.block(op, 1)
	if err != nil || cold > 4*s.Budget {
		return s.timing([]time.Duration{cold}, 1), err
	}
	ops, first := int64(1), time.Duration(0)
	for {
		if first, err = s.block(op, ops); err != nil {
			return Timing{}, err
		}
		if first >= s.Aim/blocks || first > s.Budget {
			break
		}
		ops = grow(ops, first, s.Aim/blocks)
	}
	if ops == 1 && first > s.Budget+s.Budget/4 {
		return s.timing([]time.Duration{first}, 1), nil
	}
	taken := []time.Duration{first}
	for len(taken) < blocks {
		d, err := s.block(op, ops)
		if err != nil {
			return Timing{}, err
		}
		taken = append(taken, d)
	}
	return s.timing(taken, ops), nil
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

func (s Stopwatch) block(op func() error, ops int64) (time.Duration, error) {
	begin := s.Now()
	for range ops {
		if err := op(); err != nil {
			return 0, err
		}
	}
	return s.Now().Sub(begin), nil
}

func (s Stopwatch) timing(taken []time.Duration, ops int64) Timing {
	slices.Sort(taken)
	median := taken[len(taken)/2]
	return Timing{
		NsOp:  float64(median) / float64(ops),
		Iters: ops * int64(len(taken)),
		Over:  median > s.Budget*time.Duration(ops),
	}
}
