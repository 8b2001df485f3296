package spectral

import (
	"math"
	"math/bits"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// sideBySide is the transform of a block of several lanes: passes of decimation
// in frequency over its rows, in place, in which every lane does the same.
type sideBySide[R Real] struct {
	lanes  int
	passes []sidePass[R]
}

// sidePass is a pass over blocks of radix·count rows.
type sidePass[R Real] struct {
	radix, count int
	twiddles     []R // as kernels.TransformFrames wants them
}

// planSideBySide plans transforms of m numbers, the product of the radices, and
// returns the rows where they leave the bins.
func planSideBySide[R Real](m, lanes int) (*sideBySide[R], []int32) {
	t, places := &sideBySide[R]{lanes: lanes}, []int32{0}
	count := m
	for _, radix := range sideRadices(m) {
		count /= radix
		pass := sidePass[R]{radix: radix, count: count, twiddles: make([]R, 0, passTwiddles(radix, count))}
		for p := 0; p < count && count > 1; p++ {
			for j := 1; j < radix; j++ {
				cos, sin := root(j*p, radix*count)
				pass.twiddles = append(pass.twiddles, R(cos), R(sin))
			}
		}
		t.passes = append(t.passes, pass)
		next := make([]int32, 0, radix*len(places))
		for j := range radix {
			for _, place := range places {
				next = append(next, place+int32(j*count))
			}
		}
		places = next
	}
	return t, places
}

// passTwiddles is how many parts the twiddles of a pass have.
func passTwiddles(radix, count int) int {
	if count == 1 {
		return 0
	}
	return 2 * (radix - 1) * count
}

// sideTwiddles is how many those of all passes of m numbers have.
func sideTwiddles(m int) int {
	parts, count := 0, m
	for _, radix := range sideRadices(m) {
		count /= radix
		parts += passTwiddles(radix, count)
	}
	return parts
}

// sideRadices are the radices of the passes for m, odd ones first and 8 last:
// the last pass has no twiddles. Nil if m has other factors than 2, 3 and 5.
func sideRadices(m int) []int {
	var radices []int
	for _, radix := range []int{5, 3} {
		for ; m%radix == 0; m /= radix {
			radices = append(radices, radix)
		}
	}
	if m&(m-1) != 0 {
		return nil
	}
	twos := bits.TrailingZeros(uint(m))
	for twos%3 != 0 && twos > 1 {
		radices = append(radices, 4)
		twos -= 2
	}
	if twos%3 != 0 {
		radices = append(radices, 2)
		twos--
	}
	for ; twos > 0; twos -= 3 {
		radices = append(radices, 8)
	}
	return radices
}

// transform transforms the frames in place. After the first pass every block of
// the second is a transform by itself, and done while it is in the cache.
func (t *sideBySide[R]) transform(packed []R) {
	first := t.passes[0]
	kernels.TransformFrames(packed, first.radix, first.count, t.lanes, first.twiddles)
	if len(t.passes) == 1 {
		return
	}
	part := len(packed) / first.radix
	for at := 0; at < len(packed); at += part {
		for _, pass := range t.passes[1:] {
			kernels.TransformFrames(packed[at:at+part], pass.radix, pass.count, t.lanes, pass.twiddles)
		}
	}
}

func (t *sideBySide[R]) footprint() fft.Footprint {
	var twiddles []R
	for _, pass := range t.passes {
		twiddles = append(twiddles, pass.twiddles...)
	}
	return fft.Footprint{footprintOf("twiddles", fft.Parameter, twiddles)}
}

// root is e^(−2πi·k/n). The sine and the cosine are taken of an eighth of the
// circle, where they are most exact.
func root(k, n int) (cos, sin float64) {
	k %= n
	eighth := 8 * k / n
	// The angle from the nearest quarter of the circle, at most an eighth.
	quarter := (eighth + 1) / 2
	angle := 2 * math.Pi * (float64(4*k-quarter*n) / float64(4*n))
	s, c := math.Sincos(angle)
	switch quarter % 4 {
	case 0:
		return c, -s
	case 1:
		return -s, -c
	case 2:
		return -c, s
	default:
		return s, c
	}
}
