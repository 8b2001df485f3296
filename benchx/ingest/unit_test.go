package ingest_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchunit"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestTidy(t *testing.T) {
	for _, c := range []struct {
		unit, base string
		factor     float64
	}{
		{"ns/op", "sec/op", 1e-9},
		{"MB/s", "B/s", 1e6},
		{"B/op", "B/op", 1},
		{"allocs/op", "allocs/op", 1},
		{"plan-ns", "plan-sec", 1e-9},
		{"p99-ns/GC", "p99-sec/GC", 1e-9},
		{"ops/ns", "ops/ns", 1}, // a denominator stays
		{"ns*op", "sec*op", 1e-9},
		{"µs/op", "sec/op", 1e-6},
		{"μs/op", "sec/op", 1e-6}, // Greek mu
		{"us", "sec", 1e-6},
		{"p50-ms", "p50-sec", 1e-3},
		{"KB/s", "B/s", 1e3},
		{"kB", "B", 1e3},
		{"GB/s", "B/s", 1e9},
		{"MiB", "B", 1 << 20},
		{"ms*MB", "sec*B", 1e3},
		{"items/ms", "items/ms", 1},
		{"atoms", "atoms", 1},
		{"transforms", "transforms", 1},
		{"rel-l2-eps", "rel-l2", 0x1p-53},
		{"max-err-eps", "max-err", 0x1p-53},
		{"GFLOP/s", "GFLOP/s", 1},
		{"", "", 1},
		{"-/*", "-/*", 1},
	} {
		base, factor := ingest.Tidy(c.unit)
		assert.Equal(t, c.base, base, c.unit)
		assert.InEpsilon(t, c.factor, factor, 1e-15, c.unit)
	}
}

// TestTidyIsBenchunits holds Tidy against benchunit where only the latter's
// units occur.
func TestTidyIsBenchunits(t *testing.T) {
	word := rapid.SampledFrom([]string{"ns", "MB", "B", "op", "x", "nsec", "sec", "allocs", "ü"})
	sep := rapid.SampledFrom([]string{"-", "/", "*", "--"})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 6).Draw(t, "words") {
			b.WriteString(word.Draw(t, "word"))
			b.WriteString(sep.Draw(t, "separator"))
		}
		unit := strings.TrimRight(b.String(), "-/*")
		factor, base := benchunit.Tidy(1, unit)
		gotBase, gotFactor := ingest.Tidy(unit)
		require.Equal(t, base, gotBase)
		require.Equal(t, factor, gotFactor)
		again, one := ingest.Tidy(gotBase)
		require.Equal(t, gotBase, again, "a base unit is tidy")
		require.Equal(t, 1.0, one)
	})
}

func TestDirection(t *testing.T) {
	for want, units := range map[int][]string{
		+1: {"MB/s", "B/s", "GFLOP/s", "frames/s", "ops/sec", "%hit", "hits", "accuracy", "KB/s", "copy-share"},
		-1: {
			"ns/op", "sec/op", "e2e-ns/op", "B/op", "allocs/op", "p99-ns", "ms", "sec/GC", "plan-ns", "rel-l2", "rel-l2-eps", "max-err",
			"max-err-eps", "param-bytes", "scratch-bytes", "held-bytes", "peak-bytes", "text-bytes", "instructions/op", "cache-misses/op", "errors/s", "gc/s", "loss", "W",
		},
		0: {"x", "params", "train-steps", "frames", "a=b", "", "rounds/op"},
	} {
		for _, u := range units {
			assert.Equal(t, want, ingest.Direction(u), u)
		}
	}
}

// TestErrorsSurviveTheTrip prints errors as the harness and package testing do
// and reads them back: testing keeps four digits of such numbers.
func TestErrorsSurviveTheTrip(t *testing.T) {
	for e := -17; e <= 0; e++ {
		want := 1.2345 * math.Pow(10, float64(e))
		r := testing.BenchmarkResult{N: 1, Extra: map[string]float64{
			"ns/op": 0, wire.UnitRelL2Eps: want / wire.Eps, wire.UnitMaxErrEps: want / wire.Eps,
		}}
		s := ingest.NewScanner(strings.NewReader(fmt.Sprintf("BenchmarkA-8 \t%s\n", r)), "x")
		var got *ingest.Sample
		for s.Scan() {
			if r, ok := s.Record().(*ingest.Sample); ok {
				got = r.Clone()
			}
		}
		require.NotNil(t, got)
		require.Len(t, got.Values, 2)
		assert.Equal(t, wire.UnitMaxErr, got.Values[0].Unit)
		assert.Equal(t, wire.UnitRelL2, got.Values[1].Unit)
		for _, v := range got.Values {
			assert.InEpsilon(t, want, v.Value, 5e-4)
		}
	}
}
