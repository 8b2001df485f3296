package ablation

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

type rowOption func(*Row)

// row builds a row from a benchmark's name as `go test` prints it, without
// "Benchmark" and the GOMAXPROCS suffix.
func row(name string, options ...rowOption) Row {
	r := Row{Procs: 1, Status: wire.OK, Iters: 100}
	r.Name, r.Axes = ParseName(name)
	for _, o := range options {
		o(&r)
	}
	return r
}

// sec is a time per op with its interval.
func sec(median, lo, hi float64) rowOption {
	return func(r *Row) {
		r.Metrics = append(r.Metrics, Metric{Unit: wire.UnitSecPerOp, Median: median, Lo: lo, Hi: hi, N: 6})
	}
}

// exactly is a time per op without spread.
func exactly(median float64) rowOption { return sec(median, median, median) }

// value is the median of another unit.
func value(unit string, median float64) rowOption {
	return func(r *Row) {
		r.Metrics = append(r.Metrics, Metric{Unit: unit, Median: median, Lo: median, Hi: median, N: 6})
	}
}

func relL2(x float64) rowOption { return value(wire.UnitRelL2, x) }

func failed(status wire.Status, note string) rowOption {
	return func(r *Row) { r.Status, r.Note = status, note }
}

func limited(by wire.Limiter) rowOption { return func(r *Row) { r.Limiter = by } }

func procs(n int) rowOption { return func(r *Row) { r.Procs = n } }

func env(i int) rowOption { return func(r *Row) { r.Env = i } }

func pkg(path string) rowOption { return func(r *Row) { r.Package = path } }

// reportOf makes a report of rows, with as many environments as they need.
func reportOf(catalog Catalog, rows ...Row) *Report {
	r := &Report{Schema: Schema, Catalog: catalog, Rows: rows}
	for i := range rows {
		for len(r.Environments) <= rows[i].Env {
			r.Environments = append(r.Environments, Environment{GOOS: "linux"})
		}
	}
	r.describe()
	return r
}

// fftCatalog is a small catalog in the manner of the study's.
func fftCatalog() Catalog {
	return Catalog{
		{Name: "gonum", Tier: "baseline", Slot: 0, Reference: true, Aliases: []string{"rustfft"}},
		{Name: "op_fft", Tier: "baseline", Slot: 1, Compiled: true},
		{Name: "stockham_compiled", Tier: "A", Slot: 2, Compiled: true},
		{Name: "butterfly_q8", Tier: "B", Slot: 3},
		{Name: "welch_gonum", Tier: "baseline", Slot: 4, Reference: true},
		{Name: "cufft", Tier: "gpu", Slot: 5, Reference: true},
		{Name: "stockham_cuda", Tier: "gpu", Slot: 6},
	}
}

func variantsOf(configs []*Config) string {
	var names []string
	for _, c := range configs {
		names = append(names, c.Variant)
	}
	return strings.Join(names, " ")
}

func pointers(configs []Config) []*Config {
	var out []*Config
	for i := range configs {
		out = append(out, &configs[i])
	}
	return out
}

// same compares reports field by field, numbers that are no numbers being equal.
func same(t assert.TestingT, want, got *Report, samples bool) {
	w, g := *want, *got
	w.Rows, g.Rows = nil, nil
	assert.Equal(t, w, g)
	if !assert.Len(t, got.Rows, len(want.Rows)) {
		return
	}
	for i := range want.Rows {
		sameRow(t, &want.Rows[i], &got.Rows[i], samples)
	}
}

func sameRow(t assert.TestingT, want, got *Row, samples bool) {
	w, g := *want, *got
	w.Metrics, g.Metrics = nil, nil
	assert.Equal(t, w, g)
	for _, m := range want.Metrics {
		x := got.Metric(m.Unit)
		if !samples && !measured(m.Median) {
			assert.Nil(t, x, m.Unit)
			continue
		}
		if !assert.NotNil(t, x, m.Unit) {
			continue
		}
		sameNumber(t, m.Median, x.Median)
		if samples || m.Unit == wire.UnitSecPerOp {
			assert.Equal(t, m.N, x.N)
			sameNumber(t, m.Lo, x.Lo)
			sameNumber(t, m.Hi, x.Hi)
		}
		if samples && assert.Len(t, x.Samples, len(m.Samples)) {
			for i := range m.Samples {
				sameNumber(t, m.Samples[i], x.Samples[i])
			}
		}
	}
}

func sameNumber(t assert.TestingT, want, got float64) {
	if math.Float64bits(want) != math.Float64bits(got) && !(math.IsNaN(want) && math.IsNaN(got)) {
		assert.Fail(t, "different numbers", "want %v, got %v", want, got)
	}
}
