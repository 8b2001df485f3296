package fftbench

import "github.com/fftstudy/fftstudy/fftbench/learn"

// domainTolerance is twice the error of 8-bit twiddles at the longest rows.
const domainTolerance = 0.01

func domainTwiddle() trainedTransforms {
	return trainedTransforms{
		variant: learn.DomainTwiddle, tolerance: domainTolerance,
		note: "trained on real signals of two tones, measured on noise",
	}
}
