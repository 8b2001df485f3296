package fftbench

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// filters is an implementation of the fused direction: forward transform,
// frequency mask, inverse transform in one call.
type filters struct {
	single maker[spectral.Filter[complex64]]
	double maker[spectral.Filter[complex128]]
	note   string
}

func (f filters) directions() []string    { return []string{wire.DirFused} }
func (f filters) precisions() []Precision { return precisionsOf(f.double.exists()) }

func (f filters) plan(_ string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planFilter(f, n, f.double.build, tolerance64)
	}
	return planFilter(f, n, f.single.build, tolerance32)
}

func (f filters) describe(c Cell, options []fft.Option) (*Description, error) {
	if c.Precision == F64 {
		return describeFilter(f.double, c, f.note, options)
	}
	return describeFilter(f.single, c, f.note, options)
}

func describeFilter[C fft.Complex](m maker[spectral.Filter[C]], c Cell, note string, options []fft.Option) (*Description, error) {
	a, err := m.describe(c.N, options...)
	if err != nil {
		return nil, err
	}
	return describeRows[C, C](c, a, rows{in: c.N, out: c.N}, note)
}

func planFilter[C fft.Complex](f filters, n int,
	construct func(int) (spectral.Filter[C], error), tolerance float64,
) (Plan, error) {
	filter, err := construct(n)
	if err != nil {
		return nil, err
	}
	return rowOp[C]{
		dir: wire.DirFused, n: n, in: n, out: n,
		apply:     filter.Apply,
		footprint: filter.Footprint(),
		tolerance: tolerance,
		note:      f.note,
	}, nil
}

// mask is the response of the study's filters.
func mask(n int) []float64 { return spectral.StudyBand().Mask(n) }
