package fftbench

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// The truths about frames take other roads than package spectral; scipy and
// numpy are the witnesses for both.
func TestFrameTruthsEqualSciPy(t *testing.T) {
	text, err := os.ReadFile("../testdata/spectrogram/vectors.json")
	require.NoError(t, err)
	type frames struct {
		Name, Edges    string
		N, Hop, Frames int
		X, Window      []float64
		Re, Im, Level  []float64
	}
	var vectors struct{ STFT, Mel []frames }
	require.NoError(t, json.Unmarshal(text, &vectors))
	checked := 0
	for _, c := range vectors.STFT {
		if c.Edges != "inside" || c.Window != nil {
			continue
		}
		checked++
		for f := range c.Frames {
			for _, p := range []Precision{F32, F64} {
				hi, lo := frameSpectrum(c.X[f*c.Hop:][:c.N], p)
				for k := range c.N/2 + 1 {
					at := f*(c.N/2+1) + k
					assert.InDelta(t, c.Re[at], hi[2*k]+lo[2*k], 1e-14, c.Name)
					assert.InDelta(t, c.Im[at], hi[2*k+1]+lo[2*k+1], 1e-14, c.Name)
				}
			}
		}
	}
	for _, c := range vectors.Mel {
		if c.Name != "slaney_n256_study" {
			continue
		}
		checked++
		for _, p := range []Precision{F32, F64} {
			hi, lo := levels(c.X, p)
			require.Len(t, hi, len(c.Level))
			for b, want := range c.Level {
				assert.InDelta(t, want/math.Ln10, hi[b]+lo[b], 1e-13)
			}
		}
	}
	assert.Equal(t, 4, checked, "three kinds of spectra, one of levels")
}

// Frames overlap: each place has a truth of its own.
func TestVariantThatMixesUpFramesIsFound(t *testing.T) {
	plan, err := Cell{Variant: "stft_op_fft", Dir: "stft", N: 64, Precision: F32}.Plan()
	require.NoError(t, err)
	right := plan.(rowOp[float32])
	late := right
	late.apply = func(dst, signal []float32) error {
		return right.apply(dst, append(signal[right.hop:len(signal):len(signal)], make([]float32, right.hop)...))
	}
	for _, batch := range []int{1, 7, 40} {
		_, err = bind(t, right, NewLab(), batch).Errors()
		require.NoError(t, err)
		_, err = bind(t, late, NewLab(), batch).Errors()
		assert.ErrorContains(t, err, "wrong result", "batch %d", batch)
	}
}

func TestJudgeOfPeaks(t *testing.T) {
	truth := peaksTruth{
		hi: []float64{1, 8, 3, 6, 0}, lo: make([]float64, 5),
		peaks: []spectral.Peak[float64]{{Bin: 1, Power: 8}, {Bin: 3, Power: 6}},
	}
	assert.Equal(t, found{recall: 1}, truth.judge([]spectral.Peak[float64]{{Bin: 3, Power: 6}, {Bin: 1, Power: 8}}),
		"the order does not count")

	f := truth.judge([]spectral.Peak[float64]{{Bin: 1, Power: 8}, {Bin: 2, Power: 3}})
	assert.Equal(t, 0.5, f.recall)
	assert.Equal(t, 6.0, f.MaxErr, "bin 3 is missing")
	assert.InDelta(t, math.Sqrt(6*6+3*3)/10, f.RelL2, 1e-15)
	assert.Zero(t, f.powerDB)

	f = truth.judge([]spectral.Peak[float64]{{Bin: 1, Power: 0.8}, {Bin: 3, Power: 6}})
	assert.InDelta(t, 10, f.powerDB, 1e-12)
	assert.Equal(t, 1.0, f.recall)

	f = truth.judge([]spectral.Peak[float64]{{Bin: 0, Power: math.NaN()}, {Bin: 1, Power: math.NaN()}})
	assert.True(t, math.IsNaN(f.RelL2))
}

// Fewer segments cost accuracy, which the rows say.
func TestPeaksByFewerSegmentsAreLessExact(t *testing.T) {
	lab, errors := NewLab(), map[string]float64{}
	for _, variant := range []string{"peaks_op_fft", "peaks_fast", "peaks_ultra"} {
		plan, err := Cell{Variant: variant, Dir: "peaks", N: 1024, Precision: F64}.Plan()
		require.NoError(t, err)
		op := bind(t, plan, lab, 3)
		e, err := op.Errors()
		require.NoError(t, err)
		errors[variant] = e.RelL2
		metrics, err := op.Metrics()
		require.NoError(t, err)
		require.Len(t, metrics, 2)
		assert.Equal(t, "recall", metrics[0].Unit)
		assert.GreaterOrEqual(t, metrics[0].Value, 0.9)
	}
	assert.Less(t, errors["peaks_op_fft"], 1e-14)
	assert.Greater(t, errors["peaks_fast"], 1e-5)
	assert.Greater(t, errors["peaks_ultra"], errors["peaks_fast"])
}
