package fftbench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// runsArchsimd reports whether this program and machine have Go's vectors.
func runsArchsimd() bool {
	_, err := fft.NewStockhamArchsimd[complex64](64)
	return err == nil
}

// What a build without Go's vectors cannot run is not in its studies, and it says
// what is needed; what it takes every build knows.
func TestArchsimdIsOptional(t *testing.T) {
	c := Cell{Variant: "stockham_archsimd", Dir: "inverse", N: 1024, Batch: 3, Precision: F64}
	_, err := c.Plan()
	_, asked := NewStudy("demo", Selection{Variants: c.Variant})
	if runsArchsimd() {
		require.NoError(t, err)
		require.NoError(t, asked)
		assert.Contains(t, Runnable(), c.Variant)
	} else {
		const want = `no variant "stockham_archsimd" in this build: ` +
			"it needs GOEXPERIMENT=simd while building, and a CPU with AVX2 and FMA"
		assert.EqualError(t, err, want)
		assert.EqualError(t, asked, "variants: "+want)
		assert.NotContains(t, Runnable(), c.Variant)
	}
	assert.Contains(t, Described(), c.Variant)
	r := circuitOf(t, c, circuit.Workload{})
	assert.EqualValues(t, 3*256+3*64+3*16+3*4, r.Params, "five passes of radix 4, the last without twiddles")
	assert.EqualValues(t, (2*3+1)*16*1024, r.Totals.Activations+r.Totals.Workspace, "input, output and a row")
}
