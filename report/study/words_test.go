package study

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestCount(t *testing.T) {
	assert.Equal(t, "0 rows", count(0, "row"))
	assert.Equal(t, "1 row", count(1, "row"))
	assert.Equal(t, "2 batches", count(2, "batch"))
	assert.Equal(t, "12\u202f345 entries", count(12345, "entry"))
}

func TestList(t *testing.T) {
	assert.Equal(t, "", list(nil))
	assert.Equal(t, "a", list([]string{"a"}))
	assert.Equal(t, "a and b", list([]string{"a", "b"}))
	assert.Equal(t, "a, b and c", list([]string{"a", "b", "c"}))
}

func TestPlace(t *testing.T) {
	assert.Equal(t, "n = 1024, batch 8", place(ablation.Cell{N: 1024, Batch: 8}))
	assert.Equal(t, "n = 64, window=hann", place(ablation.Cell{N: 64, Extra: "window=hann"}))
	assert.Equal(t, "Encode", place(ablation.Cell{Name: "Encode"}))
	assert.Equal(t, "—", place(ablation.Cell{}))
}

func TestAnchorID(t *testing.T) {
	assert.Equal(t, "top5-forward-f32", anchorID("top5-forward-f32"))
	assert.Equal(t, "script-alert-1", anchorID("<script>alert(1)"))
	assert.Equal(t, "", anchorID("中文"))
	assert.LessOrEqual(t, len(anchorID(strings.Repeat("ab ", 100))), 64)
}

func TestAnchorsAreUnique(t *testing.T) {
	a := anchors{}
	seen := map[string]bool{}
	for _, id := range []string{"x", "x", "x-2", "x", "", "", "x-2"} {
		got := a.take(id)
		assert.False(t, seen[got], got)
		seen[got] = true
	}
	assert.True(t, seen["x"] && seen["x-2"])
}

func TestLead(t *testing.T) {
	for want, s := range map[string]ablation.VariantSummary{
		"and clearly the fastest in all 14 cells":                          {Cells: 14, Wins: 14},
		"and clearly the fastest in 11 of 14 cells":                        {Cells: 14, Wins: 11},
		"tied for the first place in all 14 cells":                         {Cells: 14, Ties: 14},
		"though the winner of no cell":                                     {Cells: 3},
		"clearly the fastest in 1 cell and tied for the first place in 2":  {Cells: 3, Wins: 1, Ties: 2},
		"and clearly the fastest in 1 of 1 cell":                           {Cells: 1, Wins: 1},
		"clearly the fastest in 4 cells and tied for the first place in 7": {Cells: 14, Wins: 4, Ties: 7},
	} {
		assert.Equal(t, want, lead(&s))
	}
}

func TestVerdictsSayMoreThanColour(t *testing.T) {
	assert.Equal(t, "▲ better", verdictText(compare.Better))
	assert.Equal(t, "▼ worse", verdictText(compare.Worse))
	assert.Equal(t, "≈ no clear change", verdictText(compare.Unclear))
	assert.Equal(t, "not comparable", verdictText(compare.Incomparable))
	assert.Equal(t, "—", verdictText(compare.None))
	assert.Equal(t, "2 worse and 1 no clear change", verdictTally{compare.Worse: 2, compare.Unclear: 1}.words())
	assert.Equal(t, "nothing to compare", verdictTally{}.words())
}

func TestLimitWords(t *testing.T) {
	failed := map[wire.Status]int{wire.PrepareFail: 2, wire.Timeout: 1}
	for _, c := range []struct {
		capacity            ablation.Capacity
		state, class, batch string
		failed              string
	}{
		{ablation.Capacity{OK: 3, MaxBatch: 8}, "ok", "", "≥ 8", "0"},
		{ablation.Capacity{OK: 3, MaxBatch: 8, Limiter: wire.LimitCap}, "ok", "", "≥ 8", "0"},
		{ablation.Capacity{OK: 3, MaxBatch: 65535, Limiter: wire.LimitMemory}, "limit found", "limit", "65\u202f535", "0"},
		{ablation.Capacity{OK: 3, MaxBatch: 8, Failed: failed}, "some failed", "part", "≥ 8", "3: 2 prepare_fail, 1 timeout"},
		{ablation.Capacity{Failed: map[wire.Status]int{wire.OOM: 4}}, "failed", "bad", "—", "4 oom"},
	} {
		assert.Equal(t, c.state, limitState(&c.capacity))
		assert.Equal(t, c.class, limitClass(&c.capacity))
		assert.Equal(t, c.batch, maxBatch(&c.capacity))
		assert.Equal(t, c.failed, failedText(&c.capacity))
	}
}

func TestPercentOfAnInterval(t *testing.T) {
	assert.Equal(t, "—", roundPercent(math.NaN()))
	assert.Equal(t, "0.4 %", roundPercent(0.004))
	assert.Equal(t, "1 %", roundPercent(0.0099))
	assert.Equal(t, "13 %", roundPercent(0.1283))
}

func TestRoundUp(t *testing.T) {
	for x, want := range map[float64]float64{0.013: 0.02, 0.02: 0.02, 0.021: 0.05, 0.6: 1, 0: 0} {
		assert.InDelta(t, want, roundUp(x), 1e-12)
	}
}

func TestQualityLight(t *testing.T) {
	light := func(p Page) lightView { return newBuilder(p).light() }
	assert.Equal(t, "good", light(smallPage(t)).Level)
	assert.Equal(t, lightView{"warn", "Look twice", "284 rows measured, 10 failed rows, 1 warning"}, light(demoRun().page(t)))
	assert.Equal(t, lightView{"bad", "Incomplete run", "0 rows measured, 21 failed rows"}, light(brokenPage(t)))
	assert.Equal(t, "Nothing measured", light(emptyPage(t)).Word)
	one := run{sizes: []int{64}, batches: []int{1}, devices: []string{"cpu"}, samples: 1}.page(t)
	assert.Equal(t, "21 rows measured, too few samples for intervals", light(one).Text)
	noisy := smallPage(t)
	for i := range noisy.Study.Configs {
		c := &noisy.Study.Configs[i]
		c.SecHi = 1.38 * c.Sec
	}
	assert.Equal(t, "42 rows measured, noisy: half of the intervals are wider than ±38 %", light(noisy).Text)
}

func TestHeadlines(t *testing.T) {
	demo := Headlines(demoRun().page(t))
	assert.Len(t, demo, 5)
	assert.Contains(t, demo[0], "Forward, f32: stockham_compiled is 4.30× as fast as gonum")
	assert.Equal(t, "10 configurations failed: 2 prepare_fail, 8 bench_fail.", demo[4])
	assert.Equal(t, []string{
		"Nothing could be measured, so there is no answer.",
		"21 configurations failed: 21 timeout.",
		"The run was cut off; this is what arrived.",
	}, Headlines(brokenPage(t)))
	assert.Equal(t, []string{"16 benchmarks measured in 1 package.", "2 configurations skipped."}, Headlines(genericPage(t)))
	assert.Greater(t, len(Headlines(baselinePage(t))), 5, "the comparison speaks too")
}
