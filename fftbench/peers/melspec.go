package peers

import "fmt"

// MelSpec says what log-mel spectrogram to make: ln(max(energy, Floor)) of
// every band of every frame.
type MelSpec struct {
	Len, Hop int
	Window   []float32 // Len weights
	Bands    []MelBand
	Floor    float32
}

// MelBand is one filter: the weights of neighbouring bins of the power
// spectrum.
type MelBand struct {
	First   int
	Weights []float32
}

func (s MelSpec) check() error {
	if s.Len < 1 || s.Hop < 1 || len(s.Window) != s.Len || len(s.Bands) == 0 {
		return fmt.Errorf("peers: frames of %d with a hop of %d, %d window weights, %d bands: %w",
			s.Len, s.Hop, len(s.Window), len(s.Bands), ErrLength)
	}
	for i, b := range s.Bands {
		if b.First < 0 || b.First+len(b.Weights) > s.Len/2+1 {
			return fmt.Errorf("peers: band %d covers the bins %d…%d of %d: %w",
				i, b.First, b.First+len(b.Weights)-1, s.Len/2+1, ErrLength)
		}
	}
	return nil
}
