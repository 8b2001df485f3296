package ablation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// sampled is a time per op with its samples.
func sampled(samples ...float64) rowOption {
	return func(r *Row) {
		r.Metrics = append(r.Metrics, newSummarizer(0.95, nil).metric(wire.UnitSecPerOp, samples))
	}
}

func TestMergePools(t *testing.T) {
	a := reportOf(Catalog{{Name: "a", Slot: 0}},
		row("FFT/variant=a/n=64", sampled(1, 2, 3)),
		row("FFT/variant=b/n=64", sampled(7)))
	a.Preset, a.ElapsedMS, a.Confidence, a.Units = "demo", 10, 0.95, []Unit{{Name: "sec/op", Better: -1}}
	b := reportOf(Catalog{{Name: "b", Slot: 1}},
		row("FFT/variant=a/n=64", sampled(4, 5, 6)),
		row("FFT/variant=a/n=128", sampled(9)))
	b.Preset, b.ElapsedMS, b.Confidence, b.Units = "quick", 5, 0.95, a.Units
	b.Environments[0].Date = "2026-01-01" // a later run of the same place
	b.Incomplete = true

	m, err := Merge(a, b)
	require.NoError(t, err)
	require.Len(t, m.Rows, 3)
	first := m.Rows[0].Metric(wire.UnitSecPerOp)
	assert.Equal(t, []float64{1, 2, 3, 4, 5, 6}, first.Samples)
	assert.Equal(t, []float64{3.5, 1, 6}, []float64{first.Median, first.Lo, first.Hi})
	assert.Equal(t, []int{64, 128}, m.NFFTs)
	assert.Equal(t, 15.0, m.ElapsedMS)
	assert.True(t, m.Incomplete)
	assert.Len(t, m.Environments, 1)
	assert.Len(t, m.Catalog, 2)
	assert.Equal(t, "demo", m.Preset)
	assert.Equal(t, []Problem{{"report 2", "info", `its preset "quick" differs from "demo", which is shown`}}, m.Problems)
	assert.Equal(t, []float64{1, 2, 3}, a.Rows[0].Metrics[0].Samples, "the inputs stay as they were")
}

func TestMergeKeepsEnvironmentsApart(t *testing.T) {
	a := reportOf(nil, row("X", sampled(1), func(r *Row) {
		r.Metrics = append(r.Metrics, Metric{Unit: "B/op", Samples: []float64{0}}, Metric{Unit: "allocs/op", Samples: []float64{0}})
	}))
	b := reportOf(nil, row("X", sampled(2)))
	b.Environments[0].CPU = "other"
	m, err := Merge(a, b, a)
	require.NoError(t, err)
	require.Len(t, m.Rows, 2)
	assert.Equal(t, []int{0, 1}, []int{m.Rows[0].Env, m.Rows[1].Env})
	assert.Equal(t, "other", m.Environments[1].CPU)
	assert.Equal(t, []float64{1, 1}, m.Rows[0].Metrics[0].Samples, "one result proves no copy")
}

func TestMergeCountsACopyOnce(t *testing.T) {
	a := reportOf(nil, row("X", sampled(1, 2, 3)))
	m, err := Merge(a, reportOf(nil, row("X", sampled(1, 2, 4))), reportOf(nil, row("X", sampled(1, 2, 3))))
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 2, 3, 1, 2, 4}, m.Rows[0].Metrics[0].Samples)
	assert.Equal(t, []Problem{{"report 3", "warning", "all 3 results are those of report 1; they count once"}}, m.Problems)
}

func TestMergeStatuses(t *testing.T) {
	ok := func() *Report { return reportOf(nil, row("X", sampled(1, 2))) }
	bad := reportOf(nil, row("X", failed(wire.BenchFail, "wrong (failed in 1 of 6 samples)")))
	m, err := Merge(ok(), bad)
	require.NoError(t, err)
	assert.Equal(t, wire.BenchFail, m.Rows[0].Status)
	assert.Equal(t, "wrong (failed in 1 of 6 samples)", m.Rows[0].Note)
	assert.Equal(t, 2, m.Rows[0].Metrics[0].N)

	skip := reportOf(nil, row("X", failed(wire.Skip, "no device")))
	m, err = Merge(skip, ok())
	require.NoError(t, err)
	assert.Equal(t, wire.OK, m.Rows[0].Status)
}

func TestMergeWithoutSamples(t *testing.T) {
	a := reportOf(nil, row("X", sec(3, 2, 4)))
	m, err := Merge(a, reportOf(nil, row("X", sampled(9, 9, 9), value("B/op", 5))))
	require.NoError(t, err)
	assert.Equal(t, a.Rows[0].Metrics[0], m.Rows[0].Metrics[0], "the first report's summary stands")
	assert.Equal(t, 5.0, m.Rows[0].Metric("B/op").Median)
	require.Len(t, m.Problems, 1)
	assert.Contains(t, m.Problems[0].Msg, "1 rows (first X) could not be pooled")
}

func TestMergeContradictions(t *testing.T) {
	a := reportOf(nil, row("X", sampled(1)))
	a.Units = []Unit{{Name: "sec/op", Better: -1}}
	b := reportOf(nil, row("X", sampled(2)))
	b.Units = []Unit{{Name: "sec/op", Better: -1, Exact: true}}
	b.Keys = map[string]string{"variant": "algo"}
	b.Confidence = 0.99
	m, err := Merge(a, b)
	require.NoError(t, err)
	assert.Equal(t, a.Units, m.Units)
	require.Len(t, m.Problems, 3)
	assert.Contains(t, m.Problems[0].Msg, "its intervals are at 0.99, those of the merged report at 0.95")
	assert.Contains(t, m.Problems[1].Msg, `mapped by "variant=algo", those of the merged report by ""`)
	assert.Contains(t, m.Problems[2].Msg, "declares the unit sec/op otherwise")
}

func TestMergeErrors(t *testing.T) {
	_, err := Merge()
	assert.EqualError(t, err, "no report to merge")
	_, err = Merge(&Report{}, nil)
	assert.EqualError(t, err, "report 2 of 2 is missing")
}

func TestMergeOfOneChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyReport(true).Draw(t, "report")
		m, err := Merge(r)
		require.NoError(t, err)
		again, err := Merge(m)
		require.NoError(t, err)
		same(t, m, again, true)
		assert.LessOrEqual(t, len(m.Rows), len(r.Rows))
		assert.Equal(t, countSamples(r), countSamples(m))
	})
}

// TestMergeIsAssociative in what it counts: samples are neither lost nor
// invented, whatever is merged first.
func TestMergeIsAssociative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyReport(true).Draw(t, "a"), anyReport(true).Draw(t, "b"), anyReport(true).Draw(t, "c")
		b.Confidence, c.Confidence = a.Confidence, a.Confidence
		ab, err := Merge(a, b)
		require.NoError(t, err)
		left, err := Merge(ab, c)
		require.NoError(t, err)
		all, err := Merge(a, b, c)
		require.NoError(t, err)
		assert.Equal(t, countSamples(all), countSamples(left))
		require.Len(t, left.Rows, len(all.Rows))
		for i := range all.Rows {
			assert.Equal(t, all.Rows[i].Key(), left.Rows[i].Key())
			assert.Equal(t, all.Rows[i].Status, left.Rows[i].Status)
		}
	})
}

func countSamples(r *Report) int {
	n := 0
	for i := range r.Rows {
		for _, m := range r.Rows[i].Metrics {
			n += len(m.Samples)
		}
	}
	return n
}
