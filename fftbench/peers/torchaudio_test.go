package peers_test

import (
	"errors"
	"math"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers"
)

// A sine of amplitude 1 at the centre of a bin has the power (N/4)² there and
// (N/8)² on both sides under a Hann window. Below 1 kHz, Slaney's scale is
// linear: four filters to 800 Hz have their tops at 160, 320, 480 and 640 Hz,
// 1/160 high, and reach to each other's tops.
func TestTorchAudioMel(t *testing.T) {
	const rate, length, hop, bands, floor = 1600, 400, 100, 4, 1e-6
	signal := make([]float32, 1000)
	for i := range signal {
		signal[i] = float32(math.Sin(2 * math.Pi * 320 / rate * float64(i)))
	}
	torch, err := peers.StartTorchAudio([]string{"no-such-python", "python3", "/usr/bin/python3"}, signal,
		peers.TorchMel{Len: length, Hop: hop, Bands: bands, Rate: rate, Floor: floor})
	if errors.Is(err, peers.ErrMissing) {
		t.Skip(err)
	}
	require.NoError(t, err)
	assert.Regexp(t, `^torchaudio \d.* torch \d.* python 3`, torch.Version())
	levels, err := torch.Spectrogram()
	require.NoError(t, err)
	const centre, side, binWidth, top = 100.0 * 100, 50.0 * 50, 4.0, 160.0
	beside := side * (binWidth / top) / top // in the filters on both sides
	want := []float64{
		math.Log(beside),
		math.Log((centre + 2*side*(1-binWidth/top)) / top),
		math.Log(beside),
		math.Log(floor),
	}
	require.Len(t, levels, 7*bands)
	for i, level := range levels {
		assert.InDelta(t, want[i%bands], level, 1e-3, "frame %d, band %d", i/bands, i%bands)
	}
	took, err := torch.Run(2)
	require.NoError(t, err)
	assert.Positive(t, took)
	require.NoError(t, torch.Close())
}

func TestTorchAudioMissing(t *testing.T) {
	spec := peers.TorchMel{Len: 4, Hop: 2, Bands: 1, Rate: 8000, Floor: 1}
	_, err := peers.StartTorchAudio([]string{"no-such-python"}, make([]float32, 8), spec)
	assert.ErrorIs(t, err, peers.ErrMissing)
	assert.ErrorIs(t, err, exec.ErrNotFound)
	assert.ErrorContains(t, err, "apt-get install python3-torchaudio")
	_, err = peers.StartTorchAudio(nil, make([]float32, 3), spec)
	assert.ErrorIs(t, err, peers.ErrLength)
}
