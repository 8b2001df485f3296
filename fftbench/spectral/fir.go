package spectral

import (
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// FIR filters a real signal that comes in chunks with a finite impulse
// response, y[i] = Σ taps[j]·x[i−j], by overlap and save: blocks that overlap by
// len(taps)−1 samples are transformed, multiplied by the response and
// transformed back, and what is no wrap-around is kept. Two blocks share one
// complex transform, for the response of real taps parts them again by itself.
//
// T. G. Stockham, "High-speed convolution and correlation", Proc. AFIPS Spring
// Joint Computer Conference 28 (1966); A. V. Oppenheim, R. W. Schafer,
// "Discrete-Time Signal Processing", section 8.7.3.
type FIR[R Real] struct {
	taps     int
	plan     complexPlan[R]
	response []R // of the transform's length, complex, divided by it
	pair     []R // two blocks and their results
	spectrum []R

	feed    *feed[R]
	history []R // zeros before and after a signal
	dst     []R
	left    int // values still to come out, −1 for any number
	out     int // values that came out
}

// NewFIR plans a filter by transforms of n numbers; n must be at least twice
// the number of taps, and 0 lets the plan choose. The filter takes 2·(n −
// len(taps) + 1) samples at a time, which is how far the output lags behind.
func NewFIR[R Real](taps []float64, n int) (*FIR[R], error) {
	if len(taps) == 0 {
		return nil, fmt.Errorf("spectral: a filter without taps")
	}
	if n == 0 {
		n = blockLen(len(taps))
	}
	if n < 2*len(taps) || n > fft.MaxLen {
		return nil, fmt.Errorf("spectral: transforms of %d for a filter of %d taps, want %d … %d", n, len(taps), 2*len(taps), fft.MaxLen)
	}
	plan, err := newComplexPlan[R](n)
	if err != nil {
		return nil, err
	}
	f := &FIR[R]{taps: len(taps), plan: plan, response: make([]R, 2*n), pair: make([]R, 2*n), spectrum: make([]R, 2*n)}
	if err := f.respond(taps); err != nil {
		return nil, err
	}
	f.feed = newFeed[R](Framing{Len: n, Hop: f.Block()}, 2)
	f.history = make([]R, n)
	f.Reset()
	return f, nil
}

// blockLen is the power of two n that costs least for each sample, n·log n/(n −
// taps + 1), to the size that the first-level cache holds.
func blockLen(taps int) int {
	cost := func(n int) float64 { return float64(n) * math.Log2(float64(n)) / float64(n-taps+1) }
	n := 64
	for n < 2*taps {
		n *= 2
	}
	for n < 1024 && cost(2*n) < cost(n) {
		n *= 2
	}
	return n
}

// respond transforms the taps, in double precision whatever R is.
func (f *FIR[R]) respond(taps []float64) error {
	n := len(f.response) / 2
	plan, err := newComplexPlan[float64](n)
	if err != nil {
		return err
	}
	padded, response := make([]float64, 2*n), make([]float64, 2*n)
	for j, v := range taps {
		padded[2*j] = v / float64(n)
	}
	if err := plan.forward(response, padded); err != nil {
		return err
	}
	copy(f.response, rounded[R](response))
	return nil
}

// Block returns the samples of one block: half of what comes out at a time.
func (f *FIR[R]) Block() int { return len(f.response)/2 - f.taps + 1 }

// Reset forgets the signal; zeros are before the next.
func (f *FIR[R]) Reset() {
	f.feed.reset()
	f.out, f.left = 0, -1
}

// Append takes the next samples of the signal and appends what comes out to
// dst, which is returned as by append. The values do not depend on how the
// signal was cut.
func (f *FIR[R]) Append(dst, samples []R) ([]R, error) {
	f.dst = dst
	err := f.push(samples)
	return f.take(), err
}

func (f *FIR[R]) push(samples []R) error {
	if f.feed.seen == 0 {
		if err := f.feed.push(f.history[:f.taps-1], f); err != nil {
			return err
		}
	}
	return f.feed.push(samples, f)
}

// Close ends the signal: it appends what is still to come out of a signal of N
// samples, N + len(taps) − 1 values in all, and makes the filter ready for the
// next signal. A signal without samples gives nothing.
func (f *FIR[R]) Close(dst []R) ([]R, error) {
	defer f.Reset()
	samples := f.feed.seen - (f.taps - 1)
	if samples <= 0 {
		return dst, nil
	}
	f.dst, f.left = dst, samples+f.taps-1-f.out
	err := f.feed.push(f.history[:f.taps-1], f)
	if err == nil {
		err = f.feed.push(f.history[:f.Block()-1], f)
	}
	if err == nil {
		err = f.feed.close(f)
	}
	return f.take(), err
}

func (f *FIR[R]) take() []R {
	dst := f.dst
	f.dst = nil
	return dst
}

// frames implements sink.
func (f *FIR[R]) frames(src []R, count int) error {
	n, block := len(f.response)/2, f.Block()
	for at := 0; at < count; at += 2 {
		a := src[at*block:][:n]
		b := f.history
		if at+1 < count {
			b = src[(at+1)*block:][:n]
		}
		for i, v := range a {
			f.pair[2*i], f.pair[2*i+1] = v, b[i]
		}
		if err := f.plan.forward(f.spectrum, f.pair); err != nil {
			return err
		}
		kernels.Multiply(f.spectrum, f.spectrum, f.response)
		if err := f.plan.inverse(f.pair, f.spectrum); err != nil {
			return err
		}
		f.emit(0)
		f.emit(1)
	}
	return nil
}

// emit appends what is no wrap-around of one of the two blocks.
func (f *FIR[R]) emit(part int) {
	count := f.Block()
	if f.left >= 0 {
		count = min(count, f.left)
		f.left -= count
	}
	f.out += count
	at := len(f.dst)
	f.dst = slices.Grow(f.dst, count)[:at+count]
	kept := f.pair[2*(f.taps-1):]
	for i := range f.dst[at:] {
		f.dst[at+i] = kept[2*i+part]
	}
}

// Footprint returns the memory of the filter.
func (f *FIR[R]) Footprint() fft.Footprint {
	return append(slices.Clip(f.plan.footprint()),
		footprintOf("response", fft.Parameter, f.response),
		footprintOf("blocks", fft.Scratch, f.pair),
		footprintOf("spectrum", fft.Scratch, f.spectrum),
		footprintOf("zeros", fft.Scratch, f.history),
		f.feed.footprint())
}
