package spectral

import (
	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// GonumFrames is the spectra and log-mel levels of frames the way a careful
// user of gonum gets them: one real transform a frame, planned once, buffers
// reused, filters without their zeros. gonum computes in float64; float32
// samples are converted inside the call.
type GonumFrames[R Real] struct {
	framing  Framing
	plan     *fourier.FFT
	window   []float64
	frame    []float64
	spectrum []complex128
	power    []float64
	filters  []melFilter[float64]
	scale    float64
}

// NewGonumFrames plans spectra of frames of n samples that lie inside the
// signal, hop samples apart.
func NewGonumFrames[R Real](n, hop int) (*GonumFrames[R], error) {
	f := Framing{Len: n, Hop: hop}
	if err := f.check(); err != nil {
		return nil, err
	}
	return &GonumFrames[R]{
		framing: f, plan: fourier.NewFFT(n), window: f.weights(),
		frame: make([]float64, n), spectrum: make([]complex128, f.Bins()),
	}, nil
}

// NewGonumMel plans levels in the given unit, with the usual floor.
func NewGonumMel[R Real](n, hop int, bank MelBank, unit LogUnit) (*GonumFrames[R], error) {
	g, err := NewGonumFrames[R](n, hop)
	if err != nil {
		return nil, err
	}
	g.power = make([]float64, g.framing.Bins())
	g.filters, g.scale, err = melFilters[float64](n, bank, unit)
	return g, err
}

// transformed leaves the spectrum of a frame in spectrum.
func (g *GonumFrames[R]) transformed(frame []R) {
	for i, w := range g.window {
		g.frame[i] = w * float64(frame[i])
	}
	g.plan.Coefficients(g.spectrum, g.frame)
}

// STFT writes the spectra as their parts in turn, 2·Bins for each frame.
func (g *GonumFrames[R]) STFT(dst, signal []R) error {
	width := 2 * g.framing.Bins()
	if err := checkFrames("STFT", len(dst), g.framing, width, len(signal)); err != nil {
		return err
	}
	for at := 0; len(dst) > 0; at, dst = at+g.framing.Hop, dst[width:] {
		g.transformed(signal[at:][:g.framing.Len])
		for k, c := range g.spectrum {
			dst[2*k], dst[2*k+1] = R(real(c)), R(imag(c))
		}
	}
	return nil
}

// Spectrogram writes what [LogMel.Spectrogram] does.
func (g *GonumFrames[R]) Spectrogram(dst, signal []R) error {
	if err := checkFrames("log-mel", len(dst), g.framing, len(g.filters), len(signal)); err != nil {
		return err
	}
	for at := 0; len(dst) > 0; at, dst = at+g.framing.Hop, dst[len(g.filters):] {
		g.transformed(signal[at:][:g.framing.Len])
		for k, c := range g.spectrum {
			g.power[k] = real(c)*real(c) + imag(c)*imag(c)
		}
		for b, filter := range g.filters {
			dst[b] = R(filter.level(g.power, g.scale))
		}
	}
	return nil
}

// Footprint returns the memory of the plan.
func (g *GonumFrames[R]) Footprint() fft.Footprint {
	n := int64(g.framing.Len)
	f := fft.Footprint{
		{Name: "twiddles", Kind: fft.Parameter, Count: g.framing.Len, Bytes: 8 * n},
		footprintOf("window", fft.Parameter, g.window),
		{Name: "transform work", Kind: fft.Scratch, Count: 2 * g.framing.Len, Bytes: 16 * n},
		footprintOf("frame", fft.Scratch, g.frame),
		footprintOf("spectrum", fft.Scratch, g.spectrum),
	}
	if g.filters == nil {
		return f
	}
	return append(f, filtersPart(g.filters), footprintOf("powers", fft.Scratch, g.power))
}
