package plots

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A model is a made-up variant: how its time, error and memory grow.
type model struct {
	name    string
	tier    string
	family  string
	dirs    []string
	nsPer   float64 // time per 5·n·log2 n operations at large n
	fixed   float64 // ns of one call
	cacheAt int     // n from which it is 2.2 times slower
	relErr  float64 // per √log2 n
	params  func(n int) float64
	bytes   func(n, batch int) float64
	failAt  int // n from which it fails
	fail    wire.Status
	ref     bool
}

func models() []model {
	both, fused, welch := []string{"forward", "inverse"}, []string{"fused"}, []string{"welch"}
	none := func(int) float64 { return 0 }
	twiddles := func(n int) float64 { return float64(n) }
	free := func(int, int) float64 { return 0 }
	return []model{
		{"gonum", "baseline", "FFT", both, 0.42, 180, 0, 1.1e-16, twiddles, func(n, b int) float64 { return float64(32 * n) }, 0, "", true},
		{"op_fft", "baseline", "FFT", []string{"forward"}, 0.17, 60, 65536, 6e-8, twiddles, free, 0, "", false},
		{"op_ifft", "baseline", "FFT", []string{"inverse"}, 0.17, 62, 65536, 6e-8, twiddles, free, 0, "", false},
		{"butterfly_eager", "baseline", "FFT", both, 1.9, 40, 16384, 7e-8, none, func(n, b int) float64 { return float64(8 * n * b) }, 0, "", false},
		{"stockham_eager", "A", "FFT", both, 1.2, 45, 16384, 8e-8, none, func(n, b int) float64 { return float64(16 * n * b) }, 0, "", false},
		{"stockham_compiled", "A", "FFT", both, 0.16, 70, 32768, 6.5e-8, twiddles, free, 0, "", false},
		{"butterfly_compiled", "B", "FFT", both, 0.19, 52, 32768, 6.2e-8, twiddles, free, 0, "", false},
		{"butterfly_q8", "B", "FFT", both, 0.8, 90, 0, 4e-3, func(n int) float64 { return float64(n) / 8 }, free, 8192, wire.BenchFail, false},
		{"butterfly_unitary", "C", "FFT", both, 0.9, 75, 0, 9e-8, func(n int) float64 { return 2 * float64(n) }, free, 4096, wire.PrepareFail, false},
		{"domain_twiddle", "C", "FFT", both, 0.7, 75, 0, 3e-5, func(n int) float64 { return float64(n) / 2 }, free, 0, "", false},
		{"fused_gonum", "baseline", "FFT", fused, 0.9, 350, 0, 2e-16, twiddles, free, 0, "", true},
		{"fused_spectral_eager", "A", "FFT", fused, 2.4, 90, 0, 9e-8, none, free, 0, "", false},
		{"fused_spectral_compiled", "A", "FFT", fused, 0.33, 110, 0, 7e-8, twiddles, free, 0, "", false},
		{"welch_gonum", "baseline", "Welch", welch, 3.0, 900, 0, 1e-16, twiddles, free, 0, "", true},
		{"welch_op_fft", "baseline", "Welch", welch, 1.1, 700, 0, 6e-8, twiddles, free, 0, "", false},
	}
}

func catalog() ablation.Catalog {
	var c ablation.Catalog
	for i, m := range models() {
		c = append(c, ablation.Entry{Name: m.name, Tier: m.tier, Slot: i, Reference: m.ref})
	}
	return c
}

func synthSizes() []int { return []int{64, 128, 256, 512, 1024, 2048, 4096} }

// synthReport is a whole made-up study with noise, intervals and failures.
func synthReport(sizes, batches []int, samples int, seed uint64) *ablation.Report {
	return synthOf(models(), sizes, batches, samples, seed)
}

// smallStudy has two directions, five variants, two sizes and two batches.
func smallStudy() *ablation.Study {
	return ablation.NewStudy(synthOf(models()[10:15], []int{64, 256}, []int{1, 4}, 6, 1), ablation.StudyOptions{})
}

func synthOf(variants []model, sizes, batches []int, samples int, seed uint64) *ablation.Report {
	rng := rand.New(rand.NewPCG(seed, 7))
	r := &ablation.Report{
		Schema: 2, Catalog: catalog(), NFFTs: sizes,
		Environments: []ablation.Environment{{GOOS: "linux", GOARCH: "amd64", CPU: "Synthetic 3000"}},
	}
	for _, m := range variants {
		for _, dir := range m.dirs {
			for _, n := range sizes {
				for _, b := range batches {
					r.Rows = append(r.Rows, synthRow(m, dir, n, b, samples, rng))
				}
			}
		}
	}
	return r
}

func synthRow(m model, dir string, n, batch, samples int, rng *rand.Rand) ablation.Row {
	row := ablation.Row{
		Package: "github.com/fftstudy/fftstudy/fftbench", Name: m.family, Procs: 2, Iters: 1000, Status: wire.OK,
		Axes: []ablation.Axis{
			{Key: "variant", Value: m.name}, {Key: "dir", Value: dir}, {Key: "n", Value: fmt.Sprint(n)},
			{Key: "batch", Value: fmt.Sprint(batch)}, {Key: "device", Value: "cpu"},
		},
	}
	if m.failAt > 0 && n >= m.failAt {
		row.Status, row.Note = m.fail, "made to fail"
		return row
	}
	logN := math.Log2(float64(n))
	flops := 5 * float64(n) * logN * float64(batch)
	ns := m.fixed + m.nsPer*flops*(1+0.4/math.Sqrt(float64(batch)))
	if m.cacheAt > 0 && n >= m.cacheAt {
		ns *= 2.2
	}
	sec := ns * 1e-9 * (1 + 0.03*rng.NormFloat64())
	values := make([]float64, samples)
	for i := range values {
		values[i] = sec * (1 + 0.02*math.Abs(rng.NormFloat64()))
	}
	add := func(unit string, v float64) {
		row.Metrics = append(row.Metrics, ablation.Metric{Unit: unit, Median: v, Lo: v, Hi: v, N: samples})
	}
	sorted := slices.Sorted(slices.Values(values))
	lo, hi := math.Inf(-1), math.Inf(1)
	if samples >= 6 {
		lo, hi = sorted[0], sorted[samples-1]
	}
	row.Metrics = append(row.Metrics, ablation.Metric{
		Unit: wire.UnitSecPerOp, Median: sorted[samples/2], Lo: lo, Hi: hi, N: samples, Samples: values})
	relErr := m.relErr * math.Sqrt(logN) * (1 + 0.1*rng.Float64())
	if m.name == "fused_gonum" && n < 256 {
		relErr = 0
	}
	add(wire.UnitRelL2, relErr)
	add(wire.UnitMaxErr, relErr*2)
	add(wire.UnitGFLOPS, flops/sorted[samples/2]*1e-9)
	add(wire.UnitParams, m.params(n))
	add(wire.UnitParamBytes, 8*m.params(n))
	add(wire.UnitBytesPerOp, m.bytes(n, batch))
	add(wire.UnitAllocsPerOp, 0)
	return row
}

// synthStudy is the demo's shape: 15 variants, 7 sizes, 2 batches.
func synthStudy() *ablation.Study {
	return ablation.NewStudy(synthReport(synthSizes(), []int{1, 8}, 6, 1), ablation.StudyOptions{})
}

// limitReport is a capacity sweep on two devices: the largest batch of every n
// with what ended the search.
func limitReport() *ablation.Report {
	rng := rand.New(rand.NewPCG(3, 4))
	r := &ablation.Report{Schema: 2, Catalog: catalog(), LimitSweep: true,
		Environments: []ablation.Environment{{GOOS: "linux", GOARCH: "amd64", CPU: "Synthetic 3000"}}}
	for _, device := range []string{"cpu", "cuda:0"} {
		for _, m := range models()[:8] {
			for k := 6; k <= 17; k++ {
				n := 1 << k
				for b := 1; b <= 1<<24/n; b *= 8 {
					row := synthRow(m, "forward", n, b, 6, rng)
					row.Axes[4].Value = device
					row.Limiter = ""
					if b*8 > 1<<24/n {
						row.Limiter = []wire.Limiter{wire.LimitMemory, wire.LimitTime, wire.LimitCap}[k%3]
					}
					r.Rows = append(r.Rows, row)
				}
			}
		}
	}
	return r
}

// genericReport is what any project's benchmarks look like.
func genericReport(count int) *ablation.Report {
	rng := rand.New(rand.NewPCG(5, 6))
	r := &ablation.Report{Schema: 2, Environments: []ablation.Environment{{GOOS: "linux"}}}
	names := []string{"CodeEncoder", "CodeMarshal", "UnmarshalString", "EncodeMarshaler", "NumberIsValidRegexp", "TypeFieldsCache/MissTypes1000"}
	for i := range count {
		sec := math.Exp(rng.NormFloat64()*3) * 1e-6
		r.Rows = append(r.Rows, ablation.Row{
			Package: "encoding/json", Name: fmt.Sprintf("%s%d", names[i%len(names)], i/len(names)), Procs: 8, Status: wire.OK,
			Axes:    []ablation.Axis{{Value: fmt.Sprintf("case%d", i)}},
			Metrics: []ablation.Metric{{Unit: wire.UnitSecPerOp, Median: sec, Lo: sec * 0.97, Hi: sec * 1.06, N: 10}},
		})
	}
	return r
}

// synthAcross is a comparison of two made-up runs.
func synthAcross(rows int) *compare.Result {
	rng := rand.New(rand.NewPCG(9, 9))
	t := compare.Table{Unit: wire.UnitSecPerOp, Better: -1}
	for i := range rows {
		base := math.Exp(rng.NormFloat64()) * 1e-6
		delta := rng.NormFloat64() * 0.08
		verdict := compare.Unclear
		switch {
		case delta > 0.07:
			verdict = compare.Worse
		case delta < -0.07:
			verdict = compare.Better
		}
		c := base * (1 + delta)
		t.Rows = append(t.Rows, compare.Row{
			Name: fmt.Sprintf("FFT/variant=%s/dir=forward/n=%d/batch=8/device=cpu-2", models()[i%9].name, 64<<(i%8)),
			Cells: []compare.Cell{
				{Present: true, N: 6, Center: base, Lo: base * 0.98, Hi: base * 1.02},
				{Present: true, N: 6, Center: c, Lo: c * 0.98, Hi: c * 1.02, BaseN: 6, Delta: delta, Verdict: verdict,
					Decision: &compare.Decision{Ratio: 1 + delta, Lo: (1 + delta) * 0.97, Hi: (1 + delta) * 1.03}},
			},
		})
	}
	return &compare.Result{Columns: []string{"old.txt", "new.txt"}, Tables: []compare.Table{t}}
}
