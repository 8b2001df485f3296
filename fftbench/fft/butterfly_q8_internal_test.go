package fft

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// network is the transform of x by the passes of ButterflyQ8 in float64: exact
// up to 8 numbers, and joined by its quantised twiddles. Nothing is rounded.
func network(x []complex128) []complex128 {
	n := len(x)
	y := make([]complex128, n)
	if n <= 8 {
		for k := range y {
			for j, v := range x {
				sin, cos := math.Sincos(-2 * math.Pi * float64(j*k%n) / float64(n))
				y[k] += v * complex(cos, sin)
			}
		}
		return y
	}
	var quarters [4][]complex128
	for a := range quarters {
		for j := a; j < n; j += 4 {
			quarters[a] = append(quarters[a], x[j])
		}
		quarters[a] = network(quarters[a])
	}
	h := n / 4
	t := newFansQ8(newRoots(n), h)
	for j, w := range t.fans {
		a := quarters[0][j]
		product := func(k int) complex128 {
			return quarters[k][j] * complex(float64(w[2*k-2]), float64(w[2*k-1])) / complex(float64(t.scale), 0)
		}
		b, c, d := product(1), product(2), product(3)
		y[j], y[j+2*h] = a+c+(b+d), a+c-(b+d)
		y[j+h], y[j+3*h] = a-c-1i*(b-d), a-c+1i*(b-d)
	}
	return y
}

// The integers go the way of the network with the same twiddles: rounding to
// 16 bits costs less than the twiddles do.
func TestQ8FollowsItsNetwork(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for n := 64; n <= 1<<15; n *= 2 {
		p, err := NewButterflyQ8(n)
		require.NoError(t, err)
		src, x, dst := make([]complex64, n), make([]complex128, n), make([]complex64, n)
		for j := range src {
			src[j] = complex(float32(r.NormFloat64()), float32(r.NormFloat64()))
			x[j] = complex128(src[j])
		}
		require.NoError(t, p.Forward(dst, src))
		sum, norm := 0.0, 0.0
		for k, want := range network(x) {
			d := complex128(dst[k]) - want
			sum += real(d)*real(d) + imag(d)*imag(d)
			norm += real(want)*real(want) + imag(want)*imag(want)
		}
		rounding := math.Sqrt(sum / norm)
		t.Logf("n=%d: relative L2 %.1e", n, rounding)
		assert.Less(t, rounding, 2.2e-3, "n=%d", n)
		assert.Less(t, rounding, 3e-4*math.Log2(float64(n)/16), "n=%d", n)
	}
}

// Scales that fit the twiddles: all of 1, −1, ±i by any, the eighth roots by
// 99·√½ = 70.004, and long passes by the largest.
func TestQ8Scales(t *testing.T) {
	assert.Equal(t, 1, quantiseQ8([]float64{1, 0, 0, -1}, 1).scale)
	eighth := quantiseQ8([]float64{1, 0, math.Sqrt2 / 2, -math.Sqrt2 / 2}, 1)
	assert.Equal(t, integersQ8{[]int8{99, 0, 70, -70}, 99}, eighth)
	assert.Equal(t, math.MaxInt8, newFansQ8(newRoots(1024), 256).scale)
	for h := 4; h <= 256; h *= 4 {
		f := newFansQ8(newRoots(4*h), h)
		assert.GreaterOrEqual(t, f.scale, 64, "h=%d", h)
		assert.Equal(t, [6]int8(f.fans[0][:6]), [6]int8{int8(f.scale), 0, int8(f.scale), 0, int8(f.scale), 0}, "h=%d", h)
		// The largest possible part is S·(1 + 3√2), but for rounding.
		assert.LessOrEqual(t, f.gain, int(float64(f.scale)*(1+3*math.Sqrt2))+3, "h=%d", h)
		assert.GreaterOrEqual(t, f.gain, 4*f.scale, "h=%d", h)
	}
}
