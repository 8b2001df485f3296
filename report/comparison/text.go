package comparison

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// TextOptions say what the text shows beyond benchstat's.
type TextOptions struct {
	// Plain prints what benchstat prints and nothing more: no marks on missing
	// and failed benchmarks, no rows without any number, no notes.
	Plain bool
	// Verdicts adds a column with better, worse, …
	Verdicts bool
	// Color tells better from worse on a terminal: blue and yellow.
	Color bool
}

// Text writes the tables in benchstat's layout: the configuration where it
// changes, then per unit a table of medians ± the larger side of their
// interval in percent, differences to the base (~ where there is none to see),
// p and n, and a last row of geometric means; footnotes under each table and
// notes at the end.
func Text(w io.Writer, res *compare.Result, opt TextOptions) error {
	out := bufio.NewWriter(w)
	var config []string
	var notes []string
	first := true
	for i := range res.Tables {
		t := newTextLayout(&res.Tables[i], res.Columns, opt)
		if len(t.rows) == 0 {
			continue
		}
		if !first {
			out.WriteByte('\n')
		}
		config = writeConfig(out, t.table, config, first)
		if !opt.Plain {
			notes = writeTableNotes(out, t.table, notes)
		}
		t.write(out)
		first = false
	}
	if !opt.Plain && len(res.Notes) > 0 {
		if !first {
			out.WriteByte('\n')
		}
		for _, n := range res.Notes {
			fmt.Fprintf(out, "note: %s\n", style.Terminal(n))
		}
	}
	return out.Flush()
}

// writeConfig prints the values that differ from those of the table before,
// and returns this table's.
func writeConfig(out *bufio.Writer, t *compare.Table, before []string, all bool) []string {
	values := make([]string, len(t.Config))
	for i, a := range t.Config {
		values[i] = a.Value
		if all || before[i] != a.Value {
			fmt.Fprintf(out, "%s: %s\n", a.Key, style.Terminal(a.Value))
		}
	}
	return values
}

// writeTableNotes prints the notes of a table unless the table before had the
// same.
func writeTableNotes(out *bufio.Writer, t *compare.Table, before []string) []string {
	if strings.Join(before, "\n") != strings.Join(t.Notes, "\n") {
		for _, n := range t.Notes {
			fmt.Fprintf(out, "note: %s\n", style.Terminal(n))
		}
	}
	return t.Notes
}

// Columns of the text table: a label, three per column of the comparison
// (centre, interval, footnotes), and three more where it is compared with the
// base (difference, p and n, footnotes), or four with the verdict.
const (
	labelCols  = 1
	centerCols = 3
)

// textLayout is one table on its way to text.
type textLayout struct {
	textTable
	table     *compare.Table
	opt       TextOptions
	columns   []int // those of the comparison that this table shows
	labels    []string
	hasBase   bool // the base is among them
	deltaCols int
	footnotes footnotes
}

func newTextLayout(table *compare.Table, labels []string, opt TextOptions) *textLayout {
	t := &textLayout{table: table, labels: labels, opt: opt, deltaCols: 3}
	if opt.Verdicts {
		t.deltaCols++
	}
	rows := t.shownRows()
	t.columns = shownColumns(rows, len(labels), opt.Plain)
	if len(t.columns) == 0 {
		return t
	}
	t.hasBase = t.columns[0] == 0
	t.header()
	for _, r := range rows {
		t.measurements(r)
	}
	t.geomean()
	return t
}

// shownRows leaves out rows without a number where the text is plain.
func (t *textLayout) shownRows() (rows []*compare.Row) {
	for i := range t.table.Rows {
		r := &t.table.Rows[i]
		if !t.opt.Plain || anyPresent(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func anyPresent(r *compare.Row) bool {
	for i := range r.Cells {
		if r.Cells[i].Present {
			return true
		}
	}
	return false
}

// shownColumns returns the columns that have something to show in the rows.
func shownColumns(rows []*compare.Row, n int, plain bool) (columns []int) {
	for c := range n {
		for _, r := range rows {
			if cell := &r.Cells[c]; cell.Present || !plain && failed(cell) {
				columns = append(columns, c)
				break
			}
		}
	}
	return columns
}

// start returns the first text column of the i-th shown column.
func (t *textLayout) start(i int) int {
	switch {
	case i == 0:
		return labelCols
	case !t.hasBase:
		return labelCols + i*centerCols
	}
	return labelCols + centerCols + (i-1)*(centerCols+t.deltaCols)
}

func (t *textLayout) header() {
	edge := t.start(len(t.columns))
	t.row()
	for i, c := range t.columns {
		t.add(textCell{col: t.start(i), span: t.start(i+1) - t.start(i), text: style.Terminal(t.labels[c]), align: center, margin: " │ ", grow: true})
	}
	t.add(textCell{col: edge, margin: " │"})
	t.row()
	for i := range t.columns {
		t.add(textCell{col: t.start(i), span: centerCols, text: style.Terminal(t.table.Unit), align: center, margin: " │ ", grow: true})
		if i > 0 && t.hasBase {
			t.add(textCell{col: t.start(i) + centerCols, span: t.deltaCols, text: "vs base", margin: "  "})
		}
	}
	t.add(textCell{col: edge, margin: " │"})
}

func (t *textLayout) measurements(r *compare.Row) {
	t.row()
	t.add(textCell{text: style.Terminal(r.Name)})
	scale := t.scale(r)
	for i, c := range t.columns {
		cell, col := &r.Cells[c], t.start(i)
		if !cell.Present {
			if !t.opt.Plain {
				t.add(textCell{col: col, text: missing(cell), align: right})
			}
			continue
		}
		t.add(textCell{col: col, text: scale.Format(cell.Center), align: right})
		t.add(textCell{col: col + 1, text: interval(cell), align: right, margin: " ± "})
		t.notes(col+2, cell.Warnings)
		if i > 0 && t.hasBase {
			t.difference(col+centerCols, cell, &r.Cells[0])
		}
	}
}

// difference fills the columns of a cell's comparison, of which col is the
// first.
func (t *textLayout) difference(col int, cell, base *compare.Cell) {
	if cell.BaseN == 0 {
		if !t.opt.Plain {
			t.add(textCell{col: col, text: withoutBase(base), align: right})
		}
		return
	}
	delta := textCell{col: col, text: delta(cell, base), align: right}
	if t.opt.Color {
		delta.color = verdictColor(cell.Verdict)
	}
	t.add(delta)
	t.add(textCell{col: col + 1, text: "(" + evidence(cell, base) + ")"})
	t.notes(col+2, cell.TestWarnings)
	if t.opt.Verdicts {
		t.add(textCell{col: col + 3, text: string(cell.Verdict), color: delta.color})
	}
}

// geomean is the last row, where there is more than one to sum up.
func (t *textLayout) geomean() {
	if t.table.Geomean == nil {
		return
	}
	t.row()
	t.add(textCell{text: "geomean"})
	class := benchunit.ClassOf(t.table.Unit)
	for i, c := range t.columns {
		g, col := &t.table.Geomean[c], t.start(i)
		if !math.IsNaN(g.Center) {
			t.add(textCell{col: col, text: benchunit.Scale(g.Center, class), align: right})
		}
		if i > 0 && t.hasBase {
			ratio := textCell{col: col + centerCols, text: "?"}
			if !math.IsNaN(g.Ratio) {
				ratio.text, ratio.align = fmt.Sprintf("%+.2f%%", (g.Ratio-1)*100), right
			}
			t.add(ratio)
		}
		last := col + centerCols - 1
		if i > 0 && t.hasBase {
			last = col + centerCols + 2
		}
		t.notes(last, g.Warnings)
	}
}

// scale is the prefix under which all values of a row are printed.
func (t *textLayout) scale(r *compare.Row) benchunit.Scaler {
	var values []float64
	for _, c := range t.columns {
		if r.Cells[c].Present {
			values = append(values, r.Cells[c].Center)
		}
	}
	return benchunit.CommonScale(values, benchunit.ClassOf(t.table.Unit))
}

// notes adds a cell with the numbers of the footnotes, if there are any.
func (t *textLayout) notes(col int, warnings []string) {
	if len(warnings) == 0 {
		return
	}
	t.add(textCell{col: col, text: t.footnotes.marks(warnings)})
}

// write prints the table and its footnotes.
func (t *textLayout) write(w *bufio.Writer) {
	t.textTable.write(w)
	for i, note := range t.footnotes.texts {
		fmt.Fprintf(w, "%s %s\n", superscript(i+1), style.Terminal(note))
	}
}

// superscript spells a number in raised digits.
func superscript(n int) string {
	digits := [...]rune{'⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'}
	var b strings.Builder
	for _, d := range fmt.Sprint(n) {
		b.WriteRune(digits[d-'0'])
	}
	return b.String()
}

// interval spells the interval of a cell's centre as benchstat does: "3%".
func interval(c *compare.Cell) string {
	return benchmath.Summary{Center: c.Center, Lo: c.Lo, Hi: c.Hi}.PctRangeString()
}

// delta spells the difference to the base as benchstat does: "+12.40%", ~ where
// none is certain, ? from a base of 0.
func delta(c, base *compare.Cell) string {
	return benchmath.Comparison{P: c.P, Alpha: c.Alpha}.FormatDelta(base.Center, c.Center)
}

// evidence spells p and n as benchstat does: "p=0.002 n=10", without p where
// nothing was tested.
func evidence(c, base *compare.Cell) string {
	cmp := benchmath.Comparison{P: c.P, N1: c.BaseN, N2: c.N}
	if !tested(c, base) {
		cmp.P = 0
	}
	return cmp.String()
}

// tested reports whether both sides have the samples that a test takes; of an
// input that kept none only the median is known.
func tested(c, base *compare.Cell) bool { return c.Samples != nil && base.Samples != nil }

// failed reports whether the benchmark of a cell was tried and did not work.
func failed(c *compare.Cell) bool { return c.Status != "" && c.Status.Failed() }

// missing says why a cell has no number.
func missing(c *compare.Cell) string {
	if failed(c) {
		return string(c.Status)
	}
	return style.Missing
}

// withoutBase says why a cell with a number has no difference.
func withoutBase(base *compare.Cell) string {
	if base.Status == "" {
		return "new"
	}
	return "no base"
}

func verdictColor(v compare.Verdict) string {
	switch v {
	case compare.Better:
		return "34"
	case compare.Worse:
		return "33"
	}
	return ""
}
