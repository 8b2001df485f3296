package arena

import (
	"math"
	"slices"
)

// shelf places items one by one, each at the lowest (first fit) or into the
// tightest (best fit) gap among those already placed that are alive with it.
type shelf struct {
	items   []item
	placed  []block // by offset
	offsets []int64
	height  int64
}

// block is a placed item.
type block struct {
	offset, end int64 // end of its room
	first, last int
}

func newShelf(items []item) *shelf {
	return &shelf{items: items, placed: make([]block, 0, len(items)), offsets: make([]int64, len(items))}
}

// fill places all items in the given order and returns the height. It stops
// early, with a height that is at least the limit, once an item ends beyond it.
func (s *shelf) fill(order []int, best bool, limit int64) int64 {
	s.placed, s.height = s.placed[:0], 0
	for _, i := range order {
		it := &s.items[i]
		off := s.gap(it, best)
		s.offsets[i] = off
		s.height = max(s.height, off+it.size)
		if s.height >= limit {
			break
		}
		s.insert(block{off, off + it.room, it.first, it.last})
	}
	return s.height
}

// gap returns the offset for an item. Gaps lie between the blocks alive with
// it; the one above them all is open.
func (s *shelf) gap(it *item, best bool) int64 {
	var floor int64 // highest end so far
	at, tightest := int64(-1), int64(math.MaxInt64)
	for k := range s.placed {
		b := &s.placed[k]
		if b.first > it.last || it.first > b.last {
			continue
		}
		if room := b.offset - floor; room >= it.room && room < tightest {
			if !best {
				return floor
			}
			at, tightest = floor, room
		}
		floor = max(floor, b.end)
	}
	if at >= 0 {
		return at
	}
	return floor
}

func (s *shelf) insert(b block) {
	k := len(s.placed)
	for k > 0 && s.placed[k-1].offset > b.offset {
		k--
	}
	s.placed = slices.Insert(s.placed, k, b)
}
