package spectral

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
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
	psd      *PSD[R]
	n, count int
	segments int
	density  []R
}

// NewPeaks plans the search for count peaks of segments of n samples at a
// sampling rate of fs in Hz, by 1, 2, 4 or 8 segments of a frame.
func NewPeaks[R Real](n, count, segments int, fs float64) (*Peaks[R], error) {
	if err := checkWelch(n, fs); err != nil {
		return nil, err
	}
	if !slices.Contains([]int{1, 2, 4, 8}, segments) {
		return nil, fmt.Errorf("spectral: peaks of %d segments, want 1, 2, 4 or 8", segments)
	}
	if count < 1 || count > WelchBins(n) {
		return nil, fmt.Errorf("spectral: %d peaks of %d bins", count, WelchBins(n))
	}
	psd, err := NewPSD[R](PSDConfig{Framing: Framing{Len: n, Hop: Segments / segments * hop(n)}, Rate: fs})
	if err != nil {
		return nil, err
	}
	return &Peaks[R]{psd: psd, n: n, count: count, segments: segments, density: make([]R, WelchBins(n))}, nil
}

// FrameLen returns the samples of a frame, Count the peaks of one.
func (p *Peaks[R]) FrameLen() int { return WelchFrameLen(p.n) }
func (p *Peaks[R]) Count() int    { return p.count }

// Find writes the peaks of every frame of src, Count for each.
func (p *Peaks[R]) Find(dst []Peak[R], src []R) error {
	rows, err := rowsOf("peaks", len(dst), len(src), p.count, p.FrameLen())
	if err != nil {
		return err
	}
	for r := range rows {
		if err := p.row(src[r*p.FrameLen():][:p.FrameLen()]); err != nil {
			return err
		}
		strongest(dst[r*p.count:][:p.count], p.density)
	}
	return nil
}

// row estimates the density of a frame from the middles of its parts.
func (p *Peaks[R]) row(frame []R) error {
	from := Segments / 2 / p.segments * hop(p.n)
	return p.psd.segmentsOf(p.density, frame[from:], p.segments)
}

// Footprint returns the memory of the plan.
func (p *Peaks[R]) Footprint() fft.Footprint {
	return append(p.psd.Footprint(), footprintOf("density", fft.Scratch, p.density))
}

// segmentsOf writes the density of the first so many segments of src.
func (p *PSD[R]) segmentsOf(dst, src []R, segments int) error {
	b := p.block
	clear(dst)
	for at := 0; at < segments; at += b.lanes {
		count := min(b.lanes, segments-at)
		if err := b.load(src[at*b.framing.Hop:], count); err != nil {
			return err
		}
		b.powersOf(p.powers, count)
		kernels.SumFrames(p.sums, p.powers, b.lanes)
		for k, v := range p.sums {
			dst[k] += v
		}
	}
	oneSided(dst, p.config.Framing.Len, R(p.scale/float64(segments)))
	return nil
}
