package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

func stockhamEager() transforms {
	return transforms{
		single: planned(fft.NewStockhamEager[complex64], everywhere(fft.DescribeStockhamEager[complex64])),
		double: planned(fft.NewStockhamEager[complex128], everywhere(fft.DescribeStockhamEager[complex128])),
	}
}
