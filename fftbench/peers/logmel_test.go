//go:build fftw && linux && cgo

package peers_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers"
)

func TestLogMelByDefinition(t *testing.T) {
	lib, err := peers.OpenFFTW32("")
	skipMissing(t, err)
	spec := peers.MelSpec{
		Len: 8, Hop: 3, Floor: 1e-3,
		Window: []float32{0, 0.1, 0.5, 0.9, 1, 0.9, 0.5, 0.1},
		Bands: []peers.MelBand{
			{First: 0, Weights: []float32{1, 0.5}},
			{First: 1, Weights: []float32{0.5, 1, 0.25}},
			{First: 4, Weights: []float32{1}},
			{First: 2}, // no bin at all
		},
	}
	mel, err := peers.NewLogMel(lib, spec)
	require.NoError(t, err)
	const frames = 3
	signal := make([]float32, 8+2*3+2)
	for i, v := range noise[complex64](len(signal)) {
		signal[i] = real(v)
	}
	out := make([]float32, frames*4)
	require.NoError(t, mel.Run(out, signal, 2))
	for f := range frames {
		frame := make([]complex128, 8)
		for i := range frame {
			frame[i] = complex(float64(spec.Window[i]*signal[3*f+i]), 0)
		}
		bins := dft(frame, -1)
		for b, band := range spec.Bands {
			energy := 0.0
			for i, w := range band.Weights {
				v := bins[band.First+i]
				energy += float64(w) * (real(v)*real(v) + imag(v)*imag(v))
			}
			assert.InDelta(t, math.Log(max(energy, 1e-3)), float64(out[4*f+b]), 1e-5, "frame %d band %d", f, b)
		}
	}
	assert.ErrorIs(t, mel.Run(out[:8], signal, 1), peers.ErrLength)
	assert.ErrorIs(t, mel.Run(nil, signal[:7], 1), peers.ErrLength)
	mel.Close()
	require.NoError(t, lib.Close())
}
