package tables

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/report/style"
)

// accuracy is the table of errors.
func (m machine) accuracy(w *strings.Builder, precision string) {
	cells := m.cells(results.Accuracy, precision, func(*results.Cell) bool { return true })
	libs := m.present(cells, m.fftw, results.FFTWDebian, results.Gonum, results.KissFFT)
	if len(cells) == 0 || len(libs) == 0 {
		return
	}
	if precision == results.F32 { // gonum's are errors of complex128
		libs = without(libs, results.Gonum)
	}
	if m.fftw == results.FFTWDebian {
		libs = libs[1:]
	}
	t := table{head: []string{"n", "ours", "ours ÷ " + libraryTitle(m.fftw)}}
	for _, lib := range libs {
		t.head = append(t.head, libraryTitle(lib))
	}
	for _, c := range cells {
		ratio := style.Missing
		if r, ok := m.errorRatio(c); ok {
			ratio = three(r)
		}
		row := []string{strconv.Itoa(c.N), errorCell(c, results.Ours), ratio}
		for _, lib := range libs {
			row = append(row, errorCell(c, lib))
		}
		t.add(row...)
	}
	fmt.Fprintf(w, "### %s, relative RMS error\n\n", title(precision))
	t.write(w)
}

func without(list []string, word string) []string {
	var rest []string
	for _, w := range list {
		if w != word {
			rest = append(rest, w)
		}
	}
	return rest
}

// outOfPlace is the error of a library where it was measured out of place.
func outOfPlace(c *results.Cell, lib string) (float64, bool) {
	for _, s := range c.Series {
		if s.Lib == lib && !s.InPlace {
			return median(s.Values), true
		}
	}
	return 0, false
}

func errorCell(c *results.Cell, lib string) string {
	if e, ok := outOfPlace(c, lib); ok {
		return style.ErrorValue(e)
	}
	return style.Missing
}

// errorRatio is our error in parts of FFTW's.
func (m machine) errorRatio(c *results.Cell) (float64, bool) {
	ours, ok1 := outOfPlace(c, results.Ours)
	theirs, ok2 := outOfPlace(c, m.fftw)
	return ours / theirs, ok1 && ok2
}
