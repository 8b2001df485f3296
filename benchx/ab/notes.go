package ab

import (
	"fmt"
	"slices"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// notes says what is odd about the package.
func (m *measured) notes() []string {
	var notes []string
	pkg := m.target.Package
	for _, side := range Sides() {
		switch {
		case m.target.Failed[side] != "":
			notes = append(notes, fmt.Sprintf("%s does not build on the %s side:\n%s", pkg, side, m.target.Failed[side]))
		case !m.target.on(side):
			notes = append(notes, fmt.Sprintf("%s is not there, or has no benchmarks, on the %s side", pkg, side))
		}
	}
	for _, side := range Sides() {
		if m.target.on(side) && m.target.on(side.Other()) {
			notes = append(notes, m.onlyOn(side)...)
		}
	}
	for _, side := range Sides() {
		if s := m.survey[side]; s != nil {
			for i := range s.Failures {
				notes = append(notes, failureNote(pkg, side, &s.Failures[i], "in the survey"))
			}
		}
	}
	for _, b := range m.benches {
		notes = append(notes, b.notes(pkg)...)
	}
	for _, p := range slices.Compact(slices.Clone(m.problems)) {
		notes = append(notes, pkg+": "+p)
	}
	return notes
}

// onlyOn names the benchmarks that the other side does not have.
func (m *measured) onlyOn(side Side) []string {
	var notes []string
	other := m.survey[side.Other()]
	for _, b := range m.benches {
		if !b.has[side] || b.has[side.Other()] {
			continue
		}
		failed := other != nil && slices.ContainsFunc(other.Failures, func(s Sample) bool { return s.Name == b.name })
		if !failed {
			notes = append(notes, fmt.Sprintf("%s is only on the %s side", Key{m.target.Package, b.name}, side))
		}
	}
	return notes
}

func (b *bench) notes(pkg string) []string {
	var notes []string
	for _, st := range []stage{compared, floor} {
		for round, pair := range b.pairs[st] {
			for _, side := range Sides() {
				for i := range pair[side] {
					if s := &pair[side][i]; s.Status != wire.OK {
						where := fmt.Sprintf("in round %d, and was left out from then on", round+1)
						notes = append(notes, failureNote(pkg, side, s, where))
					}
				}
			}
		}
		if n := b.unpaired(st); n > 0 {
			notes = append(notes, fmt.Sprintf("%s: %d samples without a partner are left out of the texts; the journal has them", Key{pkg, b.name}, n))
		}
	}
	return notes
}

func failureNote(pkg string, side Side, s *Sample, where string) string {
	note := fmt.Sprintf("%s (%s): %s %s", Key{pkg, s.Name}, side, s.Status, where)
	if s.Note != "" {
		note += ": " + s.Note
	}
	return note
}

// notes says in words what the texts alone do not tell.
func (x *run) notes() []string {
	var notes []string
	for _, m := range x.packages {
		notes = append(notes, m.notes()...)
	}
	return append(notes, x.steadiness()...)
}

// steadiness says whether the machine kept its speed.
func (x *run) steadiness() []string {
	fastest, slowest := time.Duration(0), time.Duration(0)
	for _, s := range x.Journal.spins {
		if fastest == 0 || s.Took < fastest {
			fastest = s.Took
		}
		slowest = max(slowest, s.Took)
	}
	if fastest == 0 || float64(slowest) < unsteady*float64(fastest) {
		return nil
	}
	return []string{fmt.Sprintf("the machine was not steady: a fixed piece of work between rounds took %v to %v; pairs cancel slow changes, not fast ones",
		fastest.Round(time.Microsecond), slowest.Round(time.Microsecond))}
}

// unsteady is the ratio of slowest to fastest from which on a run says so.
const unsteady = 1.1
