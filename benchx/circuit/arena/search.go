package arena

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// search looks for a layout within a capacity, depth first. A valley is a
// stretch of the skyline whose neighbours are higher. Where nothing can move
// down, the lowest items over a valley that live within it stand on its floor; so the search
// decides which one is the leftmost there, or that none is and the valley rises
// to its lower neighbour. What lies to the left of the leftmost is lost, and
// what a step can lose is known: the capacity less the rooms of all that is alive.
// In a tight layout that is nothing, which leaves little to choose.
//
// Valleys may be decided in any order. The one with the fewest choices is next,
// in proportion to how often valleys there were dead ends before (Boussemart et al.,
// Boosting systematic search by weighting constraints, ECAI 2004): trouble at one
// time is then not met again for each layout of another.
type search struct {
	c      component
	begins [][]int // per step: the items that begin there
	ends   [][]int // per step: the items that end there
	twin   []int   // per item: one like it that is placed first, or none
	demand []int64 // per step: the rooms of the items alive

	capacity int64
	slack    []int64 // per step: bytes that may still be lost
	whole    int64   // the capacity rounded down to the alignment
	thin     []int   // per step: items alive, unplaced and thin
	ground   *terrain
	placed   []bool
	offsets  []int64
	unplaced int

	by     taste
	random *rand.PCG
	weight []int // per step: how often a valley over it was a dead end
	list   []choice
	cut    bool // choices were left out

	work, limit int // looks at items, steps and stretches in this attempt
}

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

// outcome of an attempt.
type outcome int

const (
	found      outcome = iota
	impossible         // no layout fits the capacity
	gaveUp             // the limit was reached
)

func newSearch(c component) *search {
	n := len(c.items)
	s := &search{
		c: c, begins: make([][]int, c.steps), ends: make([][]int, c.steps),
		demand: make([]int64, c.steps), slack: make([]int64, c.steps), thin: make([]int, c.steps),
		ground: newTerrain(c.steps), placed: make([]bool, n), offsets: make([]int64, n),
		random: rand.NewPCG(1, 2), weight: make([]int, c.steps), twin: twins(c.items),
	}
	for i, it := range c.items {
		s.begins[it.first] = append(s.begins[it.first], i)
		s.ends[it.last] = append(s.ends[it.last], i)
	}
	var alive int64
	for k := range s.demand {
		for _, i := range s.begins[k] {
			alive += c.items[i].room
		}
		s.demand[k] = alive
		for _, i := range s.ends[k] {
			alive -= c.items[i].room
		}
	}
	return s
}

// twins returns for each item the one before it of the same size and life.
func twins(items []item) []int {
	twin, latest := make([]int, len(items)), map[item]int{}
	for i, it := range items {
		it.index = 0
		twin[i] = none
		if j, ok := latest[it]; ok {
			twin[i] = j
		}
		latest[it] = i
	}
	return twin
}

// attempt looks for a layout no higher than the capacity.
func (s *search) attempt(capacity int64, t taste, limit int) outcome {
	s.capacity, s.by, s.work, s.limit = capacity, t, 0, limit
	s.whole = capacity &^ (s.c.align - 1)
	s.countThin()
	for k := range s.slack {
		s.slack[k] = s.whole - s.demand[k]
		if s.thin[k] > 0 {
			s.slack[k] += s.c.align
		}
		if s.slack[k] < 0 {
			return impossible
		}
	}
	clear(s.placed)
	s.unplaced, s.list, s.cut = len(s.c.items), s.list[:0], false
	s.ground.level()
	o := s.descend()
	if o == impossible && s.cut {
		return gaveUp
	}
	return o
}

// height of the layout that was found.
func (s *search) height() int64 {
	var h int64
	for i, it := range s.c.items {
		h = max(h, s.offsets[i]+it.size)
	}
	return h
}

// descend decides one valley after the other.
func (s *search) descend() outcome {
	if s.unplaced == 0 {
		return found
	}
	if s.work > s.limit {
		return gaveUp
	}
	valley, ok := s.narrowest()
	if !ok {
		return impossible
	}
	from := len(s.list)
	s.survey(valley, 4*plenty)
	s.sort(s.list[from:])
	if len(s.list)-from > plenty {
		s.list, s.cut = s.list[:from+plenty], true
	}
	for k := from; k < len(s.list); k++ {
		c, length := s.list[k], len(s.ground.trail)
		if s.decide(valley, c) {
			if o := s.descend(); o != impossible {
				return o
			}
		}
		s.ground.back(length)
		s.revoke(valley, c)
	}
	s.list = s.list[:from]
	return impossible
}

// narrowest returns the valley to decide next, or false if one is a dead end.
func (s *search) narrowest() (stretch, bool) {
	g := s.ground
	for _, left := range g.touched {
		s.work++
		if g.score[left] != void {
			continue
		}
		at := g.at(left)
		switch n := s.choices(at); n {
		case 0:
			for k := at.left; k <= at.right; k++ {
				s.weight[k]++
			}
			return at, false
		case 1:
			g.score[left] = 0 // nothing to choose, so nothing to lose
		case closed:
			g.score[left] = math.Inf(1)
		default:
			g.score[left] = float64(n) / float64(1+slices.Max(s.weight[at.left:at.right+1]))
		}
	}
	g.settle()
	return g.at(g.lowest.winner()), true
}

// choices counts those in a valley, plenty at most.
func (s *search) choices(at stretch) int {
	if left, right := s.ground.sides(at); left < 0 || right < 0 {
		return closed
	}
	from := len(s.list)
	s.survey(at, plenty)
	n := len(s.list) - from
	s.list = s.list[:from]
	return n
}

// closed is the number of choices in a stretch that is no valley.
const closed = math.MaxInt

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
