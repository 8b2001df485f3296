package fftbench

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// opFFT and opIFFT are one planned transform, one name for each direction.
func opFFT() transforms  { return opTransform(wire.DirForward) }
func opIFFT() transforms { return opTransform(wire.DirInverse) }

func opTransform(dir string) transforms {
	return transforms{
		single: planned(newPlan[complex64], fft.Describe[complex64]),
		double: planned(newPlan[complex128], fft.Describe[complex128]),
		dirs:   []string{dir},
	}
}

// newPlan is fft.New without options: no study measures while it plans.
func newPlan[C fft.Complex](n int) (*fft.Plan[C], error) { return fft.New[C](n) }
