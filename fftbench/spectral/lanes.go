package spectral

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// sideBySide is lanesTransform of several lanes: passes of decimation in
// frequency over the rows of a block, in place, in which every lane does the
// same.
type sideBySide[R Real] struct {
	lanes  int
	passes []sidePass[R]
}

// sidePass is a pass over blocks of radix·count rows.
type sidePass[R Real] struct {
	radix, count int
	twiddles     []R // as kernels.TransformFrames wants them
}

// planSideBySide plans transforms of m numbers, a power of two from 4 on, and
// returns the rows where they leave the bins.
func planSideBySide[R Real](m, lanes int) (*sideBySide[R], []int32) {
	t, places := &sideBySide[R]{lanes: lanes}, []int32{0}
	count := m
	for _, radix := range sideRadices(m) {
		count /= radix
		pass := sidePass[R]{radix: radix, count: count}
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

// sideRadices are 8 as often as it goes, then 4: the last pass, which has no
// twiddles, is the one to be short.
func sideRadices(m int) []int {
	var radices []int
	fours := 0
	for m&(m-1) == 0 && m > 1 && (bitsOf(m)-2*fours)%3 != 0 {
		fours++
	}
	for left := bitsOf(m) - 2*fours; left > 0; left -= 3 {
		radices = append(radices, 8)
	}
	for range fours {
		radices = append(radices, 4)
	}
	return radices
}

func bitsOf(m int) int {
	n := 0
	for m > 1 {
		m /= 2
		n++
	}
	return n
}

// transform implements lanesTransform. After the first pass every block of the
// second is a transform by itself, and done while it is in the cache.
func (t *sideBySide[R]) transform(packed []R) ([]R, error) {
	first := t.passes[0]
	kernels.TransformFrames(packed, first.radix, first.count, t.lanes, first.twiddles)
	if len(t.passes) == 1 {
		return packed, nil
	}
	part := len(packed) / first.radix
	for at := 0; at < len(packed); at += part {
		for _, pass := range t.passes[1:] {
			kernels.TransformFrames(packed[at:at+part], pass.radix, pass.count, t.lanes, pass.twiddles)
		}
	}
	return packed, nil
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
