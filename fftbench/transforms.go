package fftbench

import (
	"math"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// transforms is an implementation by complex transforms.
type transforms struct {
	single maker[fft.Transform[complex64]]
	double maker[fft.Transform[complex128]]

	dirs      []string // nil: forward and inverse
	tolerance float64  // 0: that of the precision
	note      string
}

// planned is a maker of transforms by the constructor of a concrete type and
// what describes its plans.
func planned[C fft.Complex, T fft.Transform[C]](construct func(n int) (T, error),
	describe func(n int, options ...fft.Option) (*fft.Anatomy, error),
) maker[fft.Transform[C]] {
	return maker[fft.Transform[C]]{
		build: func(n int) (fft.Transform[C], error) {
			t, err := construct(n)
			if err != nil {
				return nil, err
			}
			return t, nil
		},
		describe: describe,
	}
}

func (t transforms) directions() []string {
	if t.dirs != nil {
		return t.dirs
	}
	return []string{wire.DirForward, wire.DirInverse}
}

func (t transforms) precisions() []Precision { return precisionsOf(t.double.exists()) }

func precisionsOf(double bool) []Precision {
	if double {
		return []Precision{F32, F64}
	}
	return []Precision{F32}
}

func (t transforms) plan(dir string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planTransform(t, dir, n, t.double.build, tolerance64)
	}
	return planTransform(t, dir, n, t.single.build, tolerance32)
}

func (t transforms) describe(c Cell, options []fft.Option) (*Description, error) {
	if c.Precision == F64 {
		return describeTransform(t.double, c, t.note, options)
	}
	return describeTransform(t.single, c, t.note, options)
}

func describeTransform[C fft.Complex](m maker[fft.Transform[C]], c Cell, note string, options []fft.Option) (*Description, error) {
	a, err := m.describe(c.N, options...)
	if err != nil {
		return nil, err
	}
	return describeRows[C, C](c, a, rows{in: c.N, out: c.N}, note)
}

// The largest relative L2 errors of a result that counts as right: two decades
// above what the least exact honest algorithms show.
const (
	tolerance32 = 1e-5
	tolerance64 = 1e-13
)

// nominalFlops is what a complex transform is said to take, whatever it does.
func nominalFlops(n int) float64 { return 5 * float64(n) * math.Log2(float64(n)) }

func planTransform[C fft.Complex](v transforms, dir string, n int,
	construct func(int) (fft.Transform[C], error), tolerance float64,
) (Plan, error) {
	t, err := construct(n)
	if err != nil {
		return nil, err
	}
	if v.tolerance > 0 {
		tolerance = v.tolerance
	}
	apply := t.Forward
	if dir == wire.DirInverse {
		apply = t.Inverse
	}
	return rowOp[C]{
		dir: dir, n: n, in: n, out: n,
		apply:     apply,
		footprint: t.Footprint(),
		flops:     nominalFlops(n),
		tolerance: tolerance,
		note:      v.note,
	}, nil
}
