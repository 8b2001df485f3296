package compare_test

import (
	"math"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// spread returns n samples evenly from center·(1−width) to center·(1+width).
func spread(center, width float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = center * (1 + width*(2*float64(i)/float64(n-1)-1))
	}
	return x
}

func withPolicy(change func(*compare.Policy)) compare.Options {
	p := compare.DefaultPolicy()
	change(&p)
	return compare.Options{Policy: &p}
}

// decide compares one benchmark in one unit.
func decide(t *testing.T, opt compare.Options, unit string, was, is []float64) *compare.Cell {
	t.Helper()
	res, err := compare.Reports([]compare.Column{
		column("a", okRow("p", "A", metric(unit, was...))),
		column("b", okRow("p", "A", metric(unit, is...))),
	}, opt)
	require.NoError(t, err)
	return &res.Tables[0].Rows[0].Cells[1]
}

// Each condition of the rule for itself.
func TestRule(t *testing.T) {
	limit := func(l float64) compare.Options { return withPolicy(func(p *compare.Policy) { p.Limit = l }) }
	floor := func(f float64) compare.Options {
		return withPolicy(func(p *compare.Policy) {
			p.Floors = compare.Floors{{Package: "p", Benchmark: "A", Unit: "sec/op"}: f}
		})
	}
	for name, c := range map[string]struct {
		opt     compare.Options
		was, is []float64
		verdict compare.Verdict
		why     compare.Why
	}{
		"clear":           {limit(0.03), spread(100, 0.01, 10), spread(110, 0.01, 10), compare.Worse, compare.WhyClear},
		"the other way":   {limit(0.03), spread(110, 0.01, 10), spread(100, 0.01, 10), compare.Better, compare.WhyClear},
		"below the limit": {limit(0.03), spread(100, 0.005, 10), spread(102, 0.005, 10), compare.Unclear, compare.WhyBelowLimit},
		"no limit":        {limit(0), spread(100, 0.005, 10), spread(102, 0.005, 10), compare.Worse, compare.WhyClear},
		"own noise":       {limit(0.03), spread(100, 0.2, 20), spread(107, 0.04, 60), compare.Unclear, compare.WhyBelowFloor},
		"equal code's noise": {floor(0.15), spread(100, 0.01, 10), spread(110, 0.01, 10), compare.Unclear,
			compare.WhyBelowFloor},
		"equal code is calm": {floor(0.01), spread(100, 0.01, 10), spread(110, 0.01, 10), compare.Worse, compare.WhyClear},
		"chance":             {limit(0.03), spread(100, 0.2, 10), spread(105, 0.2, 10), compare.Unclear, compare.WhyChance},
		"equal":              {limit(0), spread(100, 0, 10), spread(100, 0, 10), compare.Unclear, compare.WhyEqual},
		"three samples":      {limit(0), spread(100, 0, 3), spread(200, 0, 3), compare.Incomparable, compare.WhyTooFew},
		"signs":              {limit(0), []float64{-1, 1, 2, 3}, []float64{5, 6, 7, 8}, compare.Incomparable, compare.WhyNoRatio},
		"from zero":          {limit(0), []float64{0, 0, 0, 0}, []float64{1, 2, 3, 4}, compare.Worse, compare.WhyClear},
	} {
		cell := decide(t, c.opt, "sec/op", c.was, c.is)
		assert.Equal(t, c.verdict, cell.Verdict, name)
		assert.Equal(t, c.why, cell.Decision.Why, name)
	}
}

// One clear change among equal rows: 2/C(12,6) = 0.00216 is significant among
// 23 rows, and no longer among 24.
func TestHolmBoundsTheFamily(t *testing.T) {
	verdict := func(rows int, correction compare.Correction, looks int) *compare.Cell {
		a, b := column("a"), column("b")
		for i := range rows {
			name := string(rune('A' + i))
			is := spread(100, 0.01, 6)
			if i == 0 {
				is = spread(120, 0.01, 6)
			}
			a.Report.Rows = append(a.Report.Rows, okRow("p", name, metric("sec/op", spread(100, 0.0101, 6)...), metric("other", 1)))
			b.Report.Rows = append(b.Report.Rows, okRow("p", name, metric("sec/op", is...), metric("other", 1)))
		}
		res, err := compare.Reports([]compare.Column{a, b}, withPolicy(func(p *compare.Policy) { p.Correction, p.Looks = correction, looks }))
		require.NoError(t, err)
		return &res.Tables[0].Rows[0].Cells[1]
	}
	assert.Equal(t, compare.Worse, verdict(23, compare.Holm, 1).Verdict)
	last := verdict(24, compare.Holm, 1)
	assert.Equal(t, compare.Unclear, last.Verdict)
	assert.Equal(t, compare.WhyTooFew, last.Decision.Why)
	assert.InDelta(t, 24*2.0/924, last.Decision.Adjusted, 1e-12)
	assert.InDelta(t, 24*2.0/924, last.Decision.Least, 1e-12)
	assert.Equal(t, 24, last.Decision.Tests)
	assert.Equal(t, 7, last.Decision.Need, "2/C(14,7) = 0.00058 is below 0.05/24")
	assert.Equal(t, compare.Worse, verdict(24, compare.Uncorrected, 1).Verdict)
	assert.Equal(t, compare.Worse, verdict(11, compare.Holm, 2).Verdict)
	assert.Equal(t, compare.Unclear, verdict(12, compare.Holm, 2).Verdict, "each of two looks has half of alpha")
}

// Drift moves both sides alike: as independent samples they overlap, in pairs
// each sample shows the 4 %.
func TestPairsSeeThroughDrift(t *testing.T) {
	was, is := make([]float64, 10), make([]float64, 10)
	for i := range was {
		drift := 1 + 0.1*float64(i)
		was[i] = 100 * drift
		is[i] = 104 * drift * (1 + 0.001*float64(i%3))
	}
	alone := decide(t, compare.Options{}, "sec/op", was, is)
	assert.Equal(t, compare.Unclear, alone.Verdict)
	assert.Zero(t, alone.Decision.Pairs)

	forced := decide(t, withPolicy(func(p *compare.Policy) { p.Pairing = compare.Paired }), "sec/op", was, is)
	assert.Equal(t, compare.Worse, forced.Verdict)
	assert.Equal(t, 10, forced.Decision.Pairs)
	assert.InDelta(t, 2.0/1024, forced.Decision.P, 1e-15)
	assert.InDelta(t, 1.041, forced.Decision.Ratio, 0.001)

	a, b := column("a", okRow("p", "A", metric("sec/op", was...))), column("b", okRow("p", "A", metric("sec/op", is...)))
	pairs := func(col compare.Column, id string) {
		col.Report.Environments[0].Facts = []wire.Fact{{Key: wire.FactPairs, Value: id}}
	}
	pairs(a, "x")
	pairs(b, "x")
	assert.Equal(t, compare.Worse, reports(t, a, b).Tables[0].Rows[0].Cells[1].Verdict, "the runs say that they are pairs")
	pairs(b, "y")
	assert.Zero(t, reports(t, a, b).Tables[0].Rows[0].Cells[1].Decision.Pairs, "of other measurements")
	pairs(b, "x")
	b.Report.Rows[0].Metrics[0].Samples = is[:9]
	assert.Zero(t, reports(t, a, b).Tables[0].Rows[0].Cells[1].Decision.Pairs, "one is missing")
}

// Counts that repeat need no test, but a whole step and the limit.
func TestCounts(t *testing.T) {
	same := func(x float64, n int) []float64 { return slices.Repeat([]float64{x}, n) }
	for name, c := range map[string]struct {
		unit    string
		was, is []float64
		verdict compare.Verdict
		why     compare.Why
	}{
		"one more of nine":      {"allocs/op", same(9, 2), same(10, 2), compare.Worse, compare.WhyCountStep},
		"a single sample":       {"allocs/op", []float64{9}, []float64{10}, compare.Worse, compare.WhyCountStep},
		"one more of a hundred": {"allocs/op", same(100, 2), same(101, 2), compare.Unclear, compare.WhyBelowLimit},
		"first allocation":      {"allocs/op", same(0, 2), same(1, 2), compare.Worse, compare.WhyCountStep},
		"last allocation":       {"allocs/op", same(1, 2), same(0, 2), compare.Better, compare.WhyCountStep},
		"bytes":                 {"B/op", same(1000, 6), same(1100, 6), compare.Worse, compare.WhyCountStep},
		"params":                {"params", same(1000, 1), same(1040, 1), compare.Worse, compare.WhyCountStep},
		// What grows with b.N does not repeat, and is tested; a step of 1 in 9 is
		// the least that can be seen.
		"unsteady": {"allocs/op", []float64{9, 9, 9, 9, 9, 10}, []float64{10, 10, 10, 10, 10, 9}, compare.Unclear, compare.WhyChance},
		"unsteady and a step": {"allocs/op", []float64{9, 9, 9, 9, 9, 9, 9, 10}, []float64{11, 11, 11, 11, 11, 11, 12, 11}, compare.Worse,
			compare.WhyClear},
		"error doubled":    {"rel-l2", []float64{1e-7}, []float64{2e-7}, compare.Worse, compare.WhyErrorFactor},
		"error grew":       {"rel-l2", []float64{1e-7}, []float64{1.9e-7}, compare.Unclear, compare.WhyBelowLimit},
		"error halved":     {"rel-l2", []float64{2e-7}, []float64{1e-7}, compare.Better, compare.WhyErrorFactor},
		"error from none":  {"rel-l2", []float64{0}, []float64{1e-7}, compare.Worse, compare.WhyErrorFactor},
		"no error at all":  {"rel-l2", []float64{0}, []float64{0}, compare.Unclear, compare.WhyEqual},
		"error of samples": {"rel-l2", []float64{1e-7, 1.1e-7, 1.2e-7}, []float64{3e-7, 3e-7, 3e-7}, compare.Worse, compare.WhyErrorFactor},
	} {
		a, b := column("a", okRow("p", "A", metric(c.unit, c.was...))), column("b", okRow("p", "A", metric(c.unit, c.is...)))
		for _, col := range []compare.Column{a, b} {
			col.Report.Units = []ablation.Unit{{Name: c.unit, Better: -1}}
		}
		cell := &reports(t, a, b).Tables[0].Rows[0].Cells[1]
		assert.Equal(t, c.verdict, cell.Verdict, name)
		assert.Equal(t, c.why, cell.Decision.Why, name)
	}
}

func TestRulesOfBenchmarks(t *testing.T) {
	tenth, nothing := 0.1, 0.0
	opt := withPolicy(func(p *compare.Policy) {
		p.Rules = []compare.Rule{
			{Benchmark: regexp.MustCompile(`^p\.A$`), Unit: "B/op", Limit: &nothing},
			{Benchmark: regexp.MustCompile(`^p\.A$`), Limit: &tenth},
			{Benchmark: regexp.MustCompile(`A`), Ignore: true}, // too late
		}
	})
	assert.Equal(t, compare.Unclear, decide(t, opt, "sec/op", spread(100, 0.01, 10), spread(105, 0.01, 10)).Verdict)
	assert.Equal(t, compare.Worse, decide(t, opt, "sec/op", spread(100, 0.01, 10), spread(115, 0.01, 10)).Verdict)
	opt.Policy.Rules = opt.Policy.Rules[2:]
	ignored := decide(t, opt, "sec/op", spread(100, 0.01, 10), spread(200, 0.01, 10))
	assert.Equal(t, compare.WhyIgnored, ignored.Decision.Why)
	assert.Equal(t, compare.Incomparable, ignored.Verdict)
}

func TestPolicyIsChecked(t *testing.T) {
	minus := -1.0
	for want, change := range map[string]func(*compare.Policy){
		`correction "bonferroni"`:       func(p *compare.Policy) { p.Correction = "bonferroni" },
		"limit -1":                      func(p *compare.Policy) { p.Limit = -1 },
		"limit NaN":                     func(p *compare.Policy) { p.Limit = math.NaN() },
		"error factor 0.5":              func(p *compare.Policy) { p.ErrorFactor = 0.5 },
		"-1 looks":                      func(p *compare.Policy) { p.Looks = -1 },
		`pairing "maybe"`:               func(p *compare.Policy) { p.Pairing = "maybe" },
		"rule 1: limit -1":              func(p *compare.Policy) { p.Rules = []compare.Rule{{Limit: &minus}} },
		"rule 1: error factor -1: want": func(p *compare.Policy) { p.Rules = []compare.Rule{{ErrorFactor: &minus}} },
	} {
		_, err := compare.Reports([]compare.Column{column("a")}, withPolicy(change))
		assert.ErrorContains(t, err, want)
	}
}

// The floor of a row is the end of equal code's interval that is furthest from
// no difference.
func TestFloorsOfEqualCode(t *testing.T) {
	res := reports(t,
		column("a", okRow("p", "A", metric("sec/op", spread(100, 0.05, 10)...), metric("B/op", 8)), okRow("p", "Few", metric("sec/op", 1, 2))),
		column("b", okRow("p", "A", metric("sec/op", spread(101, 0.05, 10)...), metric("B/op", 8)), okRow("p", "Few", metric("sec/op", 1, 2))))
	d := res.Tables[0].Rows[0].Cells[1].Decision
	require.Greater(t, d.Hi-1, 1-d.Lo)
	assert.Equal(t, compare.Floors{{Package: "p", Benchmark: "A", Unit: "sec/op"}: d.Hi - 1}, compare.FloorsOf(res))
}

func TestJudge(t *testing.T) {
	failed := func(name string, status wire.Status, note string) ablation.Row {
		return ablation.Row{Package: "p", Name: name, Procs: 1, Status: status, Note: note}
	}
	slow := func(center float64) ablation.Metric { return metric("sec/op", spread(center, 0.01, 12)...) }
	rate := func(center float64) ablation.Metric { return metric("B/s", spread(center, 0.01, 12)...) }
	cols := []compare.Column{
		column("a", okRow("p", "Slower", slow(100), rate(100)), okRow("p", "Much", slow(100)), okRow("p", "Faster", slow(100)),
			okRow("p", "Same", slow(100)), okRow("p", "Breaks", slow(100)), failed("Mended", wire.Panic, "nil map"), okRow("p", "Gone", slow(1)),
			okRow("p", "Rate", rate(100)), failed("Never", wire.BenchFail, ""), okRow("p", "Skipped", slow(1))),
		column("b", okRow("p", "Slower", slow(105), rate(95)), okRow("p", "Much", slow(200)), okRow("p", "Faster", slow(80)),
			okRow("p", "Same", slow(100.1)), failed("Breaks", wire.BenchFail, "wrong answer"), okRow("p", "Mended", slow(1)), okRow("p", "New", slow(1)),
			okRow("p", "Rate", rate(60)), failed("Never", wire.BenchFail, ""), failed("Skipped", wire.Skip, "no device")),
	}
	for _, c := range cols {
		c.Report.Units = append(c.Report.Units, ablation.Unit{Name: "B/s", Better: +1})
	}
	j := compare.Judge(reports(t, cols...), cols, 1)
	names := func(list []compare.Finding) (out []string) {
		for _, f := range list {
			out = append(out, string(f.Kind)+" "+f.Benchmark+" "+f.Unit)
		}
		return out
	}
	assert.Equal(t, []string{"broken Breaks ", "changed Much sec/op", "changed Rate B/s", "changed Slower sec/op"}, names(j.Worse), "worst first; the rate of Slower follows its time")
	assert.Equal(t, []string{"mended Mended ", "changed Faster sec/op"}, names(j.Better))
	assert.Equal(t, []string{"removed Gone ", "removed Skipped "}, names(j.Removed))
	assert.Equal(t, "no device", j.Removed[1].Note)
	assert.Equal(t, []string{"added New "}, names(j.Added))
	assert.Equal(t, 1, j.Unclear)
	assert.Equal(t, 1, j.Incomparable, "Never fails on both sides")
	assert.True(t, j.Judged())
	assert.False(t, compare.Judge(reports(t, column("a"), column("b")), []compare.Column{column("a"), column("b")}, 1).Judged())
}

// A capacity sweep that reached a smaller batch is worse, unless its time ran
// out.
func TestJudgeCapacity(t *testing.T) {
	sweep := func(label string, rows ...ablation.Row) compare.Column {
		c := column(label, rows...)
		c.Report.LimitSweep = true
		return c
	}
	at := func(variant, batch string, limiter wire.Limiter) ablation.Row {
		r := okRow("p", "FFT", metric("sec/op", 1))
		r.Limiter, r.Metrics[0].Median = limiter, 1
		for _, kv := range [][2]string{{"variant", variant}, {"dir", "forward"}, {"n", "64"}, {"batch", batch}, {"device", "cpu"}} {
			r.Axes = append(r.Axes, ablation.Axis{Key: kv[0], Value: kv[1]})
		}
		return r
	}
	cols := []compare.Column{
		sweep("a", at("x", "64", wire.LimitMemory), at("y", "64", wire.LimitMemory), at("z", "8", wire.LimitMemory)),
		sweep("b", at("x", "32", wire.LimitMemory), at("y", "32", wire.LimitTime), at("z", "16", wire.LimitMemory)),
	}
	j := compare.Judge(reports(t, cols...), cols, 1)
	require.Len(t, j.Worse, 1)
	assert.Equal(t, compare.Shrunk, j.Worse[0].Kind)
	assert.Equal(t, [2]int{64, 32}, j.Worse[0].MaxBatch)
	assert.Equal(t, "variant=x/dir=Forward/n=64/device=cpu/precision=f32", j.Worse[0].Benchmark)
	require.Len(t, j.Better, 1)
	assert.Equal(t, [2]int{8, 16}, j.Better[0].MaxBatch)
}
