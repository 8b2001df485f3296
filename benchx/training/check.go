package training

import (
	"fmt"
	"math"
	"strconv"
)

var nan = math.NaN()

// check refuses what does not fit together: the parts of a report are drawn side
// by side, and a wrong length would shift one against the other unseen.
func (r *Report) check() error {
	at := make(map[string]int, len(r.Models))
	for i := range r.Models {
		m := &r.Models[i]
		path := "models[" + strconv.Itoa(i) + "]"
		if m.ID == "" {
			return fmt.Errorf("%s.id: missing; each model of a report has its own", path)
		}
		if first, twice := at[m.ID]; twice {
			return fmt.Errorf("%s.id: %q is the id of models[%d] too; give each model of a report its own", path, m.ID, first)
		}
		at[m.ID] = i
		if err := m.check(); err != nil {
			return fmt.Errorf("%s.%w", path, err)
		}
	}
	for i := range r.Regimes {
		if g := &r.Regimes[i]; g.Regime == "" || g.N < 1 {
			return fmt.Errorf("regimes[%d]: a regime has a name and a length n from 1 on", i)
		}
	}
	return nil
}

func (m *Model) check() error {
	if m.N < 1 {
		return fmt.Errorf("n: %d is no length of a transform", m.N)
	}
	if err := m.Curve.check(); err != nil {
		return fmt.Errorf("curve.%w", err)
	}
	for i, row := range m.Scores.Rows {
		if len(row.Values) != len(m.Scores.Metrics) {
			return fmt.Errorf("scores.rows[%d].values: %d values, want one for each of the %d metrics", i, len(row.Values), len(m.Scores.Metrics))
		}
	}
	for i := range m.Maps {
		if err := m.Maps[i].check(); err != nil {
			return fmt.Errorf("maps[%d].%w", i, err)
		}
	}
	if m.Landscape == nil {
		return nil
	}
	if err := m.Landscape.check(); err != nil {
		return fmt.Errorf("landscape.%w", err)
	}
	return nil
}

func (c *Curve) check() error {
	for i := 1; i < len(c.Step); i++ {
		if c.Step[i] <= c.Step[i-1] {
			return fmt.Errorf("step[%d]: step %d comes after step %d; want rising ones", i, c.Step[i], c.Step[i-1])
		}
	}
	if c.Seconds != nil && len(c.Seconds) != len(c.Step) {
		return fmt.Errorf("seconds: %d values, want one for each of the %d steps, or none", len(c.Seconds), len(c.Step))
	}
	for i, s := range c.Series {
		if len(s.Values) != len(c.Step) {
			return fmt.Errorf("series[%d].values: %d values, want one for each of the %d steps", i, len(s.Values), len(c.Step))
		}
	}
	return nil
}

func (m *Map) check() error {
	const most = 1 << 24 // keeps the product far from overflowing
	if m.Stages < 1 || m.Butterflies < 1 || m.Stages > most || m.Butterflies > most {
		return fmt.Errorf("stages, butterflies: %d × %d is no network", m.Stages, m.Butterflies)
	}
	if want := m.Stages * m.Butterflies; len(m.Values) != want {
		return fmt.Errorf("values: %d values, want %d stages × %d butterflies = %d, stage by stage", len(m.Values), m.Stages, m.Butterflies, want)
	}
	return nil
}

func (l *Landscape) check() error {
	for _, axis := range []struct {
		name   string
		values []float64
	}{{"x", l.X}, {"y", l.Y}} {
		if len(axis.values) < 2 {
			return fmt.Errorf("%s: %d values; a plane has two at least each way", axis.name, len(axis.values))
		}
		for i, v := range axis.values {
			if math.IsNaN(v) || math.IsInf(v, 0) || i > 0 && v <= axis.values[i-1] {
				return fmt.Errorf("%s[%d]: want finite distances that rise", axis.name, i)
			}
		}
	}
	if len(l.Z) != len(l.Y) {
		return fmt.Errorf("z: %d rows, want one for each of the %d values of y", len(l.Z), len(l.Y))
	}
	for j, row := range l.Z {
		if len(row) != len(l.X) {
			return fmt.Errorf("z[%d]: %d values, want one for each of the %d values of x", j, len(row), len(l.X))
		}
	}
	return nil
}
