package arena

import "math/bits"

// places is a set of small integers that finds the neighbours of one in a few
// steps: each level has one bit for every word of the level below that is not
// empty.
type places struct{ levels [][]uint64 }

// newPlaces returns an empty set for 0 … n-1.
func newPlaces(n int) *places {
	s := &places{}
	for {
		n = (n + 63) / 64
		s.levels = append(s.levels, make([]uint64, n))
		if n <= 1 {
			return s
		}
	}
}

func (s *places) add(i int) {
	for _, level := range s.levels {
		level[i/64] |= 1 << (i % 64)
		i /= 64
	}
}

func (s *places) remove(i int) {
	for _, level := range s.levels {
		level[i/64] &^= 1 << (i % 64)
		if level[i/64] != 0 {
			return
		}
		i /= 64
	}
}

// after returns the smallest member above i.
func (s *places) after(i int) (int, bool) {
	for l, level := range s.levels {
		if w := level[i/64] &^ (2<<(i%64) - 1); w != 0 {
			i = i/64*64 + bits.TrailingZeros64(w)
			for l--; l >= 0; l-- {
				i = i*64 + bits.TrailingZeros64(s.levels[l][i])
			}
			return i, true
		}
		i /= 64
	}
	return 0, false
}

// before returns the largest member below i.
func (s *places) before(i int) (int, bool) {
	for l, level := range s.levels {
		if w := level[i/64] & (1<<(i%64) - 1); w != 0 {
			i = i/64*64 + 63 - bits.LeadingZeros64(w)
			for l--; l >= 0; l-- {
				i = i*64 + 63 - bits.LeadingZeros64(s.levels[l][i])
			}
			return i, true
		}
		i /= 64
	}
	return 0, false
}
