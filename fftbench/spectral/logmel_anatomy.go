package spectral

import (
	"cmp"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// DescribeLogMel takes the plan of [NewLogMel] apart without building it.
func DescribeLogMel[R Real](config MelConfig, options ...fft.Option) (*fft.Anatomy, error) {
	config.Floor = cmp.Or(config.Floor, defaultFloor)
	if _, err := checkMel[R](config, longest); err != nil {
		return nil, err
	}
	f, bank := config.Framing, config.Bank
	lanes, err := describedLanes[R](f, options)
	if err != nil {
		return nil, err
	}
	s := &sketch{}
	side, err := holdMelBlock[R](s, config, lanes, options)
	if err != nil {
		return nil, err
	}
	size := sizeOf(bank.slopes(bank.Edges(), f.Len))
	tables := []int{
		hold[R](s, "filters", fft.Parameter, 2*size.bins),
		hold[kernels.Slope](s, "slopes", fft.Table, size.slopes),
		hold[kernels.SlopeRun](s, "slope lengths", fft.Table, size.lengths),
	}
	frames := holdFeed[R](s, f, 1, fft.Scratch).addKeep(s)
	side.addStages(s, frames, tables)
	if lanes == 1 {
		return &s.Anatomy, nil
	}
	first := len(s.Holdings)
	few, err := holdMelBlock[R](s, config, 1, options)
	if err != nil {
		return nil, err
	}
	few.second(s, "few.", first)
	few.addStages(s, frames, tables)
	return &s.Anatomy, nil
}

// melSketch is a melBlock among the holdings.
type melSketch struct {
	*blockSketch
	powers, rising, falling, levels int
}

func holdMelBlock[R Real](s *sketch, c MelConfig, lanes int, options []fft.Option) (melSketch, error) {
	b, err := holdBlock[R](s, c.Framing, lanes, false, options)
	if err != nil {
		return melSketch{}, err
	}
	holdShort[R](s, b)
	slopes := c.Bank.Bands + 1
	return melSketch{
		blockSketch: b,
		powers:      hold[R](s, "powers", fft.Scratch, c.Framing.Bins()*lanes),
		rising:      hold[R](s, "energies rising", fft.Scratch, slopes*lanes),
		falling:     hold[R](s, "energies falling", fft.Scratch, slopes*lanes),
		levels:      hold[R](s, "levels", fft.Scratch, c.Bank.Bands*lanes),
	}, nil
}

func (b melSketch) addStages(s *sketch, frames, tables []int) {
	b.addLoad(s, frames...)
	b.addBins(s, "powers", "powers", b.powers)
	s.add(fft.Stage{Name: b.prefix + "filter", Kind: "filter", Block: b.block,
		Reads: tables, From: []int{b.powers}, To: []int{b.rising, b.falling}})
	b.addStage(s, "logarithm", "logarithm", []int{b.rising, b.falling}, []int{b.levels})
	b.addStage(s, "spread", "transpose", []int{b.levels}, []int{fft.OutputRow})
}

// DescribeLogMelStream takes a stream of [LogMel.Stream] apart; see
// [DescribeSTFTStream].
func DescribeLogMelStream[R Real](config MelConfig) (*fft.Anatomy, error) {
	if err := config.Framing.checkTo(longest); err != nil {
		return nil, err
	}
	return describeStream[R](config.Framing, "levels"), nil
}
