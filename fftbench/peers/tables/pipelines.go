package tables

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// pipelines is the table of works with one line each.
func (m machine) pipelines(w *strings.Builder) {
	t := table{head: []string{"work", "ours", "peer", "×"}}
	for _, bench := range []string{results.LogMel, results.Welch} {
		for _, precision := range []string{results.F32, results.F64} {
			for _, c := range m.cells(bench, precision, func(*results.Cell) bool { return true }) {
				ours, ok := best(c, results.Ours)
				for _, lib := range m.present([]*results.Cell{c}, results.FFTWAVX512, results.FFTWAVX2, results.FFTWDebian, results.SciPy) {
					theirs, _ := best(c, lib)
					r, okBoth := duel(c, lib)
					t.add(pipelineTitle(bench, precision), timeCell(ours, 1, ok),
						libraryTitle(lib)+" "+timeCell(theirs, 1, true), ratioCell(r, okBoth))
				}
			}
		}
	}
	for _, precision := range []string{results.F32, results.F64} {
		for _, c := range m.cells(results.Parallel, precision, func(*results.Cell) bool { return true }) {
			one, two, ok := goroutines(c)
			if !ok {
				continue
			}
			t.add(fmt.Sprintf("%s, n = %d, %d rows: two goroutines against one, wall clock", title(precision), c.N, c.Batch),
				timeCell(two, 1, true), "one "+timeCell(one, 1, true), ratioCell(speedup(two, one), true))
		}
	}
	if len(t.rows) == 0 {
		return
	}
	w.WriteString("### Pipelines and goroutines\n\n")
	t.write(w)
}

func pipelineTitle(bench, precision string) string {
	if bench == results.LogMel {
		return "log-mel, 30 s at 16 kHz, n 512, hop 160, 80 bands, " + precision
	}
	return "Welch, 30 s at 16 kHz, 1024 a segment, half overlapping, " + precision
}

// goroutines are our series with one goroutine and with two.
func goroutines(c *results.Cell) (one, two results.Series, ok bool) {
	for _, s := range c.Series {
		switch s.Goroutines {
		case 1:
			one = s
		case 2:
			two = s
		}
	}
	return one, two, one.Values != nil && two.Values != nil
}
