package spectral

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Filter multiplies signals by a real gain per frequency bin: forward
// transform, mask, inverse transform in one call.
//
// dst and src hold the same whole number of rows of Len values and do not
// overlap. The inverse is unnormalised as everywhere: with a mask of ones,
// dst = Len·src.
type Filter[C fft.Complex] interface {
	Len() int
	Apply(dst, src []C) error
	Footprint() fft.Footprint
}

// TwoPass is the textbook filter over any transform: forward into a buffer,
// multiply, inverse into the output, row by row.
type TwoPass[R Real, C fft.Complex] struct {
	transform fft.Transform[C]
	mask      []R
	spectrum  []C // one row
}

// NewTwoPass plans a filter with the given gains, one per bin in natural
// order. R must be the part type of C.
func NewTwoPass[R Real, C fft.Complex](t fft.Transform[C], mask []float64) (*TwoPass[R, C], error) {
	if err := samePrecision[R, C](); err != nil {
		return nil, err
	}
	if err := checkMask(t.Len(), mask); err != nil {
		return nil, err
	}
	return &TwoPass[R, C]{transform: t, mask: rounded[R](mask), spectrum: make([]C, t.Len())}, nil
}

func checkMask(n int, mask []float64) error {
	if len(mask) != n {
		return fmt.Errorf("spectral: mask of %d gains for a transform of length %d", len(mask), n)
	}
	return nil
}

// Len implements [Filter].
func (f *TwoPass[R, C]) Len() int { return len(f.mask) }

// Apply implements [Filter].
func (f *TwoPass[R, C]) Apply(dst, src []C) error {
	n := f.Len()
	rows, err := rowsOf("filter", len(dst), len(src), n, n)
	if err != nil {
		return err
	}
	for r := range rows {
		if err := f.transform.Forward(f.spectrum, src[r*n:(r+1)*n]); err != nil {
			return err
		}
		weigh(parts[R](f.spectrum), f.mask)
		if err := f.transform.Inverse(dst[r*n:(r+1)*n], f.spectrum); err != nil {
			return err
		}
	}
	return nil
}

// weigh multiplies interleaved complex values by one real gain each.
func weigh[R Real](z, gains []R) {
	for k, g := range gains {
		pair := z[2*k : 2*k+2 : 2*k+2]
		pair[0] *= g
		pair[1] *= g
	}
}

// Footprint implements [Filter].
func (f *TwoPass[R, C]) Footprint() fft.Footprint {
	return append(slices.Clip(f.transform.Footprint()),
		footprintOf("mask", fft.Parameter, f.mask),
		footprintOf("spectrum", fft.Scratch, f.spectrum))
}
