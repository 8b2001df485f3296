package spectral

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Peak is a bin of a density.
type Peak[R Real] struct {
	Bin   int
	Power R
}

// Strongest stores the len(dst) strongest bins of a density, the strongest
// first, of equal ones the lower first. They need not be local maxima. A
// density has as many bins at least, and no bin counts if one is NaN: all
// powers of dst are NaN then.
func Strongest[R Real](dst []Peak[R], density []R) error {
	if len(dst) > len(density) {
		return fmt.Errorf("spectral: %d peaks of a density of %d bins", len(dst), len(density))
	}
	if len(dst) > 0 {
		strongest(dst, density)
	}
	return nil
}

// strongest keeps the best so far sorted: most bins are weaker than the last of
// them and cost one comparison.
func strongest[R Real](dst []Peak[R], density []R) {
	last := len(dst) - 1
	for bin, power := range density {
		at := min(bin, last)
		if bin > last && power <= dst[last].Power {
			continue
		}
		if power != power {
			for i := range dst {
				dst[i] = Peak[R]{Bin: i, Power: power}
			}
			return
		}
		for ; at > 0 && dst[at-1].Power < power; at-- {
			dst[at] = dst[at-1]
		}
		dst[at] = Peak[R]{Bin: bin, Power: power}
	}
}

// Peaks finds the strongest bins of Welch densities of frames of WelchFrameLen
// samples. With all eight segments it is exact; with two or one, spread evenly
// over the frame, it does a fourth or an eighth of the work and its powers
// scatter: the relative standard deviation of a noisy bin is 1/√segments.
type Peaks[R Real] struct {
	frames  *welchFrames[R]
	count   int
	density []R // of the frames that are done together
}

// NewPeaks plans the search for count peaks of segments of n samples at a
// sampling rate of fs in Hz, by 1, 2, 4 or 8 segments of a frame.
func NewPeaks[R Real](n, count, segments int, fs float64) (*Peaks[R], error) {
	if err := checkPeaks(n, count, segments, fs); err != nil {
		return nil, err
	}
	frames, err := newWelchFrames[R](n, segments, fs)
	if err != nil {
		return nil, err
	}
	return &Peaks[R]{frames: frames, count: count, density: make([]R, frames.together()*WelchBins(n))}, nil
}

func checkPeaks(n, count, segments int, fs float64) error {
	if err := checkWelch(n, fs); err != nil {
		return err
	}
	if !slices.Contains([]int{1, 2, 4, 8}, segments) {
		return fmt.Errorf("spectral: peaks of %d segments, want 1, 2, 4 or 8", segments)
	}
	if count < 1 || count > WelchBins(n) {
		return fmt.Errorf("spectral: %d peaks of %d bins", count, WelchBins(n))
	}
	return nil
}

// FrameLen returns the samples of a frame, Count the peaks of one.
func (p *Peaks[R]) FrameLen() int { return WelchFrameLen(p.frames.n) }
func (p *Peaks[R]) Count() int    { return p.count }

// Find writes the peaks of every frame of src, Count for each.
func (p *Peaks[R]) Find(dst []Peak[R], src []R) error {
	frame, bins := p.FrameLen(), WelchBins(p.frames.n)
	rows, err := rowsOf("peaks", len(dst), len(src), p.count, frame)
	if err != nil {
		return err
	}
	for at := 0; at < rows; {
		together := min(rows-at, p.frames.together())
		density := p.density[:together*bins]
		if err := p.frames.density(density, src[at*frame:(at+together)*frame]); err != nil {
			return err
		}
		for row := range slices.Chunk(density, bins) {
			strongest(dst[at*p.count:][:p.count], row)
			at++
		}
	}
	return nil
}

// Footprint returns the memory of the plan.
func (p *Peaks[R]) Footprint() fft.Footprint {
	return append(p.frames.footprint(), footprintOf("densities", fft.Scratch, p.density))
}
