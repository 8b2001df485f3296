package study

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// readBack turns a printed number with its unit into its value in base units,
// by its own rules: the page's must agree with them.
func readBack(t testing.TB, text string) float64 {
	t.Helper()
	scales := map[string]float64{
		"": 1, "×": 1, "ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "%": 0.01,
		"GFLOP/s": 1,
	}
	text = strings.TrimRight(text, " ▲▼≈◆")
	if before, _, ok := strings.Cut(text, " ±"); ok {
		text = before
	}
	number := strings.TrimLeft(text, "≥ ")
	unit := ""
	if i := strings.LastIndex(number, " "); i >= 0 {
		number, unit = number[:i], number[i+1:]
	} else if cut, ok := strings.CutSuffix(number, "×"); ok {
		number, unit = cut, "×"
	}
	scale, ok := scales[unit]
	require.True(t, ok, "unit %q of %q", unit, text)
	x, err := strconv.ParseFloat(strings.ReplaceAll(number, "\u202f", ""), 64)
	require.NoError(t, err, text)
	return x * scale
}

// same asserts that a printed number is the value, to so many digits.
func same(t testing.TB, want float64, text string, digits int, what string) {
	t.Helper()
	if math.IsNaN(want) {
		assert.Equal(t, "—", text, what)
		return
	}
	if want == 0 {
		assert.Zero(t, readBack(t, text), what)
		return
	}
	assert.InEpsilon(t, want, readBack(t, text), 0.5001*math.Pow(10, 1-float64(digits)), "%s %q", what, text)
}

// Every row of the ranked table, static or in the data, says what the study
// says.
func TestRankedNumbers(t *testing.T) {
	for _, scene := range []string{"demo", "devices", "large"} {
		p := scenes()[scene](t)
		doc := parse(t, render(t, p))
		data := unpacked(t, doc)["ranked-table"]
		require.Equal(t, len(p.Study.Configs), data.Rows)
		against := map[*ablation.Config]compare.Against{}
		for _, a := range p.Within {
			against[a.Config] = a
		}
		texts := map[string][]string{}
		for _, c := range data.Columns {
			texts[c.Key] = data.shown(c.Key)
		}
		for i := range p.Study.Configs {
			c := &p.Study.Configs[i]
			at := func(key string) string { return texts[key][i] }
			where := fmt.Sprint(scene, " row ", i)
			assert.Equal(t, c.Variant, at("variant"), where)
			assert.Equal(t, c.Tier, at("tier"), where)
			assert.Equal(t, c.Direction, at("direction"), where)
			assert.Equal(t, c.Device, at("device"), where)
			assert.Equal(t, c.Precision, at("precision"), where)
			assert.Equal(t, string(c.Row.Status), at("status"), where)
			if c.Row.Note != "" {
				assert.Equal(t, c.Row.Note, at("note"), where)
			}
			same(t, float64(c.N), at("n"), 9, where)
			same(t, float64(c.Batch), at("batch"), 9, where)
			same(t, c.Sec, at("time"), 4, where)
			same(t, c.PerTransform, at("per_transform"), 4, where)
			same(t, c.GFLOPS, at("gflops"), 4, where)
			same(t, c.RelL2, at("rel_l2"), 3, where)
			same(t, c.MaxErr, at("max_err"), 3, where)
			same(t, c.Params, at("params"), 9, where)
			same(t, c.ParamBytes, at("param_bytes"), 3, where)
			same(t, c.BytesPerOp, at("bytes_per_op"), 3, where)
			same(t, c.AllocsPerOp, at("allocs_per_op"), 9, where)
			if a, ok := against[c]; ok {
				same(t, a.Ratio, at("vs_reference"), 3, where)
				assert.InDelta(t, a.P, readBack(t, at("p")), 0.00051, where)
			} else {
				assert.Equal(t, "—", at("vs_reference"), where)
			}
			if c.OK() {
				assert.Equal(t, i+1, c.Rank, where)
				same(t, float64(c.Rank), at("rank"), 9, where)
				assert.InDelta(t, max(c.SecHi-c.Sec, c.Sec-c.SecLo)/c.Sec, readBack(t, at("interval")), 0.0051, where)
			} else {
				assert.Equal(t, "—", at("rank"), where)
			}
			if t.Failed() {
				return
			}
		}
		for i, row := range rowsOf(t, doc, "ranked-table") {
			for key, text := range row {
				require.Equal(t, texts[key][i], text, "%s row %d, %s", scene, i, key)
			}
		}
	}
}

// The keys that the script sorts by put the rows in the order of the values.
func TestSortKeysFollowTheValues(t *testing.T) {
	p := largePage(t)
	data := unpacked(t, parse(t, render(t, p)))["ranked-table"]
	for key, value := range map[string]func(*ablation.Config) float64{
		"time":          func(c *ablation.Config) float64 { return c.Sec },
		"per_transform": func(c *ablation.Config) float64 { return c.PerTransform },
		"rel_l2":        func(c *ablation.Config) float64 { return c.RelL2 },
		"gflops":        func(c *ablation.Config) float64 { return c.GFLOPS },
	} {
		for i, k := range data.keys(key) {
			if v := value(&p.Study.Configs[i]); !math.IsNaN(v) {
				require.InEpsilon(t, v, k, 0.006, "%s, row %d", key, i)
			}
		}
	}
	order := data.column("tier").Dict
	require.Equal(t, []string{"baseline", "A", "B"}, []string{order[0].Text, order[1].Text, order[2].Text})
	sizes := data.column("n").Dict
	for i := 1; i < len(sizes); i++ {
		require.Less(t, *sizes[i-1].Num, *sizes[i].Num)
	}
}

func TestTopFiveNumbers(t *testing.T) {
	p := smallPage(t)
	doc := parse(t, render(t, p))
	places := 0
	for i := range p.Study.TopFives {
		top := &p.Study.TopFives[i]
		var rows []tableRow
		for _, r := range rowsOf(t, doc, "top5-"+strings.ToLower(top.Direction)+"-f32") {
			if r["n"] == whole(top.N) {
				rows = append(rows, r)
			}
		}
		require.Len(t, rows, len(top.Configs))
		for k, c := range top.Configs {
			assert.Equal(t, strconv.Itoa(k+1), strings.TrimSuffix(rows[k]["rank"], "="))
			assert.Equal(t, top.Tied > 1 && k < top.Tied, strings.HasSuffix(rows[k]["rank"], "="))
			assert.Equal(t, c.Variant, rows[k]["variant"])
			assert.Equal(t, c.Direction, rows[k]["direction"])
			assert.Equal(t, c.Device, rows[k]["device"])
			assert.Equal(t, strconv.Itoa(c.Batch), rows[k]["batch"])
			same(t, c.PerTransform, rows[k]["per_transform"], 4, "time per transform")
			same(t, c.Sec, rows[k]["time"], 4, "time per op")
			same(t, c.RelL2, rows[k]["rel_l2"], 3, "error")
			same(t, c.Params, rows[k]["params"], 9, "params")
			places++
		}
	}
	assert.Equal(t, 2*(5+5+3+4), places, "two sizes; 7, 7, 3 and 4 variants in four directions")
}

func TestSummaryNumbers(t *testing.T) {
	p := demoRun().page(t)
	doc := parse(t, render(t, p))
	rows := map[string]tableRow{}
	for _, direction := range []string{"Forward", "Inverse", "Fused", "Welch"} {
		for _, r := range rowsOf(t, doc, "summary-"+strings.ToLower(direction)+"-f32") {
			rows[direction+r["variant"]] = r
		}
	}
	require.Len(t, rows, len(p.Study.Summaries))
	for _, s := range p.Study.Summaries {
		r := rows[s.Direction+s.Variant]
		same(t, s.Geomean, r["geomean"], 3, "geomean")
		same(t, s.Regret, r["regret"], 3, "regret")
		same(t, s.WorstRegret, r["worst"], 3, "worst regret")
		same(t, s.MedianErr, r["rel_l2"], 3, "error")
		for key, want := range map[string]int{"cells": s.Cells, "wins": s.Wins, "ties": s.Ties, "ok": s.OK, "failed": s.Failed} {
			assert.Equal(t, strconv.Itoa(want), r[key], key)
		}
	}
	overview := textOf(byID(t, doc, "overview"))
	for _, s := range p.Study.Overall {
		assert.Contains(t, overview, s.Variant)
		assert.Contains(t, overview, fmt.Sprintf("%.2f×", s.Geomean))
	}
	assert.Contains(t, overview, "10 of 294 rows 2 prepare_fail, 8 bench_fail")
}

func TestLimitNumbers(t *testing.T) {
	p := devicesPage(t)
	doc := parse(t, render(t, p))
	rows := rowsOf(t, doc, "limits-table")
	require.Len(t, rows, len(p.Study.Capacities))
	for i := range p.Study.Capacities {
		c, r := &p.Study.Capacities[i], rows[i]
		assert.Equal(t, c.Device, r["device"])
		assert.Equal(t, whole(c.N), r["n"])
		assert.Equal(t, strconv.Itoa(c.OK), r["ok"])
		same(t, float64(c.MaxBatch), r["max_batch"], 9, "max batch")
		assert.Equal(t, c.Limiter == "" || c.Limiter == wire.LimitCap, strings.HasPrefix(r["max_batch"], "≥"), "only a cap is a lower bound: %v", r)
		assert.Equal(t, c.Fastest.Variant, r["fastest"])
		same(t, c.Fastest.PerTransform, r["per_transform"], 4, "time")
		if c.FirstFailure != nil {
			assert.Contains(t, r["first_failure"], c.FirstFailure.Row.Note)
			assert.Contains(t, r["failed"], strconv.Itoa(c.Failures())+" oom")
			assert.Equal(t, "some failed", r["state"])
		}
	}
	text := textOf(byID(t, doc, "limits"))
	assert.Contains(t, text, "Largest n on cuda:0")
	assert.NotContains(t, text, "searched no limits")
}

func TestComparisonNumbers(t *testing.T) {
	p := baselinePage(t)
	p.Across.Tables[0].Rows = p.Across.Tables[0].Rows[:20] // so that all stand in the HTML
	doc := parse(t, render(t, p))
	rows := map[string]tableRow{}
	for _, r := range rowsOf(t, doc, "across-sec-op") {
		rows[r["benchmark"]] = r
	}
	require.Len(t, rows, 20)
	words := map[compare.Verdict]string{compare.Better: "▲ better", compare.Worse: "▼ worse", compare.Unclear: "≈ no clear change", compare.Incomparable: "not comparable"}
	seen := map[compare.Verdict]bool{}
	for _, want := range p.Across.Tables[0].Rows {
		r, base, cell := rows[want.Name], want.Cells[0], want.Cells[1]
		require.NotNil(t, r, want.Name)
		seen[cell.Verdict] = true
		assert.Equal(t, words[cell.Verdict], r["verdict-1"])
		same(t, base.Center, r["center-0"], 4, "base")
		same(t, cell.Center, r["center-1"], 4, "new")
		switch cell.Verdict {
		case compare.Better, compare.Worse:
			assert.InDelta(t, cell.Delta, readBack(t, r["delta-1"]), 0.00051)
			assert.InDelta(t, cell.P, readBack(t, r["p-1"]), 0.00051)
		case compare.Unclear:
			if cell.P > cell.Alpha {
				assert.Equal(t, "~", r["delta-1"])
			}
		}
	}
	assert.Len(t, seen, 3, "the scene has rows of each kind")
	assert.Contains(t, textOf(byID(t, doc, "overview")), "Against old.txt")
}

func TestWithinNumbers(t *testing.T) {
	p := smallPage(t)
	doc := parse(t, render(t, p))
	data := unpacked(t, doc)["within-table"]
	require.Equal(t, len(p.Within), data.Rows)
	ratio, p95, verdict := data.shown("ratio"), data.shown("p"), data.shown("verdict")
	for i, a := range p.Within {
		same(t, a.Ratio, ratio[i], 3, "ratio")
		assert.InDelta(t, a.P, readBack(t, p95[i]), 0.00051)
		assert.Equal(t, verdictText(a.Verdict), verdict[i])
	}
	// The map shows the same ratios once more.
	text := textOf(byID(t, doc, "within"))
	for i := range p.Within {
		assert.Contains(t, text, ratio[i])
	}
}

// Three columns are compared with the first, each with its own verdict.
func TestThreeColumns(t *testing.T) {
	p := baselinePage(t)
	old := demoRun().report()
	across, err := compare.Reports([]compare.Column{{Label: "a", Report: old}, {Label: "b", Report: p.Study.Report}, {Label: "c", Report: old}}, uncorrected())
	require.NoError(t, err)
	p.Across = across
	data := unpacked(t, parse(t, render(t, p)))["across-sec-op"]
	b, c := data.shown("verdict-1"), data.shown("verdict-2")
	assert.Contains(t, b, "▼ worse")
	assert.Contains(t, b, "▲ better")
	assert.NotContains(t, c, "▼ worse", "the same run once more")
	assert.Equal(t, data.shown("center-0"), data.shown("center-2"))
}

// A comparison of one column with nothing is none.
func TestOneColumnIsNoComparison(t *testing.T) {
	p := smallPage(t)
	p.Across = &compare.Result{Columns: []string{"only"}, Tables: []compare.Table{{Unit: wire.UnitSecPerOp, Rows: []compare.Row{{Name: "x", Cells: make([]compare.Cell, 1)}}}}}
	assert.Contains(t, textOf(byID(t, parse(t, render(t, p)), "across")), "This run stands alone")
}
