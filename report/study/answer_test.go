package study

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// answerRow is a forward transform of n = 64 with the given samples.
func answerRow(variant, device string, samples ...float64) ablation.Row {
	m := ablation.Metric{Unit: wire.UnitSecPerOp, Median: samples[0], Lo: samples[0] * 0.99, Hi: samples[0] * 1.01, N: len(samples), Samples: samples}
	if len(samples) < 6 {
		m.Lo, m.Hi = 0, math.Inf(1)
	}
	return ablation.Row{Name: "FFT", Procs: 1, Status: wire.OK, Metrics: []ablation.Metric{m}, Axes: []ablation.Axis{
		{Key: "variant", Value: variant}, {Key: "dir", Value: "forward"}, {Key: "n", Value: "64"}, {Key: "batch", Value: "1"}, {Key: "device", Value: device}}}
}

func answers(rows ...ablation.Row) []string {
	s := ablation.NewStudy(&ablation.Report{Catalog: ablation.Catalog{{Name: "gonum", Reference: true}}, Rows: rows}, ablation.StudyOptions{})
	return newBuilder(Page{Study: s}).verdicts()
}

// TestAnswersClaimNoMoreThanTheData: the sentences at the top, for runs that
// cannot support the usual one.
func TestAnswersClaimNoMoreThanTheData(t *testing.T) {
	six := func(x float64) []float64 { return []float64{x, x, x, x, x, x} }
	assert.Equal(t, []string{"Forward, f32: only the reference gonum was measured."}, answers(answerRow("gonum", "cpu", six(4)...)))
	assert.Equal(t, []string{"Forward, f32: fast is 4.00× as fast as gonum, and clearly the fastest in 1 of 1 cell."},
		answers(answerRow("gonum", "cpu", six(4)...), answerRow("fast", "cpu", six(1)...)))
	assert.Equal(t, []string{"Forward, f32: fast is 4.00× as fast as gonum; too few samples to call any lead clear."},
		answers(answerRow("gonum", "cpu", 4), answerRow("fast", "cpu", 1)))
	assert.Equal(t, []string{
		"Forward, f32, CPU: nothing beats the reference gonum over all cells.",
		"Forward, f32, GPU: no reference was measured; the regret below says who is fastest.",
	}, answers(answerRow("gonum", "cpu", six(1)...), answerRow("fast", "cpu", six(2)...), answerRow("fast", "cuda:0", six(1)...)))
}

func TestBySpeed(t *testing.T) {
	nan := math.NaN()
	names := func(g []ablation.VariantSummary) (out string) {
		for _, s := range bySpeed(g) {
			out += s.Variant
		}
		return out
	}
	assert.Equal(t, "bca", names([]ablation.VariantSummary{
		{Variant: "a", Geomean: nan, Regret: nan}, {Variant: "b", Geomean: nan, Regret: 1.1}, {Variant: "c", Geomean: nan, Regret: 2}}))
	assert.Equal(t, "ab", names([]ablation.VariantSummary{
		{Variant: "a", Geomean: 3, Regret: 2}, {Variant: "b", Geomean: 2, Regret: 1}}), "by the ratio to the reference where there is one")
}

func TestChangesInOneSentence(t *testing.T) {
	row := func(v compare.Verdict) compare.Row {
		return compare.Row{Name: "A", Cells: []compare.Cell{{Present: true, N: 6}, {Present: true, N: 6, BaseN: 6, Verdict: v}}}
	}
	r := &compare.Result{Columns: []string{"runs/old.txt", "runs/new.txt"}, Tables: []compare.Table{
		{Unit: wire.UnitSecPerOp, Rows: []compare.Row{row(compare.Worse), row(compare.Unclear), row(compare.Unclear)}},
		{Unit: wire.UnitBytesPerOp, Rows: []compare.Row{row(compare.Better)}},
	}}
	b := newBuilder(Page{Study: ablation.NewStudy(&ablation.Report{}, ablation.StudyOptions{}), Across: r})
	assert.Equal(t, []string{"new.txt against old.txt, time per op: 1 slower, 0 faster, 2 without clear change."}, b.changes())
}

func TestCommonAxes(t *testing.T) {
	linux, amd := ablation.Axis{Key: "goos", Value: "linux"}, ablation.Axis{Key: "pkg", Value: "a"}
	other := ablation.Axis{Key: "pkg", Value: "b"}
	r := &compare.Result{Tables: []compare.Table{{Config: []ablation.Axis{linux, amd}}, {Config: []ablation.Axis{linux, other}}}}
	assert.Equal(t, []ablation.Axis{linux}, commonAxes(r))
	assert.Empty(t, commonAxes(&compare.Result{}))
}
