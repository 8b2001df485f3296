package comparison

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestWord(t *testing.T) {
	for _, c := range []struct {
		unit   string
		better int
		v      compare.Verdict
		want   string
	}{
		{"sec/op", -1, compare.Worse, "slower"},
		{"sec/op", -1, compare.Better, "faster"},
		{"plan-sec", -1, compare.Worse, "slower"},
		{"B/s", 1, compare.Worse, "slower"},
		{"GFLOP/s", 1, compare.Better, "faster"},
		{"B/op", -1, compare.Worse, "worse"},
		{"rel-l2", -1, compare.Better, "better"},
		{"uptime-sec", 1, compare.Worse, "worse"}, // less of it is no speed
		{"faults/s", -1, compare.Worse, "worse"},
		{"widgets", 0, compare.Changed, "changed"},
		{"sec/op", -1, compare.Unclear, "no clear change"},
		{"sec/op", -1, compare.Incomparable, "not comparable"},
		{"sec/op", -1, compare.None, ""},
	} {
		assert.Equal(t, c.want, Word(c.unit, c.better, c.v), "%s %d %s", c.unit, c.better, c.v)
	}
	small, large := &compare.Cell{Center: 3, Verdict: compare.Changed}, &compare.Cell{Center: 5, Verdict: compare.Changed}
	assert.Equal(t, "more", CellWord("widgets", 0, small, large))
	assert.Equal(t, "less", CellWord("widgets", 0, large, small))
}

func TestReason(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	side := func(center float64, n int) compare.Cell {
		return compare.Cell{Present: true, Status: wire.OK, N: n, BaseN: n, Center: center}
	}
	test := func(d compare.Decision) compare.Decision {
		d.How, d.Alpha = compare.ByTest, 0.05
		return d
	}
	failed := compare.Cell{Status: wire.Panic, Note: "index out of range"}
	ten := side(1e-6, 10)
	for name, c := range map[string]struct {
		d          compare.Decision
		base, cell compare.Cell
		unit       string
		want       string
	}{
		"clear": {
			d:    test(compare.Decision{Why: compare.WhyClear, Ratio: 1.124, Lo: 1.098, Hi: 1.151, P: 0.00005, Adjusted: 0.002, Tests: 40, Limit: 0.05, Floor: 0.01}),
			base: ten, cell: ten, unit: "sec/op",
			want: "+12.4 % [+9.8, +15.1], p=0.002 (Holm, 40 rows), limit 5 %",
		},
		"clear above its noise": {
			d:    test(compare.Decision{Why: compare.WhyClear, Ratio: 1.124, Lo: 1.098, Hi: 1.151, Adjusted: 0.0002, Tests: 1, Limit: 0.05, Floor: 0.0721, FloorRun: true}),
			base: ten, cell: ten, unit: "sec/op",
			want: "+12.4 % [+9.8, +15.1], p<0.001, limit 5 %, A/A noise 7.21 %",
		},
		"within its noise": {
			d:    test(compare.Decision{Why: compare.WhyBelowFloor, Ratio: 1.06, Lo: 1.02, Hi: 1.09, Adjusted: 0.004, Tests: 3, Limit: 0.05, Floor: 0.07, Need: 24}),
			base: ten, cell: ten, unit: "sec/op",
			want: "+6.0 % [+2.0, +9.0], p=0.004 (Holm, 3 rows), own noise 7 %; needs n ≥ 24 to see 5 % at this noise",
		},
		"chance": {
			d:    test(compare.Decision{Why: compare.WhyChance, Ratio: 0.98, Lo: 0.93, Hi: 1.03, Adjusted: 0.31, Tests: 1, Limit: 0.05, Need: 18, Pairs: 10}),
			base: ten, cell: ten, unit: "sec/op",
			want: "-2.0 % [-7.0, +3.0], p=0.31; needs 18 pairs to see 5 % at this noise",
		},
		"interval": {
			d:    test(compare.Decision{Why: compare.WhyInterval, Ratio: 1.01, Lo: 1, Hi: 1.02, Adjusted: 0.014, Tests: 1, Limit: 0.05, Need: 8}),
			base: ten, cell: ten, unit: "B/op",
			want: "+1.0 % [0.0, +2.0], p=0.014, but the interval includes no change",
		},
		"beyond hope": {
			d:    test(compare.Decision{Why: compare.WhyChance, Ratio: 1.1, Lo: 0.5, Hi: 2, Adjusted: 0.7, Tests: 1, Limit: 0.05, Need: 1000}),
			base: ten, cell: ten, unit: "sec/op",
			want: "+10.0 % [-50.0, +100.0], p=0.7; too noisy to see 5 %",
		},
		"enough samples": {
			d:    test(compare.Decision{Why: compare.WhyChance, Ratio: 1.001, Lo: 0.99, Hi: 1.01, Adjusted: 0.7, Tests: 1, Limit: 0.05, Need: 8}),
			base: ten, cell: ten, unit: "sec/op",
			want: "+0.1 % [-1.0, +1.0], p=0.7",
		},
		"below the limit": {
			d:    test(compare.Decision{Why: compare.WhyBelowLimit, Ratio: 1.012, Lo: 1.008, Hi: 1.015, Adjusted: 0.01, Tests: 1, Limit: 0.03}),
			base: ten, cell: ten, unit: "sec/op",
			want: "+1.2 % [+0.8, +1.5], p=0.01, below the limit 3 %",
		},
		// 5+5 samples: 2/C(10,5) = 0.0079; 0.05/40 = 0.00125; 7+7 reach 0.00058.
		"corrected level out of reach": {
			d:    test(compare.Decision{Why: compare.WhyTooFew, Ratio: 1.2, Lo: 1.1, Hi: 1.3, Adjusted: 0.3, Tests: 40, Limit: 0.05, Need: 7}),
			base: side(1, 5), cell: side(1, 5), unit: "sec/op",
			want: "5+5 samples cannot reach the corrected level 0.00125: needs n ≥ 7",
		},
		"level out of reach": {
			d:    test(compare.Decision{Why: compare.WhyTooFew, Ratio: 1.2, Lo: 0, Hi: inf, Adjusted: 0.3, Tests: 1, Limit: 0.05, Need: 6, Pairs: 3}),
			base: side(1, 3), cell: side(1, 3), unit: "sec/op",
			want: "3 pairs cannot reach the level 0.05: needs 6 pairs",
		},
		"count": {
			d:    compare.Decision{How: compare.ByCount, Why: compare.WhyCountStep, Ratio: 5. / 3, Adjusted: nan, Limit: 0.03},
			base: side(3, 5), cell: side(5, 5), unit: "allocs/op",
			want: "3 → 5 (+66.7 %), limit 3 %",
		},
		"count from nothing": {
			d:    compare.Decision{How: compare.ByCount, Why: compare.WhyCountStep, Ratio: nan, Adjusted: nan, Limit: 0.03},
			base: side(0, 5), cell: side(16, 5), unit: "B/op",
			want: "0 B → 16 B, limit 3 %",
		},
		"error": {
			d:    compare.Decision{How: compare.ByError, Why: compare.WhyErrorFactor, Ratio: 12.5, Adjusted: nan, Limit: 2},
			base: side(1.2e-7, 5), cell: side(1.5e-6, 5), unit: "rel-l2",
			want: "1.20e-07 → 1.50e-06 (12.5×), limit 2×",
		},
		"smaller error": {
			d:    compare.Decision{How: compare.ByError, Why: compare.WhyBelowLimit, Ratio: 1.25, Adjusted: nan, Limit: 2},
			base: side(1.2e-7, 5), cell: side(1.5e-7, 5), unit: "rel-l2",
			want: "1.20e-07 → 1.50e-07 (1.25×), below the limit 2×",
		},
		"another CPU":        {d: compare.Decision{Why: compare.WhyOtherCPU}, want: "ran on another CPU"},
		"gone":               {d: compare.Decision{Why: compare.WhyMissing}, base: ten, want: "not in this run"},
		"new":                {d: compare.Decision{Why: compare.WhyMissing}, cell: ten, want: "not in the base"},
		"unit of one side":   {d: compare.Decision{Why: compare.WhyMissing}, base: ten, cell: compare.Cell{Status: wire.OK}, want: "not measured in this run"},
		"skipped":            {d: compare.Decision{Why: compare.WhyMissing}, base: ten, cell: compare.Cell{Status: wire.Skip}, want: "skipped in this run"},
		"was skipped":        {d: compare.Decision{Why: compare.WhyMissing}, base: compare.Cell{Status: wire.Skip}, cell: ten, want: "skipped in the base"},
		"broken":             {d: compare.Decision{Why: compare.WhyFailed}, base: ten, cell: failed, want: "fails: index out of range"},
		"mended":             {d: compare.Decision{Why: compare.WhyFailed}, base: failed, cell: ten, want: "failed in the base: index out of range"},
		"broken, no reason":  {d: compare.Decision{Why: compare.WhyFailed}, base: failed, cell: compare.Cell{Status: wire.OOM}, want: "fails on both sides: oom"},
		"gone, and failed":   {d: compare.Decision{Why: compare.WhyFailed}, base: failed, want: "failed in the base: index out of range"},
		"summaries only":     {d: compare.Decision{Why: compare.WhyNoSamples}, base: ten, cell: ten, want: "the input kept no samples to test"},
		"rule of the policy": {d: compare.Decision{Why: compare.WhyIgnored}, base: ten, cell: ten, want: "left out by a rule of the policy"},
	} {
		assert.Equal(t, c.want, Reason(&c.d, &c.base, &c.cell, c.unit, compare.Holm), name)
	}
}

func TestReasonNamesTheCorrection(t *testing.T) {
	cell := compare.Cell{N: 10, BaseN: 10}
	d := compare.Decision{Why: compare.WhyClear, Ratio: 1.124, Lo: 1.098, Hi: 1.151, Adjusted: 0.002, Tests: 40, Limit: 0.05}
	assert.Contains(t, Reason(&d, &cell, &cell, "sec/op", compare.BenjaminiHochberg), "p=0.002 (Benjamini-Hochberg, 40 rows)")
	assert.Contains(t, Reason(&d, &cell, &cell, "sec/op", compare.Uncorrected), "p=0.002 (not corrected, 40 rows)")
}

func TestSamples(t *testing.T) {
	assert.Equal(t, "n=10+9", Samples(0, 10, 9))
	assert.Equal(t, "20 pairs", Samples(20, 20, 20))
}
