package fftbench

import (
	"errors"
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/gpu"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// deviceStep is a part of an operation on a device: kernels of this project, or
// a transform of cuFFT.
type deviceStep struct {
	name    string // "forward", "mask"
	byCUFFT bool
	op      gpu.Operation
	in, out array // rows; out is the next step's in

	// tuned, if set, is op with choices made that the device is asked for.
	tuned func(kernels.Tuning) gpu.Operation

	tables []fft.Part
	// Scratch takes scratchRow bytes a row and no more than scratchMost, which
	// depends on the device.
	scratchRow, scratchMost int64
}

func (s *deviceStep) scratchBytes(batch int) int64 {
	if s.scratchRow > 0 && int64(batch) > s.scratchMost/s.scratchRow {
		return s.scratchMost
	}
	return int64(batch) * s.scratchRow
}

// nominalDevice is what plans are described for where none is at hand.
func nominalDevice() kernels.Device { return kernels.Machines()[0].Device }

// ourKernels is a step by kernels of this project.
func ourKernels(name string, plan func(kernels.Device) (*kernels.Plan, error)) (deviceStep, error) {
	p, err := plan(nominalDevice())
	if errors.Is(err, kernels.ErrSize) {
		return deviceStep{}, fmt.Errorf("%w: %w", ErrUnsuited, err)
	}
	if err != nil {
		return deviceStep{}, err
	}
	precision := precisionOf(p.Spec.Precision)
	s := deviceStep{
		name: name,
		op:   gpu.Kernels{Plan: plan, In: p.InBytes(1), Out: p.OutBytes(1)},
		in:   rowOf(precision, p.InReal, int(p.InElements)),
		out:  rowOf(precision, p.OutReal, int(p.OutElements)),

		scratchRow: p.Scratch(1), scratchMost: p.Scratch(math.MaxInt32),
	}
	for _, t := range p.Tables {
		s.tables = append(s.tables, fft.Part{Name: t.Name, Kind: fft.Parameter, Bytes: t.Bytes,
			Count: int(t.Bytes) / p.Spec.Precision.Bytes()})
	}
	return s, nil
}

func precisionOf(p kernels.Precision) Precision {
	if p == kernels.F64 {
		return F64
	}
	return F32
}

func kernelPrecision(p Precision) kernels.Precision {
	if p == F64 {
		return kernels.F64
	}
	return kernels.F32
}

// libraryTransform is a complex transform by cuFFT.
func libraryTransform(name string, n int, p Precision, dir cuda.Direction) deviceStep {
	kind := cuda.C2C
	if p == F64 {
		kind = cuda.Z2Z
	}
	return deviceStep{
		name: name, byCUFFT: true, in: rowOf(p, false, n), out: rowOf(p, false, n),
		op: gpu.Transform{N: n, Kind: kind, Dir: dir},
	}
}

// cufftVariant is NVIDIA's library, alone or between two kernels of this
// project.
func cufftVariant() deviceVariant {
	return deviceVariant{
		dirs:  []string{wire.DirForward, wire.DirInverse, wire.DirFused, wire.DirWelch},
		steps: cufftSteps,
		lacks: func(f *gpu.Found, dir string) error {
			if f.CuFFTErr == nil && (dir == wire.DirFused || dir == wire.DirWelch) {
				return f.CompilerErr // of the kernels between its transforms
			}
			return f.CuFFTErr
		},
	}
}

func cufftSteps(dir string, n int, p Precision) ([]deviceStep, error) {
	forward := libraryTransform("forward", n, p, cuda.Forward)
	inverse := libraryTransform("inverse", n, p, cuda.Inverse)
	switch dir {
	case wire.DirForward:
		return []deviceStep{forward}, nil
	case wire.DirInverse:
		return []deviceStep{inverse}, nil
	case wire.DirFused:
		gains, err := ourKernels("mask", func(d kernels.Device) (*kernels.Plan, error) {
			return kernels.Weigh(n, kernelPrecision(p), func() []float64 { return mask(n) }, d)
		})
		return []deviceStep{forward, gains, inverse}, err
	}
	return cufftWelch(n, p)
}

// cufftWelch is a batch of real transforms of the segments of each frame.
func cufftWelch(n int, p Precision) ([]deviceStep, error) {
	segments, err := ourKernels("segments", func(d kernels.Device) (*kernels.Plan, error) {
		return kernels.WelchSegments(n, kernelPrecision(p), d)
	})
	if err != nil {
		return nil, err
	}
	sum, err := ourKernels("sum", func(d kernels.Device) (*kernels.Plan, error) {
		return kernels.WelchSum(n, kernelPrecision(p), sampleRate, d)
	})
	if err != nil {
		return nil, err
	}
	kind := cuda.R2C
	if p == F64 {
		kind = cuda.D2Z
	}
	transform := deviceStep{
		name: "transforms", byCUFFT: true, in: segments.out, out: sum.in,
		op: gpu.Transform{N: n, Kind: kind, Dir: cuda.Forward, PerRow: spectral.Segments},
	}
	return []deviceStep{segments, transform, sum}, nil
}

// planKernels plans kernels for rows of a direction on a device.
type planKernels func(dir string, n int, p Precision, d kernels.Device, t kernels.Tuning) (*kernels.Plan, error)

// kernelVariant is a variant by kernels of this project alone.
func kernelVariant(name string, plan planKernels, dirs ...string) deviceVariant {
	return deviceVariant{
		dirs: dirs,
		steps: func(dir string, n int, p Precision) ([]deviceStep, error) {
			with := func(t kernels.Tuning) func(kernels.Device) (*kernels.Plan, error) {
				return func(d kernels.Device) (*kernels.Plan, error) { return plan(dir, n, p, d, t) }
			}
			s, err := ourKernels(name, with(kernels.Tuning{}))
			s.tuned = func(t kernels.Tuning) gpu.Operation {
				return gpu.Kernels{Plan: with(t), In: s.in.bytes(), Out: s.out.bytes()}
			}
			return []deviceStep{s}, err
		},
		lacks: func(f *gpu.Found, _ string) error { return f.CompilerErr },
	}
}

func stockhamCUDA() deviceVariant {
	return kernelVariant("transform", planStockham, wire.DirForward, wire.DirInverse)
}

func planStockham(dir string, n int, p Precision, d kernels.Device, t kernels.Tuning) (*kernels.Plan, error) {
	return kernels.TransformTuned(kernels.Spec{N: n, Precision: kernelPrecision(p), Inverse: dir == wire.DirInverse}, d, t)
}

func fusedSpectralCUDA() deviceVariant {
	return kernelVariant("filter", func(_ string, n int, p Precision, d kernels.Device, t kernels.Tuning) (*kernels.Plan, error) {
		return kernels.FilterTuned(kernels.Spec{N: n, Precision: kernelPrecision(p)}, func() []float64 { return mask(n) }, d, t)
	}, wire.DirFused)
}

func welchCUDA() deviceVariant {
	return kernelVariant("density", func(_ string, n int, p Precision, d kernels.Device, t kernels.Tuning) (*kernels.Plan, error) {
		return kernels.WelchTuned(kernels.Spec{N: n, Precision: kernelPrecision(p)}, sampleRate, d, t)
	}, wire.DirWelch)
}

// array is a row of elements on a device.
type array struct {
	format string // of circuits
	count  int    // elements
}

func (a array) bytes() int64 {
	size, _ := circuit.MustFormat(a.format).ElementBytes()
	return int64(a.count) * size
}

// rowOf is a row of real or complex numbers.
func rowOf(p Precision, real bool, count int) array {
	switch {
	case real:
		return array{string(p), count}
	case p == F64:
		return array{"c128", count}
	}
	return array{"c64", count}
}
