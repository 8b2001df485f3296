package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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
	fftbench.Sizing
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
	sizing := fftbench.Sizing{Cell: c, ISA: f.isa}
	m, err := sizing.Model()
	if err != nil {
		return nil, usagef("--fft: %w", err)
	}
	sub := &subject{model: m, cell: &cellSubject{sizing, f.measure, f.grid}}
	sub.header.Circuit = c.Variant
	if !fftbench.OnDevice(c.Variant) {
		sub.header.Lines = []memory.Line{{Key: "isa", Value: cmp.Or(f.isa, fft.ISA())}}
	}
	digest := sha256.Sum256([]byte(f.fft))
	sub.header.Digest = "sha256:" + hex.EncodeToString(digest[:8])
	switch {
	case slices.Contains(m.Reads(), fftbench.CountWorkers):
		sub.workload.Counts = map[string]int64{fftbench.CountWorkers: workers}
	case workers > 1:
		return nil, usagef("--fft: %s has no workers: leave them out", c.Variant)
	}
	sub.queries = []circuit.Query{fftbench.LargestBatch()}
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
		return fmt.Errorf("%w; variants are %s", err, strings.Join(fftbench.Described(), ", "))
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
	savings, err := s.HalfPrecision(w)
	if err != nil {
		return nil, err
	}
	found.Savings = append(found.Savings, savings...)
	slices.SortStableFunc(found.Savings, func(a, b circuit.Saving) int { return cmp.Compare(b.Saves, a.Saves) })
	if s.grid {
		batches, err := s.Batches(w)
		if err != nil {
			return nil, err
		}
		for _, b := range batches {
			b.Query.Name += " at n = " + style.Integer(int64(b.N))
			found.Answers = append(found.Answers, b.Answer)
		}
	}
	ladder, points, err := s.Lengths(w)
	if err != nil {
		return nil, err
	}
	found.Ladders = append(found.Ladders, ladder)
	if !withCurves {
		return nil, nil
	}
	return []memory.Curve{{Knob: wire.AxisN, Points: points, Asked: int64(s.Cell.N), Largest: ladder.Largest, Safe: ladder.AllBelow}}, nil
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
	if fftbench.OnDevice(s.Cell.Variant) {
		return nil, usagef("--measure: %s runs on a device, and this command measures its own memory", s.Cell.Variant)
	}
	if w.Counts[fftbench.CountWorkers] > 1 {
		return nil, usagef("--measure calls a plan from one goroutine: leave workers out")
	}
	c := s.Cell
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
	op, err := plan.Bind(lab, c.Batch)
	if err != nil {
		return nil, err
	}
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
