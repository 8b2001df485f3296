package comment

import (
	"math"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Alone sums up a run that there is nothing to compare with.
type Alone struct {
	Measured []Measured // rows that worked, in input order, at most Rows
	Failures []Failure  // rows that did not, at most Rows
	Skipped  int
	Omitted  int // of Measured and Failures
	Fastest  []Fastest

	Devices        []OnDevice // rows on GPUs that worked, at most 1,000; also among Measured
	DevicesOmitted int
}

// Measured is a benchmark's time and error. What was not measured is NaN.
type Measured struct {
	Package, Benchmark string
	Sec, SecLo, SecHi  float64 // per op; the interval is infinite with too few samples
	N                  int     // samples of the time
	RelL2              float64
}

// Failure is a benchmark that was tried and did not work.
type Failure struct {
	Package, Benchmark string
	Status             wire.Status
	Note               string
}

// Fastest is the variant of least time over the cells of one group.
type Fastest struct {
	Direction, Precision string
	GPU                  bool
	Variant, Reference   string
	Ratio                float64 // geometric mean of reference/variant times
	Cells                int     // that the mean is over
}

// fastestCount bounds the groups of which the fastest variant is named.
const fastestCount = 50

func newAlone(r *ablation.Report, opt compare.Options) *Alone {
	a := &Alone{}
	for i := range r.Rows {
		row := &r.Rows[i]
		switch {
		case row.Status == wire.Skip:
			a.Skipped++
		case len(a.Measured)+len(a.Failures) == Rows:
			a.Omitted++
		case row.Status.Failed():
			a.Failures = append(a.Failures, Failure{name(row.Package), name(row.FullName()), row.Status, note(row.Note)})
		default:
			a.Measured = append(a.Measured, measured(row))
		}
	}
	study := ablation.NewStudy(r, ablation.StudyOptions{})
	a.Fastest = fastest(study)
	a.Devices, a.DevicesOmitted = onDevices(study, opt)
	return a
}

func measured(row *ablation.Row) Measured {
	nan := math.NaN()
	m := Measured{Package: name(row.Package), Benchmark: name(row.FullName()), Sec: nan, SecLo: nan, SecHi: nan, RelL2: nan}
	if t := row.Metric(wire.UnitSecPerOp); t != nil {
		m.Sec, m.SecLo, m.SecHi, m.N = t.Median, t.Lo, t.Hi, t.N
	}
	if e := row.Metric(wire.UnitRelL2); e != nil {
		m.RelL2 = e.Median
	}
	return m
}

func fastest(s *ablation.Study) (out []Fastest) {
	for i := range s.Overall {
		o := &s.Overall[i]
		if len(out) == fastestCount || math.IsNaN(o.Geomean) || math.IsInf(o.Geomean, 0) {
			continue
		}
		out = append(out, Fastest{
			Direction: name(o.Direction), Precision: name(o.Precision), GPU: o.GPU,
			Variant: name(o.Variant), Reference: name(referenceOf(s, o)), Ratio: o.Geomean, Cells: o.Cells,
		})
	}
	return out
}

// referenceOf returns the variant that those of a group were compared with.
func referenceOf(s *ablation.Study, o *ablation.VariantSummary) string {
	for i := range s.Contests {
		c := &s.Contests[i]
		if c.Reference != nil && c.Cell.Direction == o.Direction && c.Cell.GPU == o.GPU && c.Cell.Precision == o.Precision {
			return c.Reference.Variant
		}
	}
	return ""
}
