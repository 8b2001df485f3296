//go:build cuda && linux && cgo

package cuda_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
)

func TestExample(t *testing.T) {
	cuda.Fake(t)
	t.Setenv("FFTBENCH_CUDA", cuda.FakeFolder(t))
	rows := []complex64{1, 2, 3, 4}
	require.NoError(t, spectra(rows, 4))
	for k, want := range []complex64{10, -2 + 2i, -2, -2 - 2i} {
		assert.InDelta(t, real(want), real(rows[k]), 1e-6)
		assert.InDelta(t, imag(want), imag(rows[k]), 1e-6)
	}
}
