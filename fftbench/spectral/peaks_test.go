package spectral

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestStrongest(t *testing.T) {
	dst := make([]Peak[float64], 3)
	require.NoError(t, Strongest(dst, []float64{1, 5, 2, 5, 0, 4}))
	assert.Equal(t, []Peak[float64]{{1, 5}, {3, 5}, {5, 4}}, dst)
	require.NoError(t, Strongest(dst, []float64{0, 0, 0, 0}))
	assert.Equal(t, []Peak[float64]{{0, 0}, {1, 0}, {2, 0}}, dst, "of equal ones the lower first")
	assert.EqualError(t, Strongest(dst, []float64{1, 2}), "spectral: 3 peaks of a density of 2 bins")
	require.NoError(t, Strongest(dst, []float64{1, 5, 2, math.NaN(), 0, 4}))
	for _, p := range dst {
		assert.True(t, math.IsNaN(p.Power))
	}
}

func TestStrongestIsASort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		density := rapid.SliceOfN(rapid.Float32Range(0, 10), 1, 100).Draw(t, "density")
		want := make([]Peak[float32], len(density))
		for k, v := range density {
			want[k] = Peak[float32]{k, v}
		}
		slices.SortStableFunc(want, func(a, b Peak[float32]) int { return cmp.Compare(b.Power, a.Power) })
		got := make([]Peak[float32], rapid.IntRange(1, len(density)).Draw(t, "count"))
		require.NoError(t, Strongest(got, density))
		require.Equal(t, want[:len(got)], got)
	})
}

// Three tones on bins, all segments alike: any number of them finds the same.
func TestPeaksOfTones(t *testing.T) {
	const n, fs = 64, 6400.0
	tone := func(i, bin int) float64 { return math.Sin(2 * math.Pi * float64(bin*i) / n) }
	for _, segments := range []int{1, 2, 4, 8} {
		p, err := NewPeaks[float64](n, 9, segments, fs)
		require.NoError(t, err)
		const rows = 11 // by blocks and by themselves
		src := make([]float64, rows*p.FrameLen())
		for i := range src[p.FrameLen():] {
			src[p.FrameLen()+i] = 3*tone(i, 7) + 2*tone(i, 20) + tone(i, 29)
		}
		dst := make([]Peak[float64], rows*p.Count())
		require.NoError(t, p.Find(dst, src))
		assert.Equal(t, Peak[float64]{0, 0}, dst[0], "a silent frame")
		peak := n / (3 * fs) // of amplitude 1: see TestWelchOfToneOnBin
		for row := 1; row < rows; row++ {
			for i, want := range []Peak[float64]{
				{7, 9 * peak}, {20, 4 * peak}, {6, 9 * peak / 4}, {8, 9 * peak / 4},
			} {
				got := dst[row*p.Count()+i]
				if want.Bin == 6 || want.Bin == 8 { // equal but for rounding
					assert.Contains(t, []int{6, 8}, got.Bin)
				} else {
					assert.Equal(t, want.Bin, got.Bin)
				}
				assert.InEpsilon(t, want.Power, got.Power, 1e-12)
			}
		}
	}
}

// With all segments the peaks are those of the Welch density.
func TestPeaksOfAllSegments(t *testing.T) {
	for _, n := range []int{32, 15} {
		w, err := NewGonumWelch[float64](n, 1)
		require.NoError(t, err)
		p, err := NewPeaks[float64](n, 5, Segments, 1)
		require.NoError(t, err)
		src := make([]float64, p.FrameLen())
		for i := range src {
			src[i] = math.Sin(float64(i*i%97)) + math.Cos(0.9*float64(i))
		}
		density := make([]float64, w.Bins())
		require.NoError(t, w.Density(density, src))
		want, got := make([]Peak[float64], 5), make([]Peak[float64], 5)
		require.NoError(t, Strongest(want, density))
		require.NoError(t, p.Find(got, src))
		for i := range want {
			assert.Equal(t, want[i].Bin, got[i].Bin, "n=%d", n)
			assert.InEpsilon(t, want[i].Power, got[i].Power, 1e-13)
		}
	}
}

func TestPeaksRefuse(t *testing.T) {
	_, err := NewPeaks[float32](64, 16, 3, 1)
	assert.EqualError(t, err, "spectral: peaks of 3 segments, want 1, 2, 4 or 8")
	_, err = NewPeaks[float32](64, 34, 2, 1)
	assert.EqualError(t, err, "spectral: 34 peaks of 33 bins")
	_, err = NewPeaks[float32](64, 16, 2, 0)
	assert.EqualError(t, err, "spectral: sampling rate of 0 Hz, want a positive one")
	p, err := NewPeaks[float32](64, 16, 2, 1)
	require.NoError(t, err)
	assert.EqualError(t, p.Find(make([]Peak[float32], 15), make([]float32, p.FrameLen())),
		"spectral: peaks output holds 15 values, want 16 (1 rows of 16)")
}
