package study

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/plots"
)

// A run describes a synthetic study: every variant × direction × n × batch ×
// device, with noise from a fixed seed.
type run struct {
	sizes, batches []int
	devices        []string
	samples        int
	slower         float64 // factor on all times, 0 for 1
	failures       bool    // some rows fail, with reasons
	seed           uint64
}

// fake is what a synthetic variant costs.
type fake struct {
	name, tier, dir string
	compiled, ref   bool
	nsPerFlop       float64 // at large n
	overheadNs      float64
	err             float64 // relative L2 at n = 64
	paramBytes      float64 // per n
}

func fakes() []fake {
	return []fake{
		{"gonum", "baseline", "forward", false, true, 0.9, 130, 2.1e-8, 16},
		{"op_fft", "baseline", "forward", false, false, 0.55, 60, 4.4e-8, 8},
		{"butterfly_eager", "baseline", "forward", false, false, 1.6, 35, 8.1e-8, 8},
		{"stockham_eager", "A", "forward", false, false, 1.3, 30, 7.7e-8, 8},
		{"stockham_compiled", "A", "forward", true, false, 0.21, 22, 4.1e-8, 24},
		{"butterfly_compiled", "B", "forward", true, false, 0.22, 24, 4.0e-8, 20},
		{"butterfly_q8", "B", "forward", false, false, 1.1, 40, 4.5e-3, 2},
		{"gonum", "baseline", "inverse", false, true, 0.92, 132, 2.2e-8, 16},
		{"op_ifft", "baseline", "inverse", false, false, 0.57, 62, 4.6e-8, 8},
		{"butterfly_eager", "baseline", "inverse", false, false, 1.62, 36, 8.3e-8, 8},
		{"stockham_eager", "A", "inverse", false, false, 1.31, 31, 7.9e-8, 8},
		{"stockham_compiled", "A", "inverse", true, false, 0.215, 23, 4.2e-8, 24},
		{"butterfly_compiled", "B", "inverse", true, false, 0.216, 23, 4.1e-8, 20},
		{"butterfly_q8", "B", "inverse", false, false, 1.12, 41, 4.7e-3, 2},
		{"fused_gonum", "baseline", "fused", false, true, 1.9, 270, 3.1e-8, 32},
		{"fused_spectral_eager", "A", "fused", false, false, 2.8, 70, 9.2e-8, 24},
		{"fused_spectral_compiled", "A", "fused", true, false, 0.44, 45, 5.2e-8, 40},
		{"welch_gonum", "baseline", "welch", false, true, 4.1, 800, 5.1e-8, 18},
		{"welch_op_fft", "baseline", "welch", false, false, 2.4, 300, 6.0e-8, 10},
		{"welch_butterfly_eager", "baseline", "welch", false, false, 6.9, 260, 9.9e-8, 10},
		{"welch_butterfly_compiled", "B", "welch", true, false, 1.2, 200, 6.1e-8, 22},
	}
}

// fakeCatalog is the catalog of the synthetic study.
func fakeCatalog() ablation.Catalog {
	about := map[string]string{
		"gonum":             "gonum's dsp/fourier, planned once, buffers reused",
		"stockham_compiled": "autosort, fused radices, packed twiddles, SIMD where the machine has it",
		"butterfly_q8":      "int8 twiddles with a scale per stage, block-floating int16 data",
	}
	var catalog ablation.Catalog
	for _, f := range fakes() {
		if slices.ContainsFunc(catalog, func(e ablation.Entry) bool { return e.Name == f.name }) {
			continue
		}
		catalog = append(catalog, ablation.Entry{
			Name: f.name, Tier: f.tier, Slot: len(catalog), Compiled: f.compiled, Reference: f.ref, About: about[f.name],
		})
	}
	return catalog
}

func (r run) report() *ablation.Report {
	rng := rand.New(rand.NewPCG(r.seed, 7))
	rep := &ablation.Report{
		Schema: 2, Preset: "demo", NFFTs: r.sizes, BothDirs: true, WithWelch: true, ElapsedMS: 81_300,
		Command: "go test -bench . ./fftbench -study.preset demo | benchx report",
		Catalog: fakeCatalog(),
		Environments: []ablation.Environment{{
			GOOS: "linux", GOARCH: "amd64", CPU: "AMD EPYC 9B45", Cores: 2, Go: "go1.26.8",
			Commit: "3f2a9c81d07be44a", Date: "2025-03-09T10:11:12Z", ISA: "avx2+fma",
		}},
	}
	for _, f := range fakes() {
		for _, device := range r.devices {
			for _, n := range r.sizes {
				for _, batch := range r.batches {
					rep.Rows = append(rep.Rows, r.row(f, device, n, batch, rng))
				}
			}
		}
	}
	if r.failures {
		rep.Problems = append(rep.Problems,
			ablation.Problem{Where: "run.txt:212", Severity: "warning", Msg: "a result line of another tool was left out: \"BenchmarkX 12 ns\""})
	}
	return rep
}

func (r run) row(f fake, device string, n, batch int, rng *rand.Rand) ablation.Row {
	row := ablation.Row{
		Package: "github.com/fftstudy/fftstudy/fftbench", Name: "FFT", Procs: 2, Iters: 1000, Status: wire.OK,
		Axes: []ablation.Axis{
			{Key: "variant", Value: f.name}, {Key: "dir", Value: f.dir}, {Key: "n", Value: strconv.Itoa(n)},
			{Key: "batch", Value: strconv.Itoa(batch)}, {Key: "device", Value: device},
		},
	}
	if f.dir == "welch" {
		row.Name = "Welch"
	}
	if r.failures && f.name == "butterfly_q8" && n >= 2048 {
		row.Status, row.Note = wire.BenchFail, fmt.Sprintf("verification failed: relative L2 error %.2e is above the limit 1e-02", 0.011*float64(n)/2048)
		return row
	}
	if r.failures && f.name == "welch_butterfly_compiled" && n == 64 {
		row.Status, row.Note = wire.PrepareFail, "a segment of 64 is shorter than the smallest compiled plan (128)"
		return row
	}
	log2 := math.Log2(float64(n))
	flops := 5 * float64(n) * log2 * float64(batch)
	sec := (f.overheadNs + flops*f.nsPerFlop*(1+4/log2/log2)) * 1e-9
	if r.slower > 0 {
		sec *= r.slower
	}
	times := make([]float64, r.samples)
	for i := range times {
		times[i] = sec * (1 + 0.012*math.Abs(rng.NormFloat64()))
	}
	// An error follows from the input, not from the clock: it differs between
	// one row and several, not between machines or repetitions.
	relErr := f.err * math.Sqrt(log2/6) * (1 + 0.03*math.Sin(float64(n%1013)+f.nsPerFlop+float64(min(batch, 4))))
	row.Metrics = []ablation.Metric{
		sampled(wire.UnitSecPerOp, times...),
		exact(wire.UnitGFLOPS, r.samples, flops/sec*1e-9),
		exact(wire.UnitRelL2, r.samples, relErr),
		exact(wire.UnitMaxErr, r.samples, relErr*math.Sqrt(float64(n))*2.3),
		exact(wire.UnitParams, r.samples, f.paramBytes*float64(n)/8),
		exact(wire.UnitParamBytes, r.samples, f.paramBytes*float64(n)),
		exact(wire.UnitBytesPerOp, r.samples, map[bool]float64{true: 0, false: 48}[f.compiled]),
		exact(wire.UnitAllocsPerOp, r.samples, map[bool]float64{true: 0, false: 1}[f.compiled]),
		exact(wire.UnitPlanSec, r.samples, sec*40),
	}
	return row
}

// sampled is a metric as benchmath sums it up: the median, and from 6 samples
// on the interval of the extremes (of 6, that is the 97 % interval).
func sampled(unit string, samples ...float64) ablation.Metric {
	sorted := slices.Sorted(slices.Values(samples))
	n := len(sorted)
	m := ablation.Metric{Unit: unit, N: n, Samples: samples, Lo: math.Inf(-1), Hi: math.Inf(1)}
	m.Median = (sorted[(n-1)/2] + sorted[n/2]) / 2
	if n >= 6 {
		m.Lo, m.Hi = sorted[0], sorted[n-1]
	}
	return m
}

// exact is a metric that does not vary.
func exact(unit string, n int, value float64) ablation.Metric {
	return ablation.Metric{Unit: unit, N: n, Median: value, Lo: value, Hi: value}
}

func demoRun() run {
	return run{
		sizes: []int{64, 128, 256, 512, 1024, 2048, 4096}, batches: []int{1, 8}, devices: []string{"cpu"},
		samples: 6, failures: true, seed: 1,
	}
}

// page is a page over the run, with comparisons and placeholder pictures.
func (r run) page(t testing.TB) Page {
	t.Helper()
	s := ablation.NewStudy(r.report(), ablation.StudyOptions{})
	return Page{
		Title: "FFT study", Study: s, Within: compare.Within(s, compare.Options{}),
		Figures: placeholders(t), Command: s.Report.Command, Version: "devel",
	}
}

func placeholders(t testing.TB) []plots.Figure {
	var all []plots.Figure
	for i, f := range []struct{ name, section, title string }{
		{"top5-forward-f32", "top5", "Top 5, Forward"},
		{"scaling-forward-f32", "limits", "Scaling, Forward"},
		{"coverage-cpu", "limits", "Coverage"},
		{"max-batch-cpu", "limits", "Largest batch"},
		{"scatter-forward-f32", "loss", "Speed against error, Forward"},
		{"params-f32", "loss", "Parameters per variant"},
		{"heat-forward-gonum", "charts", "Time per transform, gonum"},
		{"heat-forward-stockham", "charts", "Time per transform, stockham_compiled"},
		{"forest-forward", "comparison", "Against the reference"},
	} {
		all = append(all, plots.Figure{
			Name: f.name, Section: f.section, Title: f.title, Caption: "A placeholder stands in for the picture.",
			PNG: placeholder(t, i), Width: 160, Height: 100,
		})
	}
	return all
}

func placeholder(t testing.TB, hue int) []byte {
	img := image.NewGray(image.Rect(0, 0, 160, 100))
	for x := range 160 {
		for y := range 100 {
			img.SetGray(x, y, color.Gray{uint8(200 + (x+y+hue*9)%50)})
		}
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return b.Bytes()
}

// render renders a page or fails the test.
func render(t testing.TB, p Page) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Render(&b, p))
	return b.String()
}
