package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Order is an order of the rows of a table.
type Order string

// The orders. Rows that are equal in one stay as they are in the first.
const (
	AsLaidOut Order = "seen"  // that of the layout: by default as first seen
	ByName    Order = "name"  // alphabetical
	ByDelta   Order = "delta" // largest difference that shows first, whichever way
	ByWorst   Order = "worst" // benchmarks that broke, then what got worse most, …, last what got better most
)

// Check returns an error for a word that names no order.
func (o Order) Check() error {
	switch o {
	case AsLaidOut, ByName, ByDelta, ByWorst:
		return nil
	}
	return fmt.Errorf("no order is called %q; there are %s, %s, %s and %s", o, AsLaidOut, ByName, ByDelta, ByWorst)
}

// SortRows sorts the rows of every table of the result.
func (r *Result) SortRows(by Order) {
	for i := range r.Tables {
		t := &r.Tables[i]
		switch by {
		case ByName:
			slices.SortStableFunc(t.Rows, func(a, b Row) int { return strings.Compare(a.Name, b.Name) })
		case ByDelta:
			t.sortBy(func(c, _ *Cell) float64 { return c.shownChange() })
		case ByWorst:
			t.sortBy(badness)
		}
	}
}

// sortBy sorts rows by the largest weight that one of their cells has against
// the base, heaviest first.
func (t *Table) sortBy(weight func(c, base *Cell) float64) {
	type weighed struct {
		row    Row
		weight float64
	}
	rows := make([]weighed, len(t.Rows))
	for i, r := range t.Rows {
		w := math.Inf(-1)
		for c := range r.Cells {
			if c != t.Base {
				w = max(w, weight(&r.Cells[c], &r.Cells[t.Base]))
			}
		}
		rows[i] = weighed{r, w}
	}
	slices.SortStableFunc(rows, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	for i := range rows {
		t.Rows[i] = rows[i].row
	}
}

// shownChange is the size of a difference: 0 where none is shown, below that
// where there is nothing to compare.
func (c *Cell) shownChange() float64 {
	switch {
	case c.BaseN == 0:
		return -1
	case c.Alpha > 0 && c.P > c.Alpha:
		return 0
	}
	return c.change()
}

// badness puts cells that broke first, then those that got worse by how much,
// then changes without a direction, all that is not decided, and what got better.
func badness(c, base *Cell) float64 {
	const broken, worse, changed, undecided = 4e3, 3e3, 2e3, 1e3
	size := min(c.change(), 999)
	switch {
	case base.Present && c.failed():
		return broken
	case c.Verdict == Worse:
		return worse + size
	case c.Verdict == Changed:
		return changed + size
	case c.Verdict == Better:
		return -size
	}
	return undecided
}

// change is the size of a difference in logarithms, so that half and twice are
// as far from the same: infinite to or from nothing, or over zero.
func (c *Cell) change() float64 {
	if c.Delta <= -1 || math.IsInf(c.Delta, 0) {
		return math.Inf(1)
	}
	return math.Abs(math.Log1p(c.Delta))
}
