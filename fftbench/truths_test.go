package fftbench

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The truth about densities takes another road than package spectral (window
// in frequency, one transform a segment); scipy is the witness for both.
func TestDensityTruthEqualsSciPy(t *testing.T) {
	text, err := os.ReadFile("../testdata/welch/vectors.json")
	require.NoError(t, err)
	var vectors struct {
		Cases []struct {
			Name   string
			N      int
			FS     float64
			X, PSD []float64
		}
	}
	require.NoError(t, json.Unmarshal(text, &vectors))
	require.NotEmpty(t, vectors.Cases)
	for _, c := range vectors.Cases {
		for _, p := range []Precision{F32, F64} {
			hi, lo := density(c.X, c.N, p)
			require.Len(t, hi, len(c.PSD))
			for k, want := range c.PSD {
				want *= c.FS / sampleRate
				assert.InDelta(t, want, hi[k], 2e-15*slices.Max(c.PSD)*c.FS/sampleRate, "%s bin %d", c.Name, k)
				assert.LessOrEqual(t, math.Abs(lo[k]), 1e-15*math.Abs(hi[k]), "lo corrects hi, no more")
			}
		}
	}
}

// A mask of ones makes the filter n times the identity, exactly: the low parts
// must account for all that the high parts round away.
func TestFilterTruthOfOnes(t *testing.T) {
	const n = 512
	rng := rand.New(rand.NewPCG(5, 6))
	x, ones := make([]complex128, n), make([]float64, n)
	for i := range x {
		x[i] = complex(rng.NormFloat64(), rng.NormFloat64())
		ones[i] = 1
	}
	hi, lo := filtered(x, ones, F64)
	for i, v := range complexParts(x) {
		got, rest := complexParts(hi)[i], complexParts(lo)[i]
		assert.InDelta(t, 0, (got-n*v)+rest, 1e-25*n)
	}
}

// An impulse comes out as the mask's inverse transform, a sum of cosines since
// the mask is even.
func TestFilterTruthOfImpulse(t *testing.T) {
	for _, p := range []Precision{F32, F64} {
		const n = 40
		x := make([]complex128, n)
		x[0] = 1
		gains := mask(n)
		hi, lo := filtered(x, gains, p)
		for i := range hi {
			want := 0.0
			for k, g := range gains {
				want += g * math.Cos(2*math.Pi*float64(i*k%n)/n)
			}
			assert.InDelta(t, want, real(hi[i])+real(lo[i]), 1e-13)
			assert.InDelta(t, 0, imag(hi[i]), 1e-13)
		}
	}
}

func TestPairSum(t *testing.T) {
	var s pairSum
	for _, v := range []float64{1, 1e100, 1, -1e100} {
		s.add(v)
	}
	assert.Equal(t, 2.0, s.hi+s.lo)

	s = pairSum{}
	s.addSquare(pairSum{hi: 1 + 0x1p-30, lo: 0x1p-60})
	assert.Equal(t, 1+0x1p-29, s.hi)
	assert.Equal(t, 0x1p-60+0x1p-59+0x1p-89, s.lo, "(1+a)² = 1 + 2a + a², and 2·(1+a)·lo")

	hi, lo := (&pairSum{hi: 1}).over(3)
	assert.Equal(t, 1.0/3, hi)
	assert.InDelta(t, 1.0/3*0x1p-54, lo, 1e-33, "1/3 = 0.010101…₂ rounds down by a third of an ulp of 2^-54")
}

func TestCompare(t *testing.T) {
	e, err := compare([]float64{3, 4.5}, []float64{3, 4}, []float64{0, 0})
	require.NoError(t, err)
	assert.Equal(t, Errors{RelL2: 0.1, MaxErr: 0.5}, e)

	e, err = compare([]float64{3, 4}, []float64{3, 4}, []float64{0, 0x1p-60})
	require.NoError(t, err)
	assert.Equal(t, 0x1p-60, e.MaxErr, "the low part counts")

	e, err = compare([]float64{math.NaN(), 4}, []float64{3, 4}, []float64{0, 0})
	require.NoError(t, err)
	assert.True(t, math.IsNaN(e.RelL2))
	assert.True(t, math.IsNaN(e.MaxErr))

	_, err = compare([]float64{1}, []float64{1, 2}, []float64{0, 0})
	assert.Error(t, err)
}

func TestWorstKeepsNaN(t *testing.T) {
	nan := math.NaN()
	assert.Equal(t, Errors{2, 3}, worst(Errors{1, 3}, Errors{2, 1}))
	assert.True(t, math.IsNaN(worst(Errors{nan, nan}, Errors{1, 1}).RelL2))
	assert.True(t, math.IsNaN(worst(Errors{1, 1}, Errors{nan, nan}).MaxErr))
}
