package spectral

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// LogUnit is the logarithm that a level is given in.
type LogUnit int

const (
	Ln      LogUnit = iota // natural logarithm
	Log10                  // decimal logarithm
	Decibel                // ten times the decimal logarithm
)

func (u LogUnit) scale() (float64, error) {
	switch u {
	case Ln:
		return 1, nil
	case Log10:
		return 1 / math.Ln10, nil
	case Decibel:
		return 10 / math.Ln10, nil
	}
	return 0, fmt.Errorf("spectral: no unit of levels is called LogUnit(%d)", int(u))
}

// MelConfig says what log-mel spectra to make.
type MelConfig struct {
	Framing Framing
	Bank    MelBank
	Unit    LogUnit
	// Floor is the least energy of a band whose logarithm is taken; 0 is 1e-10.
	Floor float64
}

const defaultFloor = 1e-10

// LogMel is the log-mel spectrogram of a real signal: for every frame the
// logarithm of the energy |STFT|² in each band of a mel filter bank.
//
// S. B. Davis, P. Mermelstein, "Comparison of parametric representations for
// monosyllabic word recognition in continuously spoken sentences", IEEE Trans.
// Acoust. Speech Signal Process. 28 (1980).
type LogMel[R Real] struct {
	config MelConfig
	side   *melBlock[R] // for any number of frames
	few    *melBlock[R] // for a few frames; side itself if that has one lane
	scale  R            // of the natural logarithm
	floor  R

	runs    []kernels.SlopeRun
	slopes  []kernels.Slope
	weights []R

	own *LogMelStream[R]
}

// melBlock is a block with room for what comes of its spectra.
type melBlock[R Real] struct {
	*block[R]
	power    []R
	up, down []R // energies between neighbouring edges; zeros where no bin is
	levels   []R
}

func newMelBlock[R Real](c MelConfig, lanes int) (*melBlock[R], error) {
	b, err := newBlock[R](c.Framing, lanes, false)
	if err != nil {
		return nil, err
	}
	b.fillShort()
	slopes := c.Bank.Bands + 1
	return &melBlock[R]{
		block: b, power: make([]R, c.Framing.Bins()*lanes),
		up: make([]R, slopes*lanes), down: make([]R, slopes*lanes),
		levels: make([]R, c.Bank.Bands*lanes),
	}, nil
}

// NewLogMel plans spectrograms.
func NewLogMel[R Real](config MelConfig) (*LogMel[R], error) {
	config.Floor = cmp.Or(config.Floor, defaultFloor)
	scale, err := checkMel[R](config, fft.MaxLen)
	if err != nil {
		return nil, err
	}
	m := &LogMel[R]{config: config, scale: R(scale), floor: R(config.Floor)}
	m.plan()
	if m.side, m.few, err = sideAndFew(lanesFor[R](config.Framing), func(lanes int) (*melBlock[R], error) {
		return newMelBlock[R](config, lanes)
	}); err != nil {
		return nil, err
	}
	m.own = m.Stream()
	return m, nil
}

// checkMel accepts frames of at most so many samples and returns the scale of the
// natural logarithm.
func checkMel[R Real](c MelConfig, most int) (scale float64, err error) {
	scale, err = c.Unit.scale()
	return scale, cmp.Or(err, c.Framing.checkTo(most), c.Bank.check(), checkFloor[R](c.Floor))
}

// checkFloor accepts normal positive numbers.
func checkFloor[R Real](floor float64) error {
	least := 0x1p-126
	if partSize[R]() == 8 {
		least = 0x1p-1022
	}
	if !(floor >= least) || math.IsInf(float64(R(floor)), 0) {
		return fmt.Errorf("spectral: a floor of %g, want a normal positive number", floor)
	}
	return nil
}

// plan sorts the slopes of the filters by length.
func (m *LogMel[R]) plan() {
	bank, n := m.config.Bank, m.config.Framing.Len
	edges := bank.Edges()
	slopes := bank.slopes(edges, n)
	size := sizeOf(slopes)
	m.runs = make([]kernels.SlopeRun, 0, size.lengths)
	m.slopes = make([]kernels.Slope, 0, size.slopes)
	m.weights = make([]R, 0, 2*size.bins)
	for _, s := range slopes {
		last := len(m.runs) - 1
		if last < 0 || int(m.runs[last].Bins) != s.count() {
			m.runs = append(m.runs, kernels.SlopeRun{Bins: int32(s.count())})
			last++
		}
		m.runs[last].Slopes++
		m.slopes = append(m.slopes, kernels.Slope{Row: int32(s.first), Place: int32(s.edge)})
		for k := s.first; k < s.end; k++ {
			up, down := bank.weights(edges, s.edge, k, n)
			m.weights = append(m.weights, R(up), R(down))
		}
	}
}

// Config returns what the spectrograms are.
func (m *LogMel[R]) Config() MelConfig { return m.config }

// Spectrogram writes the levels of all frames of a signal, Framing.Frames rows
// of Bank.Bands. dst and signal share no memory.
func (m *LogMel[R]) Spectrogram(dst, signal []R) error {
	f := m.config.Framing
	if err := checkFrames("log-mel", len(dst), f, m.config.Bank.Bands, len(signal)); err != nil {
		return err
	}
	m.own.Reset()
	m.own.block = m.side
	if f.Frames(len(signal)) <= mostOneByOne(m.side.lanes) {
		m.own.block = m.few
	}
	dst, err := m.own.Append(dst[:0], signal)
	if err != nil {
		return err
	}
	_, err = m.own.Close(dst)
	return err
}

// Footprint returns the memory of the plan and of its own stream.
func (m *LogMel[R]) Footprint() fft.Footprint {
	f := append(m.side.footprint(),
		footprintOf("filters", fft.Parameter, m.weights),
		footprintOf("slopes", fft.Table, m.slopes),
		footprintOf("slope lengths", fft.Table, m.runs))
	f = append(f, m.own.feed.footprint(fft.Scratch)...)
	if m.few != m.side {
		f = append(f, prefixed("few.", m.few.footprint())...)
	}
	return f
}

func (b *melBlock[R]) footprint() fft.Footprint {
	return append(b.block.footprint(),
		footprintOf("powers", fft.Scratch, b.power),
		footprintOf("energies rising", fft.Scratch, b.up),
		footprintOf("energies falling", fft.Scratch, b.down),
		footprintOf("levels", fft.Scratch, b.levels))
}

// LogMelStream makes log-mel spectra of a signal that comes in chunks; see
// [STFTStream].
type LogMelStream[R Real] struct {
	plan  *LogMel[R]
	block *melBlock[R]
	feed  *feed[R]
	dst   []R
}

// Stream returns a stream at the beginning of a signal.
func (m *LogMel[R]) Stream() *LogMelStream[R] {
	return &LogMelStream[R]{plan: m, block: m.side, feed: newFeed[R](m.config.Framing, 1)}
}

// Append takes the next samples of the signal and appends the levels of the
// frames that they complete to dst, which is returned as by append.
func (t *LogMelStream[R]) Append(dst, samples []R) ([]R, error) {
	t.dst = dst
	err := t.feed.push(samples, t)
	return t.take(), err
}

// Close ends the signal as [STFTStream.Close] does.
func (t *LogMelStream[R]) Close(dst []R) ([]R, error) {
	t.dst = dst
	err := t.feed.close(t)
	return t.take(), err
}

// Reset forgets the signal.
func (t *LogMelStream[R]) Reset() { t.feed.reset() }

// Footprint returns the memory of the stream without that of its plan.
func (t *LogMelStream[R]) Footprint() fft.Footprint { return t.feed.footprint(fft.State) }

func (t *LogMelStream[R]) take() []R {
	dst := t.dst
	t.dst = nil
	return dst
}

// frames implements sink.
func (t *LogMelStream[R]) frames(src []R, count int) error {
	m, b := t.plan, t.block
	bands := m.config.Bank.Bands
	for at := 0; at < count; at += b.lanes {
		frames := min(b.lanes, count-at)
		if err := b.load(src[at*b.framing.Hop:], frames); err != nil {
			return err
		}
		b.powers(b.power)
		kernels.FilterFrames(b.up, b.down, b.power, m.runs, m.slopes, m.weights, b.lanes)
		// Band m rises between edges m and m+1 and falls to edge m+2.
		row := len(t.dst)
		t.dst = slices.Grow(t.dst, frames*bands)[:row+frames*bands]
		kernels.SpreadLogSums(t.dst[row:], b.up, b.down[b.lanes:], b.lanes, bands, frames, m.scale, m.floor, b.levels)
	}
	return nil
}

// Whisper maps decimal log-mel levels to the range that speech models after
// Whisper take: nothing lies more than 8 below the largest level, and level v
// becomes (v+4)/4. It works in place.
//
// A. Radford et al., "Robust speech recognition via large-scale weak
// supervision", 2022, section 2.2 and its published code.
func Whisper[R Real](levels []R) {
	if len(levels) == 0 {
		return
	}
	least := slices.Max(levels) - 8
	for i, v := range levels {
		levels[i] = (max(v, least) + 4) / 4
	}
}
