package comparison_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comparison"
)

// gateScene has a finding of every kind, under names that mean harm.
func gateScene(t *testing.T) (*compare.Result, *compare.Judgement) {
	t.Helper()
	samples := func(center float64) []float64 {
		return []float64{center, center * 1.001, center * 1.002, center * 1.003, center * 1.004, center * 1.005, center * 1.006, center * 1.007}
	}
	row := func(name, unit string, x ...float64) ablation.Row {
		return ablation.Row{Package: "p", Name: name, Procs: 1, Status: wire.OK,
			Metrics: []ablation.Metric{{Unit: unit, N: len(x), Samples: x, Median: x[0]}}}
	}
	failed := func(name, note string) ablation.Row {
		return ablation.Row{Package: "p", Name: name, Procs: 1, Status: wire.BenchFail, Note: note}
	}
	skipped := func(name, note string) ablation.Row {
		return ablation.Row{Package: "p", Name: name, Procs: 1, Status: wire.Skip, Note: note}
	}
	elsewhere := func(r ablation.Row) ablation.Row { // in a package that has no number
		r.Package = "q"
		return r
	}
	report := func(rows ...ablation.Row) *ablation.Report {
		return &ablation.Report{Environments: []ablation.Environment{{GOOS: "linux", CPU: "one"}}, Rows: rows,
			Units: []ablation.Unit{{Name: "sec/op", Better: -1}, {Name: "rel-l2", Better: -1}, {Name: "allocs/op", Better: -1}}}
	}
	cols := []compare.Column{
		{Label: "old.txt", Report: report(
			row("Slow\x1b[31m", "sec/op", samples(1e-6)...), row("Fast", "sec/op", samples(2e-3)...), row("Steady", "sec/op", samples(1)...),
			row("Error", "rel-l2", 1e-16), row("Alloc", "allocs/op", 0), row("Items", "items", samples(7)...),
			row("Breaks", "sec/op", 1), failed("Mended", "x"), row("Gone", "sec/op", 1), failed("Fails", "as ever"),
			row("Skips", "sec/op", 1), elsewhere(skipped("Nowhere", "needs a GPU")))},
		{Label: "new.txt", Report: report(
			row("Slow\x1b[31m", "sec/op", samples(1.2e-6)...), row("Fast", "sec/op", samples(1e-3)...), row("Steady", "sec/op", samples(1.0001)...),
			row("Error", "rel-l2", 5e-16), row("Alloc", "allocs/op", 2), row("Items", "items", samples(8)...),
			failed("Breaks", "wrong\nanswer"), row("Mended", "sec/op", 1), row("New", "sec/op", 1), failed("Fails", "as ever"),
			skipped("Skips", "needs AVX-512"), elsewhere(failed("NewFails", "out of\nrange")))},
	}
	res, err := compare.Reports(cols, compare.Options{})
	require.NoError(t, err)
	return res, compare.Judge(res, cols, 1)
}

func TestGateText(t *testing.T) {
	res, j := gateScene(t)
	var b bytes.Buffer
	require.NoError(t, comparison.Gate(&b, res, j, 1))
	golden(t, "gate.txt", b.String())
}

// Each benchmark has its place, and is named there alone.
func TestGateNamesOnce(t *testing.T) {
	res, j := gateScene(t)
	var b bytes.Buffer
	require.NoError(t, comparison.Gate(&b, res, j, 1))
	for _, name := range []string{"p.Gone", "p.New", "p.Breaks", "p.Mended", "p.Fails", "p.Skips", "q.Nowhere", "q.NewFails"} {
		assert.Equal(t, 1, strings.Count(b.String(), name), "%s in %s", name, b.String())
	}
	b.Reset()
	require.NoError(t, comparison.GateJSON(&b, res, j, 1))
	for _, name := range []string{"Gone", "New", "Breaks", "Mended", "Fails", "Skips", "Nowhere", "NewFails"} {
		assert.Equal(t, 1, strings.Count(b.String(), `"`+name+`"`), name)
		assert.NotContains(t, b.String(), name+",")
	}
}

func TestGateJSON(t *testing.T) {
	res, j := gateScene(t)
	var b bytes.Buffer
	require.NoError(t, comparison.GateJSON(&b, res, j, 1))
	var got struct {
		Verdict  string
		Findings []struct {
			Kind, Verdict, Benchmark, Reason string
			Ratio                            *float64
		}
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &got))
	assert.Equal(t, "worse", got.Verdict)
	require.Len(t, got.Findings, len(j.Worse)+len(j.Better)+len(j.Changed)+len(j.Removed)+len(j.Added)+1)
	for _, f := range got.Findings {
		if f.Benchmark == "Fast" {
			require.NotNil(t, f.Ratio)
			assert.InDelta(t, 0.5, *f.Ratio, 0.01)
		}
		if f.Benchmark == "Fails" {
			assert.Equal(t, []string{"failing", "not comparable", "fails on both sides: as ever"}, []string{f.Kind, f.Verdict, f.Reason})
		}
		if f.Kind == "broken" {
			assert.Nil(t, f.Ratio)
		}
	}
	j.Worse = nil
	b.Reset()
	require.NoError(t, comparison.GateJSON(&b, res, j, 1))
	require.NoError(t, json.Unmarshal(b.Bytes(), &got))
	assert.Equal(t, "fine", got.Verdict)
	assert.False(t, math.IsNaN(j.Better[0].Excess))
}

func TestDecisionsInTextAndJSON(t *testing.T) {
	res := compareFiles(t, "edges-old.txt", "edges-new.txt")
	shown := text(t, res, comparison.TextOptions{Verdicts: true})
	assert.Contains(t, shown, "faster: -8.9 % [-9.9, -8.0], p<0.001 (Holm, 7 rows), limit 3 %")
	assert.Contains(t, shown, "no clear change: ")

	var b bytes.Buffer
	require.NoError(t, comparison.JSON(&b, res))
	var got struct {
		Tables []struct {
			Unit string
			Rows []struct {
				Name  string
				Cells []struct {
					Decision *struct {
						Ratio, Lo, Hi, P, Limit, Floor *float64
						Tests, Pairs, Need             int
						Reason                         string
					}
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &got))
	found := false
	for i, row := range got.Tables[0].Rows {
		want := res.Tables[0].Rows[i].Cells[1]
		assert.Nil(t, row.Cells[0].Decision, row.Name)
		if row.Name != "Decode/size=4096-8" {
			continue
		}
		found = true
		d := row.Cells[1].Decision
		require.NotNil(t, d)
		assert.Equal(t, []float64{want.Decision.Ratio, want.Decision.Lo, want.Decision.Hi, want.Decision.Adjusted, 0.03, want.Decision.Floor},
			[]float64{*d.Ratio, *d.Lo, *d.Hi, *d.P, *d.Limit, *d.Floor})
		assert.Equal(t, []int{7, 0, 0}, []int{d.Tests, d.Pairs, d.Need})
		assert.Equal(t, "p<0.001 (Holm, 7 rows), limit 3 %", d.Reason)
	}
	assert.True(t, found)
}

// Ratios: the median of the hundred ratios of Decode/size=4096-8, and the 24th from
// either end, which the critical value 23 of U for samples of ten leaves: sorted
// by another program.
func TestDecisionsInTables(t *testing.T) {
	res := compareFiles(t, "edges-old.txt", "edges-new.txt")
	const why = "p<0.001 (Holm, 7 rows), limit 3 %"

	var b bytes.Buffer
	require.NoError(t, comparison.CSV(&b, res))
	records, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	record := func(benchmark string) map[string]string {
		fields := make(map[string]string)
		for _, r := range records[1:] {
			if slices.Contains(r, benchmark) && slices.Contains(r, "edges-new.txt") {
				for i, name := range records[0] {
					fields[name] = r[i]
				}
				return fields
			}
		}
		require.Fail(t, "no record", benchmark)
		return nil
	}
	r := record("Decode/size=4096-8")
	assert.Equal(t, []string{"better", "0.910860355793602", "0.901060563773374", "0.919726729291205", why},
		[]string{r["verdict"], r["ratio"], r["ratio_lo"], r["ratio_hi"], r["why"]})
	p, err := strconv.ParseFloat(r["p"], 64)
	require.NoError(t, err)
	adjusted, err := strconv.ParseFloat(r["adjusted_p"], 64)
	require.NoError(t, err)
	assert.InEpsilon(t, 7*p, adjusted, 1e-9, "the smallest of seven by Holm")
	r = record("Gone-8")
	assert.Equal(t, []string{"not comparable", "", "", "", "", "not in this run"},
		[]string{r["verdict"], r["ratio"], r["ratio_lo"], r["ratio_hi"], r["adjusted_p"], r["why"]})

	b.Reset()
	require.NoError(t, comparison.Markdown(&b, res))
	assert.Contains(t, b.String(), "| -8.85% (p=0.000 n=10) | 0.911 [0.901, 0.920] | ▲ faster: p&lt;0.001 (Holm, 7 rows), limit 3 % |\n")
	assert.Contains(t, b.String(), "| `edges-new.txt` | vs base | ratio (95 % interval) | verdict |\n")

	b.Reset()
	require.NoError(t, comparison.HTML(&b, res))
	found := false
	for _, tr := range tags(t, b.String())["tr"] {
		if text := content(tr); strings.HasPrefix(text, "Decode/size=4096-8") {
			found = true
			assert.True(t, strings.HasSuffix(text, "0.911 [0.901, 0.920]faster"+why), text)
		}
	}
	assert.True(t, found)
}
