package fft_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// The error of 8-bit twiddles as published for one table scale and float32
// data (relative L2: 4.5e-3 at n = 64, 5.8e-3 at 256, 7.2e-3 at 4096, 8.8e-3
// at 131072) is the upper edge; scales chosen for each stage must do better,
// and no real 8-bit network does ten times better beyond n = 16.
func TestQ8ErrorBand(t *testing.T) {
	v := named[complex64]("butterfly_q8")
	for n, band := range map[int][2]float64{
		8:       {1e-6, 3e-4}, // ±1, ±i and 70/99 ≈ √½: 16-bit data decide
		64:      {1e-3, 4.5e-3},
		256:     {2e-3, 5.8e-3},
		4096:    {3e-3, 7.2e-3},
		1 << 17: {4e-3, 8.8e-3},
	} {
		got := errorAt(t, v, n)
		t.Logf("n=%d: relative L2 %.2e", n, got)
		assert.Greater(t, got, band[0], "n=%d", n)
		assert.Less(t, got, band[1], "n=%d", n)
	}
}

// The scale of the data does not matter, and rows have their own.
func TestQ8RowsHaveTheirOwnUnit(t *testing.T) {
	const n = 256
	v := named[complex64]("butterfly_q8")
	p := v.plan(t, n)
	src := gauss[complex64](n, 1)
	batch := make([]complex64, 0, 4*n)
	scales := []complex64{1, 0x1p100, 0x1p-100, 0x1p-20}
	for _, scale := range scales {
		for _, x := range src {
			batch = append(batch, x*scale)
		}
	}
	got := make([]complex64, len(batch))
	assert.NoError(t, p.Forward(got, batch))
	for r, scale := range scales {
		for k := range n {
			assert.Equal(t, got[k]*scale, got[r*n+k], "row %d bin %d", r, k)
		}
	}
}

var _ fft.Transform[complex64] = (*fft.ButterflyQ8)(nil)
