package measured

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/report/style"
)

// column is one column of a rendered table.
type column struct {
	title   string
	words   bool // set left; numbers are set right
	cell    func(*Entry) string
	verdict func(*Entry) string // compare's word for the cell; nil where there is none
}

// totalTitle heads the column that the ones before it add up to.
const totalTitle = "total"

// subjectColumns say which configuration an entry is: what is common to all
// entries stands in the caption.
func subjectColumns(t *Table) []column {
	cols := []column{{title: "variant", words: true, cell: func(e *Entry) string { return e.Variant }}}
	add := func(shown bool, title string, words bool, cell func(*Entry) string) {
		if shown {
			cols = append(cols, column{title: title, words: words, cell: cell})
		}
	}
	add(t.varies(func(e *Entry) string { return e.Package }), "package", true, func(e *Entry) string { return e.Package })
	add(t.any(func(e *Entry) bool { return e.Direction != "" }), "direction", true, func(e *Entry) string { return e.Direction })
	add(t.varies(func(e *Entry) string { return e.Device }), "device", true, func(e *Entry) string { return e.Device })
	add(t.varies(func(e *Entry) string { return e.Precision }), "precision", true, func(e *Entry) string { return e.Precision })
	add(t.N == 0 && t.any(func(e *Entry) bool { return e.N > 0 }), "n", false, func(e *Entry) string { return count(e.N) })
	add(t.Batch == 0 && t.any(func(e *Entry) bool { return e.Batch > 0 }), "batch", false, func(e *Entry) string { return count(e.Batch) })
	return cols
}

// columns returns those that say something in this table: what nobody measured
// stands nowhere.
func columns(t *Table) []column {
	cols := subjectColumns(t)
	amount := func(title string, spell func(float64) string, of func(*Entry) Amount) {
		if t.any(func(e *Entry) bool { return of(e).Known }) {
			cols = append(cols, column{title: title, cell: func(e *Entry) string { return spell(of(e).Float()) }})
		}
	}
	amount("parameters", style.Count, func(e *Entry) Amount { return e.Params })
	amount("heap peak", style.Bytes, func(e *Entry) Amount { return e.PeakBytes })
	amount("heap held", style.Bytes, func(e *Entry) Amount { return e.HeldBytes })
	amount("parameter bytes", style.Bytes, func(e *Entry) Amount { return e.ParamBytes })
	amount("tables and scratch", style.Bytes, func(e *Entry) Amount { return e.ScratchBytes })
	amount("batch data", style.Bytes, func(e *Entry) Amount { return e.DataBytes })
	amount("heap per op", style.Bytes, func(e *Entry) Amount { return e.AllocBytes })
	if t.any((*Entry).adds) {
		cols = append(cols, column{title: totalTitle, cell: func(e *Entry) string { return style.Bytes(e.Total.Float()) }})
	}
	if t.any(func(e *Entry) bool { return !math.IsNaN(e.Ratio) }) {
		cols = append(cols, column{title: "vs reference", cell: func(e *Entry) string { return style.Ratio(e.Ratio) }})
	}
	amount("allocs per op", style.Count, func(e *Entry) Amount { return e.Allocs })
	return cols
}

// adds reports whether the total says more than the heap per op.
func (e *Entry) adds() bool { return e.ParamBytes.Known || e.ScratchBytes.Known || e.DataBytes.Known }

func (t *Table) any(has func(*Entry) bool) bool {
	for i := range t.Entries {
		if has(&t.Entries[i]) {
			return true
		}
	}
	return false
}

func (t *Table) varies(value func(*Entry) string) bool {
	return t.any(func(e *Entry) bool { return value(e) != value(&t.Entries[0]) })
}

func count(n int) string {
	if n == 0 {
		return style.Missing
	}
	return style.Count(float64(n))
}

// where says at which size a table stands: "n = 4096, batch 8".
func (t *Table) where() string {
	switch {
	case t.N > 0 && t.Batch > 0:
		return fmt.Sprintf("n = %s, batch %s", count(t.N), count(t.Batch))
	case t.N > 0:
		return "n = " + count(t.N)
	}
	return ""
}

// sideBySideTitle and largestTitle are the captions of the two tables.
func sideBySideTitle(t *Table) string {
	if at := t.where(); at != "" {
		return "Side by side at " + at
	}
	return "Per operation"
}

const largestTitle = "Each at the largest n × batch it ran"

// absentTitle goes before the variants a table leaves out.
const absentTitle = "Not measured here"

// definitions explain the columns of a table that has them.
func definitions(r *Report) (lines []string) {
	has := func(known func(*Entry) bool) bool {
		return r.SideBySide.any(known) || r.Largest != nil && r.Largest.any(known)
	}
	if has(func(e *Entry) bool { return e.Params.Known }) {
		lines = append(lines, "parameters: distinct stored numbers (twiddles, masks, weights)")
	}
	if has(func(e *Entry) bool { return e.HeldBytes.Known }) {
		lines = append(lines, "heap held: what stays on the heap once the variant is prepared and called, measured; the variant's own account of it is parameter bytes + tables and scratch")
	}
	if has(func(e *Entry) bool { return e.PeakBytes.Known }) {
		lines = append(lines, "heap peak: all that preparing and the call allocated, the most by which the heap rose")
	}
	if has(func(e *Entry) bool { return e.ScratchBytes.Known }) {
		lines = append(lines, "tables and scratch: what is kept for the next op beside the parameters")
	}
	if has(func(e *Entry) bool { return e.DataBytes.Known }) {
		lines = append(lines, "batch data: the input, and where it is complex also the output of the same shape")
	}
	if has(func(e *Entry) bool { return e.AllocBytes.Known }) {
		lines = append(lines, "heap per op: bytes allocated by one op (B/op); in a study one op is one call on the whole batch")
	}
	if has(func(e *Entry) bool { return e.gpu && e.HeldBytes.Known }) {
		lines = append(lines, "of a row on a GPU, parameter bytes, tables and scratch, heap held and heap peak are memory of the device; heap per op is the host's")
	}
	if has((*Entry).adds) {
		lines = append(lines, "total: parameter bytes + tables and scratch + batch data + heap per op, as far as known")
	}
	return lines
}

// changeTitle says what the changes are against.
func (r *Report) changeTitle() string {
	if len(r.Changes) == 0 {
		return fmt.Sprintf("Against %s: no clear change in memory", style.Visible(r.Base))
	}
	return "Clear changes against " + style.Visible(r.Base)
}

// changeHeads are the column heads of the changes; fields fills them.
func changeHeads() []string {
	return []string{"benchmark", "in", "figure", "was", "is", "change", "verdict", "p"}
}

// verdictField is the place of the verdict among them.
const verdictField = 6

func (c *Change) fields() []string {
	delta := style.Percent(c.Delta)
	if math.IsInf(c.Delta, 0) {
		delta = "from 0"
	}
	return []string{
		c.Name, c.Column, style.UnitTitle(c.Unit),
		style.Value(c.Was, c.Unit), style.Value(c.Is, c.Unit), delta, c.Verdict, pText(c.P),
	}
}
