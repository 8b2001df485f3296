package fft_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// drawLength draws a length the variant has a plan for.
func drawLength[C fft.Complex](t *rapid.T, v variant[C]) int {
	if v.any {
		return rapid.OneOf(rapid.IntRange(1, 300), rapid.IntRange(1, 1500)).Draw(t, "n")
	}
	return 1 << rapid.IntRange(0, 10).Draw(t, "log2 n")
}

func norm[C fft.Complex](x []C) float64 {
	sum := 0.0
	for _, c := range x {
		v := complex128(c)
		sum += real(v)*real(v) + imag(v)*imag(v)
	}
	return math.Sqrt(sum)
}

// requireNear asks for ‖got−want‖ ≤ bound·‖want‖.
func requireNear[C fft.Complex](t require.TestingT, got, want []C, bound float64, what string) {
	diff := make([]complex128, len(got))
	for k := range got {
		diff[k] = complex128(got[k]) - complex128(want[k])
	}
	require.LessOrEqual(t, norm(diff), bound*norm(want)+math.SmallestNonzeroFloat64, what)
}

func TestProperties(t *testing.T) {
	forEach(t, checkProperties[complex64], checkProperties[complex128])
}

func checkProperties[C fft.Complex](t *testing.T, v variant[C]) {
	rapid.Check(t, func(t *rapid.T) {
		n, rows := drawLength(t, v), rapid.IntRange(1, 4).Draw(t, "rows")
		seed := rapid.Uint64().Draw(t, "seed")
		p := v.plan(t, n)
		x, y := gauss[C](n*rows, seed), gauss[C](n*rows, seed+1)
		bound := 4 * v.tolerance(n)
		fx, fy := apply(t, p, truth.Forward, x), apply(t, p, truth.Forward, y)

		for r := range rows { // a batch is its rows
			require.Equal(t, fx[r*n:(r+1)*n], apply(t, p, truth.Forward, x[r*n:(r+1)*n]), "row %d", r)
		}

		back := apply(t, p, truth.Inverse, fx)
		for i := range back {
			back[i] /= C(complex(float64(n), 0))
		}
		requireNear(t, back, x, bound, "round trip")

		sum, want := make([]C, len(x)), make([]C, len(x))
		for i := range sum {
			sum[i], want[i] = x[i]+(2-1i)*y[i], fx[i]+(2-1i)*fy[i]
		}
		requireNear(t, apply(t, p, truth.Forward, sum), want, bound, "linearity")

		require.InEpsilon(t, norm(x)*math.Sqrt(float64(n)), norm(fx), bound+1e-14, "Parseval") // the norms have errors too

		shift := rapid.IntRange(0, n-1).Draw(t, "shift")
		checkShift(t, p, x[:n], fx[:n], shift, bound)
	})
}

// checkShift: delaying x by s turns bin k by e^(−2πi·sk/n).
func checkShift[C fft.Complex](t *rapid.T, p fft.Transform[C], x, fx []C, s int, bound float64) {
	n := len(x)
	shifted, want := make([]C, n), make([]C, n)
	for j := range x {
		shifted[(j+s)%n] = x[j]
	}
	for k := range fx {
		sin, cos := math.Sincos(-2 * math.Pi * float64(s*k%n) / float64(n))
		want[k] = fx[k] * C(complex(cos, sin))
	}
	requireNear(t, apply(t, p, truth.Forward, shifted), want, bound, "shift")
}

// The inverse of x is the forward transform with its bins in reverse order,
// whatever way a plan takes.
func TestInverseIsForwardReversed(t *testing.T) {
	forEach(t, checkReversed[complex64], checkReversed[complex128])
}

func checkReversed[C fft.Complex](t *testing.T, v variant[C]) {
	for _, n := range signalLengths {
		p, x := v.plan(t, n), gauss[C](n, 7)
		forward, inverse := apply(t, p, truth.Forward, x), apply(t, p, truth.Inverse, x)
		reversed := make([]C, n)
		for k := range forward {
			reversed[(n-k)%n] = forward[k]
		}
		requireNear(t, inverse, reversed, 2*v.tolerance(n), v.name)
	}
}

// Errors of noise grow as √(log n), not faster: from n to n⁴ they double.
func TestErrorGrowth(t *testing.T) {
	for _, v := range variants[complex64]() {
		if v.name == "butterfly_q8" {
			continue // has its own band
		}
		small, large := errorAt(t, v, 1<<4), errorAt(t, v, 1<<16)
		assert.Less(t, large, 3*small, v.name)
	}
	for _, v := range variants[complex128]() {
		small, large := errorAt(t, v, 1<<4), errorAt(t, v, 1<<16)
		assert.Less(t, large, 3*small, v.name)
	}
}

func errorAt[C fft.Complex](t *testing.T, v variant[C], n int) float64 {
	rows := max(1, 4096/n) // of which truth takes four
	src := gauss[C](rows*n, 11)
	ref, err := truth.New(src, n, truth.Forward)
	require.NoError(t, err)
	rel, _, err := ref.Compare(apply(t, v.plan(t, n), truth.Forward, src))
	require.NoError(t, err)
	return rel
}
