package spectral

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// PSDConfig says what power spectral densities to estimate.
type PSDConfig struct {
	// Framing says what the segments are. Its Edges are Inside.
	Framing Framing
	// Rate is the samples per second.
	Rate float64
	// Centred takes the mean out of each segment first, as scipy.signal.welch
	// does unless told otherwise.
	Centred bool
}

// PSD estimates the one-sided power spectral density of a real signal of any
// length by Welch's method: the mean of the periodograms of all its segments,
// in units²/Hz. It agrees with scipy.signal.welch(x, fs, window=…, nperseg=Len,
// noverlap=Len−Hop, detrend='constant' or False).
//
// P. D. Welch, see [Welch].
type PSD[R Real] struct {
	config PSDConfig
	block  *block[R]
	scale  float64 // of the sum of powers of one segment: 1 / (rate · Σw²)
	powers []R     // of a block that lacks segments
	sums   []R     // of its lanes
	own    *PSDStream[R]
}

// NewPSD plans estimates.
func NewPSD[R Real](config PSDConfig) (*PSD[R], error) {
	if err := config.check(fft.MaxLen); err != nil {
		return nil, err
	}
	b, err := newBlock[R](config.Framing, lanesFor[R](config.Framing), config.Centred)
	if err != nil {
		return nil, err
	}
	b.fillShort()
	bins := config.Framing.Bins()
	p := &PSD[R]{
		config: config, block: b,
		scale:  1 / (config.Rate * energy(config.Framing.weights())),
		powers: make([]R, bins*b.lanes), sums: make([]R, bins),
	}
	p.own = p.Stream()
	return p, nil
}

// check accepts segments of at most so many samples.
func (c PSDConfig) check(most int) error {
	if err := cmp.Or(c.Framing.checkTo(most), checkWelch(c.Framing.Len, c.Rate)); err != nil {
		return err
	}
	if c.Framing.Edges != Inside {
		return fmt.Errorf("spectral: a density of segments with edges %v, want %v", c.Framing.Edges, Inside)
	}
	if c.Framing.Window != nil && energy(c.Framing.Window) == 0 {
		return fmt.Errorf("spectral: a window of zeros")
	}
	return nil
}

// Config returns what the estimates are.
func (p *PSD[R]) Config() PSDConfig { return p.config }

// Bins returns how many values an estimate has, bin k at k·Rate/Len.
func (p *PSD[R]) Bins() int { return p.config.Framing.Bins() }

// Density writes the estimate for a signal of one segment or more.
func (p *PSD[R]) Density(dst, signal []R) error {
	p.own.Reset()
	if err := p.own.Push(signal); err != nil {
		return err
	}
	return p.own.Density(dst)
}

// Footprint returns the memory of the plan and of its own stream.
func (p *PSD[R]) Footprint() fft.Footprint {
	return slices.Concat(p.block.footprint(), fft.Footprint{
		footprintOf("powers of a short block", fft.Scratch, p.powers),
		footprintOf("their sums", fft.Scratch, p.sums),
	}, p.own.footprint(fft.Scratch))
}

// PSDStream estimates the density of a signal that comes in chunks; at any time
// it knows that of all samples so far. What comes out is, bit for bit, what
// PSD.Density makes of the whole, however it was cut. It works with the scratch
// of its PSD, so both and all streams of it serve one goroutine at a time.
type PSDStream[R Real] struct {
	plan     *PSD[R]
	feed     *feed[R]
	powers   []R // sums for each bin and lane
	segments int // that they are of
}

// Stream returns a stream at the beginning of a signal.
func (p *PSD[R]) Stream() *PSDStream[R] {
	return &PSDStream[R]{
		plan: p,
		// Whole blocks, so that a segment is always in the same lane.
		feed:   newFeed[R](p.config.Framing, p.block.lanes),
		powers: make([]R, p.Bins()*p.block.lanes),
	}
}

// Reset forgets the signal.
func (t *PSDStream[R]) Reset() {
	t.feed.reset()
	clear(t.powers)
	t.segments = 0
}

// Push takes the next samples of the signal.
func (t *PSDStream[R]) Push(samples []R) error { return t.feed.push(samples, t) }

// Segments returns how many segments are complete.
func (t *PSDStream[R]) Segments() int { return t.segments + t.feed.kept() }

// frames implements sink.
func (t *PSDStream[R]) frames(src []R, count int) error {
	b := t.plan.block
	for at := 0; at < count; at += b.lanes {
		if err := b.load(src[at*b.framing.Hop:], b.lanes); err != nil {
			return err
		}
		b.addPowers(t.powers)
	}
	t.segments += count
	return nil
}

// Density writes the estimate for all complete segments so far, at least one.
func (t *PSDStream[R]) Density(dst []R) error {
	p := t.plan
	switch {
	case len(dst) != p.Bins():
		return fmt.Errorf("spectral: density output holds %d values, want %d", len(dst), p.Bins())
	case t.Segments() == 0:
		return fmt.Errorf("spectral: a density of %d samples, want one segment of %d at least", t.feed.seen, p.config.Framing.Len)
	}
	kernels.SumFrames(dst, t.powers, p.block.lanes)
	if err := t.feed.rest((*shortBlock[R])(t)); err != nil {
		return err
	}
	if t.feed.kept() > 0 {
		for k, v := range p.sums {
			dst[k] += v
		}
	}
	oneSided(dst, p.config.Framing.Len, R(p.scale/float64(t.Segments())))
	return nil
}

// oneSided scales powers to a density, in which inner bins count for their
// mirror images too.
func oneSided[R Real](powers []R, n int, scale R) {
	twice := 2 * scale
	powers[0] *= scale
	inner := powers[1 : (n+1)/2]
	for k := range inner {
		inner[k] *= twice
	}
	if n%2 == 0 {
		powers[n/2] *= scale
	}
}

// shortBlock sums the powers of fewer segments than a block has.
type shortBlock[R Real] PSDStream[R]

// frames implements sink.
func (t *shortBlock[R]) frames(src []R, count int) error {
	p, b := t.plan, t.plan.block
	if err := b.load(src, count); err != nil {
		return err
	}
	b.powersOf(p.powers, count)
	kernels.SumFrames(p.sums, p.powers, b.lanes)
	return nil
}

// Footprint returns the memory of the stream without that of its plan.
func (t *PSDStream[R]) Footprint() fft.Footprint { return t.footprint(fft.State) }

func (t *PSDStream[R]) footprint(kept fft.PartKind) fft.Footprint {
	return append(t.feed.footprint(kept), footprintOf("sums of powers", kept, t.powers))
}
