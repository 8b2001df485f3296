package fftbench

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

func fusedSpectralEager() filters {
	return filters{
		single: func(n int) (spectral.Filter[complex64], error) {
			return twoPassStockham[float32, complex64](n)
		},
		double: func(n int) (spectral.Filter[complex128], error) {
			return twoPassStockham[float64, complex128](n)
		},
	}
}

func twoPassStockham[R spectral.Real, C fft.Complex](n int) (spectral.Filter[C], error) {
	t, err := fft.NewStockhamEager[C](n)
	if err != nil {
		return nil, err
	}
	return spectral.NewTwoPass[R, C](t, mask(n))
}
