package spectral

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// RealWelch is the same estimate as [Welch] by real transforms, as many side by
// side as the machine has lanes: of different frames where there are enough of
// them, else of the segments of one.
type RealWelch[R Real] struct{ frames *welchFrames[R] }

// NewRealWelch plans an estimate with segments of n samples at a sampling rate
// of fs in Hz.
func NewRealWelch[R Real](n int, fs float64) (*RealWelch[R], error) {
	if err := checkWelch(n, fs); err != nil {
		return nil, err
	}
	frames, err := newWelchFrames[R](n, Segments, fs)
	return &RealWelch[R]{frames}, err
}

// FrameLen implements [Density].
func (w *RealWelch[R]) FrameLen() int { return WelchFrameLen(w.frames.n) }

// Bins implements [Density].
func (w *RealWelch[R]) Bins() int { return WelchBins(w.frames.n) }

// Density implements [Density].
func (w *RealWelch[R]) Density(dst, src []R) error {
	if _, err := rowsOf("Welch", len(dst), len(src), w.Bins(), w.FrameLen()); err != nil {
		return err
	}
	return w.frames.density(dst, src)
}

// Footprint implements [Density].
func (w *RealWelch[R]) Footprint() fft.Footprint { return w.frames.footprint() }

// welchFrames makes densities of whole frames of WelchFrameLen(n) samples by
// some of their segments.
type welchFrames[R Real] struct {
	n, segments int
	first, step int // samples before the first segment, from one to the next
	scale       R

	side   *block[R] // several lanes, nil without
	single *block[R] // one lane, for frames with fewer segments than side has lanes
	powers []R
	sums   []R
}

// newWelchFrames plans for 1, 2, 4 or 8 segments: the middles of as many parts
// of a frame.
func newWelchFrames[R Real](n, segments int, fs float64) (*welchFrames[R], error) {
	f := welchFraming(n, segments)
	w := &welchFrames[R]{
		n: n, segments: segments,
		first: Segments / 2 / segments * hop(n), step: f.Hop,
	}
	w.scale = R(1 / (fs * energy(f.weights()) * float64(segments)))
	var err error
	lanes := lanesFor[R](f)
	if lanes > 1 {
		if w.side, err = newBlock[R](f, lanes, false); err != nil {
			return nil, err
		}
	}
	if lanes == 1 || segments < Segments {
		if w.single, err = newBlock[R](f, 1, false); err != nil {
			return nil, err
		}
	} else if Segments%lanes > 0 {
		w.side.fillShort() // with the segments of one frame
	}
	w.powers, w.sums = make([]R, WelchBins(n)*lanes), make([]R, WelchBins(n))
	return w, nil
}

// welchFraming is so many segments of a frame.
func welchFraming(n, segments int) Framing {
	return Framing{Len: n, Hop: Segments / segments * hop(n)}
}

// together is how many frames are best done in one call.
func (w *welchFrames[R]) together() int {
	if w.side == nil {
		return 1
	}
	return w.side.lanes
}

// density writes the densities of all frames of src.
func (w *welchFrames[R]) density(dst, src []R) error {
	frame, bins := WelchFrameLen(w.n), WelchBins(w.n)
	rows := len(src) / frame
	if w.side == nil || rows < w.side.lanes {
		for r := range rows {
			if err := w.row(dst[r*bins:(r+1)*bins], src[r*frame:(r+1)*frame]); err != nil {
				return err
			}
		}
		return nil
	}
	for r := 0; r < rows; r += w.side.lanes {
		r := min(r, rows-w.side.lanes) // the last rows twice rather than by themselves
		if err := w.sideBySide(dst[r*bins:], src[r*frame:]); err != nil {
			return err
		}
	}
	return nil
}

// sideBySide does as many frames as there are lanes.
func (w *welchFrames[R]) sideBySide(dst, src []R) error {
	b, bins := w.side, WelchBins(w.n)
	for s := range w.segments {
		if err := b.loadAt(src[w.first+s*w.step:], WelchFrameLen(w.n)); err != nil {
			return err
		}
		if s == 0 {
			b.powers(w.powers)
		} else {
			b.addPowers(w.powers)
		}
	}
	dst = dst[:b.lanes*bins]
	kernels.SpreadFrames(dst, w.powers, b.lanes, bins, b.lanes)
	for ; len(dst) > 0; dst = dst[bins:] {
		oneSided(dst[:bins], w.n, w.scale)
	}
	return nil
}

// row does one frame.
func (w *welchFrames[R]) row(dst, frame []R) error {
	b := w.single
	if b == nil {
		b = w.side
	}
	powers := w.powers[:len(dst)*b.lanes]
	for s := 0; s < w.segments; s += b.lanes {
		count := min(b.lanes, w.segments-s)
		if err := b.load(frame[w.first+s*w.step:], count); err != nil {
			return err
		}
		b.powersOf(powers, count)
		if s == 0 {
			kernels.SumFrames(dst, powers, b.lanes)
			continue
		}
		kernels.SumFrames(w.sums, powers, b.lanes)
		for k, v := range w.sums {
			dst[k] += v
		}
	}
	oneSided(dst, w.n, w.scale)
	return nil
}

func (w *welchFrames[R]) footprint() fft.Footprint {
	f := fft.Footprint{
		footprintOf("powers", fft.Scratch, w.powers),
		footprintOf("their sums", fft.Scratch, w.sums),
	}
	if w.side == nil {
		return slices.Concat(f, w.single.footprint())
	}
	f = slices.Concat(f, w.side.footprint())
	if w.single != nil {
		f = append(f, prefixed("single.", w.single.footprint())...)
	}
	return f
}
