package tables

import (
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// team is one batch on one goroutine, on two, and on two that share nothing.
type team struct{ one, two, apart results.Series }

// teamOf is false for a cell without one of the first two.
func teamOf(c *results.Cell) (t team, ok bool) {
	for _, s := range c.Series {
		switch {
		case s.Lib == results.Apart:
			t.apart = s
		case s.Goroutines == 1:
			t.one = s
		default:
			t.two = s
		}
	}
	return t, t.one.Values != nil && t.two.Values != nil
}

// goroutines is the table of batches that two goroutines share.
func (m machine) goroutines(w *strings.Builder) {
	t := table{head: []string{"batch", "one goroutine", "two", "×", "two that share nothing", "×"}}
	for _, precision := range bothPrecisions() {
		for _, c := range m.cells(results.Parallel, precision, anyCell) {
			team, ok := teamOf(c)
			if !ok {
				continue
			}
			apart := team.apart.Values != nil
			t.add(strconv.Itoa(c.Batch)+" rows of "+strconv.Itoa(c.N)+" "+title(precision),
				timeCell(team.one, 1, true), timeCell(team.two, 1, true), ratioCell(speedup(team.two, team.one), true),
				timeCell(team.apart, 1, apart), ratioCell(speedup(team.apart, team.one), apart))
		}
	}
	if len(t.rows) == 0 {
		return
	}
	w.WriteString("### Two goroutines, by the wall clock\n\n")
	t.write(w)
}
