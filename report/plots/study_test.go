package plots

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

var (
	update = flag.Bool("update", false, "rewrite the golden pictures")
	dump   = flag.String("dump", "", "write the figures of the tests into this folder, to look at them")
)

// TestMain takes fewer random studies than rapid's hundred: each is several
// pictures.
func TestMain(m *testing.M) {
	flag.Parse()
	chosen := false
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "rapid.checks" })
	if !chosen {
		if err := flag.Set("rapid.checks", "10"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

func dumpFigures(t testing.TB, sub string, figures []Figure) {
	t.Helper()
	if *dump == "" {
		return
	}
	dir := filepath.Join(*dump, sub)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	for _, f := range figures {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name+".png"), f.PNG, 0o644))
		t.Logf("%s/%s.png  %d×%d  %d bytes\n    %s", sub, f.Name, f.Width, f.Height, len(f.PNG), f.Caption)
	}
}

func figureNames(figures []Figure) (names []string) {
	for _, f := range figures {
		names = append(names, f.Name)
	}
	return names
}

func find(t testing.TB, figures []Figure, name string) Figure {
	t.Helper()
	i := slices.IndexFunc(figures, func(f Figure) bool { return f.Name == name })
	require.GreaterOrEqual(t, i, 0, "no figure %s among %v", name, figureNames(figures))
	return figures[i]
}

func demoFigures() ([]Figure, []error) {
	s := synthStudy()
	return Study(s, compare.Within(s, compare.Options{}), synthAcross(90), Options{})
}

// skipShort passes over tests that draw many figures and start no goroutines of
// their own: the race detector makes them ten times slower and finds nothing.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("draws many figures; run without -short")
	}
}

func TestStudyDrawsEveryKind(t *testing.T) {
	skipShort(t)
	figures, errs := demoFigures()
	checkFigures(t, figures, errs)
	dumpFigures(t, "demo", figures)
	assert.Equal(t, strings.Fields(`
		overall
		top5-forward-f32 top5-inverse-f32 top5-fused-f32 top5-welch-f32
		scaling-forward-f32-cpu scaling-inverse-f32-cpu scaling-fused-f32-cpu scaling-welch-f32-cpu
		gflops-forward-f32-cpu gflops-inverse-f32-cpu gflops-fused-f32-cpu gflops-welch-f32-cpu
		ratio-forward-f32-cpu ratio-inverse-f32-cpu ratio-fused-f32-cpu ratio-welch-f32-cpu
		winners-forward-f32-cpu winners-inverse-f32-cpu winners-fused-f32-cpu winners-welch-f32-cpu
		time-forward-f32-cpu time-inverse-f32-cpu time-fused-f32-cpu time-welch-f32-cpu
		limit-scaling coverage-cpu
		speed-error-forward-f32 speed-error-inverse-f32 speed-error-fused-f32 speed-error-welch-f32
		errors-f32 memory parameters against-reference changes-new-txt`), figureNames(figures))

	// What a page has to carry: a picture of lines or a map is small, a list of
	// forty rows larger.
	total := 0
	for _, f := range figures {
		total += len(f.PNG)
		assert.Less(t, len(f.PNG), 60<<10, f.Name)
	}
	assert.Less(t, total/len(figures), 27<<10, "bytes a figure")
}

func TestLimitStudy(t *testing.T) {
	skipShort(t)
	s := ablation.NewStudy(limitReport(), ablation.StudyOptions{})
	figures, errs := Study(s, nil, nil, Options{})
	checkFigures(t, figures, errs)
	dumpFigures(t, "limit", figures)

	f := find(t, figures, "max-batch")
	assert.Equal(t, SectionLimits, f.Section)
	// 2^24/64 transforms fit, in steps of 8: 8^6. n = 64 is 2^6, and 6 mod 3 is memory.
	assert.Equal(t, "The largest batch is 262\u202f144 at n = 64, by stockham_compiled; the search ended by memory.", f.Caption)
	assert.Contains(t, find(t, figures, "coverage-cpu").Caption,
		"18 failed (18 bench_fail); the smallest that failed is butterfly_q8 at n = 8192, batch 1.")
}

func TestGenericStudy(t *testing.T) {
	s := ablation.NewStudy(genericReport(100), ablation.StudyOptions{})
	figures, errs := Study(s, nil, nil, Options{})
	checkFigures(t, figures, errs)
	dumpFigures(t, "generic", figures)
	assert.Equal(t, []string{"times-json", "times-json-2", "times-json-3"}, figureNames(figures))
}

// TestSizedBenchmarks: benchmarks that compete with nothing but have sizes are
// lines against the size.
func TestSizedBenchmarks(t *testing.T) {
	r := genericReport(0)
	for i, n := range []string{"10", "100", "1000", "10000"} {
		for _, name := range []string{"Sort", "Search"} {
			r.Rows = append(r.Rows, ablation.Row{
				Package: "example.com/sorting", Name: name, Procs: 1, Status: "ok",
				Axes:    []ablation.Axis{{Key: "n", Value: n}},
				Metrics: []ablation.Metric{{Unit: "sec/op", Median: float64(i+1) * 1e-6, Lo: float64(i+1) * 0.9e-6, Hi: float64(i+1) * 1.1e-6, N: 6}},
			})
		}
	}
	figures, errs := Study(ablation.NewStudy(r, ablation.StudyOptions{}), nil, nil, Options{})
	checkFigures(t, figures, errs)
	assert.Equal(t, []string{"scaling", "times-sorting"}, figureNames(figures))
	assert.Equal(t, "Time per op of 2 benchmarks over 4 sizes.", figures[0].Caption)
	dumpFigures(t, "sized", figures)
}

// TestSameBytes: neither the number of workers nor map order leaves a trace.
func TestSameBytes(t *testing.T) {
	draw := func(workers int) []Figure {
		s := smallStudy()
		figures, errs := Study(s, compare.Within(s, compare.Options{}), synthAcross(50), Options{Workers: workers})
		require.Empty(t, errs)
		return figures
	}
	assert.Equal(t, draw(1), draw(4))
}

// TestKindsAreTheStudys: a figure drawn by the function of its kind is the one
// of the whole set.
func TestKindsAreTheStudys(t *testing.T) {
	skipShort(t)
	s := smallStudy()
	within := compare.Within(s, compare.Options{})
	all, errs := Study(s, within, synthAcross(5), Options{})
	require.Empty(t, errs)
	var kinds []Figure
	for _, draw := range []func(*ablation.Study, Options) ([]Figure, []error){
		Overall, TopFive, Scaling, Throughput, Ratios, Winners, Times, LimitScaling,
		Coverage, MaxBatch, Fronts, Errors, Memory, Parameters, Generic,
	} {
		figures, errs := draw(s, Options{})
		require.Empty(t, errs)
		kinds = append(kinds, figures...)
	}
	figures, _ := Within(within, Options{})
	kinds = append(kinds, figures...)
	figures, _ = Across(synthAcross(5), Options{})
	assert.Equal(t, all, append(kinds, figures...))
}

// TestGroupsAreBounded: many combinations get the figures of the largest ones.
func TestGroupsAreBounded(t *testing.T) {
	s := synthStudy()
	figures, errs := Scaling(s, Options{MaxGroups: 2})
	require.Empty(t, errs)
	assert.Equal(t, []string{"scaling-forward-f32-cpu", "scaling-inverse-f32-cpu"}, figureNames(figures))
}

// TestFailureNamesTheFigure: what panics while a figure is made or drawn is an
// error of that figure, and the others are drawn.
func TestFailureNamesTheFigure(t *testing.T) {
	explode := func() *sheet { panic("boom") }
	broken := func() *sheet {
		s := &sheet{title: "broken", rowHeight: 100}
		s.panels = [][]*panel{{newPanel(fromZero("", style.Time, 1), fromZero("", style.Time, 1), 300, brokenMark{})}}
		return s
	}
	fine := func() *sheet { return &sheet{title: "fine", rowHeight: 100} }
	figures, errs := drawAll([]job{{"first", explode}, {"second", broken}, {"third", fine}, {"none", func() *sheet { return nil }}}, 2)
	require.Len(t, errs, 2)
	assert.EqualError(t, errs[0], "figure first could not be drawn: boom")
	assert.EqualError(t, errs[1], "figure second could not be drawn: no pen")
	assert.Equal(t, []string{"third"}, figureNames(figures))
}

type brokenMark struct{}

func (brokenMark) draw(*canvas) { panic("no pen") }

// TestGoldens holds a picture of each construction (lines, map, scatter, rows)
// against the one that was looked at. Other architectures round otherwise.
func TestGoldens(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the goldens were drawn on amd64; fused multiply-add rounds otherwise")
	}
	s := ablation.NewStudy(synthReport([]int{64, 512, 4096}, []int{1, 8}, 6, 1), ablation.StudyOptions{})
	var figures []Figure
	for _, draw := range []func(*ablation.Study, Options) ([]Figure, []error){Scaling, Ratios, Fronts, TopFive} {
		drawn, errs := draw(s, Options{})
		require.Empty(t, errs)
		figures = append(figures, drawn...)
	}
	drawn, errs := Across(synthAcross(12), Options{})
	require.Empty(t, errs)
	figures = append(figures, drawn...)
	drawn, errs = Draw(memoryExamples(), Options{})
	require.Empty(t, errs)
	figures = append(figures, drawn...)
	for _, name := range []string{
		"scaling-forward-f32-cpu", "ratio-forward-f32-cpu", "speed-error-forward-f32", "top5-fused-f32", "changes-new-txt",
		"memory-budget-27b-hybrid-over", "memory-by-batch-stockham-2-14", "memory-by-n-any-length", "memory-by-concurrency-27b-hybrid",
		"live-set-27b-hybrid", "address-map-stockham-2-20", "address-map-first-fit-2000-buffers",
	} {
		path := filepath.Join("testdata", name+".png")
		f := find(t, figures, name)
		if *update {
			require.NoError(t, os.WriteFile(path, f.PNG, 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err, "run with -update to draw it")
		assert.True(t, slices.Equal(want, f.PNG), "%s differs; look at it with -dump, accept with -update", path)
	}
}

func BenchmarkStudy(b *testing.B) {
	s := synthStudy()
	within := compare.Within(s, compare.Options{})
	across := synthAcross(90)
	for b.Loop() {
		if _, errs := Study(s, within, across, Options{}); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}
