//go:build goexperiment.simd && amd64

package fft_test

import "testing"

// TestPowersOfTwo has it too; this is for a build of its own.
func TestArchsimdIsRight(t *testing.T) {
	if !hasArchsimd() {
		t.Skip("this CPU has no AVX2 and FMA")
	}
	for n := 1; n <= 1<<16; n *= 2 {
		checkLength(t, n, 1, named[complex64]("stockham_archsimd"))
		checkLength(t, n, 1, named[complex128]("stockham_archsimd"))
	}
}
