package learn

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/training"
)

func score(t *testing.T, m training.Model, name string) []float64 {
	t.Helper()
	i := slices.IndexFunc(m.Scores.Rows, func(s training.Score) bool { return s.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	require.Len(t, m.Scores.Rows[i].Values, len(m.Scores.Metrics))
	return m.Scores.Rows[i].Values
}

// quick trains in a tenth of a second or two.
func quick(t *testing.T, c Config) training.Model {
	t.Helper()
	m, err := Train(context.Background(), c)
	require.NoError(t, err)
	require.NotEmpty(t, m.Curve.Step)
	for _, s := range m.Curve.Series {
		require.Len(t, s.Values, len(m.Curve.Step), s.Name)
	}
	for _, grid := range m.Maps {
		require.Len(t, grid.Values, grid.Stages*grid.Butterflies, grid.Kind)
	}
	return m
}

// Roundings that were learnt beat the nearest ones on signals that nobody saw.
func TestDomainTwiddleBeatsRounding(t *testing.T) {
	m := quick(t, Config{Variant: DomainTwiddle, N: 128})
	trained, rounded := score(t, m, training.Trained), score(t, m, training.Rounded)
	assert.Less(t, trained[0], 0.95*rounded[0])
	assert.Equal(t, score(t, m, training.AtStart), rounded)
	assert.Less(t, score(t, m, training.Exact)[0], 1e-14)
	// Some 40 dB: twiddles of 8 bits, none of them far from theory.
	assert.InDelta(t, 4e-3, rounded[0], 2e-3)
	for _, grid := range m.Maps {
		for _, v := range grid.Values {
			assert.LessOrEqual(t, math.Abs(v), 0.025, grid.Kind)
		}
	}
	assert.Equal(t, []training.Params{{Kind: "8-bit twiddles", Count: 127, Bytes: 254}, {Kind: "scales of stages", Count: 7, Bytes: 28}}, m.Params)
	assert.Len(t, m.Curve.Step, 40)
	assert.Nil(t, m.Curve.Seconds, "there was no clock")
}

// A unitary network finds the DFT from examples.
func TestUnitaryLearnsTheDFT(t *testing.T) {
	m := quick(t, Config{Variant: ButterflyUnitary, N: 32, Steps: 400, Landscape: 5})
	assert.Greater(t, score(t, m, training.AtStart)[0], 0.5)
	for _, err := range score(t, m, training.Trained) {
		assert.Less(t, err, 1e-6)
	}
	assert.Less(t, score(t, m, training.Exact)[0], 1e-14)
	assert.InDelta(t, 4e-8, score(t, m, training.Rounded)[0], 4e-8)
	assert.Equal(t, []training.Params{{Kind: "angles", Count: 4 * 16 * 5, Bytes: 4 * 16 * 5 * 8}}, m.Params)
	for _, v := range m.Maps[0].Values {
		assert.InDelta(t, 0, v, 1e-5)
	}
	l := m.Landscape
	require.Len(t, l.Z, 5)
	assert.Equal(t, []float64{-1, -0.5, 0, 0.5, 1}, l.X)
	for j, row := range l.Z {
		for i, z := range row {
			if i != 2 || j != 2 {
				assert.Greater(t, z, 0.05, "the trained weights lie at the bottom")
			}
		}
	}
	assert.Less(t, l.Z[2][2], 1e-12)
}

// Some butterflies can go, and what is trained beside the gates makes good for a
// part of it.
func TestLearnedE2EPrunes(t *testing.T) {
	m := quick(t, Config{Variant: LearnedE2E, N: 64, Steps: 300, Landscape: -1})
	assert.Nil(t, m.Landscape)
	open := m.Curve.Series[3].Values
	last := open[len(open)-1]
	assert.Less(t, last, 1.0)
	assert.Greater(t, last, 0.9)
	gates := m.Maps[0]
	require.Equal(t, training.Gates, gates.Kind)
	closed := 0
	for _, g := range gates.Values {
		if g < 0.5 {
			closed++
		}
	}
	assert.InDelta(t, 1-last, float64(closed)/float64(len(gates.Values)), 1e-12)
	trained := score(t, m, training.Trained)[0]
	assert.Less(t, trained, 0.2)
	assert.Less(t, trained, score(t, m, "exact but for the gates")[0])
	assert.Less(t, score(t, m, training.Exact)[0], 1e-12)
	assert.InDelta(t, 0, score(t, m, training.Rounded)[0], 1e-4)
	assert.Len(t, m.Profiles[0].Values, 33)
}

func TestTrainingIsDeterministic(t *testing.T) {
	for _, variant := range Variants() {
		c := Config{Variant: variant, N: 16, Steps: 60, Batch: 8, Landscape: 3}
		assert.Equal(t, quick(t, c), quick(t, c), variant)
		other := c
		other.Seed = 43
		assert.NotEqual(t, quick(t, c).Scores, quick(t, other).Scores, variant)
	}
}

func TestTrainingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	steps := 0
	m, err := Train(ctx, Config{Variant: ButterflyUnitary, N: 16, Steps: 400, Now: time.Now, Progress: func(p Progress) {
		assert.Equal(t, "butterfly_unitary", p.What)
		assert.Equal(t, 400, p.Steps)
		if steps = p.Step; steps >= 100 {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 100, steps)
	assert.Equal(t, 100, m.Steps)
	assert.Len(t, m.Curve.Seconds, 10)
	assert.Nil(t, m.Landscape)
	assert.Less(t, score(t, m, training.Trained)[0], score(t, m, training.AtStart)[0])
	_, err = Fit(ctx, Config{N: 16})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestConfigRefuses(t *testing.T) {
	for want, c := range map[string]Config{
		`learn: no model "op_fft"; there are butterfly_unitary, domain_twiddle, learned_e2e`:              {Variant: "op_fft"},
		"learn: networks of 100 points: unsupported transform length, want a power of two from 4 to 4096": {N: 100},
		"learn: -1 steps, want 1 … 16777216":                                                              {Steps: -1},
		"learn: batches of 5000 examples, want 1 … 4096":                                                  {Batch: 5000},
		`learn: no optimizer "newton"; there are adam, sgd`:                                               {Optimizer: "newton"},
		`learn: no decay "linear"; there are cosine, root, constant`:                                      {Decay: "linear"},
		"learn: a rate of -1, want one above 0 and up to 10":                                              {Rate: -1},
		"learn: gradients clipped to a norm of -1, want a positive one":                                   {Clip: -1},
		"learn: a landscape of 4 points a side, want an odd number up to 201":                             {Landscape: 4},
		"learn: sigma -1 and sparsity 2, want positive numbers":                                           {Sigma: -1},
	} {
		_, err := Fit(context.Background(), c)
		assert.EqualError(t, err, want)
	}
}
