package ablation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func summaryOf(t *testing.T, s *Study, variant string) VariantSummary {
	t.Helper()
	for _, v := range s.Summaries {
		if v.Variant == variant {
			return v
		}
	}
	require.Fail(t, "no summary", variant)
	return VariantSummary{}
}

func TestSummaries(t *testing.T) {
	const f = "FFT/dir=forward/device=cpu/"
	s := NewStudy(reportOf(fftCatalog(),
		// n=64: op_fft clearly wins, 4 times gonum; q8 is slowest.
		row(f+"variant=gonum/n=64", exactly(8), relL2(1e-16), value(wire.UnitParams, 63)),
		row(f+"variant=op_fft/n=64", exactly(2), relL2(1e-7), value(wire.UnitParams, 63), value(wire.UnitParamBytes, 504)),
		row(f+"variant=butterfly_q8/n=64", exactly(16), relL2(4e-3)),
		// n=128: gonum and op_fft tie, 10 to 9.
		row(f+"variant=gonum/n=128", sec(9, 8, 10), relL2(3e-16)),
		row(f+"variant=op_fft/n=128", sec(10, 9, 11), relL2(2e-7), value(wire.UnitParams, 127), value(wire.UnitParamBytes, 1016)),
		row(f+"variant=butterfly_q8/n=128", failed(wire.BenchFail, "wrong")),
		// n=256: no reference; q8 beats op_fft threefold.
		row(f+"variant=op_fft/n=256", exactly(30), relL2(6e-7)),
		row(f+"variant=butterfly_q8/n=256", exactly(10)),
		row(f+"variant=gonum/n=256", failed(wire.Skip, "")),
	), StudyOptions{})

	op := summaryOf(t, s, "op_fft")
	assert.Equal(t, "baseline", op.Tier)
	assert.Equal(t, "f32", op.Precision)
	// Against gonum 8/2 at n=64 and 9/10 at n=128: √3.6.
	assert.InDelta(t, math.Sqrt(3.6), op.Geomean, 1e-12)
	assert.Equal(t, 2, op.Cells)
	assert.Equal(t, []int{1, 1}, []int{op.Wins, op.Ties})
	// Times over the winner's: 1, 10/9, 3; their geometric mean is ∛(10/3).
	assert.InDelta(t, math.Cbrt(10.0/3), op.Regret, 1e-12)
	assert.InDelta(t, 3, op.WorstRegret, 1e-12)
	assert.Equal(t, 256, op.WorstAt.N)
	assert.Equal(t, []float64{2e-7, 1e-7, 6e-7}, []float64{op.MedianErr, op.MinErr, op.MaxErr})
	assert.Equal(t, []int{3, 0}, []int{op.OK, op.Failed})
	assert.Equal(t, []float64{127, 1016}, []float64{op.Params, op.ParamByte})
	assert.Equal(t, 128, op.ParamsAtN, "the largest n at which parameters are known")

	gonum := summaryOf(t, s, "gonum")
	assert.Equal(t, 1.0, gonum.Geomean, "the reference against itself")
	assert.Equal(t, []int{0, 1}, []int{gonum.Wins, gonum.Ties})
	assert.Equal(t, 2e-16, gonum.MedianErr, "of an even number, the mean of the middle two")
	assert.Equal(t, []int{2, 0}, []int{gonum.OK, gonum.Failed}, "a skip is no failure")
	// 4 at n=64, 1 at n=128.
	assert.InDelta(t, 2, gonum.Regret, 1e-12)
	assert.True(t, math.IsNaN(gonum.ParamByte))

	q8 := summaryOf(t, s, "butterfly_q8")
	assert.InDelta(t, 0.5, q8.Geomean, 1e-12) // 8/16, the only cell shared with gonum
	assert.Equal(t, 1, q8.Cells)
	assert.Equal(t, []int{1, 0}, []int{q8.Wins, q8.Ties})
	assert.Equal(t, []int{2, 1}, []int{q8.OK, q8.Failed})
	assert.InDelta(t, math.Sqrt(8), q8.Regret, 1e-12) // 8 and 1

	assert.Equal(t, []string{"op_fft", "gonum", "butterfly_q8"}, []string{s.Summaries[0].Variant, s.Summaries[1].Variant, s.Summaries[2].Variant})
	require.Len(t, s.Overall, 1)
	assert.Equal(t, "op_fft", s.Overall[0].Variant)
}

func TestOverallPerDirectionKindAndPrecision(t *testing.T) {
	s := NewStudy(reportOf(fftCatalog(),
		row("FFT/variant=gonum/dir=forward/n=64/device=cpu", exactly(4)),
		row("FFT/variant=op_fft/dir=forward/n=64/device=cpu", exactly(2)),
		row("FFT/variant=op_fft/dir=forward/n=64/device=cpu/precision=f64", exactly(3)),
		row("FFT/variant=cufft/dir=forward/n=64/device=cuda:0", exactly(1)),
		row("FFT/variant=stockham_cuda/dir=forward/n=64/device=cuda:0", exactly(2)),
		row("Welch/variant=lonely/dir=welch/n=64/device=cpu", exactly(2)),
	), StudyOptions{})
	type best struct {
		variant, direction, precision string
		gpu                           bool
		geomean                       float64
	}
	var got []best
	for _, v := range s.Overall {
		got = append(got, best{v.Variant, v.Direction, v.Precision, v.GPU, v.Geomean})
	}
	assert.Equal(t, []best{
		{"op_fft", "Forward", "f32", false, 2},
		{"cufft", "Forward", "f32", true, 1},
		{"op_fft", "Forward", "f64", false, math.Exp(math.Log(4.0 / 3))}, // against gonum's one row
	}, got)
}

// quick is four times as fast as the reference, but does one size in four;
// steady is twice as fast at every size.
func TestASpecialistIsNotFastestOverall(t *testing.T) {
	rows := []Row{row("FFT/variant=quick/dir=forward/n=64/device=cpu", exactly(1))}
	for _, n := range []string{"64", "100", "101", "1000"} {
		rows = append(rows,
			row("FFT/variant=gonum/dir=forward/n="+n+"/device=cpu", exactly(4)),
			row("FFT/variant=op_fft/dir=forward/n="+n+"/device=cpu", exactly(2)))
	}
	s := NewStudy(reportOf(fftCatalog(), rows...), StudyOptions{})
	require.Len(t, s.Overall, 1)
	assert.Equal(t, "op_fft", s.Overall[0].Variant)
	assert.Equal(t, []int{4, 4}, []int{s.Overall[0].Cells, s.Overall[0].Contests})
	assert.Equal(t, 1, summaryOf(t, s, "quick").Contests)

	// Half of the cells is enough.
	rows = append(rows, row("FFT/variant=quick/dir=forward/n=100/device=cpu", exactly(1)))
	s = NewStudy(reportOf(fftCatalog(), rows...), StudyOptions{})
	assert.Equal(t, "quick", s.Overall[0].Variant)

	// The reference's own breadth does not count.
	s = NewStudy(reportOf(fftCatalog(),
		row("FFT/variant=quick/dir=forward/n=64/device=cpu", exactly(1)),
		row("FFT/variant=gonum/dir=forward/n=64/device=cpu", exactly(4)),
		row("FFT/variant=gonum/dir=forward/n=100/device=cpu", exactly(4)),
		row("FFT/variant=gonum/dir=forward/n=101/device=cpu", exactly(4)),
	), StudyOptions{})
	assert.Equal(t, "quick", s.Overall[0].Variant)
}

func TestFailedOnlyVariantIsSummedUp(t *testing.T) {
	s := NewStudy(reportOf(nil, row("FFT/variant=a/n=64", failed(wire.OOM, "killed"))), StudyOptions{})
	v := summaryOf(t, s, "a")
	assert.Equal(t, []int{0, 1, 0}, []int{v.OK, v.Failed, v.Cells})
	for _, x := range []float64{v.Geomean, v.Regret, v.WorstRegret, v.MedianErr, v.Params} {
		assert.True(t, math.IsNaN(x))
	}
}

func TestTopFive(t *testing.T) {
	const f = "FFT/dir=forward/n=64/"
	s := NewStudy(reportOf(nil,
		row(f+"variant=a/batch=1/device=cpu", sec(10, 9, 11)),
		row(f+"variant=a/batch=8/device=cpu", sec(40, 36, 44)), // 5 a transform: a's best
		row(f+"variant=b/batch=1/device=cuda:0", sec(4, 3.5, 4.5)),
		row(f+"variant=c/batch=1/device=cpu", sec(7, 4.5, 9)), // touches b's interval
		row(f+"variant=d/batch=1/device=cpu", sec(6, 5.9, 6.1)),
		row(f+"variant=e/batch=1/device=cpu", sec(8, 7, 9)),
		row(f+"variant=f/batch=1/device=cpu", sec(9, 8, 10)),
		row(f+"variant=g/batch=1/device=cpu", sec(1, 1, 1), failed(wire.BenchFail, "wrong")),
		row("FFT/dir=inverse/n=64/variant=f", sec(9, 8, 10)),
		row(f+"variant=f/precision=f64", sec(9, 8, 10)),
		row("FFT/dir=forward/n=32/variant=f", sec(9, 8, 10)),
	), StudyOptions{})
	require.Len(t, s.TopFives, 4)
	type place struct {
		direction, precision string
		n                    int
	}
	var places []place
	for _, top := range s.TopFives {
		places = append(places, place{top.Direction, top.Precision, top.N})
	}
	assert.Equal(t, []place{{"Forward", "f32", 32}, {"Forward", "f32", 64}, {"Forward", "f64", 64}, {"Inverse", "f32", 64}}, places)
	top := s.TopFives[1]
	assert.Equal(t, "b a d c e", variantsOf(top.Configs))
	assert.Equal(t, 8, top.Configs[1].Batch)
	// b is 3.5…4.5, a 4.5…5.5 and c 4.5…9 touch it, d does not.
	assert.Equal(t, 3, top.Tied)
}

func TestBestPrecision(t *testing.T) {
	s := NewStudy(reportOf(nil,
		row("FFT/variant=a/dir=forward/n=64", exactly(1), relL2(2e-7)),
		row("FFT/variant=b/dir=forward/n=64", exactly(3), relL2(1e-7)),
		row("FFT/variant=c/dir=forward/n=64", exactly(2), relL2(1e-7)), // as exact as b, and faster
		row("FFT/variant=d/dir=forward/n=64", exactly(1), relL2(1e-9), failed(wire.BenchFail, "wrong")),
		row("FFT/variant=e/dir=forward/n=64", exactly(1), relL2(math.NaN())),
		row("FFT/variant=a/dir=forward/n=64/precision=f64", exactly(2), relL2(1e-16)),
	), StudyOptions{})
	require.Len(t, s.Best, 2)
	assert.Equal(t, "f32", s.Best[0].Precision)
	assert.Equal(t, "c", s.Best[0].Config.Variant)
	assert.Equal(t, "f64", s.Best[1].Precision)
}

func TestLargestModel(t *testing.T) {
	s := NewStudy(reportOf(nil,
		row("FFT/variant=a/n=64", exactly(1), value(wire.UnitParamBytes, 504)),
		row("FFT/variant=b/n=128", exactly(3), value(wire.UnitParamBytes, 1016)),
		row("FFT/variant=c/n=256", exactly(2), value(wire.UnitParamBytes, 2040), failed(wire.BenchFail, "wrong")),
		row("FFT/variant=d/n=256", exactly(2), value(wire.UnitParamBytes, math.Inf(1))),
	), StudyOptions{})
	require.NotNil(t, s.LargestModel)
	assert.Equal(t, "b", s.LargestModel.Variant)
}
