package spectral

import (
	"runtime"
	"runtime/metrics"
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

// The heap that plans and streams take is their footprint: not less, and not
// more than what the allocator makes of the parts by 1.6 % and 32 KiB, which is
// for parts that are several slices and for the few words beside them.
func TestFootprintIsTheHeap(t *testing.T) {
	mirrored := Framing{Len: 1 << 14, Hop: 1 << 12, Edges: Mirrored}
	stft, err := NewSTFT[float32, complex64](mirrored)
	require.NoError(t, err)
	mel := MelConfig{Framing: mirrored, Bank: MelBank{Rate: 16000, Bands: 80}}
	psd := func(n int) (footprinted, error) {
		return NewPSD[float64](PSDConfig{Framing: Framing{Len: n, Hop: n / 2}, Rate: 1, Centred: true})
	}
	for name, plan := range map[string]func() (footprinted, error){
		"stft":        func() (footprinted, error) { return NewSTFT[float32, complex64](mirrored) },
		"stft stream": func() (footprinted, error) { return stft.Stream(), nil },
		"mel":         func() (footprinted, error) { return NewLogMel[float64](mel) },
		"psd":         func() (footprinted, error) { return psd(1 << 14) },
		"psd of odd":  func() (footprinted, error) { return psd(10007) },
		"fir":         func() (footprinted, error) { return NewFIR[float32](make([]float64, 3000), 1<<15) },
		"peaks":       func() (footprinted, error) { return NewPeaks[float32](1<<14, 4, 2, 1) },
	} {
		_, err := plan() // what is made once
		require.NoError(t, err)
		before := liveHeap()
		p, err := plan()
		require.NoError(t, err)
		held, told, given := liveHeap()-before, int64(0), int64(0)
		for _, part := range p.Footprint() {
			told += part.Bytes
			given += allocated(part.Bytes)
		}
		assert.GreaterOrEqual(t, held, told, name)
		assert.LessOrEqual(t, held, given+given/64+32<<10, name)
	}
}

// liveHeap is the bytes of objects that are in use.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // what finalizers let go
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// allocated is what the allocator gives for so many bytes: sizes are rounded up,
// from 32 KiB on to pages of 8 KiB, and append uses what it gets.
func allocated(bytes int64) int64 {
	return int64(cap(append([]byte(nil), make([]byte, bytes)...)))
}
