package arena

import (
	"cmp"
	"math"
	"slices"
)

// taste says which choice in a valley comes first.
type taste struct {
	rank  []int // per item
	snug  bool  // choices that lose nothing come first
	noisy bool  // now and then a later one does
}

// choice in a valley: the item that stands leftmost on its floor, or none;
// and by how much the steps to its left, or all, rise.
type choice struct {
	item, rank int
	lost       int64
}

// plenty is the number of choices from which on it does not matter how many there
// are. That many of the first are tried, which is all where it matters: a proof
// takes fewer items.
const plenty = 64

// survey lists the choices in a valley, the most at most. A choice is left out if
// an item would fit below what rises: it could move down there from wherever it
// ends up.
func (s *search) survey(at stretch, most int) {
	left, right := s.ground.sides(at)
	from := len(s.list)
	slack := int64(math.MaxInt64)   // least of the steps passed
	fitting := int64(math.MaxInt64) // smallest room of the items that live within them
	full := at.floor == s.whole     // nothing is lost by a thin item
	k := at.left
	for ; k <= at.right && (slack > 0 || full); k++ {
		s.work += 1 + len(s.begins[k])
		for _, i := range s.begins[k] {
			it := &s.c.items[i]
			if s.placed[i] || it.last > at.right || s.twin[i] != none && !s.placed[s.twin[i]] {
				continue
			}
			if at.floor+it.size > s.capacity { // nor will it fit higher up
				s.list = s.list[:from]
				return
			}
			lost := int64(0)
			if k > at.left {
				lost = min(left, s.rise(it, at.floor))
			}
			if lost <= slack && lost < fitting {
				s.list = append(s.list, choice{item: i, rank: s.by.rank[i], lost: lost})
			}
		}
		if len(s.list)-from >= most {
			return
		}
		slack = min(slack, s.slack[k])
		for _, i := range s.ends[k] {
			if it := &s.c.items[i]; !s.placed[i] && it.first >= at.left {
				fitting = min(fitting, it.room)
			}
		}
	}
	if rise := min(left, right); k > at.right && rise <= slack && rise < fitting {
		s.list = append(s.list, choice{item: none, rank: math.MaxInt, lost: rise})
	}
}

func (s *search) sort(list []choice) {
	slices.SortFunc(list, func(a, b choice) int {
		if s.by.snug && (a.lost > 0) != (b.lost > 0) {
			return cmp.Compare(a.lost, b.lost)
		}
		return cmp.Compare(a.rank, b.rank)
	})
	if !s.by.noisy || len(list) < 2 {
		return
	}
	// Each but the last is passed over once in four times.
	pick := 0
	for pick < len(list)-1 && s.random.Uint64()%4 == 0 {
		pick++
	}
	chosen := list[pick]
	copy(list[1:pick+1], list[:pick])
	list[0] = chosen
}

// decide makes a choice and says whether each step can bear what it loses by it.
func (s *search) decide(valley stretch, c choice) bool {
	floor := valley.floor
	if c.item == none {
		s.lose(valley.left, valley.right, c.lost)
		s.ground.replace(valley, stretch{valley.left, valley.right, floor + c.lost})
		return true
	}
	it := &s.c.items[c.item]
	s.placed[c.item], s.offsets[c.item] = true, floor
	s.unplaced--
	s.lose(valley.left, it.first-1, c.lost)
	var by [3]stretch
	n := 0
	if valley.left < it.first {
		by[n] = stretch{valley.left, it.first - 1, floor + c.lost}
		n++
	}
	by[n] = stretch{it.first, it.last, floor + s.rise(it, floor)}
	n++
	if it.last < valley.right {
		by[n] = stretch{it.last + 1, valley.right, floor}
		n++
	}
	s.ground.replace(valley, by[:n]...)
	return !s.buries(it, floor) || s.bury(it)
}

// revoke takes a choice back.
func (s *search) revoke(valley stretch, c choice) {
	if c.item == none {
		s.lose(valley.left, valley.right, -c.lost)
		return
	}
	it := &s.c.items[c.item]
	s.placed[c.item] = false
	s.unplaced++
	s.lose(valley.left, it.first-1, -c.lost)
	if s.buries(it, valley.floor) {
		s.unearth(it)
	}
}

func (s *search) lose(left, right int, bytes int64) {
	for k := left; k <= right; k++ {
		s.slack[k] -= bytes
	}
}
