package learn

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/training"
)

// The decoder's gradient reaches the encoder in the right order, and a length
// leaves the angles of longer ones alone.
func TestGradientOfPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRand(t)
		n := 1 << rapid.IntRange(2, 5).Draw(t, "log2 n")
		p, err := newPair([]int{n, 32}, rapid.Float64Range(0.1, 2).Draw(t, "weight"), r, 1)
		require.NoError(t, err)
		b := newBatch(r, noise, n, 3, nil, nil)
		gradient, scratch := make([]float64, len(p.all)), make([]float64, len(p.all))
		p.descend(n, b, gradient)
		const h = 1e-5
		for range 12 {
			i := r.IntN(len(p.all))
			at := func(d float64) float64 {
				old := p.all[i]
				defer func() { p.all[i] = old }()
				p.all[i] += d
				return p.descend(n, b, scratch)
			}
			require.InDelta(t, (at(h)-at(-h))/(2*h), gradient[i], 1e-7, "angle %d of %d", i, len(p.all))
			if i%31 >= n-1 {
				require.Zero(t, gradient[i])
			}
		}
	})
}

// matrix is the rows of Regimes by regime and length.
func regimeMatrix(t *testing.T, rows []training.Regime) map[string]map[int]training.Regime {
	m := map[string]map[int]training.Regime{}
	for _, r := range rows {
		if m[r.Regime] == nil {
			m[r.Regime] = map[int]training.Regime{}
		}
		require.NotContains(t, m[r.Regime], r.N)
		m[r.Regime][r.N] = r
	}
	return m
}

// The matrix is full, and a stage that was never trained shows.
func TestRegimes(t *testing.T) {
	c := RegimesConfig{Sizes: []int{32, 8, 16}, Steps: 200}
	rows, err := Regimes(context.Background(), c)
	require.NoError(t, err)
	m := regimeMatrix(t, rows)
	require.Len(t, rows, 7*3)
	for _, n := range []int{8, 16, 32} {
		exact := m["exact"][n]
		assert.Less(t, max(exact.EncoderMax, exact.DecoderMax, exact.RoundTripMax), 1e-13)
		assert.Zero(t, exact.Steps)
		assert.True(t, exact.Converged)
		assert.True(t, math.IsNaN(exact.Seconds), "there was no clock")
		for _, label := range []string{"single_32", "mixed_round_robin", "mixed_random", "mixed_balanced"} {
			assert.Less(t, m[label][n].RoundTripMSE, 1e-5, "%s at %d", label, n)
		}
	}
	// Trained at 8, the stages of 16 and 32 are as far off as they began: a
	// relative error of about σ²/4 a stage, of a mean square of 1/3.
	eight := m["single_8"]
	assert.Less(t, eight[8].RoundTripMSE, 1e-6)
	assert.Greater(t, eight[16].RoundTripMSE, 3e-4)
	assert.Greater(t, eight[32].RoundTripMSE, eight[16].RoundTripMSE)
	assert.Less(t, eight[32].RoundTripMSE, 0.1)
	assert.Equal(t, []int{8}, eight[32].TrainSizes)
	// What is balanced is no round robin.
	assert.NotEqual(t, m["mixed_balanced"][8].RoundTripMSE, m["mixed_round_robin"][8].RoundTripMSE)

	again, err := Regimes(context.Background(), c)
	require.NoError(t, err)
	for i := range again {
		again[i].Seconds, rows[i].Seconds = 0, 0
	}
	assert.Equal(t, rows, again)
}

func TestRegimesConverge(t *testing.T) {
	last := map[string]int{}
	rows, err := Regimes(context.Background(), RegimesConfig{
		Sizes: []int{8}, Steps: 2000, MinSteps: 20, CheckEvery: 5, Delta: 0.5, Patience: 2,
		Progress: func(p Progress) { last[p.What] = p.Step },
	})
	require.NoError(t, err)
	require.Len(t, rows, 2, "one length cannot be mixed")
	assert.True(t, rows[1].Converged)
	assert.Less(t, rows[1].Steps, 2000)
	assert.Equal(t, map[string]int{"single_8": rows[1].Steps}, last)
}

func TestBalancedTakesTheWorst(t *testing.T) {
	r := regime{schedule: scheduleBalanced, sizes: []int{8, 16, 32}}
	assert.Equal(t, 1, r.pick(0, nil, []float64{1, 3, 2}))
	r.schedule = scheduleRoundRobin
	assert.Equal(t, 2, r.pick(5, nil, nil))
}

func TestRegimesStopWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	rows, err := Regimes(ctx, RegimesConfig{Sizes: []int{8, 16}, Steps: 100, Progress: func(p Progress) {
		if p.What == "single_16" {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, rows, 6)
	assert.Equal(t, "single_16", rows[5].Regime)
	assert.Equal(t, 10, rows[5].Steps)
	assert.False(t, rows[5].Converged)
}

func TestRegimesRefuse(t *testing.T) {
	for want, c := range map[string]RegimesConfig{
		"learn: networks of 100 points: unsupported transform length, want a power of two from 4 to 4096": {Sizes: []int{8, 100}},
		"learn: -5 steps, want 1 … 16777216":                                                     {Steps: -5},
		"learn: sigma 0.1, spectrum weight 1 and delta -1, want positive numbers":                {Delta: -1},
		"learn: 100 steps at least, a check every -1 and a patience of 5, want positive numbers": {CheckEvery: -1},
	} {
		_, err := Regimes(context.Background(), c)
		assert.EqualError(t, err, want)
	}
}
