package compare

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// allSums is the definition of sums.
func allSums(x, y []float64, walsh bool) (all []float64) {
	for i := range x {
		for j := range y {
			if !walsh || j >= i {
				all = append(all, x[i]+y[j])
			}
		}
	}
	slices.Sort(all)
	return all
}

func TestSumsSelectAnyRank(t *testing.T) {
	var s sums
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(-10, 10)
		if rapid.Bool().Draw(t, "coarse") { // ties
			value = rapid.Map(rapid.IntRange(-3, 3), func(i int) float64 { return float64(i) })
		}
		x := rapid.SliceOfN(value, 1, 40).Draw(t, "x")
		y := rapid.SliceOfN(value, 1, 40).Draw(t, "y")
		walsh := rapid.Bool().Draw(t, "walsh")
		slices.Sort(x)
		slices.Sort(y)
		if walsh {
			y = x
		}
		s.set(x, y, walsh)
		all := allSums(x, y, walsh)
		require.Equal(t, len(all), s.count())
		for _, k := range []int{0, len(all) / 3, len(all) / 2, len(all) - 1} {
			require.Equal(t, all[k], s.kth(k), "rank %d of %d", k, len(all))
		}
	})
}

func exps(x []float64) []float64 {
	e := make([]float64, len(x))
	for i, v := range x {
		e[i] = math.Exp(v)
	}
	slices.Sort(e)
	return e
}

func newTestShifter(confidence float64) *shifter {
	return newShifter(confidence, newUTester(), newSignedRank())
}

// Permeability of the chorioamnion, Hollander and Wolfe, "Nonparametric
// Statistical Methods" (1999), table 4.1, examples 4.1, 4.3 and 4.4: the shift
// is estimated by the median of the 50 differences, 0.305; the exact interval
// of at least 95 % confidence is (-0.15, 0.76) for the data as R's
// wilcox.test prints it (96 %).
func TestHodgesLehmannOfHollanderWolfe(t *testing.T) {
	atTerm := []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}
	early := []float64{1.15, 0.88, 0.90, 0.74, 1.21}
	e := newTestShifter(0.95).unpairedRatio(exps(early), exps(atTerm))
	assert.InDelta(t, 0.305, math.Log(e.ratio), 1e-9)
	assert.InDelta(t, -0.15, math.Log(e.lo), 1e-9)
	assert.InDelta(t, 0.76, math.Log(e.hi), 1e-9)

	p, err := newUTester().p(sorted(early), sorted(atTerm))
	require.NoError(t, err)
	assert.InDelta(t, 0.2544, p, 5e-5, "twice the 0.1272 of example 4.1")
}

// Hamilton depression scale, Hollander and Wolfe table 3.1, examples 3.1, 3.3
// and 3.4: T+ = 5, two-sided P = 0.039; the estimate is -0.46 and the interval
// of 96.1 % confidence (-0.786, -0.010).
func TestSignedRankOfHollanderWolfe(t *testing.T) {
	before := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	after := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	d := make([]float64, len(before))
	for i := range d {
		d[i] = after[i] - before[i]
	}
	s := newTestShifter(0.95)
	assert.InDelta(t, 2.0*10/512, s.signed.p(d), 1e-15, "10 of 512 subsets of the ranks come to 5 or less")
	slices.Sort(d)
	e := s.pairedRatio(d)
	assert.InDelta(t, -0.46, math.Log(e.ratio), 1e-9)
	assert.InDelta(t, -0.786, math.Log(e.lo), 1e-9)
	assert.InDelta(t, -0.010, math.Log(e.hi), 1e-9)
}

func sorted(x []float64) []float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	return x
}

// signs enumerates the null distribution: every difference could as well have
// had the other sign.
func signs(d []float64) float64 {
	var ranked []float64
	for _, v := range d {
		if v != 0 {
			ranked = append(ranked, math.Abs(v))
		}
	}
	slices.Sort(ranked)
	rankOf := func(v float64) float64 {
		below, same := 0, 0
		for _, r := range ranked {
			if r < v {
				below++
			} else if r == v {
				same++
			}
		}
		return float64(below) + float64(same+1)/2
	}
	total, w := 0.0, 0.0
	ranks := make([]float64, len(ranked))
	for i, r := range ranked {
		ranks[i] = rankOf(r)
		total += ranks[i]
	}
	for _, v := range d {
		if v > 0 {
			w += rankOf(v)
		}
	}
	extreme := 0
	for set := range 1 << len(ranks) {
		sum := 0.0
		for i, r := range ranks {
			if set>>i&1 == 1 {
				sum += r
			}
		}
		if math.Abs(sum-total/2) >= math.Abs(w-total/2) {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(ranks))
}

func TestSignedRankIsThePermutationTest(t *testing.T) {
	s := newSignedRank()
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(-5, 5)
		if rapid.Bool().Draw(t, "coarse") {
			value = rapid.Map(rapid.IntRange(-3, 3), func(i int) float64 { return float64(i) })
		}
		d := rapid.SliceOfN(value, 0, 11).Draw(t, "d")
		require.InDelta(t, signs(d), s.p(d), 1e-12, "%v", d)
	})
}

// Critical values of the signed-rank statistic, Wilcoxon and Wilcox (1964): the
// largest T with a two-sided level of at most 0.05.
func TestSignedRankTable(t *testing.T) {
	s := newSignedRank()
	for n, want := range map[int]int{6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 12: 13, 15: 25, 20: 52, 25: 89} {
		assert.Equal(t, want, s.end(n, 0.025)-1, "n=%d", n)
	}
	assert.Zero(t, s.end(5, 0.025), "five pairs have no two-sided level of 0.05")
	// Beyond the exact table the normal approximation goes on where it ends.
	exact := s.end(exactLimit, 0.025)
	pairs := float64(exactLimit * (exactLimit + 1))
	assert.InDelta(t, exact, rareNormal(pairs/4, math.Sqrt(pairs*(2*exactLimit+1)/24), 0.025), 1)
}

// Critical values of U, Mann and Whitney (1947) as tabled since: the largest U
// with a two-sided level of at most 0.05.
func TestUnpairedEndTable(t *testing.T) {
	s := newTestShifter(0.95)
	for _, c := range []struct{ n, m, u int }{{5, 5, 2}, {6, 6, 5}, {8, 8, 13}, {10, 10, 23}, {20, 20, 127}, {5, 10, 8}, {3, 5, 0}} {
		assert.Equal(t, c.u, s.unpairedEnd(c.n, c.m)-1, "%d against %d", c.n, c.m)
	}
	assert.Zero(t, s.unpairedEnd(3, 3))
}

// The interval holds exactly the ratios that the test at its level does not
// reject.
func TestIntervalInvertsTheTest(t *testing.T) {
	u := newUTester()
	s := newShifter(0.95, u, newSignedRank())
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(1, 2)
		was := rapid.SliceOfNDistinct(value, 4, 14, rapid.ID[float64]).Draw(t, "was")
		is := rapid.SliceOfNDistinct(value, 4, 14, rapid.ID[float64]).Draw(t, "is")
		slices.Sort(was)
		slices.Sort(is)
		e := s.unpairedRatio(was, is)
		for _, at := range []struct {
			ratio  float64
			inside bool
		}{{e.lo * (1 - 1e-9), false}, {e.lo * (1 + 1e-9), true}, {e.hi * (1 - 1e-9), true}, {e.hi * (1 + 1e-9), false}} {
			shifted := make([]float64, len(was))
			for i, v := range was {
				shifted[i] = v * at.ratio
			}
			p, err := u.p(shifted, is)
			require.NoError(t, err)
			if e.hi-e.lo < 1e-6 {
				t.Skip("interval too narrow to look inside")
			}
			require.Equal(t, at.inside, p > 0.05, "ratio %v of [%v, %v]: p=%v", at.ratio, e.lo, e.hi, p)
		}
	})
}

// Hand-worked: 0.01·4, 0.013·3 raised to 0.04, 0.03·2, 0.04·1 raised to 0.06.
func TestAdjust(t *testing.T) {
	for _, c := range []struct {
		correction Correction
		p, want    []float64
	}{
		{Holm, []float64{0.01, 0.04, 0.03, 0.013}, []float64{0.04, 0.06, 0.06, 0.04}},
		{Holm, []float64{0.9, 0.6}, []float64{1, 1}},
		{Holm, nil, nil},
		// Benjamini and Hochberg (1995), section 3.2: fifteen tests of the
		// thrombolysis study; at 0.05 theirs rejects the first four.
		{BenjaminiHochberg,
			[]float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000},
			[]float64{0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.06385714285714286, 0.06385714285714286, 0.0645, 0.0765, 0.486, 0.5811818181818181, 0.714875, 0.7532307692307692, 0.8132142857142857, 1}},
		// The same by Holm: the first three.
		{Holm,
			[]float64{0.0001, 0.0004, 0.0019, 0.0095},
			[]float64{0.0004, 0.0012, 0.0038, 0.0095}},
		{Uncorrected, []float64{0.01, 0.04}, []float64{0.01, 0.04}},
	} {
		got := slices.Clone(c.p)
		c.correction.adjust(got)
		assert.InDeltaSlice(t, c.want, got, 1e-12, "%s %v", c.correction, c.p)
	}
}

// The smallest p-values that n against n samples can give, and how many tests
// Holm's first level then allows at 0.05.
func TestLeastP(t *testing.T) {
	for n, want := range map[int]struct {
		p     float64
		tests int
	}{4: {0.0286, 1}, 5: {0.0079, 6}, 6: {0.0022, 23}, 8: {1.55e-4, 321}, 10: {1.08e-5, 4618}} {
		p := leastP(n, n, false)
		assert.InEpsilon(t, want.p, p, 0.02, "n=%d", n)
		assert.Equal(t, want.tests, int(0.05/p), "n=%d", n)
		assert.LessOrEqual(t, leastN(0.05/float64(want.tests), false), n)
		assert.Greater(t, leastN(0.05/float64(want.tests+1), false), n)
	}
	assert.Equal(t, 1.0/512, leastP(10, 10, true))
	assert.Equal(t, 6, leastN(0.05, true), "five pairs reach 0.0625 only")

	assert.Equal(t, 4, Reach(1, Options{}, false))
	assert.Equal(t, 8, Reach(321, Options{}, false))
	assert.Equal(t, 14, Reach(327, Options{}, true), "327 of 2^-13 come to 0.04")
	policy := DefaultPolicy()
	policy.Looks = 2
	assert.Equal(t, 15, Reach(327, Options{Policy: &policy}, true))
	policy.Correction = Uncorrected
	assert.Equal(t, 7, Reach(327, Options{Policy: &policy}, true))
}

// In 1,000 simulated normal pairs a shift of 1.40 standard deviations is found
// in 80 % with ten against ten at 0.05, of 1.00 with twenty. An interval of the
// width that such samples have must ask for about as many.
func TestNeed(t *testing.T) {
	for _, c := range []struct {
		n   int
		mde float64
	}{{8, 1.60}, {10, 1.40}, {15, 1.15}, {20, 1.00}} {
		sigma := 0.02
		// Student's interval of a difference, in place of the rank test's.
		half := tQuantile975(2*c.n-2) * sigma * math.Sqrt(2/float64(c.n)) / math.Sqrt(3/math.Pi)
		e := estimate{1, math.Exp(-half), math.Exp(half)}
		got := need(e, c.n, 0.95, math.Expm1(c.mde*sigma), 0.05, false)
		assert.InEpsilon(t, c.n, got, 0.13, fmt.Sprintf("n=%d", c.n))
	}
	wide := estimate{1, 0, math.Inf(1)}
	assert.Equal(t, 4, need(wide, 3, 0.95, 0.05, 0.05, false), "nothing is known but what the test can reach")
	assert.Equal(t, MostNeeded, need(estimate{1, 0.1, 10}, 10, 0.95, 0.001, 0.05, false))
}

// tQuantile975 of the degrees of freedom that TestNeed has.
func tQuantile975(df int) float64 {
	return map[int]float64{14: 2.145, 18: 2.101, 28: 2.048, 38: 2.024}[df]
}
