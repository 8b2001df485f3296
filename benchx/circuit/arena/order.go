package arena

import (
	"cmp"
	"slices"
)

// order is a rule for the sequence in which items are placed.
type order int

// The orders, those first that do best with the skyline where there is much to
// place.
const (
	byBreadth   order = iota // most bytes alive at a step of its life, then size
	byConflicts              // others alive with it, then size
	byArea                   // size × lifetime
	bySize                   // size, then lifetime
	byStart                  // as they come, the larger first
	orders
)

func (o order) String() string {
	return [...]string{"breadth", "conflicts", "size × lifetime", "size", "start"}[o]
}

// crowd is what the orders know of the items of a component.
type crowd struct {
	items     []item
	breadth   []int64
	conflicts []int
	sequences [orders][]int
}

// sequence returns the items' numbers in an order. Ties keep the order of the
// items.
func (c *crowd) sequence(o order) []int {
	if c.sequences[o] != nil {
		return c.sequences[o]
	}
	seq := make([]int, len(c.items))
	for i := range seq {
		seq[i] = i
	}
	slices.SortFunc(seq, func(i, j int) int { return cmp.Or(c.compare(o, i, j), cmp.Compare(i, j)) })
	c.sequences[o] = seq
	return seq
}

func (c *crowd) compare(o order, i, j int) int {
	a, b := &c.items[i], &c.items[j]
	larger := cmp.Compare(b.room, a.room)
	switch o {
	case byStart:
		return cmp.Or(cmp.Compare(a.first, b.first), larger)
	case byArea:
		return cmp.Compare(b.area(), a.area())
	case byConflicts:
		return cmp.Or(cmp.Compare(c.conflicts[j], c.conflicts[i]), larger)
	case byBreadth:
		return cmp.Or(cmp.Compare(c.breadth[j], c.breadth[i]), larger)
	default:
		return cmp.Or(larger, cmp.Compare(b.life(), a.life()))
	}
}

// life returns the number of steps an item lives for.
func (a *item) life() int { return a.last - a.first + 1 }

// area returns size × lifetime; a float, for it may exceed an int64.
func (a *item) area() float64 { return float64(a.room) * float64(a.life()) }
