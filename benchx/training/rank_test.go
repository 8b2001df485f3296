package training_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/training"
)

func scored(id string, metrics []string, values ...float64) training.Model {
	return training.Model{ID: id, N: 4, Scores: training.Scores{Metrics: metrics, Rows: []training.Score{{Name: training.Trained, Values: values}}}}
}

func TestRanked(t *testing.T) {
	mel, spectrum := []string{"mel", "spectrum"}, []string{"spectrum"}
	r := training.Report{Models: []training.Model{
		scored("mel, worse", mel, 2, 1), {ID: "no scores", N: 4}, scored("spectrum alone", spectrum, 0),
		scored("mel, unknown", mel, nan, 0), scored("mel, tie, worse next", mel, 1, 9), scored("mel, tie", mel, 1, 3),
	}}
	var ids []string
	for _, m := range r.Ranked() {
		ids = append(ids, m.ID)
	}
	assert.Equal(t, []string{"mel, tie", "mel, tie, worse next", "mel, worse", "mel, unknown", "spectrum alone", "no scores"}, ids)
}

// The untrained weights take no part: they would win every length.
func TestBestRegimes(t *testing.T) {
	r := training.Report{Regimes: []training.Regime{
		{Regime: training.Exact, N: 64, RoundTripMax: 0}, {Regime: "a", N: 64, RoundTripMax: 2}, {Regime: "b", N: 64, RoundTripMax: 1},
		{Regime: "c", N: 64, RoundTripMax: 1}, {Regime: "a", N: 128, RoundTripMax: nan}, {Regime: training.Exact, N: 128, RoundTripMax: 1},
	}}
	best := r.BestRegimes()
	assert.Len(t, best, 1)
	assert.Equal(t, "b", best[64].Regime)
}

func TestMerge(t *testing.T) {
	a, b := full(), full()
	b.Models[0].Steps = 99
	b.Models = append(b.Models, full().Models[0]) // one that a has
	b.Notes = []string{"Another note."}
	got := training.Merge(a, b)
	assert.Len(t, got.Models, 2)
	assert.Equal(t, "domain_twiddle_n4 (2)", got.Models[1].ID)
	assert.Equal(t, 99, got.Models[1].Steps)
	assert.Equal(t, []string{"One note.", "Another note."}, got.Notes)
	assert.Len(t, got.Regimes, 1)
	assert.Len(t, got.Facts, 1)
	assert.Equal(t, written(t, a), written(t, training.Merge(a)))
}
