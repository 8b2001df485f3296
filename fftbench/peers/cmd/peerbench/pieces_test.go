package main

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers"
)

func TestArenaLendsAlignedZeros(t *testing.T) {
	a := newArena(1024)
	first := take[complex64](a, 3)
	second := take[float64](a, 5)
	first[0], second[4] = 1, 2
	large := take[byte](a, 5000) // more than there was
	for _, p := range []unsafe.Pointer{unsafe.Pointer(&first[0]), unsafe.Pointer(&second[0]), unsafe.Pointer(&large[0])} {
		assert.Zero(t, uintptr(p)%alignment)
	}
	assert.Equal(t, []complex64{1, 0, 0}, first, "buffers do not overlap, and stay when the arena grows")
	a.reset()
	for _, v := range take[byte](a, 5000) {
		require.Zero(t, v)
	}
}

func TestMelBandLeavesOutTheEnds(t *testing.T) {
	assert.Equal(t, peers.MelBand{First: 2, Weights: []float32{1, 0, 3}}, melBand([]float64{0, 0, 1, 0, 3, 0}))
	assert.Equal(t, peers.MelBand{}, melBand([]float64{0, 0}))
}

func TestAgree(t *testing.T) {
	assert.NoError(t, agree([]float32{1, 2}, []float32{1, 2.1}, 0.2))
	assert.ErrorContains(t, agree([]float32{1, 2}, []float32{1, 2.1}, 0.01), "value 1 is 2 against 2.1")
	assert.ErrorContains(t, agree([]float64{math.NaN()}, []float64{1}, 1), "NaN")
	assert.ErrorContains(t, agree([]float64{1}, nil, 1), "1 values against 0")
}

func TestErrorSum(t *testing.T) {
	var s errorSum
	s.add(complex(3, 4), complex(3, 3), 0) // off by 1 of 18
	s.add(complex(0, 1), complex(0, 1), 0)
	assert.InDelta(t, math.Sqrt(1.0/19), s.relative(), 1e-15)
}

func TestNear(t *testing.T) {
	assert.NoError(t, near([]complex64{1, 2i}, []complex128{1, 2i + 1e-6}, 1e-5))
	assert.EqualError(t, near([]complex64{1, 2i}, []complex128{2, 2i}, 1e-5),
		"wrong result: relative L2 error 3.54e-01, want at most 1e-05")
	nan := complex128(complex(math.NaN(), 0))
	assert.ErrorContains(t, near([]complex128{nan}, []complex128{1}, 1e-5), "NaN")
}
