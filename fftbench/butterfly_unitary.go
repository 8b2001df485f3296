package fftbench

import "github.com/fftstudy/fftstudy/fftbench/learn"

func butterflyUnitary() trainedTransforms {
	return trainedTransforms{variant: learn.ButterflyUnitary, tolerance: tolerance32}
}
