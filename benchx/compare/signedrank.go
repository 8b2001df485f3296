package compare

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// signedRank computes two-sided p-values of Wilcoxon's signed-rank test for
// paired samples (Wilcoxon 1945; Hollander and Wolfe, "Nonparametric
// Statistical Methods", section 3.1): exactly for up to exactLimit pairs, with
// ties too, by the normal approximation beyond. It keeps what it tabulated and
// is not safe for concurrent use.
type signedRank struct {
	untied map[int][]float64 // cumulative distributions of W by number of pairs
	order  []float64
	ranks  []int
	ways   []float64
}

func newSignedRank() *signedRank { return &signedRank{untied: make(map[int][]float64)} }

// p returns the probability that pairs whose differences are as likely to be
// negative as positive give a rank sum at least as extreme as that of d.
// Differences of 0 say nothing and are left out, as Wilcoxon did.
func (t *signedRank) p(d []float64) float64 {
	twoW, total := t.rank(d)
	n := len(t.ranks)
	if n == 0 || 2*twoW == total {
		return 1
	}
	twoW = min(twoW, total-twoW)
	if n > exactLimit {
		return t.normalP(twoW, total)
	}
	tied := slices.ContainsFunc(t.ranks, func(r int) bool { return r%2 == 1 }) || !distinct(t.ranks)
	if !tied {
		return min(1, 2*t.cdf(n)[twoW/2])
	}
	return min(1, 2*t.tiedCDF(twoW))
}

// rank leaves in t.ranks twice the rank of each |d| that is not 0, equal ones
// sharing the mean of theirs, and returns twice the sum of the ranks of the
// positive d, and of all.
func (t *signedRank) rank(d []float64) (twoW, total int) {
	t.order = t.order[:0]
	for _, v := range d {
		if v != 0 {
			t.order = append(t.order, v)
		}
	}
	slices.SortFunc(t.order, func(a, b float64) int {
		switch a, b = math.Abs(a), math.Abs(b); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	t.ranks = t.ranks[:0]
	for i := 0; i < len(t.order); {
		j := i
		for j < len(t.order) && math.Abs(t.order[j]) == math.Abs(t.order[i]) {
			j++
		}
		twice := i + 1 + j // of ranks i+1…j
		for ; i < j; i++ {
			t.ranks = append(t.ranks, twice)
			total += twice
			if t.order[i] > 0 {
				twoW += twice
			}
		}
	}
	return twoW, total
}

func distinct(ascending []int) bool {
	for i := 1; i < len(ascending); i++ {
		if ascending[i] == ascending[i-1] {
			return false
		}
	}
	return true
}

// cdf returns P(W ≤ w) for n pairs without ties, for w up to the middle of the
// distribution: each rank 1…n is in the sum or not, with equal chances.
func (t *signedRank) cdf(n int) []float64 {
	cdf, ok := t.untied[n]
	if !ok {
		cdf = make([]float64, n*(n+1)/4+1)
		cdf[0] = 1
		for rank := 1; rank <= n; rank++ {
			addRank(cdf, rank)
		}
		sum := 0.0
		for w, p := range cdf {
			sum += p
			cdf[w] = sum
		}
		t.untied[n] = cdf
	}
	return cdf
}

// tiedCDF returns P(2W ≤ twoW) given the ranks of this test.
func (t *signedRank) tiedCDF(twoW int) float64 {
	t.ways = slices.Grow(t.ways[:0], twoW+1)[:twoW+1]
	clear(t.ways)
	t.ways[0] = 1
	for _, r := range t.ranks {
		addRank(t.ways, r)
	}
	sum := 0.0
	for _, p := range t.ways {
		sum += p
	}
	return sum
}

// addRank turns the probabilities of a rank sum into those with one more rank.
// Halves are exact, so the tables are too.
func addRank(p []float64, rank int) {
	for w := len(p) - 1; w >= 0; w-- {
		p[w] /= 2
		if w >= rank {
			p[w] += p[w-rank] / 2
		}
	}
}

// normalP approximates the distribution of W by its mean and variance, with
// corrections for ties and continuity.
func (t *signedRank) normalP(twoW, total int) float64 {
	// Var W is the sum of the squared ranks over 4; these ranks are doubled.
	squares := 0.0
	for _, r := range t.ranks {
		squares += float64(r) * float64(r)
	}
	sigma := math.Sqrt(squares / 16)
	z := (float64(twoW)/2 - float64(total)/4 + 0.5) / sigma
	return min(1, 2*stats.StdNormal.CDF(z))
}

// end returns the largest k with P(W ≤ k−1) ≤ tail for n pairs without ties,
// or 0.
func (t *signedRank) end(n int, tail float64) int {
	if n <= exactLimit {
		return rareRanks(t.cdf(n), tail)
	}
	pairs := float64(n) * float64(n+1)
	return rareNormal(pairs/4, math.Sqrt(pairs*float64(2*n+1)/24), tail)
}
