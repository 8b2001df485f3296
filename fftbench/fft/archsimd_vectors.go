//go:build goexperiment.simd && amd64

package fft

import (
	"errors"
	"fmt"
	"simd/archsimd"

	"github.com/fftstudy/fftstudy/fftbench/fft/archsimd/f32x8"
	"github.com/fftstudy/fftstudy/fftbench/fft/archsimd/f64x4"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// ArchsimdBuilt reports whether this program has StockhamArchsimd.
const ArchsimdBuilt = true

func archsimdPlans() (single func(n int) rowPlan[float32], double func(n int) rowPlan[float64], err error) {
	if !archsimd.X86.AVX2() || !archsimd.X86.FMA() {
		return nil, nil, fmt.Errorf("fft: this CPU lacks AVX2 or FMA: %w", errors.ErrUnsupported)
	}
	single = planArchsimd(func(n int) archsimdVectors[float32] { return f32x8.New(n, newRootsOf[float32](n).at) })
	double = planArchsimd(func(n int) archsimdVectors[float64] { return f64x4.New(n, newRoots(n).at) })
	return single, double, nil
}

// planArchsimd plans rows that are long enough by vectors.
func planArchsimd[F kernels.Float](vectors func(n int) archsimdVectors[F]) func(n int) rowPlan[F] {
	return func(n int) rowPlan[F] {
		if lanes := archsimdLanes[F](); n < lanes*lanes {
			return planButterfly[F](n)
		}
		return archsimdRow[F]{n, vectors(n)}
	}
}

// archsimdVectors is a row of one of the packages below folder archsimd.
type archsimdVectors[F kernels.Float] interface {
	Transform(dst, src, work []F, inverse bool)
	Twiddles() int
}

// archsimdRow is a row of n numbers as a rowPlan.
type archsimdRow[F kernels.Float] struct {
	n       int
	vectors archsimdVectors[F]
}

func (p archsimdRow[F]) forward(dst, src, work []F) { p.vectors.Transform(dst, src, work, false) }

func (p archsimdRow[F]) inverse(dst, src, work []F) { p.vectors.Transform(dst, src, work, true) }

func (p archsimdRow[F]) workLen() int { return 2 * p.n }

func (p archsimdRow[F]) inPlace() bool { return true }

func (p archsimdRow[F]) footprint() Footprint {
	return Footprint{complexPart[F]("twiddles", Parameter, 2*p.vectors.Twiddles())}
}
