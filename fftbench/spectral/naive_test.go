package spectral

import (
	"math"
	"math/cmplx"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// naive is the definition of the DFT, O(n²) in complex128: slow, short and
// plainly right.
type naive[C fft.Complex] struct{ n int }

func (d naive[C]) Len() int                   { return d.n }
func (d naive[C]) Forward(dst, src []C) error { return d.sum(dst, src, -1) }
func (d naive[C]) Inverse(dst, src []C) error { return d.sum(dst, src, 1) }
func (d naive[C]) Footprint() fft.Footprint   { return nil }

func (d naive[C]) sum(dst, src []C, sign float64) error {
	for at := 0; at < len(src); at += d.n {
		for k := range d.n {
			var sum complex128
			for t, v := range src[at : at+d.n] {
				angle := sign * 2 * math.Pi * float64(k*t%d.n) / float64(d.n)
				sum += complex128(v) * cmplx.Rect(1, angle)
			}
			dst[at+k] = C(sum)
		}
	}
	return nil
}
