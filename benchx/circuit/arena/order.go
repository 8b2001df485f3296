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
// items. (Sizes beyond 2^53 may tie where they differ; any order will do.)
func (c *crowd) sequence(o order) []int {
	if c.sequences[o] != nil {
		return c.sequences[o]
	}
	ranked := make([]ranking, len(c.items))
	for i := range ranked {
		ranked[i] = c.rank(o, i)
	}
	slices.SortFunc(ranked, func(a, b ranking) int {
		return cmp.Or(cmp.Compare(b.first, a.first), cmp.Compare(b.second, a.second), cmp.Compare(a.item, b.item))
	})
	seq := make([]int, len(ranked))
	for k, r := range ranked {
		seq[k] = r.item
	}
	c.sequences[o] = seq
	return seq
}

// ranking is what an order goes by: the higher come first.
type ranking struct {
	first  float64
	second int64
	item   int
}

func (c *crowd) rank(o order, i int) ranking {
	it := &c.items[i]
	r := ranking{second: it.room, item: i}
	switch o {
	case byBreadth:
		r.first = float64(c.breadth[i])
	case byConflicts:
		r.first = float64(c.conflicts[i])
	case byArea:
		r.first = float64(it.room) * float64(it.life())
	case byStart:
		r.first = -float64(it.first)
	case bySize:
		r.first, r.second = float64(it.room), int64(it.life())
	}
	return r
}

// life returns the number of steps an item lives for.
func (a *item) life() int { return a.last - a.first + 1 }
