package spectral

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// block is the spectra of a few frames at a time, side by side: see the frames
// of package kernels. A block of one lane is a planned transform of one frame.
type block[R Real] struct {
	framing Framing
	lanes   int
	window  []R
	means   []R // of the frames of a block, nil where they stay in
	packed  []R // the frames, weighed

	// Of one lane:
	row      realPlan[R]
	spectrum []R

	// Of several, whose frames are transformed in place as half as many complex
	// numbers:
	side     *sideBySide[R]
	places   []int32 // of bin k in packed
	twiddles []R     // that part even and odd samples
	staged   []R     // samples of a block that lacks frames, see fillShort
}

// lanesFor is how many frames are done side by side: as many as a vector has
// parts, where there are passes for their transforms and a block stays in the
// caches.
func lanesFor[R Real](f Framing) int { return f.lanesAmong(kernels.FrameLanes[R](kernels.ISA())) }

// lanesAmong is lanesFor of a machine with blocks of such lanes, the largest
// first.
func (f Framing) lanesAmong(offered []int) int {
	n := f.Len
	if n%4 != 0 || n > longestInLanes || f.Hop > widestHop*n || sideRadices(n/2) == nil {
		return 1
	}
	for _, lanes := range offered {
		if n >= 2*lanes {
			return lanes
		}
	}
	return 1
}

const (
	longestInLanes = 1 << 15
	widestHop      = 4 // frames; a block of frames far apart is mostly what lies between
)

// mostOneByOne is how many frames are done one by one where a block has so many
// lanes: a block takes the time of about a third of its frames.
func mostOneByOne(lanes int) int { return lanes / 3 }

// sideAndFew makes blocks for many and for few frames, the same where there are
// no lanes.
func sideAndFew[B any](lanes int, make func(lanes int) (*B, error)) (side, few *B, err error) {
	if side, err = make(lanes); err != nil || lanes == 1 {
		return side, side, err
	}
	few, err = make(1)
	return side, few, err
}

// newBlock plans for frames; centred says that each loses its mean. Lanes is 1
// or what lanesFor says.
func newBlock[R Real](f Framing, lanes int, centred bool) (*block[R], error) {
	b := &block[R]{framing: f, lanes: lanes, packed: make([]R, f.Len*lanes)}
	if centred {
		b.means = make([]R, lanes)
	}
	weights := f.weights()
	if lanes == 1 {
		var err error
		b.window, b.spectrum = rounded[R](weights), make([]R, 2*f.Bins())
		b.row, err = newRealPlan[R](f.Len)
		return b, err
	}
	for i := range weights {
		weights[i] /= 2 // see kernels.FramesSpectrum
	}
	b.window = rounded[R](weights)
	b.side, b.places = planSideBySide[R](f.Len/2, lanes)
	b.twiddles = make([]R, 0, halfTwiddles(f.Len))
	for k := 1; 4*k < f.Len; k++ {
		cos, sin := root(k, f.Len)
		b.twiddles = append(b.twiddles, R(cos), R(sin))
	}
	return b, nil
}

// fillShort makes room for the samples of blocks that lack frames.
func (b *block[R]) fillShort() {
	if b.lanes > 1 {
		b.staged = make([]R, b.framing.span(b.lanes))
	}
}

// halfTwiddles is how many parts the twiddles that part the halves of a frame of
// n samples have: a number for each k with 0 < 4k < n.
func halfTwiddles(n int) int { return 2 * ((n - 1) / 4) }

// load transforms the first count frames of src, at most lanes; fewer only after
// fillShort.
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
	if b.row != nil {
		return b.row.forward(b.spectrum, b.packed)
	}
	b.side.transform(b.packed)
	return nil
}

// spectra stores the spectra of the frames, a row for the real and one for the
// imaginary parts of each bin.
func (b *block[R]) spectra(dst []R) {
	if b.row != nil {
		copy(dst, b.spectrum)
		return
	}
	kernels.FramesSpectrum(dst, b.packed, b.places, b.twiddles, b.lanes)
}

// powers stores their squared magnitudes, a row for each bin.
func (b *block[R]) powers(dst []R) {
	if b.row != nil {
		kernels.Powers(dst, b.spectrum)
		return
	}
	kernels.FramesPower(dst, b.packed, b.places, b.twiddles, b.lanes)
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
	if b.row != nil {
		kernels.AddPowers(dst, b.spectrum)
		return
	}
	kernels.AddFramesPower(dst, b.packed, b.places, b.twiddles, b.lanes)
}

func (b *block[R]) footprint() fft.Footprint {
	f := fft.Footprint{
		footprintOf("window", fft.Parameter, b.window),
		footprintOf("frames", fft.Scratch, b.packed),
	}
	if b.means != nil {
		f = append(f, footprintOf("means", fft.Scratch, b.means))
	}
	if b.row != nil {
		return slices.Concat(b.row.footprint(), f, fft.Footprint{footprintOf("spectrum", fft.Scratch, b.spectrum)})
	}
	f = slices.Concat(b.side.footprint(), f, fft.Footprint{
		footprintOf("twiddles of the halves", fft.Parameter, b.twiddles),
		footprintOf("order of the bins", fft.Table, b.places),
	})
	if b.staged != nil {
		f = append(f, footprintOf("samples of a short block", fft.Scratch, b.staged))
	}
	return f
}
