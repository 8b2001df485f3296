package spectral

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// vectors are densities computed by scipy.signal.welch, see make_vectors.py
// beside the file.
type vectors struct {
	SciPy string `json:"scipy"`
	Cases []struct {
		Name      string    `json:"name"`
		N         int       `json:"n"`
		FS        float64   `json:"fs"`
		Precision string    `json:"precision"`
		X         []float64 `json:"x"`
		PSD       []float64 `json:"psd"`
	} `json:"cases"`
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("../../testdata/welch/vectors.json")
	require.NoError(t, err)
	var v vectors
	require.NoError(t, json.Unmarshal(text, &v))
	require.NotEmpty(t, v.SciPy)
	require.NotEmpty(t, v.Cases)
	return v
}

func TestWelchEqualsSciPy(t *testing.T) {
	for _, c := range readVectors(t).Cases {
		t.Run(c.Name, func(t *testing.T) {
			if c.Precision == "f32" {
				w, err := NewWelch[float32](naive[complex64]{c.N}, c.FS)
				require.NoError(t, err)
				g, err := NewGonumWelch[float32](c.N, c.FS)
				require.NoError(t, err)
				holdAgainst[float32](t, w, c.X, c.PSD, 4e-7)
				holdAgainst[float32](t, g, c.X, c.PSD, 1e-7)
				r, err := NewRealWelch[float32](c.N, c.FS)
				require.NoError(t, err)
				holdAgainst[float32](t, r, c.X, c.PSD, 4e-7)
				return
			}
			w, err := NewWelch[float64](naive[complex128]{c.N}, c.FS)
			require.NoError(t, err)
			g, err := NewGonumWelch[float64](c.N, c.FS)
			require.NoError(t, err)
			holdAgainst[float64](t, w, c.X, c.PSD, 2e-15)
			holdAgainst[float64](t, g, c.X, c.PSD, 2e-15)
			r, err := NewRealWelch[float64](c.N, c.FS)
			require.NoError(t, err)
			holdAgainst[float64](t, r, c.X, c.PSD, 2e-15)
		})
	}
}

// holdAgainst runs a batch of the signal and its double through d and compares
// with want and four times want, bin by bin, relative to the strongest bin.
func holdAgainst[R Real](t *testing.T, d Density[R], x, want []float64, tolerance float64) {
	t.Helper()
	require.Len(t, x, d.FrameLen())
	require.Len(t, want, d.Bins())
	src := rounded[R](x)
	for _, v := range x {
		src = append(src, R(2*v))
	}
	before := slices.Clone(src)
	dst := make([]R, 2*d.Bins())
	require.NoError(t, d.Density(dst, src))
	assert.Equal(t, before, src, "the input was changed")
	strongest := slices.Max(want)
	for k, v := range want {
		assert.InDelta(t, v, float64(dst[k]), tolerance*strongest, "bin %d", k)
		assert.InDelta(t, 4*v, float64(dst[d.Bins()+k]), 4*tolerance*strongest, "bin %d of row 2", k)
	}
}

// A tone of amplitude A on a bin has |X[k]| = A/2·Σw = A·n/4, so a density of
// 2·(A·n/4)² / (fs·3n/8) = A²·n/(3·fs) there and a quarter of it beside.
func TestWelchOfToneOnBin(t *testing.T) {
	const n, fs, amplitude, bin = 64, 48000.0, 3.0, 9
	w, err := NewWelch[float64](naive[complex128]{n}, fs)
	require.NoError(t, err)
	src := make([]float64, w.FrameLen())
	for i := range src {
		src[i] = amplitude * math.Sin(2*math.Pi*bin*float64(i)/n+0.4)
	}
	dst := make([]float64, w.Bins())
	require.NoError(t, w.Density(dst, src))
	peak := amplitude * amplitude * n / (3 * fs)
	assert.InEpsilon(t, peak, dst[bin], 1e-12)
	assert.InEpsilon(t, peak/4, dst[bin-1], 1e-12)
	assert.InEpsilon(t, peak/4, dst[bin+1], 1e-12)
	assert.InDelta(t, 0, dst[bin+4], 1e-12*peak)
}

// Frames side by side give what one by one gives.
func TestRealWelchOfManyFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.SampledFrom([]int{8, 16, 32, 64, 128}), rapid.IntRange(2, 70)).Draw(t, "n")
		rows := rapid.IntRange(0, 40).Draw(t, "rows")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		src := make([]float64, rows*WelchFrameLen(n))
		for i := range src {
			src[i] = rng.NormFloat64()
		}
		w, err := NewRealWelch[float64](n, 2)
		require.NoError(t, err)
		g, err := NewGonumWelch[float64](n, 2)
		require.NoError(t, err)
		got, want := make([]float64, rows*w.Bins()), make([]float64, rows*g.Bins())
		require.NoError(t, w.Density(got, src))
		require.NoError(t, g.Density(want, src))
		for i := range want {
			require.InDelta(t, want[i], got[i], 1e-12)
		}
	})
}

// The shared transform of two segments must give what one transform each
// gives: gonum's real transform is the independent witness.
func TestWelchPairsEqualSingles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		fs := rapid.Float64Range(1e-3, 1e5).Draw(t, "fs")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		src := make([]float64, 3*WelchFrameLen(n))
		for i := range src {
			src[i] = rng.NormFloat64()
		}
		w, err := NewWelch[float64](naive[complex128]{n}, fs)
		require.NoError(t, err)
		g, err := NewGonumWelch[float64](n, fs)
		require.NoError(t, err)
		got, want := make([]float64, 3*w.Bins()), make([]float64, 3*g.Bins())
		require.NoError(t, w.Density(got, src))
		require.NoError(t, g.Density(want, src))
		assert.InDeltaSlice(t, want, got, 1e-13*slices.Max(want))
	})
}

func TestWelchPoisonsRowsWithNaN(t *testing.T) {
	w, err := NewWelch[float32](naive[complex64]{8}, 1)
	require.NoError(t, err)
	src := make([]float32, 2*w.FrameLen())
	src[11] = float32(math.NaN())
	dst := make([]float32, 2*w.Bins())
	require.NoError(t, w.Density(dst, src))
	for k := range w.Bins() {
		assert.True(t, math.IsNaN(float64(dst[k])), "bin %d of the row with the NaN", k)
		assert.Zero(t, dst[w.Bins()+k], "bin %d of the other row", k)
	}
}

func TestWelchRefuses(t *testing.T) {
	_, err := NewWelch[float64](naive[complex64]{8}, 1)
	assert.EqualError(t, err, "spectral: samples of type float64 do not go with transforms of type complex64")
	_, err = NewWelch[float32](naive[complex64]{1}, 1)
	assert.EqualError(t, err, "spectral: Welch segments of 1 samples, want at least 2")
	_, err = NewGonumWelch[float32](8, math.NaN())
	assert.EqualError(t, err, "spectral: sampling rate of NaN Hz, want a positive one")

	w, err := NewWelch[float32](naive[complex64]{8}, 1)
	require.NoError(t, err)
	assert.EqualError(t, w.Density(make([]float32, 5), make([]float32, 37)),
		"spectral: Welch input of 37 values is no whole number of rows of 36")
	assert.EqualError(t, w.Density(make([]float32, 4), make([]float32, 36)),
		"spectral: Welch output holds 4 values, want 5 (1 rows of 5)")
}

func TestWelchFootprint(t *testing.T) {
	w, err := NewWelch[float32](naive[complex64]{8}, 1)
	require.NoError(t, err)
	count, bytes := w.Footprint().Sum("parameter")
	assert.Equal(t, 8, count)
	assert.EqualValues(t, 32, bytes)
	count, bytes = w.Footprint().Sum("scratch")
	assert.Equal(t, 2*8, count, "a pair of segments and its spectrum")
	assert.EqualValues(t, 2*8*8, bytes)
}
