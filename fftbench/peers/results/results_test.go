package results_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

func key(n int) results.Key {
	return results.Key{Bench: results.C2C, Precision: results.F32, N: n, Batch: 1}
}

func by(lib string) results.Entrant { return results.Entrant{Lib: lib, Goroutines: 1} }

func TestTextOfASample(t *testing.T) {
	double := results.Key{Bench: results.Plan, Precision: results.F64, N: 64, Batch: 8}
	inPlace := results.Entrant{Lib: results.FFTWAVX512, InPlace: true, Mode: results.Measure, Goroutines: 2}
	for _, c := range []struct {
		key     results.Key
		entrant results.Entrant
		ops     int
		value   float64
		want    string
	}{
		{key(64), by("ours"), 812, 642.1234, "BenchmarkC2C/n=64/lib=ours 812 642 ns/op\n"},
		{double, inPlace, 1, 1234567.8,
			"BenchmarkPlan/precision=f64/n=64/batch=8/lib=fftw-avx512/place=in/mode=measure/goroutines=2 1 1235000 ns/op\n"},
		{key(2), by("x"), 9, 0.012345, "BenchmarkC2C/n=2/lib=x 9 0.01235 ns/op\n"},
		{key(2), by("x"), 9, 9999.6, "BenchmarkC2C/n=2/lib=x 9 10000 ns/op\n"},
		{key(2), by("x"), 9, 1999.4, "BenchmarkC2C/n=2/lib=x 9 1999 ns/op\n"},
		{key(2), by("x"), 9, 2004.6, "BenchmarkC2C/n=2/lib=x 9 2000 ns/op\n"},
		{key(2), by("x"), 9, 98.76, "BenchmarkC2C/n=2/lib=x 9 98.8 ns/op\n"},
		{key(2), by("x"), 9, 0, "BenchmarkC2C/n=2/lib=x 9 0 ns/op\n"},
	} {
		var text bytes.Buffer
		w := results.NewWriter(&text)
		w.Sample(c.key, c.entrant, c.ops, c.value, "ns/op")
		require.NoError(t, w.Flush())
		assert.Equal(t, c.want, text.String())
	}
}

// What was written is read back: facts, cells and series in order, values to
// three digits and in base units.
func TestRoundTrip(t *testing.T) {
	var text bytes.Buffer
	w := results.NewWriter(&text)
	w.Fact("isa", "AVX2+FMA")
	w.Config("goos", "linux")
	w.Config("cpu", "A CPU, family 6")
	w.Fact(results.FFTWAVX2, "fftw-3.3.10-avx2")
	inPlace := by("fftw-avx2")
	inPlace.InPlace = true
	for range 2 { // rounds of the same numbers are rounds
		w.Sample(key(1024), by("ours"), 10, 100, "ns/op")
		w.Sample(key(1024), inPlace, 10, 200, "ns/op")
	}
	w.Sample(key(64), by("ours"), 10, 50, "ns/op")
	w.Sample(key(1024), by("ours"), 10, 300, "ns/op") // another pass
	accuracy := results.Key{Bench: results.Accuracy, Precision: results.F64, N: 64, Batch: 1}
	w.Sample(accuracy, by("ours"), 1, 2, "rel-l2-eps")
	require.NoError(t, w.Close(3*time.Second))

	run, err := results.Read(&text, "run.txt")
	require.NoError(t, err)
	assert.Equal(t, "A CPU, family 6", run.CPU)
	assert.Equal(t, "AVX2+FMA", run.Fact("isa"))
	assert.Equal(t, "fftw-3.3.10-avx2", run.Fact(results.FFTWAVX2))
	assert.Equal(t, "3000", run.Fact("elapsed-ms"))
	assert.Empty(t, run.Fact("seed"))

	require.Len(t, run.Cells, 3)
	assert.Equal(t, key(1024), run.Cells[0].Key)
	assert.Equal(t, key(64), run.Cells[1].Key)
	first := run.Cell(key(1024))
	require.NotNil(t, first)
	require.Len(t, first.Series, 2)
	assert.Equal(t, by("ours"), first.Series[0].Entrant)
	assert.InDeltaSlice(t, []float64{100e-9, 100e-9, 300e-9}, first.Series[0].Values, 1e-20)
	assert.Equal(t, inPlace, first.Series[1].Entrant)
	assert.Nil(t, run.Cell(key(2)))
	assert.Equal(t, []float64{0x1p-52}, run.Cell(accuracy).Series[0].Values)
}

func TestReadRefuses(t *testing.T) {
	const head = "BenchmarkC2C/n=64/lib=ours 1 2 ns/op\n"
	for name, c := range map[string]struct{ text, want string }{
		"no library":    {head + "BenchmarkC2C/n=64 1 2 ns/op\n", "run.txt:2: C2C/n=64 names no lib"},
		"unknown axis":  {head + "BenchmarkC2C/m=64/lib=x 1 2 ns/op\n", `unknown axis "m"`},
		"no number":     {head + "BenchmarkC2C/n=many/lib=x 1 2 ns/op\n", `"many": invalid syntax`},
		"two values":    {head + "BenchmarkC2C/n=64/lib=x 1 2 ns/op 3 B/op\n", "has 2 values, want one"},
		"damaged value": {head + "BenchmarkC2C/n=64/lib=x 1 2z ns/op\n", "run.txt:2"},
		"cut off":       {"# benchx rounds=2\n" + head, "cut off"},
	} {
		_, err := results.Read(strings.NewReader(c.text), "run.txt")
		assert.ErrorContains(t, err, c.want, name)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriterKeepsTheError(t *testing.T) {
	w := results.NewWriter(brokenWriter{})
	w.Sample(key(64), by("ours"), 1, 1, "ns/op")
	assert.EqualError(t, w.Close(0), "disk full")
}
