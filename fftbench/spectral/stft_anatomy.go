package spectral

import "github.com/fftstudy/fftstudy/fftbench/fft"

// DescribeSTFT takes the plan of [NewSTFT] apart without building it.
func DescribeSTFT[R Real, C fft.Complex](f Framing, options ...fft.Option) (*fft.Anatomy, error) {
	if err := samePrecision[R, C](); err != nil {
		return nil, err
	}
	if err := f.checkTo(longest); err != nil {
		return nil, err
	}
	lanes, err := describedLanes[R](f, options)
	if err != nil {
		return nil, err
	}
	s := &sketch{}
	side, err := holdSTFTBlock[R](s, f, lanes, options)
	if err != nil {
		return nil, err
	}
	feed := holdFeed[R](s, f, 1, fft.Scratch)
	frames := feed.addKeep(s)
	side.addStages(s, frames)
	if lanes == 1 {
		return &s.Anatomy, nil
	}
	first := len(s.Holdings)
	few, err := holdSTFTBlock[R](s, f, 1, options)
	if err != nil {
		return nil, err
	}
	few.second(s, "few.", first)
	few.addStages(s, frames)
	return &s.Anatomy, nil
}

// stftSketch is a stftBlock among the holdings.
type stftSketch struct {
	*blockSketch
	spectra int
}

func holdSTFTBlock[R Real](s *sketch, f Framing, lanes int, options []fft.Option) (stftSketch, error) {
	b, err := holdBlock[R](s, f, lanes, false, options)
	if err != nil {
		return stftSketch{}, err
	}
	holdShort[R](s, b)
	return stftSketch{b, hold[R](s, "spectra", fft.Scratch, 2*f.Bins()*lanes)}, nil
}

func (b stftSketch) addStages(s *sketch, frames []int) {
	b.addLoad(s, frames...)
	b.addBins(s, "spectra", "spectra", b.spectra)
	b.addStage(s, "spread", "transpose", []int{b.spectra}, []int{fft.OutputRow})
}

// DescribeSTFTStream takes a stream of [STFT.Stream] apart. What it does to
// frames is a stage of the plan's making, for the stream works with its memory.
func DescribeSTFTStream[R Real](f Framing) (*fft.Anatomy, error) {
	if err := f.checkTo(longest); err != nil {
		return nil, err
	}
	return describeStream[R](f, "spectra"), nil
}

// describeStream takes the stream of a plan apart that makes something of each
// frame.
func describeStream[R Real](f Framing, what string) *fft.Anatomy {
	s := &sketch{}
	frames := holdFeed[R](s, f, 1, fft.State).addKeep(s)
	s.add(fft.Stage{Name: what, Kind: what, Block: blockPlan, From: frames, To: []int{fft.OutputRow}})
	return &s.Anatomy
}
