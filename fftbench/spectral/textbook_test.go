package spectral

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The textbook's and gonum's spectra and levels are those of scipy and numpy.
func TestOtherFramesEqualSciPy(t *testing.T) {
	for _, c := range readSpectrograms(t).STFT {
		if c.Edges != "inside" || c.Window != nil {
			continue
		}
		book, err := NewTextbook[float64](naive[complex128]{c.N}, c.Hop)
		require.NoError(t, err)
		dst := make([]complex128, len(c.Re))
		require.NoError(t, book.STFT(dst, c.X))
		g, err := NewGonumFrames[float64](c.N, c.Hop)
		require.NoError(t, err)
		other := make([]float64, 2*len(c.Re))
		require.NoError(t, g.STFT(other, c.X))
		for i := range dst {
			assert.InDelta(t, c.Re[i], real(dst[i]), 1e-13, c.Name)
			assert.InDelta(t, c.Im[i], imag(dst[i]), 1e-13, c.Name)
			assert.InDelta(t, c.Re[i], other[2*i], 1e-13, c.Name)
			assert.InDelta(t, c.Im[i], other[2*i+1], 1e-13, c.Name)
		}
	}
	for _, c := range readSpectrograms(t).Mel {
		if c.Edges != "inside" {
			continue
		}
		bank := MelBank{Rate: c.Rate, Bands: c.Bands, Low: c.Low, High: c.High, Area: c.Area}
		if c.Scale == "HTK" {
			bank.Scale = HTK
		}
		book, err := NewTextbookMel[float64](naive[complex128]{c.N}, c.Hop, bank, Ln)
		require.NoError(t, err)
		dst := make([]float64, len(c.Level))
		require.NoError(t, book.Spectrogram(dst, c.X))
		assert.InDeltaSlice(t, c.Level, dst, 1e-11, c.Name)
		g, err := NewGonumMel[float64](c.N, c.Hop, bank, Ln)
		require.NoError(t, err)
		require.NoError(t, g.Spectrogram(dst, c.X))
		assert.InDeltaSlice(t, c.Level, dst, 1e-11, c.Name)
	}
}
