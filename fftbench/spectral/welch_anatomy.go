package spectral

import (
	"errors"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

const blockWelch = "welch"

// DescribeWelch takes the plan of [NewWelch] apart, over a transform of n
// samples whose anatomy is t.
func DescribeWelch[R Real, C fft.Complex](n int, t *fft.Anatomy, fs float64) (*fft.Anatomy, error) {
	if err := errors.Join(samePrecision[R, C](), checkWelch(n, fs)); err != nil {
		return nil, err
	}
	s := &sketch{}
	inner := s.holdAll(t)
	window := hold[R](s, "window", fft.Parameter, n)
	segments := hold[C](s, "segments", fft.Scratch, n)
	spectrum := hold[C](s, "spectrum", fft.Scratch, n)
	out := []int{fft.OutputRow}
	s.add(
		fft.Stage{Name: "clear", Kind: "clear", Block: blockWelch, To: out},
		fft.Stage{Name: "window", Kind: "window", Block: blockWelch,
			Reads: []int{window}, From: []int{fft.InputRow}, To: []int{segments}})
	s.add(fft.Embedded(t.Stages, "transform.", inner, segments, spectrum)...)
	s.add(
		fft.Stage{Name: "powers", Kind: "powers", Block: blockWelch, From: []int{spectrum, fft.OutputRow}, To: out},
		fft.Stage{Name: "scale", Kind: "scale", Block: blockWelch, From: out, To: out})
	return &s.Anatomy, nil
}

// DescribeRealWelch takes the plan of [NewRealWelch] apart without building it.
func DescribeRealWelch[R Real](n int, fs float64, options ...fft.Option) (*fft.Anatomy, error) {
	if err := checkWelch(n, fs); err != nil {
		return nil, err
	}
	s := &sketch{}
	w, err := holdWelchFrames[R](s, n, Segments, options)
	if err != nil {
		return nil, err
	}
	w.addStages(s, fft.OutputRow)
	return &s.Anatomy, nil
}

// DescribePeaks takes the plan of [NewPeaks] apart without building it.
func DescribePeaks[R Real](n, count, segments int, fs float64, options ...fft.Option) (*fft.Anatomy, error) {
	if err := checkPeaks(n, count, segments, fs); err != nil {
		return nil, err
	}
	s := &sketch{}
	w, err := holdWelchFrames[R](s, n, segments, options)
	if err != nil {
		return nil, err
	}
	densities := hold[R](s, "densities", fft.Scratch, w.lanes*WelchBins(n))
	w.addStages(s, densities)
	s.add(fft.Stage{Name: "strongest", Kind: "strongest", Block: "peaks",
		From: []int{densities}, To: []int{fft.OutputRow}})
	return &s.Anatomy, nil
}

// welchSketch is welchFrames among the holdings.
type welchSketch struct {
	lanes        int
	side, single *blockSketch
	powers, sums int
}

// holdWelchFrames adds the parts of welchFrames as its footprint lists them.
func holdWelchFrames[R Real](s *sketch, n, segments int, options []fft.Option) (*welchSketch, error) {
	if err := checkDescribed(n); err != nil {
		return nil, err
	}
	f := welchFraming(n, segments)
	lanes, err := describedLanes[R](f, options)
	if err != nil {
		return nil, err
	}
	w := &welchSketch{
		lanes:  lanes,
		powers: hold[R](s, "powers", fft.Scratch, WelchBins(n)*lanes),
		sums:   hold[R](s, "their sums", fft.Scratch, WelchBins(n)),
	}
	if lanes == 1 {
		w.single, err = holdBlock[R](s, f, 1, false, options)
		return w, err
	}
	if w.side, err = holdBlock[R](s, f, lanes, false, options); err != nil {
		return nil, err
	}
	if segments == Segments {
		if Segments%lanes > 0 {
			holdShort[R](s, w.side)
		}
		return w, nil
	}
	first := len(s.Holdings)
	if w.single, err = holdBlock[R](s, f, 1, false, options); err != nil {
		return nil, err
	}
	w.single.second(s, "single.", first)
	return w, nil
}

// addStages adds those of as many frames as there are lanes, if any, and of one
// frame, to a place for densities.
func (w *welchSketch) addStages(s *sketch, to int) {
	one := w.single
	if w.side != nil {
		w.side.addLoad(s, fft.InputRow)
		w.side.addBins(s, "powers", "powers", w.powers)
		w.side.addStage(s, "spread", "transpose", []int{w.powers}, []int{to})
	}
	if one == nil {
		one = w.side
	} else {
		one.addLoad(s, fft.InputRow)
		one.addBins(s, "powers", "powers", w.powers)
	}
	one.addStage(s, "sums", "sums", []int{w.powers}, []int{w.sums, to})
	one.addStage(s, "add", "add", []int{w.sums, to}, []int{to})
	s.add(fft.Stage{Name: "scale", Kind: "scale", Block: blockWelch, From: []int{to}, To: []int{to}})
}

// DescribePSD takes the plan of [NewPSD] apart without building it.
func DescribePSD[R Real](config PSDConfig, options ...fft.Option) (*fft.Anatomy, error) {
	if err := config.check(longest); err != nil {
		return nil, err
	}
	f := config.Framing
	lanes, err := describedLanes[R](f, options)
	if err != nil {
		return nil, err
	}
	s := &sketch{}
	b, err := holdBlock[R](s, f, lanes, config.Centred, options)
	if err != nil {
		return nil, err
	}
	holdShort[R](s, b)
	short := hold[R](s, "powers of a short block", fft.Scratch, f.Bins()*lanes)
	sums := hold[R](s, "their sums", fft.Scratch, f.Bins())
	stream := holdPSDStream[R](s, f, lanes, fft.Scratch)

	s.add(fft.Stage{Name: "clear", Kind: "clear", Block: blockWelch, To: []int{stream.powers}})
	frames := stream.feed.addKeep(s)
	b.addLoad(s, frames...)
	b.addBins(s, "short powers", "powers", short)
	b.addStage(s, "sums", "sums", []int{short}, []int{sums})
	b.addBinsTo(s, "powers", "powers", stream.powers)
	stream.addDensity(s, sums)
	return &s.Anatomy, nil
}

// DescribePSDStream takes a stream of [PSD.Stream] apart; see
// [DescribeSTFTStream].
func DescribePSDStream[R Real](config PSDConfig, options ...fft.Option) (*fft.Anatomy, error) {
	if err := config.check(longest); err != nil {
		return nil, err
	}
	lanes, err := describedLanes[R](config.Framing, options)
	if err != nil {
		return nil, err
	}
	s := &sketch{}
	stream := holdPSDStream[R](s, config.Framing, lanes, fft.State)
	frames := stream.feed.addKeep(s)
	s.add(fft.Stage{Name: "powers", Kind: "powers", Block: blockPlan,
		From: append(frames, stream.powers), To: []int{stream.powers}})
	stream.addDensity(s, stream.feed.kept)
	return &s.Anatomy, nil
}

// psdStreamSketch is a PSDStream among the holdings.
type psdStreamSketch struct {
	feed   feedSketch
	powers int
}

func holdPSDStream[R Real](s *sketch, f Framing, lanes int, kept fft.PartKind) psdStreamSketch {
	return psdStreamSketch{
		feed:   holdFeed[R](s, f, lanes, kept),
		powers: hold[R](s, "sums of powers", kept, f.Bins()*lanes),
	}
}

// addDensity adds what makes the density of the sums and of the segments that
// are too few for a block.
func (t psdStreamSketch) addDensity(s *sketch, rest int) {
	s.add(fft.Stage{Name: "density", Kind: "scale", Block: blockWelch,
		From: []int{t.powers, rest}, To: []int{fft.OutputRow}})
}
