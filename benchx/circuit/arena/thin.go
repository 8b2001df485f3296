package arena

// A capacity that is no multiple of the alignment has a last part that is
// narrower. Only thin items end within it: those whose own last part is no wider.
// A step can use it as long as a thin item is left for its top.

func (s *search) isThin(it *item) bool {
	last := it.size - (it.room - s.c.align) // bytes in its last part
	return it.room > it.size && s.whole+last <= s.capacity
}

// rise returns by how much an item raises the floor it stands on. A thin item in
// the last part fills its steps, so their floor need not differ from that of
// full steps without one.
func (s *search) rise(it *item, floor int64) int64 { return min(it.room, s.whole-floor) }

// countThin counts the thin items alive at each step.
func (s *search) countThin() {
	clear(s.thin)
	if s.whole == s.capacity {
		return
	}
	for i := range s.c.items {
		if it := &s.c.items[i]; s.isThin(it) {
			for k := it.first; k <= it.last; k++ {
				s.thin[k]++
			}
		}
	}
}

// buries says whether an item on a floor is thin, yet not on top.
func (s *search) buries(it *item, floor int64) bool {
	return s.whole < s.capacity && s.isThin(it) && floor+it.room <= s.whole
}

// bury takes the last part of the capacity from the steps at which no other thin
// item is left, and says whether they can bear it.
func (s *search) bury(it *item) bool {
	ok := true
	for k := it.first; k <= it.last; k++ {
		if s.thin[k]--; s.thin[k] == 0 {
			s.slack[k] -= s.c.align
			ok = ok && s.slack[k] >= 0
		}
	}
	return ok
}

// unearth undoes bury.
func (s *search) unearth(it *item) {
	for k := it.first; k <= it.last; k++ {
		if s.thin[k]++; s.thin[k] == 1 {
			s.slack[k] += s.c.align
		}
	}
}
