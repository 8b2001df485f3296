package compare

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/mathx"
	"github.com/aclements/go-moremath/stats"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// moremath is what benchstat's p-values come from.
func moremath(x1, x2 []float64) (float64, error) {
	res, err := stats.MannWhitneyUTest(x1, x2, stats.LocationDiffers)
	if err != nil {
		return 0, err
	}
	return res.P, nil
}

// drawSample draws an ascending sample of 1 to most values out of kinds
// distinct ones.
func drawSample(t *rapid.T, label string, most, kinds int) []float64 {
	x := rapid.SliceOfN(rapid.Map(rapid.IntRange(1, kinds), func(i int) float64 { return float64(i) }), 1, most).Draw(t, label)
	slices.Sort(x)
	return x
}

func checkSameP(t *rapid.T, u *uTester, x1, x2 []float64) {
	want, wantErr := moremath(x1, x2)
	got, err := u.p(x1, x2)
	require.Equal(t, wantErr, err)
	if err != nil {
		return
	}
	if twoU := min(twoU(x1, x2), twoU(x2, x1)); twoU < leastTwoU(x1, x2) {
		// U below the least that sample 1 can have: go-moremath gives 0, or
		// more than 1. The least p of a two-sided test is right.
		want = 2 / mathx.Choose(len(x1)+len(x2), len(x1))
	}
	// go-moremath takes binomial coefficients above C(20,k) from the logarithm
	// of the gamma function: right to 13 digits.
	require.InEpsilon(t, min(want, 1), got, 1e-11, "%v against %v", x1, x2)
}

// twoU is the definition of U, doubled.
func twoU(x1, x2 []float64) (s int) {
	for _, a := range x1 {
		for _, b := range x2 {
			if a > b {
				s += 2
			} else if a == b {
				s++
			}
		}
	}
	return s
}

// leastTwoU deals the lowest values to sample 1.
func leastTwoU(x1, x2 []float64) int {
	all := slices.Concat(x1, x2)
	slices.Sort(all)
	return twoU(all[:len(x1)], all[len(x1):])
}

func TestUTestTiedEqualsMoremath(t *testing.T) {
	u := newUTester()
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.IntRange(1, 40).Draw(t, "kinds")
		checkSameP(t, u, drawSample(t, "x1", 14, kinds), drawSample(t, "x2", 14, kinds))
	})
}

func TestUTestUntiedEqualsMoremath(t *testing.T) {
	u := newUTester()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfNDistinct(rapid.Float64Range(-1e9, 1e9), 2, 40, rapid.ID).Draw(t, "x")
		cut := rapid.IntRange(1, len(x)-1).Draw(t, "cut")
		x1, x2 := x[:cut], x[cut:]
		slices.Sort(x1)
		slices.Sort(x2)
		want, _ := moremath(x1, x2)
		got, err := u.p(x1, x2)
		require.NoError(t, err)
		require.Equal(t, want, got) // the same recurrence, digit for digit
	})
}

// The sizes at which one way of computing gives over to the next.
func TestUTestAtTheLimitsEqualsMoremath(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sample := func(n, kinds int, shift float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.Float64() + shift
			if kinds > 0 {
				x[i] = float64(rng.IntN(kinds)) + shift
			}
		}
		slices.Sort(x)
		return x
	}
	u := newUTester()
	for _, n := range [][2]int{{1, 1}, {25, 25}, {25, 24}, {26, 25}, {26, 26}, {50, 50}, {3, 50}, {51, 50}, {51, 51}, {200, 300}} {
		for _, kinds := range []int{0, 2, 7, 60} {
			for _, shift := range []float64{0, 1} {
				t.Run(fmt.Sprintf("n=%d+%d/kinds=%d/shift=%v", n[0], n[1], kinds, shift), func(t *testing.T) {
					x1, x2 := sample(n[0], kinds, 0), sample(n[1], kinds, shift)
					want, wantErr := moremath(x1, x2)
					got, err := u.p(x1, x2)
					assert.Equal(t, wantErr, err)
					assert.InDelta(t, want, got, 1e-11*want)
				})
			}
		}
	}
}

// Published values: the exact distribution without ties, by Mann and Whitney's
// table (1947, table I), which gives P(U ≤ u); the test is two-sided.
func TestUTestAgainstPublishedTable(t *testing.T) {
	for _, c := range []struct {
		n, m, u int
		p       float64 // as printed, three digits
	}{
		{3, 3, 0, .050}, {4, 3, 1, .057}, {4, 4, 0, .014}, {4, 4, 3, .100},
		{5, 5, 4, .048}, {6, 6, 7, .047}, {7, 7, 11, .049}, {8, 8, 15, .041},
	} {
		// m values of sample 2 at 1…m; sample 1 placed so that U is u.
		x2 := make([]float64, c.m)
		for i := range x2 {
			x2[i] = float64(i + 1)
		}
		x1 := make([]float64, c.n)
		left := c.u
		for i := range x1 {
			beaten := min(left, c.m)
			left -= beaten
			x1[i] = float64(beaten) + 0.5 - float64(i+1)/100
		}
		require.Zero(t, left)
		slices.Sort(x1)
		p, err := newUTester().p(x1, x2)
		require.NoError(t, err)
		assert.InDelta(t, c.p, p/2, 0.0005, "n=%d m=%d U=%d", c.n, c.m, c.u)
	}
}

// go-moremath gives 0 here, a certain difference out of three values.
func TestUTestGivesNoImpossibleP(t *testing.T) {
	p, err := newUTester().p([]float64{2, 2}, []float64{1})
	require.NoError(t, err)
	assert.Equal(t, 2.0/3, p) // one way in three puts the smallest value alone, twice for two sides
}

// Every way to deal the values counted one by one.
func TestUTestTiedByBruteForce(t *testing.T) {
	u := newUTester()
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.IntRange(2, 6).Draw(t, "kinds")
		x1, x2 := drawSample(t, "x1", 7, kinds), drawSample(t, "x2", 7, kinds)
		got, err := u.p(x1, x2)
		if err != nil {
			t.Skip("all values equal")
		}
		all := slices.Concat(x1, x2)
		observed := twoU(x1, x2)
		middle := len(x1) * len(x2)
		if observed == middle {
			require.Equal(t, 1.0, got)
			return
		}
		small := min(observed, 2*middle-observed)
		ways, total := 0, 0
		for pick := range uint(1) << len(all) {
			if bits.OnesCount(pick) != len(x1) {
				continue
			}
			total++
			if in, out := deal(all, pick); twoU(in, out) <= small {
				ways++
			}
		}
		require.InEpsilon(t, min(1, 2*max(1, float64(ways))/float64(total)), got, 1e-15)
	})
}

func deal(all []float64, pick uint) (in, out []float64) {
	for i, x := range all {
		if pick>>i&1 == 1 {
			in = append(in, x)
		} else {
			out = append(out, x)
		}
	}
	return in, out
}

func BenchmarkUTest(b *testing.B) {
	for _, n := range []int{10, 25} {
		for _, kinds := range []int{0, 40} {
			rng := rand.New(rand.NewPCG(3, 4))
			draw := func() []float64 {
				x := make([]float64, n)
				for i := range x {
					x[i] = rng.Float64()
					if kinds > 0 {
						x[i] = float64(rng.IntN(kinds))
					}
				}
				slices.Sort(x)
				return x
			}
			x1, x2 := draw(), draw()
			b.Run(fmt.Sprintf("n=%d/kinds=%d/impl=ours", n, kinds), func(b *testing.B) {
				u := newUTester()
				for b.Loop() {
					u.p(x1, x2)
				}
			})
			b.Run(fmt.Sprintf("n=%d/kinds=%d/impl=moremath", n, kinds), func(b *testing.B) {
				for b.Loop() {
					moremath(x1, x2)
				}
			})
		}
	}
}

// The work of a test with ties is what it tabulates. Twice 25 values take tables
// of a few thousand numbers, whatever the ties, and from the second test on no
// memory: go-moremath takes milliseconds there.
func TestTiedTestsAreSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	u := newUTester()
	for kinds := 2; kinds <= 50; kinds++ {
		x1, x2 := make([]float64, exactTiesLimit), make([]float64, exactTiesLimit)
		for i := range x1 {
			x1[i], x2[i] = float64(rng.IntN(kinds)), float64(rng.IntN(kinds))
		}
		slices.Sort(x1)
		slices.Sort(x2)
		if _, err := u.p(x1, x2); err != nil {
			continue
		}
		assert.LessOrEqual(t, len(u.low.cells)+len(u.high.cells), 20_000, "%d kinds", kinds)
		assert.Zero(t, testing.AllocsPerRun(3, func() { u.p(x1, x2) }), "%d kinds", kinds)
	}
}
