package ablation

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestJSONComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyReport(rapid.Bool().Draw(t, "samples")).Draw(t, "report")
		var b bytes.Buffer
		require.NoError(t, WriteJSON(&b, want))
		require.True(t, json.Valid(b.Bytes()))
		first := b.String()
		got, err := ReadJSON(&b)
		require.NoError(t, err)
		if len(want.Catalog) == 0 { // an empty list and none are the same
			want.Catalog = Catalog{}
		}
		same(t, want, got, true)

		b.Reset()
		require.NoError(t, WriteJSON(&b, got))
		assert.Equal(t, first, b.String(), "the same report, the same bytes")
	})
}

// sampleReport is a small study with one of everything.
func sampleReport() *Report {
	six := []float64{1.1e-6, 1e-6, 1.2e-6, 1e-6, 1.3e-6, 1.05e-6}
	sum := newSummarizer(0.95, nil)
	measuredRow := func(name string, scale float64, options ...rowOption) Row {
		samples := make([]float64, len(six))
		for i, x := range six {
			samples[i] = x * scale
		}
		r := row(name, options...)
		r.Metrics = append([]Metric{sum.metric(wire.UnitSecPerOp, samples)}, r.Metrics...)
		return r
	}
	r := reportOf(fftCatalog(),
		measuredRow("FFT/variant=gonum/dir=forward/n=64/batch=1/device=cpu", 2, relL2(1e-16), value(wire.UnitMaxErr, 2e-15), value(wire.UnitGFLOPS, 0.9)),
		measuredRow("FFT/variant=op_fft/dir=forward/n=64/batch=1/device=cpu", 1, relL2(7.5e-8), value(wire.UnitMaxErr, 9e-7),
			value(wire.UnitGFLOPS, 1.8), value(wire.UnitPlanSec, 3e-5), value(wire.UnitParams, 63), value(wire.UnitParamBytes, 504),
			value(wire.UnitScratchBytes, 256), value(wire.UnitHeldBytes, 1064), value(wire.UnitPeakBytes, 8280),
			value(wire.UnitBytesPerOp, 0), value(wire.UnitAllocsPerOp, 0), value("p99-sec", 2e-6), procs(2)),
		measuredRow("FFT/variant=op_fft/dir=forward/n=64/batch=8/device=cpu", 4, limited(wire.LimitCap)),
		row("FFT/variant=butterfly_q8/dir=forward/n=64/batch=8/device=cpu", failed(wire.BenchFail, "error 3.2 exceeds 0.1,\n\"bound\" of the case"), limited(wire.LimitFailure)),
		measuredRow("Encode/small", 3, pkg("example.org/x"), value("B/s", 3e8), env(1)),
	)
	r.Environments = []Environment{
		{GOOS: "linux", GOARCH: "amd64", CPU: "Xeon", Cores: 2, Go: "go1.26.8", Commit: "abc", Date: "2026-01-02T03:04:05Z", ISA: "avx2",
			Facts: []wire.Fact{{Key: "gpu0", Value: "none"}}},
		{GOOS: "darwin", GOARCH: "arm64", CPU: "M4"},
	}
	r.Units = []Unit{{Name: wire.UnitSecPerOp, Better: -1}, {Name: "B/s", Better: +1}}
	r.Preset, r.Command, r.ElapsedMS, r.Confidence = "demo", "go test -bench . ./fftbench", 1234.5, 0.95
	r.Problems = []Problem{{Where: "run.txt:7", Severity: "warning", Msg: "a line was lost"}}
	return r
}

func TestJSONGolden(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, sampleReport()))
	golden(t, "report.json", b.String())
}

func TestReadJSONTakesFieldsInAnyOrder(t *testing.T) {
	r, err := ReadJSON(strings.NewReader(`{"rows":[{"name":"X","procs":0,"metrics":[{"unit":"sec/op","median":1,"samples":[1, null ,3]}],"later":1}],
		"a new field":{"x":[1]},"schema":2}`))
	require.NoError(t, err)
	require.Len(t, r.Rows, 1)
	assert.Equal(t, wire.OK, r.Rows[0].Status)
	assert.Equal(t, 1, r.Rows[0].Procs)
	assert.Equal(t, 3, r.Rows[0].Metrics[0].N, "as many as there are samples")
	assert.Equal(t, []Environment{{}}, r.Environments)
}

func TestReadJSONErrors(t *testing.T) {
	for text, message := range map[string]string{
		``:                                "the JSON text ends in the middle",
		`[]`:                              "no ablation report: want a JSON object, found [",
		`7`:                               "want a JSON object, found 7",
		`{"schema":2}`:                    `no ablation report: the JSON object has no field "rows"`,
		`{"schema":2,"rows":[`:            "the JSON text ends in the middle",
		`{"schema":2,"rows":[{"name":"X"`: "rows[0]: the JSON text ends in the middle",
		`{"schema":3,"rows":[]}`:          "schema 3 is not known here",
		`{"schema":"two","rows":[]}`:      "schema: want a whole number, found string",
		`{"schema":2,"rows":7}`:           "rows: want an array, found 7",
		`{"schema":2,"rows":[7]}`:         "rows[0]: want an object, found number",
		`{"schema":2,"rows":[{},{"metrics":[{"unit":"x","median":"1"}]}]}`: "rows[1].metrics.median: want a number, found string",
		`{"schema":2,"rows":[{"metrics":[{"unit":"x","samples":7}]}]}`:     "samples: want an array, found number",
		`{"schema":2,"rows":[{"metrics":[{"unit":"x","samples":["1"]}]}]}`: `samples: "\"1\"" is no number`,
		`{"schema":2,"rows":[{"metrics":[{"median":1}]}]}`:                 "rows[0].metrics[0].unit: missing",
		`{"schema":2,"rows":[{"iters":-1}]}`:                               "rows[0].iters: -1 is no count",
		`{"schema":2,"rows":[{"metrics":[{"unit":"x","n":-5}]}]}`:          "rows[0].metrics[0].n: -5 is no count",
		`{"schema":2,"rows":[{"status":"fine"}]}`:                          `rows[0].status: no status "fine"`,
		`{"schema":2,"rows":[{"limiter":"x"}]}`:                            `rows[0].limiter: no limiter "x"`,
		`{"schema":2,"rows":[{"env":1}]}`:                                  "rows[0].env: no environment 1; the file has 1",
		`{"schema":2,"environments":{},"rows":[]}`:                         "environments: want an array, found object",
		`{"schema":2,"rows":[],"rows":[]}`:                                 "rows: the field stands twice",
		`{"schema":2,"rows":[]} {}`:                                        "something follows the JSON object",
		`{"schema":2,"rows":[nope]}`:                                       "no valid JSON at byte",
		`{"Time":"x","Action":"start"}` + "\n" + `{"Time":1}`:              "something follows",
	} {
		_, err := ReadJSON(strings.NewReader(text))
		assert.ErrorContains(t, err, message, text)
	}
}

func FuzzReadJSON(f *testing.F) {
	for _, name := range []string{"testdata/report.json", "testdata/legacy/ablation.json"} {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`{"schema":2,"rows":[{"metrics":[{"unit":"sec/op","samples":[1,null]}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ReadJSON(bytes.NewReader(text))
		if err != nil {
			return
		}
		exercise(t, r)
	})
}

// exercise does with a report what a program does, and reads it back.
func exercise(t *testing.T, r *Report) {
	s := NewStudy(r, StudyOptions{})
	assert.Len(t, s.Configs, len(r.Rows))
	var b bytes.Buffer
	require.NoError(t, WriteRowsCSV(&b, s))
	require.NoError(t, WriteMetaCSV(&b, r))
	require.NoError(t, WriteTop5CSV(&b, s))
	require.NoError(t, WriteLimitsCSV(&b, s))
	_, err := ReadCSV(writeFolder(t, r))
	require.NoError(t, err)
	b.Reset()
	require.NoError(t, WriteJSON(&b, r))
	again, err := ReadJSON(&b)
	require.NoError(t, err)
	assert.Len(t, again.Rows, len(r.Rows))
	_, err = Merge(r, again)
	require.NoError(t, err)
}
