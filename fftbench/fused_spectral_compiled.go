package fftbench

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

func fusedSpectralCompiled() filters {
	return filters{
		single: func(n int) (spectral.Filter[complex64], error) {
			return onePlace[float32, complex64](n)
		},
		double: func(n int) (spectral.Filter[complex128], error) {
			return onePlace[float64, complex128](n)
		},
	}
}

func onePlace[R spectral.Real, C fft.Complex](n int) (spectral.Filter[C], error) {
	t, err := fft.NewInPlace[C](n)
	if err != nil {
		return nil, err
	}
	return spectral.NewOnePlace[R](t, mask(n))
}
