package truth

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Cases with known spectra, at lengths of both algorithms.

var analyticLengths = []int{1, 2, 8, 15, 64, 100, 257, 1024}

func TestImpulse(t *testing.T) {
	for _, n := range analyticLengths {
		at := n / 3
		x := make([]complex128, n)
		x[at] = 2 - 1i
		for k, got := range DFT(x, Forward) {
			want := (2 - 1i) * cmplx.Exp(complex(0, -2*math.Pi*float64(at*k%n)/float64(n)))
			assert.InDelta(t, 0, cmplx.Abs(got-want), 5e-15, "n=%d bin %d", n, k)
		}
	}
}

func TestToneFillsOneBin(t *testing.T) {
	for _, n := range analyticLengths {
		tone := n / 4
		c := newCircle(n)
		x := make([]quad, n)
		for j := range x {
			x[j] = c.at(tone * j)
		}
		for k, got := range transform(x, Forward) {
			want := 0.0
			if k == tone {
				want = float64(n)
			}
			off := math.Hypot(got.re.hi-want+got.re.lo, got.im.hi+got.im.lo)
			assert.Less(t, off, 1e-30*float64(n)*float64(n), "n=%d bin %d", n, k)
		}
	}
}

// The spectrum of the chirp e^(πi·j²/n), n even, has the magnitude √n in every
// bin (a Gauss sum).
func TestChirpIsFlat(t *testing.T) {
	for _, n := range []int{2, 8, 100, 512, 1000} {
		x := make([]complex128, n)
		for j := range x {
			x[j] = cmplx.Exp(complex(0, math.Pi*float64(j*j%(2*n))/float64(n)))
		}
		for k, got := range DFT(x, Forward) {
			assert.InDelta(t, math.Sqrt(float64(n)), cmplx.Abs(got), 1e-12, "n=%d bin %d", n, k)
		}
	}
}

func TestInverseUndoesForward(t *testing.T) {
	for _, n := range analyticLengths {
		x := noise(n, 2)
		back := transform(transform(quads(x), Forward), Inverse)
		for j, v := range back {
			scaled := complex(v.re.hi/float64(n), v.im.hi/float64(n))
			assert.InDelta(t, 0, cmplx.Abs(scaled-x[j]), 1e-15, "n=%d element %d", n, j)
		}
	}
}

func TestEmptyInput(t *testing.T) {
	assert.Empty(t, DFT(nil, Forward))
}

// Horner's rule, radix 2 and Bluestein have nothing in common but the roots.
func TestBinAgreesWithTransform(t *testing.T) {
	for _, n := range []int{1, 30, 64, 3000, 4096} {
		x := quads(noise(n, 3))
		whole := transform(x, Inverse)
		c := newCircle(n)
		for k := 0; k < n; k += max(n/16, 1) {
			got := bin(x, c.at(k)).sub(whole[k])
			// Horner's error grows with n times the partial sums' √n.
			bound := 1e-31 + 2e-32*math.Pow(float64(n), 1.5)
			assert.Less(t, math.Hypot(got.re.hi, got.im.hi), bound, "n=%d bin %d", n, k)
		}
	}
}
