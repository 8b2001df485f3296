package spectral

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// What a stream keeps from one chunk to the next is its state; the plan's own
// stream forgets with every call, so that a plan has none.
func TestStateIsOfStreams(t *testing.T) {
	framing := Framing{Len: 400, Hop: 160, Edges: Mirrored}
	// A frame filled up by as many samples again, half a frame to be mirrored at
	// the beginning and, with the sample it is mirrored at, one at the end.
	const kept = 2*400 + 200 + 201

	stft, err := NewSTFT[float32, complex64](framing)
	require.NoError(t, err)
	count, bytes := stft.Stream().Footprint().Sum(fft.State)
	assert.Equal(t, kept, count)
	assert.EqualValues(t, 4*kept, bytes)
	count, _ = stft.Stream().Footprint().Sum(fft.Scratch)
	assert.Equal(t, 200, count, "what is put before and after the signal")
	count, _ = stft.Footprint().Sum(fft.State)
	assert.Zero(t, count)

	mel, err := NewLogMel[float64](MelConfig{Framing: framing, Bank: MelBank{Rate: 16000, Bands: 40}})
	require.NoError(t, err)
	_, bytes = mel.Stream().Footprint().Sum(fft.State)
	assert.EqualValues(t, 8*kept, bytes)
	count, _ = mel.Footprint().Sum(fft.State)
	assert.Zero(t, count)
}

func TestStateOfPSDStream(t *testing.T) {
	psd, err := NewPSD[float64](PSDConfig{Framing: Framing{Len: 202, Hop: 101}, Rate: 1, Centred: true})
	require.NoError(t, err)
	count, _ := psd.Stream().Footprint().Sum(fft.State)
	assert.Equal(t, 2*202+102, count, "samples of segments, and a sum for each bin: 202 has no lanes")
	count, _ = psd.Footprint().Sum(fft.State)
	assert.Zero(t, count)
}

func TestStateOfFIR(t *testing.T) {
	fir, err := NewFIR[float32](make([]float64, 33), 128)
	require.NoError(t, err)
	count, _ := fir.Footprint().Sum(fft.State)
	assert.Equal(t, 2*128, count, "a block, filled up by as many samples again")
}
