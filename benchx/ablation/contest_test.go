package ablation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func contestOf(t *testing.T, rows ...Row) Contest {
	t.Helper()
	s := NewStudy(reportOf(fftCatalog(), rows...), StudyOptions{})
	require.Len(t, s.Contests, 1)
	return s.Contests[0]
}

func TestTies(t *testing.T) {
	const at = "FFT/dir=forward/n=64/variant="
	inf := math.Inf(1)
	tests := []struct {
		name   string
		rows   []Row
		tied   int
		ties   []bool
		winner string
	}{
		{
			"a clear winner", []Row{
				row(at+"gonum", sec(20, 19, 21)), row(at+"op_fft", sec(10, 9, 11)),
			}, 1, []bool{true, false}, "op_fft",
		}, {
			"touching intervals overlap", []Row{
				row(at+"gonum", sec(12, 11, 13)), row(at+"op_fft", sec(10, 9, 11)),
			}, 2, []bool{true, true}, "op_fft",
		}, {
			"a wide interval behind a narrow one", []Row{
				row(at+"gonum", sec(12, 11.5, 12.5)), row(at+"op_fft", sec(10, 9, 11)), row(at+"butterfly_q8", sec(14, 8, 20)),
			}, 2, []bool{true, false, true}, "op_fft",
		}, {
			"too few samples for an interval", []Row{
				row(at+"gonum", sec(20, -inf, inf)), row(at+"op_fft", sec(10, -inf, inf)),
			}, 2, []bool{true, true}, "op_fft",
		}, {
			"alone", []Row{row(at+"gonum", sec(20, 19, 21))}, 1, []bool{true}, "gonum",
		},
	}
	for _, tt := range tests {
		c := contestOf(t, tt.rows...)
		assert.Equal(t, tt.winner, c.Winner().Variant, tt.name)
		assert.Equal(t, tt.tied, c.Tied, tt.name)
		for i, want := range tt.ties {
			assert.Equal(t, want, c.Ties(i), "%s %d", tt.name, i)
		}
	}
}

func TestCellsSeparateWhatIsNotAlike(t *testing.T) {
	rows := []Row{row("FFT/variant=a/dir=forward/n=64/batch=1/device=cpu", exactly(1))}
	for _, other := range []Row{
		row("FFT/variant=b/dir=inverse/n=64/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=b/dir=forward/n=128/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=b/dir=forward/n=64/batch=2/device=cpu", exactly(1)),
		row("FFT/variant=b/dir=forward/n=64/batch=1/device=cuda:0", exactly(1)),
		row("FFT/variant=b/dir=forward/n=64/batch=1/device=cpu/precision=f64", exactly(1)),
		row("FFT/variant=b/dir=forward/n=64/batch=1/device=cpu/mode=x", exactly(1)),
		row("Other/variant=b/dir=forward/n=64/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=b/dir=forward/n=64/batch=1/device=cpu", exactly(1), procs(2)),
		row("FFT/variant=b/dir=forward/n=64/batch=1/device=cpu", exactly(1), pkg("p")),
		row("FFT/variant=b/dir=forward/n=64/batch=1/device=cpu", exactly(1), env(1)),
	} {
		s := NewStudy(reportOf(nil, rows[0], other), StudyOptions{})
		assert.Len(t, s.Contests, 2, other.FullName())
	}
	s := NewStudy(reportOf(nil,
		row("FFT/variant=a/dir=forward/n=64/batch=1/device=cuda:0", exactly(1)),
		row("FFT/variant=b/dir=forward/n=64/batch=1/device=cuda:1", exactly(2))), StudyOptions{})
	assert.Len(t, s.Contests, 1, "devices of one kind compete")
}

func TestContestOrder(t *testing.T) {
	s := NewStudy(reportOf(nil,
		row("FFT/variant=a/dir=welch/n=64/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=a/dir=forward/n=64/batch=1/device=cpu/precision=f64", exactly(1)),
		row("FFT/variant=a/dir=forward/n=64/batch=1/device=cuda:0", exactly(1)),
		row("FFT/variant=a/dir=forward/n=128/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=a/dir=forward/n=64/batch=8/device=cpu", exactly(1)),
		row("FFT/variant=a/dir=forward/n=64/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=a/dir=inverse/n=64/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=a/dir=fused/n=64/batch=1/device=cpu", exactly(1)),
	), StudyOptions{})
	var got []string
	for _, c := range s.Contests {
		got = append(got, c.Winner().Row.FullName())
	}
	assert.Equal(t, []string{
		"FFT/variant=a/dir=forward/n=64/batch=1/device=cpu",
		"FFT/variant=a/dir=forward/n=64/batch=8/device=cpu",
		"FFT/variant=a/dir=forward/n=128/batch=1/device=cpu",
		"FFT/variant=a/dir=forward/n=64/batch=1/device=cuda:0",
		"FFT/variant=a/dir=forward/n=64/batch=1/device=cpu/precision=f64",
		"FFT/variant=a/dir=inverse/n=64/batch=1/device=cpu",
		"FFT/variant=a/dir=fused/n=64/batch=1/device=cpu",
		"FFT/variant=a/dir=welch/n=64/batch=1/device=cpu",
	}, got)
}

func referenceNames(s *Study) []string {
	var names []string
	for _, c := range s.Contests {
		name := "none"
		if c.Reference != nil {
			name = c.Reference.Row.FullName()
		}
		names = append(names, name)
	}
	return names
}

func TestReferences(t *testing.T) {
	rows := []Row{
		row("FFT/variant=gonum/dir=forward/n=64/device=cpu", exactly(2)),
		row("FFT/variant=op_fft/dir=forward/n=64/device=cpu", exactly(1)),
		row("FFT/variant=op_fft/dir=forward/n=64/device=cpu/precision=f64", exactly(1)),
		row("FFT/variant=op_fft/dir=forward/n=128/device=cpu", exactly(1)),
		row("FFT/variant=gonum/dir=forward/n=128/device=cpu", failed(wire.BenchFail, "wrong")),
		row("FFT/variant=cufft/dir=forward/n=64/device=cuda:0", exactly(1)),
		row("FFT/variant=stockham_cuda/dir=forward/n=64/device=cuda:0", exactly(2)),
		row("Welch/variant=welch_gonum/dir=welch/n=64/device=cpu", exactly(2)),
	}
	s := NewStudy(reportOf(fftCatalog(), rows...), StudyOptions{})
	assert.Equal(t, []string{
		"FFT/variant=gonum/dir=forward/n=64/device=cpu",
		"none", // it failed at n=128
		"FFT/variant=cufft/dir=forward/n=64/device=cuda:0",
		"FFT/variant=gonum/dir=forward/n=64/device=cpu", // f64: its one row serves both
		"Welch/variant=welch_gonum/dir=welch/n=64/device=cpu",
	}, referenceNames(s))
	assert.Equal(t, "op_fft", variantsOf(s.Contests[3].Configs), "the f32 row does not compete at f64")

	s = NewStudy(reportOf(fftCatalog(), append(rows,
		row("FFT/variant=gonum/dir=forward/n=64/device=cpu/precision=f64", exactly(3)))...), StudyOptions{})
	assert.Equal(t, "FFT/variant=gonum/dir=forward/n=64/device=cpu/precision=f64", referenceNames(s)[3], "a row of its own goes first")

	s = NewStudy(reportOf(fftCatalog(), rows...), StudyOptions{Reference: "stockham_cuda, op_fft"})
	assert.Equal(t, []string{
		"FFT/variant=op_fft/dir=forward/n=64/device=cpu",
		"FFT/variant=op_fft/dir=forward/n=128/device=cpu",
		"FFT/variant=stockham_cuda/dir=forward/n=64/device=cuda:0",
		"FFT/variant=op_fft/dir=forward/n=64/device=cpu/precision=f64",
		"none",
	}, referenceNames(s))
	for _, c := range s.Configs {
		assert.Equal(t, c.Variant == "stockham_cuda" || c.Variant == "op_fft", c.Reference, c.Variant)
	}
}

func TestSeveralReferencesInOneCell(t *testing.T) {
	rows := []Row{
		row("FFT/variant=op_fft/n=64", exactly(1)),
		row("FFT/variant=gonum/n=64", exactly(2)),
	}
	s := NewStudy(reportOf(fftCatalog(), rows...), StudyOptions{Reference: "gonum,op_fft"})
	assert.Equal(t, "gonum", s.Contests[0].Reference.Variant, "the first named one that the cell has")
	s = NewStudy(reportOf(fftCatalog(), rows...), StudyOptions{Reference: "op_fft,gonum"})
	assert.Equal(t, "op_fft", s.Contests[0].Reference.Variant)
}

func TestTierWins(t *testing.T) {
	s := NewStudy(reportOf(fftCatalog(),
		// n=64: op_fft and gonum tie, both baseline: baseline wins.
		row("FFT/variant=gonum/n=64", sec(10, 9, 11)),
		row("FFT/variant=op_fft/n=64", sec(10.5, 9, 12)),
		row("FFT/variant=butterfly_q8/n=64", sec(20, 19, 21)),
		// n=128: tiers A and baseline tie.
		row("FFT/variant=gonum/n=128", sec(10, 9, 11)),
		row("FFT/variant=stockham_compiled/n=128", sec(9, 8, 10)),
		// n=256: A wins, against a variant without tier.
		row("FFT/variant=stockham_compiled/n=256", sec(9, 8, 10)),
		row("FFT/variant=mine/n=256", sec(19, 18, 20)),
		// n=512: alone, which is no contest.
		row("FFT/variant=stockham_compiled/n=512", sec(9, 8, 10)),
		// Two devices of one variant are no rivals either.
		row("FFT/variant=cufft/n=64/device=cuda:0", exactly(1)),
		row("FFT/variant=cufft/n=64/device=cuda:1", exactly(2)),
	), StudyOptions{})
	assert.Equal(t, []TierWins{
		{"baseline", 1, 1}, {"A", 1, 1}, {"B", 0, 0}, {"", 0, 0},
	}, s.TierWins)

	s = NewStudy(reportOf(nil, row("X/variant=a", exactly(1)), row("X/variant=b", exactly(2))), StudyOptions{})
	assert.Empty(t, s.TierWins, "no tiers, no wins of tiers")
}
