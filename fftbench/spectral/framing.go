package spectral

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Framing says how a signal becomes frames.
type Framing struct {
	// Len is the samples of a frame and the length of its transform (n_fft).
	Len int
	// Hop is the samples from the beginning of a frame to that of the next.
	Hop int
	// Window holds at most Len weights; fewer stand in the middle of the frame,
	// between zeros. Nil is Hann(Len).
	Window []float64
	// Edges says what happens at both ends of a signal.
	Edges Edges
}

// Edges says which frames a signal has.
type Edges int

const (
	// Inside: frame f covers the samples f·Hop … f·Hop+Len−1; only frames that
	// lie inside the signal count, a rest of samples at its end does not.
	Inside Edges = iota
	// Zeros: frame f is centred on sample f·Hop; ⌊Len/2⌋ zeros stand before
	// the signal and after it.
	Zeros
	// Mirrored: as Zeros, with the signal mirrored at its first and at its last
	// sample in place of zeros. It must have more than ⌊Len/2⌋ samples.
	Mirrored
)

func (e Edges) String() string {
	switch e {
	case Inside:
		return "inside"
	case Zeros:
		return "zeros"
	case Mirrored:
		return "mirrored"
	}
	return fmt.Sprintf("Edges(%d)", int(e))
}

// Bins returns the bins of a one-sided spectrum, ⌊Len/2⌋ + 1.
func (f Framing) Bins() int { return f.Len/2 + 1 }

// Frames returns how many frames a signal of that many samples has.
func (f Framing) Frames(samples int) int {
	if f.Edges != Inside {
		if samples == 0 {
			return 0
		}
		samples += 2 * f.edge()
	}
	return f.inside(samples)
}

func (f Framing) inside(samples int) int {
	if samples < f.Len {
		return 0
	}
	return (samples-f.Len)/f.Hop + 1
}

// span returns the samples of that many frames.
func (f Framing) span(frames int) int { return f.Len + (frames-1)*f.Hop }

// edge is how far frames reach over an edge of the signal.
func (f Framing) edge() int { return f.Len / 2 }

// check accepts framings that a plan can be made for.
func (f Framing) check() error { return f.checkTo(fft.MaxLen) }

// checkTo accepts frames and hops of at most so many samples.
func (f Framing) checkTo(most int) error {
	switch {
	case f.Len < 2 || f.Len > most:
		return fmt.Errorf("spectral: frames of %d samples, want 2 … %d", f.Len, most)
	case f.Hop < 1 || f.Hop > most:
		return fmt.Errorf("spectral: a hop of %d samples, want 1 … %d", f.Hop, most)
	case len(f.Window) > f.Len:
		return fmt.Errorf("spectral: a window of %d weights for frames of %d samples", len(f.Window), f.Len)
	case f.Window != nil && len(f.Window) == 0:
		return fmt.Errorf("spectral: a window without weights; leave it nil for a Hann window")
	case f.Edges < Inside || f.Edges > Mirrored:
		return fmt.Errorf("spectral: no edges are called %v", f.Edges)
	}
	return nil
}

// checkSignal reports an error if the edges need more samples than there are.
func (f Framing) checkSignal(samples int) error {
	if f.Edges == Mirrored && samples > 0 && samples <= f.edge() {
		return fmt.Errorf("spectral: %d samples are too few to mirror %d at each edge", samples, f.edge())
	}
	return nil
}

// weights returns the window at the length of the frame.
func (f Framing) weights() []float64 {
	if f.Window == nil {
		return Hann(f.Len)
	}
	w := make([]float64, f.Len)
	copy(w[(f.Len-len(f.Window))/2:], f.Window)
	return w
}
