package spectral

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// footprinted is a plan, or a stream of one.
type footprinted interface{ Footprint() fft.Footprint }

// checkAnatomy holds what describes a plan against the plan: both refuse, or
// what the plan holds is what the anatomy says.
func checkAnatomy(t require.TestingT, plan func() (footprinted, error), describe func() (*fft.Anatomy, error)) {
	p, planErr := plan()
	a, err := describe()
	if planErr != nil {
		require.EqualError(t, err, planErr.Error())
		return
	}
	require.NoError(t, err)
	require.Equal(t, p.Footprint(), a.Footprint())
	require.NoError(t, a.Check())
}

// drawLongFraming draws frames of lengths with and without lanes, of algorithms
// of all kinds.
func drawLongFraming(t *rapid.T, edges Edges) Framing {
	f := Framing{Edges: edges}
	f.Len = rapid.OneOf(
		rapid.SampledFrom([]int{2, 4, 8, 16, 32, 64, 128, 400, 480, 512, 1000, 1024, 4096, 32768, 65536}),
		rapid.IntRange(2, 3000),
	).Draw(t, "n")
	f.Hop = rapid.OneOf(rapid.IntRange(1, f.Len), rapid.IntRange(f.Len, 6*f.Len)).Draw(t, "hop")
	return f
}

func TestAnatomyOfSTFT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawLongFraming(t, drawEdges(t))
		checkAnatomy(t,
			func() (footprinted, error) { return NewSTFT[float32, complex64](f) },
			func() (*fft.Anatomy, error) { return DescribeSTFT[float32, complex64](f) })
		checkAnatomy(t,
			func() (footprinted, error) { return NewSTFT[float64, complex128](f) },
			func() (*fft.Anatomy, error) { return DescribeSTFT[float64, complex128](f) })
		s, err := NewSTFT[float32, complex64](f)
		require.NoError(t, err)
		checkAnatomy(t,
			func() (footprinted, error) { return s.Stream(), nil },
			func() (*fft.Anatomy, error) { return DescribeSTFTStream[float32](f) })
	})
}

func TestAnatomyOfLogMel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := MelConfig{Framing: drawLongFraming(t, drawEdges(t)), Bank: drawBank(t)}
		checkAnatomy(t,
			func() (footprinted, error) { return NewLogMel[float32](c) },
			func() (*fft.Anatomy, error) { return DescribeLogMel[float32](c) })
		checkAnatomy(t,
			func() (footprinted, error) { return NewLogMel[float64](c) },
			func() (*fft.Anatomy, error) { return DescribeLogMel[float64](c) })
		m, err := NewLogMel[float64](c)
		require.NoError(t, err)
		checkAnatomy(t,
			func() (footprinted, error) { return m.Stream(), nil },
			func() (*fft.Anatomy, error) { return DescribeLogMelStream[float64](c) })
	})
}

func drawBank(t *rapid.T) MelBank {
	return MelBank{
		Rate: 16000, Bands: rapid.IntRange(1, 130).Draw(t, "bands"),
		Low:   rapid.SampledFrom([]float64{0, 20, 133}).Draw(t, "low"),
		High:  rapid.SampledFrom([]float64{0, 4000, 8000}).Draw(t, "high"),
		Scale: rapid.SampledFrom([]MelScale{Slaney, HTK}).Draw(t, "scale"),
		Area:  rapid.Bool().Draw(t, "area"),
	}
}

func TestAnatomyOfPSD(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := PSDConfig{Framing: drawLongFraming(t, Inside), Rate: 1, Centred: rapid.Bool().Draw(t, "centred")}
		checkAnatomy(t,
			func() (footprinted, error) { return NewPSD[float32](c) },
			func() (*fft.Anatomy, error) { return DescribePSD[float32](c) })
		p, err := NewPSD[float64](c)
		require.NoError(t, err)
		checkAnatomy(t,
			func() (footprinted, error) { return p, nil },
			func() (*fft.Anatomy, error) { return DescribePSD[float64](c) })
		checkAnatomy(t,
			func() (footprinted, error) { return p.Stream(), nil },
			func() (*fft.Anatomy, error) { return DescribePSDStream[float64](c) })
	})
}

func TestAnatomyOfWelchAndPeaks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := drawLongFraming(t, Inside).Len
		checkAnatomy(t,
			func() (footprinted, error) { return NewRealWelch[float32](n, 1) },
			func() (*fft.Anatomy, error) { return DescribeRealWelch[float32](n, 1) })
		checkAnatomy(t,
			func() (footprinted, error) { return NewRealWelch[float64](n, 1) },
			func() (*fft.Anatomy, error) { return DescribeRealWelch[float64](n, 1) })
		segments := rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(t, "segments")
		checkAnatomy(t,
			func() (footprinted, error) { return NewPeaks[float32](n, 1, segments, 1) },
			func() (*fft.Anatomy, error) { return DescribePeaks[float32](n, 1, segments, 1) })
		checkAnatomy(t,
			func() (footprinted, error) { return NewGonumWelch[float32](n, 1) },
			func() (*fft.Anatomy, error) { return DescribeGonumWelch(n, 1) })
	})
}

func TestAnatomyOfFIR(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		taps := rapid.IntRange(1, 300).Draw(t, "taps")
		n := rapid.OneOf(rapid.Just(0), rapid.IntRange(2*taps, 3000)).Draw(t, "n")
		checkAnatomy(t,
			func() (footprinted, error) { return NewFIR[float32](make([]float64, taps), n) },
			func() (*fft.Anatomy, error) { return DescribeFIR[float32](taps, n) })
	})
}

// Plans over other transforms have those as parts of their own.
func TestAnatomyOverTransforms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, hop, bank := drawLongFraming(t, Inside).Len, rapid.IntRange(1, 99).Draw(t, "hop"), drawBank(t)
		transform, err := fft.New[complex64](n)
		require.NoError(t, err)
		inner, err := fft.Describe[complex64](n)
		require.NoError(t, err)
		checkAnatomy(t,
			func() (footprinted, error) { return NewWelch[float32](transform, 1) },
			func() (*fft.Anatomy, error) { return DescribeWelch[float32, complex64](n, inner, 1) })
		checkAnatomy(t,
			func() (footprinted, error) { return NewTwoPass[float32](transform, make([]float64, n)) },
			func() (*fft.Anatomy, error) { return DescribeTwoPass[float32, complex64](n, inner) })
		checkAnatomy(t,
			func() (footprinted, error) { return NewTextbook[float32](transform, hop) },
			func() (*fft.Anatomy, error) { return DescribeTextbook[float32, complex64](n, inner, hop) })
		checkAnatomy(t,
			func() (footprinted, error) { return NewTextbookMel[float32](transform, hop, bank, Ln) },
			func() (*fft.Anatomy, error) {
				return DescribeTextbookMel[float32, complex64](n, inner, hop, bank, Ln)
			})
		checkAnatomy(t,
			func() (footprinted, error) { return NewGonumFrames[float32](n, hop) },
			func() (*fft.Anatomy, error) { return DescribeGonumFrames(n, hop) })
		checkAnatomy(t,
			func() (footprinted, error) { return NewGonumMel[float32](n, hop, bank, Ln) },
			func() (*fft.Anatomy, error) { return DescribeGonumMel(n, hop, bank, Ln) })
	})
}

// What cannot be planned is not described either, for the same reason.
func TestAnatomyRefuses(t *testing.T) {
	bad, good := Framing{Len: 1, Hop: 1}, Framing{Len: 8, Hop: 4}
	bank := MelBank{Rate: 1000, Bands: 4}
	inner, err := fft.Describe[complex64](8)
	require.NoError(t, err)
	transform, err := fft.New[complex64](8)
	require.NoError(t, err)
	for _, c := range []struct {
		plan     func() (footprinted, error)
		describe func() (*fft.Anatomy, error)
	}{
		{func() (footprinted, error) { return NewSTFT[float64, complex64](good) },
			func() (*fft.Anatomy, error) { return DescribeSTFT[float64, complex64](good) }},
		{func() (footprinted, error) {
			return NewLogMel[float32](MelConfig{Framing: good, Bank: bank, Floor: -1})
		},
			func() (*fft.Anatomy, error) {
				return DescribeLogMel[float32](MelConfig{Framing: good, Bank: bank, Floor: -1})
			}},
		{func() (footprinted, error) { return NewPSD[float32](PSDConfig{Framing: good}) },
			func() (*fft.Anatomy, error) { return DescribePSD[float32](PSDConfig{Framing: good}) }},
		{func() (footprinted, error) { return NewRealWelch[float32](1, 1) },
			func() (*fft.Anatomy, error) { return DescribeRealWelch[float32](1, 1) }},
		{func() (footprinted, error) { return NewPeaks[float32](8, 9, 8, 1) },
			func() (*fft.Anatomy, error) { return DescribePeaks[float32](8, 9, 8, 1) }},
		{func() (footprinted, error) { return NewPeaks[float32](8, 1, 3, 1) },
			func() (*fft.Anatomy, error) { return DescribePeaks[float32](8, 1, 3, 1) }},
		{func() (footprinted, error) { return NewFIR[float32](nil, 0) },
			func() (*fft.Anatomy, error) { return DescribeFIR[float32](0, 0) }},
		{func() (footprinted, error) { return NewWelch[float64](transform, 1) },
			func() (*fft.Anatomy, error) { return DescribeWelch[float64, complex64](8, inner, 1) }},
		{func() (footprinted, error) { return NewTwoPass[float64](transform, make([]float64, 8)) },
			func() (*fft.Anatomy, error) { return DescribeTwoPass[float64, complex64](8, inner) }},
		{func() (footprinted, error) { return NewTextbookMel[float32](transform, 1, MelBank{}, Ln) },
			func() (*fft.Anatomy, error) {
				return DescribeTextbookMel[float32, complex64](8, inner, 1, MelBank{}, Ln)
			}},
		{func() (footprinted, error) { return NewGonumMel[float32](8, 1, bank, 9) },
			func() (*fft.Anatomy, error) { return DescribeGonumMel(8, 1, bank, 9) }},
		{func() (footprinted, error) { return NewGonumWelch[float32](8, 0) },
			func() (*fft.Anatomy, error) { return DescribeGonumWelch(8, 0) }},
	} {
		_, err := c.plan()
		require.Error(t, err)
		checkAnatomy(t, c.plan, c.describe)
	}
	_, err = DescribeSTFT[float32, complex64](bad)
	assert.EqualError(t, err, "spectral: frames of 1 samples, want 2 … 281474976710656")
	_, err = DescribeGonumWelch(1<<50, 1)
	assert.ErrorIs(t, err, fft.ErrSize)
}

// A day of sound at 48 kHz in one frame has no plan, but an anatomy.
func TestAnatomyOfLongFrames(t *testing.T) {
	const day = 48000 * 86400
	a, err := DescribeSTFT[float32, complex64](Framing{Len: day, Hop: day, Edges: Zeros}, fft.ForISA("AVX2+FMA"))
	require.NoError(t, err)
	require.NoError(t, a.Check())
	for _, h := range a.Holdings {
		switch h.Name {
		case "window", "frames":
			assert.EqualValues(t, 4*day, h.Bytes, h.Name)
		case "spectrum", "spectra":
			assert.EqualValues(t, 8*(day/2+1), h.Bytes, h.Name)
		case "samples kept":
			assert.EqualValues(t, 2*4*day, h.Bytes)
		case "edges":
			assert.EqualValues(t, 4*day/2, h.Bytes)
		}
	}
}

// The stages of frames of 64 float32 with AVX2, eight side by side: half as many
// complex numbers in a pass of radix 4 and one of 8, or one frame by itself.
func TestStagesOfSTFT(t *testing.T) {
	a, err := DescribeSTFT[float32, complex64](Framing{Len: 64, Hop: 16}, fft.ForISA("AVX2+FMA"))
	require.NoError(t, err)
	name := func(place int) string {
		switch place {
		case fft.InputRow:
			return "input"
		case fft.OutputRow:
			return "output"
		}
		return a.Holdings[place].Name
	}
	list := func(places []int) string {
		names := make([]string, len(places))
		for i, place := range places {
			names[i] = name(place)
		}
		return strings.Join(names, "+")
	}
	var lines []string
	for _, s := range a.Stages {
		if strings.HasPrefix(s.Name, "few.row.") {
			continue // of package fft
		}
		lines = append(lines, fmt.Sprintf("%s, %s: %s (%s) %s > %s", s.Block, s.Kind, s.Name, list(s.Reads), list(s.From), list(s.To)))
	}
	assert.Equal(t, []string{
		"frames, copy: keep () input > samples kept",
		"side by side, copy: fill () input+samples kept > samples of a short block",
		"side by side, window: window (window) input+samples kept+samples of a short block > frames",
		"side by side, radix 4: pass 1 (twiddles) frames > frames",
		"side by side, radix 8: pass 2 () frames > frames",
		"side by side, spectra: spectra (twiddles of the halves+order of the bins) frames > spectra",
		"side by side, transpose: spread () spectra > output",
		"one by one, window: few.window (few.window) input+samples kept > few.frames",
		"one by one, spectra: few.spectra () few.spectrum > few.spectra",
		"one by one, transpose: few.spread () few.spectra > output",
	}, lines)
}
