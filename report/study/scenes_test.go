package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/plots"
)

// scenes are the pages that the tests share: every kind of input a report may
// get.
func scenes() map[string]func(testing.TB) Page {
	return map[string]func(testing.TB) Page{
		"demo":     func(t testing.TB) Page { return demoRun().page(t) },
		"small":    smallPage,
		"baseline": baselinePage,
		"generic":  genericPage,
		"hostile":  hostilePage,
		"empty":    emptyPage,
		"odd":      oddPage,
		"broken":   brokenPage,
		"devices":  devicesPage,
		"large":    largePage,
		"trained":  trainedPage,
		"models":   modelsPage,
		"strange":  strangeModelsPage,
		"gpu":      gpuPage,
		"nogpu":    nogpuPage,
	}
}

// smallPage is a study that a person can check by hand.
func smallPage(t testing.TB) Page {
	return run{sizes: []int{64, 1024}, batches: []int{1}, devices: []string{"cpu"}, samples: 6, seed: 3}.page(t)
}

// uncorrected lets six samples a side speak in a table of many rows: corrected
// for their number, none could.
func uncorrected() compare.Options {
	p := compare.DefaultPolicy()
	p.Correction = compare.Uncorrected
	return compare.Options{Policy: &p}
}

// baselinePage compares two runs of which the second has some rows slower and
// some faster.
func baselinePage(t testing.TB) Page {
	r := demoRun()
	old := r.report()
	r.seed = 2
	p := r.page(t)
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range p.Study.Report.Rows {
		m := p.Study.Report.Rows[i].Metric(wire.UnitSecPerOp)
		if m == nil || i%9 > 1 {
			continue
		}
		factor := 1.2
		if i%9 == 1 {
			factor = 0.8
		}
		for k := range m.Samples {
			m.Samples[k] *= factor * (1 + 0.001*rng.Float64())
		}
		*m = sampled(m.Unit, m.Samples...)
	}
	s := ablation.NewStudy(p.Study.Report, ablation.StudyOptions{})
	across, err := compare.Reports([]compare.Column{{Label: "old.txt", Report: old}, {Label: "new.txt", Report: s.Report}}, uncorrected())
	require.NoError(t, err)
	p.Study, p.Within, p.Across = s, compare.Within(s, compare.Options{}), across
	return p
}

// genericPage is another project's benchmarks: no variants, odd units.
func genericPage(t testing.TB) Page {
	rng := rand.New(rand.NewPCG(11, 4))
	rep := &ablation.Report{Schema: 2, Environments: []ablation.Environment{{GOOS: "darwin", GOARCH: "arm64", CPU: "Apple M2"}}}
	for _, family := range []string{"Encode", "Decode", "Valid"} {
		for _, doc := range []string{"code.json", "twitter.json", "small"} {
			for _, procs := range []int{1, 8} {
				base := float64(len(family)*len(doc)) * 1e-6 / math.Sqrt(float64(procs))
				times := make([]float64, 10)
				for i := range times {
					times[i] = base * (1 + 0.2*rng.Float64()*rng.Float64())
				}
				row := ablation.Row{Package: "encoding/json", Name: family, Procs: procs, Iters: 5000, Status: wire.OK,
					Axes: []ablation.Axis{{Value: doc}},
					Metrics: []ablation.Metric{
						sampled(wire.UnitSecPerOp, times...), exact(wire.UnitBytesPerSec, 10, 2e3/base),
						exact(wire.UnitBytesPerOp, 10, 4096), exact(wire.UnitAllocsPerOp, 10, 12), exact("tokens/op", 10, 19_000),
					}}
				if family == "Valid" && doc == "small" {
					row.Status, row.Metrics, row.Note = wire.Skip, nil, "too small to time"
				}
				rep.Rows = append(rep.Rows, row)
			}
		}
	}
	return Page{Title: "encoding/json", Study: ablation.NewStudy(rep, ablation.StudyOptions{})}
}

// hostileNames try to leave the place they stand in.
func hostileNames() []string {
	return []string{
		`</script><script>alert(1)</script>`, `<!--<script>`, `</SCRIPT >`, `<img src=x onerror=alert(1)>`,
		"a\u2028b\u2029c", "\u202egnp.exe", "\u200b", "tab\tand\nnewline\r", "nul\x00byte", "\xff\xfe broken",
		`|pipe|`, "`ticks```", "@here #1 [x](javascript:alert(1))", `=cmd|' /C calc'!A0`, `"quoted" 'single'`, "{{.}}", "${x}",
		strings.Repeat("long", 1024), "", "ﷺ 中文 🎉", "&lt;b&gt;", "a=b=c/d", "]]>", "--><p>",
	}
}

// hostilePage puts the names wherever a name can stand.
func hostilePage(t testing.TB) Page {
	r := run{sizes: []int{64, 128}, batches: []int{1}, devices: []string{"cpu"}, samples: 6, seed: 9}
	rep := r.report()
	names := hostileNames()
	for i := range rep.Rows {
		name := names[i%len(names)]
		row := &rep.Rows[i]
		row.Package, row.Name, row.Note = name, name, name
		row.Axes = append([]ablation.Axis(nil), row.Axes...)
		row.Axes[0].Value = name
		row.Axes[1].Value = name
		row.Axes[4].Value = name
		row.Axes = append(row.Axes, ablation.Axis{Key: name, Value: name}, ablation.Axis{Key: "precision", Value: name})
		row.Metrics = append(row.Metrics, exact(name, 6, 1))
		if i%5 == 0 {
			row.Status = wire.Panic
		}
	}
	for _, name := range names {
		rep.Problems = append(rep.Problems, ablation.Problem{Where: name, Severity: name, Msg: name})
		rep.Catalog = append(rep.Catalog, ablation.Entry{Name: name, Tier: name, About: name, Reference: true, Slot: -1})
		rep.Environments = append(rep.Environments, ablation.Environment{
			GOOS: name, GOARCH: name, CPU: name, Go: name, Commit: name, Date: name, ISA: name, Facts: []wire.Fact{{Key: name, Value: name}},
		})
	}
	rep.Incomplete = true
	s := ablation.NewStudy(rep, ablation.StudyOptions{})
	across, err := compare.Reports([]compare.Column{{Label: names[0], Report: rep}, {Label: names[1], Report: rep}}, compare.Options{})
	require.NoError(t, err)
	p := Page{Title: names[0], Study: s, Within: compare.Within(s, compare.Options{}), Across: across,
		Figures: placeholders(t), Command: names[0], Version: names[1]}
	for i := range p.Figures {
		p.Figures[i].Name, p.Figures[i].Title, p.Figures[i].Caption = names[i]+fmt.Sprint(i), names[i], names[i]
	}
	return p
}

// emptyPage has no row at all.
func emptyPage(testing.TB) Page {
	return Page{Study: ablation.NewStudy(&ablation.Report{Schema: 2}, ablation.StudyOptions{})}
}

// oddPage holds every number that breaks a format.
func oddPage(t testing.TB) Page {
	rep := run{sizes: []int{64, 128}, batches: []int{1, 4}, devices: []string{"cpu"}, samples: 6, seed: 8}.report()
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-300, 1}
	for i := range rep.Rows {
		for k := range rep.Rows[i].Metrics {
			m := &rep.Rows[i].Metrics[k]
			x := odd[(i*7+k)%len(odd)]
			m.Median, m.Lo, m.Hi = x, odd[(i+k)%len(odd)], odd[(i*3+k)%len(odd)]
			m.Samples = []float64{x, odd[i%len(odd)]}
		}
	}
	s := ablation.NewStudy(rep, ablation.StudyOptions{})
	return Page{Study: s, Within: compare.Within(s, compare.Options{})}
}

// brokenPage is a run that was cut off, in which nothing worked.
func brokenPage(t testing.TB) Page {
	rep := run{sizes: []int{64}, batches: []int{1}, devices: []string{"cpu"}, samples: 1, seed: 8}.report()
	for i := range rep.Rows {
		rep.Rows[i].Status, rep.Rows[i].Metrics = wire.Timeout, nil
	}
	rep.Incomplete = true
	rep.Problems = []ablation.Problem{{Where: "run.txt:9", Severity: "error", Msg: "the run was cut off"}}
	return Page{Study: ablation.NewStudy(rep, ablation.StudyOptions{})}
}

// largePage has 20,160 rows.
func largePage(t testing.TB) Page {
	return run{
		sizes:   []int{64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072},
		batches: []int{1, 8, 32, 64, 128, 256, 512, 1024, 2048, 4096},
		devices: []string{"cpu", "cuda:0", "cuda:1", "cuda:2", "cuda:3", "cuda:4", "cuda:5", "cuda:6"},
		samples: 6, failures: true, seed: 6,
	}.page(t)
}

// trainedPage has two variants that learned.
func trainedPage(t testing.TB) Page {
	p := smallPage(t)
	rep := p.Study.Report
	for i, name := range []string{"domain_twiddle", "butterfly_unitary"} {
		row := rep.Rows[i]
		row.Axes = append([]ablation.Axis{{Key: "variant", Value: name}}, row.Axes[1:]...)
		row.Metrics = append([]ablation.Metric{exact(wire.UnitTrainSteps, 6, 500)}, row.Metrics...)
		rep.Rows = append(rep.Rows, row)
	}
	p.Study = ablation.NewStudy(rep, ablation.StudyOptions{})
	p.Within = compare.Within(p.Study, compare.Options{})
	return p
}

// modelsPage has a training report, and the row of one of its models.
func modelsPage(t testing.TB) Page {
	p := trainedPage(t)
	f, err := os.Open("../../testdata/training/models.json")
	require.NoError(t, err)
	defer f.Close()
	p.Training, err = training.Read(f, "models.json")
	require.NoError(t, err)
	figures, errs := plots.Training(p.Training, plots.Options{})
	require.Empty(t, errs)
	p.Figures = append(p.Figures, figures...)
	return p
}

// strangeModelsPage has a training report whose names try to leave the place
// they stand in, and whose numbers break formats.
func strangeModelsPage(t testing.TB) Page {
	p := emptyPage(t)
	names := hostileNames()
	odd := []float64{math.NaN(), math.Inf(1), 0, -1, math.MaxFloat64, math.SmallestNonzeroFloat64, 1}
	r := &training.Report{Notes: names}
	for i, name := range names {
		x := odd[i%len(odd)]
		m := training.Model{
			ID: name + fmt.Sprint(i), Variant: name, N: 4, Optimizer: name, Rate: x, Start: name, Data: name, Objective: name,
			Params: []training.Params{{Kind: name, Count: math.MaxInt64, Bytes: -1}, {Kind: name}},
			Curve:  training.Curve{Step: []int{0, 1}, Seconds: []float64{0, x}, Series: []training.Series{{Name: name, Values: []float64{x, 1}}, {Name: training.HeldOutLoss, Values: []float64{1, x}}}},
			Scores: training.Scores{Metrics: []string{name, name}, Rows: []training.Score{{Name: training.Trained, Values: []float64{x, 1}}, {Name: name, Values: []float64{1, x}}, {Name: training.Rounded, Values: []float64{odd[(i+3)%len(odd)], x}}}},
			Maps:   []training.Map{{Kind: name, Stages: 1, Butterflies: 2, Values: []float64{x, 1}}},
			Landscape: &training.Landscape{
				XLabel: name, YLabel: name, X: []float64{-math.MaxFloat64, math.MaxFloat64}, Y: []float64{0, math.SmallestNonzeroFloat64},
				Z: [][]float64{{x, 1}, {odd[(i+1)%len(odd)], x}},
			},
		}
		r.Models = append(r.Models, m)
		r.Regimes = append(r.Regimes, training.Regime{Regime: name, Schedule: name, Checkpoint: name, N: i + 1, RoundTripMax: x, Seconds: x, TrainSizes: make([]int, 30)})
	}
	p.Training = r
	figures, errs := plots.Training(r, plots.Options{})
	require.Empty(t, errs)
	p.Figures = figures
	return p
}

// devicesPage is a capacity sweep on two devices in two precisions.
func devicesPage(t testing.TB) Page {
	r := run{sizes: []int{64, 4096, 131072}, batches: []int{1, 64}, devices: []string{"cpu", "cuda:0"}, samples: 6, seed: 4}
	rep := r.report()
	rep.LimitSweep = true
	for i := range rep.Rows {
		row := &rep.Rows[i]
		if i%2 == 0 {
			row.Axes = append(row.Axes, ablation.Axis{Key: "precision", Value: "f64"})
		}
		n, _ := row.Axis("n")
		batch, _ := row.Axis("batch")
		if batch == "64" {
			row.Limiter = wire.LimitCap
			if n == "131072" {
				row.Limiter, row.Status, row.Metrics, row.Note = wire.LimitMemory, wire.OOM, nil, "256 MiB are more than the budget of 200 MiB"
			}
		}
	}
	s := ablation.NewStudy(rep, ablation.StudyOptions{})
	return Page{Title: "Capacity", Study: s, Within: compare.Within(s, compare.Options{}), Figures: placeholders(t)}
}
