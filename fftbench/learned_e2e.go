package fftbench

// learnedTolerance is what the levels of noise may be off after training on tones.
const learnedTolerance = 0.5

func learnedE2E() trainedMel {
	return trainedMel{tolerance: learnedTolerance, note: "trained on real signals of two tones, measured on noise"}
}
