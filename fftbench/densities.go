package fftbench

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// densities is an implementation of the Welch direction.
type densities struct {
	single func(n int) (spectral.Density[float32], error)
	double func(n int) (spectral.Density[float64], error) // nil: no f64
	note   string
}

// sampleRate is that of the study's signals, in Hz.
const sampleRate = 16000

// welch is Welch's density over a variant's transforms.
func welch(t transforms) densities {
	d := densities{single: func(n int) (spectral.Density[float32], error) {
		return welchOver[float32](n, t.single)
	}}
	if t.double != nil {
		d.double = func(n int) (spectral.Density[float64], error) {
			return welchOver[float64](n, t.double)
		}
	}
	return d
}

// welchOpFFT is the project's best density.
func welchOpFFT() densities {
	return densities{
		single: func(n int) (spectral.Density[float32], error) { return spectral.NewRealWelch[float32](n, sampleRate) },
		double: func(n int) (spectral.Density[float64], error) { return spectral.NewRealWelch[float64](n, sampleRate) },
	}
}

func welchOver[R spectral.Real, C fft.Complex](n int, construct func(int) (fft.Transform[C], error)) (spectral.Density[R], error) {
	t, err := construct(n)
	if err != nil {
		return nil, err
	}
	return spectral.NewWelch[R](t, sampleRate)
}

func (d densities) directions() []string    { return []string{wire.DirWelch} }
func (d densities) precisions() []Precision { return precisionsOf(d.double != nil) }

func (d densities) plan(_ string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planDensity(d, n, d.double, tolerance64)
	}
	return planDensity(d, n, d.single, tolerance32)
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
