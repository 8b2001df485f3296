package fftbench

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

func peaksGonum() finders {
	return finders{
		single: maker[finder[float32]]{
			build:    func(n int) (finder[float32], error) { return newGonumFinder(n, peaksOf(n)) },
			describe: everywhere(describeGonumFinder),
		},
		note: gonumRealNote,
	}
}

// gonumFinder finds peaks of gonum's Welch density.
type gonumFinder struct {
	welch   *spectral.GonumWelch[float32]
	count   int
	density []float32
}

func newGonumFinder(n, count int) (*gonumFinder, error) {
	w, err := spectral.NewGonumWelch[float32](n, sampleRate)
	if err != nil {
		return nil, err
	}
	return &gonumFinder{welch: w, count: count, density: make([]float32, w.Bins())}, nil
}

// FrameLen implements finder.
func (g *gonumFinder) FrameLen() int { return g.welch.FrameLen() }

// Count implements finder.
func (g *gonumFinder) Count() int { return g.count }

// Find implements finder.
func (g *gonumFinder) Find(dst []spectral.Peak[float32], src []float32) error {
	frame := g.FrameLen()
	if len(src)%frame != 0 || len(dst) != len(src)/frame*g.count {
		return fmt.Errorf("gonum: frames of %d samples with %d peaks do not fit %d and %d: %w",
			frame, g.count, len(src), len(dst), fft.ErrLength)
	}
	for ; len(src) > 0; src, dst = src[frame:], dst[g.count:] {
		if err := g.welch.Density(g.density, src[:frame]); err != nil {
			return err
		}
		if err := spectral.Strongest(dst[:g.count], g.density); err != nil {
			return err
		}
	}
	return nil
}

// Footprint implements finder.
func (g *gonumFinder) Footprint() fft.Footprint {
	return append(g.welch.Footprint(), fft.Part{
		Name: "density", Kind: fft.Scratch, Count: len(g.density), Bytes: 4 * int64(len(g.density)),
	})
}

// describeGonumFinder takes a gonumFinder apart: gonum's density goes to a place
// of its own.
func describeGonumFinder(n int) (*fft.Anatomy, error) {
	a, err := spectral.DescribeGonumWelch(n, sampleRate)
	if err != nil {
		return nil, err
	}
	bins := spectral.WelchBins(n)
	density := len(a.Holdings)
	a.Holdings = append(a.Holdings, fft.Holding{Part: fft.Part{
		Name: "density", Kind: fft.Scratch, Count: bins, Bytes: 4 * int64(bins),
	}})
	a.Stages = append(fft.Embedded(a.Stages, "welch.", 0, fft.InputRow, density), fft.Stage{
		Name: "strongest", Kind: "strongest", Block: "peaks", From: []int{density}, To: []int{fft.OutputRow},
	})
	return a, nil
}
