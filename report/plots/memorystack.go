package plots

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/report/style"
)

// A MemoryStack tells how the memory of a circuit grows with one knob, what
// takes it, and where it meets the budget.
type MemoryStack struct {
	// Of names the circuit in the title and in the file name.
	Of string
	// Knob is what X counts: "batch", "n", "concurrency".
	Knob string
	// X are the values that were evaluated, in any order; of equal ones the
	// first counts.
	X []int64
	// Terms are in the order of the totals, as in a Waterfall.
	Terms []MemoryTerm
	// Budget is in bytes; 0 means that there is none.
	Budget int64
	// Asked is the value that was asked for, Largest the largest that fits the
	// budget, and Safe the one below which, where memory does not grow steadily,
	// every value fits. They need not be among X; 0 marks nothing.
	Asked, Largest, Safe int64
}

// A MemoryTerm is one term at each value of the knob.
type MemoryTerm struct {
	Name string
	// Bytes[i] is the term at X[i]; values of X that a term lacks are not drawn.
	Bytes []int64
}

// knob is the name of the knob as an axis has room for it.
func (m MemoryStack) knob() string { return cmp.Or(style.Shorten(m.Knob, 40), "x") }

func (m MemoryStack) file() string {
	return fileName("memory-by-"+cmp.Or(slug(m.Knob), "x"), slug(m.Of))
}

func (m MemoryStack) draft() *sheet {
	st := newStack(m)
	if len(st.places) == 0 {
		return nil
	}
	return st.sheet()
}

// A stack is a MemoryStack in order: the columns ascending, terms that are zero
// everywhere left out and the smallest of many joined.
type stack struct {
	MemoryStack
	columns     []column
	places      []int // of the parts among the terms; -1 for those joined
	joined      []int // terms
	lacking     int   // values of X that a term lacks
	budget      float64
	least, most float64 // total
}

func newStack(m MemoryStack) *stack {
	st := &stack{MemoryStack: m, budget: size(m.Budget), least: math.Inf(1)}
	points := st.points()
	st.choose(points)
	for _, i := range points {
		c := st.column(i)
		st.columns = append(st.columns, c)
		st.least, st.most = min(st.least, c.total), max(st.most, c.total)
	}
	return st
}

// points returns which of X are drawn, ascending: those that all terms have.
func (st *stack) points() (list []int) {
	known := len(st.X)
	for _, t := range st.Terms {
		known = min(known, len(t.Bytes))
	}
	st.lacking = len(st.X) - known
	for i := range known {
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(st.X[a], st.X[b]) })
	return slices.CompactFunc(list, func(a, b int) bool { return float64(st.X[a]) == float64(st.X[b]) })
}

// choose finds the terms that get a part of their own, and those to be joined.
func (st *stack) choose(points []int) {
	largest := make([]float64, len(st.Terms))
	for k, t := range st.Terms {
		for _, i := range points {
			largest[k] = max(largest[k], size(t.Bytes[i]))
		}
	}
	keep := largestPlaces(largest)
	for k := range st.Terms {
		switch {
		case keep[k]:
			st.places = append(st.places, k)
		case largest[k] > 0:
			st.joined = append(st.joined, k)
		}
	}
	if len(st.joined) > 0 {
		st.places = append(st.places, -1)
	}
}

// column is the stack at X[i].
func (st *stack) column(i int) column {
	c := column{x: float64(st.X[i])}
	for _, k := range st.places {
		part := 0.0
		if k >= 0 {
			part = size(st.Terms[k].Bytes[i])
		} else {
			for _, r := range st.joined {
				part += size(st.Terms[r].Bytes[i])
			}
		}
		c.parts = append(c.parts, part)
		c.total += part
	}
	return c
}

func (st *stack) xs() []float64 {
	xs := make([]float64, len(st.columns))
	for i, c := range st.columns {
		xs[i] = c.x
	}
	return xs
}

func (st *stack) name(part int) string {
	if k := st.places[part]; k >= 0 {
		return cmp.Or(st.Terms[k].Name, "(no name)")
	}
	return plural(len(st.joined), "smaller term")
}

func (st *stack) color(part int) style.RGB {
	if k := st.places[part]; k >= 0 {
		return termColor(k)
	}
	return style.NeutralColor()
}

func (st *stack) colors() []color.Color {
	list := make([]color.Color, len(st.places))
	for i := range list {
		list[i] = st.color(i)
	}
	return list
}

// at returns the column of a value, nil where it was not evaluated.
func (st *stack) at(x int64) *column {
	i, found := slices.BinarySearchFunc(st.columns, float64(x), func(c column, x float64) int { return cmp.Compare(c.x, x) })
	if !found {
		return nil
	}
	return &st.columns[i]
}
