package spectral

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Segments is how many half-overlapping segments a Welch estimate averages.
const Segments = 8

// Density estimates the one-sided power spectral density of real signals.
//
// src holds whole rows of FrameLen samples, dst as many rows of Bins values in
// units²/Hz, bin k at k·fs/n. src is never changed.
type Density[R Real] interface {
	FrameLen() int
	Bins() int
	Density(dst, src []R) error
	Footprint() fft.Footprint
}

// WelchFrameLen returns the number of samples of one Welch estimate with
// segments of n samples: n + 7·⌈n/2⌉.
func WelchFrameLen(n int) int { return n + (Segments-1)*hop(n) }

// WelchBins returns the number of bins of a one-sided density: ⌊n/2⌋ + 1.
func WelchBins(n int) int { return n/2 + 1 }

func hop(n int) int { return n - n/2 }

// Welch is Welch's estimate over any complex transform: eight segments of n
// samples that overlap by half, periodic Hann window, no detrending, mean of
// the periodograms. It agrees with scipy.signal.welch(x, fs, window='hann',
// nperseg=n, noverlap=n//2, detrend=False, scaling='density').
//
// Two real segments a and b share one complex transform of z = a + ib. Their
// spectra need not be told apart, for only the sum of their powers is wanted:
//
//	|A[k]|² + |B[k]|² = (|Z[k]|² + |Z[n−k]|²) / 2
//
// which the doubling of the inner bins of a one-sided density turns into
// |Z[k]|² + |Z[n−k]|².
//
// P. D. Welch, "The use of fast Fourier transform for the estimation of power
// spectra", IEEE Trans. Audio Electroacoust. 15 (1967).
type Welch[R Real, C fft.Complex] struct {
	transform fft.Transform[C]
	n         int
	window    []R
	scale     R   // 1 / (fs · Σw² · segments)
	pair      []C // a + ib, windowed
	spectrum  []C // its transform
}

// NewWelch plans an estimate with segments of t.Len() samples at a sampling
// rate of fs in Hz. R must be the part type of C.
func NewWelch[R Real, C fft.Complex](t fft.Transform[C], fs float64) (*Welch[R, C], error) {
	n := t.Len()
	if err := errors.Join(samePrecision[R, C](), checkWelch(n, fs)); err != nil {
		return nil, err
	}
	window := Hann(n)
	return &Welch[R, C]{
		transform: t,
		n:         n,
		window:    rounded[R](window),
		scale:     R(1 / (fs * energy(window) * Segments)),
		pair:      make([]C, n),
		spectrum:  make([]C, n),
	}, nil
}

func checkWelch(n int, fs float64) error {
	switch {
	case n < 2:
		return fmt.Errorf("spectral: Welch segments of %d samples, want at least 2", n)
	case !(fs > 0):
		return fmt.Errorf("spectral: sampling rate of %g Hz, want a positive one", fs)
	}
	return nil
}

// FrameLen implements [Density].
func (w *Welch[R, C]) FrameLen() int { return WelchFrameLen(w.n) }

// Bins implements [Density].
func (w *Welch[R, C]) Bins() int { return WelchBins(w.n) }

// Density implements [Density].
func (w *Welch[R, C]) Density(dst, src []R) error {
	rows, err := rowsOf("Welch", len(dst), len(src), w.Bins(), w.FrameLen())
	if err != nil {
		return err
	}
	frame, bins := w.FrameLen(), w.Bins()
	for r := range rows {
		if err := w.row(dst[r*bins:(r+1)*bins], src[r*frame:(r+1)*frame]); err != nil {
			return err
		}
	}
	return nil
}

// row sums the periodograms of a frame, pair by pair while it is in the cache.
func (w *Welch[R, C]) row(dst, frame []R) error {
	clear(dst)
	for p := range Segments / 2 {
		at := 2 * p * hop(w.n)
		w.pack(frame[at:][:w.n], frame[at+hop(w.n):][:w.n])
		if err := w.transform.Forward(w.spectrum, w.pair); err != nil {
			return err
		}
		w.fold(dst)
	}
	for k := range dst {
		dst[k] *= w.scale
	}
	return nil
}

// pack writes two windowed segments as one complex row.
func (w *Welch[R, C]) pack(a, b []R) {
	row := parts[R](w.pair)
	a, b = a[:len(w.window)], b[:len(w.window)]
	row = row[:2*len(w.window)]
	for i, g := range w.window {
		row[2*i] = g * a[i]
		row[2*i+1] = g * b[i]
	}
}

// fold adds the powers of a pair to a one-sided row.
func (w *Welch[R, C]) fold(dst []R) {
	n, row := w.n, parts[R](w.spectrum)
	dst[0] += row[0]*row[0] + row[1]*row[1]
	for k := 1; 2*k < n; k++ {
		re, im := row[2*k], row[2*k+1]
		mre, mim := row[2*(n-k)], row[2*(n-k)+1]
		dst[k] += (re*re + im*im) + (mre*mre + mim*mim)
	}
	if n%2 == 0 {
		dst[n/2] += row[n]*row[n] + row[n+1]*row[n+1]
	}
}

// Footprint implements [Density].
func (w *Welch[R, C]) Footprint() fft.Footprint {
	return append(slices.Clip(w.transform.Footprint()),
		footprintOf("window", fft.Parameter, w.window),
		footprintOf("segments", fft.Scratch, w.pair),
		footprintOf("spectrum", fft.Scratch, w.spectrum))
}

// rounded converts float64 values to R, one by one.
func rounded[R Real](values []float64) []R {
	out := make([]R, len(values))
	for i, v := range values {
		out[i] = R(v)
	}
	return out
}
