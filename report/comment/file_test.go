package comment_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comment"
)

// everything is a comparison that has a finding of every kind.
func everything(t testing.TB) *comment.Run {
	t.Helper()
	row := func(name string, status wire.Status, note string, metrics ...ablation.Metric) ablation.Row {
		return ablation.Row{Package: "example.com/fft", Name: name, Procs: 1, Status: status, Note: note, Metrics: metrics}
	}
	metric := func(unit string, samples ...float64) ablation.Metric {
		return ablation.Metric{Unit: unit, N: len(samples), Samples: samples}
	}
	// around are ten values within a percent of their centre.
	around := func(unit string, center float64) ablation.Metric {
		m := ablation.Metric{Unit: unit, N: 10}
		for i := range m.N {
			m.Samples = append(m.Samples, center*(1+float64(i-5)/1000))
		}
		return m
	}
	environment := ablation.Environment{GOOS: "linux", GOARCH: "amd64", CPU: "Example CPU", Cores: 8, Go: "go1.26"}
	old := &ablation.Report{Environments: []ablation.Environment{environment}, Rows: []ablation.Row{
		row("FFT/n=64", wire.OK, "", around("sec/op", 1e-6), metric("B/op", 0), metric("rel-l2", 1e-7, 1e-7)),
		row("FFT/n=128", wire.OK, "", around("sec/op", 2e-6), around("steps", 10)),
		row("FFT/n=256", wire.OK, "", around("sec/op", 3e-6)),
		row("FFT/n=512", wire.OK, "", metric("sec/op", 1, 2), metric("rel-l2", 1e-7)),
		row("Breaks", wire.OK, "", around("sec/op", 1)),
		row("Mends", wire.Panic, "nil map"),
		row("FailsOn", wire.BenchFail, "wrong result"),
		row("Gone", wire.OK, "", around("sec/op", 1)),
	}}
	now := &ablation.Report{Environments: []ablation.Environment{environment}, Command: "go test -bench FFT -count 10", Rows: []ablation.Row{
		row("FFT/n=64", wire.OK, "", around("sec/op", 1.2e-6), metric("B/op", 16), metric("rel-l2", 3e-7, 3e-7)),
		row("FFT/n=128", wire.OK, "", around("sec/op", 1.5e-6), around("steps", 20)),
		row("FFT/n=256", wire.OK, "", around("sec/op", 3.001e-6)),
		row("FFT/n=512", wire.OK, "", metric("sec/op", 1, 2), metric("rel-l2", 1.5e-7)),
		row("Breaks", wire.OOM, "out of memory"),
		row("Mends", wire.OK, "", around("sec/op", 1)),
		row("FailsOn", wire.BenchFail, "wrong result"),
		row("Comes", wire.OK, "", around("sec/op", 1)),
	}, Problems: []ablation.Problem{{Where: "new.txt:7", Severity: "warning", Msg: "line is garbled"}}}
	return newRun(t, compare.Options{}, meta(), compare.Column{Label: "old.txt", Report: old}, compare.Column{Label: "new.txt", Report: now})
}

func fileOf(t testing.TB, r *comment.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, comment.WriteJSON(&b, r))
	return b.Bytes()
}

func TestFileGolden(t *testing.T) {
	fileGolden(t, "testdata/everything.json", fileOf(t, everything(t)))
	fileGolden(t, "testdata/bare.json", fileOf(t, comment.Bare(everything(t))))
}

func fileGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var want, is any
	require.NoError(t, json.Unmarshal(text, &want))
	require.NoError(t, json.Unmarshal(got, &is))
	assert.Equal(t, rounded(want), rounded(is))
}

// rounded cuts the numbers of a JSON value to nine digits: processors differ in
// the last ones, for some fuse a multiplication with the addition after it.
func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', 9, 64)
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = rounded(v[k])
		}
	}
	return v
}

// object is a part of a file that a test falsifies.
type object = map[string]any

// finding returns the first finding of the file that fits.
func finding(t *testing.T, file object, benchmark, unit string) object {
	t.Helper()
	for _, f := range file["findings"].([]any) {
		f := f.(object)
		if got, _ := f["unit"].(string); f["benchmark"] == benchmark && got == unit {
			return f
		}
	}
	require.Fail(t, "no such finding", "%s %s", benchmark, unit)
	return nil
}

// A file that says anything that a comparison could not have said is refused,
// whatever it is.
func TestReadJSONRefuses(t *testing.T) {
	whole := fileOf(t, comment.Bare(everything(t)))
	long := strings.Repeat("x", 501)
	slow := func(t *testing.T, f object) object { return finding(t, f, "FFT/n=64", "sec/op") }
	decision := func(t *testing.T, f object) object { return slow(t, f)["decision"].(object) }
	for name, c := range map[string]struct {
		falsify func(t *testing.T, f object)
		want    string
	}{
		"another version":        {func(t *testing.T, f object) { f["schema"] = 3 }, "schema"},
		"another tool":           {func(t *testing.T, f object) { f["tool"] = "other" }, "schema"},
		"a field more":           {func(t *testing.T, f object) { f["markdown"] = "# hello" }, "unknown field"},
		"a field more, deep":     {func(t *testing.T, f object) { decision(t, f)["markdown"] = "# hello" }, "unknown field"},
		"no key":                 {func(t *testing.T, f object) { delete(f, "key") }, "key"},
		"a key with markup":      {func(t *testing.T, f object) { f["key"] = "a --> @here" }, "key"},
		"a key too long":         {func(t *testing.T, f object) { f["key"] = strings.Repeat("k", 101) }, "key"},
		"pull below 0":           {func(t *testing.T, f object) { f["pull"] = -1 }, "pull"},
		"pull that is no number": {func(t *testing.T, f object) { f["pull"] = "12; rm" }, "pull"},
		"time in words":          {func(t *testing.T, f object) { f["time"] = "now" }, "time"},
		"time elsewhere":         {func(t *testing.T, f object) { f["time"] = "2026-03-01T12:00:00+01:00" }, "time"},
		"no head":                {func(t *testing.T, f object) { delete(f, "head") }, "head"},
		"no base":                {func(t *testing.T, f object) { delete(f, "base") }, "base"},
		"no policy":              {func(t *testing.T, f object) { delete(f, "policy") }, "policy"},
		"no findings":            {func(t *testing.T, f object) { delete(f, "findings") }, "findings"},
		"both kinds":             {func(t *testing.T, f object) { f["alone"] = object{} }, "alone"},
		"a commit in words":      {func(t *testing.T, f object) { f["head"].(object)["sha"] = "HEAD@{1}" }, "head.sha"},
		"a short commit":         {func(t *testing.T, f object) { f["head"].(object)["sha"] = "abc" }, "head.sha"},
		"a label too long":       {func(t *testing.T, f object) { f["base"].(object)["label"] = long }, "base.label has 501 characters"},
		"a CPU too long": {func(t *testing.T, f object) {
			f["head"].(object)["machines"] = []any{object{"cpu": long}}
		}, "head.machines"},
		"too many machines": {func(t *testing.T, f object) {
			f["head"].(object)["machines"] = make([]object, 17)
		}, "head.machines is 17"},
		"cores below 0": {func(t *testing.T, f object) {
			f["head"].(object)["machines"] = []any{object{"cores": -1}}
		}, "cores"},
		"too many notes":         {func(t *testing.T, f object) { f["notes"] = make([]string, 51) }, "notes"},
		"a note too long":        {func(t *testing.T, f object) { f["notes"] = []string{long} }, "notes"},
		"a severity of its own":  {func(t *testing.T, f object) { f["problems"].([]any)[0].(object)["severity"] = "@here" }, "severity"},
		"alpha of 0":             {func(t *testing.T, f object) { f["policy"].(object)["alpha"] = 0 }, "alpha"},
		"alpha above 1":          {func(t *testing.T, f object) { f["policy"].(object)["alpha"] = 2 }, "alpha"},
		"confidence of 0":        {func(t *testing.T, f object) { f["policy"].(object)["confidence"] = 0 }, "confidence"},
		"a correction in words":  {func(t *testing.T, f object) { f["policy"].(object)["correction"] = "trust me" }, "correction"},
		"a limit below 0":        {func(t *testing.T, f object) { f["policy"].(object)["limit"] = -1 }, "limit"},
		"an error factor of 0":   {func(t *testing.T, f object) { f["policy"].(object)["error_factor"] = 0 }, "error_factor"},
		"omitted below 0":        {func(t *testing.T, f object) { f["omitted"] = object{"worse": -1} }, "omitted"},
		"more than omitted":      {func(t *testing.T, f object) { f["omitted"] = object{"could_not": 1} }, "could_not"},
		"too many findings":      {func(t *testing.T, f object) { f["findings"] = make([]object, comment.Rows+1) }, "number of findings is 20001"},
		"a kind of its own":      {func(t *testing.T, f object) { slow(t, f)["kind"] = "terrible" }, "kind"},
		"a verdict of its own":   {func(t *testing.T, f object) { slow(t, f)["verdict"] = "terrible" }, "verdict"},
		"the other verdict":      {func(t *testing.T, f object) { slow(t, f)["verdict"] = "better" }, "verdict is not what its numbers give"},
		"a verdict hidden":       {func(t *testing.T, f object) { slow(t, f)["verdict"] = "no clear change" }, "verdict is not what its numbers give"},
		"a name too long":        {func(t *testing.T, f object) { slow(t, f)["benchmark"] = long }, "benchmark"},
		"a unit too long":        {func(t *testing.T, f object) { slow(t, f)["unit"] = long }, "unit"},
		"a direction of its own": {func(t *testing.T, f object) { slow(t, f)["better"] = 7 }, "better"},
		"a status of its own":    {func(t *testing.T, f object) { slow(t, f)["head"].(object)["status"] = "great" }, "head.status"},
		"n without a center":     {func(t *testing.T, f object) { delete(slow(t, f)["head"].(object), "center") }, "head has either"},
		"a center without n":     {func(t *testing.T, f object) { delete(slow(t, f)["head"].(object), "n") }, "head has either"},
		"n below 0":              {func(t *testing.T, f object) { slow(t, f)["head"].(object)["n"] = -5 }, "head.n"},
		"n that is no number":    {func(t *testing.T, f object) { slow(t, f)["head"].(object)["n"] = 1.5 }, "n"},
		"numbers of a failure":   {func(t *testing.T, f object) { slow(t, f)["head"].(object)["status"] = "panic" }, "not measured"},
		"no decision":            {func(t *testing.T, f object) { delete(slow(t, f), "decision") }, "decision"},
		"no side":                {func(t *testing.T, f object) { delete(slow(t, f), "base") }, "base"},
		"a batch as well":        {func(t *testing.T, f object) { slow(t, f)["max_batch"] = []int{1, 2} }, "max_batch"},
		"a rule of its own":      {func(t *testing.T, f object) { decision(t, f)["how"] = "feeling" }, "how"},
		"a reason of its own":    {func(t *testing.T, f object) { decision(t, f)["why"] = "because" }, "why"},
		"another reason":         {func(t *testing.T, f object) { decision(t, f)["why"] = "below_limit" }, "verdict"},
		"an excuse": {func(t *testing.T, f object) {
			decision(t, f)["why"], slow(t, f)["verdict"] = "other_cpu", "not comparable"
		}, "why"},
		"a test without p":      {func(t *testing.T, f object) { delete(decision(t, f), "p") }, "decision has some of p"},
		"p above 1":             {func(t *testing.T, f object) { decision(t, f)["p"] = 1.5 }, "p, adjusted"},
		"adjusted below p":      {func(t *testing.T, f object) { decision(t, f)["p"] = 0.9 }, "adjusted"},
		"adjusted out of reach": {func(t *testing.T, f object) { decision(t, f)["adjusted"] = 0.9 }, "adjusted"},
		"a ratio out of place":  {func(t *testing.T, f object) { decision(t, f)["ratio"] = 0.5 }, "interval"},
		"a ratio below 0":       {func(t *testing.T, f object) { decision(t, f)["lo"] = -1 }, "ratio"},
		"pairs that are not":    {func(t *testing.T, f object) { decision(t, f)["pairs"] = 3 }, "pairs"},
		"another family":        {func(t *testing.T, f object) { decision(t, f)["tests"] = 4 }, "tests"},
		"a limit out of reach":  {func(t *testing.T, f object) { decision(t, f)["limit"] = 0.5 }, "verdict"},
		"a floor out of reach":  {func(t *testing.T, f object) { decision(t, f)["floor"] = 0.5 }, "verdict"},
		"a test of counts":      {func(t *testing.T, f object) { finding(t, f, "FFT/n=64", "B/op")["decision"].(object)["how"] = "test" }, "why does not go"},
		"an error by count": {func(t *testing.T, f object) {
			finding(t, f, "FFT/n=64", "rel-l2")["decision"].(object)["how"] = "count"
		}, "how"},
		"an error that did not":    {func(t *testing.T, f object) { finding(t, f, "FFT/n=64", "rel-l2")["head"].(object)["center"] = 1e-7 }, "verdict"},
		"broken that works":        {func(t *testing.T, f object) { finding(t, f, "Breaks", "")["head"].(object)["status"] = "ok" }, "verdict"},
		"broken for the better":    {func(t *testing.T, f object) { finding(t, f, "Breaks", "")["verdict"] = "better" }, "verdict"},
		"mended that never failed": {func(t *testing.T, f object) { finding(t, f, "Mends", "")["base"].(object)["status"] = "skip" }, "verdict"},
		"removed that is there":    {func(t *testing.T, f object) { finding(t, f, "Gone", "")["head"].(object)["status"] = "ok" }, "verdict"},
		"added that was there":     {func(t *testing.T, f object) { finding(t, f, "Comes", "")["base"].(object)["status"] = "ok" }, "verdict"},
		"failing on no side": {func(t *testing.T, f object) {
			finding(t, f, "FailsOn", "")["head"].(object)["status"] = "skip"
			finding(t, f, "FailsOn", "")["base"].(object)["status"] = "skip"
		}, "verdict"},
		"a batch that grew smaller": {func(t *testing.T, f object) {
			f["findings"] = []object{{"kind": "grown", "verdict": "better", "benchmark": "x", "max_batch": []int{8, 4}}}
		}, "verdict"},
		"a batch of one side": {func(t *testing.T, f object) {
			f["findings"] = []object{{"kind": "shrunk", "verdict": "worse", "benchmark": "x", "max_batch": []int{8}}}
		}, "max_batch"},
	} {
		t.Run(name, func(t *testing.T) {
			var file object
			require.NoError(t, json.Unmarshal(whole, &file))
			c.falsify(t, file)
			text, err := json.Marshal(file)
			require.NoError(t, err)
			_, err = comment.ReadJSON(bytes.NewReader(text), compare.Options{})
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.want)
			assert.Less(t, len(err.Error()), 500)
		})
	}
}

func TestReadJSONRefusesText(t *testing.T) {
	whole := fileOf(t, everything(t))
	for name, text := range map[string]string{
		"nothing":         "",
		"blanks":          " \n",
		"another kind":    `{"Action":"run","Test":"BenchmarkX"}`,
		"a list":          "[]",
		"null":            "null",
		"markdown":        "# hello @here",
		"two files":       string(whole) + string(whole),
		"half a file":     string(whole[:len(whole)/2]),
		"no UTF-8":        strings.Replace(string(whole), "Example CPU", "Example \xff", 1),
		"beyond 8 MiB":    string(whole) + strings.Repeat(" ", comment.FileSize),
		"infinite number": strings.Replace(string(whole), `"alpha":0.05`, `"alpha":1e999`, 1),
		"NaN":             strings.Replace(string(whole), `"alpha":0.05`, `"alpha":NaN`, 1),
	} {
		_, err := comment.ReadJSON(strings.NewReader(text), compare.Options{})
		assert.ErrorContains(t, err, "run file: ", name)
	}
}

// An error must not carry a stranger's words where a log is read for commands.
func TestErrorsQuoteNothingAsItIs(t *testing.T) {
	_, err := comment.ReadJSON(strings.NewReader("{\"a\\n::error::b\\u001b[31m\":1}"), compare.Options{})
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "\n")
	assert.NotContains(t, err.Error(), "\x1b")
}

func FuzzReadJSON(f *testing.F) {
	f.Add(fileOf(f, everything(f)))
	f.Add(fileOf(f, comment.Bare(everything(f))))
	sweep := strings.NewReplacer(`"limit_sweep": false`, `"limit_sweep": true`, `"name":"FFT/n=64"`, `"name":"FFT/variant=a/dir=forward/n=64/batch=8/device=cpu"`,
		`"name":"FFT/n=128"`, `"name":"FFT/variant=a/dir=forward/n=64/batch=16/device=cpu","limiter":"memory"`)
	f.Add([]byte(sweep.Replace(string(fileOf(f, everything(f))))))
	f.Add(fileOf(f, newRun(f, compare.Options{}, meta(), readColumn(f, shared+"bench-output/outcomes.txt"))))
	f.Add([]byte(`{"schema":2,"tool":"benchx","key":"k","base":{"label":"a"},"head":{"label":"b"},"policy":{"alpha":0.05,"confidence":0.95,"correction":"bh",` +
		`"limit":0,"error_factor":1},"omitted":{"unclear":5,"could_not":2},"notes":["@here"],"findings":[{"kind":"shrunk","verdict":"worse","benchmark":"|","max_batch":[8,4]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		run, err := comment.ReadJSON(bytes.NewReader(text), compare.Options{})
		if err != nil {
			return
		}
		for _, size := range []int{2_000, comment.CommentSize} {
			md := comment.Markdown(run, comment.Options{Size: size})
			assert.LessOrEqual(t, len(md), size)
			checkStructure(t, string(md))
		}
		comment.Annotations(run)
		again, err := comment.ReadJSON(bytes.NewReader(fileOf(t, run)), compare.Options{})
		require.NoError(t, err)
		assert.Equal(t, fileOf(t, run), fileOf(t, again))
	})
}
