package spectral

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Streams give what the whole signal gives, bit for bit, however it is cut.

// drawFraming draws short frames, overlapping, adjacent or apart.
func drawFraming(t *rapid.T, edges Edges) Framing {
	f := Framing{Edges: edges}
	f.Len = rapid.OneOf(rapid.SampledFrom([]int{2, 8, 16, 64, 128, 256}), rapid.IntRange(2, 40)).Draw(t, "n")
	f.Hop = rapid.OneOf(rapid.IntRange(1, f.Len), rapid.IntRange(f.Len, 6*f.Len)).Draw(t, "hop")
	return f
}

func drawEdges(t *rapid.T) Edges {
	return rapid.SampledFrom([]Edges{Inside, Zeros, Mirrored}).Draw(t, "edges")
}

// drawSignal draws noise, enough for the framing's edges.
func drawSignal[R Real](t *rapid.T, f Framing) []R {
	least := 0
	if f.Edges == Mirrored {
		least = f.edge() + 1
	}
	signal := make([]R, rapid.IntRange(least, least+40*f.Hop+2*f.Len).Draw(t, "samples"))
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
	for i := range signal {
		signal[i] = R(rng.NormFloat64())
	}
	return signal
}

// inChunks calls push with all of the signal, piece by piece.
func inChunks[R Real](t *rapid.T, signal []R, push func([]R)) {
	longest := rapid.SampledFrom([]int{1, 7, 50, 1000, 100000}).Draw(t, "longest chunk")
	for len(signal) > 0 {
		n := rapid.IntRange(0, min(longest, len(signal))).Draw(t, "chunk")
		if longest == 1 {
			n = 1
		}
		push(signal[:n])
		signal = signal[n:]
	}
}

func TestSTFTStream(t *testing.T) {
	t.Run("f32", rapid.MakeCheck(checkSTFTStream[float32, complex64]))
	t.Run("f64", rapid.MakeCheck(checkSTFTStream[float64, complex128]))
}

func checkSTFTStream[R Real, C fft.Complex](t *rapid.T) {
	f := drawFraming(t, drawEdges(t))
	signal := drawSignal[R](t, f)
	s, err := NewSTFT[R, C](f)
	require.NoError(t, err)
	want := make([]C, f.Frames(len(signal))*f.Bins())
	require.NoError(t, s.Transform(want, signal))
	stream := s.Stream()
	for range 2 { // a closed stream begins anew
		got := []C{}
		inChunks(t, signal, func(chunk []R) {
			got, err = stream.Append(got, chunk)
			require.NoError(t, err)
		})
		got, err = stream.Close(got)
		require.NoError(t, err)
		requireSame[R](t, s.side.lanes, f.Frames(len(signal)), parts[R](want), parts[R](got))
	}
}

// requireSame asks for equal bits but where the whole signal was done one by
// one.
func requireSame[R Real](t *rapid.T, lanes, frames int, want, got []R) {
	if frames > mostOneByOne(lanes) {
		require.Equal(t, want, got)
		return
	}
	require.Len(t, got, len(want))
	unit := 0x1p-22
	if partSize[R]() == 8 {
		unit = 0x1p-51
	}
	for i := range want {
		require.InDelta(t, want[i], got[i], 100*unit)
	}
}

func TestLogMelStream(t *testing.T) {
	t.Run("f32", rapid.MakeCheck(checkLogMelStream[float32]))
	t.Run("f64", rapid.MakeCheck(checkLogMelStream[float64]))
}

func checkLogMelStream[R Real](t *rapid.T) {
	f := drawFraming(t, drawEdges(t))
	signal := drawSignal[R](t, f)
	bands := rapid.IntRange(1, 20).Draw(t, "bands")
	m, err := NewLogMel[R](MelConfig{Framing: f, Bank: MelBank{Rate: 16000, Bands: bands}})
	require.NoError(t, err)
	want := make([]R, f.Frames(len(signal))*bands)
	require.NoError(t, m.Spectrogram(want, signal))
	got, stream := []R{}, m.Stream()
	inChunks(t, signal, func(chunk []R) {
		got, err = stream.Append(got, chunk)
		require.NoError(t, err)
	})
	got, err = stream.Close(got)
	require.NoError(t, err)
	requireSame(t, m.side.lanes, f.Frames(len(signal)), want, got)
}

func TestPSDStream(t *testing.T) {
	t.Run("f32", rapid.MakeCheck(checkPSDStream[float32]))
	t.Run("f64", rapid.MakeCheck(checkPSDStream[float64]))
}

func checkPSDStream[R Real](t *rapid.T) {
	f := drawFraming(t, Inside)
	signal := drawSignal[R](t, f)
	p, err := NewPSD[R](PSDConfig{Framing: f, Rate: 16000, Centred: rapid.Bool().Draw(t, "centred")})
	require.NoError(t, err)
	stream, seen := p.Stream(), 0
	got, want := make([]R, p.Bins()), make([]R, p.Bins())
	inChunks(t, signal, func(chunk []R) {
		require.NoError(t, stream.Push(chunk))
		seen += len(chunk)
		if !rapid.Bool().Draw(t, "look") {
			return
		}
		require.Equal(t, f.Frames(seen), stream.Segments())
		if stream.Segments() == 0 {
			require.Error(t, stream.Density(got))
			return
		}
		require.NoError(t, stream.Density(got))
		require.NoError(t, p.Density(want, signal[:seen]))
		require.Equal(t, want, got)
	})
}

func TestFIRIsConvolution(t *testing.T) {
	t.Run("f32", rapid.MakeCheck(func(t *rapid.T) { checkFIR[float32](t, 0x1p-24) }))
	t.Run("f64", rapid.MakeCheck(func(t *rapid.T) { checkFIR[float64](t, 0x1p-53) }))
}

func checkFIR[R Real](t *rapid.T, unit float64) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
	noise := func(count int) []float64 {
		x := make([]float64, count)
		for i := range x {
			x[i] = float64(float32(rng.NormFloat64()))
		}
		return x
	}
	taps := noise(rapid.IntRange(1, 40).Draw(t, "taps"))
	n := 0
	if rapid.Bool().Draw(t, "length given") {
		n = rapid.IntRange(2*len(taps), 3*len(taps)+50).Draw(t, "n")
	}
	f, err := NewFIR[R](taps, n)
	require.NoError(t, err)
	x := noise(rapid.IntRange(1, 5*f.Block()).Draw(t, "samples"))
	signal := rounded[R](x)

	whole, err := f.Append(nil, signal)
	require.NoError(t, err)
	require.LessOrEqual(t, len(x)-len(whole), f.Block(), "the lag")
	whole, err = f.Close(whole)
	require.NoError(t, err)
	require.Len(t, whole, len(x)+len(taps)-1)
	energy := 0.0
	for _, v := range taps {
		energy += v * v
	}
	for i, v := range whole {
		want := 0.0
		for j, h := range taps {
			if i-j >= 0 && i-j < len(x) {
				want += h * x[i-j]
			}
		}
		require.InDelta(t, want, float64(v), 60*unit*(1+math.Sqrt(energy)), "value %d", i)
	}

	pieces := []R{}
	inChunks(t, signal, func(chunk []R) {
		pieces, err = f.Append(pieces, chunk)
		require.NoError(t, err)
	})
	pieces, err = f.Close(pieces)
	require.NoError(t, err)
	require.Equal(t, whole, pieces)
}

// What is no number stays in its frames, side by side with others or alone.
func TestFramesOfNaN(t *testing.T) {
	for _, f := range []Framing{{Len: 64, Hop: 64}, {Len: 60, Hop: 60}, {Len: 49, Hop: 49}} {
		const frames, bad = 20, 13
		for _, odd := range []float64{math.NaN(), math.Inf(1)} {
			signal := make([]float32, f.Len*frames)
			for i := range signal {
				signal[i] = float32(math.Sin(float64(i * i)))
			}
			signal[bad*f.Len+f.Len/3] = float32(odd)
			s, err := NewSTFT[float32, complex64](f)
			require.NoError(t, err)
			spectra := make([]complex64, frames*f.Bins())
			require.NoError(t, s.Transform(spectra, signal))
			m, err := NewLogMel[float32](MelConfig{Framing: f, Bank: MelBank{Rate: 16000, Bands: 4}})
			require.NoError(t, err)
			levels := make([]float32, frames*4)
			require.NoError(t, m.Spectrogram(levels, signal))
			for i, v := range spectra {
				odd := cmplx.IsNaN(complex128(v)) || cmplx.IsInf(complex128(v))
				require.Equal(t, i/f.Bins() == bad, odd, "frame %d bin %d: %v", i/f.Bins(), i%f.Bins(), v)
			}
			for i, v := range levels {
				require.Equal(t, i/4 == bad, math.IsNaN(float64(v)), "%v frame %d: %v", odd, i/4, v)
			}
		}
	}
}

// Frames that a real-time caller pushes cost no garbage.
func TestPlansAllocateNothing(t *testing.T) {
	t.Run("f32", allocateNothing[float32, complex64])
	t.Run("f64", allocateNothing[float64, complex128])
}

func allocateNothing[R Real, C fft.Complex](t *testing.T) {
	signal := make([]R, 5000)
	for i := range signal {
		signal[i] = R(math.Sin(0.3 * float64(i)))
	}
	none := func(what string, f func() error) {
		assert.Zero(t, testing.AllocsPerRun(3, func() { require.NoError(t, f()) }), what)
	}
	for _, f := range []Framing{{Len: 512, Hop: 160}, {Len: 100, Hop: 160}, {Len: 255, Hop: 20}} {
		s, err := NewSTFT[R, C](f)
		require.NoError(t, err)
		spectra := make([]C, f.Frames(len(signal))*f.Bins())
		none("STFT", func() error { return s.Transform(spectra, signal) })
		stream := s.Stream()
		none("STFT stream", func() (err error) {
			spectra, err = stream.Append(spectra[:0], signal[:700])
			return err
		})

		m, err := NewLogMel[R](MelConfig{Framing: f, Bank: MelBank{Rate: 16000, Bands: 80}})
		require.NoError(t, err)
		levels := make([]R, f.Frames(len(signal))*80)
		none("log-mel", func() error { return m.Spectrogram(levels, signal) })
		voices := m.Stream()
		none("log-mel stream", func() (err error) {
			levels, err = voices.Append(levels[:0], signal[:700])
			return err
		})

		p, err := NewPSD[R](PSDConfig{Framing: f, Rate: 1, Centred: true})
		require.NoError(t, err)
		density := make([]R, p.Bins())
		none("density", func() error { return p.Density(density, signal) })
	}
	p, err := NewPeaks[R](512, 16, 2, 16000)
	require.NoError(t, err)
	peaks := make([]Peak[R], 2*16)
	none("peaks", func() error { return p.Find(peaks, signal[:2*p.FrameLen()]) })

	f, err := NewFIR[R]([]float64{1, 2, 3}, 0)
	require.NoError(t, err)
	out := make([]R, 0, 2*len(signal))
	none("filter", func() error {
		got, err := f.Append(out, slices.Clip(signal))
		_ = got
		return err
	})
}
