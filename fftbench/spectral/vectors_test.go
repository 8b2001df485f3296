package spectral

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// spectrograms are short-time spectra by scipy and log-mel levels by numpy, see
// make_vectors.py beside the file.
type spectrograms struct {
	SciPy string `json:"scipy"`
	STFT  []struct {
		spectrogram
		Window []float64
		Re, Im []float64
	}
	PSD []struct {
		spectrogram
		Window  []float64
		Rate    float64
		Centred bool
		PSD     []float64
	}
	Mel []struct {
		spectrogram
		Scale           string
		Rate, Low, High float64
		Bands           int
		Area            bool
		Weights, Level  []float64
	}
}

type spectrogram struct {
	Name           string
	N, Hop, Frames int
	Edges          string
	X              []float64
}

func (s spectrogram) framing() Framing {
	return Framing{Len: s.N, Hop: s.Hop, Edges: map[string]Edges{"inside": Inside, "zeros": Zeros, "mirrored": Mirrored}[s.Edges]}
}

func readSpectrograms(t *testing.T) spectrograms {
	t.Helper()
	text, err := os.ReadFile("../../testdata/spectrogram/vectors.json")
	require.NoError(t, err)
	var v spectrograms
	require.NoError(t, json.Unmarshal(text, &v))
	require.NotEmpty(t, v.SciPy)
	require.NotEmpty(t, v.STFT)
	require.NotEmpty(t, v.Mel)
	require.NotEmpty(t, v.PSD)
	return v
}

func TestSTFTEqualsSciPy(t *testing.T) {
	for _, c := range readSpectrograms(t).STFT {
		t.Run(c.Name, func(t *testing.T) {
			f := c.framing()
			f.Window = c.Window
			require.Equal(t, c.Frames, f.Frames(len(c.X)))
			checkSTFT[float32, complex64](t, f, c.X, c.Re, c.Im, 2e-6)
			checkSTFT[float64, complex128](t, f, c.X, c.Re, c.Im, 4e-15)
		})
	}
}

func checkSTFT[R Real, C fft.Complex](t *testing.T, f Framing, x, re, im []float64, tolerance float64) {
	t.Helper()
	s, err := NewSTFT[R, C](f)
	require.NoError(t, err)
	dst := make([]C, len(re))
	require.NoError(t, s.Transform(dst, rounded[R](x)))
	for i, v := range dst {
		assert.InDelta(t, re[i], real(complex128(v)), tolerance*float64(f.Len), "re of frame %d bin %d", i/f.Bins(), i%f.Bins())
		assert.InDelta(t, im[i], imag(complex128(v)), tolerance*float64(f.Len), "im of frame %d bin %d", i/f.Bins(), i%f.Bins())
	}
}

func TestLogMelEqualsNumPy(t *testing.T) {
	for _, c := range readSpectrograms(t).Mel {
		t.Run(c.Name, func(t *testing.T) {
			scale := Slaney
			if c.Scale == "HTK" {
				scale = HTK
			}
			config := MelConfig{Framing: c.framing(), Bank: MelBank{
				Rate: c.Rate, Bands: c.Bands, Low: c.Low, High: c.High, Scale: scale, Area: c.Area,
			}}
			assert.InDeltaSlice(t, c.Weights, config.Bank.Weights(c.N), 1e-12)
			checkLogMel[float32](t, config, c.X, c.Level, 1e-4)
			checkLogMel[float64](t, config, c.X, c.Level, 1e-11)
		})
	}
}

func checkLogMel[R Real](t *testing.T, config MelConfig, x, want []float64, tolerance float64) {
	t.Helper()
	for unit, scale := range map[LogUnit]float64{Ln: 1, Log10: 1 / math.Ln10, Decibel: 10 / math.Ln10} {
		config.Unit = unit
		m, err := NewLogMel[R](config)
		require.NoError(t, err)
		require.Equal(t, len(want), config.Framing.Frames(len(x))*config.Bank.Bands)
		dst := make([]R, len(want))
		require.NoError(t, m.Spectrogram(dst, rounded[R](x)))
		for i, v := range dst {
			assert.InDelta(t, scale*want[i], float64(v), scale*tolerance, "frame %d band %d", i/config.Bank.Bands, i%config.Bank.Bands)
		}
	}
}

func TestPSDEqualsSciPy(t *testing.T) {
	for _, c := range readSpectrograms(t).PSD {
		t.Run(c.Name, func(t *testing.T) {
			config := PSDConfig{Framing: c.framing(), Rate: c.Rate, Centred: c.Centred}
			config.Framing.Window = c.Window
			require.Equal(t, c.Frames, config.Framing.Frames(len(c.X)))
			checkPSD[float32](t, config, c.X, c.PSD, 2e-6)
			checkPSD[float64](t, config, c.X, c.PSD, 1e-14)
		})
	}
}

func checkPSD[R Real](t *testing.T, config PSDConfig, x, want []float64, tolerance float64) {
	t.Helper()
	p, err := NewPSD[R](config)
	require.NoError(t, err)
	dst := make([]R, p.Bins())
	require.NoError(t, p.Density(dst, rounded[R](x)))
	strongest := slices.Max(want)
	for k, v := range dst {
		assert.InDelta(t, want[k], float64(v), tolerance*strongest, "bin %d", k)
	}
}
