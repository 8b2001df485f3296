package compare

import (
	"math/rand/v2"
	"slices"
)

// sums selects order statistics of the sums x[i]+y[j] of two ascending samples
// without forming them all: the differences of two samples behind the
// Hodges-Lehmann shift, the Walsh averages of one. A random pivot among the
// sums that are still candidates halves them, on average, at the cost of one
// walk down the staircase of sums below it (Monahan, "Algorithm 616: Fast
// computation of the Hodges-Lehmann location estimator", ACM TOMS 10, 1984).
// It keeps its working memory and is not safe for concurrent use.
type sums struct {
	x, y   []float64
	walsh  bool  // only j ≥ i: each pair of one sample once
	lo, hi []int // candidates of row i are y[lo[i]:hi[i]]
	below  []int // of the pivot, in each row: the column where sums reach it
	most   []int // likewise where they exceed it
	few    []float64
	random rand.PCG
}

// sortedAt is the number of candidates below which sorting them is quicker than
// another walk.
const sortedAt = 64

// set takes the samples, both ascending; they must not change until the last
// call of kth.
func (s *sums) set(x, y []float64, walsh bool) {
	s.x, s.y, s.walsh = x, y, walsh
	for _, rows := range []*[]int{&s.lo, &s.hi, &s.below, &s.most} {
		*rows = slices.Grow((*rows)[:0], len(x))[:len(x)]
	}
}

// first returns the first column of a row.
func (s *sums) first(row int) int {
	if s.walsh {
		return row
	}
	return 0
}

// count returns the number of sums.
func (s *sums) count() int {
	if n := len(s.x); s.walsh {
		return n * (n + 1) / 2
	}
	return len(s.x) * len(s.y)
}

// kth returns the k-th smallest sum, counted from 0.
func (s *sums) kth(k int) float64 {
	for i := range s.x {
		s.lo[i], s.hi[i] = s.first(i), len(s.y)
	}
	s.random.Seed(1, 2) // any: the answer does not depend on the pivots
	left := s.count()
	dropped := 0 // sums below all candidates
	for left > sortedAt {
		pivot := s.candidate(int(s.random.Uint64() % uint64(left)))
		less, lessEqual := s.rank(pivot)
		switch {
		case k < less:
			copyWithin(s.hi, s.below, s.lo, s.hi)
		case k < lessEqual:
			return pivot
		default:
			copyWithin(s.lo, s.most, s.lo, s.hi)
			dropped = lessEqual
		}
		left = 0
		for i := range s.lo {
			left += s.hi[i] - s.lo[i]
		}
	}
	s.few = s.few[:0]
	for i, x := range s.x {
		for _, y := range s.y[s.lo[i]:s.hi[i]] {
			s.few = append(s.few, x+y)
		}
	}
	slices.Sort(s.few)
	return s.few[k-dropped]
}

// candidate returns the i-th candidate in the order of rows.
func (s *sums) candidate(i int) float64 {
	row := 0
	for i >= s.hi[row]-s.lo[row] {
		i -= s.hi[row] - s.lo[row]
		row++
	}
	return s.x[row] + s.y[s.lo[row]+i]
}

// rank counts the sums below the pivot and those not above it, and leaves in
// s.below and s.most where each row crosses it. Rows of larger x cross earlier.
func (s *sums) rank(pivot float64) (less, lessEqual int) {
	below, most := len(s.y), len(s.y)
	for i, x := range s.x {
		first := s.first(i)
		for below > 0 && x+s.y[below-1] >= pivot {
			below--
		}
		for most > 0 && x+s.y[most-1] > pivot {
			most--
		}
		s.below[i], s.most[i] = max(below, first), max(most, first)
		less += s.below[i] - first
		lessEqual += s.most[i] - first
	}
	return less, lessEqual
}

// copyWithin sets each element of dst to that of src, kept between lo and hi.
func copyWithin(dst, src, lo, hi []int) {
	for i, v := range src {
		dst[i] = min(max(v, lo[i]), hi[i])
	}
}
