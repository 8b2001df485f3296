package tables

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// single is the table of single rows of powers of two: one line a length, our
// speed in units of everybody's.
func (m machine) single(w *strings.Builder, precision string) {
	cells := m.cells(results.C2C, precision, powers(1))
	rivals := m.present(cells, results.FFTWAVX512, results.FFTWAVX2, results.FFTWDebian, results.Gonum, results.KissFFT, results.Archsimd)
	if len(cells) == 0 || len(rivals) == 0 {
		return
	}
	t := table{head: []string{"n", "ours", libraryTitle(rivals[0])}}
	sums := make([]summary, len(rivals))
	for _, lib := range rivals {
		t.head = append(t.head, "× "+libraryTitle(lib))
	}
	for _, c := range cells {
		ours, ok := best(c, results.Ours)
		theirs, okTheirs := best(c, rivals[0])
		row := []string{strconv.Itoa(c.N), timeCell(ours, 1, ok), timeCell(theirs, 1, okTheirs)}
		for i, lib := range rivals {
			r, ok := duel(c, lib)
			sums[i].add(strconv.Itoa(c.N), r, ok)
			row = append(row, ratioCell(r, ok))
		}
		t.add(row...)
	}
	addSummaries(&t, sums, 3)
	fmt.Fprintf(w, "### %s, single rows\n\n", title(precision))
	t.write(w)
}

// addSummaries adds the geometric means and the worst of columns of ratios,
// which begin at column first.
func addSummaries(t *table, sums []summary, first int) {
	means, worst := make([]string, len(t.head)), make([]string, len(t.head))
	means[0], worst[0] = "geomean", "lowest"
	for i := range sums {
		means[first+i], worst[first+i] = sums[i].geomeanCell(), sums[i].worstCell()
	}
	t.add(means...)
	t.add(worst...)
}

// present are the libraries that some of the cells have.
func (m machine) present(cells []*results.Cell, libs ...string) []string {
	var found []string
	for _, lib := range libs {
		for _, c := range cells {
			if _, ok := best(c, lib); ok {
				found = append(found, lib)
				break
			}
		}
	}
	return found
}

func title(precision string) string {
	if precision == results.F64 {
		return "complex128"
	}
	return "complex64"
}
