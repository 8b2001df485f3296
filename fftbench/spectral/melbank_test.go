package spectral

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Forty edges to 11025 Hz as librosa's documentation prints them
// (librosa.mel_frequencies).
func TestSlaneyEdges(t *testing.T) {
	want := []float64{
		0, 85.317, 170.635, 255.952, 341.269, 426.586, 511.904, 597.221, 682.538, 767.855,
		853.173, 938.49, 1024.856, 1119.114, 1222.042, 1334.436, 1457.167, 1591.187, 1737.532, 1897.337,
		2071.84, 2262.393, 2470.47, 2697.686, 2945.799, 3216.731, 3512.582, 3835.643, 4188.417, 4573.636,
		4994.285, 5453.621, 5955.205, 6502.92, 7101.009, 7754.107, 8467.272, 9246.028, 10096.408, 11025,
	}
	edges := MelBank{Rate: 22050, Bands: 38}.Edges()
	require.Len(t, edges, len(want))
	for i, hz := range want {
		assert.InDelta(t, hz, edges[i], 6e-4)
	}
}

func TestMelScales(t *testing.T) {
	assert.InDelta(t, 0.9, Slaney.Mel(60), 1e-12)
	assert.InDelta(t, 15, Slaney.Mel(1000), 1e-12)
	assert.InDelta(t, 42, Slaney.Mel(6400), 1e-12, "27 mels to a factor of 6.4")
	assert.InDelta(t, 1000, HTK.Mel(1000), 0.02, "1000 Hz are 1000 mels, nearly")
	for _, s := range []MelScale{Slaney, HTK} {
		for _, hz := range []float64{0, 1, 440, 999.9, 1000, 1000.1, 8000, 22050} {
			assert.InDelta(t, hz, s.Hz(s.Mel(hz)), 1e-9, "%v", s)
		}
	}
}

func TestMelWeightsAreTriangles(t *testing.T) {
	const n, bins = 512, 257
	b := MelBank{Rate: 16000, Bands: 80}
	w := b.Weights(n)
	require.Len(t, w, 80*bins)
	nonzero := 0
	for _, v := range w {
		assert.GreaterOrEqual(t, v, 0.0)
		if v != 0 {
			nonzero++
		}
	}
	assert.InDelta(t, 500, nonzero, 10, "two filters count nearly every bin")
	first, last := b.Edges()[1], b.Edges()[80]
	for k := range bins { // neighbours of full height add up to one between the outer centres
		sum := 0.0
		for m := range 80 {
			sum += w[m*bins+k]
		}
		if hz := float64(k) * 16000 / n; hz >= first && hz <= last {
			assert.InDelta(t, 1, sum, 1e-12, "bin %d", k)
		}
	}
	areas := b
	areas.Area = true
	for m, e := 70, areas.Edges(); m < 80; m++ { // wide ones: sums are areas, nearly
		sum := 0.0
		for _, v := range areas.Weights(n)[m*bins : (m+1)*bins] {
			sum += v * 16000 / n
		}
		assert.InDelta(t, 1, sum, 0.02, "%g Hz", e[m+1])
	}
}

func TestMelBankRefuses(t *testing.T) {
	f := Framing{Len: 64, Hop: 16}
	for want, b := range map[string]MelBank{
		"spectral: sampling rate of NaN Hz, want a positive one":              {Rate: math.NaN(), Bands: 1},
		"spectral: 0 mel bands, want 1 … 65536":                               {Rate: 1},
		"spectral: mel bands from 100 to 100 Hz, want a range within 0 … 500": {Rate: 1000, Bands: 1, Low: 100, High: 100},
		"spectral: mel bands from 0 to 501 Hz, want a range within 0 … 500":   {Rate: 1000, Bands: 1, High: 501},
		"spectral: mel bands from -1 to 500 Hz, want a range within 0 … 500":  {Rate: 1000, Bands: 1, Low: -1},
		"spectral: no mel scale is called MelScale(7)":                        {Rate: 1000, Bands: 1, Scale: 7},
	} {
		_, err := NewLogMel[float32](MelConfig{Framing: f, Bank: b})
		assert.EqualError(t, err, want)
	}
	bank := MelBank{Rate: 1000, Bands: 4}
	for want, c := range map[string]MelConfig{
		"spectral: a floor of 1e-40, want a normal positive number": {Framing: f, Bank: bank, Floor: 1e-40},
		"spectral: a floor of -1, want a normal positive number":    {Framing: f, Bank: bank, Floor: -1},
		"spectral: a floor of +Inf, want a normal positive number":  {Framing: f, Bank: bank, Floor: math.Inf(1)},
		"spectral: no unit of levels is called LogUnit(9)":          {Framing: f, Bank: bank, Unit: 9},
		"spectral: a hop of 0 samples, want 1 … 134217728":          {Framing: Framing{Len: 64}, Bank: bank},
	} {
		_, err := NewLogMel[float32](c)
		assert.EqualError(t, err, want)
	}
}
