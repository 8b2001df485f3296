package ab

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The first terms of OEIS A010060.
func TestThueMorseSequence(t *testing.T) {
	want := []int{0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1}
	flip := int(ThueMorse.First(5, 3, 0))
	for round, bit := range want {
		assert.Equal(t, Side(bit^flip), ThueMorse.First(5, 3, round), "round %d", round)
	}
}

// A machine that drifts as a polynomial of degree below k favours neither side
// over 2^k rounds, whatever its coefficients, the seed and the lane (Prouhet).
func TestThueMorseCancelsDrift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 5).Draw(t, "k")
		poly := rapid.SliceOfN(rapid.IntRange(-9, 9), k, k).Draw(t, "coefficients")
		seed, lane := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 99).Draw(t, "lane")
		start := rapid.IntRange(0, 7).Draw(t, "start") << k
		balance := 0
		for round := start; round < start+1<<k; round++ {
			// The polynomial's difference over a pair has a degree less, so a pair
			// may as well stand for one point in time.
			at := 0
			for _, c := range poly {
				at = at*round + c
			}
			if ThueMorse.First(seed, lane, round) == Old {
				at = -at
			}
			balance += at
		}
		assert.Zero(t, balance)
	})
}

// ABBA favours neither side in any two rounds under linear drift, and its blocks
// are drawn: both kinds occur.
func TestABBA(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, lane := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 99).Draw(t, "lane")
		for round := 0; round < 20; round += 2 {
			assert.Equal(t, ABBA.First(seed, lane, round).Other(), ABBA.First(seed, lane, round+1))
		}
	})
	olds := 0
	for block := range 1000 {
		if ABBA.First(1, 0, 2*block) == Old {
			olds++
		}
	}
	assert.Less(t, math.Abs(float64(olds)-500), 80.0, "five standard deviations")
}

func TestLanesDiffer(t *testing.T) {
	for _, o := range []Order{ThueMorse, ABBA} {
		seen := map[Side]bool{}
		for lane := range 64 {
			seen[o.First(7, lane, 0)] = true
		}
		assert.Len(t, seen, 2, o)
	}
}

func TestParseOrder(t *testing.T) {
	for _, o := range []Order{ThueMorse, ABBA} {
		got, err := ParseOrder(string(o))
		require.NoError(t, err)
		assert.Equal(t, o, got)
	}
	_, err := ParseOrder("random")
	assert.ErrorContains(t, err, "thue-morse")
}

func TestLooks(t *testing.T) {
	for _, c := range []struct {
		least, most int
		want        []int
	}{
		{10, 40, []int{10, 20, 40}},
		{10, 10, []int{10}},
		{10, 45, []int{10, 20, 40, 45}},
		{3, 4, []int{3, 4}},
		{0, 1, []int{1}},
	} {
		assert.Equal(t, c.want, Looks(c.least, c.most), "%d to %d", c.least, c.most)
	}
}
