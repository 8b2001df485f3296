package spectral

import (
	"errors"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

const blockGonum = "gonum"

// gonumSketch is the parts that all plans over gonum's real transform have.
type gonumSketch struct {
	sketch
	twiddles, window, work, frame, spectrum int
}

// addSpectrum adds a frame's way to its spectrum: gonum transforms in a buffer
// of its own, in turn with a second one.
func (g *gonumSketch) addSpectrum() {
	stage := func(name, kind string, reads []int, from, to int) {
		g.add(fft.Stage{Name: name, Kind: kind, Block: blockGonum, Reads: reads, From: []int{from}, To: []int{to}})
	}
	stage("window", "window", []int{g.window}, fft.InputRow, g.frame)
	stage("transform.copy", "copy", nil, g.frame, g.work)
	stage("transform.passes", "passes", []int{g.twiddles}, g.work, g.work)
	stage("transform.bins", "copy", nil, g.work, g.spectrum)
}

// DescribeGonumWelch takes the plan of [NewGonumWelch] apart without building it.
func DescribeGonumWelch(n int, fs float64) (*fft.Anatomy, error) {
	if err := errors.Join(checkWelch(n, fs), checkDescribed(n)); err != nil {
		return nil, err
	}
	g := &gonumSketch{}
	s := &g.sketch
	g.twiddles = hold[float64](s, "twiddles", fft.Parameter, n)
	g.window = hold[float64](s, "window", fft.Parameter, n)
	g.work = hold[float64](s, "transform work", fft.Scratch, 2*n)
	g.frame = hold[float64](s, "segment", fft.Scratch, n)
	g.spectrum = hold[complex128](s, "spectrum", fft.Scratch, WelchBins(n))
	sum := hold[float64](s, "sum", fft.Scratch, WelchBins(n))
	g.add(fft.Stage{Name: "clear", Kind: "clear", Block: blockGonum, To: []int{sum}})
	g.addSpectrum()
	g.add(
		fft.Stage{Name: "powers", Kind: "powers", Block: blockGonum, From: []int{g.spectrum, sum}, To: []int{sum}},
		fft.Stage{Name: "scale", Kind: "scale", Block: blockGonum, From: []int{sum}, To: []int{fft.OutputRow}})
	return &g.Anatomy, nil
}

// holdGonumFrames adds the parts of GonumFrames as its footprint lists them, but
// for those of levels.
func holdGonumFrames(n, hop int) (*gonumSketch, error) {
	if err := (Framing{Len: n, Hop: hop}).checkTo(longest); err != nil {
		return nil, err
	}
	g := &gonumSketch{}
	s := &g.sketch
	g.twiddles = hold[float64](s, "twiddles", fft.Parameter, n)
	g.window = hold[float64](s, "window", fft.Parameter, n)
	g.work = hold[float64](s, "transform work", fft.Scratch, 2*n)
	g.frame = hold[float64](s, "frame", fft.Scratch, n)
	g.spectrum = hold[complex128](s, "spectrum", fft.Scratch, n/2+1)
	return g, nil
}

// DescribeGonumFrames takes the plan of [NewGonumFrames] apart without building
// it.
func DescribeGonumFrames(n, hop int) (*fft.Anatomy, error) {
	g, err := holdGonumFrames(n, hop)
	if err != nil {
		return nil, err
	}
	g.addSpectrum()
	g.add(fft.Stage{Name: "bins", Kind: "copy", Block: blockGonum, From: []int{g.spectrum}, To: []int{fft.OutputRow}})
	return &g.Anatomy, nil
}

// DescribeGonumMel takes the plan of [NewGonumMel] apart without building it.
func DescribeGonumMel(n, hop int, bank MelBank, unit LogUnit) (*fft.Anatomy, error) {
	g, err := holdGonumFrames(n, hop)
	if err != nil {
		return nil, err
	}
	weights, err := melFilterWeights(n, bank, unit)
	if err != nil {
		return nil, err
	}
	filters := hold[float64](&g.sketch, "filters", fft.Parameter, weights)
	powers := hold[float64](&g.sketch, "powers", fft.Scratch, n/2+1)
	g.addSpectrum()
	g.add(
		fft.Stage{Name: "powers", Kind: "powers", Block: blockGonum, From: []int{g.spectrum}, To: []int{powers}},
		fft.Stage{Name: "levels", Kind: "filter", Block: blockGonum,
			Reads: []int{filters}, From: []int{powers}, To: []int{fft.OutputRow}})
	return &g.Anatomy, nil
}
