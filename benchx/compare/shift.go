package compare

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// estimate is the ratio of two samples, as the Hodges-Lehmann shift of their
// logarithms, with its interval. Lo is 0 and Hi infinite where there are too
// few samples for the level.
type estimate struct{ ratio, lo, hi float64 }

func unbounded(ratio float64) estimate { return estimate{ratio, 0, math.Inf(1)} }

// half returns half of the interval's width, relative to a ratio of 1.
func (e estimate) half() float64 { return (e.hi - e.lo) / 2 }

// excludesOne reports whether the interval leaves out "the same".
func (e estimate) excludesOne() bool { return e.lo > 1 || e.hi < 1 }

// shifter estimates ratios for many pairs of samples. It keeps working memory
// and the ranks at which intervals end, and is not safe for concurrent use.
type shifter struct {
	confidence float64
	sums       sums
	x, y       []float64
	unpaired   map[[2]int]int // by sample sizes: see unpairedEnd
	paired     map[int]int    // by number of pairs: see pairedEnd
	u          *uTester
	signed     *signedRank
}

func newShifter(confidence float64, u *uTester, signed *signedRank) *shifter {
	return &shifter{
		confidence: confidence, u: u, signed: signed,
		unpaired: make(map[[2]int]int), paired: make(map[int]int),
	}
}

// unpairedRatio returns the Hodges-Lehmann estimate of is/was, the median of
// all len(was)·len(is) ratios in logarithms, and the interval of confidence
// that inverting the Mann-Whitney U test gives: the ratios whose rank among
// all the test does not reject (Hollander and Wolfe, "Nonparametric
// Statistical Methods", sections 4.2 and 4.3). Both samples are ascending and
// positive. With tied values the interval holds at least the level.
func (s *shifter) unpairedRatio(was, is []float64) estimate {
	s.x, s.y = s.x[:0], s.y[:0]
	for i := len(was) - 1; i >= 0; i-- {
		s.x = append(s.x, -math.Log(was[i]))
	}
	for _, v := range is {
		s.y = append(s.y, math.Log(v))
	}
	s.sums.set(s.x, s.y, false)
	key := [2]int{min(len(was), len(is)), max(len(was), len(is))}
	end, ok := s.unpaired[key]
	if !ok {
		end = s.unpairedEnd(key[0], key[1])
		s.unpaired[key] = end
	}
	return s.estimate(end, 1)
}

// pairedRatio returns the Hodges-Lehmann estimate of the ratio whose logarithms
// in each pair are d, ascending: the median of the Walsh averages
// (d[i]+d[j])/2, i ≤ j, with the interval that inverting Wilcoxon's signed-rank
// test gives (Hollander and Wolfe, sections 3.2 and 3.3).
func (s *shifter) pairedRatio(d []float64) estimate {
	s.sums.set(d, d, true)
	end, ok := s.paired[len(d)]
	if !ok {
		end = s.signed.end(len(d), (1-s.confidence)/2)
		s.paired[len(d)] = end
	}
	return s.estimate(end, 2)
}

// estimate reads the median of the sums and the end-th smallest and largest of
// them, each divided by parts.
func (s *shifter) estimate(end int, parts float64) estimate {
	n := s.sums.count()
	middle := s.sums.kth(n / 2)
	if n%2 == 0 {
		middle = (middle + s.sums.kth(n/2-1)) / 2
	}
	e := unbounded(math.Exp(middle / parts))
	if end > 0 {
		e.lo = math.Exp(s.sums.kth(end-1) / parts)
		e.hi = math.Exp(s.sums.kth(n-end) / parts)
	}
	return e
}

// unpairedEnd returns the largest k with P(U ≤ k−1) ≤ (1−confidence)/2 for
// samples of n and m: the interval runs from the k-th smallest to the k-th
// largest ratio. It is 0 where no value of U is rare enough.
func (s *shifter) unpairedEnd(n, m int) int {
	tail := (1 - s.confidence) / 2
	if m <= exactLimit {
		return rareRanks(s.u.untiedCDF(n, m), tail)
	}
	product := float64(n * m)
	sigma := math.Sqrt(product * float64(n+m+1) / 12)
	return rareNormal(product/2, sigma, tail)
}

// rareRanks returns how many of the smallest ranks together have at most the
// probability tail.
func rareRanks(cdf []float64, tail float64) int {
	k := 0
	for k < len(cdf) && cdf[k] <= tail {
		k++
	}
	return k
}

// rareNormal is rareRanks by the normal approximation, corrected for
// continuity.
func rareNormal(mean, sigma, tail float64) int {
	return max(0, int(math.Floor(mean+stats.StdNormal.InvCDF(tail)*sigma+0.5)))
}
