package fft_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// planLengths take every kind of plan: one number, plain passes, codelets,
// columns, vectors, mixed radices, both convolutions, a split.
var planLengths = []int{1, 2, 8, 16, 64, 256, 512, 1000, 4096, 15, 22, 81, 97, 101, 134, 210, 257, 1001, 1009, 2022}

// Memory begins where it likes, and what comes out does not depend on it.
func TestMisalignedSlices(t *testing.T) {
	for _, n := range planLengths {
		checkMisaligned[complex64](t, n)
		checkMisaligned[complex128](t, n)
	}
}

func checkMisaligned[C fft.Complex](t *testing.T, n int) {
	p, src := planOf[C](t, n), gauss[C](n, uint64(n))
	want := apply(t, p, truth.Forward, src)
	for from := range 8 {
		for to := range 8 {
			in := append(make([]C, from), src...)
			out := make([]C, to+n+1)
			require.NoError(t, p.Forward(out[to:to+n], in[from:]))
			require.Equal(t, want, out[to:to+n], "n=%d src at %d dst at %d", n, from, to)
			require.Zero(t, out[to+n], "n=%d wrote behind dst", n)
		}
	}
}

// Numbers below the normal ones lose digits, not their way: the error is that
// of rounding each of them to the smallest one.
func TestDenormals(t *testing.T) {
	for _, n := range planLengths {
		checkDenormals[complex64](t, n, math.SmallestNonzeroFloat32)
		checkDenormals[complex128](t, n, math.SmallestNonzeroFloat64)
	}
}

func checkDenormals[C fft.Complex](t *testing.T, n int, smallest float64) {
	p, src := planOf[C](t, n), make([]C, n)
	large := make([]complex128, n) // by a power of two
	for j := range src {
		re, im := math.Round(5000*math.Sin(float64(j*j))), math.Round(5000*math.Cos(float64(3*j)))
		src[j] = C(complex(re*smallest, im*smallest))
		large[j] = complex(re, im)
	}
	for _, dir := range directions {
		want := truth.DFT(large, dir)
		for k, v := range apply(t, p, dir, src) {
			got := complex128(v)
			bound := 8 * math.Sqrt(float64(n)) * (4 + math.Log2(float64(n)))
			assert.InDelta(t, real(want[k]), real(got)/smallest, bound, "%s bin %d", name(n, dir), k)
			assert.InDelta(t, imag(want[k]), imag(got)/smallest, bound, "%s bin %d", name(n, dir), k)
		}
	}
}

func TestPlanTellsItsRecipe(t *testing.T) {
	assert.Regexp(t, `^complex64 1000: [a-z]+\([0-9,]+\)$`, planOf[complex64](t, 1000).String())
	assert.Regexp(t, `^complex128 1: dit\(1\)$`, planOf[complex128](t, 1).String())
}

// Long rows: an impulse becomes a tone and a tone an impulse, which no other
// transform needs to confirm.
func TestVeryLongRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	lengths := []int{1000000, 3 << 18, 1 << 22, 786433}
	for n := 1 << 18; n <= 1<<20; n *= 2 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		checkImpulse(t, n, named[complex64]("op_fft"))
		checkImpulse(t, n, named[complex128]("op_fft"))
		checkLongReal(t, n)
	}
}

// checkLongReal transforms a cosine at a bin, and back.
func checkLongReal(t *testing.T, n int) {
	t.Helper()
	p, err := fft.NewReal64(n)
	require.NoError(t, err)
	bin := n/3 | 1
	x := make([]float64, n)
	for j := range x {
		x[j] = math.Cos(2 * math.Pi * float64(j*bin%n) / float64(n))
	}
	want := make([]complex128, p.Bins())
	want[bin] = complex(float64(n)/2, 0)
	bins, before := make([]complex128, p.Bins()), slices.Clone(x)
	require.NoError(t, p.Forward(bins, x))
	requireNear(t, bins, want, 1e-13, "real forward")
	require.NoError(t, p.Inverse(x, bins))
	for j := range x {
		x[j] /= float64(n)
	}
	requireNear(t, widened[complex128](x), widened[complex128](before), 1e-13, "real round trip")
}
