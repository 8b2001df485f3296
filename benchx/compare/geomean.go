package compare

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// geomeans returns the last row of a table: per column the geometric mean of
// its centres, and that of its ratios to the base. The mean of ratios, not the
// ratio of means: where the columns do not have the same benchmarks the means
// cannot be compared, and a warning says so. Nil with fewer than two rows.
func geomeans(t *Table) []Geomean {
	measured := 0
	for i := range t.Rows {
		for _, c := range t.Rows[i].Cells {
			if c.Present {
				measured++
				break
			}
		}
	}
	if measured < 2 {
		return nil
	}
	all := make([]Geomean, len(t.Rows[0].Cells))
	for col := range all {
		all[col] = geomean(t, col)
		if col != t.Base && all[col].Count != all[t.Base].Count {
			all[col].Warnings = append([]string{"benchmark set differs from baseline; geomeans may not be comparable"}, all[col].Warnings...)
		}
	}
	return all
}

func geomean(t *Table, col int) Geomean {
	g := Geomean{Center: math.NaN(), Ratio: math.NaN()}
	var centers, ratios []float64
	fromZero := false
	for i := range t.Rows {
		cell, base := &t.Rows[i].Cells[col], &t.Rows[i].Cells[t.Base]
		if !cell.Present {
			continue
		}
		centers = append(centers, cell.Center)
		if !base.Present {
			continue
		}
		g.Count++
		switch {
		case cell.Center == base.Center:
			ratios = append(ratios, 1) // also 0 to 0
		case base.Center == 0:
			fromZero = true
		default:
			ratios = append(ratios, cell.Center/base.Center)
		}
	}
	if len(centers) == 0 {
		return g // benchstat does not show such a column
	}
	if g.Center = stats.GeoMean(centers); math.IsNaN(g.Center) {
		g.Warnings = append(g.Warnings, "summaries must be >0 to compute geomean")
	}
	switch {
	case col == t.Base:
		g.Ratio = 1
	case !fromZero:
		if g.Ratio = stats.GeoMean(ratios); math.IsNaN(g.Ratio) {
			g.Warnings = append(g.Warnings, "ratios must be >0 to compute geomean")
		}
	}
	return g
}
