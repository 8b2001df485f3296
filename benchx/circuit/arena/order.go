package arena

import (
	"cmp"
	"slices"
)

// order is a rule for the order in which items are placed. Ties keep the
// canonical order of the items.
type order struct {
	name    string
	compare func(c *crowd, i, j int) int
}

// crowd is what the orders know of the items of a component.
type crowd struct {
	items     []item
	breadth   []int64 // per item: most bytes alive at a step of its life
	conflicts []int   // per item: number of others alive with it
}

// orders returns the rules, those first that do best with the skyline.
func orders() []order {
	bySize := func(c *crowd, i, j int) int { return cmp.Compare(c.items[j].room, c.items[i].room) }
	byLife := func(c *crowd, i, j int) int { return cmp.Compare(c.items[j].life(), c.items[i].life()) }
	byArea := func(c *crowd, i, j int) int { return cmp.Compare(c.items[j].area(), c.items[i].area()) }
	byBreadth := func(c *crowd, i, j int) int { return cmp.Compare(c.breadth[j], c.breadth[i]) }
	byConflicts := func(c *crowd, i, j int) int { return cmp.Compare(c.conflicts[j], c.conflicts[i]) }
	byStart := func(c *crowd, i, j int) int { return cmp.Compare(c.items[i].first, c.items[j].first) }
	then := func(a, b func(c *crowd, i, j int) int) func(c *crowd, i, j int) int {
		return func(c *crowd, i, j int) int { return cmp.Or(a(c, i, j), b(c, i, j)) }
	}
	return []order{
		{"start", then(byStart, bySize)},
		{"size × lifetime", byArea},
		{"conflicts", then(byConflicts, bySize)},
		{"breadth", then(byBreadth, bySize)},
		{"size", then(bySize, byLife)},
	}
}

// life returns the number of steps an item lives for.
func (a *item) life() int { return a.last - a.first + 1 }

// area returns size × lifetime; a float, for it may exceed an int64.
func (a *item) area() float64 { return float64(a.room) * float64(a.life()) }

// sorted returns the items' numbers in the order of a rule.
func (c *crowd) sorted(o order) []int {
	seq := make([]int, len(c.items))
	for i := range seq {
		seq[i] = i
	}
	slices.SortStableFunc(seq, func(i, j int) int { return o.compare(c, i, j) })
	return seq
}
