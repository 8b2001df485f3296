package arena

import "math"

// picker finds, among the items not yet taken that live within a range of
// steps, the first in an order. It is a binary tree over the items by first step;
// each node has the earliest end and the first rank below it.
type picker struct {
	items []item
	begin []int // per step: the first item that begins there or later
	leafs int
	nodes []pick

	// Of the query: item numbers, the last step, and what was found.
	from, to int
	end      int32
	rank     int32
	found    int
}

type pick struct{ last, rank int32 }

// taken is what no query finds.
var taken = pick{math.MaxInt32, math.MaxInt32}

func newPicker(c component) *picker {
	p := &picker{items: c.items, begin: make([]int, c.steps+1), leafs: 1}
	for p.leafs < len(c.items) {
		p.leafs *= 2
	}
	p.nodes = make([]pick, 2*p.leafs)
	for k, i := c.steps, len(c.items); k >= 0; k-- {
		for i > 0 && c.items[i-1].first >= k {
			i--
		}
		p.begin[k] = i
	}
	return p
}

// reset makes all items available, ranked by their place in the order.
func (p *picker) reset(order []int) {
	leafs := p.nodes[p.leafs:]
	for rank, i := range order {
		leafs[i] = pick{int32(p.items[i].last), int32(rank)}
	}
	for i := len(order); i < len(leafs); i++ {
		leafs[i] = taken
	}
	for i := p.leafs - 1; i > 0; i-- {
		p.pull(i)
	}
}

func (p *picker) pull(i int) {
	a, b := p.nodes[2*i], p.nodes[2*i+1]
	p.nodes[i] = pick{min(a.last, b.last), min(a.rank, b.rank)}
}

// take removes and returns the first item that lives within the steps left …
// right, or none.
func (p *picker) take(left, right int) int {
	p.from, p.to, p.end = p.begin[left], p.begin[right+1], int32(right)
	p.rank, p.found = math.MaxInt32, none
	p.search(1, 0, p.leafs)
	if p.found == none {
		return none
	}
	i := p.leafs + p.found
	p.nodes[i] = taken
	for i /= 2; i > 0; i /= 2 {
		p.pull(i)
	}
	return p.found
}

// search looks for a better item below a node, which has the items low … high-1.
func (p *picker) search(node, low, high int) {
	if high <= p.from || p.to <= low || p.nodes[node].last > p.end || p.nodes[node].rank >= p.rank {
		return
	}
	if node >= p.leafs {
		p.rank, p.found = p.nodes[node].rank, low
		return
	}
	a, b, middle := 2*node, 2*node+1, (low+high)/2
	if p.nodes[a].rank <= p.nodes[b].rank {
		p.search(a, low, middle)
		p.search(b, middle, high)
		return
	}
	p.search(b, middle, high)
	p.search(a, low, middle)
}
