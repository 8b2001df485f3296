package study

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestReaching(t *testing.T) {
	assert.Equal(t, "a", reaching("a", map[string]bool{"a": true}))
	assert.Equal(t, "a and b", reaching("a", map[string]bool{"a": true, "b": true}))
	assert.Equal(t, "b and 2 more", reaching("b", map[string]bool{"a": true, "b": true, "c": true}))
	assert.Equal(t, "—", reaching("", nil))
}

// TestLargestBatches: each variant with its own batch and what ended its search;
// a cap alone is a lower bound.
func TestLargestBatches(t *testing.T) {
	row := func(variant, n, batch string, status wire.Status, limiter wire.Limiter) ablation.Row {
		r := ablation.Row{Name: "FFT", Procs: 1, Status: status, Limiter: limiter, Axes: []ablation.Axis{
			{Key: "variant", Value: variant}, {Key: "dir", Value: "forward"}, {Key: "n", Value: n}, {Key: "batch", Value: batch}, {Key: "device", Value: "cpu"}}}
		if status == wire.OK {
			r.Metrics = []ablation.Metric{{Unit: wire.UnitSecPerOp, Median: 1, Lo: 1, Hi: 1, N: 1}}
		}
		return r
	}
	s := ablation.NewStudy(&ablation.Report{LimitSweep: true, Rows: []ablation.Row{
		row("slow", "64", "2", wire.OK, ""), row("slow", "64", "3", wire.Timeout, wire.LimitTime),
		row("fast", "64", "4096", wire.OK, wire.LimitCap), row("fast", "128", "8", wire.OOM, wire.LimitMemory),
	}}, ablation.StudyOptions{})
	assert.Equal(t, []string{
		"cpu: the largest batch within budget is ≥ 4096 at n = 64 and none at n = 128.",
		"No variant of this run is marked as the reference of its direction, so no overall winner is named; --reference marks one.",
		"2 configurations failed: 1 timeout, 1 oom.",
	}, Headlines(Page{Study: s}))
	maps := newBuilder(Page{Study: s}).batchMaps()
	require.Len(t, maps, 1)
	assert.Equal(t, "Largest batch, cpu, Forward, f32", maps[0].Title)
	assert.Equal(t, []string{"64", "128"}, maps[0].Heads)
	got := map[string][]string{}
	for _, r := range maps[0].Rows {
		for _, c := range r.Cells {
			got[r.Head] = append(got[r.Head], c.Parts[0]+"|"+c.Sub)
		}
	}
	assert.Equal(t, map[string][]string{"slow": {"2|time", "—|"}, "fast": {"≥ 4096|", "—|1 oom"}}, got)
}

// TestFullestBatch: the map of ratios is drawn where most sizes were compared,
// not at the one batch that only the smallest size can hold.
func TestFullestBatch(t *testing.T) {
	var all []*compare.Against
	for _, at := range [][2]int{{64, 1}, {128, 1}, {64, 8}, {128, 8}, {64, 4096}} {
		all = append(all, &compare.Against{Config: &ablation.Config{N: at[0], Batch: at[1]}})
	}
	assert.Equal(t, 8, fullestBatch(all))
}

func TestTieClause(t *testing.T) {
	assert.Equal(t, "", tieClause(&ablation.VariantSummary{Wins: 3}))
	assert.Equal(t, ", though in none clearly", tieClause(&ablation.VariantSummary{Ties: 3}))
	assert.Equal(t, ", though in 2 not clearly", tieClause(&ablation.VariantSummary{Wins: 1, Ties: 2}))
}

func TestTickPercent(t *testing.T) {
	for share, want := range map[float64]string{0: "0", -1: "-100 %", 0.5: "+50 %", 0.005: "+0.5 %", -0.0004: "0"} {
		assert.Equal(t, want, tickPercent(share))
	}
}
