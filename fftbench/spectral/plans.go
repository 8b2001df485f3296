package spectral

import "github.com/fftstudy/fftstudy/fftbench/fft"

// realPlan is a planned transform of rows of real numbers to the bins of their
// spectra, seen as parts in turn, and back.
type realPlan[R Real] interface {
	forward(dst, src []R) error
	inverse(dst, src []R) error
	footprint() fft.Footprint
}

// newRealPlan plans transforms of n numbers.
func newRealPlan[R Real](n int) (realPlan[R], error) {
	var plan any
	switch any(*new(R)).(type) {
	case float32:
		p, err := fft.NewReal32(n)
		if err != nil {
			return nil, err
		}
		plan = partsPlan[float32, complex64]{p}
	case float64:
		p, err := fft.NewReal64(n)
		if err != nil {
			return nil, err
		}
		plan = partsPlan[float64, complex128]{p}
	}
	return plan.(realPlan[R]), nil
}

// partsPlan is realPlan by a plan of C, the type with parts R.
type partsPlan[R Real, C fft.Complex] struct{ *fft.RealPlan[R, C] }

func (p partsPlan[R, C]) forward(dst, src []R) error { return p.Forward(numbers[C](dst), src) }
func (p partsPlan[R, C]) inverse(dst, src []R) error { return p.Inverse(dst, numbers[C](src)) }
func (p partsPlan[R, C]) footprint() fft.Footprint   { return p.Footprint() }
