package arena

import "math"

// layout is where the items of a component lie.
type layout struct {
	offsets []int64
	height  int64 // largest offset + size
	order   string
	exact   bool // no layout of the component is lower
}

// solve lays out a component; below the goal nothing is gained.
func solve(c component, goal int64) layout {
	best := layout{height: math.MaxInt64, offsets: make([]int64, len(c.items))}
	keep := func(offsets []int64, height int64, order string) (done bool) {
		if height < best.height {
			best.height, best.order = height, order
			copy(best.offsets, offsets)
		}
		return best.height <= goal
	}
	w := newCrowd(c)
	sky := newSkyline(c)
	list := newShelf(c.items)
	for _, o := range orders()[:rounds(len(c.items))] {
		seq := w.sorted(o)
		if h := sky.fill(seq); keep(sky.offsets, h, o.name+", skyline") {
			break
		}
		if len(c.items) > quadratic {
			continue
		}
		if h := list.fill(seq, false, best.height); keep(list.offsets, h, o.name+", first fit") {
			break
		}
		if h := list.fill(seq, true, best.height); keep(list.offsets, h, o.name+", best fit") {
			break
		}
	}
	best.exact = best.height <= c.bound
	return best
}

// quadratic is the number of items up to which the placements that look at all
// others take part.
const quadratic = 2000

// rounds returns how many orders so many items are worth.
func rounds(n int) int {
	if n > 50_000 {
		return 2
	}
	return len(orders())
}
