// Package f64x4 transforms rows of complex128 by vectors of four float64, those of
// AVX2, written with Go's package simd/archsimd. It is package f32x8, which says
// how, in double precision: its first pass is of radix 4.
//
//go:generate sh -c "sed -e '1i // Code generated from ../f32x8/passes.go. DO NOT EDIT.\\n' -e s/f32x8/f64x4/ ../f32x8/passes.go >passes.go"
//go:generate sh -c "sed -e '1i // Code generated from ../f32x8/passes_test.go. DO NOT EDIT.\\n' -e s/f32x8/f64x4/ ../f32x8/passes_test.go >passes_test.go"
package f64x4
