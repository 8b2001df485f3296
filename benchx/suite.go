package benchx

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A Suite runs the cells of one test package and remembers between rounds what
// need not be done twice. The zero value is ready; it must not be copied after
// first use. Declare it next to TestMain, as a variable of the test package.
//
// A suite whose Main is not called works too: one round, no facts.
//
// Package testing runs benchmarks one at a time, and so a Suite needs no lock.
type Suite struct {
	cells    map[cellKey]*cell
	deadline time.Duration // Options.Deadline
	room     int64         // bytes of Options.KeepBytes still free
	keeping  bool          // a later round will want what this one prepared
}

// Run runs c as the sub-benchmark of b that its axes name, measures it and
// reports its metrics. It marks b failed if the cell ended in a way that fails
// the run (see wire.Status.FailsRun). b is then not measured itself.
func (s *Suite) Run(b *testing.B, c Case) {
	b.Helper()
	if err := checkAxes(c.Axes); err != nil {
		b.Errorf("not a cell for benchx: %v", err)
		return
	}
	fails := false
	measured := false
	var taken *timing // what a clock of the case's own said
	b.Run(join(c.Axes), func(b *testing.B) {
		if b.N == 1 {
			measured, taken = false, nil // a sample begins
		}
		if taken != nil { // testing's timer saw nothing, so testing tries again
			taken.print(b)
			return
		}
		// b.Loop gives up at an iteration limit, before -benchtime is over for
		// an Op of a nanosecond. testing then tries larger b.N: of these calls
		// only the last one counts.
		again := measured && b.N < maxIterations
		if again || probing(b) {
			settle(b, 1)
			return
		}
		var out outcome
		out, taken = s.measure(b, c)
		measured = out.status == wire.OK
		fails = fails || out.status.FailsRun()
	})
	if fails {
		b.Fail()
	}
}

// measure runs one round of the cell at b and makes its result line. It returns
// the timing that this line must show again if testing calls again.
func (s *Suite) measure(b *testing.B, c Case) (out outcome, taken *timing) {
	cell := s.cell(cellKey{b.Name(), runtime.GOMAXPROCS(0)})
	if cell.failure != nil {
		out = *cell.failure
	} else {
		out, taken = s.attempt(b, c, cell)
	}
	switch {
	case out.status != wire.OK:
		cell.failure, taken = &out, nil
		reportStatus(b, out.status)
	case taken == nil:
		b.ReportAllocs()
	}
	if line := logLine(out); line != "" && line != cell.said {
		cell.said = line
		b.Log(line)
	}
	return out, taken
}

func (s *Suite) attempt(b *testing.B, c Case, cell *cell) (outcome, *timing) {
	deadline := c.Deadline
	if deadline <= 0 {
		deadline = s.deadline
	}
	r := &round{suite: s, cell: cell, b: b, watch: newWatch(b.Name(), deadline)}
	defer r.watch.stop()
	out, err := r.run(c)
	if err != nil {
		out = classify(r.at, err)
	}
	return out, r.taken
}

// cell returns what is remembered under key, making room for it if it is new.
func (s *Suite) cell(key cellKey) *cell {
	c, ok := s.cells[key]
	if !ok {
		if s.cells == nil {
			s.cells = make(map[cellKey]*cell)
		}
		c = &cell{}
		s.cells[key] = c
	}
	return c
}

// takeKept hands out the instance that the last round left in c, or nil.
func (s *Suite) takeKept(c *cell) *instance {
	kept := c.kept
	if kept != nil {
		c.kept = nil
		s.room += kept.HeldBytes
	}
	return kept
}

// keep holds inst in c for the next round, if there is one and inst fits.
func (s *Suite) keep(c *cell, inst *instance) bool {
	if !s.keeping || inst.HeldBytes <= 0 || inst.HeldBytes > s.room {
		return false
	}
	s.room -= inst.HeldBytes
	c.kept = inst
	return true
}

// closeKept closes the instances that no later round took, in the order of
// their names.
func (s *Suite) closeKept() error {
	var keys []cellKey
	for key, c := range s.cells {
		if c.kept != nil {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b cellKey) int {
		return cmp.Or(strings.Compare(a.name, b.name), a.procs-b.procs)
	})
	var errs []error
	for _, key := range keys {
		c := s.cells[key]
		if err := c.kept.close(); err != nil {
			errs = append(errs, fmt.Errorf("closing %s: %w", key.name, err))
		}
		c.kept = nil
	}
	return errors.Join(errs...)
}
