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
// transformed back, and what is no wrap-around is kept. A NaN makes NaN of all
// of its blocks.
//
// T. G. Stockham, "High-speed convolution and correlation", Proc. AFIPS Spring
// Joint Computer Conference 28 (1966); A. V. Oppenheim, R. W. Schafer,
// "Discrete-Time Signal Processing", section 8.7.3.
type FIR[R Real] struct {
	taps     int
	plan     realPlan[R]
	response []R // bins of the taps' spectrum, divided by the transform's length
	block    []R // what comes back
	spectrum []R

	feed  *feed[R]
	zeros []R // before and after a signal
	dst   []R
	out   int // values that came out
	left  int // values still to come out, −1 for any number
}

// NewFIR plans a filter by transforms of n samples; n must be at least twice
// the number of taps, and 0 lets the plan choose. The filter takes Block samples
// at a time, which is how far the output lags behind.
func NewFIR[R Real](taps []float64, n int) (*FIR[R], error) {
	n, err := firLen(len(taps), n, fft.MaxLen)
	if err != nil {
		return nil, err
	}
	plan, err := newRealPlan[R](n)
	if err != nil {
		return nil, err
	}
	response, err := responseOf(taps, n)
	if err != nil {
		return nil, err
	}
	f := &FIR[R]{
		taps: len(taps), plan: plan, response: rounded[R](response),
		block: make([]R, n), spectrum: make([]R, len(response)), zeros: make([]R, n),
	}
	f.feed = newFeed[R](Framing{Len: n, Hop: f.Block()}, 1)
	f.Reset()
	return f, nil
}

// firLen is the length of the transforms of a filter, n if that is not 0, and at
// most so many samples.
func firLen(taps, n, most int) (int, error) {
	if taps < 1 {
		return 0, fmt.Errorf("spectral: a filter without taps")
	}
	if n == 0 {
		n = blockLen(taps)
	}
	if n < 2*taps || n > most {
		return 0, fmt.Errorf("spectral: transforms of %d samples for a filter of %d taps, want %d … %d", n, taps, 2*taps, most)
	}
	return n, nil
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

// responseOf transforms the taps, in double precision.
func responseOf(taps []float64, n int) ([]float64, error) {
	plan, err := newRealPlan[float64](n)
	if err != nil {
		return nil, err
	}
	padded, response := make([]float64, n), make([]float64, 2*(n/2+1))
	for j, v := range taps {
		padded[j] = v / float64(n)
	}
	return response, plan.forward(response, padded)
}

// Block returns how many samples are filtered at a time.
func (f *FIR[R]) Block() int { return len(f.block) - f.taps + 1 }

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
		if err := f.feed.push(f.zeros[:f.taps-1], f); err != nil {
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
	err := f.feed.push(f.zeros[:f.taps-1], f)
	if err == nil {
		err = f.feed.push(f.zeros[:f.Block()-1], f)
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
	for at := range count {
		if err := f.plan.forward(f.spectrum, src[at*f.Block():][:len(f.block)]); err != nil {
			return err
		}
		kernels.Multiply(f.spectrum, f.spectrum, f.response)
		if err := f.plan.inverse(f.block, f.spectrum); err != nil {
			return err
		}
		f.emit(f.block[f.taps-1:])
	}
	return nil
}

// emit appends values, but no more than are left.
func (f *FIR[R]) emit(values []R) {
	if f.left >= 0 {
		values = values[:min(len(values), f.left)]
		f.left -= len(values)
	}
	f.out += len(values)
	f.dst = append(f.dst, values...)
}

// Footprint returns the memory of the filter.
func (f *FIR[R]) Footprint() fft.Footprint {
	return slices.Concat(f.plan.footprint(), fft.Footprint{
		footprintOf("response", fft.Parameter, f.response),
		footprintOf("block", fft.Scratch, f.block),
		footprintOf("spectrum", fft.Scratch, f.spectrum),
		footprintOf("zeros", fft.Table, f.zeros),
	}, f.feed.footprint(fft.State))
}
