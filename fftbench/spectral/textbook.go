package spectral

import (
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Textbook is the spectra of frames as one would explain them, over any
// transform: each frame is weighed, transformed as complex numbers by itself,
// and half of the result is kept. R must be the part type of C.
type Textbook[R Real, C fft.Complex] struct {
	framing   Framing
	transform fft.Transform[C]
	window    []R
	frame     []C
	spectrum  []C
}

// NewTextbook plans spectra of frames of t.Len() samples that lie inside the
// signal.
func NewTextbook[R Real, C fft.Complex](t fft.Transform[C], hop int) (*Textbook[R, C], error) {
	f := Framing{Len: t.Len(), Hop: hop}
	if err := samePrecision[R, C](); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	return &Textbook[R, C]{
		framing: f, transform: t, window: rounded[R](f.weights()),
		frame: make([]C, f.Len), spectrum: make([]C, f.Len),
	}, nil
}

// STFT writes what [STFT.Transform] does.
func (t *Textbook[R, C]) STFT(dst []C, signal []R) error {
	bins := t.framing.Bins()
	if err := checkFrames("STFT", len(dst), t.framing, bins, len(signal)); err != nil {
		return err
	}
	for at := 0; len(dst) > 0; at, dst = at+t.framing.Hop, dst[bins:] {
		if err := t.transformed(signal[at:][:t.framing.Len]); err != nil {
			return err
		}
		copy(dst[:bins], t.spectrum)
	}
	return nil
}

// transformed leaves the spectrum of a frame in spectrum.
func (t *Textbook[R, C]) transformed(frame []R) error {
	row := parts[R](t.frame)
	for i, w := range t.window {
		row[2*i], row[2*i+1] = w*frame[i], 0
	}
	return t.transform.Forward(t.spectrum, t.frame)
}

// Footprint returns the memory of the plan.
func (t *Textbook[R, C]) Footprint() fft.Footprint {
	return append(slices.Clip(t.transform.Footprint()),
		footprintOf("window", fft.Parameter, t.window),
		footprintOf("frame", fft.Scratch, t.frame),
		footprintOf("spectrum", fft.Scratch, t.spectrum))
}

// TextbookMel is log-mel levels over [Textbook]: powers, then the filters one
// by one, then logarithms.
type TextbookMel[R Real, C fft.Complex] struct {
	spectra *Textbook[R, C]
	filters []melFilter[R]
	scale   float64
	power   []R
}

// melFilter is what is not zero of a filter.
type melFilter[R Real] struct {
	first   int
	weights []R
}

// NewTextbookMel plans levels in the given unit, with the usual floor.
func NewTextbookMel[R Real, C fft.Complex](t fft.Transform[C], hop int, bank MelBank, unit LogUnit) (*TextbookMel[R, C], error) {
	spectra, err := NewTextbook[R](t, hop)
	if err != nil {
		return nil, err
	}
	filters, scale, err := melFilters[R](t.Len(), bank, unit)
	if err != nil {
		return nil, err
	}
	return &TextbookMel[R, C]{spectra: spectra, filters: filters, scale: scale, power: make([]R, t.Len()/2+1)}, nil
}

func melFilters[R Real](n int, bank MelBank, unit LogUnit) ([]melFilter[R], float64, error) {
	scale, err := unit.scale()
	if err != nil {
		return nil, 0, err
	}
	if err := bank.check(); err != nil {
		return nil, 0, err
	}
	edges, filters := bank.Edges(), make([]melFilter[R], bank.Bands)
	for m, f := range bank.filters(edges, n) {
		filters[m] = melFilter[R]{first: f.first, weights: make([]R, f.end-f.first)}
		for i := range filters[m].weights {
			filters[m].weights[i] = R(bank.weight(edges, f, m, f.first+i, n))
		}
	}
	return filters, scale, nil
}

// level is the logarithm of the energy in a band.
func (f melFilter[R]) level(power []R, scale float64) R {
	var energy R
	band := power[f.first:][:len(f.weights)]
	for i, w := range f.weights {
		energy += w * band[i]
	}
	if energy != energy || math.IsInf(float64(energy), 0) {
		return R(math.NaN())
	}
	return R(scale * math.Log(max(float64(energy), defaultFloor)))
}

// Spectrogram writes what [LogMel.Spectrogram] does.
func (m *TextbookMel[R, C]) Spectrogram(dst, signal []R) error {
	f := m.spectra.framing
	if err := checkFrames("log-mel", len(dst), f, len(m.filters), len(signal)); err != nil {
		return err
	}
	for at := 0; len(dst) > 0; at, dst = at+f.Hop, dst[len(m.filters):] {
		if err := m.spectra.transformed(signal[at:][:f.Len]); err != nil {
			return err
		}
		spectrum := parts[R](m.spectra.spectrum)
		for k := range m.power {
			re, im := spectrum[2*k], spectrum[2*k+1]
			m.power[k] = re*re + im*im
		}
		for b, filter := range m.filters {
			dst[b] = filter.level(m.power, m.scale)
		}
	}
	return nil
}

// Footprint returns the memory of the plan.
func (m *TextbookMel[R, C]) Footprint() fft.Footprint {
	return append(m.spectra.Footprint(), filtersPart(m.filters), footprintOf("powers", fft.Scratch, m.power))
}

func filtersPart[R Real](filters []melFilter[R]) fft.Part {
	count := 0
	for _, f := range filters {
		count += len(f.weights)
	}
	return fft.Part{Name: "filters", Kind: fft.Parameter, Count: count, Bytes: int64(count) * partSize[R]()}
}
