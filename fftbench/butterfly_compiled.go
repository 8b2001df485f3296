package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

func butterflyCompiled() transforms {
	return transforms{
		single: planned(fft.NewButterflyCompiled[complex64], everywhere(fft.DescribeButterflyCompiled[complex64])),
		double: planned(fft.NewButterflyCompiled[complex128], everywhere(fft.DescribeButterflyCompiled[complex128])),
	}
}
