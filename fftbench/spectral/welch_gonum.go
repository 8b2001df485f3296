package spectral

import (
	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// GonumWelch is the same estimate as [Welch] the way a user of gonum writes
// it: one real transform per segment, planned once, buffers reused. gonum
// computes in float64; float32 samples are converted inside the call.
type GonumWelch[R Real] struct {
	plan     *fourier.FFT
	n        int
	window   []float64
	scale    float64 // 1 / (fs · Σw² · segments)
	segment  []float64
	spectrum []complex128
	sum      []float64
}

// NewGonumWelch plans an estimate with segments of n samples at a sampling
// rate of fs in Hz.
func NewGonumWelch[R Real](n int, fs float64) (*GonumWelch[R], error) {
	if err := checkWelch(n, fs); err != nil {
		return nil, err
	}
	window := Hann(n)
	return &GonumWelch[R]{
		plan:     fourier.NewFFT(n),
		n:        n,
		window:   window,
		scale:    1 / (fs * energy(window) * Segments),
		segment:  make([]float64, n),
		spectrum: make([]complex128, WelchBins(n)),
		sum:      make([]float64, WelchBins(n)),
	}, nil
}

// FrameLen implements [Density].
func (g *GonumWelch[R]) FrameLen() int { return WelchFrameLen(g.n) }

// Bins implements [Density].
func (g *GonumWelch[R]) Bins() int { return WelchBins(g.n) }

// Density implements [Density].
func (g *GonumWelch[R]) Density(dst, src []R) error {
	rows, err := rowsOf("Welch", len(dst), len(src), g.Bins(), g.FrameLen())
	if err != nil {
		return err
	}
	frame, bins := g.FrameLen(), g.Bins()
	for r := range rows {
		g.row(dst[r*bins:(r+1)*bins], src[r*frame:(r+1)*frame])
	}
	return nil
}

func (g *GonumWelch[R]) row(dst, frame []R) {
	clear(g.sum)
	for s := range Segments {
		segment := frame[s*hop(g.n):][:g.n]
		for i, v := range segment {
			g.segment[i] = g.window[i] * float64(v)
		}
		for k, c := range g.plan.Coefficients(g.spectrum, g.segment) {
			g.sum[k] += real(c)*real(c) + imag(c)*imag(c)
		}
	}
	for k, power := range g.sum {
		if k > 0 && 2*k < g.n {
			power *= 2 // the bin's mirror image
		}
		dst[k] = R(power * g.scale)
	}
}

// Footprint implements [Density].
func (g *GonumWelch[R]) Footprint() fft.Footprint {
	n, bins := int64(g.n), int64(g.Bins())
	return fft.Footprint{
		{Name: "twiddles", Kind: fft.Parameter, Count: g.n, Bytes: 8 * n},
		{Name: "window", Kind: fft.Parameter, Count: g.n, Bytes: 8 * n},
		{Name: "transform work", Kind: fft.Scratch, Count: 2 * g.n, Bytes: 16 * n},
		{Name: "segment", Kind: fft.Scratch, Count: g.n, Bytes: 8 * n},
		{Name: "spectrum", Kind: fft.Scratch, Count: g.Bins(), Bytes: 16 * bins},
		{Name: "sum", Kind: fft.Scratch, Count: g.Bins(), Bytes: 8 * bins},
	}
}
