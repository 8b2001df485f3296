package arena

import "math"

// skyline places items from the bottom up: it takes the lowest stretch of the
// tops of what is placed, puts the first item in the order that lives entirely
// within it there, and where none does, raises the stretch to its lower
// neighbour (Burke, Kendall and Whitwell's best fit for strip packing, 2004;
// for memory: Sekiyama et al., arXiv:1804.10001).
type skyline struct {
	c       component
	offsets []int64
	height  int64
	floor   []int64 // of the stretch that begins at a step
	right   []int   // last step of the stretch that begins at a step, none if none does
	left    []int   // first step of the stretch that ends at a step
	lowest  pile[stretch]
	pick    *picker
}

func newSkyline(c component) *skyline {
	return &skyline{
		c: c, offsets: make([]int64, len(c.items)), pick: newPicker(c),
		floor: make([]int64, c.steps), right: make([]int, c.steps), left: make([]int, c.steps),
	}
}

func (a stretch) before(b stretch) bool {
	return a.floor < b.floor || a.floor == b.floor && a.left < b.left
}

// fill places all items in the given order and returns the height.
func (s *skyline) fill(order []int) int64 {
	for i := range s.right {
		s.right[i] = none
	}
	s.height, s.lowest = 0, s.lowest[:0]
	s.pick.reset(order)
	s.add(stretch{0, s.c.steps - 1, 0})
	for placed := 0; placed < len(order); {
		at := s.lowest.pop()
		if s.right[at.left] != at.right || s.floor[at.left] != at.floor {
			continue // merged since
		}
		s.right[at.left] = none
		i := s.pick.take(at.left, at.right)
		if i == none {
			s.add(s.raised(at))
			continue
		}
		s.place(i, at)
		placed++
	}
	return s.height
}

// place puts an item on the floor of a stretch.
func (s *skyline) place(i int, at stretch) {
	it := &s.c.items[i]
	s.offsets[i] = at.floor
	s.height = max(s.height, at.floor+it.size)
	if at.left < it.first {
		s.add(stretch{at.left, it.first - 1, at.floor})
	}
	if it.last < at.right {
		s.add(stretch{it.last + 1, at.right, at.floor})
	}
	s.add(stretch{it.first, it.last, at.floor + it.room})
}

// raised returns a stretch on the level of its lower neighbour.
func (s *skyline) raised(at stretch) stretch {
	at.floor = math.MaxInt64
	if at.left > 0 {
		at.floor = s.floor[s.left[at.left-1]]
	}
	if at.right+1 < s.c.steps {
		at.floor = min(at.floor, s.floor[at.right+1])
	}
	return at
}

// add adds a stretch, joined with neighbours on its level.
func (s *skyline) add(at stretch) {
	if at.left > 0 {
		if l := s.left[at.left-1]; s.right[l] == at.left-1 && s.floor[l] == at.floor {
			s.right[l] = none
			at.left = l
		}
	}
	if l := at.right + 1; l < s.c.steps && s.right[l] != none && s.floor[l] == at.floor {
		at.right, s.right[l] = s.right[l], none
	}
	s.floor[at.left], s.right[at.left], s.left[at.right] = at.floor, at.right, at.left
	s.lowest.push(at)
}
