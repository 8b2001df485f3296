package kernels

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// realTwiddles are those of 2h real numbers.
func realTwiddles[F Float](h int) []F {
	w := make([]F, 2*(h/2+1))
	for k := range h/2 + 1 {
		sin, cos := math.Sincos(math.Pi * float64(k) / float64(h))
		w[2*k], w[2*k+1] = F(-sin/2), F(-cos/2)
	}
	return w
}

// The passes make of the transform of pairs that of the real numbers, and of
// its bins n times the transform of the pairs, by the definition.
func TestRealPasses(t *testing.T) {
	for h := 1; h <= 70; h++ {
		x, pairs := make([]complex128, 2*h), make([]complex128, h)
		for j := range x {
			x[j] = complex(math.Sin(float64(3*j*j)), 0)
			pairs[j/2] += x[j] * []complex128{1, 1i}[j%2]
		}
		var z, want, twice []float64
		for _, v := range dft(pairs) {
			z = append(z, real(v), imag(v))
			twice = append(twice, 2*real(v), 2*imag(v))
		}
		for _, v := range dft(x)[:h+1] {
			want = append(want, real(v), imag(v))
		}
		w := realTwiddles[float64](h)
		got := append(slices.Clone(z), 0, 0)
		passes := NewRealPasses(h, w)
		passes.Last(got, got[:2*h])
		assert.InDeltaSlice(t, want, got, 1e-11, "h=%d", h)
		got[1], got[2*h+1] = 3, 4 // ignored
		passes.First(got[:2*h], got)
		assert.InDeltaSlice(t, twice, got[:2*h], 1e-11, "h=%d", h)
	}
}

func TestRealVectors(t *testing.T) {
	t.Run("f32", rapid.MakeCheck(checkRealVectors[float32]))
	t.Run("f64", rapid.MakeCheck(checkRealVectors[float64]))
}

// checkRealVectors holds the passes to their plain twins, on memory that begins
// anywhere, in place or not, and looks at what lies beside it.
func checkRealVectors[F Float](t *rapid.T) {
	h := rapid.IntRange(1, 90).Draw(t, "h")
	at := rapid.IntRange(0, 9).Draw(t, "offset")
	w := append(make([]F, at), realTwiddles[F](h)...)[at:]
	passes := NewRealPasses(h, w)
	x, memory := make([]F, 2*h+2), make([]F, at+2*h+2+9)
	for i := range x {
		x[i] = F(math.Sin(float64(i * i)))
	}
	for i := range memory {
		memory[i] = F(i)
	}
	for name, pass := range map[string]func(dst, src []F, vectors bool){
		"last": func(dst, src []F, vectors bool) {
			if vectors {
				passes.Last(dst, src[:2*h])
				return
			}
			re, im := src[0], src[1]
			plainRealLast(dst, src[:2*h], w, 1)
			dst[0], dst[1], dst[2*h], dst[2*h+1] = re+im, 0, re-im, 0
		},
		"first": func(dst, src []F, vectors bool) {
			if vectors {
				passes.First(dst[:2*h], src)
				return
			}
			first, last := src[0], src[2*h]
			plainRealFirst(dst[:2*h], src, w, 1)
			dst[0], dst[1] = first+last, first-last
		},
	} {
		want, got, same := slices.Clone(memory), slices.Clone(memory), slices.Clone(memory)
		pass(want[at:][:2*h+2], x, false)
		pass(got[at:][:2*h+2], x, true)
		requireClose(t, want, got, name)
		copy(same[at:], x)
		copy(want[at+2*h:], same[at+2*h:][:2]) // what first leaves
		if name == "last" {
			copy(want[at+2*h:], got[at+2*h:][:2])
		}
		pass(same[at:][:2*h+2], same[at:][:2*h+2], true)
		requireClose(t, want, same, name+" in place")
	}
}

func requireClose[F Float](t require.TestingT, want, got []F, what string) {
	tolerance := 8 * 0x1p-23
	if isDouble[F]() {
		tolerance = 8 * 0x1p-52
	}
	for i := range want {
		require.InDelta(t, float64(want[i]), float64(got[i]), tolerance, "%s: part %d", what, i)
	}
}
