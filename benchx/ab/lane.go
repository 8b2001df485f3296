package ab

import (
	"time"
)

// A lane is one slice of every round of a phase: some benchmarks of a package,
// on both sides or, where only one has them, on that.
type lane struct {
	m     *measured
	names []string
	sides []Side
}

// pairable returns the benchmarks that both sides have.
func (x *run) pairable() map[Key]bool {
	keys := map[Key]bool{}
	for _, m := range x.packages {
		for _, b := range m.benches {
			if b.both() {
				keys[Key{m.target.Package, b.name}] = true
			}
		}
	}
	return keys
}

// lanes cuts the active benchmarks of every package into slices.
func (x *run) lanes(active map[Key]bool) []lane {
	var lanes []lane
	for _, m := range x.packages {
		lanes = append(lanes, x.cut(m, []Side{Old, New}, func(b *bench) bool {
			return b.both() && !b.failed[compared] && active[Key{m.target.Package, b.name}]
		})...)
	}
	return lanes
}

// oneSided cuts the benchmarks that only one side has. They have no partner, but
// the comparison shows their values.
func (x *run) oneSided() []lane {
	var lanes []lane
	for _, m := range x.packages {
		for _, side := range Sides() {
			lanes = append(lanes, x.cut(m, []Side{side}, func(b *bench) bool {
				return b.has[side] && !b.has[side.Other()]
			})...)
		}
	}
	return lanes
}

func (x *run) cut(m *measured, sides []Side, wanted func(*bench) bool) []lane {
	d, n, _ := parseBenchTime(x.settings.BenchTime) // checked before
	var list []cost
	var startup time.Duration
	for _, side := range sides {
		if s := m.survey[side]; s != nil {
			startup = max(startup, s.Startup)
		}
	}
	for _, b := range m.benches {
		if !wanted(b) {
			continue
		}
		c := cost{name: b.name}
		for _, side := range sides {
			f := m.known[side][b.name]
			c.run = max(c.run, time.Duration(x.slicer.cpus*x.slicer.best)*expect(&f, d, n))
			c.setup = max(c.setup, f.Setup)
		}
		list = append(list, c)
	}
	var lanes []lane
	for _, names := range cut(list, startup, x.settings.Slice) {
		lanes = append(lanes, lane{m, names, sides})
	}
	return lanes
}
