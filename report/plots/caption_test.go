package plots

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// handRow is a row with a median time in µs that is known to a tenth of a
// percent.
func handRow(variant string, n, batch int, micros, relErr float64, paramBytes float64) ablation.Row {
	sec := micros * 1e-6
	return ablation.Row{
		Name: "FFT", Procs: 2, Status: wire.OK,
		Axes: []ablation.Axis{{Key: "variant", Value: variant}, {Key: "dir", Value: "forward"},
			{Key: "n", Value: fmt.Sprint(n)}, {Key: "batch", Value: fmt.Sprint(batch)}, {Key: "device", Value: "cpu"}},
		Metrics: []ablation.Metric{
			{Unit: wire.UnitSecPerOp, Median: sec, Lo: sec * 0.999, Hi: sec * 1.001, N: 6,
				Samples: []float64{sec * 0.999, sec, sec, sec, sec, sec * 1.001}},
			{Unit: wire.UnitRelL2, Median: relErr},
			{Unit: wire.UnitGFLOPS, Median: 1 / micros},
			{Unit: wire.UnitParams, Median: paramBytes / 8},
			{Unit: wire.UnitParamBytes, Median: paramBytes},
			{Unit: wire.UnitBytesPerOp, Median: 0},
		},
	}
}

// handReport: ref takes 4 µs per transform at n = 64 and 8 at 128; quick takes
// 2 and 16, and at batch 2 halves of these per transform.
func handReport() *ablation.Report {
	failed := handRow("quick", 256, 1, 1, 0, 0)
	failed.Status, failed.Metrics = wire.OOM, nil
	return &ablation.Report{
		Environments: []ablation.Environment{{}},
		Catalog:      ablation.Catalog{{Name: "ref", Slot: 0, Reference: true}, {Name: "quick", Slot: 1}},
		Rows: []ablation.Row{
			handRow("ref", 64, 1, 4, 1e-16, 512), handRow("quick", 64, 1, 2, 3e-8, 1024),
			handRow("ref", 128, 1, 8, 1.5e-16, 1024), handRow("quick", 128, 1, 16, 0, 2048),
			handRow("ref", 64, 2, 4, 1e-16, 512), handRow("quick", 64, 2, 2, 5e-8, 1024),
			handRow("ref", 128, 2, 8, 1.5e-16, 1024), handRow("quick", 128, 2, 16, 0, 2048),
			failed,
		},
	}
}

// TestCaptions: every sentence was worked out by hand from handReport.
func TestCaptions(t *testing.T) {
	skipShort(t)
	s := ablation.NewStudy(handReport(), ablation.StudyOptions{})
	figures, errs := Study(s, compare.Within(s, compare.Options{}), nil, Options{})
	checkFigures(t, figures, errs)
	got := map[string]string{}
	for _, f := range figures {
		got[f.Name] = f.Caption
	}
	assert.Equal(t, map[string]string{
		// quick: 2, ½, 2, ½ → geometric mean 1; so does the reference; the first in order leads.
		"scaling-forward-f32-cpu": "At batch 2 ref has the lowest time at 1 of 2 sizes; at n = 128 ref takes 4.000 µs per transform.",
		"gflops-forward-f32-cpu":  "The highest rate is 0.5000 GFLOP/s by quick at n = 64, batch 1.",
		"ratio-forward-f32-cpu":   "In relation to the reference: from 0.500× (quick at n = 128, batch 1) to 2.00× (quick at n = 64, batch 1).",
		"winners-forward-f32-cpu": "Of 4 cells, quick 2, ref 2.",
		"time-forward-f32-cpu":    "At n = 128 the fastest variant takes 8.000 µs per transform alone at batch 1 (ref) and 4.000 µs at batch 2 (ref).",
		"top5-forward-f32":        "quick is first at 1 of 2 sizes; at n = 128 the first is ref with 4.000 µs per transform, batch 2.",
		"speed-error-forward-f32": "At n = 128, batch 2: 2 of 2 are on the front, from ref (4.000 µs, error 1.50e-16) to quick (8.000 µs, error 0).",
		"coverage-cpu":            "8 of 9 configurations worked, 1 failed (1 oom); the smallest that failed is quick at n = 256, batch 1.",
		"errors-f32":              "The lowest median error is 1.25e-16 (ref), the highest 1.50e-08 (quick).",
		"memory":                  "Stored parameter bytes at n = 128, batch 2: from 1.00 KiB (ref) to 2.00 KiB (quick). Allocation per op at n = 128, batch 2: 0 B for every variant.",
		"parameters":              "Stored parameters at n = 128, batch 2: from 128 (ref) to 256 (quick).",
		"limit-scaling":           "The largest size that worked is n = 128 on cpu, where ref takes 4.000 µs per transform, batch 2.",
		"max-batch":               "The largest batch is 2 at n = 64, by quick.",
		"against-reference":       "Against the reference: of 4 configurations, 2 are clearly faster, 2 clearly slower and 0 without clear difference; quick leads.",
	}, got)
}

func TestComparisonCaption(t *testing.T) {
	row := func(name string, delta float64, v compare.Verdict) compare.Row {
		return compare.Row{Name: name, Cells: []compare.Cell{
			{Present: true, Center: 1e-6, Lo: 0.99e-6, Hi: 1.01e-6},
			{Present: true, BaseN: 6, Delta: delta, Center: 1e-6 * (1 + delta), Lo: 1e-6, Hi: 2e-6, Verdict: v},
		}}
	}
	r := &compare.Result{Columns: []string{"old", "new"}, Tables: []compare.Table{
		{Unit: wire.UnitSecPerOp, Rows: []compare.Row{row("A-2", 0.02, compare.Unclear), row("B-2", 0.12, compare.Worse), row("C-2", -0.3, compare.Better)}},
		{Unit: wire.UnitBytesPerOp, Rows: []compare.Row{row("A-2", 7, compare.Worse)}},
	}}
	figures, errs := Across(r, Options{})
	checkFigures(t, figures, errs)
	assert.Equal(t, "1 slower, 1 faster, 1 without clear change; the largest regression is B-2, +12.0 %.", figures[0].Caption)
}

// TestCaptionNamesTheRegression also where an unclear change is larger.
func TestCaptionNamesTheRegression(t *testing.T) {
	row := func(name string, delta float64, v compare.Verdict) compare.Row {
		return compare.Row{Name: name, Cells: []compare.Cell{
			{Present: true, Center: 1e-6},
			{Present: true, BaseN: 6, Delta: delta, Center: 1e-6 * (1 + delta), Verdict: v},
		}}
	}
	s := drawAcross(&compare.Result{Columns: []string{"old", "new"}, Tables: []compare.Table{
		{Unit: wire.UnitSecPerOp, Rows: []compare.Row{row("A", 0.5, compare.Unclear), row("B", 0.1, compare.Worse), row("C", 0.2, compare.Worse)}},
	}}, 1)
	assert.Equal(t, "2 slower, 0 faster, 1 without clear change; the largest regression is C, +20.0 %.", s.caption)
}

// TestLimitCaptions of two devices: the one that goes further is not the last.
func TestLimitCaptions(t *testing.T) {
	on := func(device string, n int) ablation.Row {
		r := handRow("ref", n, 1, float64(n), 0, 0)
		r.Axes[4].Value = device
		return r
	}
	rep := handReport()
	rep.Rows = []ablation.Row{on("cpu", 64), on("cpu", 256), on("cuda:0", 64), on("cuda:0", 128)}
	skipped := on("cuda:1", 64)
	skipped.Status, skipped.Metrics = wire.Skip, nil
	rep.Rows = append(rep.Rows, skipped)
	ix := newIndex(ablation.NewStudy(rep, ablation.StudyOptions{}), Options{})

	assert.Equal(t, "The largest size that worked is n = 256 on cpu, where ref takes 256.0 µs per transform, batch 1.",
		ix.limitScaling()[0].draft().caption)
	captions := map[string]string{}
	for _, j := range ix.coverage() {
		captions[j.name] = j.draft().caption
	}
	assert.Equal(t, map[string]string{
		"coverage-cpu":    "All 2 configurations worked.",
		"coverage-cuda-0": "All 2 configurations worked.",
		"coverage-cuda-1": "Every configuration was skipped.",
	}, captions)
}

// TestMostTelling: the room of a long list is shared by the clear changes, the
// largest of each kind, and what is left goes to the largest unclear ones.
func TestMostTelling(t *testing.T) {
	var list []change
	for i := range 50 {
		list = append(list, change{delta: float64(50-i) / 100, verdict: compare.Worse})
	}
	for i := range 10 {
		list = append(list, change{delta: -float64(i+1) / 100, verdict: compare.Better})
	}
	list = append(list, change{delta: 0.9, verdict: compare.Unclear})
	got := mostTelling(list, map[compare.Verdict]int{compare.Worse: 50, compare.Better: 10})
	assert.Len(t, got, maxRows)
	assert.Equal(t, list[:30], got[:30], "the thirty largest regressions")
	assert.Equal(t, list[50:60], got[30:], "all improvements")
}
