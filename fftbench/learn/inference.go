package learn

import (
	"fmt"
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Transform returns the trained network of domain_twiddle or butterfly_unitary
// for inference.
func (f *Fitted) Transform() (fft.Transform[complex64], error) {
	switch m := f.model.(type) {
	case *roundings:
		return newRoundedTransform(f.wiring, m), nil
	case *unitaries:
		return newUnitaryTransform(f.wiring, m), nil
	}
	return nil, fmt.Errorf("learn: %s makes levels, no spectra: ask for its LogMel", f.config.Variant)
}

// DescribeTransform takes what Transform returns for a model of n points apart.
// Its shape does not depend on what was learnt.
func DescribeTransform(variant string, n int) (*fft.Anatomy, error) {
	w, err := newShape(n)
	if err != nil {
		return nil, err
	}
	switch variant {
	case DomainTwiddle:
		return w.roundedAnatomy(), nil
	case ButterflyUnitary:
		return w.unitaryAnatomy(), nil
	}
	return nil, fmt.Errorf("learn: no model %q makes spectra", variant)
}

// checkRows accepts dst and src of the same whole number of rows of n numbers
// that share no memory.
func checkRows(n int, dst, src []complex64) error {
	if len(dst) != len(src) || len(src)%n != 0 {
		return fmt.Errorf("learn: %d and %d numbers, want the same whole number of rows of %d: %w", len(dst), len(src), n, fft.ErrLength)
	}
	if overlap(dst, src) {
		return fmt.Errorf("learn: give dst its own memory: %w", fft.ErrOverlap)
	}
	return nil
}

func overlap(a, b []complex64) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	start := func(s []complex64) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }
	const size = unsafe.Sizeof(complex64(0))
	return start(a) < start(b)+uintptr(len(b))*size && start(b) < start(a)+uintptr(len(a))*size
}

// part is a piece of memory of count elements of type T.
func part[T any](name string, kind fft.PartKind, count int) fft.Part {
	var t T
	return fft.Part{Name: name, Kind: kind, Count: count, Bytes: int64(count) * int64(unsafe.Sizeof(t))}
}

func anatomy(stages []fft.Stage, inverse []fft.Stage, parts ...fft.Part) *fft.Anatomy {
	a := &fft.Anatomy{Stages: stages, Inverse: inverse}
	for _, p := range parts {
		a.Holdings = append(a.Holdings, fft.Holding{Part: p})
	}
	return a
}

// passes are the stages of a network, that work in place on the output.
func (w shape) passes(block, kind string, tables ...int) (stages []fft.Stage) {
	for s := range w.stages {
		stages = append(stages, fft.Stage{Name: fmt.Sprintf("pass %d", s+1), Kind: kind, Block: block,
			Reads: tables, From: []int{fft.OutputRow}, To: []int{fft.OutputRow}})
	}
	return stages
}
