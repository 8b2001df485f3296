package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchmath"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// metric is what one unit of a row measured.
func metric(unit string, samples ...float64) ablation.Metric {
	return ablation.Metric{Unit: unit, N: len(samples), Samples: samples}
}

func okRow(pkg, name string, metrics ...ablation.Metric) ablation.Row {
	return ablation.Row{Package: pkg, Name: name, Procs: 1, Status: wire.OK, Metrics: metrics}
}

// column is a report of one environment that declares no unit but sec/op.
func column(label string, rows ...ablation.Row) compare.Column {
	return compare.Column{Label: label, Report: &ablation.Report{
		Environments: []ablation.Environment{{GOOS: "linux", GOARCH: "amd64", CPU: "one"}},
		Units:        []ablation.Unit{{Name: "sec/op", Better: -1}},
		Rows:         rows,
	}}
}

func around(center float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = center + float64(i)/1000
	}
	return x
}

func reports(t *testing.T, cols ...compare.Column) *compare.Result {
	t.Helper()
	res, err := compare.Reports(cols, compare.Options{})
	require.NoError(t, err)
	return res
}

// Whatever the samples, a cell holds what benchmath says of them.
func TestReportsEqualsBenchmath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.Custom(func(t *rapid.T) float64 {
			if rapid.Bool().Draw(t, "coarse") {
				return float64(rapid.IntRange(-2, 4).Draw(t, "value"))
			}
			return rapid.Float64Range(-1e3, 1e3).Draw(t, "value")
		})
		size := rapid.IntRange(1, 12)
		was := rapid.SliceOfN(values, 1, size.Draw(t, "most")).Draw(t, "was")
		is := rapid.SliceOfN(values, len(was), len(was)).Draw(t, "is") // see TestUTestGivesNoImpossibleP for other sizes
		exact := rapid.Bool().Draw(t, "exact")
		alpha := rapid.SampledFrom([]float64{0.001, 0.05, 0.1, 0.5}).Draw(t, "alpha")
		confidence := rapid.SampledFrom([]float64{0.5, 0.95, 0.99}).Draw(t, "confidence")

		cols := []compare.Column{
			column("was", okRow("p", "A", metric("u", was...))),
			column("is", okRow("p", "A", metric("u", is...))),
		}
		cols[0].Report.Units = []ablation.Unit{{Name: "u", Exact: exact}}
		res, err := compare.Reports(cols, compare.Options{Alpha: alpha, Confidence: confidence})
		require.NoError(t, err)
		cells := res.Tables[0].Rows[0].Cells

		assume := benchmath.Assumption(benchmath.AssumeNothing)
		if exact {
			assume = benchmath.AssumeExact
		}
		th := &benchmath.Thresholds{CompareAlpha: alpha}
		s1, s2 := benchmath.NewSample(append([]float64(nil), was...), th), benchmath.NewSample(append([]float64(nil), is...), th)
		for i, s := range []*benchmath.Sample{s1, s2} {
			sum := assume.Summary(s, confidence)
			require.Equal(t, s.Values, cells[i].Samples)
			require.Equal(t, []any{sum.Center, sum.Lo, sum.Hi}, []any{cells[i].Center, cells[i].Lo, cells[i].Hi})
			require.Equal(t, texts(sum.Warnings), cells[i].Warnings)
		}
		cmp := assume.Compare(s1, s2)
		require.Equal(t, []any{cmp.N1, cmp.N2, cmp.Alpha}, []any{cells[1].BaseN, cells[1].N, cells[1].Alpha})
		require.InDelta(t, cmp.P, cells[1].P, 1e-11*cmp.P)
		require.Equal(t, texts(cmp.Warnings), cells[1].TestWarnings)
	})
}

func texts(warnings []error) (out []string) {
	for _, w := range warnings {
		out = append(out, w.Error())
	}
	return out
}

func TestTablesComeInTheOrderOfTheInput(t *testing.T) {
	a := column("a",
		okRow("z", "B", metric("sec/op", 1), metric("B/op", 1)),
		okRow("a", "B", metric("own", 1), metric("sec/op", 1)),
		okRow("z", "A", metric("sec/op", 1)))
	b := column("b",
		okRow("z", "C", metric("sec/op", 1)),
		okRow("z", "A", metric("sec/op", 1)),
		okRow("m", "A", metric("sec/op", 1)))
	res := reports(t, a, b)
	var tables []string
	for _, table := range res.Tables {
		line := table.Config[2].Value + " " + table.Unit + ":"
		for _, row := range table.Rows {
			line += " " + row.Name
		}
		tables = append(tables, line)
	}
	assert.Equal(t, []string{"z sec/op: B A C", "z B/op: B", "a sec/op: B", "a own: B", "m sec/op: A"}, tables)
	assert.Equal(t, []string{"sec/op", "B/op", "own"}, res.Units())
}

func TestVerdictKnowsTheDirection(t *testing.T) {
	for _, c := range []struct {
		better  int
		exact   bool
		was, is []float64
		want    compare.Verdict
	}{
		{-1, false, around(10, 6), around(12, 6), compare.Worse},
		{-1, false, around(12, 6), around(10, 6), compare.Better},
		{+1, false, around(10, 6), around(12, 6), compare.Better},
		{+1, false, around(12, 6), around(10, 6), compare.Worse},
		{0, false, around(10, 6), around(12, 6), compare.Changed},
		{+1, false, around(-10, 6), around(-12, 6), compare.Worse}, // the ratio grew, the value fell
		{-1, false, around(10, 6), around(10.001, 6), compare.Unclear},
		{-1, false, around(10, 3), around(12, 3), compare.Incomparable}, // three cannot tell
		{-1, false, around(10, 3), around(12, 9), compare.Worse},        // three against nine can
		{-1, true, []float64{7}, []float64{8}, compare.Worse},
		{-1, true, []float64{7}, []float64{7}, compare.Unclear},
		{-1, false, []float64{5, 5, 5, 5}, []float64{5, 5, 5, 5}, compare.Unclear},
		{-1, false, []float64{0, 0, 0, 0}, []float64{1, 1, 1, 1}, compare.Worse},
	} {
		a, b := column("a", okRow("p", "A", metric("u", c.was...))), column("b", okRow("p", "A", metric("u", c.is...)))
		b.Report.Units = []ablation.Unit{{Name: "u", Better: c.better, Exact: c.exact}}
		res := reports(t, a, b)
		assert.Equal(t, c.want, res.Tables[0].Rows[0].Cells[1].Verdict, "%+v", c)
		assert.Equal(t, compare.None, res.Tables[0].Rows[0].Cells[0].Verdict)
	}
}

func TestDeltaFromZero(t *testing.T) {
	res := reports(t,
		column("a", okRow("p", "A", metric("u", 0, 0, 0, 0)), okRow("p", "B", metric("u", 0)), okRow("p", "C", metric("u", 0))),
		column("b", okRow("p", "A", metric("u", 2, 2, 2, 2)), okRow("p", "B", metric("u", 0)), okRow("p", "C", metric("u", -1))))
	rows := res.Tables[0].Rows
	assert.Equal(t, math.Inf(1), rows[0].Cells[1].Delta)
	assert.Zero(t, rows[1].Cells[1].Delta)
	assert.Equal(t, math.Inf(-1), rows[2].Cells[1].Delta)
	assert.True(t, math.IsNaN(res.Tables[0].Geomean[1].Ratio))
}

// What is no number never reaches a median.
func TestNonFiniteValuesAreLeftOut(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	res := reports(t,
		column("a", okRow("p", "A", metric("u", 1, nan, 3, inf, 2)), okRow("p", "B", metric("u", nan)), okRow("p", "C", metric("v", nan))),
		column("b", okRow("p", "A", metric("u", 1, 2, 3)), okRow("p", "B", metric("u", 4))))
	require.Len(t, res.Tables, 1, "nothing finite in v")
	rows := res.Tables[0].Rows
	require.Len(t, rows, 2)
	a := rows[0].Cells[0]
	assert.Equal(t, []float64{1, 2, 3}, a.Samples)
	assert.Equal(t, 2.0, a.Center)
	assert.Contains(t, a.Warnings, "2 values that are no finite number left out")
	assert.False(t, rows[1].Cells[0].Present)
	assert.Equal(t, wire.OK, rows[1].Cells[0].Status)
}

func TestFailedBenchmarksKeepTheirRow(t *testing.T) {
	failed := func(name string, s wire.Status, note string) ablation.Row {
		return ablation.Row{Package: "p", Name: name, Procs: 4, Status: s, Note: note}
	}
	ok := func(name string) ablation.Row {
		r := okRow("p", name, metric("B/op", around(3, 6)...), metric("sec/op", around(1, 6)...))
		r.Procs = 4
		return r
	}
	res := reports(t,
		column("a", ok("Fine"), failed("Dead", wire.Panic, "index out of range"), ok("Broken"), failed("Skipped", wire.Skip, "")),
		column("b", ok("Fine"), failed("Dead", wire.Timeout, ""), failed("Broken", wire.BenchFail, "rel-l2 too large"), failed("Skipped", wire.Skip, "")))
	require.Len(t, res.Tables, 2)
	bytes, time := res.Tables[0], res.Tables[1]
	assert.Equal(t, []string{"Fine-4", "Broken-4"}, rowNames(bytes))
	assert.Equal(t, []string{"Fine-4", "Dead-4", "Broken-4"}, rowNames(time), "what worked nowhere stands with the times")

	dead, broken := time.Rows[1].Cells, time.Rows[2].Cells
	assert.Equal(t, wire.Panic, dead[0].Status)
	assert.Equal(t, "index out of range", dead[0].Note)
	assert.Equal(t, wire.Timeout, dead[1].Status)
	assert.False(t, dead[1].Present)
	assert.Equal(t, compare.Incomparable, dead[1].Verdict)
	assert.Equal(t, wire.BenchFail, broken[1].Status)
	assert.True(t, broken[0].Present)
	assert.Equal(t, 2, time.Geomean[0].Count, "failures do not count")
	assert.Equal(t, []string{
		"1 benchmark failed in a: Dead-4 (panic: index out of range)",
		"2 benchmarks failed in b: Dead-4 (timeout), Broken-4 (bench_fail: rel-l2 too large)",
	}, res.RowNotes)
}

func rowNames(table compare.Table) (names []string) {
	for _, r := range table.Rows {
		names = append(names, r.Name)
	}
	return names
}

func TestRowsOnOneSideAreNoted(t *testing.T) {
	res := reports(t,
		column("old.txt", okRow("p", "Both", metric("u", 1)), okRow("p", "Gone", metric("u", 1))),
		column("new.txt", okRow("p", "Both", metric("u", 1)), okRow("q", "Added", metric("u", 1))))
	assert.Equal(t, []string{
		"1 benchmark in old.txt but not in new.txt: p.Gone",
		"1 benchmark in new.txt but not in old.txt: q.Added",
	}, res.RowNotes)
	added := res.Tables[1].Rows[0].Cells
	assert.Equal(t, wire.Status(""), added[0].Status)
	assert.Equal(t, compare.Incomparable, added[1].Verdict)
	assert.Equal(t, []string{"benchmark set differs from baseline; geomeans may not be comparable"},
		reports(t, column("a", okRow("p", "A", metric("u", 1)), okRow("p", "B", metric("u", 1))), column("b", okRow("p", "A", metric("u", 1)))).
			Tables[0].Geomean[1].Warnings)
}

// Two machines: benchstat prints tables apart, and nothing compares.
func TestAnotherCPUIsComparedWithANote(t *testing.T) {
	a := column("a", okRow("p", "A", metric("sec/op", around(1, 6)...)))
	b := column("b", okRow("p", "A", metric("sec/op", around(2, 6)...)))
	b.Report.Environments[0].CPU = "two"
	res := reports(t, a, b)
	require.Len(t, res.Tables, 1)
	cell := res.Tables[0].Rows[0].Cells[1]
	assert.Equal(t, []any{compare.Incomparable, compare.WhyOtherCPU}, []any{cell.Verdict, cell.Decision.Why})
	assert.InDelta(t, 1, cell.Delta, 1e-2, "the numbers are there all the same")
	asked := compare.DefaultPolicy()
	asked.AcrossMachines = true
	res, err := compare.Reports([]compare.Column{a, b}, compare.Options{Policy: &asked})
	require.NoError(t, err)
	assert.Equal(t, compare.Worse, res.Tables[0].Rows[0].Cells[1].Verdict)
	assert.Equal(t, []string{"b ran on another CPU (two): a difference may be the machine's, not the code's"}, res.Tables[0].Notes)
	assert.Equal(t, []string{"b ran on another CPU (two) than the column it is compared with (one): a difference may be the machine's, not the code's"}, res.Notes)

	// But where the base knows both CPUs, each goes with its own.
	both := column("a", okRow("p", "A", metric("sec/op", 1)), okRow("p", "A", metric("sec/op", 5)))
	both.Report.Environments = append(both.Report.Environments, ablation.Environment{GOOS: "linux", GOARCH: "amd64", CPU: "two"})
	both.Report.Rows[1].Env = 1
	res = reports(t, both, b)
	require.Len(t, res.Tables, 2)
	assert.Equal(t, "two", res.Tables[1].Config[3].Value)
	assert.True(t, res.Tables[1].Rows[0].Cells[1].Present)
	assert.Empty(t, res.Tables[1].Notes)

	// Another operating system is another table, as with benchstat.
	b.Report.Environments[0].GOOS = "darwin"
	assert.Len(t, reports(t, a, b).Tables, 2)
}

func TestCircumstancesAreNoted(t *testing.T) {
	a, b := column("a", okRow("p", "A", metric("u", 1))), column("b", okRow("p", "A", metric("u", 1)))
	a.Report.Environments[0] = ablation.Environment{Go: "go1.26.0", Cores: 2, Commit: "abc", ISA: "avx2"}
	b.Report.Environments[0] = ablation.Environment{Go: "go1.27.0", Cores: 8, Commit: "def", ISA: "avx2"}
	b.Report.Incomplete = true
	assert.Equal(t, []string{
		"b ends in the middle of a run: benchmarks may be missing",
		"b was measured with another toolchain (go1.27.0) than a (go1.26.0)",
		"b was measured with another number of cores (8) than a (2)",
	}, reports(t, a, b).Notes)
}

func TestAnotherGOMAXPROCSIsNoted(t *testing.T) {
	a, b := column("a", okRow("p", "A", metric("u", 1)), okRow("p", "B", metric("u", 1))), column("b", okRow("p", "A", metric("u", 1)))
	assert.Empty(t, reports(t, a, a).Notes)
	b.Report.Rows[0].Procs = 8
	assert.Contains(t, reports(t, a, b).Notes, "b ran with GOMAXPROCS 8 and a with 1: only benchmarks of the same are compared")
}

func TestRunsOfOneColumnArePooled(t *testing.T) {
	a := column("a", okRow("p", "A", metric("sec/op", 1, 3)), okRow("p", "A", metric("sec/op", 2)))
	a.Report.Environments = []ablation.Environment{{GOOS: "linux", Commit: "abc"}, {GOOS: "linux", Commit: "def"}}
	a.Report.Rows[1].Env = 1
	cell := reports(t, a).Tables[0].Rows[0].Cells[0]
	assert.Equal(t, []float64{1, 2, 3}, cell.Samples)
	assert.Equal(t, "samples of several runs pooled, which differ in commit", cell.Warnings[0])
	assert.Equal(t, []float64{1, 3}, a.Report.Rows[0].Metrics[0].Samples, "the input is left alone")
}

// A table read from CSV has medians, but no samples.
func TestMediansWithoutSamples(t *testing.T) {
	bare := func(m float64, n int) ablation.Metric {
		return ablation.Metric{Unit: "sec/op", Median: m, Lo: m - 1, Hi: m + 1, N: n}
	}
	cell := reports(t, column("a", okRow("p", "A", bare(10, 6))), column("b", okRow("p", "A", bare(12, 6)))).Tables[0].Rows[0].Cells[1]
	assert.Equal(t, []any{12.0, 11.0, 13.0, 6}, []any{cell.Center, cell.Lo, cell.Hi, cell.N})
	assert.InDelta(t, 0.2, cell.Delta, 1e-15)
	assert.Equal(t, compare.Incomparable, cell.Verdict)
	assert.Contains(t, cell.Warnings, "samples were not kept: differences cannot be tested")

	one := reports(t, column("a", okRow("p", "A", bare(10, 1)))).Tables[0].Rows[0].Cells[0]
	assert.Equal(t, []float64{10}, one.Samples, "one sample is its own median")
}

func TestReportsRejectsWrongCalls(t *testing.T) {
	fine := column("a")
	for _, c := range []struct {
		cols []compare.Column
		opt  compare.Options
		want string
	}{
		{nil, compare.Options{}, "no report"},
		{[]compare.Column{{Label: "x"}}, compare.Options{}, `column 1 ("x") has no report`},
		{[]compare.Column{fine}, compare.Options{Alpha: 2}, "alpha must be above 0 and at most 1, not 2"},
		{[]compare.Column{fine}, compare.Options{Alpha: math.NaN()}, "alpha must be"},
		{[]compare.Column{fine}, compare.Options{Confidence: -1}, "confidence must be above 0"},
	} {
		_, err := compare.Reports(c.cols, c.opt)
		assert.ErrorContains(t, err, c.want)
	}
	res := reports(t, fine, fine)
	assert.Empty(t, res.Tables)
	policy := compare.DefaultPolicy()
	assert.Equal(t, compare.Options{Alpha: 0.05, Confidence: 0.95, Policy: &policy, Layout: compare.DefaultLayout()}, res.Options)
	assert.Equal(t, "a has no benchmark results", res.Notes[0])
}

func TestTally(t *testing.T) {
	res := reports(t,
		column("a", okRow("p", "A", metric("sec/op", around(1, 6)...)), okRow("q", "B", metric("sec/op", around(2, 6)...)), okRow("q", "C", metric("sec/op", 1))),
		column("b", okRow("p", "A", metric("sec/op", around(2, 6)...)), okRow("q", "B", metric("sec/op", around(1, 6)...)), okRow("q", "C", metric("sec/op", 2))))
	got := res.Tally(1, "sec/op")
	assert.Equal(t, compare.Tally{Better: 1, Worse: 1, Incomparable: 1}, got)
	assert.Equal(t, 2, got.Compared())
	assert.Zero(t, res.Tally(1, "B/op"))
}

// manyRows makes a column of n benchmarks with 10 samples in 3 units.
func manyRows(label string, n int, factor float64) compare.Column {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	rows := make([]ablation.Row, n)
	for i := range rows {
		var m [3]ablation.Metric
		for u, unit := range []string{"sec/op", "B/op", "allocs/op"} {
			x := make([]float64, 10)
			for j := range x {
				x[j] = factor * (1 + rng.Float64()/20)
				if u > 0 {
					x[j] = float64(rng.IntN(3)) // ties
				}
			}
			m[u] = metric(unit, x...)
		}
		rows[i] = okRow("p", fmt.Sprintf("B%d", i), m[:]...)
	}
	return column(label, rows...)
}

func TestReportsDoesNotDependOnTheNumberOfProcessors(t *testing.T) {
	cols := []compare.Column{manyRows("a", 1000, 1), manyRows("b", 1000, 1.01)}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := reports(t, cols...)
	runtime.GOMAXPROCS(8)
	eight := reports(t, cols...)
	for i := range one.Tables {
		for r := range one.Tables[i].Rows { // NaN is no equal of itself
			a, b := &one.Tables[i].Rows[r].Cells[1], &eight.Tables[i].Rows[r].Cells[1]
			require.Equal(t, fmt.Sprint(*a.Decision), fmt.Sprint(*b.Decision))
			a.Decision, b.Decision = nil, nil
		}
		assert.True(t, reflect.DeepEqual(one.Tables[i].Rows, eight.Tables[i].Rows), one.Tables[i].Unit)
		assert.Equal(t, fmt.Sprint(one.Tables[i].Geomean), fmt.Sprint(eight.Tables[i].Geomean))
	}
}

func BenchmarkReports(b *testing.B) {
	cols := []compare.Column{manyRows("a", 50_000, 1), manyRows("b", 50_000, 1.01)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := compare.Reports(cols, compare.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
