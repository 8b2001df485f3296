// Code generated from ../f32x8/passes_test.go. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package f64x4

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"simd/archsimd"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// root is e^(−2πik/n).
func root(n int) func(k int) (re, im float64) {
	return func(k int) (re, im float64) {
		im, re = math.Sincos(-2 * math.Pi * float64(k%n) / float64(n))
		return re, im
	}
}

// byDefinition is the transform of parts in turn, by its sum.
func byDefinition(x []number, inverse bool) []complex128 {
	n := len(x) / 2
	spectrum := make([]complex128, n)
	for k := range spectrum {
		for j := range n {
			w := complex(root(n)(j * k))
			if inverse {
				w = cmplx.Conj(w)
			}
			spectrum[k] += w * complex(float64(x[2*j]), float64(x[2*j+1]))
		}
	}
	return spectrum
}

// How exact it is tests of package fft say: the sum has an error of its own.
func TestTransformIsTheSum(t *testing.T) {
	if !archsimd.X86.AVX2() || !archsimd.X86.FMA() {
		t.Skip("no AVX2 and FMA")
	}
	ulp := math.Pow(2, -23)
	if unsafe.Sizeof(number(0)) == 8 {
		ulp = math.Pow(2, -52)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := lanes * lanes; n <= 512; n *= 2 {
		for _, inverse := range []bool{false, true} {
			row, x, work := New(n, root(n)), make([]number, 2*n), make([]number, 2*n)
			for i := range x {
				x[i] = number(random.NormFloat64())
			}
			want := byDefinition(x, inverse)
			apart := make([]number, 2*n)
			row.Transform(apart, x, work, inverse)
			row.Transform(x, x, work, inverse)
			assert.Equal(t, apart, x, "in place, n=%d", n)
			worst := 0.0
			for k, v := range want {
				got := complex(float64(x[2*k]), float64(x[2*k+1]))
				worst = max(worst, cmplx.Abs(got-v)/math.Sqrt(2*float64(n)))
			}
			assert.Less(t, worst, 40*ulp, "n=%d, inverse %v", n, inverse)
		}
	}
}

// A call on less than a row ends before it writes.
func TestTransformNeedsARow(t *testing.T) {
	if !archsimd.X86.AVX2() || !archsimd.X86.FMA() {
		t.Skip("no AVX2 and FMA")
	}
	const n = lanes * lanes
	row, whole, short := New(n, root(n)), make([]number, 2*n), make([]number, 2*n-1)
	for i, rows := range [][3][]number{{short, whole, whole}, {whole, short, whole}, {whole, whole, short}} {
		assert.Panics(t, func() { row.Transform(rows[0], rows[1], rows[2], false) }, fmt.Sprint(i))
	}
}
