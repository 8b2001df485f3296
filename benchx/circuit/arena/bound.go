package arena

import (
	"cmp"
	"slices"
)

// peak returns the lower bound of Plan.LowerBound and the first step that
// reaches it. Items are ordered by first step; only first steps can set a new
// maximum.
func peak(items []item) (bound int64, step int) {
	byEnd := make([]int, len(items))
	for i := range byEnd {
		byEnd[i] = i
	}
	slices.SortFunc(byEnd, func(i, j int) int { return cmp.Compare(items[i].last, items[j].last) })
	var rooms int64
	var pads padding
	ended := 0
	for i, it := range items {
		for items[byEnd[ended]].last < it.first {
			rooms -= items[byEnd[ended]].room
			ended++
		}
		rooms += it.room
		pads.add(&it)
		if i+1 < len(items) && items[i+1].first == it.first {
			continue
		}
		if b := rooms - pads.most(it.first); b > bound {
			bound, step = b, it.first
		}
	}
	return bound, step
}

// alive returns the buffers with bytes at a step, largest first.
func alive(buffers []Buffer, step int) []int {
	var live []int
	for i, b := range buffers {
		if b.Size > 0 && b.First <= step && step <= b.Last {
			live = append(live, i)
		}
	}
	slices.SortStableFunc(live, func(i, j int) int { return cmp.Compare(buffers[j].Size, buffers[i].Size) })
	return live
}

// pad is what rounding adds to an item that lives until last.
type pad struct {
	bytes int64
	last  int
}

func (a pad) before(b pad) bool { return a.bytes > b.bytes }

// padding holds the pads of items that may be alive, the widest first.
type padding struct{ pile[pad] }

// add adds the pad of an item, if it has one.
func (p *padding) add(it *item) {
	if it.room > it.size {
		p.push(pad{it.room - it.size, it.last})
	}
}

// most returns the widest pad alive at a step. Steps must not decrease.
func (p *padding) most(step int) int64 {
	for len(p.pile) > 0 && p.pile[0].last < step {
		p.pop()
	}
	if len(p.pile) == 0 {
		return 0
	}
	return p.pile[0].bytes
}
