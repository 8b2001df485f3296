package arena

// squeeze searches for ever lower layouts of a component.
type squeeze struct {
	*search
	tastes []taste
	limit  int // of looks for one attempt
	looks  int // left
}

// provable is the number of items up to which the least layout can be proven
// whatever they are.
const provable = 16

func newSqueeze(c component, w *crowd, looks int) *squeeze {
	n := len(c.items)
	q := &squeeze{search: newSearch(c), limit: n * (200 + n/2), looks: looks}
	if n <= provable {
		q.limit = q.looks
	}
	q.taste(w, byStart, false) // it has no use for snug: the first loses least
	q.taste(w, byConflicts, true)
	q.taste(w, byBreadth, true)
	q.taste(w, bySize, false)
	q.taste(w, byArea, true)
	q.taste(w, byConflicts, false)
	q.taste(w, bySize, true)
	q.taste(w, byBreadth, false)
	q.taste(w, byArea, false)
	return q
}

func (q *squeeze) taste(w *crowd, o order, snug bool) {
	rank := make([]int, len(w.items))
	for r, i := range w.sequence(o) {
		rank[i] = r
	}
	q.tastes = append(q.tastes, taste{rank: rank, snug: snug})
}

// squeeze lowers a layout to capacities that are multiples of the alignment,
// with ever more looks an attempt until all are spent. What is left above the goal
// then is less than the alignment: one round has to do, unless the items are so few
// that all layouts can be tried.
func (l *layout) squeeze(q *squeeze, goal, align int64) {
	low := goal // nothing is lower, or need be
	for q.looks > 0 && l.height > roundUp(low, align) {
		low = l.lower(q, low, align)
		q.renew()
	}
	for again := true; again && q.looks > 0 && l.height > low; again = len(q.c.items) <= provable {
		low = l.lower(q, low, 1)
		q.renew()
	}
	l.exact = l.height <= low
}

// lower tries the lowest capacity that may be possible, then one that saves a
// quarter of what may be saved, as long as that succeeds or is proven impossible.
// It returns the lowest that may be possible then.
func (l *layout) lower(q *squeeze, low, align int64) int64 {
	for tries := 0; q.looks > 0 && l.height > roundUp(low, align); tries++ {
		capacity := roundUp(low, align)
		if tries > 0 {
			capacity = roundUp(l.height-max(1, (l.height-low)/4), align)
			if capacity >= l.height {
				capacity -= align
			}
		}
		switch q.at(capacity) {
		case found:
			l.keep(q.offsets, q.height(), "search")
		case impossible:
			low = capacity + 1
		case gaveUp:
			if tries > 0 {
				return low
			}
		}
	}
	return low
}

// at makes an attempt at a capacity by every taste until one succeeds. What was
// learnt at another capacity would mislead.
func (q *squeeze) at(capacity int64) outcome {
	clear(q.weight)
	for _, t := range q.tastes {
		o := q.attempt(capacity, t, min(q.limit, q.looks))
		q.looks -= q.work
		if o != gaveUp || q.looks <= 0 {
			return o
		}
	}
	return gaveUp
}

// renew lets attempts take longer, and chance have a say every second time.
func (q *squeeze) renew() {
	q.limit += q.limit / 4
	for i := range q.tastes {
		q.tastes[i].noisy = !q.tastes[i].noisy
	}
}
