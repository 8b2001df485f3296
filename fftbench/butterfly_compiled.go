package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

func butterflyCompiled() transforms {
	return transforms{
		single: planned(fft.NewButterflyCompiled[complex64]),
		double: planned(fft.NewButterflyCompiled[complex128]),
	}
}
