package compare_test

import (
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
