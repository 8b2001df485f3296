package arena

import (
	"container/heap"
	"math"
)

// skyline places items from the bottom up: it takes the lowest stretch of the
// tops of what is placed, puts the first item in the order that lives entirely
// within it there, and where none does, raises the stretch to its lower
// neighbour (Burke, Kendall and Whitwell's best fit for strip packing, 2004;
// for memory: Sekiyama et al., arXiv:1804.10001). It needs O(log n) steps for
// an item where few of its competitors outlive the stretch.
type skyline struct {
	c       component
	offsets []int64
	height  int64
	floor   []int64 // of the stretch that begins at a step
	right   []int   // last step of the stretch that begins at a step, -1 if none does
	left    []int   // first step of the stretch that ends at a step
	lowest  stretches
	pick    *picker
}

func newSkyline(c component) *skyline {
	return &skyline{
		c: c, offsets: make([]int64, len(c.items)),
		floor: make([]int64, c.steps), right: make([]int, c.steps), left: make([]int, c.steps),
	}
}

// fill places all items in the given order and returns the height.
func (s *skyline) fill(order []int) int64 {
	c := s.c
	s.height = 0
	for i := range s.right {
		s.right[i] = -1
	}
	s.lowest = s.lowest[:0]
	s.pick = newPicker(c, order)
	s.add(0, c.steps-1, 0)
	for placed := 0; placed < len(c.items); {
		at := heap.Pop(&s.lowest).(stretch)
		if s.right[at.left] < 0 || s.floor[at.left] != at.floor {
			continue // merged since
		}
		l, r := at.left, s.right[at.left]
		i := s.pick.take(l, r)
		if i < 0 {
			s.raise(l, r)
			continue
		}
		placed++
		it := &c.items[i]
		s.offsets[i] = at.floor
		s.height = max(s.height, at.floor+it.size)
		s.right[l] = -1
		if l < it.first {
			s.add(l, it.first-1, at.floor)
		}
		if it.last < r {
			s.add(it.last+1, r, at.floor)
		}
		s.merge(it.first, it.last, at.floor+it.room)
	}
	return s.height
}

func (s *skyline) add(l, r int, floor int64) {
	s.floor[l], s.right[l], s.left[r] = floor, r, l
	heap.Push(&s.lowest, stretch{floor, l})
}

// raise lifts a stretch to its lower neighbour.
func (s *skyline) raise(l, r int) {
	floor := int64(math.MaxInt64)
	if l > 0 {
		floor = s.floor[s.left[l-1]]
	}
	if r+1 < s.c.steps {
		floor = min(floor, s.floor[r+1])
	}
	s.right[l] = -1
	s.merge(l, r, floor)
}

// merge adds a stretch, joined with neighbours of the same height.
func (s *skyline) merge(l, r int, floor int64) {
	if l > 0 {
		if k := s.left[l-1]; s.right[k] == l-1 && s.floor[k] == floor {
			s.right[k] = -1
			l = k
		}
	}
	if r+1 < s.c.steps && s.right[r+1] >= 0 && s.floor[r+1] == floor {
		k := r + 1
		r = s.right[k]
		s.right[k] = -1
	}
	s.add(l, r, floor)
}

type stretch struct {
	floor int64
	left  int
}

type stretches []stretch

func (p stretches) Len() int { return len(p) }
func (p stretches) Less(i, j int) bool {
	return p[i].floor < p[j].floor || p[i].floor == p[j].floor && p[i].left < p[j].left
}
func (p stretches) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *stretches) Push(x any)   { *p = append(*p, x.(stretch)) }
func (p *stretches) Pop() any {
	old := *p
	x := old[len(old)-1]
	*p = old[:len(old)-1]
	return x
}

// picker finds, among the items not yet taken that live within a range, the
// first in an order. It is a binary tree over the items by first step, each
// node with the earliest end and the first rank below it.
type picker struct {
	c     component
	size  int
	begin []int // per step: the first item that begins there or later
	last  []int32
	rank  []int32
	best  int32
}

func newPicker(c component, order []int) *picker {
	p := &picker{c: c, size: 1, begin: make([]int, c.steps+1)}
	for p.size < len(c.items) {
		p.size *= 2
	}
	p.last, p.rank = make([]int32, 2*p.size), make([]int32, 2*p.size)
	for i := range p.last {
		p.last[i], p.rank[i] = math.MaxInt32, math.MaxInt32
	}
	for rank, i := range order {
		p.last[p.size+i], p.rank[p.size+i] = int32(c.items[i].last), int32(rank)
	}
	for i := p.size - 1; i > 0; i-- {
		p.pull(i)
	}
	for i := range p.begin {
		p.begin[i] = len(c.items)
	}
	for i := len(c.items) - 1; i >= 0; i-- {
		p.begin[c.items[i].first] = i
	}
	for t := c.steps - 1; t >= 0; t-- {
		p.begin[t] = min(p.begin[t], p.begin[t+1])
	}
	return p
}

func (p *picker) pull(i int) {
	p.last[i] = min(p.last[2*i], p.last[2*i+1])
	p.rank[i] = min(p.rank[2*i], p.rank[2*i+1])
}

// take removes and returns the item, or -1.
func (p *picker) take(l, r int) int {
	found := -1
	p.best = math.MaxInt32
	p.search(1, 0, p.size, p.begin[l], p.begin[r+1], int32(r), &found)
	if found < 0 {
		return -1
	}
	i := p.size + found
	p.last[i], p.rank[i] = math.MaxInt32, math.MaxInt32
	for i /= 2; i > 0; i /= 2 {
		p.pull(i)
	}
	return found
}

func (p *picker) search(node, lo, hi, from, to int, r int32, found *int) {
	if hi <= from || to <= lo || p.last[node] > r || p.rank[node] >= p.best {
		return
	}
	if hi-lo == 1 {
		p.best, *found = p.rank[node], lo
		return
	}
	mid := (lo + hi) / 2
	a, b := 2*node, 2*node+1
	if p.rank[a] <= p.rank[b] {
		p.search(a, lo, mid, from, to, r, found)
		p.search(b, mid, hi, from, to, r, found)
		return
	}
	p.search(b, mid, hi, from, to, r, found)
	p.search(a, lo, mid, from, to, r, found)
}
