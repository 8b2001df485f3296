package fft_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// variant is an algorithm under test.
type variant[C fft.Complex] struct {
	name  string
	any   bool // any length, not only powers of two
	same  bool // dst may be src
	build func(n int) (fft.Transform[C], error)
	// tolerance is the relative L2 error allowed at length n.
	tolerance func(n int) float64
}

// variants are all algorithms of one precision.
func variants[C fft.Complex]() []variant[C] {
	list := []variant[C]{
		{name: "butterfly_eager", build: builder(fft.NewButterflyEager[C])},
		{name: "butterfly_compiled", same: true, build: builder(fft.NewButterflyCompiled[C])},
		{name: "stockham_eager", build: builder(fft.NewStockhamEager[C])},
		{name: "stockham_compiled", same: true, build: builder(fft.NewStockhamCompiled[C])},
		{name: "op_fft", any: true, same: true, build: builder(plain(fft.New[C]))},
	}
	if hasArchsimd() {
		list = append(list, variant[C]{name: "stockham_archsimd", same: true, build: builder(fft.NewStockhamArchsimd[C])})
	}
	for i := range list {
		list[i].tolerance = roundingTolerance[C]
	}
	if q8, ok := any(variant[complex64]{
		name: "butterfly_q8", build: builder64(fft.NewButterflyQ8), tolerance: q8Tolerance,
	}).(variant[C]); ok {
		list = append(list, q8)
	}
	return list
}

// named is the variant of that name.
func named[C fft.Complex](name string) variant[C] {
	for _, v := range variants[C]() {
		if v.name == name {
			return v
		}
	}
	panic("no variant " + name)
}

// plain leaves the options of a constructor out.
func plain[T any](build func(int, ...fft.Option) (T, error)) func(int) (T, error) {
	return func(n int) (T, error) { return build(n) }
}

// builder gives a constructor the type of the interface.
func builder[C fft.Complex, T fft.Transform[C]](build func(int) (T, error)) func(int) (fft.Transform[C], error) {
	return func(n int) (fft.Transform[C], error) {
		p, err := build(n)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}

func builder64[T fft.Transform[complex64]](build func(int) (T, error)) func(int) (fft.Transform[complex64], error) {
	return builder[complex64](build)
}

// epsilon is half an ulp of 1 in the precision of C.
func epsilon[C fft.Complex]() float64 {
	var c C
	if unsafe.Sizeof(c) == unsafe.Sizeof(complex64(0)) {
		return 0x1p-24
	}
	return 0x1p-53
}

// roundingTolerance is the rms error of a good FFT, about 0.6·ε·√(log2 n) for
// twiddles rounded to working precision (Schatzman, "Accuracy of the discrete
// Fourier transform and the fast Fourier transform", 1996), with a factor for
// chance and, where n is no power of two, for the convolutions of three times
// the stages.
func roundingTolerance[C fft.Complex](n int) float64 {
	c := 1.2
	if n&(n-1) != 0 {
		c = 3
	}
	return c * epsilon[C]() * math.Sqrt(1+math.Log2(float64(n)))
}

// q8Tolerance is the error of 8-bit twiddles, which also grows by stages.
func q8Tolerance(n int) float64 {
	return 1e-4 + 2.5e-3*math.Sqrt(math.Log2(float64(n)))
}

// forEach runs a test for every algorithm of both precisions.
func forEach(t *testing.T, single func(*testing.T, variant[complex64]), double func(*testing.T, variant[complex128])) {
	for _, v := range variants[complex64]() {
		t.Run(v.name+"/c64", func(t *testing.T) { single(t, v) })
	}
	for _, v := range variants[complex128]() {
		t.Run(v.name+"/c128", func(t *testing.T) { double(t, v) })
	}
}

// plan builds a variant or fails the test.
func (v variant[C]) plan(t require.TestingT, n int) fft.Transform[C] {
	p, err := v.build(n)
	require.NoError(t, err)
	return p
}

// directions of a transform with its truth.
var directions = []truth.Direction{truth.Forward, truth.Inverse}

func apply[C fft.Complex](t require.TestingT, p fft.Transform[C], dir truth.Direction, src []C) []C {
	dst := make([]C, len(src))
	if dir == truth.Forward {
		require.NoError(t, p.Forward(dst, src))
	} else {
		require.NoError(t, p.Inverse(dst, src))
	}
	return dst
}

// gauss is reproducible Gaussian noise.
func gauss[C fft.Complex](n int, seed uint64) []C {
	r := rand.New(rand.NewPCG(seed, 1))
	x := make([]C, n)
	for j := range x {
		x[j] = C(complex(r.NormFloat64(), r.NormFloat64()))
	}
	return x
}

func name(n int, dir truth.Direction) string {
	if dir == truth.Forward {
		return fmt.Sprintf("forward n=%d", n)
	}
	return fmt.Sprintf("inverse n=%d", n)
}

// floats sees complex numbers as their parts.
func floats(x []complex128) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(x))), 2*len(x))
}
