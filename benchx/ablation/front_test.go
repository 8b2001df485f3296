package ablation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFront(t *testing.T) {
	const f = "FFT/dir=forward/n=64/batch=1/variant="
	s := NewStudy(reportOf(nil,
		row(f+"fast", exactly(1), relL2(5)),
		row(f+"balanced", exactly(2), relL2(3)),
		row(f+"beaten", exactly(3), relL2(4)), // by balanced
		row(f+"slower", exactly(2), relL2(4)), // as fast as balanced, less accurate
		row(f+"equal", exactly(2), relL2(3)),  // as good as balanced in both
		row(f+"late", exactly(4), relL2(3)),   // as accurate as balanced, slower
		row(f+"accurate", exactly(5), relL2(0)),
		row(f+"unknown", exactly(1)),
	), StudyOptions{})
	require.Len(t, s.Fronts, 1)
	front := s.Fronts[0]
	assert.Len(t, front.Points, 7)
	assert.Equal(t, "fast balanced equal accurate", variantsOf(front.Front()))
}

func TestFrontOfTheCellThatMostShare(t *testing.T) {
	at := func(variant string, cell string) Row {
		return row("FFT/variant="+variant+"/dir=forward/"+cell, exactly(1), relL2(1))
	}
	s := NewStudy(reportOf(nil,
		at("a", "n=64/batch=1"), at("b", "n=64/batch=1"), at("c", "n=64/batch=1"),
		at("a", "n=128/batch=1"), at("b", "n=128/batch=1"), at("c", "n=128/batch=1"),
		at("a", "n=128/batch=8"), at("b", "n=128/batch=8"), at("c", "n=128/batch=8"),
		at("a", "n=256/batch=1"), at("b", "n=256/batch=1"),
		at("a", "n=512/batch=1"),
		at("a", "n=64/batch=1/precision=f64"), // alone: no front
	), StudyOptions{})
	require.Len(t, s.Fronts, 1)
	assert.Equal(t, []int{128, 8}, []int{s.Fronts[0].Cell.N, s.Fronts[0].Cell.Batch})
}

// TestFrontIsWhatNoOtherBeats compares the one pass with the definition.
func TestFrontIsWhatNoOtherBeats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows []Row
		for range rapid.IntRange(2, 12).Draw(t, "rows") {
			rows = append(rows, row("FFT/variant="+rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "v"),
				exactly(rapid.Map(rapid.Float64Range(1, 3), quarter).Draw(t, "sec")),
				relL2(rapid.Map(rapid.Float64Range(0, 2), quarter).Draw(t, "err"))))
		}
		s := NewStudy(reportOf(nil, rows...), StudyOptions{})
		for _, f := range s.Fronts {
			for _, p := range f.Points {
				beaten := false
				for _, q := range f.Points {
					a, b := q.Config, p.Config
					noWorse := a.PerTransform <= b.PerTransform && a.RelL2 <= b.RelL2
					beaten = beaten || noWorse && (a.PerTransform < b.PerTransform || a.RelL2 < b.RelL2)
				}
				assert.Equal(t, !beaten, p.On)
			}
		}
	})
}

// quarter rounds to quarters, so that equal values are common.
func quarter(x float64) float64 { return float64(int(x*4)) / 4 }
