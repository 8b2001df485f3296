package comment_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comment"
)

// slowed has two benchmarks that became 20 % slower, by options.
func slowed(t testing.TB, options compare.Options) *comment.Run {
	t.Helper()
	side := func(label string, factor float64) compare.Column {
		r := &ablation.Report{Environments: []ablation.Environment{{CPU: "one"}}}
		for _, name := range []string{"A", "B"} {
			m := ablation.Metric{Unit: wire.UnitSecPerOp, N: 10}
			for i := range m.N {
				m.Samples = append(m.Samples, factor*(1+float64(i)/1000))
			}
			r.Rows = append(r.Rows, ablation.Row{Package: "p", Name: name, Procs: 1, Status: wire.OK, Metrics: []ablation.Metric{m}})
		}
		return compare.Column{Label: label, Report: r}
	}
	return newRun(t, options, meta(), side("old", 1), side("new", 1.2))
}

// with returns options of a policy that differs from the default.
func with(change func(*compare.Options)) compare.Options {
	policy := compare.DefaultPolicy()
	o := compare.Options{Alpha: 0.05, Confidence: 0.95, Policy: &policy}
	change(&o)
	return o
}

func limitRule(benchmark string, limit float64) compare.Rule {
	return compare.Rule{Benchmark: regexp.MustCompile(benchmark), Limit: &limit}
}

func laxLimit(o *compare.Options) { o.Policy.Limit = 0.5 }

func ignoreAll(o *compare.Options) {
	o.Policy.Rules = []compare.Rule{{Benchmark: regexp.MustCompile("."), Ignore: true}}
}

func read(t *testing.T, run *comment.Run, options compare.Options) *comment.Run {
	t.Helper()
	back, err := comment.ReadJSON(bytes.NewReader(fileOf(t, run)), options)
	require.NoError(t, err)
	return back
}

// A policy under which nothing can be worse does not travel with the samples.
func TestLaxPolicyIsNotTheReaders(t *testing.T) {
	for name, lax := range map[string]func(*compare.Options){
		"limit 50 %": laxLimit, "1 rule": ignoreAll,
		"level 1e-12": func(o *compare.Options) { o.Alpha = 1e-12 },
	} {
		run := slowed(t, with(lax))
		require.Zero(t, run.Worse(), name)
		back := read(t, run, compare.Options{})
		assert.Equal(t, "2 slower", comment.Headline(back), name)
		assert.Equal(t, 2, back.Worse(), name)
		assert.True(t, back.Judged())
		assert.Nil(t, back.Asked)
		assert.Contains(t, said(back, comment.Options{}), "\nWhere it was measured the run was judged with "+name+"; here it was judged anew.\n")
		checkStructure(t, said(back, comment.Options{}))
	}
	back := read(t, slowed(t, compare.Options{}), with(laxLimit))
	assert.Equal(t, "2 no clear change", comment.Headline(back), "nor is a strict one")
}

// Noise that was measured beside the runs is no policy, and travels.
func TestFloorsTravel(t *testing.T) {
	floors := compare.Floors{{Package: "p", Benchmark: "A", Unit: wire.UnitSecPerOp}: 0.4}
	run := slowed(t, with(func(o *compare.Options) { o.Policy.Floors = floors }))
	require.Equal(t, "1 slower, 1 no clear change", comment.Headline(run))
	back := read(t, run, compare.Options{})
	assert.Equal(t, "1 slower, 1 no clear change", comment.Headline(back))
	assert.Equal(t, string(fileOf(t, run)), string(fileOf(t, back)))
	own := read(t, run, with(func(o *compare.Options) { o.Policy.Floors = compare.Floors{} }))
	assert.Equal(t, "2 slower", comment.Headline(own), "unless the reader has his own")
}

// Without samples the verdicts stand only if the reader's policy had given them.
func TestOtherPolicyWithoutSamples(t *testing.T) {
	twice := func(rules ...compare.Rule) func(*compare.Options) {
		return func(o *compare.Options) { o.Policy.Rules = rules }
	}
	none := func(*compare.Options) {}
	for name, c := range map[string]struct {
		made, asked func(*compare.Options)
		same        bool
		says        string
	}{
		"the same":       {none, none, true, ""},
		"the same rules": {twice(limitRule("p.A", 0.5)), twice(limitRule("A$", 0.5)), true, ""},
		"a lax limit": {laxLimit, none, false,
			"with limit 50 % in place of limit 3 %, and came without samples"},
		"a lax level":      {func(o *compare.Options) { o.Alpha = 0.01 }, none, false, "with level 0.01 in place of level 0.05"},
		"no correction":    {none, func(o *compare.Options) { o.Policy.Correction = compare.Uncorrected }, false, "correction Holm in place of correction not corrected"},
		"other intervals":  {none, func(o *compare.Options) { o.Confidence = 0.99 }, false, "95 % intervals in place of 99 % intervals"},
		"other machines":   {func(o *compare.Options) { o.Policy.AcrossMachines = true }, none, false, "times of different CPUs judged in place of"},
		"ignored rows":     {ignoreAll, none, false, "1 rule in place of 0 rules"},
		"other rules":      {twice(limitRule("A", 0.5)), twice(limitRule("B", 0.5)), false, "by other rules than asked for"},
		"rules to ignore":  {twice(limitRule("A", 0.5)), ignoreAll, false, "by other rules than asked for"},
		"pairs asked for":  {none, func(o *compare.Options) { o.Policy.Pairing = compare.Paired }, false, "by other rules"},
		"floors asked for": {none, func(o *compare.Options) { o.Policy.Floors = compare.Floors{} }, false, "by other rules"},
	} {
		run := comment.Bare(slowed(t, with(c.made)))
		back := read(t, run, with(c.asked))
		text := said(back, comment.Options{})
		assert.Equal(t, c.same, back.Judged(), name)
		if c.same {
			assert.Equal(t, said(run, comment.Options{}), text, name)
			continue
		}
		require.NotNil(t, back.Asked, name)
		assert.False(t, back.Quiet(), name)
		assert.True(t, strings.HasPrefix(text, "### benchx: no verdict, by another policy "), "%s: %s", name, text)
		assert.Contains(t, text, c.says, name)
		assert.Contains(t, said(back, comment.Options{Size: 2_000}), "**Another policy:**", "never cut")
		checkStructure(t, text)
	}
}

// Of rows that a file has no room for nobody knows by which rule they went.
func TestOmittedRowsKeepNoRules(t *testing.T) {
	run := comment.Bare(slowed(t, with(func(o *compare.Options) { o.Policy.Rules = []compare.Rule{limitRule("A", 0.5)} })))
	var file object
	require.NoError(t, json.Unmarshal(fileOf(t, run), &file))
	file["omitted"] = object{"unclear": 1}
	text, err := json.Marshal(file)
	require.NoError(t, err)
	back, err := comment.ReadJSON(bytes.NewReader(text), with(func(o *compare.Options) { o.Policy.Rules = []compare.Rule{limitRule("A", 0.5)} }))
	require.NoError(t, err)
	assert.False(t, back.Judged())
}

// A file with samples that says what no run can say is refused.
func TestReadJSONRefusesReports(t *testing.T) {
	whole := fileOf(t, slowed(t, with(func(o *compare.Options) {
		o.Policy.Floors = compare.Floors{{Package: "p", Benchmark: "A", Unit: wire.UnitSecPerOp}: 0.4}
	})))
	base := func(f object) object { return f["reports"].(object)["base"].(object) }
	floor := func(f object) object { return f["reports"].(object)["floors"].([]any)[0].(object) }
	for name, c := range map[string]struct {
		falsify func(f object)
		want    string
	}{
		"findings, too":           {func(f object) { f["findings"] = []object{} }, "both reports and what follows"},
		"counts, too":             {func(f object) { f["omitted"] = object{"worse": 1} }, "both reports and what follows"},
		"notes, too":              {func(f object) { f["notes"] = []string{"all is well"} }, "both reports and what follows"},
		"machines, too":           {func(f object) { f["head"].(object)["machines"] = []object{{"cpu": "x"}} }, "both reports and what follows"},
		"a command, too":          {func(f object) { f["base"].(object)["command"] = "x" }, "both reports and what follows"},
		"alone as well":           {func(f object) { f["alone"] = object{} }, "alone"},
		"no policy":               {func(f object) { delete(f, "policy") }, "policy"},
		"looks without end":       {func(f object) { f["policy"].(object)["looks"] = 101 }, "looks"},
		"one report":              {func(f object) { delete(f["reports"].(object), "head") }, "reports.head"},
		"another report":          {func(f object) { f["reports"].(object)["third"] = object{} }, "unknown field"},
		"a report of schema 1":    {func(f object) { delete(base(f), "schema") }, "reports.base"},
		"a report of schema 3":    {func(f object) { base(f)["schema"] = 3 }, "reports.base"},
		"no rows":                 {func(f object) { delete(base(f), "rows") }, "reports.base"},
		"too many rows":           {func(f object) { base(f)["rows"] = make([]object, comment.Rows+1) }, "number of rows is 20001"},
		"a status of its own":     {func(f object) { base(f)["rows"].([]any)[0].(object)["status"] = "great" }, "status"},
		"a place that is none":    {func(f object) { base(f)["rows"].([]any)[0].(object)["env"] = 7 }, "env"},
		"a unit of three sides":   {func(f object) { base(f)["units"] = []object{{"name": "sec/op", "better": 2}} }, "better"},
		"a severity of its own":   {func(f object) { base(f)["problems"] = []object{{"severity": "@here"}} }, "severity"},
		"a remark without weight": {func(f object) { base(f)["problems"] = []object{{"severity": "info"}} }, "severity"},
		"a floor below 0":         {func(f object) { floor(f)["floor"] = -1 }, "floors[0].floor"},
		"too many floors":         {func(f object) { f["reports"].(object)["floors"] = make([]object, comment.Rows+1) }, "floors is 20001"},
		"a floor with a field":    {func(f object) { floor(f)["markdown"] = "# hello" }, "unknown field"},
		"words for a sample": {func(f object) {
			base(f)["rows"].([]any)[0].(object)["metrics"].([]any)[0].(object)["samples"] = []string{"@here"}
		}, "reports.base"},
	} {
		var file object
		require.NoError(t, json.Unmarshal(whole, &file))
		c.falsify(file)
		text, err := json.Marshal(file)
		require.NoError(t, err)
		_, err = comment.ReadJSON(bytes.NewReader(text), compare.Options{})
		require.Error(t, err, name)
		assert.Contains(t, err.Error(), "run file: ", name)
		assert.Contains(t, err.Error(), c.want, name)
		assert.Less(t, len(err.Error()), 500, name)
		assert.NotContains(t, err.Error(), "\n", name)
	}
	_, err := comment.ReadJSON(bytes.NewReader(whole), compare.Options{Alpha: 2})
	assert.ErrorContains(t, err, "alpha")
}

// What makes a file too large with its samples is left out, and the findings
// stand.
func TestTooLargeForSamples(t *testing.T) {
	run := slowed(t, compare.Options{})
	assert.Contains(t, string(fileOf(t, run)), `"reports":{`)
	large := "Large/" + strings.Repeat("x", comment.FileSize/2)
	side := func(label string) compare.Column {
		return compare.Column{Label: label, Report: &ablation.Report{Environments: []ablation.Environment{{}},
			Rows: []ablation.Row{{Name: large, Procs: 1, Status: wire.OK, Metrics: []ablation.Metric{{Unit: "B/op", N: 1, Samples: []float64{8}}}}}}}
	}
	text := fileOf(t, newRun(t, compare.Options{}, meta(), side("old"), side("new")))
	assert.Less(t, len(text), 10_000)
	back, err := comment.ReadJSON(bytes.NewReader(text), compare.Options{})
	require.NoError(t, err)
	assert.Equal(t, "1 no clear change", comment.Headline(back))
}
