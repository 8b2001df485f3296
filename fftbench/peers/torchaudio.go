package peers

import (
	_ "embed"
	"fmt"
)

//go:embed torchaudio_mel.py
var torchaudioMel string

// TorchAudio is a Python process that makes the log-mel spectrogram of one
// signal by torchaudio.transforms.MelSpectrogram on one thread. It serves one
// goroutine.
type TorchAudio struct {
	*python
	values int
}

// TorchMel says what spectrogram: ln(max(energy, Floor)) of Bands filters on
// Slaney's scale, each of the area of 1 Hz, from 0 to Rate/2, in frames of Len
// samples every Hop, weighed by a periodic Hann window.
type TorchMel struct {
	Len, Hop, Bands int
	Rate            float64 // samples per second
	Floor           float64
}

// StartTorchAudio starts the first of the Python interpreters that has
// torchaudio, and gives it a signal. It wraps ErrMissing where none has.
func StartTorchAudio(interpreters []string, signal []float32, m TorchMel) (*TorchAudio, error) {
	if m.Len < 1 || m.Hop < 1 || m.Bands < 1 || len(signal) < m.Len {
		return nil, fmt.Errorf("peers: %d samples, frames of %d with a hop of %d, %d bands: %w",
			len(signal), m.Len, m.Hop, m.Bands, ErrLength)
	}
	p, err := startPython(interpreters, torchaudioMel, needs{"torchaudio", "python3-torchaudio"})
	if err != nil {
		return nil, err
	}
	parameters := fmt.Sprintf("%d %d %d %d %g %g", len(signal), m.Len, m.Hop, m.Bands, m.Rate, m.Floor)
	if err := p.give(parameters, signal); err != nil {
		return nil, err
	}
	frames := 1 + (len(signal)-m.Len)/m.Hop
	return &TorchAudio{python: p, values: frames * m.Bands}, nil
}

// Spectrogram returns the levels, a row of Bands for each frame.
func (t *TorchAudio) Spectrogram() ([]float32, error) {
	levels := make([]float32, t.values)
	return levels, t.result(levels)
}
