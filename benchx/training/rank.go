package training

import (
	"cmp"
	"math"
	"slices"
)

// Score returns the row of that name, nil where the model has none.
func (m *Model) Score(name string) *Score {
	for i := range m.Scores.Rows {
		if m.Scores.Rows[i].Name == name {
			return &m.Scores.Rows[i]
		}
	}
	return nil
}

// Error returns the trained model's error by the metric that ranks, NaN where
// there is none.
func (m *Model) Error() float64 { return m.errorAt(0) }

func (m *Model) errorAt(metric int) float64 {
	if s := m.Score(Trained); s != nil && metric < len(s.Values) {
		return s.Values[metric]
	}
	return math.NaN()
}

// SeriesOf returns the series of that name, nil where the curve has none.
func (c *Curve) SeriesOf(name string) *Series {
	for i := range c.Series {
		if c.Series[i].Name == name {
			return &c.Series[i]
		}
	}
	return nil
}

// Ranked returns the models by their errors, the smallest first: by the first
// metric, then the next. Models that share no first metric do not compare; those
// of the metric that comes first in the report come first. Equal ones keep their
// order.
func (r *Report) Ranked() []*Model {
	place := map[string]int{}
	metric := func(m *Model, i int) string {
		if i < len(m.Scores.Metrics) {
			return m.Scores.Metrics[i]
		}
		return ""
	}
	list := make([]*Model, len(r.Models))
	for i := range r.Models {
		list[i] = &r.Models[i]
		if name := metric(list[i], 0); name != "" {
			if _, known := place[name]; !known {
				place[name] = len(place)
			}
		}
	}
	at := func(m *Model) int {
		if i, ok := place[metric(m, 0)]; ok {
			return i
		}
		return len(place)
	}
	slices.SortStableFunc(list, func(a, b *Model) int {
		if c := cmp.Compare(at(a), at(b)); c != 0 {
			return c
		}
		for i := range a.Scores.Metrics {
			if metric(a, i) != metric(b, i) {
				return 0
			}
			if c := compareErrors(a.errorAt(i), b.errorAt(i)); c != 0 {
				return c
			}
		}
		return 0
	})
	return list
}

// compareErrors puts the smaller first and what is unknown last.
func compareErrors(a, b float64) int {
	if x, y := math.IsNaN(a), math.IsNaN(b); x || y {
		switch {
		case x && y:
			return 0
		case x:
			return 1
		}
		return -1
	}
	return cmp.Compare(a, b)
}

// BestRegimes returns per length the regime whose round trip has the smallest
// maximum error, the untrained one excluded; of equal ones the first.
func (r *Report) BestRegimes() map[int]*Regime {
	best := map[int]*Regime{}
	for i := range r.Regimes {
		g := &r.Regimes[i]
		if g.Untrained() || math.IsNaN(g.RoundTripMax) {
			continue
		}
		if b := best[g.N]; b == nil || g.RoundTripMax < b.RoundTripMax {
			best[g.N] = g
		}
	}
	return best
}

// Untrained reports whether the regime is that of the weights of theory.
func (g *Regime) Untrained() bool { return g.Regime == Exact }
