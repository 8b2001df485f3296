package arena

// pile is a heap: the element that comes before all others is the first.
// (container/heap would box each one, which takes half of the time of a skyline.)
type pile[T sooner[T]] []T

// sooner says which of two comes first.
type sooner[T any] interface{ before(other T) bool }

func (p *pile[T]) push(x T) {
	*p = append(*p, x)
	h := *p
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !x.before(h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = x
}

// pop removes and returns the first.
func (p *pile[T]) pop() T {
	h := *p
	first, x := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*p = h
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].before(h[down]) {
			down++
		}
		if !h[down].before(x) {
			break
		}
		h[i] = h[down]
		i = down
	}
	if len(h) > 0 {
		h[i] = x
	}
	return first
}
