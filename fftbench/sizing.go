package fftbench

import (
	"errors"
	"math/big"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Sizing answers which cells like one would fit a workload's budget: of other
// lengths, batches and precisions, on machines whose fft.ISA has that name; ""
// is this one's.
type Sizing struct {
	Cell Cell
	ISA  string
}

// Model returns the cell's circuit, ready to be evaluated.
func (s Sizing) Model() (*circuit.Model, error) {
	c, err := s.Cell.Circuit(s.ISA)
	if err != nil {
		return nil, err
	}
	return circuit.Compile(c)
}

func (s Sizing) evaluate(w circuit.Workload) (*circuit.Report, error) {
	m, err := s.Model()
	if err != nil {
		return nil, err
	}
	return m.Evaluate(w)
}

// of is the same question about another length.
func (s Sizing) of(n int64) Sizing {
	s.Cell.N = int(n)
	return s
}

// suits reports whether the variant does the length.
func (s Sizing) suits() bool {
	_, err := s.Cell.Circuit(s.ISA)
	return err == nil
}

// HalfPrecision returns what half the precision would save, nothing where there
// is none.
func (s Sizing) HalfPrecision(w circuit.Workload) ([]circuit.Saving, error) {
	if s.Cell.Precision != F64 {
		return nil, nil
	}
	is, err := s.evaluate(w)
	if err != nil {
		return nil, err
	}
	half := s
	half.Cell.Precision = F32
	then, err := half.evaluate(w)
	if errors.Is(err, ErrUnsuited) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []circuit.Saving{{
		Knob: circuit.Knob{Name: wire.AxisPrecision}, From: string(F64), To: string(F32),
		Saves: is.Totals.Device - then.Totals.Device, Headroom: then.Totals.Headroom, Fits: then.Fits(),
	}}, nil
}

// BatchAt is the largest batch of a length.
type BatchAt struct {
	N int
	circuit.Answer
}

// The lengths of the grid of Batches, powers of two.
const gridFrom, gridTo = 1 << 8, 1 << 24

// Batches returns the largest batch of every power of two from 2^8 to 2^24 that
// the variant does.
func (s Sizing) Batches(w circuit.Workload) (list []BatchAt, err error) {
	for n := int64(gridFrom); n <= gridTo; n *= 2 {
		m, err := s.of(n).Model()
		if errors.Is(err, ErrUnsuited) {
			continue
		}
		if err != nil {
			return nil, err
		}
		a, err := m.Largest(w, LargestBatch())
		if err != nil {
			return nil, err
		}
		a.Asked = 0 // nobody asked for one at this length
		list = append(list, BatchAt{int(n), a})
	}
	return list, nil
}

// LargestBatch is the question for the largest batch of a cell's circuit.
func LargestBatch() circuit.Query {
	return circuit.Query{Name: "largest batch", Count: CountBatch, Unit: "rows", Lo: 1}
}

// Lengths finds the largest length that fits. Memory does not grow steadily with
// the length, so it tries a ladder of lengths, and gives those it tried as the
// points of a curve.
func (s Sizing) Lengths(w circuit.Workload) (circuit.LadderAnswer, []circuit.Point, error) {
	rungs, err := s.rungs(w)
	if err != nil {
		return circuit.LadderAnswer{}, nil, err
	}
	var points []circuit.Point
	a, err := circuit.Ladder("largest n", rungs, func(n int64) (circuit.Fit, error) {
		r, err := s.of(n).evaluate(w)
		if err != nil {
			return circuit.Fit{}, err
		}
		points = append(points, circuit.Point{Value: n, Totals: r.Totals})
		return circuit.Fit{Headroom: r.Totals.Headroom}, nil
	})
	return a, points, err
}

// rungs are the lengths to try that the variant does: powers of two, the primes
// before them, and about the largest power of two that fits every length whose
// prime factors are 2, 3 and 5.
func (s Sizing) rungs(w circuit.Workload) ([]int64, error) {
	edge := int64(1)
	var rungs []int64
	for p := int64(2); p <= fft.MaxLen; p *= 2 {
		if s.of(p).suits() {
			r, err := s.of(p).evaluate(w)
			if errors.Is(err, circuit.ErrOverflow) {
				break
			}
			if err != nil {
				return nil, err
			}
			rungs = append(rungs, p)
			if r.Totals.Headroom < 0 {
				break
			}
			edge = p
		}
		if prime := primeBelow(p); prime > 2 && s.of(prime).suits() {
			rungs = append(rungs, prime)
		}
	}
	for _, n := range append(smoothBetween(edge/4, 2*edge), int64(s.Cell.N)) {
		if s.of(n).suits() {
			rungs = append(rungs, n)
		}
	}
	slices.Sort(rungs)
	return slices.Compact(rungs), nil
}

// primeBelow returns the largest prime below n, zero where there is none.
func primeBelow(n int64) int64 {
	for p := n - 1; p >= 2; p-- {
		if big.NewInt(p).ProbablyPrime(0) { // exact below 2^64
			return p
		}
	}
	return 0
}

// smoothBetween returns the numbers in [lo, hi] without prime factors above 5,
// 2 at least.
func smoothBetween(lo, hi int64) (list []int64) {
	for a := int64(1); a <= hi; a *= 2 {
		for b := a; b <= hi; b *= 3 {
			for c := b; c <= hi; c *= 5 {
				if c >= max(lo, 2) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}
