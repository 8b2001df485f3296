package fftbench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

func TestRungs(t *testing.T) {
	assert.EqualValues(t, []int64{0, 0, 2, 3, 3, 5, 5, 7, 7, 7}, []int64{
		primeBelow(1), primeBelow(2), primeBelow(3), primeBelow(4), primeBelow(5), primeBelow(6), primeBelow(7), primeBelow(8), primeBelow(9), primeBelow(10),
	})
	assert.EqualValues(t, 134217689, primeBelow(1<<27))
	assert.ElementsMatch(t, []int64{2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20}, smoothBetween(0, 20))
	assert.ElementsMatch(t, []int64{15, 16, 18, 20, 24, 25, 27, 30}, smoothBetween(13, 31))
}

// What is answered fits, and what is said to lack bytes does not.
func TestLengthsThatFit(t *testing.T) {
	for _, budget := range []int64{5 << 20, 64 << 20, 1 << 30} {
		s := Sizing{Cell: Cell{Variant: "op_fft", Dir: "forward", N: 1000, Batch: 4, Precision: F64}, ISA: "AVX2+FMA"}
		w := circuit.Workload{Budget: budget}
		headroom := func(n int64) int64 {
			r, err := s.of(n).evaluate(w)
			require.NoError(t, err)
			return r.Totals.Headroom
		}
		a, points, err := s.Lengths(w)
		require.NoError(t, err)
		require.True(t, a.Found)
		assert.Len(t, points, a.Evaluations)
		assert.GreaterOrEqual(t, headroom(a.Largest), int64(0))
		assert.GreaterOrEqual(t, headroom(a.AllBelow), int64(0))
		assert.Equal(t, -a.Shortfall, headroom(a.Miss))
		assert.Equal(t, -a.AboveLacks, headroom(a.Above))
		assert.LessOrEqual(t, a.AllBelow, a.Largest)

		batches, err := s.Batches(w)
		require.NoError(t, err)
		require.Len(t, batches, 17)
		for _, b := range batches {
			if b.Found {
				assert.LessOrEqual(t, b.Value*int64(b.N)*32, budget)
				assert.Greater(t, b.Next*int64(b.N)*32+int64(64*b.N)+runtimeBytes+1<<20, budget, "n = %d: tables and scratch take the rest", b.N)
			}
		}
		savings, err := s.HalfPrecision(w)
		require.NoError(t, err)
		require.Len(t, savings, 1)
		assert.Positive(t, savings[0].Saves)
	}
}
