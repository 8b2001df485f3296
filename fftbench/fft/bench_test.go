package fft_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// BenchmarkTransform times one forward row of each algorithm, for work on this
// package; the study has its own benchmarks. Rows are zero, which changes no
// time and overflows nothing.
func BenchmarkTransform(b *testing.B) {
	for _, n := range []int{64, 256, 512, 1024, 2048, 4096, 16384, 65536} {
		for _, v := range variants[complex64]() {
			benchmark(b, v, "f32", n)
		}
		for _, v := range variants[complex128]() {
			benchmark(b, v, "f64", n)
		}
		b.Run(fmt.Sprintf("variant=gonum/precision=f64/n=%d", n), func(b *testing.B) {
			p := fourier.NewCmplxFFT(n)
			dst, src := make([]complex128, n), make([]complex128, n)
			for b.Loop() {
				p.Coefficients(dst, src)
			}
			reportFlops(b, n)
		})
	}
}

func benchmark[C fft.Complex](b *testing.B, v variant[C], precision string, n int) {
	b.Run(fmt.Sprintf("variant=%s/precision=%s/n=%d", v.name, precision, n), func(b *testing.B) {
		x := make([]C, n)
		if v.name == "in_place" { // without the sorting of its test adaptor
			p, err := fft.NewInPlace[C](n)
			require.NoError(b, err)
			for b.Loop() {
				if err := p.Forward(x); err != nil {
					b.Fatal(err)
				}
			}
			reportFlops(b, n)
			return
		}
		p, dst := v.plan(b, n), make([]C, n)
		for b.Loop() {
			if err := p.Forward(dst, x); err != nil {
				b.Fatal(err)
			}
		}
		reportFlops(b, n)
	})
}

// reportFlops reports the nominal 5·n·log2 n operations a transform.
func reportFlops(b *testing.B, n int) {
	flops := 5 * float64(n) * float64(bits.Len(uint(n))-1)
	b.ReportMetric(flops*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
}
