package contest

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// A Contender does the work so many times and says how long that took.
type Contender struct {
	Name string
	Time func(times int) (time.Duration, error)
}

// Timed is a contender whose repetitions are timed from outside.
func Timed(name string, clock Clock, run func(times int) error) Contender {
	return Contender{Name: name, Time: func(times int) (time.Duration, error) {
		begin := clock()
		err := run(times)
		return clock() - begin, err
	}}
}

// Clock is a running time: only differences count.
type Clock func() time.Duration

// Rules say how a contest runs.
type Rules struct {
	Slot   time.Duration // of one contender in one round
	Rounds int
	Rand   *rand.Rand // orders the contenders of a round
}

// Result is what one contender needed.
type Result struct {
	Name  string
	Times int             // repetitions in a slot
	Slots []time.Duration // one a round
}

// PerOp returns the time of one repetition in every round, in nanoseconds.
func (r Result) PerOp() []float64 {
	ns := make([]float64, len(r.Slots))
	for i, slot := range r.Slots {
		ns[i] = float64(slot.Nanoseconds()) / float64(r.Times)
	}
	return ns
}

// Run calibrates the slots and runs the rounds. Results stand in the order of
// the contenders.
func (rules Rules) Run(contenders []Contender) ([]Result, error) {
	results := make([]Result, len(contenders))
	order := make([]int, len(contenders))
	for i, c := range contenders {
		times, err := rules.calibrate(c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		order[i] = i
		results[i] = Result{Name: c.Name, Times: times, Slots: make([]time.Duration, 0, rules.Rounds)}
	}
	for range rules.Rounds {
		rules.Rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			slot, err := contenders[i].Time(results[i].Times)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", contenders[i].Name, err)
			}
			results[i].Slots = append(results[i].Slots, slot)
		}
	}
	return results, nil
}

// calibrate finds how many repetitions fill a slot: it doubles them until they
// take a quarter of it, and divides.
func (rules Rules) calibrate(c Contender) (int, error) {
	if _, err := c.Time(1); err != nil { // the first one pays for page faults
		return 0, err
	}
	for times := 1; ; times *= 2 {
		took, err := c.Time(times)
		if err != nil {
			return 0, err
		}
		if 4*took >= rules.Slot || times >= 1<<30 {
			fit := float64(times) * float64(rules.Slot) / float64(max(1, took))
			return max(1, int(fit)), nil
		}
	}
}
