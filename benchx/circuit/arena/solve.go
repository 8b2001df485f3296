package arena

import "math"

// layout is where the items of a component lie.
type layout struct {
	offsets []int64
	height  int64 // largest offset + size
	order   string
	exact   bool // no layout of the component is lower
}

// solve lays out a component; below the goal nothing is gained. It returns how
// many of the looks that the search may take are left.
func solve(c component, goal int64, looks int) (layout, int) {
	best := layout{height: math.MaxInt64, offsets: make([]int64, len(c.items))}
	w := newCrowd(c)
	best.tryOrders(c, w, goal)
	if best.height > goal && looks > 0 && len(c.items) <= searchable {
		q := newSqueeze(c, w, looks)
		best.squeeze(q, goal, c.align)
		looks = q.looks
	}
	best.exact = best.exact || best.height <= c.bound
	return best, looks
}

// keep takes a layout if it is lower.
func (l *layout) keep(offsets []int64, height int64, order string) {
	if height < l.height {
		l.height, l.order = height, order
		copy(l.offsets, offsets)
	}
}

// tryOrders places all items in one order after the other until the goal is
// reached.
func (l *layout) tryOrders(c component, w *crowd, goal int64) {
	if len(c.items) > quadratic { // with fewer the orders below find it, too, and tell how
		first := sweep{items: c.items, offsets: make([]int64, len(c.items))}
		l.keep(first.offsets, first.fill(), "start, sweep")
		if l.height <= goal {
			return
		}
	}
	sky, list := newSkyline(c), newShelf(c.items)
	for o := range rounds(len(c.items)) {
		seq := w.sequence(o)
		l.keep(sky.offsets, sky.fill(seq), o.String()+", skyline")
		if l.height > goal && len(c.items) <= quadratic {
			l.keep(list.offsets, list.fill(seq, false, l.height), o.String()+", first fit")
			l.keep(list.offsets, list.fill(seq, true, l.height), o.String()+", best fit")
		}
		if l.height <= goal {
			return
		}
	}
}

// quadratic is the number of items up to which the methods take part that look
// at all items for each.
const quadratic = 2000

// searchable is the number of items up to which the search takes part.
const searchable = 5000

// rounds returns how many orders so many items are worth.
func rounds(n int) order {
	if n > 50_000 {
		return 2
	}
	return orders
}
