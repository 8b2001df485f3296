package fftbench

import (
	"cmp"
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
	single    maker[finder[float32]]
	double    maker[finder[float64]]
	tolerance float64 // 0: that of the precision
	note      string
}

// peaksBy finds peaks by so many segments of a frame.
func peaksBy(segments int, tolerance float64) finders {
	return finders{single: segmentPeaks[float32](segments), double: segmentPeaks[float64](segments), tolerance: tolerance}
}

func segmentPeaks[R spectral.Real](segments int) maker[finder[R]] {
	return maker[finder[R]]{
		build: func(n int) (finder[R], error) {
			return spectral.NewPeaks[R](n, peaksOf(n), segments, sampleRate)
		},
		describe: func(n int, options ...fft.Option) (*fft.Anatomy, error) {
			return spectral.DescribePeaks[R](n, peaksOf(n), segments, sampleRate, options...)
		},
	}
}

// peaksOf is how many peaks are looked for among the bins of segments of n
// samples.
func peaksOf(n int) int { return min(studyPeaks, spectral.WelchBins(n)) }

func (f finders) directions() []string    { return []string{wire.DirPeaks} }
func (f finders) precisions() []Precision { return precisionsOf(f.double.exists()) }

func (f finders) plan(_ string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planFinder(f, n, f.double.build, F64, tolerance64)
	}
	return planFinder(f, n, f.single.build, F32, tolerance32)
}

func planFinder[R spectral.Real](f finders, n int, construct func(n int) (finder[R], error), p Precision, tolerance float64) (Plan, error) {
	finder, err := construct(n)
	if err := cmp.Or(err, f.check(n)); err != nil {
		return nil, err
	}
	if f.tolerance > 0 {
		tolerance = f.tolerance
	}
	return peaksPlan[R]{finder: finder, n: n, precision: p, tolerance: tolerance, note: f.note}, nil
}

// check refuses lengths at which fewer segments than all find other peaks.
func (f finders) check(n int) error {
	if f.tolerance > 0 && n < leastPeaks {
		return fmt.Errorf("%w: segments of %d samples do not part the study's tones", ErrUnsuited, n)
	}
	return nil
}

func (f finders) describe(c Cell, options []fft.Option) (*Description, error) {
	if c.Precision == F64 {
		return describeFinder(f, f.double, c, options)
	}
	return describeFinder(f, f.single, c, options)
}

func describeFinder[R spectral.Real](f finders, m maker[finder[R]], c Cell, options []fft.Option) (*Description, error) {
	a, err := m.describe(c.N, options...)
	if err := cmp.Or(err, f.check(c.N)); err != nil {
		return nil, err
	}
	d, err := describeRows[R, spectral.Peak[R]](c, a, rows{in: spectral.WelchFrameLen(c.N), out: peaksOf(c.N)}, f.note)
	if err == nil {
		d.Output.Type = "peak"
	}
	return d, err
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
func (p peaksPlan[R]) Bind(lab *Lab, batch int) (*Op, error) {
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
			return found.Errors, found.within(p.tolerance)
		},
		Metrics: func() ([]benchx.Metric, error) {
			found := p.judge(lab, dst, src)
			return []benchx.Metric{{Unit: unitRecall, Value: found.recall}, {Unit: unitPowerDB, Value: found.powerDB}}, nil
		},
		Bytes: p.BatchBytes(batch),
		Note:  p.note,
	}, nil
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
