package plots

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/style"
)

func trainingReport(t testing.TB) *training.Report {
	t.Helper()
	f, err := os.Open("../../testdata/training/models.json")
	require.NoError(t, err)
	defer f.Close()
	r, err := training.Read(f, "models.json")
	require.NoError(t, err)
	return r
}

func TestTraining(t *testing.T) {
	figures, errs := Training(trainingReport(t), Options{})
	checkFigures(t, figures, errs)
	dumpFigures(t, "training", figures)
	assert.Equal(t, []string{
		"loss-all",
		"model-0-loss", "model-0-map-angle-error", "model-0-landscape",
		"model-1-loss", "model-1-map-angle-error", "model-1-map-magnitude-error", "model-1-landscape",
		"model-2-loss", "model-2-map-gate", "model-2-profile-frequency-mask", "model-2-landscape",
		"train-heat",
	}, figureNames(figures))
	for _, f := range figures {
		assert.Equal(t, SectionTrained, f.Section)
		assert.Less(t, len(f.PNG), 40<<10, f.Name)
	}
	assert.Equal(t, "The held-out loss of domain_twiddle_n64 goes from 2.10e-05 at step 0 to 3.12e-06 at step 400, in 840.0 ms.", find(t, figures, "model-1-loss").Caption)
	assert.Contains(t, find(t, figures, "model-2-map-gate").Caption, "7 stages of 64 butterflies")
	assert.Contains(t, find(t, figures, "model-1-landscape").Caption, "the trained weights stand at (0, 0)")
	// By hand: at n = 32 mixed_random has 1.9e-3·1.4, single_32 1.5e-3.
	assert.Contains(t, find(t, figures, "train-heat").Caption, "At n = 32 single_32 is best with 1.50e-03.")
	assert.NotContains(t, find(t, figures, "train-heat").Caption, "exact is best")
}

func TestTrainingOfNothing(t *testing.T) {
	figures, errs := Training(nil, Options{})
	assert.Empty(t, figures)
	assert.Empty(t, errs)
	figures, errs = Training(&training.Report{Models: []training.Model{{ID: "bare", N: 4}}, Regimes: []training.Regime{{Regime: "a", N: 4, RoundTripMax: math.NaN()}}}, Options{})
	assert.Empty(t, figures)
	assert.Empty(t, errs)
}

// More models than there is room for: the best have figures.
func TestTrainingIsBounded(t *testing.T) {
	r := &training.Report{}
	for i := range 40 {
		m := trainingReport(t).Models[0]
		m.ID, m.Maps, m.Landscape = strings.Repeat("x", i+1), nil, nil
		r.Models = append(r.Models, m)
	}
	figures, errs := Training(r, Options{})
	checkFigures(t, figures, errs)
	assert.Len(t, figures, 1+MaxModels)
}

// Butterflies that share a field show the one furthest from rest.
func TestBinned(t *testing.T) {
	p := &training.Map{Kind: training.Gates, Stages: 2, Butterflies: 4, Values: []float64{1, 0.5, 1, 1, math.NaN(), 1, math.NaN(), math.NaN()}}
	assert.Equal(t, 0.5, binned(p, 0, 0, 2))
	assert.Equal(t, 1.0, binned(p, 0, 1, 2))
	assert.Equal(t, 1.0, binned(p, 1, 0, 2))
	assert.True(t, math.IsNaN(binned(p, 1, 1, 2)))
	p.Kind = training.AngleError
	p.Values = []float64{-2, 1, 0, 0.5, 0, 0, 0, 0}
	assert.Equal(t, -2.0, binned(p, 0, 0, 2))
	assert.Equal(t, 0.5, binned(p, 0, 1, 2))
}

// What is called an error has theory in the middle of its colours, known kind or
// not.
func TestErrorsAreColouredAroundZero(t *testing.T) {
	for _, kind := range []string{training.AngleError, training.MagnitudeError, "mixing angle error"} {
		s := mapScale(&training.Map{Kind: kind, Stages: 1, Butterflies: 2, Values: []float64{-3, 1}})
		assert.Equal(t, []float64{-3, 3, 0}, []float64{s.lo, s.hi, s.rest}, kind)
		assert.Equal(t, style.Diverging(0.5), s.color(0), kind)
	}
	s := mapScale(&training.Map{Kind: "gain", Stages: 1, Butterflies: 2, Values: []float64{-3, 1}})
	assert.Equal(t, []float64{-3, 1}, []float64{s.lo, s.hi})
}

func TestBetween(t *testing.T) {
	assert.Equal(t, []float64{-0.5, 0.5, 2, 4}, between([]float64{0, 1, 3}))
}

// A plane whose ends float64 cannot part, or put a border around, is no figure.
func TestPlaneThatCannotBeDrawn(t *testing.T) {
	for _, x := range [][]float64{{-math.MaxFloat64, math.MaxFloat64}, {0, 5e-324}} {
		m := training.Model{ID: "a", N: 4, Landscape: &training.Landscape{X: x, Y: []float64{0, 1}, Z: [][]float64{{1, 2}, {3, 4}}}}
		figures, errs := Training(&training.Report{Models: []training.Model{m}}, Options{})
		assert.Empty(t, figures)
		assert.Empty(t, errs)
	}
}

// TestTrainingOfAnything: whatever numbers and names a file brings, figures come
// out or none, never a panic.
func TestTrainingOfAnything(t *testing.T) {
	skipShort(t)
	number := rapid.OneOf(rapid.SampledFrom(oddNumbers()), rapid.Float64())
	name := rapid.OneOf(rapid.SampledFrom(oddNames()), rapid.SampledFrom([]string{
		training.TrainLoss, training.HeldOutLoss, training.MeanGate, training.Gates, training.AngleError, training.MagnitudeError,
	}))
	rapid.Check(t, func(t *rapid.T) {
		values := func(n int) []float64 { return rapid.SliceOfN(number, n, n).Draw(t, "values") }
		m := training.Model{ID: name.Draw(t, "id"), Objective: name.Draw(t, "objective"), N: 8}
		r := &training.Report{}
		switch rapid.IntRange(0, 4).Draw(t, "part") { // one figure at a time: drawing is slow
		case 0:
			for i := range rapid.IntRange(0, 50).Draw(t, "steps") {
				m.Curve.Step = append(m.Curve.Step, i*i)
			}
			for range rapid.IntRange(0, 12).Draw(t, "series") {
				m.Curve.Series = append(m.Curve.Series, training.Series{Name: name.Draw(t, "series"), Values: values(len(m.Curve.Step))})
			}
		case 1:
			p := training.Map{Kind: name.Draw(t, "kind"), Stages: rapid.IntRange(1, 30).Draw(t, "stages"), Butterflies: rapid.IntRange(1, 20).Draw(t, "butterflies")}
			p.Values = values(p.Stages * p.Butterflies)
			m.Maps = []training.Map{p}
		case 2:
			m.Profiles = []training.Profile{{Name: name.Draw(t, "profile"), Values: values(rapid.IntRange(0, 50).Draw(t, "bins"))}}
		case 3:
			l := &training.Landscape{XLabel: name.Draw(t, "x"), X: rapid.SliceOfNDistinct(rapid.Float64Range(-1e300, 1e300), 2, 9, rapid.ID[float64]).Draw(t, "xs")}
			slices.Sort(l.X)
			l.Y = l.X
			for range l.Y {
				l.Z = append(l.Z, values(len(l.X)))
			}
			m.Landscape = l
		case 4:
			for i := range rapid.IntRange(0, 5).Draw(t, "regimes") {
				r.Regimes = append(r.Regimes, training.Regime{Regime: name.Draw(t, "regime"), N: i + 1, RoundTripMax: number.Draw(t, "error")})
			}
		}
		r.Models = []training.Model{m}
		figures, errs := Training(r, Options{})
		checkFigures(t, figures, errs)
	})
}
