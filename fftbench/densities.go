package fftbench

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// densities is an implementation of the Welch direction.
type densities struct {
	single maker[spectral.Density[float32]]
	double maker[spectral.Density[float64]]
	note   string
}

// sampleRate is that of the study's signals, in Hz.
const sampleRate = 16000

// welch is Welch's density over a variant's transforms.
func welch(t transforms) densities {
	return densities{single: welchOver[float32](t.single), double: welchOver[float64](t.double)}
}

// welchOpFFT is the project's best density.
func welchOpFFT() densities {
	return densities{single: realWelch[float32](), double: realWelch[float64]()}
}

func realWelch[R spectral.Real]() maker[spectral.Density[R]] {
	return maker[spectral.Density[R]]{
		build: func(n int) (spectral.Density[R], error) { return spectral.NewRealWelch[R](n, sampleRate) },
		describe: func(n int, options ...fft.Option) (*fft.Anatomy, error) {
			return spectral.DescribeRealWelch[R](n, sampleRate, options...)
		},
	}
}

func welchOver[R spectral.Real, C fft.Complex](transform maker[fft.Transform[C]]) maker[spectral.Density[R]] {
	return over(transform,
		func(t fft.Transform[C], _ int) (spectral.Density[R], error) {
			return spectral.NewWelch[R](t, sampleRate)
		},
		func(n int, t *fft.Anatomy) (*fft.Anatomy, error) {
			return spectral.DescribeWelch[R, C](n, t, sampleRate)
		})
}

func (d densities) directions() []string    { return []string{wire.DirWelch} }
func (d densities) precisions() []Precision { return precisionsOf(d.double.exists()) }

func (d densities) plan(_ string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planDensity(d, n, d.double.build, tolerance64)
	}
	return planDensity(d, n, d.single.build, tolerance32)
}

func (d densities) describe(c Cell, options []fft.Option) (*Description, error) {
	if c.Precision == F64 {
		return describeDensity(d.double, c, d.note, options)
	}
	return describeDensity(d.single, c, d.note, options)
}

func describeDensity[R spectral.Real](m maker[spectral.Density[R]], c Cell, note string, options []fft.Option) (*Description, error) {
	a, err := m.describe(c.N, options...)
	if err != nil {
		return nil, err
	}
	shape := rows{in: spectral.WelchFrameLen(c.N), out: spectral.WelchBins(c.N)}
	return describeRows[R, R](c, a, shape, note)
}

func planDensity[R spectral.Real](d densities, n int,
	construct func(int) (spectral.Density[R], error), tolerance float64,
) (Plan, error) {
	density, err := construct(n)
	if err != nil {
		return nil, err
	}
	return rowOp[R]{
		dir: wire.DirWelch, n: n, in: density.FrameLen(), out: density.Bins(),
		apply:     density.Density,
		footprint: density.Footprint(),
		tolerance: tolerance,
		note:      d.note,
	}, nil
}
