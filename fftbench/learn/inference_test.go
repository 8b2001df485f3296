package learn

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

func fitted(t *testing.T, variant string, n int) *Fitted {
	t.Helper()
	f, err := Fit(context.Background(), Config{Variant: variant, N: n, Steps: 40, Batch: 4})
	require.NoError(t, err)
	return f
}

func singles(row []complex128) []complex64 {
	to := make([]complex64, len(row))
	for i, v := range row {
		to[i] = complex64(v)
	}
	return to
}

func TestSpectraOfBatchesAreTrue(t *testing.T) {
	b := newBatch(stream(1, 1), twoTones, 64, 3, spectral.Hann(64), nil)
	for e := range 3 {
		x, got := make([]complex128, 64), make([]complex128, 64)
		for i := range x {
			x[i], got[i] = b.in[i*3+e], b.spectrum[i*3+e]
		}
		rel, _ := truth.Compare(got, truth.DFT(x, truth.Forward))
		assert.Less(t, rel, 1e-15)
	}
}

// Inference in single precision is the network that was trained, half trained or
// not, and its inverse has the conjugate roots.
func TestInferenceIsTheNetwork(t *testing.T) {
	for _, variant := range []string{DomainTwiddle, ButterflyUnitary} {
		for n := MinLen; n <= 512; n *= 2 {
			f := fitted(t, variant, n)
			transform, err := f.Transform()
			require.NoError(t, err)
			b := newBatch(stream(9, 9), noise, n, 2, nil, nil)
			f.model.loss(b)
			src, want := make([]complex128, 2*n), make([]complex128, 2*n)
			for e := range 2 {
				for i := range n {
					src[e*n+i], want[e*n+i] = b.in[2*i+e], f.model.(spectrumModel).tape(b).result()[2*i+e]
				}
			}
			dst := make([]complex64, 2*n)
			require.NoError(t, transform.Forward(dst, singles(src)))
			rel, _ := truth.Compare(dst, want)
			assert.Less(t, rel, 1e-6, "%s n=%d", variant, n)

			back := make([]complex64, 2*n)
			require.NoError(t, transform.Inverse(back, dst))
			for i := range want {
				want[i] = src[i] * complex(float64(n), 0)
			}
			rel, _ = truth.Compare(back, want)
			if variant == ButterflyUnitary {
				assert.Less(t, rel, 1e-6, "n=%d: the adjoint undoes what was learnt", n)
			} else {
				assert.Less(t, rel, 0.02, "n=%d: 8-bit twiddles twice", n)
			}
			assert.Equal(t, n, transform.Len())
		}
	}
}

func TestInferenceRefusesSlices(t *testing.T) {
	for _, variant := range []string{DomainTwiddle, ButterflyUnitary} {
		transform, err := fitted(t, variant, 8).Transform()
		require.NoError(t, err)
		x := make([]complex64, 24)
		for _, run := range []func(dst, src []complex64) error{transform.Forward, transform.Inverse} {
			assert.ErrorIs(t, run(x[:8], x[8:]), fft.ErrLength)
			assert.ErrorIs(t, run(x[:7], x[8:15]), fft.ErrLength)
			assert.ErrorIs(t, run(x[:16], x[8:]), fft.ErrOverlap)
			assert.NoError(t, run(nil, nil))
		}
	}
	_, err := fitted(t, LearnedE2E, 8).Transform()
	assert.EqualError(t, err, "learn: learned_e2e makes levels, no spectra: ask for its LogMel")
	_, err = fitted(t, DomainTwiddle, 8).LogMel(2)
	assert.EqualError(t, err, "learn: domain_twiddle makes spectra, no levels: ask for its Transform")
}

// Levels of frames are those of the model with hard gates, whichever are closed.
func TestLogMelIsTheModel(t *testing.T) {
	const n = 64
	f := fitted(t, LearnedE2E, n)
	m := f.model.(*gated)
	r := stream(3, 3)
	for i := range m.all {
		m.all[i] += 0.2 * r.NormFloat64()
	}
	for round := range 3 {
		for i := range m.gates {
			m.gates[i] = []float64{1, r.NormFloat64(), -1}[round]
		}
		m.refresh()
		b := newBatch(r, noise, n, 1, nil, nil)
		signal := make([]float32, n)
		window := spectral.Hann(n)
		for i := range signal {
			signal[i] = float32(real(b.in[i]))
			b.in[i] = complex(float64(signal[i])*window[i], 0)
		}
		b.levels = make([]float64, len(m.head.bands))
		m.loss(b)

		l, err := f.LogMel(n / 4)
		require.NoError(t, err)
		got := make([]float32, melBands)
		require.NoError(t, l.Spectrogram(got, signal))
		empty := melBands
		for i, band := range m.head.bands {
			assert.InDelta(t, m.gains[i]*m.levels[i]+m.offsets[i], float64(got[band.number]), 1e-4, "round %d, band %d", round, band.number)
			empty--
		}
		assert.Equal(t, 7, empty, "of 64 points, seven filters lie between bins")
		assert.Equal(t, float32(-10), got[1], "the floor")
		assert.Error(t, l.Spectrogram(got[1:], signal))
	}
}

func TestRunsOfOpenGates(t *testing.T) {
	for _, c := range []struct{ gates, want []float64 }{
		{[]float64{1, 1, 1, 1}, []float64{0, 4, 0, 0}},
		{[]float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}},
		{[]float64{1, 0, 1, 0}, []float64{0, 1, 2, 3}},
		{[]float64{0, 1, 0, 1}, []float64{1, 2, 3, 4}},
		{[]float64{0, 1, 1, 0}, []float64{1, 3, 0, 0}},
	} {
		runs, gates := make([]int32, 4), make([]float64, 4)
		for i, g := range c.gates {
			gates[i] = g - 0.5
		}
		encodeRuns(runs, gates)
		for i, want := range c.want {
			assert.EqualValues(t, want, runs[i], "%v", c.gates)
		}
	}
}

// What is described is what is made.
func TestDescriptions(t *testing.T) {
	for n := MinLen; n <= 256; n *= 2 {
		for _, variant := range []string{DomainTwiddle, ButterflyUnitary} {
			transform, err := fitted(t, variant, n).Transform()
			require.NoError(t, err)
			a, err := DescribeTransform(variant, n)
			require.NoError(t, err)
			require.NoError(t, a.Check())
			assert.Equal(t, transform.Footprint(), a.Footprint())
		}
		l, err := fitted(t, LearnedE2E, n).LogMel(n / 4)
		require.NoError(t, err)
		a, err := DescribeLogMel(n, n/4)
		require.NoError(t, err)
		require.NoError(t, a.Check())
		assert.Equal(t, l.Footprint(), a.Footprint())
	}
	// 127 twiddles of two bytes and 7 scales; 4 numbers for each of 448 butterflies.
	a, err := DescribeTransform(DomainTwiddle, 128)
	require.NoError(t, err)
	numbers, bytes := a.Footprint().Sum(fft.Parameter)
	assert.Equal(t, []int64{127 + 7, 254 + 28}, []int64{int64(numbers), bytes})
	a, err = DescribeTransform(ButterflyUnitary, 128)
	require.NoError(t, err)
	numbers, bytes = a.Footprint().Sum(fft.Parameter)
	assert.Equal(t, []int64{4 * 448, 4 * 448 * 8}, []int64{int64(numbers), bytes})

	for _, n := range []int{0, 2, 100, 8192, 1 << 40} {
		_, err := DescribeTransform(DomainTwiddle, n)
		assert.ErrorIs(t, err, fft.ErrSize)
		_, err = DescribeLogMel(n, 1)
		assert.ErrorIs(t, err, fft.ErrSize)
	}
	_, err = DescribeTransform(LearnedE2E, 64)
	assert.EqualError(t, err, `learn: no model "learned_e2e" makes spectra`)
}

// Closed gates are not computed: a network of none is the permutation.
func TestClosedGatesAreSkipped(t *testing.T) {
	w, err := newWiring(16)
	require.NoError(t, err)
	m := newGated(w, 1)
	fill(m.gates, -1)
	transform := newGatedTransform(w, m)
	src, dst := make([]complex64, 16), make([]complex64, 16)
	for i := range src {
		src[i] = complex(float32(i), 0)
	}
	src[8] = complex(float32(math.Inf(1)), 0) // a butterfly would spread it
	require.NoError(t, transform.Forward(dst, src))
	for i, from := range w.order {
		if i <= 8 {
			assert.Equal(t, real(src[from]), real(dst[i]))
		} else {
			assert.Equal(t, src[from], dst[i])
		}
	}
	assert.Error(t, transform.Inverse(dst, src))
}
