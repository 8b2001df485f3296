package comparison

import (
	"bufio"
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchunit"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// Columns of the text table: a label, three per column of the comparison
// (centre, interval, footnotes), and where it is compared with the base one per
// textDifference.
const (
	labelCols  = 1
	centerCols = 3
)

// A textDifference is a column about the difference of a cell to its base.
type textDifference func(t *textLayout, cell, base *compare.Cell) textCell

// textDifferences lists the columns under "vs base": those of benchstat first
// (the third holds footnotes), then what opt adds.
func textDifferences(opt TextOptions) []textDifference {
	list := []textDifference{
		func(t *textLayout, cell, base *compare.Cell) textCell {
			return textCell{text: delta(cell, base), align: right, color: t.color(cell)}
		},
		func(_ *textLayout, cell, base *compare.Cell) textCell {
			return textCell{text: "(" + evidence(cell, base) + ")"}
		},
		func(t *textLayout, cell, _ *compare.Cell) textCell {
			return textCell{text: t.footnotes.marks(cell.TestWarnings)}
		},
	}
	if opt.Verdicts {
		list = append(list, func(t *textLayout, cell, base *compare.Cell) textCell {
			return textCell{text: t.verdict(cell, base), color: t.color(cell)}
		})
	}
	return list
}

// verdict is the word of a cell, and what it rests on.
func (t *textLayout) verdict(cell, base *compare.Cell) string {
	word := CellWord(t.table.Unit, t.table.Better, base, cell)
	d := decided(cell, t.policy)
	if d == nil {
		return word
	}
	return word + ": " + Reason(d, base, cell, t.table.Unit, t.policy.Correction)
}

// textLayout is one table on its way to text.
type textLayout struct {
	textTable
	table       *compare.Table
	policy      *compare.Policy
	opt         TextOptions
	columns     []int // those of the comparison that this table shows
	starts      []int // first text column of each, and the end
	hasBase     bool  // the base is among them
	differences []textDifference
	footnotes   footnotes
}

func newTextLayout(table *compare.Table, res *compare.Result, opt TextOptions) *textLayout {
	t := &textLayout{table: table, policy: res.Options.Policy, opt: opt, differences: textDifferences(opt)}
	rows := t.shownRows()
	t.columns = shownColumns(rows, len(res.Columns), opt.Plain)
	if len(t.columns) == 0 {
		return t
	}
	t.hasBase = slices.Contains(t.columns, table.Base)
	t.place()
	t.header(res)
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

// place gives every shown column its text columns.
func (t *textLayout) place() {
	at := labelCols
	t.starts = append(t.starts, at)
	t.stretch = make(map[int]bool)
	t.ragged = t.opt.Plain
	for _, c := range t.columns {
		t.stretch[at] = true
		at += centerCols
		if t.compares(c) {
			at += len(t.differences)
		}
		t.starts = append(t.starts, at)
	}
}

// compares reports whether a column is shown against the base.
func (t *textLayout) compares(column int) bool { return t.hasBase && column != t.table.Base }

// header writes a line per key of the columns, each value over all neighbours
// that share it and what is above it, and a line of units.
func (t *textLayout) header(res *compare.Result) {
	edge := t.starts[len(t.columns)]
	for level := range headerLevels(res) {
		t.row()
		for from := 0; from < len(t.columns); {
			to := from + 1
			for to < len(t.columns) && sameHeader(res, t.columns[from], t.columns[to], level) {
				to++
			}
			t.add(textCell{
				col: t.starts[from], span: t.starts[to] - t.starts[from], align: center, margin: " │ ",
				text: t.headerText(res, t.columns[from], level),
			})
			from = to
		}
		t.add(textCell{col: edge, margin: " │"})
	}
	t.row()
	for i, c := range t.columns {
		t.add(textCell{col: t.starts[i], span: centerCols, text: style.Terminal(t.table.Unit), align: center, margin: " │ "})
		if t.compares(c) {
			t.add(textCell{col: t.starts[i] + centerCols, span: len(t.differences), text: "vs base", margin: "  ", fits: !t.opt.Plain})
		}
	}
	t.add(textCell{col: edge, margin: " │"})
}

// headerText is what a column has in one key. Where it has nothing, a dash says
// so, which benchstat leaves out.
func (t *textLayout) headerText(res *compare.Result, column, level int) string {
	value := headerValue(res, column, level)
	if value == "" && !t.opt.Plain {
		return style.Missing
	}
	return style.Terminal(value)
}

func (t *textLayout) measurements(r *compare.Row) {
	t.row()
	t.add(textCell{text: style.Terminal(r.Name)})
	scale := t.scale(r)
	base := &r.Cells[t.table.Base]
	for i, c := range t.columns {
		cell, col := &r.Cells[c], t.starts[i]
		if !cell.Present {
			if !t.opt.Plain {
				t.add(textCell{col: col, text: missing(cell), align: right})
			}
			continue
		}
		t.add(textCell{col: col, text: scale.Format(cell.Center), align: right})
		t.add(textCell{col: col + 1, text: interval(cell), align: right, margin: " ± "})
		t.notes(col+2, cell.Warnings)
		if t.compares(c) {
			t.difference(col+centerCols, cell, base)
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
	for i, difference := range t.differences {
		c := difference(t, cell, base)
		c.col = col + i
		if c.text != "" {
			t.add(c)
		}
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
		g, col := &t.table.Geomean[c], t.starts[i]
		if !math.IsNaN(g.Center) {
			t.add(textCell{col: col, text: benchunit.Scale(g.Center, class), align: right})
		}
		notes := col + centerCols - 1
		if t.compares(c) {
			ratio := textCell{col: col + centerCols, text: "?"}
			if !math.IsNaN(g.Ratio) {
				ratio.text, ratio.align = fmt.Sprintf("%+.2f%%", (g.Ratio-1)*100), right
			}
			t.add(ratio)
			notes = col + centerCols + 2
		}
		t.notes(notes, g.Warnings)
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

// color is the colour of what is said of a cell's difference.
func (t *textLayout) color(cell *compare.Cell) string {
	if !t.opt.Color {
		return ""
	}
	return verdictColor(cell.Verdict)
}

// write prints the table and its footnotes.
func (t *textLayout) write(w *bufio.Writer) {
	t.textTable.write(w)
	for i, note := range t.footnotes.texts {
		fmt.Fprintf(w, "%s %s\n", superscript(i+1), style.Terminal(note))
	}
}
