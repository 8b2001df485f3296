package sensitivity

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/compare"
)

// noLimit lets the test alone decide.
func noLimit() compare.Options {
	p := compare.DefaultPolicy()
	p.Limit = 0
	return compare.Options{Policy: &p}
}

func normal(n int, sd float64) []float64 {
	rng := rand.New(rand.NewPCG(7, 7))
	x := make([]float64, n)
	for i := range x {
		x[i] = 1 + sd*rng.NormFloat64()
	}
	return x
}

// With n samples a side of normal noise, a U test at level 0.05 finds a shift of
// 1.40σ (n = 10) or 0.96σ (n = 20) four times of five; the rule also asks for a
// change beyond the noise of the samples themselves, so that it finds somewhat
// less.
func TestNormalNoise(t *testing.T) {
	after := Methods()[0]
	for _, c := range []struct {
		samples    int
		sigmas, sd float64
	}{{10, 1.40, 0.02}, {20, 0.96, 0.02}, {20, 0.96, 0.1}} {
		got, found, err := Smallest(normal(4000, c.sd), after, c.samples, noLimit(), 1)
		require.NoError(t, err)
		require.True(t, found)
		assert.GreaterOrEqual(t, got, c.sigmas*c.sd, "%d samples, sd %g", c.samples, c.sd)
		assert.LessOrEqual(t, got, 1.6*c.sigmas*c.sd, "%d samples, sd %g", c.samples, c.sd)
	}
}

// A machine that becomes slower step by step hides a change from who measures one
// version after the other, and not from who measures in turn.
func TestDrift(t *testing.T) {
	times := normal(2000, 0.002)
	for i := range times {
		times[i] *= 1 + 0.1*math.Sin(float64(i)/30)
	}
	after, _, err := Smallest(times, Methods()[0], 20, noLimit(), 1)
	require.NoError(t, err)
	turn, found, err := Smallest(times, Methods()[1], 20, noLimit(), 1)
	require.NoError(t, err)
	require.True(t, found)
	assert.Less(t, turn, 0.03)
	assert.True(t, after == 0 || after > 2*turn, "%v", after)
}

// Interruptions that hit every third slice are left out by the best of three.
func TestInterruptions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	times := normal(3000, 0.003)
	for i := range times {
		if rng.IntN(3) == 0 {
			times[i] *= 1.5 + rng.Float64()
		}
	}
	turn, _, err := Smallest(times, Methods()[1], 20, noLimit(), 1)
	require.NoError(t, err)
	best, found, err := Smallest(times, Methods()[2], 20, noLimit(), 1)
	require.NoError(t, err)
	require.True(t, found)
	assert.LessOrEqual(t, best, 0.03)
	assert.True(t, turn == 0 || turn > best)
}

func TestNothingIsFound(t *testing.T) {
	_, found, err := Smallest(normal(500, 0.01), Methods()[0], 3, compare.Options{}, 1)
	require.NoError(t, err)
	assert.False(t, found, "three samples cannot reach the level")
	_, found, err = Smallest([]float64{1, 3}, Methods()[1], 4, compare.Options{}, 1)
	require.NoError(t, err)
	assert.False(t, found)
}

// What is below the limit is no change by the policy.
func TestLimit(t *testing.T) {
	policy := compare.DefaultPolicy()
	policy.Limit = 0.2
	got, found, err := Smallest(normal(2000, 0.001), Methods()[1], 10, compare.Options{Policy: &policy}, 1)
	require.NoError(t, err)
	require.True(t, found)
	assert.Equal(t, 0.3, got)
}
