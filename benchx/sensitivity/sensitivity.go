// Package sensitivity says how small a change a machine can show: changes are
// planted into recorded times of equal work, and the rule of package compare is
// asked whether it finds them.
package sensitivity

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Method is a way to measure two versions.
type Method struct {
	Name   string
	InTurn bool // both versions beside each other, in pairs; else one after the other
	Best   int  // a sample is the fastest of so many measurements
}

// Methods are those to choose among.
func Methods() []Method {
	return []Method{
		{Name: "one version after the other", Best: 1},
		{Name: "in turn", InTurn: true, Best: 1},
		{Name: "in turn, best of 3", InTurn: true, Best: 3},
	}
}

// Ladder is the changes that are tried, as shares.
func Ladder() []float64 {
	return []float64{0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 1}
}

const (
	// trials is how many comparisons a share is made of.
	trials = 200
	// power is the share of planted changes that must be found.
	power = 0.8
)

// Smallest is the least change of the Ladder that is found in four of five
// comparisons of so many samples a side, if times are those of equal work, one
// after the other. Found is false where even the largest is not. The same seed
// gives the same answer.
//
// A comparison takes consecutive times from a random place on, around the end
// where the recording is too short for one.
func Smallest(times []float64, m Method, samples int, opt compare.Options, seed uint64) (change float64, found bool, err error) {
	ladder := Ladder()
	low, high := 0, len(ladder) // found from high on, as far as is known
	for low < high {
		middle := (low + high) / 2
		share, err := shareFound(times, m, samples, ladder[middle], opt, seed)
		if err != nil {
			return 0, false, err
		}
		if share >= power {
			high = middle
		} else {
			low = middle + 1
		}
	}
	if high == len(ladder) {
		return 0, false, nil
	}
	return ladder[high], true, nil
}

// shareFound plants a change into many comparisons at once, each the only row of
// its kind.
func shareFound(times []float64, m Method, samples int, change float64, opt compare.Options, seed uint64) (float64, error) {
	policy := compare.DefaultPolicy()
	if opt.Policy != nil {
		policy = *opt.Policy
	}
	policy.Correction, policy.Pairing = compare.Uncorrected, compare.Unpaired
	if m.InTurn {
		policy.Pairing = compare.Paired
	}
	opt.Policy = &policy
	result, err := compare.Reports(plant(times, m, samples, change, rand.New(rand.NewPCG(seed, 0))), opt)
	if err != nil {
		return 0, fmt.Errorf("sensitivity: %w", err)
	}
	found := 0
	for t := range result.Tables {
		for i := range result.Tables[t].Rows {
			if result.Tables[t].Rows[i].Cells[1].Verdict == compare.Worse {
				found++
			}
		}
	}
	return float64(found) / trials, nil
}

// plant makes the two columns of a comparison with a row for each trial.
func plant(times []float64, m Method, samples int, change float64, rng *rand.Rand) []compare.Column {
	var rows [2][]ablation.Row
	for trial := range trials {
		for side, x := range m.draw(times, samples, rng) {
			if side == 1 {
				for i := range x {
					x[i] *= 1 + change
				}
			}
			rows[side] = append(rows[side], ablation.Row{
				Name: "Trial" + strconv.Itoa(trial), Procs: 1, Status: wire.OK,
				Metrics: []ablation.Metric{{Unit: wire.UnitSecPerOp, N: len(x), Samples: x}},
			})
		}
	}
	columns := make([]compare.Column, 2)
	for side, label := range [2]string{"old", "new"} {
		columns[side] = compare.Column{Label: label, Report: &ablation.Report{
			Environments: []ablation.Environment{{}},
			Units:        []ablation.Unit{{Name: wire.UnitSecPerOp, Better: -1}},
			Rows:         rows[side],
		}}
	}
	return columns
}

// draw takes the samples of both versions from a random place on.
func (m Method) draw(times []float64, samples int, rng *rand.Rand) (sides [2][]float64) {
	at := rng.IntN(len(times))
	next := func() float64 {
		best := times[at%len(times)]
		for range m.Best {
			best = min(best, times[at%len(times)])
			at++
		}
		return best
	}
	if !m.InTurn {
		for side := range sides {
			for range samples {
				sides[side] = append(sides[side], next())
			}
		}
		return sides
	}
	for range samples {
		first := rng.IntN(2)
		for _, side := range [2]int{first, 1 - first} {
			sides[side] = append(sides[side], next())
		}
	}
	return sides
}
