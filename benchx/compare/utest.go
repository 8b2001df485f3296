package compare

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// Largest sample sizes for which the exact distribution of U is used, without
// and with ties: those of go-moremath, and so of benchstat. Beyond them the
// normal approximation serves.
const (
	exactLimit     = 50
	exactTiesLimit = 25
)

// uTester computes two-sided p-values of the Mann-Whitney U test, the same as
// stats.MannWhitneyUTest's, for many pairs of samples. It keeps the tie-free
// distributions it met and its working memory: what costs milliseconds a test
// there with 25 tied samples costs microseconds here. It is not safe for
// concurrent use.
type uTester struct {
	untied map[[2]int][]float64 // cumulative distributions by sample sizes, the smaller first
	ties   []int
	low    tiedCounts
	high   tiedCounts
}

func newUTester() *uTester {
	return &uTester{untied: make(map[[2]int][]float64)}
}

// p returns the two-sided p-value for the hypothesis that x1 and x2, both
// ascending and without NaN, come from one distribution. The errors are
// stats.ErrSampleSize for an empty sample and stats.ErrSamplesEqual when all
// values are one.
func (t *uTester) p(x1, x2 []float64) (float64, error) {
	n1, n2 := len(x1), len(x2)
	if n1 == 0 || n2 == 0 {
		return 0, stats.ErrSampleSize
	}
	twoU1 := t.rank(x1, x2)
	twoU := min(twoU1, 2*n1*n2-twoU1)
	tied := len(t.ties) < n1+n2
	larger := max(n1, n2)
	switch {
	case !tied && larger <= exactLimit:
		if twoU1 == n1*n2 {
			return 1, nil // the middle of the distribution would count twice
		}
		return 2 * t.untiedCDF(n1, n2)[twoU/2], nil
	case tied && larger <= exactTiesLimit:
		if len(t.ties) == 1 {
			return 0, stats.ErrSamplesEqual
		}
		if twoU1 == n1*n2 {
			return 1, nil
		}
		return t.tiedP(n1, n2, twoU), nil
	}
	return t.normalP(n1, n2, twoU1)
}

// rank merges the samples, leaves the sizes of the groups of equal values in
// t.ties, in ascending order of value, and returns twice the U of x1: over all
// pairs, 2 where x1's value is the greater and 1 where both are equal.
func (t *uTester) rank(x1, x2 []float64) (twoU1 int) {
	t.ties = t.ties[:0]
	below2 := 0 // values of x2 below the group
	for i, j := 0, 0; i < len(x1) || j < len(x2); {
		var v float64
		if j == len(x2) || i < len(x1) && x1[i] < x2[j] {
			v = x1[i]
		} else {
			v = x2[j]
		}
		i0, j0 := i, j
		for i < len(x1) && x1[i] == v {
			i++
		}
		for j < len(x2) && x2[j] == v {
			j++
		}
		r1, r2 := i-i0, j-j0
		twoU1 += r1 * (2*below2 + r2)
		below2 += r2
		t.ties = append(t.ties, r1+r2)
	}
	return twoU1
}

// untiedCDF returns P(U ≤ u) for u from 0 to ⌊n1·n2/2⌋ without ties.
func (t *uTester) untiedCDF(n1, n2 int) []float64 {
	key := [2]int{min(n1, n2), max(n1, n2)}
	cdf, ok := t.untied[key]
	if !ok {
		cdf = untiedCDF(key[0], key[1])
		t.untied[key] = cdf
	}
	return cdf
}

// untiedCDF tabulates the distribution of U for n ≤ m values without ties up
// to its middle, by the recurrence of Mann and Whitney (1947), section 4:
//
//	p(n,m; u) = (n·p(n−1,m; u−m) + m·p(n,m−1; u)) / (n+m)
//
// Since p is symmetric in n and m, rows n = 0…m suffice, each overwritten in
// place from the largest u down as m grows.
func untiedCDF(n, m int) []float64 {
	top := n * m / 2
	rows := make([][]float64, n+1)
	for i := range rows {
		rows[i] = make([]float64, top+1)
	}
	rows[0][0] = 1 // no value in one sample: U is 0
	for mm := 1; mm <= m; mm++ {
		for nn := 1; nn <= min(n, mm); nn++ {
			fewer1 := rows[nn-1] // p(nn−1, mm)
			fewer2 := rows[nn]   // p(nn, mm−1), or its mirror where nn = mm
			if nn == mm {
				fewer2 = rows[nn-1]
			}
			out := rows[nn]
			for u := min(nn*mm, top); u >= 0; u-- {
				var a float64
				if u >= mm {
					a = float64(nn) * fewer1[u-mm]
				}
				// The conversions keep the products from being fused with the
				// sum, so that every processor computes the same digits.
				out[u] = (float64(a) + float64(float64(mm)*fewer2[u])) / float64(nn+mm)
			}
		}
	}
	cdf := rows[n]
	sum := 0.0
	for u, p := range cdf {
		sum += p
		cdf[u] = sum
	}
	return cdf
}

// normalP is the normal approximation with corrections for ties and
// continuity.
func (t *uTester) normalP(n1, n2, twoU1 int) (float64, error) {
	ties := 0
	for _, k := range t.ties {
		ties += k*k*k - k
	}
	product, n := float64(n1*n2), float64(n1+n2)
	sigma := math.Sqrt(product * ((n + 1) - float64(ties)/(n*(n-1))) / 12)
	if sigma == 0 {
		return 0, stats.ErrSamplesEqual
	}
	d := float64(twoU1)/2 - product/2
	switch {
	case d > 0:
		d -= 0.5
	case d < 0:
		d += 0.5
	}
	z := d / sigma
	return 2 * math.Min(stats.StdNormal.CDF(z), 1-stats.StdNormal.CDF(z)), nil
}
