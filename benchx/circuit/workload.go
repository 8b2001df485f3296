package circuit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// With returns the workload with what another says over it.
func (w Workload) With(over Workload) Workload {
	return Workload{
		Counts:   joined(w.Counts, over.Counts),
		Settings: joined(w.Settings, over.Settings),
		Budget:   cmp.Or(over.Budget, w.Budget),
		Arena:    cmp.Or(over.Arena, w.Arena),
	}
}

// WithCount returns the workload with one count at another value.
func (w Workload) WithCount(name string, value int64) Workload {
	return w.With(Workload{Counts: map[string]int64{name: value}})
}

func joined[V any](under, over map[string]V) map[string]V {
	m := maps.Clone(under)
	if m == nil {
		m = make(map[string]V, len(over))
	}
	maps.Copy(m, over)
	return m
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// names returns what expressions read: dimensions, the workload's counts, and
// the circuit's own counts where the workload does not set them.
func (m *Model) names(w Workload) (map[string]int64, error) {
	names := maps.Clone(m.c.Dims)
	if names == nil {
		names = map[string]int64{}
	}
	for _, name := range sortedKeys(w.Counts) {
		v := w.Counts[name]
		if _, ok := m.c.Dims[name]; ok {
			return nil, fmt.Errorf("count %q: the circuit has a dimension of that name", name)
		}
		if v < 0 {
			return nil, fmt.Errorf("count %q is %d, want zero or more", name, v)
		}
		names[name] = v
	}
	s := newScope(names)
	for i := range m.c.Counts {
		c := &m.c.Counts[i]
		if _, ok := w.Counts[c.Name]; ok {
			continue
		}
		v, err := c.Value.eval(s)
		if err != nil {
			return nil, fmt.Errorf("count %q: %w", c.Name, err)
		}
		names[c.Name] = v
	}
	return names, nil
}
