package compare

import "slices"

// Correction is how the p-values of a family of tests are corrected for their
// number: among 200 comparisons of equal code, 10 fall below 0.05 by chance.
type Correction string

// The corrections. Holm bounds the chance of any false alarm in the family
// (Holm, "A simple sequentially rejective multiple test procedure", 1979);
// BenjaminiHochberg the expected share of false ones among the alarms
// (Benjamini and Hochberg, "Controlling the false discovery rate", 1995).
const (
	Holm              Correction = "holm"
	BenjaminiHochberg Correction = "bh"
	Uncorrected       Correction = "none"
)

// adjust replaces each p by the smallest level at which the procedure rejects
// it.
func (c Correction) adjust(p []float64) {
	if c == Uncorrected || len(p) == 0 {
		return
	}
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	m := len(p)
	if c == BenjaminiHochberg {
		level := 1.0
		for i := m - 1; i >= 0; i-- {
			level = min(level, p[order[i]]*float64(m)/float64(i+1))
			p[order[i]] = level
		}
		return
	}
	level := 0.0
	for i, at := range order {
		level = min(1, max(level, p[at]*float64(m-i)))
		p[at] = level
	}
}
