package ablation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// TestMedianInterval holds the intervals against the published order
// statistics of the 95 % interval of a median: with samples 1, 2, …, n the
// bounds are the ranks themselves. n=6 is the first with a finite interval.
func TestMedianInterval(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		n              int
		median, lo, hi float64
	}{
		{1, 1, -inf, inf},
		{4, 2.5, -inf, inf},
		{5, 3, -inf, 5},
		{6, 3.5, 1, 6},
		{8, 4.5, 1, 7},
		{10, 5.5, 2, 9},
		{15, 8, 4, 12},
		{20, 10.5, 6, 15},
	}
	sum := newSummarizer(0.95, nil)
	for _, tt := range tests {
		samples := make([]float64, tt.n)
		for i := range samples {
			samples[i] = float64(tt.n - i) // measured in falling order
		}
		m := sum.metric("sec/op", samples)
		assert.Equal(t, tt.median, m.Median, tt.n)
		assert.Equal(t, tt.lo, m.Lo, tt.n)
		assert.Equal(t, tt.hi, m.Hi, tt.n)
		assert.Equal(t, tt.n, m.N)
		assert.Equal(t, float64(tt.n), m.Samples[0], "samples stay in the order in which they were measured")
	}
}

func TestExactUnitIsSummedUpByItsMode(t *testing.T) {
	sum := newSummarizer(0, []Unit{{Name: "text-bytes", Exact: true}})
	m := sum.metric("text-bytes", []float64{9, 7, 7, 8})
	assert.Equal(t, []float64{7, 7, 9}, []float64{m.Median, m.Lo, m.Hi})
}

func TestNaNSamplePoisons(t *testing.T) {
	m := newSummarizer(0.95, nil).metric("sec/op", []float64{1, 2, 3, 4, 5, 6, math.NaN()})
	assert.True(t, math.IsNaN(m.Median))
	assert.True(t, math.IsInf(m.Lo, -1) && math.IsInf(m.Hi, 1))
}

func TestOutcome(t *testing.T) {
	type outcome struct {
		status wire.Status
		note   string
	}
	tests := []struct {
		name     string
		outcomes []outcome
		status   wire.Status
		note     string
	}{
		{"all ok", []outcome{{wire.OK, ""}, {wire.OK, "remark"}}, wire.OK, "remark"},
		{"one of three failed", []outcome{{wire.OK, "remark"}, {wire.BenchFail, "off by 3"}, {wire.OK, ""}}, wire.BenchFail, "off by 3 (failed in 1 of 3 samples)"},
		{"without a reason", []outcome{{wire.OK, ""}, {wire.Timeout, ""}}, wire.Timeout, "failed in 1 of 2 samples"},
		{"all failed", []outcome{{wire.PrepareFail, "no device"}, {wire.Panic, "index"}}, wire.PrepareFail, "no device"},
		{"skipped", []outcome{{wire.Skip, "n too small"}, {wire.Skip, ""}}, wire.Skip, "n too small"},
		{"skipped once", []outcome{{wire.Skip, "n too small"}, {wire.OK, ""}}, wire.OK, ""},
		{"skipped and failed", []outcome{{wire.Skip, "later"}, {wire.OOM, "killed"}}, wire.OOM, "killed"},
	}
	for _, tt := range tests {
		p := &pool{}
		for i, o := range tt.outcomes {
			p.outcome(o.status, o.note, "", int64(i+1))
		}
		got := p.finish(newSummarizer(0, nil))
		assert.Equal(t, tt.status, got.Status, tt.name)
		assert.Equal(t, tt.note, got.Note, tt.name)
	}
}

func TestMedianInt(t *testing.T) {
	assert.EqualValues(t, 0, medianInt(nil))
	assert.EqualValues(t, 7, medianInt([]int64{7}))
	assert.EqualValues(t, 3, medianInt([]int64{9, 3, 1}))
	assert.EqualValues(t, 4, medianInt([]int64{6, 3})) // 4.5 rounded down
	assert.EqualValues(t, math.MaxInt64, medianInt([]int64{math.MaxInt64, math.MaxInt64}), "no overflow")
}
