package spectral

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

func TestStudyBandMask(t *testing.T) {
	mask := StudyBand().Mask(200) // bins of 0.005 cycles per sample
	assert.Equal(t, 0x1p-6, mask[0])
	assert.Equal(t, 0x1p-6, mask[4], "0.02: where the lower edge begins")
	assert.InDelta(t, (1+0x1p-6)/2, mask[12], 1e-12, "0.06: half way up")
	assert.Equal(t, 1.0, mask[20], "0.10")
	assert.Equal(t, 1.0, mask[35])
	assert.Equal(t, 1.0, mask[50], "0.25")
	assert.InDelta(t, (1+0x1p-6)/2, mask[58], 1e-12, "0.29: half way down")
	assert.Equal(t, 0x1p-6, mask[100], "Nyquist")
	for k := 1; k < 200; k++ {
		assert.Equal(t, mask[k], mask[200-k], "even in frequency")
	}
}

func TestTwoPassEqualsGonum(t *testing.T) {
	const n = 48
	mask := StudyBand().Mask(n)
	f, err := NewTwoPass[float64](naive[complex128]{n}, mask)
	require.NoError(t, err)
	holdAgainstGonum(t, f, mask)
}

func TestMaskedEqualsGonum(t *testing.T) {
	for _, n := range []int{1, 2, 4, 8, 16, 32, 64, 100, 128, 256, 512, 1000, 1024, 2048, 4096} {
		// Noise for a mask: every permutation that is not the right one shows.
		rng := rand.New(rand.NewPCG(3, uint64(n)))
		mask := make([]float64, n)
		for k := range mask {
			mask[k] = rng.Float64()
		}
		f, err := fft.NewMasked[complex128](n, mask)
		require.NoError(t, err)
		holdAgainstGonum(t, f, mask)
	}
}

func TestMaskedOverItsInput(t *testing.T) {
	for _, n := range []int{16, 64, 96, 512} {
		f, err := fft.NewMasked[complex64](n, StudyBand().Mask(n))
		require.NoError(t, err)
		src := make([]complex64, 2*n)
		for i := range src {
			src[i] = complex(float32(i), float32(i*i%7))
		}
		dst := make([]complex64, 2*n)
		require.NoError(t, f.Apply(dst, src))
		require.NoError(t, f.Apply(src, src))
		assert.Equal(t, dst, src, "n=%d", n)
	}
}

// holdAgainstGonum filters two rows of noise.
func holdAgainstGonum(t *testing.T, f Filter[complex128], mask []float64) {
	t.Helper()
	n := f.Len()
	rng := rand.New(rand.NewPCG(1, 2))
	src := make([]complex128, 2*n)
	for i := range src {
		src[i] = complex(rng.NormFloat64(), rng.NormFloat64())
	}
	dst := make([]complex128, 2*n)
	require.NoError(t, f.Apply(dst, src))

	gonum := fourier.NewCmplxFFT(n)
	for row := 0; row < 2*n; row += n {
		spectrum := gonum.Coefficients(nil, src[row:row+n])
		for k := range spectrum {
			spectrum[k] *= complex(mask[k], 0)
		}
		for i, want := range gonum.Sequence(nil, spectrum) {
			assert.InDelta(t, 0, cmplx.Abs(want-dst[row+i]), 1e-14*float64(n), "n=%d", n)
		}
	}
}

// A tone is an eigenvector of the filter: what comes out is n·gain times what
// went in.
func TestFilterScalesTonesByTheirGain(t *testing.T) {
	const n = 40
	mask := StudyBand().Mask(n)
	f, err := NewTwoPass[float32](naive[complex64]{n}, mask)
	require.NoError(t, err)
	for k := range n {
		src, dst := make([]complex64, n), make([]complex64, n)
		for i := range src {
			src[i] = complex64(cmplx.Rect(1, 2*math.Pi*float64(i*k)/n))
		}
		require.NoError(t, f.Apply(dst, src))
		for i := range dst {
			want := complex64(complex(n*mask[k], 0)) * src[i]
			assert.InDelta(t, 0, cmplx.Abs(complex128(want-dst[i])), 1e-4, "bin %d", k)
		}
	}
}

func TestFilterRefuses(t *testing.T) {
	_, err := NewTwoPass[float32](naive[complex64]{8}, make([]float64, 7))
	assert.EqualError(t, err, "spectral: mask of 7 gains for a transform of length 8")
	_, err = NewTwoPass[float32](naive[complex128]{8}, make([]float64, 8))
	assert.Error(t, err)
	f, err := NewTwoPass[float32](naive[complex64]{8}, make([]float64, 8))
	require.NoError(t, err)
	assert.Error(t, f.Apply(make([]complex64, 8), make([]complex64, 16)))
}
