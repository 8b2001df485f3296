package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/report/memory"
	"github.com/fftstudy/fftstudy/report/style"
)

// cellSubject is a cell of the study as the subject of a report.
type cellSubject struct {
	cell    fftbench.Cell
	isa     string
	measure bool
	grid    bool
}

// cellKeys are what --fft knows.
var cellKeys = [...]string{wire.AxisN, wire.AxisBatch, wire.AxisVariant, wire.AxisDir, wire.AxisPrecision, fftbench.CountWorkers}

// openCell makes the circuit of what --fft says.
func (f *subjectFlags) openCell() (*subject, error) {
	c, workers, err := parseCell(f.fft)
	if err != nil {
		return nil, usagef("--fft: %w", err)
	}
	plan, err := c.Circuit(f.isa)
	if err != nil {
		return nil, usagef("--fft: %w", err)
	}
	m, err := circuit.Compile(plan)
	if err != nil {
		return nil, fmt.Errorf("the circuit of %s: %w", f.fft, err)
	}
	sub := &subject{model: m, cell: &cellSubject{c, f.isa, f.measure, f.grid}}
	sub.header.Circuit = c.Variant
	if fftbench.Runs(c.Variant) {
		sub.header.Lines = []memory.Line{{Key: "isa", Value: cmp.Or(f.isa, fft.ISA())}}
	}
	digest := sha256.Sum256([]byte(f.fft))
	sub.header.Digest = "sha256:" + hex.EncodeToString(digest[:8])
	if slices.Contains(m.Reads(), fftbench.CountWorkers) {
		sub.workload.Counts = map[string]int64{fftbench.CountWorkers: workers}
	}
	sub.queries = []circuit.Query{{Name: "largest batch", Count: fftbench.CountBatch, Unit: "rows", Lo: 1}}
	return sub, nil
}

// parseCell reads key=value pairs.
func parseCell(spec string) (c fftbench.Cell, workers int64, err error) {
	c = fftbench.Cell{Variant: "op_fft", Batch: 1, Precision: fftbench.F32}
	workers = 1
	for _, pair := range strings.Split(spec, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if !ok || value == "" {
			return c, 0, fmt.Errorf("%q: want key=value with %s", pair, strings.Join(cellKeys[:], ", "))
		}
		var number int64
		switch key {
		case wire.AxisN, wire.AxisBatch, fftbench.CountWorkers:
			if number, err = parseCount(value); err != nil {
				return c, 0, fmt.Errorf("%s: %w", key, err)
			}
			if number < 1 || int64(int(number)) != number {
				return c, 0, fmt.Errorf("%s=%s: want 1 or more", key, value)
			}
		}
		switch key {
		case wire.AxisN:
			c.N = int(number)
		case wire.AxisBatch:
			c.Batch = int(number)
		case fftbench.CountWorkers:
			workers = number
		case wire.AxisVariant:
			c.Variant = value
		case wire.AxisDir:
			c.Dir = value
		case wire.AxisPrecision:
			c.Precision = fftbench.Precision(value)
		default:
			return c, 0, fmt.Errorf("unknown key %q, want %s", key, strings.Join(cellKeys[:], ", "))
		}
	}
	if c.N == 0 {
		return c, 0, errors.New("n is missing: give n=4096 at least")
	}
	return c, workers, completeCell(&c)
}

// completeCell fills in the direction and refuses what the variant does not have.
func completeCell(c *fftbench.Cell) error {
	dirs, precisions, err := fftbench.Offers(c.Variant)
	if err != nil {
		return fmt.Errorf("%w; variants are %s", err, strings.Join(fftbench.Runnable(), ", "))
	}
	c.Dir = cmp.Or(c.Dir, dirs[0])
	switch {
	case !slices.Contains(dirs, c.Dir):
		return fmt.Errorf("%s has no dir=%s, it has %s", c.Variant, c.Dir, strings.Join(dirs, ", "))
	case !slices.Contains(precisions, c.Precision):
		return fmt.Errorf("%s has no precision=%s, it has %s", c.Variant, c.Precision, words(precisions))
	}
	return nil
}

// ask answers what only a cell can be asked: the largest length, what another
// precision would save, and what was measured.
func (s *cellSubject) ask(w circuit.Workload, found *memory.Findings, withCurves bool) ([]memory.Curve, error) {
	if s.measure {
		measured, err := s.measured(w)
		if err != nil {
			return nil, err
		}
		found.Measured = measured
	}
	if err := s.otherPrecision(w, found); err != nil {
		return nil, err
	}
	if s.grid {
		if err := s.batches(w, found); err != nil {
			return nil, err
		}
	}
	ladder, points, err := s.ladder(w)
	if err != nil {
		return nil, err
	}
	found.Ladders = append(found.Ladders, ladder)
	if !withCurves {
		return nil, nil
	}
	return []memory.Curve{{Knob: wire.AxisN, Points: points, Asked: int64(s.cell.N), Largest: ladder.Largest, Safe: ladder.AllBelow}}, nil
}

// otherPrecision adds what half the precision would save.
func (s *cellSubject) otherPrecision(w circuit.Workload, found *memory.Findings) error {
	if s.cell.Precision != fftbench.F64 {
		return nil
	}
	is, err := s.at(s.cell, w)
	if err != nil {
		return err
	}
	other := s.cell
	other.Precision = fftbench.F32
	then, err := s.at(other, w)
	if errors.Is(err, fftbench.ErrUnsuited) {
		return nil
	}
	if err != nil {
		return err
	}
	found.Savings = append(found.Savings, circuit.Saving{
		Knob: circuit.Knob{Name: wire.AxisPrecision}, From: string(s.cell.Precision), To: string(other.Precision),
		Saves: is.Totals.Device - then.Totals.Device, Headroom: then.Totals.Headroom, Fits: then.Fits(),
	})
	slices.SortStableFunc(found.Savings, func(a, b circuit.Saving) int { return cmp.Compare(b.Saves, a.Saves) })
	return nil
}

// The lengths of a grid, powers of two.
const gridFrom, gridTo = 1 << 8, 1 << 24

// batches adds the largest batch of each length of the grid.
func (s *cellSubject) batches(w circuit.Workload, found *memory.Findings) error {
	for n := gridFrom; n <= gridTo; n *= 2 {
		c := s.cell
		c.N = n
		m, err := s.model(c)
		if errors.Is(err, fftbench.ErrUnsuited) {
			continue
		}
		if err != nil {
			return err
		}
		a, err := m.Largest(w, circuit.Query{
			Name: "largest batch at n = " + style.Integer(int64(n)), Count: fftbench.CountBatch, Unit: "rows", Lo: 1,
		})
		if err != nil {
			return err
		}
		a.Asked = 0 // nobody asked for one at this length
		found.Answers = append(found.Answers, a)
	}
	return nil
}

// model is the circuit of another cell.
func (s *cellSubject) model(c fftbench.Cell) (*circuit.Model, error) {
	plan, err := c.Circuit(s.isa)
	if err != nil {
		return nil, err
	}
	return circuit.Compile(plan)
}

// at evaluates another cell under a workload.
func (s *cellSubject) at(c fftbench.Cell, w circuit.Workload) (*circuit.Report, error) {
	m, err := s.model(c)
	if err != nil {
		return nil, err
	}
	return m.Evaluate(w)
}

// ladder finds the largest length that fits. Memory does not grow steadily with
// the length, so it tries a ladder of lengths, and gives those it tried as the
// points of a curve.
func (s *cellSubject) ladder(w circuit.Workload) (circuit.LadderAnswer, []circuit.Point, error) {
	var points []circuit.Point
	fit := func(n int64) (circuit.Fit, error) {
		c := s.cell
		c.N = int(n)
		r, err := s.at(c, w)
		if err != nil {
			return circuit.Fit{}, err
		}
		points = append(points, circuit.Point{Value: n, Totals: r.Totals})
		return circuit.Fit{Headroom: r.Totals.Headroom}, nil
	}
	rungs, err := s.rungs(w)
	if err != nil {
		return circuit.LadderAnswer{}, nil, err
	}
	a, err := circuit.Ladder("largest n", rungs, fit)
	return a, points, err
}

// planTolerance is how far what a plan holds may be from what its circuit says,
// as a share: the heap rounds large sizes up to pages, and a plan has some small
// parts beside its tables.
func planTolerance(bytes int64) float64 {
	const share, small = 0.02, 32 << 10
	return share + small/float64(max(1, bytes))
}

// measured builds the plan, calls it once, and says what that took.
func (s *cellSubject) measured(w circuit.Workload) ([]memory.Measurement, error) {
	if !fftbench.Runs(s.cell.Variant) {
		return nil, usagef("--measure: this build cannot run %s", s.cell.Variant)
	}
	if w.Counts[fftbench.CountWorkers] > 1 {
		return nil, usagef("--measure calls a plan from one goroutine: leave workers out")
	}
	c := s.cell
	before := heldByRuntime()
	lab := fftbench.NewLab()
	heap, err := c.MeasureHeap(lab)
	if err != nil {
		return nil, err
	}
	plan, err := c.Plan()
	if err != nil {
		return nil, err
	}
	op := plan.Bind(lab, c.Batch)
	if err := op.Run(); err != nil {
		return nil, err
	}
	all := heldByRuntime()
	runtime.KeepAlive(op)
	list := []memory.Measurement{
		{Of: string(circuit.DriverClass), What: "this command before it planned", Bytes: before, Source: "runtime/metrics, total - released"},
		{Of: memory.OfData, What: "input and output", Bytes: plan.BatchBytes(c.Batch), Source: "length of the slices"},
		{Of: memory.OfDevice, What: "this command after a call", Bytes: all, Source: "runtime/metrics, total - released"},
	}
	if fftbench.OnHeap(c.Variant) {
		list = append(list, memory.Measurement{
			Of: memory.OfPlan, What: "plan and scratch", Bytes: heap.Held, Source: "live heap, after - before", Tolerance: planTolerance(heap.Held),
		})
	}
	return list, nil
}

// heldByRuntime is what the Go runtime holds of the system's memory.
func heldByRuntime() int64 {
	debug.FreeOSMemory()
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// rungs are the lengths to try that the variant does: powers of two, the primes
// before them, and about the largest power of two that fits every length whose
// prime factors are 2, 3 and 5.
func (s *cellSubject) rungs(w circuit.Workload) ([]int64, error) {
	edge := int64(1)
	var rungs []int64
	for p := int64(2); p > 0 && p <= fft.MaxLen; p *= 2 {
		if s.suits(p) {
			c := s.cell
			c.N = int(p)
			r, err := s.at(c, w)
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
		if prime := primeBelow(p); prime > 2 && s.suits(prime) {
			rungs = append(rungs, prime)
		}
	}
	for _, n := range smoothBetween(edge/4, 2*edge) {
		if s.suits(n) {
			rungs = append(rungs, n)
		}
	}
	if n := int64(s.cell.N); s.suits(n) {
		rungs = append(rungs, n)
	}
	slices.Sort(rungs)
	return slices.Compact(rungs), nil
}

// suits reports whether the variant does a length.
func (s *cellSubject) suits(n int64) bool {
	c := s.cell
	c.N = int(n)
	_, err := c.Circuit(s.isa)
	return err == nil
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

// smoothBetween returns the numbers in [lo, hi] without prime factors above 5.
func smoothBetween(lo, hi int64) (list []int64) {
	for a := int64(1); a > 0 && a <= hi; a *= 2 {
		for b := a; b > 0 && b <= hi; b *= 3 {
			for c := b; c > 0 && c <= hi; c *= 5 {
				if c >= max(lo, 2) {
					list = append(list, c)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}
