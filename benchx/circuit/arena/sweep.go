package arena

import "math"

// sweep places items in the order in which they come alive, each at the lowest
// hole that it fits, and gives its room back when its life ends. It takes no time
// to speak of where few are alive together, and reaches the bound of most chains.
type sweep struct {
	items   []item
	offsets []int64
	alive   pile[leaving]
	holes   []hole // by offset; the last has no end
}

// hole is free memory.
type hole struct{ offset, size int64 }

// leaving is an item that is alive until a step.
type leaving struct{ last, item int }

func (a leaving) before(b leaving) bool {
	return a.last < b.last || a.last == b.last && a.item < b.item
}

// manyHoles is how many holes are too many for a sweep, which looks at all.
const manyHoles = 128

// fill places all items and returns the height, or gives up among too many holes.
func (s *sweep) fill() int64 {
	s.holes = append(s.holes[:0], hole{0, math.MaxInt64})
	s.alive = s.alive[:0]
	height := int64(0)
	for i := range s.items {
		it := &s.items[i]
		for len(s.alive) > 0 && s.alive[0].last < it.first {
			s.free(s.alive.pop().item)
		}
		if len(s.holes) > manyHoles {
			return math.MaxInt64
		}
		s.offsets[i] = s.take(it.room)
		s.alive.push(leaving{it.last, i})
		height = max(height, s.offsets[i]+it.size)
	}
	return height
}

// take returns the lowest hole with room, and leaves what it does not need.
func (s *sweep) take(room int64) int64 {
	for k := range s.holes {
		h := &s.holes[k]
		if h.size < room {
			continue
		}
		at := h.offset
		h.offset, h.size = h.offset+room, h.size-room
		if h.size == 0 {
			s.holes = append(s.holes[:k], s.holes[k+1:]...)
		}
		return at
	}
	return 0 // the last hole has room for all
}

// free gives the room of an item back.
func (s *sweep) free(i int) {
	at, room := s.offsets[i], s.items[i].room
	k := 0
	for s.holes[k].offset < at { // the last hole is above all items
		k++
	}
	below := k > 0 && s.holes[k-1].offset+s.holes[k-1].size == at
	above := s.holes[k].offset == at+room
	switch {
	case below && above:
		s.holes[k-1].size += room + s.holes[k].size
		s.holes = append(s.holes[:k], s.holes[k+1:]...)
	case below:
		s.holes[k-1].size += room
	case above:
		s.holes[k].offset, s.holes[k].size = at, s.holes[k].size+room
	default:
		s.holes = append(s.holes, hole{})
		copy(s.holes[k+1:], s.holes[k:])
		s.holes[k] = hole{at, room}
	}
}
