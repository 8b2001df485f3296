package comment_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comment"
)

// said renders a run and takes the hard blanks out.
func said(r *comment.Run, o comment.Options) string {
	return strings.ReplaceAll(string(comment.Markdown(r, o)), "\u00a0", " ")
}

// The values of everything are 10 against 10 with no overlap, where p of the U
// test is 2/C(20,10) = 1.08e-5, times three rows of sec/op.
func TestWhatIsSaid(t *testing.T) {
	text := said(everything(t), comment.Options{})
	assert.True(t, strings.HasPrefix(text, "### benchx: 1 failing, 1 slower, 2 worse, 1 removed, 1 faster, 1 working again, 1 changed, 1 added, "+
		"2 no clear change, 2 not comparable (base `0123456` → head `fedcba9`)\n"), text)
	for _, line := range []string{
		"- `Breaks` (worked in the base): `out of memory`",
		"- `FailsOn` (failed in the base too): `wrong result`",
		"**Worse:** `FFT/n=64` allocated bytes per op 0 B → 16 B, limit 3 %",
		"| ▼ worse | `FFT/n=64` | allocated bytes per op | 0 B | 16 B | from 0 | exact | 1+1 |",
		"| ▼ slower | `FFT/n=64` | time per op | 999.5 ns | 1.199 µs | +20.0 % [+19.6, +20.4] | &lt;0.001 | 10+10 |",
		"| ▼ worse | `FFT/n=64` | relative L2 error | 1.00e-07 | 3.00e-07 | 3.00× | exact | 2+2 |",
		"**Not in this run:** `Gone`",
		"**New:** `Comes`",
		"**Errors against the truth** that grew most: `FFT/n=64` 1.00e-07 → 3.00e-07 (3.00×), `FFT/n=512` 1.00e-07 → 1.50e-07 (1.50×) (limit 2×).",
		"<details><summary>1 faster, 1 working again</summary>",
		"| ▲ working again | `Mends` |  | panic | ok |  |  |  |",
		"| ▲ faster | `FFT/n=128` | time per op | 1.999 µs | 1.499 µs | -25.0 % [-25.2, -24.8] | &lt;0.001 | 10+10 |",
		"<details><summary>1 changed in units that have no better side</summary>",
		"| more | `FFT/n=128` | `steps` | 9.995 | 19.99 | +100.0 % [+99.4, +100.6] | &lt;0.001 | 10+10 |",
		"<details><summary>2 no clear change, 2 not comparable</summary>",
		"| `FFT/n=512` | time per op | 1.500 s | 1.500 s | 0.0 % | 2+2 samples cannot reach the level 0.05: needs n ≥ 4 | 2+2 |",
		"| `FailsOn` | — | bench_fail | bench_fail |  | fails: `wrong result` |  |",
		"<details><summary>Memory: allocated bytes per op more in 1 row</summary>",
		"| CPU | `Example CPU` | `Example CPU` |",
		"- warning `new.txt:7`: `line is garbled`",
		"The head was measured by `go test -bench FFT -count 10`.",
	} {
		assert.Contains(t, text, line+"\n")
	}
	checkStructure(t, text)
}

func TestAnnotations(t *testing.T) {
	assert.Equal(t, []comment.Annotation{
		{Package: "example.com/fft", Benchmark: "Breaks", Failed: true, Title: "benchmark fails", Message: "Breaks: out of memory"},
		{Package: "example.com/fft", Benchmark: "FFT/n=64", Title: "benchmark is worse", Message: "FFT/n=64: allocated bytes per op 0 B → 16 B, limit 3 %"},
		{Package: "example.com/fft", Benchmark: "FFT/n=64", Title: "benchmark is slower",
			Message: "FFT/n=64: time per op +20.0 % [+19.6, +20.4], p<0.001 (Holm, 3 rows), limit 3 %"},
		{Package: "example.com/fft", Benchmark: "FFT/n=64", Title: "benchmark is worse", Message: "FFT/n=64: relative L2 error 1.00e-07 → 3.00e-07 (3.00×), limit 2×"},
	}, comment.Annotations(everything(t)))
}

// shortOf is what a part leaves where it has to go.
var shortOf = []struct{ part, short string }{
	{"|\n\n</details>\n\n<details><summary>Memory", "no clear change (10 could not have shown a change of 3 %) … and "},
	{"1 faster</summary>", "1 faster … and 1 more"},
	{"Memory: allocated bytes per op equal</summary>", "Memory: allocated bytes per op equal … and 1 more"},
	{"How this was decided · machines · noise</summary>", "How this was decided, machines and noise do not fit here."},
}

// TestPartsGiveWayInOrder makes a comment smaller step by step: what has no
// change goes first, then what is better, memory, the method; what is worse
// stays.
func TestPartsGiveWayInOrder(t *testing.T) {
	long := strings.Repeat("long", 15)
	old, now := column("old"), column("new")
	add := func(name string, was, is []float64) {
		for _, side := range []struct {
			column  *compare.Column
			samples []float64
		}{{&old, was}, {&now, is}} {
			side.column.Report.Rows = append(side.column.Report.Rows, ablation.Row{Name: name, Procs: 1, Status: wire.OK, Metrics: []ablation.Metric{
				{Unit: "sec/op", N: len(side.samples), Samples: side.samples}}})
		}
	}
	low, high := []float64{100, 101, 102, 103, 104, 105}, []float64{120, 121, 122, 123, 124, 125}
	for i := range 6 {
		add("Slower"+long+string(rune('a'+i)), low, high)
	}
	add("Faster"+long, high, low)
	for i := range 10 {
		add(long+string(rune('a'+i)), []float64{100, 120, 140, 160, 180, 200}, []float64{110, 130, 150, 170, 190, 210})
	}
	for _, c := range []*compare.Column{&old, &now} {
		c.Report.Rows[0].Metrics = append(c.Report.Rows[0].Metrics, ablation.Metric{Unit: "B/op", N: 1, Samples: []float64{64}})
	}
	run := newRun(t, compare.Options{}, meta(), old, now)
	whole := len(comment.Markdown(run, comment.Options{}))
	require.Greater(t, whole, 2500)
	gone := 0
	for size := whole; size >= 2000; size -= 40 {
		text := said(run, comment.Options{Size: size})
		require.LessOrEqual(t, len(comment.Markdown(run, comment.Options{Size: size})), size)
		assert.Contains(t, text, "| ▼ slower | `Slower")
		for i, s := range shortOf {
			if i >= gone && strings.Contains(text, s.short) && !strings.Contains(text, s.part) {
				gone = i + 1
			}
			if i < gone {
				assert.Contains(t, text, s.short, "%d bytes", size)
				assert.NotContains(t, text, s.part, "%d bytes", size)
			}
		}
		checkStructure(t, text)
	}
	assert.Equal(t, len(shortOf), gone)
}

// column is a report of one machine.
func column(label string) compare.Column {
	return compare.Column{Label: label, Report: &ablation.Report{Environments: []ablation.Environment{{GOOS: "linux", GOARCH: "amd64", CPU: "one", Go: "go1.26"}}}}
}

func TestCircumstances(t *testing.T) {
	old, now := column("old"), column("new")
	for _, c := range []*compare.Column{&old, &now} {
		c.Report.Rows = []ablation.Row{{Name: "A", Procs: 1, Status: wire.OK, Metrics: []ablation.Metric{{Unit: "sec/op", N: 4, Samples: []float64{1, 2, 3, 4}}}}}
	}
	now.Report.Environments[0].CPU = "two"
	now.Report.Environments[0].Go = "go1.27"
	now.Report.Incomplete = true
	run := newRun(t, compare.Options{}, comment.Meta{}, old, now)
	text := said(run, comment.Options{})
	assert.Contains(t, text, "### benchx: no verdict: base and head ran on different CPUs (base `old` → head `new`)\n")
	assert.Contains(t, text, "**Verdict withheld** on 1 row: base and head ran on different CPUs (`one` → `two`)")
	assert.Contains(t, text, "**Not the same Go version:** `go1.26` → `go1.27`.")
	assert.Contains(t, text, "**Incomplete:** the run of the head ends in the middle")
	assert.Contains(t, text, "| ran on another CPU | 4+4 |")
	assert.False(t, run.Quiet())
	assert.False(t, run.Judged())

	policy := compare.DefaultPolicy()
	policy.AcrossMachines = true
	text = said(newRun(t, compare.Options{Policy: &policy}, comment.Meta{}, old, now), comment.Options{})
	assert.Contains(t, text, "### benchx: 1 no clear change")
	assert.Contains(t, text, "**Across machines:** base and head ran on different CPUs (`one` → `two`); the policy compares them all the same.")
}

func TestPairs(t *testing.T) {
	old, now := column("old"), column("new")
	for i, c := range []*compare.Column{&old, &now} {
		c.Report.Environments[0].Facts = []wire.Fact{{Key: wire.FactPairs, Value: "one"}}
		m := ablation.Metric{Unit: "sec/op", N: 10}
		for k := range m.N { // far apart from round to round, always a tenth more
			m.Samples = append(m.Samples, float64(k+1)*(1+float64(i)/10))
		}
		c.Report.Rows = []ablation.Row{{Name: "A", Procs: 1, Status: wire.OK, Metrics: []ablation.Metric{m}}}
	}
	text := said(newRun(t, compare.Options{}, meta(), old, now), comment.Options{})
	// Ten pairs of one sign: p = 2/2^10.
	assert.Contains(t, text, "**Slower:** `A` +10.0 % [+10.0, +10.0], p=0.002, limit 3 %, 10 pairs\n")
	assert.Contains(t, text, "by the Wilcoxon signed-rank test on pairs")
}

func TestQuiet(t *testing.T) {
	same := readColumn(t, shared+"compare/real-old.txt")
	run := newRun(t, compare.Options{}, meta(), same, same)
	assert.True(t, run.Quiet())
	assert.Contains(t, said(run, comment.Options{}), "All values are equal: allocated bytes per op (18), allocations per op (18).\n")
	assert.False(t, everything(t).Quiet())
	assert.False(t, newRun(t, compare.Options{}, meta(), same).Quiet(), "without a baseline")
}

func TestLargestBatch(t *testing.T) {
	file := `{"schema":2,"tool":"benchx","key":"k","base":{"label":"a"},"head":{"label":"b"},"policy":{"alpha":0.05,"confidence":0.95,"correction":"holm",
"limit":0.03,"error_factor":2},"findings":[{"kind":"shrunk","verdict":"worse","benchmark":"variant=x/n=64","max_batch":[64,32],"note":"out of memory"},
{"kind":"grown","verdict":"better","benchmark":"variant=y/n=64","max_batch":[0,32]}]}`
	run, err := comment.ReadJSON(strings.NewReader(file), compare.Options{})
	require.NoError(t, err)
	text := said(run, comment.Options{})
	assert.Contains(t, text, "### benchx: 1 worse, 1 better (base `a` → head `b`)\n")
	assert.Contains(t, text, "| ▼ worse | `variant=x/n=64` | largest batch | 64 | 32 | 0.500× |  |  |\n")
	assert.Contains(t, text, "| ▲ better | `variant=y/n=64` | largest batch | 0 | 32 | from 0 |  |  |\n")
	assert.Equal(t, []comment.Annotation{{Title: "the largest batch became smaller", Message: "variant=x/n=64: largest batch 64 → 32: out of memory"}}, comment.Annotations(run))
}

func TestKey(t *testing.T) {
	for in, want := range map[string]string{
		"fft/linux-amd64": "fft/linux-amd64", "bench marks/Run (1.26)": "bench-marks/Run-1.26", "": "benchx", "--": "benchx", "é": "benchx",
		"a --> <b> @here": "a----b-here", strings.Repeat("k", 200): strings.Repeat("k", 100),
	} {
		assert.Equal(t, want, comment.Key(in))
		assert.Equal(t, want, comment.Key(want), "twice")
	}
}

// Where nothing could be clear "no clear change" says nothing, and that is said;
// in 24 rows of 6 against 6 the smallest p is 24·2/C(12,6) = 0.052.
func TestTooFewSamplesAreSaid(t *testing.T) {
	old, now := column("old"), column("new")
	for i := range 24 {
		for _, side := range []struct {
			column *compare.Column
			factor float64
		}{{&old, 1}, {&now, 2}} {
			m := ablation.Metric{Unit: "sec/op", N: 6}
			for k := range m.N {
				m.Samples = append(m.Samples, side.factor*(1+float64(k)/1000))
			}
			side.column.Report.Rows = append(side.column.Report.Rows, ablation.Row{Name: "B" + string(rune('a'+i)), Procs: 1, Status: wire.OK, Metrics: []ablation.Metric{m}})
		}
	}
	const want = "\n**Too few samples:** no difference in time per op can be clear: 6 samples a side carry 23 rows after Holm's correction, and 24 are tested; -count 7 carries 85.\n"
	run := newRun(t, compare.Options{}, meta(), old, now)
	for _, r := range []*comment.Run{run, comment.Bare(run)} {
		assert.Contains(t, said(r, comment.Options{}), want)
		back, err := comment.ReadJSON(strings.NewReader(string(fileOf(t, r))), compare.Options{})
		require.NoError(t, err)
		assert.Contains(t, said(back, comment.Options{}), want)
	}
	checkStructure(t, said(run, comment.Options{}))
}
