package arena

import (
	"math"
	"math/rand/v2"
	"slices"
)

// search looks for a layout within a capacity, depth first. A valley is a stretch
// of the skyline whose neighbours are higher. Where nothing can move down, the
// lowest of the items that live within a valley stand on its floor. So the search
// decides which one is the leftmost there, or that none is and the valley rises to
// its lower neighbour. What lies to the left of the leftmost is lost, and what a
// step can lose is known: the capacity less the rooms of all that is alive. In a
// tight layout that is nothing, which leaves little to choose. (To bound what
// each section of time can still take is how MiniMalloc prunes: Moffitt, ASPLOS
// 2023. It places upwards over all time at once; here every valley is open.)
//
// Valleys may be decided in any order. The one with the fewest choices is next, in
// proportion to how often valleys there were dead ends before (Boussemart et al.,
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
