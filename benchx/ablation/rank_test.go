package ablation

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestRankingOrder(t *testing.T) {
	nan := math.NaN()
	// Each row differs from the one before it in one thing, the ranking's next.
	want := []Row{
		row("FFT/variant=z/n=64", exactly(1)),
		row("FFT/variant=z/n=64/batch=8", exactly(16), relL2(1e-9)), // 2 s a transform
		row("FFT/variant=z/n=64", exactly(2), relL2(2e-9)),
		row("FFT/variant=a/n=64", exactly(2)), // no error known: after all that have one
		row("FFT/variant=b/n=64/device=cpu", exactly(2)),
		row("FFT/variant=b/dir=inverse/n=64/device=cuda:0", exactly(2)),
		row("FFT/variant=b/dir=welch/n=64/device=cuda:0", exactly(2)),
		row("FFT/variant=b/dir=welch/n=64/batch=2/device=cuda:0", exactly(4)),
		row("FFT/variant=b/dir=welch/n=128/batch=2/device=cuda:0", exactly(4)),
		row("FFT/variant=b/dir=welch/n=128/batch=2/device=cuda:0/precision=f64", exactly(4)),
		row("FFT/variant=b/dir=welch/n=128/batch=2/device=cuda:0/precision=f64", exactly(4), pkg("p")),
		// Not ok: failed, no usable time, or a time that is none.
		row("FFT/variant=a/n=64", exactly(1), failed(wire.BenchFail, "wrong")),
		row("FFT/variant=b/n=64", exactly(math.Inf(1))),
		row("FFT/variant=a/n=64", sec(nan, nan, nan)),
		row("FFT/variant=b/n=64", failed(wire.PrepareFail, "no device")),
		row("FFT/variant=c/n=64", failed(wire.Skip, "")),
	}
	rows := slices.Clone(want)
	slices.Reverse(rows)
	s := NewStudy(reportOf(nil, rows...), StudyOptions{})
	for i := range want {
		assert.Equal(t, want[i].FullName()+string(want[i].Status), s.Configs[i].Row.FullName()+string(s.Configs[i].Row.Status), i)
		rank := i + 1
		if i >= 11 {
			rank = 0
		}
		assert.Equal(t, rank, s.Configs[i].Rank, i)
	}
	assert.True(t, s.Configs[10].OK())
	assert.False(t, s.Configs[11].OK())
}

func TestZeroAndNegativeTimesAreNotOK(t *testing.T) {
	s := NewStudy(reportOf(nil,
		row("FFT/variant=a/n=64", exactly(0)),
		row("FFT/variant=b/n=64", exactly(-1)),
		row("FFT/variant=c/n=64"),
	), StudyOptions{})
	for _, c := range s.Configs {
		assert.False(t, c.OK(), c.Variant)
		assert.Zero(t, c.Rank)
	}
	assert.Empty(t, s.Contests)
}

// TestRankingIsTotal: whatever the numbers, the comparison is a strict order and
// sorting does not depend on the input's order.
func TestRankingIsTotal(t *testing.T) {
	number := rapid.SampledFrom([]float64{0, 1, 2, -1, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324})
	config := rapid.Custom(func(t *rapid.T) *Config {
		return &Config{
			Row:          &Row{Status: rapid.SampledFrom([]wire.Status{wire.OK, wire.OOM}).Draw(t, "status")},
			Sec:          number.Draw(t, "sec"),
			PerTransform: number.Draw(t, "per"), RelL2: number.Draw(t, "rel"),
			Variant: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "variant"),
			index:   rapid.IntRange(0, 3).Draw(t, "index"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := config.Draw(t, "a"), config.Draw(t, "b"), config.Draw(t, "c")
		assert.Equal(t, -compareRanked(b, a), compareRanked(a, b), "antisymmetric")
		if compareRanked(a, b) <= 0 && compareRanked(b, c) <= 0 {
			assert.LessOrEqual(t, compareRanked(a, c), 0, "transitive")
		}
	})
}
