package arena

import (
	"cmp"
	"slices"
)

// item is a buffer with bytes. Its steps are numbered anew: two items are alive
// together exactly if the ranges first…last intersect.
type item struct {
	size, room  int64 // bytes, and bytes up to the next aligned offset
	first, last int
	index       int // of its buffer
}

// itemsOf returns the buffers that have bytes, ordered by all that matters of
// them: where two compare equal they are interchangeable, which makes all that
// follows independent of the order of the input.
func itemsOf(buffers []Buffer, align int64) []item {
	items := make([]item, 0, len(buffers))
	for i, b := range buffers {
		if b.Size > 0 {
			items = append(items, item{size: b.Size, room: roundUp(b.Size, align), first: b.First, last: b.Last, index: i})
		}
	}
	slices.SortFunc(items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last), cmp.Compare(b.size, a.size), cmp.Compare(a.index, b.index))
	})
	return items
}

// component is a stretch of time that shares no item with the rest. Its steps
// run from 0 to steps-1, and each is a maximal set of items alive together.
type component struct {
	items []item
	steps int
	align int64
	bound int64 // lower bound of its height
}

// components splits items, ordered by first step, at the instants that none
// lives through; the one with the largest bound comes first.
func components(items []item, align int64) []component {
	var parts []component
	start, end := 0, items[0].last
	for i := 1; i <= len(items); i++ {
		if i < len(items) && items[i].first <= end {
			end = max(end, items[i].last)
			continue
		}
		c := component{items: items[start:i:i], align: align}
		c.bound, _ = peak(c.items)
		c.steps = renumber(c.items)
		parts = append(parts, c)
		if i < len(items) {
			start, end = i, items[i].last
		}
	}
	slices.SortStableFunc(parts, func(a, b component) int { return cmp.Compare(b.bound, a.bound) })
	return parts
}

// renumber replaces steps by the number of the maximal set of items alive
// together, counted from 0, and returns how many there are. The set of one first
// step is part of that of the next unless an item ends between the two.
func renumber(items []item) int {
	starts, ends := make([]int, 0, len(items)), make([]int, len(items))
	for i, it := range items {
		if i == 0 || it.first != items[i-1].first {
			starts = append(starts, it.first)
		}
		ends[i] = it.last
	}
	slices.Sort(ends)
	set := make([]int, len(starts))
	ended := 0
	for j := 1; j < len(starts); j++ {
		set[j] = set[j-1]
		if ends[ended] < starts[j] {
			set[j]++
		}
		for ends[ended] < starts[j] {
			ended++
		}
	}
	at := func(step int) int { // the last first step that is not after step
		j, found := slices.BinarySearch(starts, step)
		if !found {
			j--
		}
		return set[j]
	}
	for i := range items {
		items[i].first, items[i].last = at(items[i].first), at(items[i].last)
	}
	return set[len(set)-1] + 1
}
