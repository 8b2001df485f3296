package training_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

var nan = math.NaN()

// full has a value in every field.
func full() *training.Report {
	return &training.Report{
		Facts: []wire.Fact{{Key: "command", Value: `benchx train "x" <y>`}},
		Notes: []string{"One note."},
		Models: []training.Model{{
			ID: "domain_twiddle_n4", Variant: "domain_twiddle", N: 4, Batch: 8, Steps: 20, Seed: math.MaxUint64,
			Optimizer: "adam", Rate: 0.001, Start: "rounded", Data: "two tones", Objective: "mean square error",
			Params: []training.Params{{Kind: "angles", Count: 4, Bytes: 16}},
			Curve: training.Curve{Step: []int{0, 10, 20}, Seconds: []float64{0, 0.5, 1}, Series: []training.Series{
				{Name: training.HeldOutLoss, Values: []float64{1, nan, 0.1}},
			}},
			Scores: training.Scores{Metrics: []string{"relative L2", "max"}, Rows: []training.Score{
				{Name: training.Trained, Values: []float64{1e-9, 2}}, {Name: training.Exact, Values: []float64{nan, 1}},
			}},
			Maps:      []training.Map{{Kind: training.Gates, Stages: 2, Butterflies: 2, Values: []float64{1, 0, 0.5, nan}}},
			Profiles:  []training.Profile{{Name: "mask", Values: []float64{1, 0.25}}},
			Landscape: &training.Landscape{XLabel: "x", YLabel: "y", X: []float64{-1, 0, 1}, Y: []float64{-1, 1}, Z: [][]float64{{3, 1, 3}, {4, nan, 4}}},
		}},
		Regimes: []training.Regime{{
			Regime: "single_64", Schedule: "single", TrainSizes: []int{64}, N: 64, Steps: 9, Seconds: 0.5,
			EncoderMSE: 1, EncoderMax: 2, DecoderMSE: 3, DecoderMax: 4, RoundTripMSE: 5, RoundTripMax: 6, HeldOutMSE: nan,
			Converged: true, Checkpoint: "c",
		}},
	}
}

func written(t testing.TB, r *training.Report) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, training.Write(&b, r))
	return b.String()
}

func TestWriteThenRead(t *testing.T) {
	text := written(t, full())
	got, err := training.Read(strings.NewReader(text), "t.json")
	require.NoError(t, err)
	// NaN differs from itself, so the texts stand for the reports.
	assert.Equal(t, text, written(t, got))
	assert.Equal(t, full().Models[0].Params, got.Models[0].Params)
	assert.Equal(t, full().Facts, got.Facts)
	assert.Equal(t, uint64(math.MaxUint64), got.Models[0].Seed)
	assert.True(t, math.IsNaN(got.Models[0].Curve.Series[0].Values[1]), "null is NaN")
	assert.True(t, math.IsNaN(got.Regimes[0].HeldOutMSE))
	assert.Equal(t, []string{"One note."}, got.Notes)
}

func TestWriteForm(t *testing.T) {
	assert.Equal(t, "{\n \"schema\": 2,\n \"models\": []\n}\n", written(t, &training.Report{}))
	text := written(t, full())
	assert.Contains(t, text, `"values":[1,null,0.1]`)
	assert.Contains(t, text, `"seed":18446744073709551615`)
	assert.NotContains(t, text, "NaN")
}

func TestWriteRefusesWhatReadWould(t *testing.T) {
	r := full()
	r.Models[0].Maps[0].Values = r.Models[0].Maps[0].Values[:3]
	err := training.Write(new(bytes.Buffer), r)
	require.EqualError(t, err, "not a training report: models[0].maps[0].values: 3 values, want 2 stages × 2 butterflies = 4, stage by stage")
}

// Errors name the file, the place in it, what is wrong and what would be right.
func TestErrors(t *testing.T) {
	const head = `{"schema":2,"models":[{"id":"a","n":4,`
	for text, want := range map[string]string{
		``:                                     "the JSON text ends in the middle",
		`[]`:                                   "no training report: want a JSON object, found an array",
		`{"schema":2,"models":`:                "models: the JSON text ends in the middle",
		`{"schema":2,}`:                        "no valid JSON at byte",
		`{"schema":2,"models":[]} x`:           "one file holds one report",
		`{"schema":2}`:                         `has no field "models"; benchx train writes one`,
		`{"schema":2,"rows":[]}`:               "is an ablation report, which benchx report reads as its input",
		`{"schema":3,"models":[]}`:             "schema 3 is not known here (this program reads 2 and files without one)",
		`{"schema":"2","models":[]}`:           "schema: want a whole number, found a string",
		`{}`:                                   "neither \"models\" nor the rows of a training",
		`{"rows":[{"variant":"a","n_fft":4}]}`: "neither \"models\" nor the rows of a training",
		`{"schema":2,"models":{}}`:             "models: want an array, found an object",
		`{"schema":2,"models":[3]}`:            "models[0]: want an object, found 3",
		`{"schema":2,"models":[{}]}`:           "models[0].id: missing",
		`{"schema":2,"models":[{"id":"a","id":"b"}]}`:                       "models.id: the field stands twice",
		`{"schema":2,"models":[{"id":"a"}]}`:                                "models[0].n: 0 is no length",
		`{"schema":2,"models":[{"id":"a","n":4},{"id":"a","n":4}]}`:         `models[1].id: "a" is the id of models[0] too`,
		head + `"batch":-1}]}`:                                              "models[0].batch: want a whole number from 0 on, found -1",
		head + `"batch":1.5}]}`:                                             "models[0].batch: want a whole number from 0 on, found 1.5",
		head + `"rate":"fast"}]}`:                                           "models[0].rate: want a number or null, found a string",
		head + `"rate":1e999}]}`:                                            "models[0].rate: 1e999 is beyond",
		head + `"start":null}]}`:                                            "models[0].start: want a string, found null",
		head + `"curve":{"step":[0,1],"series":[{"values":[1]}]}}]}`:        "models[0].curve.series[0].values: 1 values, want one for each of the 2 steps",
		head + `"curve":{"step":[0,1],"seconds":[1]}}]}`:                    "models[0].curve.seconds: 1 values",
		head + `"curve":{"step":[1,1]}}]}`:                                  "models[0].curve.step[1]: step 1 comes after step 1",
		head + `"curve":{"step":[0],"series":[{"values":[true]}]}}]}`:       "models[0].curve.series[0].values[0]: want a number or null, found true",
		head + `"scores":{"metrics":["a"],"rows":[{"values":[]}]}}]}`:       "models[0].scores.rows[0].values: 0 values, want one for each of the 1 metrics",
		head + `"maps":[{"kind":"gate","stages":2,"butterflies":2}]}]}`:     "models[0].maps[0].values: 0 values, want 2 stages × 2 butterflies = 4",
		head + `"maps":[{"stages":9000000000,"butterflies":9000000000}]}]}`: "is no network",
		head + `"landscape":{"x":[0,1],"y":[0,1],"z":[[1,2]]}}]}`:           "models[0].landscape.z: 1 rows, want one for each of the 2 values of y",
		head + `"landscape":{"x":[0,1],"y":[0,1],"z":[[1,2],[1]]}}]}`:       "models[0].landscape.z[1]: 1 values, want one for each of the 2 values of x",
		head + `"landscape":{"x":[0,null],"y":[0,1],"z":[]}}]}`:             "models[0].landscape.x[1]: want finite distances that rise",
		head + `"landscape":{"x":[0],"y":[0,1],"z":[]}}]}`:                  "models[0].landscape.x: 1 values; a plane has two at least",
		`{"schema":2,"models":[],"regimes":[{"regime":"exact"}]}`:           "regimes[0]: a regime has a name and a length",
		`{"schema":2,"models":` + strings.Repeat("[", 40):                   "nested deeper than 16 levels",
	} {
		_, err := training.Read(strings.NewReader(text), "t.json")
		if assert.Error(t, err, text) {
			assert.True(t, strings.HasPrefix(err.Error(), "t.json: "), "%s: %v", text, err)
			assert.Contains(t, err.Error(), want, text)
		}
	}
}

func TestTooLarge(t *testing.T) {
	_, err := training.Read(strings.NewReader(`{"schema":2,"x":"`+strings.Repeat("x", 33<<20)+`"}`), "t.json")
	require.ErrorContains(t, err, "larger than 32 MiB")
}

// A newer program's fields are left out, and the report says so.
func TestUnknownFields(t *testing.T) {
	r, err := training.Read(strings.NewReader(`{"schema":2,"new":1,"models":[{"id":"a","n":4,"curve":{"colour":"red"}}]}`), "t.json")
	require.NoError(t, err)
	assert.Equal(t, []string{
		"The field models[0].curve.colour is not known to this program and was left out.",
		"The field new is not known to this program and was left out.",
	}, r.Notes)
	assert.True(t, math.IsNaN(r.Models[0].Rate), "what is absent is not known")

	var many strings.Builder
	for i := range 50 {
		many.WriteString(`,"f` + strings.Repeat("x", i) + `":0`)
	}
	r, err = training.Read(strings.NewReader(`{"schema":2,"models":[]`+many.String()+`}`), "t.json")
	require.NoError(t, err)
	require.Len(t, r.Notes, 21)
	assert.Equal(t, "30 more fields are not known to this program and were left out.", r.Notes[20])
}

func readFile(t *testing.T, name string) *training.Report {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	require.NoError(t, err)
	defer f.Close()
	r, err := training.Read(f, name)
	require.NoError(t, err)
	return r
}

// What the reference study's traces call by a wrong name is named for what it
// is, and what nobody measured is not there.
func TestLegacyTraces(t *testing.T) {
	r := readFile(t, "trace.json")
	require.Len(t, r.Models, 3)
	e2e, domain, unitary := r.Models[0], r.Models[1], r.Models[2]

	assert.Equal(t, []training.Params{{"twiddles", 24, 96}, {"gates", 12, 48}, {"freq_mask", 16, 64}, {"denoiser", 32, 128}, {"mel_filters", 200, 800}}, e2e.Params)
	assert.Equal(t, []string{"max error of the mel spectrum", "max error of the spectrum"}, e2e.Scores.Metrics)
	assert.Equal(t, []float64{0.25, 1.5}, e2e.Scores.Rows[0].Values)
	var names []string
	for _, s := range e2e.Curve.Series {
		names = append(names, s.Name)
	}
	assert.Equal(t, []string{"max error of the spectrum", "max error of the mel spectrum", "max error of the Welch density", "sum of the max errors", "mean gate"}, names)
	assert.Equal(t, []int{0, 40}, e2e.Curve.Step)
	assert.True(t, math.IsNaN(e2e.Curve.Series[2].Values[1]))
	require.Len(t, e2e.Maps, 1, "magnitudes of the exact table are no finding")
	assert.Equal(t, training.Gates, e2e.Maps[0].Kind)
	assert.Equal(t, 0.5, e2e.Maps[0].Values[11])
	assert.Empty(t, e2e.Profiles)
	require.NotNil(t, e2e.Landscape)
	assert.Equal(t, 3.0, e2e.Landscape.Z[1][2])

	assert.Equal(t, []string{"max error of the spectrum"}, domain.Scores.Metrics, "its mel error is that of the spectrum")
	require.Len(t, domain.Curve.Series, 1)
	assert.Equal(t, []float64{0.5, 0.25}, domain.Curve.Series[0].Values)
	require.Len(t, domain.Maps, 1)
	assert.Equal(t, training.MagnitudeError, domain.Maps[0].Kind)
	assert.Equal(t, 0.25, domain.Maps[0].Values[8])

	assert.Empty(t, unitary.Curve.Step, "a curve that was made up")
	assert.Equal(t, "|m00|, 1 at most", unitary.Maps[0].Kind)
	notes := strings.Join(r.Notes, "\n")
	for _, part := range []string{"not losses", `"butterfly_unitary_n8": its curve of two points was made up`, `"learned_e2e_n8_b2": its frequency mask is all 1`, "windowed twice", `"domain_twiddle_n8": its gates are all 1`} {
		assert.Contains(t, notes, part)
	}
}

// Errors of the round trip come n times too large.
func TestLegacyRegimes(t *testing.T) {
	r := readFile(t, "multi.json")
	require.Len(t, r.Regimes, 3)
	exact, single, mixed := r.Regimes[0], r.Regimes[1], r.Regimes[2]
	assert.Equal(t, 1.0, exact.RoundTripMax, "64/64")
	assert.Equal(t, 1.0, exact.RoundTripMSE, "4096/64²")
	assert.True(t, exact.Untrained())
	assert.Equal(t, training.Regime{
		Regime: "single_64", Schedule: "single", TrainSizes: []int{64}, N: 64, Steps: 500, Seconds: 1.25,
		EncoderMSE: 1e-6, EncoderMax: 0.01, DecoderMSE: 1e-6, DecoderMax: 0.02, RoundTripMSE: 2, RoundTripMax: 2, HeldOutMSE: 1,
		Checkpoint: "out/single_64",
	}, single)
	assert.Equal(t, 1.0, mixed.RoundTripMax)
	assert.True(t, math.IsNaN(mixed.RoundTripMSE), "null")
	assert.True(t, math.IsNaN(mixed.HeldOutMSE), "a mean over lengths cannot be put right")
	assert.Contains(t, r.Facts, wire.Fact{Key: "optimizer", Value: "sgd"})
	assert.Contains(t, r.Facts, wire.Fact{Key: "grad_clip", Value: "1.0"})
	assert.Contains(t, strings.Join(r.Notes, "\n"), "cannot be undone")
}

func TestLegacyEmpty(t *testing.T) {
	r, err := training.Read(strings.NewReader(`{"models":[]}`), "t.json")
	require.NoError(t, err)
	assert.Empty(t, r.Models)
}

// FuzzRead: nothing that a file can hold makes the reader panic, and what it
// takes, it takes back from its own file unchanged.
func FuzzRead(f *testing.F) {
	f.Add([]byte(written(f, full())))
	f.Add([]byte(`{"schema":2,"models":[{"id":"a","n":4,"maps":[{"kind":"gate","stages":1,"butterflies":2,"values":[1,null]}]}]}`))
	for _, name := range []string{"trace.json", "multi.json"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := training.Read(bytes.NewReader(text), "t.json")
		if err != nil {
			return
		}
		once := written(t, r)
		back, err := training.Read(strings.NewReader(once), "t.json")
		require.NoError(t, err)
		require.Equal(t, once, written(t, back))
	})
}
