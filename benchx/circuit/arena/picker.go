package arena

import "math"

// picker finds, among the items not yet taken that live within a range of
// steps, the first in an order. It is a tree over the points (first step, last
// step), halved by the one and the other by turns (Bentley's k-d tree, 1975), each
// node with the bounds and the best rank below it: no more than O(√n) nodes lie
// across the border of a range, and of those within it only the way to the best
// is walked.
type picker struct {
	items []item
	leafs int
	nodes []pick // from 1 on; the leafs are the last
	leaf  []int  // per item: its node
	item  []int  // per leaf: its item

	// Of the query: the steps, and the leaf found with its rank.
	left, right, rank int32
	found             int
}

// pick is the latest first step, the earliest last step and the first rank of
// what is left below a node.
type pick struct{ first, last, rank int32 }

// taken is what no query finds.
var taken = pick{-1, math.MaxInt32, math.MaxInt32}

func newPicker(c component) *picker {
	p := &picker{items: c.items, leafs: 1, leaf: make([]int, len(c.items))}
	for p.leafs < len(c.items) {
		p.leafs *= 2
	}
	p.nodes, p.item = make([]pick, 2*p.leafs), make([]int, p.leafs)
	all := make([]int, len(c.items))
	for i := range all {
		all[i] = i
	}
	p.deal(all, 0, p.leafs, true)
	return p
}

// deal hands items to so many leafs from low on.
func (p *picker) deal(items []int, low, leafs int, byLast bool) {
	if leafs == 1 {
		for _, i := range items {
			p.leaf[i], p.item[low] = p.leafs+low, i
		}
		return
	}
	half := leafs / 2
	if len(items) > half {
		p.partition(items, half, byLast)
		p.deal(items[half:], low+half, half, !byLast)
		items = items[:half]
	}
	p.deal(items, low, half, !byLast)
}

func (p *picker) key(i int, byLast bool) int {
	if byLast {
		return p.items[i].last
	}
	return p.items[i].first
}

// partition moves the items with the n smallest keys to the front (Hoare's find).
func (p *picker) partition(items []int, n int, byLast bool) {
	low, high := 0, len(items)-1
	for low < high {
		pivot := p.key(items[(low+high)/2], byLast)
		i, j := low, high
		for i <= j {
			for p.key(items[i], byLast) < pivot {
				i++
			}
			for p.key(items[j], byLast) > pivot {
				j--
			}
			if i <= j {
				items[i], items[j] = items[j], items[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			high = j
		case n >= i:
			low = i
		default:
			return
		}
	}
}

// reset makes all items available, ranked by their place in the order.
func (p *picker) reset(order []int) {
	for i := p.leafs; i < len(p.nodes); i++ {
		p.nodes[i] = taken
	}
	for rank, i := range order {
		it := &p.items[i]
		p.nodes[p.leaf[i]] = pick{int32(it.first), int32(it.last), int32(rank)}
	}
	for i := p.leafs - 1; i > 0; i-- {
		p.nodes[i] = p.below(i)
	}
}

// below sums up the children of a node.
func (p *picker) below(i int) pick {
	a, b := p.nodes[2*i], p.nodes[2*i+1]
	return pick{max(a.first, b.first), min(a.last, b.last), min(a.rank, b.rank)}
}

// take removes and returns the first item that lives within the steps left …
// right, or none.
func (p *picker) take(left, right int) int {
	p.left, p.right, p.rank, p.found = int32(left), int32(right), math.MaxInt32, none
	p.search(1)
	if p.found == none {
		return none
	}
	p.nodes[p.found] = taken
	for i := p.found / 2; i > 0; i /= 2 {
		now := p.below(i)
		if now == p.nodes[i] {
			break
		}
		p.nodes[i] = now
	}
	return p.item[p.found-p.leafs]
}

// search looks for a better item below a node.
func (p *picker) search(node int) {
	for {
		n := &p.nodes[node]
		if n.rank >= p.rank || n.first < p.left || n.last > p.right {
			return
		}
		if node >= p.leafs {
			p.rank, p.found = n.rank, node
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
