package spectral

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// block is the spectra of a few frames at a time, side by side: see the frames
// of package kernels.
type block[R Real] struct {
	framing Framing
	lanes   int
	window  []R
	means   []R // of the frames of a block, nil where they stay in

	packed    []R // the frames, weighed
	work      []R // their transforms of half the length
	transform lanesTransform[R]
	places    []int32 // of bin k in work; nil for odd lengths, whose transforms are whole
	twiddles  []R
	staged    []R // samples of a block that lacks frames
}

// lanesTransform is the transform of the rows of complex numbers that a block
// is taken for.
type lanesTransform[R Real] interface {
	// transform returns where it left the result, which may be packed.
	transform(packed []R) ([]R, error)
	footprint() fft.Footprint
}

// newBlock plans for frames; centred says that each loses its mean. Lanes is one
// of lanesFor.
func newBlock[R Real](f Framing, lanes int, centred bool) (*block[R], error) {
	b := &block[R]{framing: f, lanes: lanes}
	weights := f.weights()
	length := f.Len
	if f.Len%2 == 0 {
		length /= 2
		for i := range weights {
			weights[i] /= 2 // see kernels.FramesSpectrum
		}
		b.twiddles = halfTwiddles[R](f.Len)
	}
	b.window = rounded[R](weights)
	if err := b.planTransform(length); err != nil {
		return nil, err
	}
	b.packed = make([]R, 2*length*b.lanes)
	if centred {
		b.means = make([]R, b.lanes)
	}
	if b.lanes > 1 {
		b.staged = make([]R, f.span(b.lanes))
	}
	return b, nil
}

// planTransform plans transforms of that length for all lanes.
func (b *block[R]) planTransform(length int) error {
	if b.lanes > 1 {
		b.transform, b.places = planSideBySide[R](length, b.lanes)
		return nil
	}
	var err error
	b.transform, err = newRowTransform[R](length)
	if err != nil || b.framing.Len%2 != 0 {
		return err
	}
	b.places = make([]int32, length)
	for k := range b.places {
		b.places[k] = int32(k)
	}
	return nil
}

// lanesFor is how many frames of n samples are done side by side: as many as a
// vector has parts, where the transforms are powers of two and the block stays
// in the caches.
func lanesFor[R Real](n int) int {
	for _, lanes := range kernels.FrameLanes[R]() {
		if n&(n-1) == 0 && n >= 2*lanes && n <= longestInLanes {
			return lanes
		}
	}
	return 1
}

const longestInLanes = 4096

// halfTwiddles are e^(−2πi·k/n) for k = 1, 2, … below n/4.
func halfTwiddles[R Real](n int) []R {
	var w []R
	for k := 1; 4*k < n; k++ {
		cos, sin := root(k, n)
		w = append(w, R(cos), R(sin))
	}
	return w
}

// load transforms the first count frames of src, at most lanes.
func (b *block[R]) load(src []R, count int) error {
	if count < b.lanes {
		clear(b.staged[copy(b.staged, src[:b.framing.span(count)]):])
		src = b.staged
	}
	return b.loadAt(src, b.framing.Hop)
}

// loadAt transforms a block of frames that begin hop samples apart.
func (b *block[R]) loadAt(src []R, hop int) error {
	for f := range b.means {
		b.means[f] = kernels.Sum(src[f*hop:][:b.framing.Len]) / R(b.framing.Len)
	}
	kernels.PackFrames(b.packed, src, b.window, hop, b.lanes, b.means)
	if b.places == nil {
		widen(b.packed)
	}
	var err error
	b.work, err = b.transform.transform(b.packed)
	return err
}

// widen makes complex numbers of the real ones in the first half of x.
func widen[R Real](x []R) {
	for j := len(x)/2 - 1; j >= 0; j-- {
		x[2*j], x[2*j+1] = x[j], 0
	}
}

// spectra stores the spectra of the frames, a row for the real and one for the
// imaginary parts of each bin.
func (b *block[R]) spectra(dst []R) {
	if b.places == nil {
		copy(dst, b.work[:2*b.framing.Bins()])
		return
	}
	kernels.FramesSpectrum(dst, b.work, b.places, b.twiddles, b.lanes)
}

// powers stores their squared magnitudes, a row for each bin.
func (b *block[R]) powers(dst []R) {
	if b.places == nil {
		clear(dst)
		addPowers(dst, b.work)
		return
	}
	kernels.FramesPower(dst, b.work, b.places, b.twiddles, b.lanes)
}

// powersOf is powers of the first count frames, zeros of the others.
func (b *block[R]) powersOf(dst []R, count int) {
	b.powers(dst)
	if count == b.lanes {
		return
	}
	for row := 0; row < len(dst); row += b.lanes {
		clear(dst[row+count : row+b.lanes])
	}
}

// addPowers adds the squared magnitudes to those in dst.
func (b *block[R]) addPowers(dst []R) {
	if b.places == nil {
		addPowers(dst, b.work)
		return
	}
	kernels.AddFramesPower(dst, b.work, b.places, b.twiddles, b.lanes)
}

func addPowers[R Real](dst, spectrum []R) {
	for k := range dst {
		re, im := spectrum[2*k], spectrum[2*k+1]
		dst[k] += re*re + im*im
	}
}

func (b *block[R]) footprint() fft.Footprint {
	return append(slices.Clip(b.transform.footprint()),
		footprintOf("window", fft.Parameter, b.window),
		footprintOf("twiddles of the halves", fft.Parameter, b.twiddles),
		footprintOf("order of the bins", fft.Table, b.places),
		footprintOf("frames", fft.Scratch, b.packed),
		footprintOf("samples of a short block", fft.Scratch, b.staged),
	)
}

// rowTransform is lanesTransform of one lane: a planned transform of one row.
type rowTransform[R Real] struct {
	plan     complexPlan[R]
	spectrum []R
}

func newRowTransform[R Real](n int) (*rowTransform[R], error) {
	plan, err := newComplexPlan[R](n)
	if err != nil {
		return nil, err
	}
	return &rowTransform[R]{plan: plan, spectrum: make([]R, 2*n)}, nil
}

func (t *rowTransform[R]) transform(packed []R) ([]R, error) {
	return t.spectrum, t.plan.forward(t.spectrum, packed)
}

func (t *rowTransform[R]) footprint() fft.Footprint {
	return append(slices.Clip(t.plan.footprint()), footprintOf("spectrum", fft.Scratch, t.spectrum))
}
