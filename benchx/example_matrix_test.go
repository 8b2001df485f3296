package benchx_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/fftstudy/fftstudy/benchx"
)

// product returns the n×n matrix product a·b.
func product[F float32 | float64](a, b []F, n int) []F {
	c := make([]F, n*n)
	for i := range n {
		for k := range n {
			for j := range n {
				c[i*n+j] += a[i*n+k] * b[k*n+j]
			}
		}
	}
	return c
}

// matrixCase multiplies float32 matrices and says how fast and how far off the
// product in float64 that is.
func matrixCase(n int) benchx.Case {
	return benchx.Case{
		Axes: []benchx.Axis{benchx.At("algo", "textbook"), benchx.At("n", n)},
		Prepare: func() (*benchx.Prepared, error) {
			a, b, c := make([]float32, n*n), make([]float32, n*n), []float32(nil)
			a64, b64 := make([]float64, n*n), make([]float64, n*n)
			for i := range a {
				a[i], b[i] = float32(math.Sin(float64(i))), float32(math.Cos(float64(i)))
				a64[i], b64[i] = float64(a[i]), float64(b[i])
			}
			return &benchx.Prepared{
				Op:       func() error { c = product(a, b, n); return nil },
				Accuracy: func() (benchx.Accuracy, error) { return distance(c, product(a64, b64, n)), nil },
				Flops:    2 * math.Pow(float64(n), 3),
			}, nil
		},
	}
}

func distance(got []float32, truth []float64) benchx.Accuracy {
	var sumErr, sum, worst float64
	for i, want := range truth {
		d := math.Abs(float64(got[i]) - want)
		sumErr, sum, worst = sumErr+d*d, sum+want*want, max(worst, d)
	}
	return benchx.Accuracy{RelL2: math.Sqrt(sumErr / sum), MaxErr: worst}
}

// A numerical case: GFLOP/s from Flops, the error against a truth from
// Accuracy. In a _test.go the function literal is BenchmarkProduct.
func ExampleSuite_Run() {
	var suite benchx.Suite
	result := testing.Benchmark(func(b *testing.B) {
		suite.Run(b, matrixCase(16))
	})
	fmt.Println("measured:", result.T > 0)
	// Output: measured: true
}
