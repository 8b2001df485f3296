package fftbench

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

func fusedSpectralCompiled() filters {
	return filters{single: masked[complex64](), double: masked[complex128]()}
}

func masked[C fft.Complex]() maker[spectral.Filter[C]] {
	return maker[spectral.Filter[C]]{
		build: func(n int) (spectral.Filter[C], error) {
			f, err := fft.NewMasked[C](n, mask(n))
			if err != nil {
				return nil, err
			}
			return f, nil
		},
		describe: fft.DescribeMasked[C],
	}
}
