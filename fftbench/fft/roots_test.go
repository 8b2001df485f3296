package fft

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// The spectrum of an impulse at 1 is the roots; truth gives them as hi + lo,
// and hi is the float64 next to the exact value.
func TestRootsAreRoundedOnce(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 7, 8, 12, 24, 96, 97, 360, 1000, 1024, 4095, 1 << 14} {
		impulse := make([]complex128, n)
		impulse[1%n] = 1
		want, _ := truth.DFT2(impulse, truth.Forward)
		r := newRoots(n)
		for k := range n {
			if n == 1 {
				want[k] = 1
			}
			re, im := r.at(k)
			assert.InDelta(t, real(want[k]), re, 1e-30, "cos, root %d of %d", k, n)
			assert.InDelta(t, imag(want[k]), im, 1e-30, "sin, root %d of %d", k, n)
		}
	}
}

// Known values, and the symmetries of the circle hold to the last bit.
func TestRootsOnTheAxes(t *testing.T) {
	half, _ := new(big.Float).SetPrec(200).Sqrt(big.NewFloat(0.5)).Float64()
	r := newRoots(8)
	want := [][2]float64{{1, 0}, {half, -half}, {0, -1}, {-half, -half}, {-1, 0}, {-half, half}, {0, 1}, {half, half}}
	for k, w := range want {
		re, im := r.at(k)
		assert.Equal(t, w, [2]float64{re, im}, "root %d", k)
	}
	r = newRoots(1000)
	for k := range 1000 {
		re, im := r.at(k)
		re2, im2 := r.at((1000 - k) % 1000)
		assert.Equal(t, [2]float64{re, 0 - im}, [2]float64{re2, im2}, "root %d is conjugate", k)
		re2, im2 = r.at(k + 500)
		assert.Equal(t, [2]float64{0 - re, 0 - im}, [2]float64{re2, im2}, "root %d is opposite", k)
		re2, im2 = r.at(k + 250)
		assert.Equal(t, [2]float64{im, 0 - re}, [2]float64{re2, im2}, "root %d is a quarter on", k)
	}
}

// fillRoots goes round the circle in arcs; at looks each root up.
func TestFillRoots(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 6, 7, 8, 12, 20, 24, 96, 97, 98, 1000, 1024} {
		r := newRoots(n)
		for _, step := range []int{0, 1, 2, 3, n / 8, n / 4, n / 2, n - 1, n, 2*n + 1} {
			for _, gap := range []int{2, 6} {
				got := make([]float64, 2*n+7*gap)
				want := make([]float64, len(got))
				for j := 0; j*gap+1 < len(want); j++ {
					want[j*gap], want[j*gap+1] = r.at(j * step)
				}
				fillRoots(got, gap, r, step)
				assert.Equal(t, want, got, "n=%d step=%d gap=%d", n, step, gap)
			}
		}
	}
}

// Roots for float32 come from float64 products: half an ulp and 2^-28 of one.
func TestRootsOfFloat32(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 8, 96, 97, 1000, 1024, 4095, 1 << 14} {
		exact, r := newRoots(n), newRootsOf[float32](n)
		for k := range n {
			re, im := r.at(k)
			wantRe, wantIm := exact.at(k)
			for _, pair := range [][2]float64{{re, wantRe}, {im, wantIm}} {
				got, want := float64(float32(pair[0])), pair[1]
				ulp := float64(math.Nextafter32(float32(math.Abs(want)), 2)) - math.Abs(float64(float32(want)))
				assert.LessOrEqual(t, math.Abs(got-want), 0.5000001*ulp, "root %d of %d", k, n)
			}
		}
	}
}
