package compare_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

func TestWithinComparesWithTheReference(t *testing.T) {
	config := func(variant string, samples ...float64) *ablation.Config {
		row := okRow("p", "FFT", metric("sec/op", samples...))
		return &ablation.Config{Row: &row, Variant: variant, Sec: samples[0]}
	}
	gonum := config("gonum", around(10, 6)...)
	fast := config("fast", around(5, 6)...)
	slow := config("slow", around(12, 6)...)
	same := config("same", 9.99, 10.05, 10, 10.004, 9.98, 10.001)
	once := config("once", 5)
	s := &ablation.Study{Contests: []ablation.Contest{
		{Configs: []*ablation.Config{once, fast, gonum, same, slow}, Reference: gonum},
		{Configs: []*ablation.Config{fast}},                  // nothing to compare with
		{Configs: []*ablation.Config{fast}, Reference: once}, // one sample
	}}
	got := compare.Within(s, compare.Options{})
	require.Len(t, got, 5)
	var verdicts []string
	for _, a := range got {
		verdicts = append(verdicts, a.Config.Variant+" "+string(a.Verdict))
	}
	assert.Equal(t, []string{"once no clear change", "fast better", "same no clear change", "slow worse", "fast no clear change"}, verdicts)

	a := got[1]
	assert.Same(t, gonum, a.Reference)
	assert.InDelta(t, 10.0025/5.0025, a.Ratio, 1e-12)
	assert.InDelta(t, 5.0025/10.0025-1, a.Delta, 1e-12)
	assert.InDelta(t, 2.0/924, a.P, 1e-15) // the least of 6 against 6: 2/C(12,6)
	assert.Equal(t, []int{6, 6}, []int{a.N, a.RefN})
	assert.Equal(t, "sec/op", a.Unit)
	assert.InDelta(t, 0.2857142857142857, got[0].P, 1e-15) // 1 against 6: 2/C(7,1)
}

// With six samples a side the interval runs from the sixth smallest to the sixth
// largest of the 36 ratios: P(U ≤ 5) = 19/924 is below 2.5 %, P(U ≤ 6) = 30/924
// is not.
func TestWithinBoundsTheRatio(t *testing.T) {
	ref, fast := []float64{10, 11, 12.5, 13, 14, 15.5}, []float64{5, 5.2, 5.5, 6, 6.1, 7}
	var ratios []float64
	for _, r := range ref {
		for _, f := range fast {
			ratios = append(ratios, r/f)
		}
	}
	slices.Sort(ratios)
	config := func(samples ...float64) *ablation.Config {
		row := okRow("p", "FFT", metric("sec/op", samples...))
		return &ablation.Config{Row: &row, Sec: samples[0]}
	}
	slow, quick, once := config(ref...), config(fast...), config(5)
	bare := config(5)
	bare.Row.Metrics[0].Samples, bare.Row.Metrics[0].N = nil, 6
	s := &ablation.Study{Contests: []ablation.Contest{{Configs: []*ablation.Config{quick, once, bare, slow}, Reference: slow}}}
	got := compare.Within(s, compare.Options{})
	require.Len(t, got, 3)
	assert.InDelta(t, ratios[5], got[0].Lo, 1e-12)
	assert.InDelta(t, ratios[30], got[0].Hi, 1e-12)
	assert.Equal(t, 0.0, got[1].Lo, "one sample")
	assert.True(t, math.IsInf(got[1].Hi, 1))
	assert.True(t, math.IsNaN(got[2].Lo), "a summary alone")
	assert.True(t, math.IsNaN(got[2].Hi))
}

// The memory of a configuration is compared like its time; units that repeat
// exactly by their values alone.
func TestWithinUnits(t *testing.T) {
	config := func(variant string, metrics ...ablation.Metric) *ablation.Config {
		row := okRow("p", "FFT", metrics...)
		return &ablation.Config{Row: &row, Variant: variant, Sec: 1}
	}
	same := func(x float64) []float64 { return []float64{x, x, x, x, x, x} }
	gonum := config("gonum", metric("held-bytes", same(6000)...), metric("param-bytes", same(1024)...), metric("B/op", same(0)...))
	lean := config("lean", metric("held-bytes", same(1500)...), metric("param-bytes", same(1024)...), metric("B/op", same(0)...))
	large := config("large", metric("param-bytes", same(2048)...), metric("B/op", same(16)...), metric("peak-bytes", same(1)...))
	s := &ablation.Study{
		Report:   &ablation.Report{Units: []ablation.Unit{{Name: "param-bytes", Better: -1, Exact: true}}},
		Contests: []ablation.Contest{{Configs: []*ablation.Config{lean, large, gonum}, Reference: gonum}},
	}
	type line struct {
		variant, unit string
		ratio, delta  float64
		p             float64
		verdict       compare.Verdict
	}
	var got []line
	for _, a := range compare.WithinUnits(s, []string{"held-bytes", "peak-bytes", "param-bytes", "B/op"}, compare.Options{}) {
		if math.IsNaN(a.Ratio) {
			a.Ratio = -1
		}
		got = append(got, line{a.Config.Variant, a.Unit, a.Ratio, a.Delta, a.P, a.Verdict})
	}
	least := got[0].p
	assert.InDelta(t, 2.0/924, least, 1e-15) // complete separation of 6 and 6: 2/C(12,6)
	assert.Equal(t, []line{
		{"lean", "held-bytes", 4, -0.75, least, compare.Better},
		{"lean", "param-bytes", 1, 0, 0, compare.Unclear},
		{"lean", "B/op", -1, 0, 1, compare.Unclear},
		{"large", "param-bytes", 0.5, 1, 0, compare.Worse},
		{"large", "B/op", 0, math.Inf(1), least, compare.Worse},
	}, got)
}
