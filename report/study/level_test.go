package study

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/perf/benchmath"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// The page's number of samples is the one from which benchmath gives an interval.
func TestLevelSamples(t *testing.T) {
	open := func(n int, l level) bool {
		s := benchmath.NewSample(make([]float64, n), &benchmath.DefaultThresholds)
		return math.IsInf(benchmath.AssumeNothing.Summary(s, float64(l)).Lo, -1)
	}
	for l, want := range map[level]int{0.5: 2, 0.9: 5, 0.95: 6, 0.99: 8, 0.999: 11} {
		assert.Equal(t, want, l.samples(), "%v", l)
		assert.False(t, open(want, l), "%v", l)
		if want > 2 {
			assert.True(t, open(want-1, l), "%v", l)
		}
	}
}

func TestPageNamesTheLevelOfItsIntervals(t *testing.T) {
	p := smallPage(t)
	p.Study.Report.Confidence = 0.99
	page := render(t, p)
	assert.Contains(t, page, "the 99 % confidence interval of the median, by order statistics. It needs 8 samples")
	assert.Contains(t, page, `title="half width of the 99 % confidence interval of the median"`)
	assert.NotContains(t, page, "95 %")
}

func TestLevelOutOfRange(t *testing.T) {
	for _, x := range []float64{0, -1, 1, 7, math.NaN(), math.Inf(1)} {
		assert.Equal(t, level(0.95), levelOf(&ablation.Report{Confidence: x}), "%v", x)
	}
	assert.Equal(t, "95 %", level(0.95).text())
	assert.Equal(t, "99.9 %", level(0.999).text())
}
