package fftbench

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

func fusedSpectralEager() filters {
	return filters{
		single: twoPass[float32](stockhamEager().single),
		double: twoPass[float64](stockhamEager().double),
	}
}

// twoPass is the textbook's filter over a transform.
func twoPass[R spectral.Real, C fft.Complex](transform maker[fft.Transform[C]]) maker[spectral.Filter[C]] {
	return over(transform,
		func(t fft.Transform[C], n int) (spectral.Filter[C], error) { return spectral.NewTwoPass[R](t, mask(n)) },
		spectral.DescribeTwoPass[R, C])
}
