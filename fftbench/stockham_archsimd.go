package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

func stockhamArchsimd() implementation {
	return archsimdTransforms{transforms{
		single: planned(fft.NewStockhamArchsimd[complex64], everywhere(fft.DescribeStockhamArchsimd[complex64])),
		double: planned(fft.NewStockhamArchsimd[complex128], everywhere(fft.DescribeStockhamArchsimd[complex128])),
		note:   "vectors of AVX2",
	}}
}

// archsimdTransforms are transforms that a build has with GOEXPERIMENT=simd.
type archsimdTransforms struct{ transforms }

func (archsimdTransforms) needs() string {
	if _, err := fft.NewStockhamArchsimd[complex64](1); err != nil {
		return "GOEXPERIMENT=simd while building, and a CPU with AVX2 and FMA"
	}
	return ""
}
