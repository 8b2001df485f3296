package tables

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// pairing is one column group of a table: a kind of work, ours and FFTW's.
type pairing struct {
	title string
	batch int                   // rows of a call; times are by row
	cells map[int]*results.Cell // by length
}

func (m machine) pairing(title, bench, precision string, batch int, keep func(*results.Cell) bool) pairing {
	p := pairing{title: title, batch: batch, cells: map[int]*results.Cell{}}
	for _, c := range m.cells(bench, precision, keep) {
		p.cells[c.N] = c
	}
	return p
}

// pairs is a table of one line a length with a group of columns for each
// pairing that the run has.
func (m machine) pairs(w *strings.Builder, heading string, name func(n int) string, groups ...pairing) {
	groups = slices.DeleteFunc(groups, func(p pairing) bool { return len(p.cells) == 0 })
	if len(groups) == 0 {
		return
	}
	t := table{head: []string{"n"}}
	for _, g := range groups {
		t.head = append(t.head, g.title+": ours", libraryTitle(m.fftw), "×")
	}
	sums := make([]summary, len(groups))
	for _, n := range lengthsOf(groups) {
		row := []string{name(n)}
		for i, g := range groups {
			c := g.cells[n]
			ours, ok := best(c, results.Ours)
			theirs, okTheirs := best(c, m.fftw)
			r, okBoth := duel(c, m.fftw)
			sums[i].add(strconv.Itoa(n), r, okBoth)
			row = append(row, timeCell(ours, g.batch, ok), timeCell(theirs, g.batch, okTheirs), ratioCell(r, okBoth))
		}
		t.add(row...)
	}
	means, worst := []string{"geomean"}, []string{"lowest"}
	for i := range sums {
		means = append(means, "", "", sums[i].geomeanCell())
		worst = append(worst, "", "", sums[i].worstCell())
	}
	t.add(means...)
	t.add(worst...)
	fmt.Fprintf(w, "### %s\n\n", heading)
	t.write(w)
}

// lengthsOf are all lengths of some pairings, in order.
func lengthsOf(groups []pairing) []int {
	var all []int
	for _, g := range groups {
		all = slices.AppendSeq(all, maps.Keys(g.cells))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// batches is the table of several rows a call.
func (m machine) batches(w *strings.Builder, precision string) {
	m.pairs(w, title(precision)+", batches (time per row)", strconv.Itoa,
		m.pairing("batch 8", results.C2C, precision, 8, powers(8)),
		m.pairing("batch 64", results.C2C, precision, 64, powers(64)))
}

// real is the table of real input.
func (m machine) real(w *strings.Builder, precision string) {
	heading := "float32, real input and back"
	if precision == results.F64 {
		heading = "float64, real input and back"
	}
	m.pairs(w, heading, strconv.Itoa,
		m.pairing("r2c", results.R2C, precision, 1, powers(1)),
		m.pairing("c2r", results.C2R, precision, 1, powers(1)))
}

// lengths is the table of lengths that are no powers of two.
func (m machine) lengths(w *strings.Builder) {
	m.pairs(w, "Other lengths, single rows", factored,
		m.pairing(title(results.F32), results.C2C, results.F32, 1, others),
		m.pairing(title(results.F64), results.C2C, results.F64, 1, others))
}

// factored names a length with its prime factors: "360 = 2³·3²·5".
func factored(n int) string {
	var parts []string
	rest := n
	for p := 2; p*p <= rest; p++ {
		power := 0
		for ; rest%p == 0; rest /= p {
			power++
		}
		if power > 0 {
			parts = append(parts, strconv.Itoa(p)+exponent(power))
		}
	}
	if rest > 1 {
		parts = append(parts, strconv.Itoa(rest))
	}
	if len(parts) == 1 && rest == n {
		return fmt.Sprintf("%d, prime", n)
	}
	return fmt.Sprintf("%d = %s", n, strings.Join(parts, "·"))
}

func exponent(power int) string {
	if power == 1 {
		return ""
	}
	var s strings.Builder
	for _, digit := range strconv.Itoa(power) {
		s.WriteRune([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'])
	}
	return s.String()
}
