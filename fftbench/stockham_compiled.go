package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

func stockhamCompiled() transforms {
	return transforms{
		single: planned(fft.NewStockhamCompiled[complex64], everywhere(fft.DescribeStockhamCompiled[complex64])),
		double: planned(fft.NewStockhamCompiled[complex128], everywhere(fft.DescribeStockhamCompiled[complex128])),
	}
}
