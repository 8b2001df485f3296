package measured

import (
	"fmt"
	"math"
	"strconv"

	"github.com/fftstudy/fftstudy/report/style"
)

// column is one column of a rendered table.
type column struct {
	title string
	words bool // set left; numbers are set right
	cell  func(*Entry) string
}

// totalTitle heads the column that the others add up to.
const totalTitle = "total"

// columns returns those that say something in this table: what is common to
// all entries stands in the caption, what nobody measured nowhere.
func columns(t *Table) (cols []column) {
	all := []struct {
		column
		shown bool
	}{
		{column{"variant", true, func(e *Entry) string { return e.Variant }}, true},
		{column{"package", true, func(e *Entry) string { return e.Package }}, t.varies(func(e *Entry) string { return e.Package })},
		{column{"direction", true, func(e *Entry) string { return e.Direction }}, t.any(func(e *Entry) bool { return e.Direction != "" })},
		{column{"device", true, func(e *Entry) string { return e.Device }}, t.varies(func(e *Entry) string { return e.Device })},
		{column{"precision", true, func(e *Entry) string { return e.Precision }}, t.varies(func(e *Entry) string { return e.Precision })},
		{column{"n", false, func(e *Entry) string { return count(e.N) }}, t.N == 0 && t.any(func(e *Entry) bool { return e.N > 0 })},
		{column{"batch", false, func(e *Entry) string { return count(e.Batch) }}, t.Batch == 0 && t.any(func(e *Entry) bool { return e.Batch > 0 })},
		{column{"parameters", false, func(e *Entry) string { return style.Count(e.Params.Float()) }}, t.any(func(e *Entry) bool { return e.Params.Known })},
		{column{"parameter bytes", false, func(e *Entry) string { return style.Bytes(e.ParamBytes.Float()) }}, t.any(func(e *Entry) bool { return e.ParamBytes.Known })},
		{column{"batch data", false, func(e *Entry) string { return style.Bytes(e.DataBytes.Float()) }}, t.any(func(e *Entry) bool { return e.DataBytes.Known })},
		{column{"heap per op", false, func(e *Entry) string { return style.Bytes(e.AllocBytes.Float()) }}, t.any(func(e *Entry) bool { return e.AllocBytes.Known })},
		{column{totalTitle, false, func(e *Entry) string { return style.Bytes(e.Total.Float()) }}, t.any(func(e *Entry) bool { return e.ParamBytes.Known || e.DataBytes.Known })},
		{column{"vs reference", false, func(e *Entry) string { return style.Ratio(e.Ratio) }}, t.any(func(e *Entry) bool { return !math.IsNaN(e.Ratio) })},
		{column{"allocs per op", false, func(e *Entry) string { return style.Count(e.Allocs.Float()) }}, t.any(func(e *Entry) bool { return e.Allocs.Known })},
	}
	for _, c := range all {
		if c.shown {
			cols = append(cols, c.column)
		}
	}
	return cols
}

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
	if has(func(e *Entry) bool { return e.DataBytes.Known }) {
		lines = append(lines, "batch data: the input, and where it is complex also the output of the same shape")
	}
	if has(func(e *Entry) bool { return e.AllocBytes.Known }) {
		lines = append(lines, "heap per op: bytes allocated by one op (B/op); in a study one op is one call on the whole batch")
	}
	if has(func(e *Entry) bool { return e.ParamBytes.Known || e.DataBytes.Known }) {
		lines = append(lines, "total: parameter bytes + batch data + heap per op, as far as measured")
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
	p := "exact"
	if c.P != 0 {
		p = strconv.FormatFloat(c.P, 'f', 3, 64)
	}
	return []string{
		c.Name, c.Column, style.UnitTitle(c.Unit),
		style.Value(c.Was, c.Unit), style.Value(c.Is, c.Unit), delta, c.Verdict, p,
	}
}
