package spectral

import "math"

// Band is a band-pass response over frequencies in cycles per sample, 0 to ½:
// gain 1 from Low to High, raised-cosine edges of width Edge, gain Floor
// beyond them.
type Band struct{ Low, High, Edge, Floor float64 }

// StudyBand is the response of the study's fused filters: it passes a tenth to
// a quarter of the sampling rate and damps the rest by 36 dB. The floor is a
// power of two above zero, so every bin counts in the measured error.
func StudyBand() Band {
	return Band{Low: 0.10, High: 0.25, Edge: 0.08, Floor: 0x1p-6}
}

// Mask returns the gains of an n-point spectrum in natural order, none if n is
// not positive. They are real and even (gain[k] = gain[n−k]), so real signals
// stay real and no phase is changed.
func (b Band) Mask(n int) []float64 {
	mask := make([]float64, max(n, 0))
	for k := range mask {
		mask[k] = b.gain(float64(min(k, n-k)) / float64(n))
	}
	return mask
}

func (b Band) gain(f float64) float64 {
	outside := max(b.Low-f, f-b.High, 0)
	if outside >= b.Edge {
		return b.Floor
	}
	return b.Floor + (1-b.Floor)*(0.5+0.5*math.Cos(math.Pi*outside/b.Edge))
}
