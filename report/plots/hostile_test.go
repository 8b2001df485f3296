package plots

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// oddNumbers is what benchmarks and broken files bring.
func oddNumbers() []float64 {
	return []float64{
		0, math.Copysign(0, -1), 1, -1, 5e-324, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64,
		1e-300, 1e300, 1e-9, math.NaN(), math.Inf(1), math.Inf(-1), 3.14e-16, 1e-6,
	}
}

// oddNames are names that break naive renderers.
func oddNames() []string {
	return []string{
		"", " ", "快速傅里叶变换", "naïve é µ", "a\nb", "\x1b[31mred", "evil\u202e.exe", "<script>alert(1)</script>",
		strings.Repeat("very_long_name_", 300), "a|b`c", "🦀🚀", "\xff\xfe", "variant=x", "gonum", "stockham",
	}
}

// checkPNG fails unless the figure is a complete palette picture of the size it
// says, with something on it.
func checkPNG(t require.TestingT, f Figure) *image.Paletted {
	img, err := png.Decode(bytes.NewReader(f.PNG))
	require.NoError(t, err, f.Name)
	p, ok := img.(*image.Paletted)
	require.True(t, ok, "%s is no palette picture", f.Name)
	require.Equal(t, image.Pt(f.Width, f.Height), p.Bounds().Size(), f.Name)
	require.Greater(t, len(p.Palette), 1, "%s is blank", f.Name)
	require.Less(t, f.Height, 8000, "%s is endless", f.Name)
	return p
}

func checkFigures(t require.TestingT, figures []Figure, errs []error) {
	require.Empty(t, errs)
	names := map[string]bool{}
	for _, f := range figures {
		checkPNG(t, f)
		require.NotEmpty(t, f.Title, f.Name)
		require.NotEmpty(t, f.Caption, f.Name)
		require.NotEmpty(t, f.Section, f.Name)
		require.NotContains(t, f.Caption, "NaN", f.Name)
		require.Regexp(t, `^[a-z0-9]+(-[a-z0-9]+)*$`, f.Name)
		require.False(t, names[f.Name], "two figures are called %s", f.Name)
		names[f.Name] = true
	}
}

// TestDataThatPanicsGonum holds the rows of what gonum/plot v0.17 panics on, or
// rejects, against the layer: a picture comes out of each.
func TestDataThatPanicsGonum(t *testing.T) {
	skipShort(t)
	nan, inf := math.NaN(), math.Inf(1)
	timeAxis := func(v ...float64) axis { return logAxis("time", style.TimeTicks, v...) }
	line := func(ys ...float64) (axis, axis, mark) {
		s := series{look: seriesLook(0)}
		var sizes []int
		for i, y := range ys {
			s.points = append(s.points, datum{float64(int(2) << i), y, y / 2, y * 2})
			sizes = append(sizes, 2<<i)
		}
		return sizeAxis("n", sizes), timeAxis(ys...), s
	}
	withBars := func(lo, hi float64) (axis, axis, mark) {
		return sizeAxis("n", []int{64}), timeAxis(1, lo, hi), series{look: seriesLook(0), points: []datum{{64, 1, lo, hi}}}
	}
	heat := func(values ...float64) (axis, axis, mark) {
		row := make([]cell, len(values))
		scale := timeAxis(values...)
		for i, v := range values {
			if pos, ok := scale.at(v); ok && finite(v) {
				row[i] = cell{kind: cellValue, fill: style.Viridis(pos), text: style.Time(v)}
			}
		}
		return nominal("n", make([]string, len(values))), nominal("batch", []string{"1"}), cells{row}
	}
	barChart := func(values ...float64) (axis, axis, mark) {
		b := bars{base: nan}
		for i, v := range values {
			b.bars = append(b.bars, bar{i, v, style.Series(i), style.Time(v)})
		}
		return timeAxis(values...), topDown(make([]string, len(values))), b
	}
	type panelOf func() (axis, axis, mark)
	for name, build := range map[string]panelOf{
		"zero on a log axis":           func() (axis, axis, mark) { return line(0, 1) },
		"negative on a log axis":       func() (axis, axis, mark) { return line(-1, 1) },
		"only negative":                func() (axis, axis, mark) { return line(-1, -2) },
		"single point at one":          func() (axis, axis, mark) { return line(1) },
		"all equal":                    func() (axis, axis, mark) { return line(3e-6, 3e-6, 3e-6) },
		"no point":                     func() (axis, axis, mark) { return line() },
		"not a number":                 func() (axis, axis, mark) { return line(nan, 1, nan) },
		"infinite":                     func() (axis, axis, mark) { return line(inf, 1, -inf) },
		"denormal to huge":             func() (axis, axis, mark) { return line(5e-324, math.MaxFloat64) },
		"interval below zero":          func() (axis, axis, mark) { return withBars(-1, 2) },
		"interval open":                func() (axis, axis, mark) { return withBars(-inf, inf) },
		"interval upside down":         func() (axis, axis, mark) { return withBars(2, -1) },
		"interval of nothing":          func() (axis, axis, mark) { return withBars(nan, nan) },
		"bars on a log axis":           func() (axis, axis, mark) { return barChart(1, 10, 100) },
		"bars of zero":                 func() (axis, axis, mark) { return barChart(0, 0) },
		"bars of zero and NaN":         func() (axis, axis, mark) { return barChart(0, nan, inf, -1) },
		"no bar":                       func() (axis, axis, mark) { return barChart() },
		"heat map of one field":        func() (axis, axis, mark) { return heat(1) },
		"heat map all equal":           func() (axis, axis, mark) { return heat(1, 1, 1) },
		"heat map all NaN":             func() (axis, axis, mark) { return heat(nan, nan) },
		"heat map with infinite field": func() (axis, axis, mark) { return heat(inf, 1, -inf) },
		"heat map without a field":     func() (axis, axis, mark) { return heat() },
		"linear axis of huge values": func() (axis, axis, mark) {
			return sizeAxis("n", []int{1}), fromZero("GFLOP/s", style.Count, math.MaxFloat64, inf), series{look: seriesLook(1)}
		},
		"linear axis of nothing": func() (axis, axis, mark) {
			return sizeAxis("n", []int{0, -5}), fromZero("GFLOP/s", style.Count), series{look: seriesLook(1)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			x, y, m := build()
			s := &sheet{name: "row", title: "row", rowHeight: 200}
			s.legend.bar = &colorBar{title: "bar", color: style.Viridis}
			s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), zebra{}, grid{}, m)}}
			f, err := s.render()
			require.NoError(t, err)
			checkPNG(t, f)
		})
	}
}

func TestHostileNames(t *testing.T) {
	skipShort(t)
	var r ablation.Report
	for i, name := range oddNames() {
		for _, n := range []string{"64", "128"} {
			r.Rows = append(r.Rows, ablation.Row{
				Package: name, Name: name, Procs: 2, Status: wire.OK,
				Axes: []ablation.Axis{{Key: "variant", Value: name}, {Key: "n", Value: n}, {Key: "device", Value: name},
					{Key: "dir", Value: name}, {Key: name, Value: name}},
				Metrics: []ablation.Metric{{Unit: wire.UnitSecPerOp, Median: float64(i+1) * 1e-6, Lo: 1e-6, Hi: 9e-6, N: 6},
					{Unit: wire.UnitRelL2, Median: float64(i) * 1e-16}},
			})
		}
	}
	r.Environments = []ablation.Environment{{}}
	s := ablation.NewStudy(&r, ablation.StudyOptions{Reference: "gonum"})
	across := synthAcross(3)
	across.Columns = []string{oddNames()[8], oddNames()[2]}
	figures, errs := Study(s, compare.Within(s, compare.Options{}), across, Options{MaxGroups: 20})
	checkFigures(t, figures, errs)
	dumpFigures(t, "hostile", figures)
}

// TestLongAxes: more sizes and batches than a map has room for are thinned out,
// and the picture says so; what it counts it counts over all.
func TestLongAxes(t *testing.T) {
	skipShort(t)
	var rep ablation.Report
	for i := range 400 {
		for _, variant := range []string{"ref", "quick"} {
			rep.Rows = append(rep.Rows, handRow(variant, 64, i+1, 4, 1e-16, 512), handRow(variant, 64+i, 1, 4, 1e-16, 512))
		}
	}
	rep.Environments, rep.Catalog = handReport().Environments, handReport().Catalog
	s := ablation.NewStudy(&rep, ablation.StudyOptions{})
	figures, errs := Winners(s, Options{})
	checkFigures(t, figures, errs)
	assert.Contains(t, find(t, figures, "winners-forward-f32-cpu").Caption, "Of 799 cells,")

	g := newIndex(s, Options{}).groups[0]
	drawn := &sheet{}
	g.drawMaps(drawn, g.variants, func(variant, spot, bool) cell { return cell{} })
	assert.Equal(t, "Shown: 64 of 400 sizes. Shown: 40 of 400 batch sizes.", drawn.foot)
}

func TestEmptyStudies(t *testing.T) {
	for name, s := range map[string]*ablation.Study{
		"nothing":        {Report: &ablation.Report{}},
		"no rows":        ablation.NewStudy(&ablation.Report{}, ablation.StudyOptions{}),
		"empty contests": {Report: &ablation.Report{}, Contests: make([]ablation.Contest, 2), Fronts: make([]ablation.Front, 2), TopFives: make([]ablation.TopFive, 2), Capacities: make([]ablation.Capacity, 2), Summaries: make([]ablation.VariantSummary, 2)},
	} {
		t.Run(name, func(t *testing.T) {
			figures, errs := Study(s, nil, nil, Options{})
			checkFigures(t, figures, errs)
		})
	}
	figures, errs := Study(&ablation.Study{}, []compare.Against{{}, {Config: &ablation.Config{}}}, &compare.Result{Columns: []string{"a"}}, Options{})
	assert.Empty(t, errs)
	assert.Empty(t, figures)
}

// drawReport draws a random report: few rows, hostile in every field.
func drawReport(t *rapid.T) *ablation.Report {
	number := rapid.OneOf(rapid.SampledFrom(oddNumbers()), rapid.Float64Range(1e-9, 1e-3))
	name := rapid.OneOf(rapid.SampledFrom(oddNames()), rapid.SampledFrom([]string{"a", "b", "gonum"}))
	statuses := append(wire.Statuses(), wire.OK, wire.OK, wire.OK, wire.OK)
	r := &ablation.Report{Environments: make([]ablation.Environment, 2), LimitSweep: rapid.Bool().Draw(t, "sweep")}
	plain := rapid.Bool().Draw(t, "plain") // no odd numbers in sizes and times
	for i := range rapid.IntRange(0, 30).Draw(t, "rows") {
		label := func(s string) string { return fmt.Sprintf("row %d %s", i, s) }
		row := ablation.Row{
			Package: rapid.SampledFrom([]string{"", "p", "example.com/q"}).Draw(t, label("package")),
			Name:    rapid.SampledFrom([]string{"FFT", "Sort", ""}).Draw(t, label("family")),
			Procs:   rapid.IntRange(-1, 4).Draw(t, label("procs")), Env: rapid.IntRange(0, 1).Draw(t, label("env")),
			Status:  rapid.SampledFrom(statuses).Draw(t, label("status")),
			Limiter: rapid.SampledFrom([]wire.Limiter{"", wire.LimitCap, wire.LimitMemory}).Draw(t, label("limiter")),
		}
		for _, key := range []string{"variant", "dir", "n", "batch", "device", "precision", "window"} {
			if rapid.IntRange(0, 4).Draw(t, label(key+"?")) == 0 {
				continue
			}
			value := name.Draw(t, label(key))
			if (key == "n" || key == "batch") && (plain || rapid.Bool().Draw(t, label("number"))) {
				value = fmt.Sprint(rapid.SampledFrom([]int{0, 1, 2, 64, 1000, 1 << 20, 1 << 40, -4}).Draw(t, label(key)))
			}
			row.Axes = append(row.Axes, ablation.Axis{Key: key, Value: value})
		}
		for _, unit := range []string{wire.UnitSecPerOp, wire.UnitRelL2, wire.UnitGFLOPS, wire.UnitParams, wire.UnitParamBytes, wire.UnitBytesPerOp} {
			m := ablation.Metric{Unit: unit, N: 6, Median: number.Draw(t, label(unit)), Lo: number.Draw(t, label("lo")), Hi: number.Draw(t, label("hi"))}
			if plain {
				m.Median = math.Abs(m.Median)
			}
			row.Metrics = append(row.Metrics, m)
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

// TestNeverPanics draws whatever studies chance makes of hostile rows.
func TestNeverPanics(t *testing.T) {
	skipShort(t)
	rapid.Check(t, func(t *rapid.T) {
		r := drawReport(t)
		s := ablation.NewStudy(r, ablation.StudyOptions{Reference: rapid.SampledFrom([]string{"", "a", "gonum"}).Draw(t, "reference")})
		figures, errs := Study(s, compare.Within(s, compare.Options{}), nil, Options{MaxGroups: 3, Workers: 1})
		checkFigures(t, figures, errs)
	})
}

// TestNeverPanicsAcross draws hostile comparisons.
func TestNeverPanicsAcross(t *testing.T) {
	skipShort(t)
	number := rapid.SampledFrom(oddNumbers())
	verdict := rapid.SampledFrom([]compare.Verdict{compare.Better, compare.Worse, compare.Changed, compare.Unclear, compare.Incomparable, compare.None})
	rapid.Check(t, func(t *rapid.T) {
		r := &compare.Result{Columns: []string{"", "new", "newer"}}
		table := compare.Table{Unit: wire.UnitSecPerOp}
		for range rapid.IntRange(0, 60).Draw(t, "rows") {
			row := compare.Row{Name: rapid.SampledFrom(oddNames()).Draw(t, "name")}
			for range rapid.IntRange(1, 3).Draw(t, "cells") {
				row.Cells = append(row.Cells, compare.Cell{
					Present: rapid.Bool().Draw(t, "present"), BaseN: rapid.IntRange(0, 1).Draw(t, "base n"),
					Center: number.Draw(t, "center"), Lo: number.Draw(t, "lo"), Hi: number.Draw(t, "hi"),
					Delta: number.Draw(t, "delta"), Verdict: verdict.Draw(t, "verdict"),
				})
			}
			table.Rows = append(table.Rows, row)
		}
		r.Tables = []compare.Table{table}
		figures, errs := Across(r, Options{Workers: 1})
		checkFigures(t, figures, errs)
	})
}
