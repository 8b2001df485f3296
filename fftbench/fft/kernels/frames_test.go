package kernels

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The passes of frames together, in lanes of any number, against the sum that
// defines a spectrum.
func TestFramesAreTransforms(t *testing.T) {
	both(t, checkFramesAreTransforms[float32], checkFramesAreTransforms[float64])
}

func checkFramesAreTransforms[F Float](t *testing.T) {
	for _, lanes := range append([]int{1, 3}, FrameLanes[F](ISA())...) {
		for _, radices := range [][]int{{2}, {4}, {5}, {8}, {3, 2}, {4, 4}, {8, 4}, {4, 8}, {5, 5}, {8, 8}, {4, 4, 4}, {5, 3, 4}} {
			m := 1
			for _, radix := range radices {
				m *= radix
			}
			n, hop := 2*m, 5
			rng := rand.New(rand.NewPCG(uint64(lanes), uint64(m)))
			src, window := make([]F, n+(lanes-1)*hop), make([]F, n)
			for i := range src {
				src[i] = F(rng.NormFloat64())
			}
			for i := range window {
				window[i] = F(rng.Float64())
			}
			halved := make([]F, n)
			for i, w := range window {
				halved[i] = w / 2
			}
			work := make([]F, n*lanes)
			PackFrames(work, src, halved, hop, lanes, nil)
			places := []int32{0}
			for count, rest := m, radices; len(rest) > 0; rest = rest[1:] {
				radix := rest[0]
				count /= radix
				TransformFrames(work, radix, count, lanes, passTwiddles[F](radix, count))
				var next []int32
				for j := range radix {
					for _, place := range places {
						next = append(next, place+int32(j*count))
					}
				}
				places = next
			}
			var twiddles []F
			for k := 1; k < (m+1)/2; k++ {
				w := cmplx.Rect(1, -2*math.Pi*float64(k)/float64(n))
				twiddles = append(twiddles, F(real(w)), F(imag(w)))
			}
			spectrum, power := make([]F, 2*(m+1)*lanes), make([]F, (m+1)*lanes)
			FramesSpectrum(spectrum, work, places, twiddles, lanes)
			FramesPower(power, work, places, twiddles, lanes)
			AddFramesPower(power, work, places, twiddles, lanes)

			tolerance := 1e-5
			if isDouble[F]() {
				tolerance = 1e-13
			}
			for f := range lanes {
				for k := range m + 1 {
					var want complex128
					for j, w := range window {
						want += complex(float64(w)*float64(src[f*hop+j]), 0) * cmplx.Rect(1, -2*math.Pi*float64(j*k%n)/float64(n))
					}
					at := 2*k*lanes + f
					assert.InDelta(t, real(want), float64(spectrum[at]), tolerance, "%v bin %d", radices, k)
					assert.InDelta(t, imag(want), float64(spectrum[at+lanes]), tolerance, "%v bin %d", radices, k)
					square := real(want)*real(want) + imag(want)*imag(want)
					assert.InDelta(t, 2*square, float64(power[k*lanes+f]), 4*tolerance*(1+square), "%v bin %d", radices, k)
				}
			}
		}
	}
}

func passTwiddles[F Float](radix, count int) []F {
	var w []F
	for p := range count {
		for j := 1; j < radix; j++ {
			z := cmplx.Rect(1, -2*math.Pi*float64(j*p)/float64(radix*count))
			w = append(w, F(real(z)), F(imag(z)))
		}
	}
	return w
}

// The logarithm over all exponents, mantissas dense at both ends and the seam,
// by vectors and by plain Go.
func TestLogSums(t *testing.T) {
	var singles []float32
	for exponent := -126; exponent < 128; exponent++ {
		for _, m := range mantissas(23, rootHalf32) {
			singles = append(singles, math.Float32frombits(uint32(exponent+127)<<23|uint32(m)))
		}
	}
	checkLogarithms(t, singles, 0x1p-24)
	var doubles []float64
	for exponent := -1022; exponent < 1024; exponent += 3 {
		for _, m := range mantissas(52, rootHalf64) {
			doubles = append(doubles, math.Float64frombits(uint64(exponent+1023)<<52|m))
		}
	}
	checkLogarithms(t, doubles, 0x1p-53)
}

// mantissas are numbers of so many bits, some everywhere, more near 0 and those
// of seam.
func mantissas(bits int, seam uint64) []uint64 {
	var all []uint64
	for i := range uint64(600) {
		all = append(all, i<<bits/600)
	}
	for _, near := range []uint64{0, seam} {
		for i := range uint64(64) {
			all = append(all, (near+i-32)&(1<<bits-1))
		}
	}
	return all
}

// checkLogarithms compares with math.Log; in float64 that has an error of its
// own, of less than a unit in the last place.
func checkLogarithms[F Float](t *testing.T, x []F, roundoff float64) {
	zeros, byVectors, plain := make([]F, len(x)), make([]F, len(x)), make([]F, len(x))
	LogSums(byVectors, x, zeros, 1, x[0])
	plainLogSums(plain, x, zeros, 1, x[0])
	for i, v := range x {
		want := math.Log(float64(v))
		bound := 2.4 * roundoff * math.Abs(want)
		if isDouble[F]() {
			bound *= 1.6
		}
		for _, got := range []F{byVectors[i], plain[i]} {
			if math.Abs(float64(got)-want) > bound {
				t.Fatalf("ln %v is %v, want %v within %g", v, got, want, bound)
			}
		}
	}
}

func TestLogSumsOfOddNumbers(t *testing.T) {
	both(t, checkLogSumsOfOddNumbers[float32], checkLogSumsOfOddNumbers[float64])
}

func checkLogSumsOfOddNumbers[F Float](t *testing.T) {
	inf, nan := F(math.Inf(1)), F(math.NaN())
	a := []F{0, 3, inf, 1, nan, -5, 1e-20, 7, 0, 3, inf, 1, nan, -5, 1e-20, 7, 2}
	b := []F{0, 4, 1, inf, 1, 1, 1e-20, nan, 0, 4, 1, inf, 1, 1, 1e-20, nan, 3}
	got := make([]F, len(a))
	LogSums(got, a, b, 2, 1e-10)
	floor := 2 * math.Log(1e-10)
	for i, want := range []float64{floor, 2 * math.Log(7), math.NaN(), math.NaN(), math.NaN(), floor, floor, math.NaN()} {
		for _, v := range []F{got[i], got[i+8]} {
			if math.IsNaN(want) {
				assert.True(t, math.IsNaN(float64(v)), "%d: %v", i, v)
			} else {
				assert.InEpsilon(t, want, float64(v), 2e-7)
			}
		}
	}
	assert.InEpsilon(t, 2*math.Log(5), float64(got[16]), 2e-7)
}

// A vector of AVX2 has 32 bytes, one of AVX-512 64.
func TestFrameLanes(t *testing.T) {
	assert.Empty(t, FrameLanes[float32](Plain))
	assert.Equal(t, []int{8}, FrameLanes[float32](AVX2))
	assert.Equal(t, []int{8, 4}, FrameLanes[float64](AVX512))
}
