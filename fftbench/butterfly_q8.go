package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

// q8Tolerance is twice the error of 8-bit twiddles at the longest sizes.
const q8Tolerance = 0.02

func butterflyQ8() transforms {
	return transforms{single: planned(fft.NewButterflyQ8, everywhere(fft.DescribeButterflyQ8)), tolerance: q8Tolerance}
}
