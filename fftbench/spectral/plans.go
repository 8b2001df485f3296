package spectral

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// complexPlan is a planned transform of rows of complex numbers, seen as their
// parts in turn.
type complexPlan[R Real] interface {
	forward(dst, src []R) error
	inverse(dst, src []R) error
	footprint() fft.Footprint
}

// newComplexPlan plans transforms of n numbers whose parts are R.
func newComplexPlan[R Real](n int) (complexPlan[R], error) {
	var plan any
	var err error
	switch any(*new(R)).(type) {
	case float32:
		plan, err = newPartsPlan[float32, complex64](n)
	case float64:
		plan, err = newPartsPlan[float64, complex128](n)
	}
	if err != nil {
		return nil, err
	}
	return plan.(complexPlan[R]), nil
}

func newPartsPlan[R Real, C fft.Complex](n int) (partsPlan[R, C], error) {
	plan, err := fft.New[C](n)
	return partsPlan[R, C]{plan}, err
}

// partsPlan is complexPlan by a transform of C, the type with parts R.
type partsPlan[R Real, C fft.Complex] struct{ fft.Transform[C] }

func (p partsPlan[R, C]) forward(dst, src []R) error {
	return p.Forward(numbers[C](dst), numbers[C](src))
}
func (p partsPlan[R, C]) inverse(dst, src []R) error {
	return p.Inverse(numbers[C](dst), numbers[C](src))
}
func (p partsPlan[R, C]) footprint() fft.Footprint { return p.Footprint() }
