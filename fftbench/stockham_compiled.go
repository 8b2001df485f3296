package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

func stockhamCompiled() transforms {
	return transforms{
		single: planned(fft.NewStockhamCompiled[complex64]),
		double: planned(fft.NewStockhamCompiled[complex128]),
	}
}
