package spectral

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// The blocks that stages belong to.
const (
	blockCut  = "frames"       // cutting the signal
	blockSide = "side by side" // many frames
	blockRow  = "one by one"   // few frames
	blockPlan = "plan"         // what a stream leaves to its plan
)

// blockSketch is where a block's parts are among the holdings.
type blockSketch struct {
	framing Framing
	lanes   int
	prefix  string // of its stages, and of its holdings
	block   string
	row     *fft.Anatomy // of the transform; nil side by side
	inner   int          // its first holding

	window, means, frames, spectrum int
	twiddles, halves, order, short  int
}

// noHolding is the number of a part that is not there.
const noHolding = -3

// holdBlock adds the parts of a block as block.footprint lists them.
func holdBlock[R Real](s *sketch, f Framing, lanes int, centred bool, options []fft.Option) (*blockSketch, error) {
	b := &blockSketch{framing: f, lanes: lanes, block: blockSide, means: noHolding, spectrum: noHolding, short: noHolding}
	if lanes == 1 {
		b.block = blockRow
		var err error
		if b.row, err = fft.DescribeReal[R](f.Len, options...); err != nil {
			return nil, err
		}
		b.inner = s.holdAll(b.row)
	} else {
		b.twiddles = hold[R](s, "twiddles", fft.Parameter, sideTwiddles(f.Len/2))
	}
	b.window = hold[R](s, "window", fft.Parameter, f.Len)
	b.frames = hold[R](s, "frames", fft.Scratch, f.Len*lanes)
	if centred {
		b.means = hold[R](s, "means", fft.Scratch, lanes)
	}
	if lanes == 1 {
		b.spectrum = hold[R](s, "spectrum", fft.Scratch, 2*f.Bins())
		return b, nil
	}
	b.halves = hold[R](s, "twiddles of the halves", fft.Parameter, halfTwiddles(f.Len))
	b.order = hold[int32](s, "order of the bins", fft.Table, f.Len/2)
	return b, nil
}

// holdShort adds the room that block.fillShort makes.
func holdShort[R Real](s *sketch, b *blockSketch) {
	if b.lanes > 1 {
		b.short = hold[R](s, "samples of a short block", fft.Scratch, b.framing.span(b.lanes))
	}
}

// addLoad adds what leaves the frames of a signal transformed; it finds their
// samples in several places.
func (b *blockSketch) addLoad(s *sketch, from ...int) {
	if b.short != noHolding {
		b.addStage(s, "fill", "copy", from, []int{b.short})
		from = append(slices.Clip(from), b.short)
	}
	if b.means != noHolding {
		b.addStage(s, "means", "means", from, []int{b.means})
		from = append(slices.Clip(from), b.means)
	}
	s.add(fft.Stage{Name: b.prefix + "window", Kind: "window", Block: b.block,
		Reads: []int{b.window}, From: from, To: []int{b.frames}})
	if b.row != nil {
		s.add(fft.Embedded(b.row.Stages, b.prefix+"row.", b.inner, b.frames, b.spectrum)...)
		return
	}
	b.addPasses(s)
}

// addPasses adds the passes of the transform side by side. The last has no
// twiddles.
func (b *blockSketch) addPasses(s *sketch) {
	radices := sideRadices(b.framing.Len / 2)
	for i, radix := range radices {
		pass := fft.Stage{
			Name: fmt.Sprintf("%spass %d", b.prefix, i+1), Kind: fmt.Sprintf("radix %d", radix), Block: b.block,
			From: []int{b.frames}, To: []int{b.frames},
		}
		if i < len(radices)-1 {
			pass.Reads = []int{b.twiddles}
		}
		s.add(pass)
	}
}

// addBins adds a stage that makes something of the bins of the frames.
func (b *blockSketch) addBins(s *sketch, name, kind string, to int) {
	s.add(b.ofBins(name, kind, to))
}

// addBinsTo is addBins of what is added to what stands there.
func (b *blockSketch) addBinsTo(s *sketch, name, kind string, to int) {
	stage := b.ofBins(name, kind, to)
	stage.From = append(stage.From, to)
	s.add(stage)
}

func (b *blockSketch) ofBins(name, kind string, to int) fft.Stage {
	stage := fft.Stage{Name: b.prefix + name, Kind: kind, Block: b.block, From: []int{b.frames}, To: []int{to}}
	if b.row != nil {
		stage.From = []int{b.spectrum}
	} else {
		stage.Reads = []int{b.halves, b.order}
	}
	return stage
}

// addStage adds a stage without tables.
func (b *blockSketch) addStage(s *sketch, name, kind string, from, to []int) {
	s.add(fft.Stage{Name: b.prefix + name, Kind: kind, Block: b.block, From: from, To: to})
}

// second marks the block, whose holdings begin at number first, as a plan's
// second one.
func (b *blockSketch) second(s *sketch, prefix string, first int) {
	b.prefix = prefix
	for i := first; i < len(s.Holdings); i++ {
		s.Holdings[i].Name = prefix + s.Holdings[i].Name
	}
}
