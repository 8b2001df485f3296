package spectral

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// STFT is the short-time Fourier transform of a real signal: the one-sided
// spectrum of every windowed frame, X[f][k] = Σ w[j]·x[f·Hop+j]·e^(−2πi·jk/Len),
// k ≤ ⌊Len/2⌋, with no scale and no phase counted from the signal's beginning.
// With Edges Zeros or Mirrored it is what librosa and PyTorch call centred;
// scipy.signal.stft divides by the window's sum.
//
// J. B. Allen, L. R. Rabiner, "A unified approach to short-time Fourier
// analysis and synthesis", Proc. IEEE 65 (1977).
type STFT[R Real, C fft.Complex] struct {
	framing Framing
	side    *stftBlock[R] // for any number of frames
	few     *stftBlock[R] // for a few frames; side itself if that has one lane
	own     *STFTStream[R, C]
}

// stftBlock is a block with room for its spectra.
type stftBlock[R Real] struct {
	*block[R]
	spectra []R
}

func newSTFTBlock[R Real](f Framing, lanes int) (*stftBlock[R], error) {
	b, err := newBlock[R](f, lanes, false)
	if err != nil {
		return nil, err
	}
	b.fillShort()
	return &stftBlock[R]{b, make([]R, 2*f.Bins()*lanes)}, nil
}

// NewSTFT plans a transform. R must be the part type of C.
func NewSTFT[R Real, C fft.Complex](f Framing) (*STFT[R, C], error) {
	if err := samePrecision[R, C](); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	s := &STFT[R, C]{framing: f}
	var err error
	if s.side, s.few, err = sideAndFew(lanesFor[R](f), func(lanes int) (*stftBlock[R], error) {
		return newSTFTBlock[R](f, lanes)
	}); err != nil {
		return nil, err
	}
	s.own = s.Stream()
	return s, nil
}

// Framing returns how signals are cut into frames.
func (s *STFT[R, C]) Framing() Framing { return s.framing }

// Transform writes the spectra of all frames of a signal, Framing().Frames rows
// of Framing().Bins. dst and signal share no memory.
func (s *STFT[R, C]) Transform(dst []C, signal []R) error {
	f := s.framing
	if err := checkFrames("STFT", len(dst), f, f.Bins(), len(signal)); err != nil {
		return err
	}
	s.own.Reset()
	s.own.block = s.side
	if f.Frames(len(signal)) <= mostOneByOne(s.side.lanes) {
		s.own.block = s.few
	}
	dst, err := s.own.Append(dst[:0], signal)
	if err != nil {
		return err
	}
	_, err = s.own.Close(dst)
	return err
}

// checkFrames reports an error unless dst has rows of width for all frames of a
// signal.
func checkFrames(what string, dst int, f Framing, width, samples int) error {
	if err := f.checkSignal(samples); err != nil {
		return err
	}
	if frames := f.Frames(samples); dst != frames*width {
		return fmt.Errorf("spectral: %s output holds %d values, want %d (%d frames of %d for %d samples)",
			what, dst, frames*width, frames, width, samples)
	}
	return nil
}

// Footprint returns the memory of the plan and of its own stream.
func (s *STFT[R, C]) Footprint() fft.Footprint {
	f := append(s.side.footprint(), s.own.feed.footprint(fft.Scratch)...)
	if s.few != s.side {
		f = append(f, prefixed("few.", s.few.footprint())...)
	}
	return f
}

func (b *stftBlock[R]) footprint() fft.Footprint {
	return append(b.block.footprint(), footprintOf("spectra", fft.Scratch, b.spectra))
}

// STFTStream transforms a signal that comes in chunks. What comes out does not
// depend on how it was cut, not by a bit, and is what STFT.Transform makes of
// the whole, but for the rounding of signals of very few frames: Transform does
// those one by one. It works with the scratch of its STFT, so both and all
// streams of it serve one goroutine at a time.
type STFTStream[R Real, C fft.Complex] struct {
	block *stftBlock[R]
	feed  *feed[R]
	dst   []C
}

// Stream returns a stream at the beginning of a signal.
func (s *STFT[R, C]) Stream() *STFTStream[R, C] {
	return &STFTStream[R, C]{block: s.side, feed: newFeed[R](s.framing, 1)}
}

// Append takes the next samples of the signal and appends the spectra of the
// frames that they complete to dst, which is returned as by append.
func (t *STFTStream[R, C]) Append(dst []C, samples []R) ([]C, error) {
	t.dst = dst
	err := t.feed.push(samples, t)
	return t.take(), err
}

// Close ends the signal: it appends the frames that reach over its end, where
// the framing has such, and makes the stream ready for the next signal.
func (t *STFTStream[R, C]) Close(dst []C) ([]C, error) {
	t.dst = dst
	err := t.feed.close(t)
	return t.take(), err
}

// Reset forgets the signal.
func (t *STFTStream[R, C]) Reset() { t.feed.reset() }

// Footprint returns the memory of the stream without that of its plan.
func (t *STFTStream[R, C]) Footprint() fft.Footprint { return t.feed.footprint(fft.State) }

func (t *STFTStream[R, C]) take() []C {
	dst := t.dst
	t.dst = nil
	return dst
}

// frames implements sink.
func (t *STFTStream[R, C]) frames(src []R, count int) error {
	b := t.block
	bins := b.framing.Bins()
	for at := 0; at < count; at += b.lanes {
		frames := min(b.lanes, count-at)
		if err := b.load(src[at*b.framing.Hop:], frames); err != nil {
			return err
		}
		b.block.spectra(b.spectra)
		row := len(t.dst)
		t.dst = slices.Grow(t.dst, frames*bins)[:row+frames*bins]
		kernels.SpreadFrames(parts[R](t.dst[row:]), b.spectra, b.lanes, 2*bins, frames)
	}
	return nil
}
