package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

func butterflyEager() transforms {
	return transforms{
		single: planned(fft.NewButterflyEager[complex64], everywhere(fft.DescribeButterflyEager[complex64])),
		double: planned(fft.NewButterflyEager[complex128], everywhere(fft.DescribeButterflyEager[complex128])),
	}
}
