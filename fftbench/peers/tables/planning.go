package tables

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/report/style"
)

// planning is the table of what plans cost.
func (m machine) planning(w *strings.Builder) {
	t := table{head: []string{"n", "ours", "in transforms", "FFTW estimate", "in its transforms", "FFTW measure", "in its transforms"}}
	for _, precision := range []string{results.F32, results.F64} {
		for _, c := range m.cells(results.Plan, precision, powers(1)) {
			row := []string{fmt.Sprintf("%d, %s", c.N, title(precision))}
			for _, p := range []struct{ lib, mode string }{
				{results.Ours, results.Estimate}, {m.fftw, results.Estimate}, {m.fftw, results.Measure},
			} {
				s, ok := planSeries(c, p.lib, p.mode)
				if !ok {
					row = append(row, style.Missing, style.Missing)
					continue
				}
				row = append(row, shortTime(median(s.Values)), style.Missing)
				if cost, ok := m.planCost(c, p.lib, p.mode); ok {
					row[len(row)-1] = three(cost)
				}
			}
			t.add(row...)
		}
	}
	if len(t.rows) == 0 {
		return
	}
	w.WriteString("### Planning\n\n")
	t.write(w)
}

func planSeries(c *results.Cell, lib, mode string) (results.Series, bool) {
	for _, s := range c.Series {
		if s.Lib == lib && s.Mode == mode {
			return s, true
		}
	}
	return results.Series{}, false
}

// planCost is the time of planning in units of the library's own transform.
func (m machine) planCost(c *results.Cell, lib, mode string) (float64, bool) {
	plan, ok := planSeries(c, lib, mode)
	transform, okTransform := best(m.run.Cell(results.Key{Bench: results.C2C, Precision: c.Precision, N: c.N, Batch: 1}), lib)
	if !ok || !okTransform {
		return 0, false
	}
	return median(plan.Values) / median(transform.Values), true
}
