package study

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/training"
)

// What the page says of models is what the file says, best first.
func TestModels(t *testing.T) {
	p := modelsPage(t)
	doc := parse(t, render(t, p))
	trained := textOf(byID(t, doc, "trained"))
	for i, id := range []string{"butterfly_unitary_n64", "domain_twiddle_n64", "learned_e2e_n128_b8"} {
		assert.Contains(t, textOf(byID(t, doc, "model-"+string(rune('0'+i)))), id)
	}
	domain := textOf(byID(t, doc, "model-1"))
	for _, part := range []string{
		// 0.00317/0.00176 = 1.801, 0.00458/0.00176 = 2.602
		"Relative L2 error of the spectrum 1.76e-03, 1.80× less error than rounding, 2.60× less error than before training; the weights of theory have 8.40e-08.",
		"192 angles (192 B), 6 scales (24 B); 198 in all (216 B)", "400 in 840.0 ms", "adam, rate 0.003", "two tones between bins, with noise",
	} {
		assert.Contains(t, domain, part)
	}
	assert.Contains(t, textOf(byID(t, doc, "overview")), "butterfly_unitary_n64")
	assert.Contains(t, trained, "Held-out loss of all models")
	assert.Contains(t, textOf(byID(t, doc, "train-heat")), "At n = 32 single_32 is best")
	rows := rowsOf(t, doc, "train-table")
	require.Len(t, rows, 11)
	best := map[string]string{}
	for _, r := range rows {
		if r["best"] == "best" {
			best[r["n"]] += r["regime"]
		}
	}
	assert.Equal(t, map[string]string{"32": "single_32", "64": "single_64", "128": "mixed_random"}, best)
	assert.Equal(t, []string{"exact", "—"}, []string{rows[0]["regime"], rows[0]["seconds"]}, "nobody trained it")
	assert.Len(t, rowsOf(t, doc, "trained-table"), 3)
}

// The row that benchmarks have of a model stands beside it: same variant and n.
func TestModelsBesideTheirRows(t *testing.T) {
	p := modelsPage(t)
	doc := parse(t, render(t, p))
	assert.Contains(t, textOf(byID(t, doc, "model-1")), "benchmarked")
	assert.NotContains(t, textOf(byID(t, doc, "model-2")), "benchmarked", "no row of it")
	times := map[string]string{}
	for _, r := range rowsOf(t, doc, "trained-table") {
		times[r["model"]] = r["time"]
	}
	assert.Equal(t, "—", times["learned_e2e_n128_b8"])
	assert.NotEqual(t, "—", times["domain_twiddle_n64"])
}

func TestAgainstWords(t *testing.T) {
	for _, c := range []struct {
		trained, other float64
		want           string
	}{
		{1, 1.8, "1.80× less error than rounding"}, {2, 1, "2.00× more error than rounding"}, {1, 1.004, "about as much error as rounding"},
		{1, 1, "as much error as rounding"}, {0, 0, "as much error as rounding"}, {0, 1, "no error where rounding has 1.00e+00"},
		{1, 2e8, "less error than rounding, which has 2.00e+08"}, {1, 1e-6, "more error than rounding, which has 1.00e-06"},
		{1, 0, "more error than rounding, which has none"}, {-1, 2, "rounding has 2.00e+00"},
	} {
		assert.Equal(t, c.want, againstWords(c.trained, c.other, "rounding"))
	}
}

// Names are shown and never run; beyond the models with a part of their own the
// table has them all.
func TestStrangeModels(t *testing.T) {
	p := strangeModelsPage(t)
	doc := parse(t, render(t, p))
	text := textOf(doc)
	for _, name := range hostileNames() {
		if name != strings.Repeat("long", 1024) { // cut in the middle
			assert.Contains(t, text, show(name))
		}
	}
	for _, r := range []string{"\u202e", "\u2028", "\x00", "NaN", "+Inf"} {
		assert.False(t, strings.Contains(textOf(byID(t, doc, "trained")), r), "%q is shown", r)
	}
	assert.Contains(t, text, "The best 12 have a part of their own below; 12 are in the table alone.")
	data := unpacked(t, doc)
	assert.Equal(t, 24, data["trained-table"].Rows)
}

// Heights go by the logarithm where all are positive, and the ends are 0 and 1.
func TestSurface(t *testing.T) {
	s, ok := newSurface(&training.Model{ID: "a", Landscape: &training.Landscape{
		X: []float64{-1, 0, 3}, Y: []float64{0, 2}, Z: [][]float64{{1, 10, 100}, {math.NaN(), 1, 1}},
	}})
	require.True(t, ok)
	assert.Equal(t, []float64{-1, -0.5, 1}, s.X)
	assert.Equal(t, [2]float64{-0.5, -1}, s.Origin)
	assert.Equal(t, []float64{0, 0.5, 1}, []float64{*s.Z[0][0], *s.Z[0][1], *s.Z[0][2]})
	assert.Nil(t, s.Z[1][0])
	for _, z := range [][][]float64{{{0, 0}, {0, 0}}, {{1, 1}, {1, 1}}, {{-1, 1}, {math.Inf(1), 0}}, {{math.MaxFloat64, -math.MaxFloat64}, {0, 0}}} {
		s, ok := newSurface(&training.Model{Landscape: &training.Landscape{X: []float64{0, 5e-324}, Y: []float64{-math.MaxFloat64, math.MaxFloat64}, Z: z}})
		require.True(t, ok)
		_, err := json.Marshal(s)
		require.NoError(t, err)
	}
	_, ok = newSurface(&training.Model{Landscape: &training.Landscape{X: []float64{0, 1}, Y: []float64{0, 1}, Z: [][]float64{{math.NaN(), math.NaN()}, {math.NaN(), math.NaN()}}}})
	assert.False(t, ok)
}

func TestThinned(t *testing.T) {
	assert.Equal(t, []int{0, 1, 2}, thinned(3))
	many := thinned(1000)
	assert.Len(t, many, maxGrid)
	assert.Equal(t, 0, many[0])
	assert.Equal(t, 999, many[maxGrid-1])
}
