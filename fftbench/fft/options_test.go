package fft_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

func TestISAOf(t *testing.T) {
	isa, err := fft.ISAOf()
	require.NoError(t, err)
	assert.Equal(t, fft.ISA(), isa)
	isa, err = fft.ISAOf(fft.ForISA("AVX-512"), fft.WithGoroutines(2))
	require.NoError(t, err)
	assert.Equal(t, "AVX-512", isa)
	_, err = fft.ISAOf(fft.ForISA("SSE"))
	assert.ErrorIs(t, err, fft.ErrOption)
}
