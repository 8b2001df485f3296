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

	// Of the query: the last step, and the leaf found with its rank.
	end, rank int32
	found     int
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
	p.end, p.rank, p.found = int32(right), math.MaxInt32, none
	low, high := p.leafs+p.begin[left], p.leafs+p.begin[right+1]
	for ; low < high; low, high = low/2, high/2 {
		if low&1 == 1 {
			p.search(low)
			low++
		}
		if high&1 == 1 {
			high--
			p.search(high)
		}
	}
	if p.found == none {
		return none
	}
	p.nodes[p.found] = taken
	for i := p.found / 2; i > 0; i /= 2 {
		was := p.nodes[i]
		if p.pull(i); p.nodes[i] == was {
			break
		}
	}
	return p.found - p.leafs
}

// search looks for a better item below a node.
func (p *picker) search(node int) {
	for p.nodes[node].last <= p.end && p.nodes[node].rank < p.rank {
		if node >= p.leafs {
			p.rank, p.found = p.nodes[node].rank, node
			return
		}
		first, second := 2*node, 2*node+1
		if p.nodes[second].rank < p.nodes[first].rank {
			first, second = second, first
		}
		p.search(first)
		node = second
	}
}
