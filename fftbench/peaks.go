package fftbench

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// studyPeaks is how many peaks the variants look for; short densities have
// fewer bins.
const studyPeaks = 16

// Fewer segments than all find what all find only where the tones of the input
// (see tones) are apart: from leastPeaks samples on, and within peaksTolerance.
const (
	leastPeaks     = 64
	peaksTolerance = 0.05
)

// Metrics of peaks, beside the relative L2 error of their powers.
const (
	unitRecall  = "recall"       // share of the true peaks that were found
	unitPowerDB = "power-err-dB" // largest error of the power of a true peak that was found
)

// peakUnits say how to read the metrics of peaks.
func peakUnits() []benchx.Unit {
	return []benchx.Unit{{Name: unitRecall, Better: "higher", Exact: true}, {Name: unitPowerDB, Better: "lower", Exact: true}}
}

// finder is what finds the peaks of frames of samples.
type finder[R spectral.Real] interface {
	FrameLen() int
	Count() int
	Find(dst []spectral.Peak[R], src []R) error
	Footprint() fft.Footprint
}

// finders is an implementation of the peaks direction.
type finders struct {
	single    func(n, count int) (finder[float32], error)
	double    func(n, count int) (finder[float64], error) // nil: no f64
	tolerance float64                                     // 0: that of the precision
	note      string
}

// peaksBy finds peaks by so many segments of a frame.
func peaksBy(segments int, tolerance float64) finders {
	return finders{
		single: func(n, count int) (finder[float32], error) {
			return spectral.NewPeaks[float32](n, count, segments, sampleRate)
		},
		double: func(n, count int) (finder[float64], error) {
			return spectral.NewPeaks[float64](n, count, segments, sampleRate)
		},
		tolerance: tolerance,
	}
}

func peaksGonum() finders {
	return finders{
		single: func(n, count int) (finder[float32], error) { return newGonumFinder(n, count) },
		note:   gonumRealNote,
	}
}

func (f finders) directions() []string    { return []string{wire.DirPeaks} }
func (f finders) precisions() []Precision { return precisionsOf(f.double != nil) }

func (f finders) plan(_ string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planFinder(f, n, f.double, F64, tolerance64)
	}
	return planFinder(f, n, f.single, F32, tolerance32)
}

func planFinder[R spectral.Real](f finders, n int, construct func(n, count int) (finder[R], error), p Precision, tolerance float64) (Plan, error) {
	finder, err := construct(n, min(studyPeaks, spectral.WelchBins(n)))
	if err != nil {
		return nil, err
	}
	if f.tolerance > 0 {
		if n < leastPeaks {
			return nil, fmt.Errorf("%w: segments of %d samples do not part the study's tones", ErrUnsuited, n)
		}
		tolerance = f.tolerance
	}
	return peaksPlan[R]{finder: finder, n: n, precision: p, tolerance: tolerance, note: f.note}, nil
}

// peaksPlan is a Plan for peaks, whose output is not rows of numbers.
type peaksPlan[R spectral.Real] struct {
	finder    finder[R]
	n         int
	precision Precision
	tolerance float64
	note      string
}

// Footprint implements Plan.
func (p peaksPlan[R]) Footprint() fft.Footprint { return p.finder.Footprint() }

// BatchBytes implements Plan.
func (p peaksPlan[R]) BatchBytes(batch int) int64 {
	var sample R
	var peak spectral.Peak[R]
	row := p.finder.FrameLen()*int(unsafe.Sizeof(sample)) + p.finder.Count()*int(unsafe.Sizeof(peak))
	return int64(batch) * int64(row)
}

// Bind implements Plan.
func (p peaksPlan[R]) Bind(lab *Lab, batch int) *Op {
	src := tonesOf[R](lab).input(p.finder.FrameLen(), batch)
	dst := make([]spectral.Peak[R], batch*p.finder.Count())
	return &Op{
		Run: func() error { return p.finder.Find(dst, src) },
		Errors: func() (Errors, error) {
			clear(dst)
			if err := p.finder.Find(dst, src); err != nil {
				return Errors{}, err
			}
			found := p.judge(lab, dst, src)
			if !(found.RelL2 <= p.tolerance) {
				return found.Errors, fmt.Errorf("wrong result: relative L2 error %.2e, want at most %.0e", found.RelL2, p.tolerance)
			}
			return found.Errors, nil
		},
		Metrics: func() []benchx.Metric {
			found := p.judge(lab, dst, src)
			return []benchx.Metric{{Unit: unitRecall, Value: found.recall}, {Unit: unitPowerDB, Value: found.powerDB}}
		},
		Bytes: p.BatchBytes(batch),
		Note:  p.note,
	}
}

// peaksKey names the truth about a distinct frame.
type peaksKey struct {
	precision Precision
	n, row    int
}

// peaksTruth is the density of a frame as a truth of two parts, and its
// strongest bins.
type peaksTruth struct {
	hi, lo []float64
	peaks  []spectral.Peak[float64]
}

func (p peaksPlan[R]) truth(lab *Lab, frame []R, row int) peaksTruth {
	key := peaksKey{p.precision, p.n, row % distinctRows}
	if t, ok := lab.peaks[key]; ok {
		return t
	}
	t := peaksTruth{peaks: make([]spectral.Peak[float64], p.finder.Count())}
	t.hi, t.lo = density(realParts(frame), p.n, p.precision)
	// No error: the truth has as many bins as there are peaks at least.
	_ = spectral.Strongest(t.peaks, t.hi)
	lab.peaks[key] = t
	return t
}

// found says how good peaks are.
type found struct {
	Errors
	recall, powerDB float64
}

// judge compares the peaks of up to four frames with the truth and returns the
// worst of each.
func (p peaksPlan[R]) judge(lab *Lab, dst []spectral.Peak[R], src []R) found {
	count, frame := p.finder.Count(), p.finder.FrameLen()
	all := found{recall: 1}
	for _, row := range checkedRows(len(src)/frame, p.n) {
		f := p.truth(lab, src[row*frame:(row+1)*frame], row).judge(peaks64(dst[row*count : (row+1)*count]))
		all.Errors = worst(all.Errors, f.Errors)
		all.recall, all.powerDB = min(all.recall, f.recall), max(all.powerDB, f.powerDB)
	}
	return all
}

func peaks64[R spectral.Real](peaks []spectral.Peak[R]) []spectral.Peak[float64] {
	wide := make([]spectral.Peak[float64], len(peaks))
	for i, v := range peaks {
		wide[i] = spectral.Peak[float64]{Bin: v.Bin, Power: float64(v.Power)}
	}
	return wide
}

// judge compares peaks with the true ones as densities that are zero elsewhere:
// neither their order nor an exchange of two of equal power counts.
func (t peaksTruth) judge(peaks []spectral.Peak[float64]) found {
	got, hi, lo := make([]float64, len(t.hi)), make([]float64, len(t.hi)), make([]float64, len(t.hi))
	for _, v := range peaks {
		got[v.Bin] = v.Power
	}
	f, hits := found{}, 0
	for _, v := range t.peaks {
		hi[v.Bin], lo[v.Bin] = t.hi[v.Bin], t.lo[v.Bin]
		if power := got[v.Bin]; power > 0 {
			hits++
			f.powerDB = max(f.powerDB, math.Abs(10*math.Log10(power/v.Power)))
		}
	}
	f.RelL2, f.MaxErr = truth.ComparePair(got, hi, lo)
	f.recall = float64(hits) / float64(len(t.peaks))
	return f
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
