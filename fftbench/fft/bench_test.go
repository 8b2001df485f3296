package fft_test

import (
	"fmt"
	"math/bits"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
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

// BenchmarkReal compares a real transform with the complex one of its length.
func BenchmarkReal(b *testing.B) {
	for _, n := range []int{256, 1024, 4096, 65536} {
		b.Run(fmt.Sprintf("input=complex/n=%d", n), func(b *testing.B) {
			p, x := planOf[complex64](b, n), make([]complex64, n)
			dst := make([]complex64, n)
			for b.Loop() {
				require.NoError(b, p.Forward(dst, x))
			}
		})
		b.Run(fmt.Sprintf("input=real/n=%d", n), func(b *testing.B) {
			p, x := realPlanner[float32, complex64](fft.NewReal32).of(b, n), make([]float32, n)
			dst := make([]complex64, p.Bins())
			for b.Loop() {
				require.NoError(b, p.Forward(dst, x))
			}
		})
	}
}

// BenchmarkLayout compares columns with rows.
func BenchmarkLayout(b *testing.B) {
	const rows = 64
	layouts := map[string]fft.Layout{"rows": {}, "columns": {Stride: rows, Distance: 1}}
	for _, n := range []int{64, 256, 1024} {
		for _, name := range []string{"rows", "columns"} {
			b.Run(fmt.Sprintf("layout=%s/n=%d", name, n), func(b *testing.B) {
				p, x := planOf[complex64](b, n), make([]complex64, n*rows)
				dst, batch := make([]complex64, n*rows), fft.Batch{Rows: rows, Src: layouts[name], Dst: layouts[name]}
				for b.Loop() {
					require.NoError(b, p.ForwardBatch(dst, x, batch))
				}
			})
		}
	}
}

// BenchmarkGoroutines shares batches between two goroutines. The control is what
// the machine allows: two goroutines with a plan and half of the rows each, which
// hand nothing over. Waking is the time that a new goroutine takes to begin on a
// processor that slept. Both processors must be free for the figures to mean
// anything.
func BenchmarkGoroutines(b *testing.B) {
	for _, size := range [][2]int{{256, 64}, {256, 256}, {256, 1024}, {1024, 64}, {4096, 64}, {16384, 64}} {
		n, rows := size[0], size[1]
		for _, goroutines := range []int{1, 2} {
			b.Run(fmt.Sprintf("goroutines=%d/n=%d/rows=%d", goroutines, n, rows), func(b *testing.B) {
				p, x := planOf[complex64](b, n, fft.WithGoroutines(goroutines)), make([]complex64, n*rows)
				dst := make([]complex64, n*rows)
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, p.Forward(dst, x))
				}
			})
		}
		b.Run(fmt.Sprintf("goroutines=control/n=%d/rows=%d", n, rows), func(b *testing.B) {
			var wait sync.WaitGroup
			for range 2 {
				p, x := planOf[complex64](b, n), make([]complex64, n*rows/2)
				dst := make([]complex64, len(x))
				wait.Go(func() {
					for range b.N {
						assert.NoError(b, p.Forward(dst, x))
					}
				})
			}
			wait.Wait()
		})
	}
	b.Run("waking", func(b *testing.B) {
		var took time.Duration
		for range b.N {
			time.Sleep(time.Millisecond) // until the other processor sleeps
			began := make(chan time.Duration, 1)
			start := time.Now()
			go func() { began <- time.Since(start) }()
			for len(began) == 0 { // keeps this one busy
			}
			took += <-began
		}
		b.ReportMetric(float64(took.Nanoseconds())/float64(b.N), "ns/waking")
	})
}

// BenchmarkPlanning makes plans.
func BenchmarkPlanning(b *testing.B) {
	for _, n := range []int{1000, 1024, 1009, 16384, 65537} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				planOf[complex64](b, n)
			}
		})
	}
}
