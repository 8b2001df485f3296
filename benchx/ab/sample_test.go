package ab

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// scan reads one text as its readers do.
func scan(t require.TestingT, text string) (samples []Sample, facts map[string]string) {
	facts = map[string]string{}
	s := ingest.NewScanner(strings.NewReader(text), "text")
	for s.Scan() {
		switch r := s.Record().(type) {
		case *ingest.Sample:
			samples = append(samples, fromIngest(r))
		case *ingest.Fact:
			facts[r.Key] = r.Value
		case *ingest.Diagnostic:
			require.Equal(t, ingest.Info, r.Severity, "%s\n%s", r, text)
		}
	}
	require.NoError(t, s.Err())
	return samples, facts
}

// What package testing printed, read and written again, reads as the same
// numbers, bit by bit.
func TestSampleKeepsPrintedNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := func(label string) float64 {
			return math.Pow(10, rapid.Float64Range(-9, 12).Draw(t, label))
		}
		printed := testing.BenchmarkResult{N: rapid.IntRange(1, 1e9).Draw(t, "iterations"), Extra: map[string]float64{
			"ns/op": value("time"), "MB/s": value("rate"), "rel-l2-eps": value("error"), "p99-ns": value("other time"), "x": value("other"),
		}}
		line := "BenchmarkX/n=1-2 \t" + printed.String() + "\n"
		was, _ := scan(t, line)
		require.Len(t, was, 1)
		is, _ := scan(t, string(was[0].appendLine(nil, false)))
		assert.Equal(t, was, is)
	})
}

// An outcome that is not ok reads back with its status and its reason.
func TestSampleKeepsOutcomes(t *testing.T) {
	for _, status := range wire.Statuses() {
		s := Sample{Name: "A/k=\"v|w\"", Procs: 4, Iters: 1, Status: status, Note: "because of \"this\"\nand that"}
		if status == wire.OK {
			s.Values = []Value{{wire.UnitSecPerOp, 4e-9}}
		}
		got, _ := scan(t, string(s.appendLine(nil, false)))
		assert.Equal(t, []Sample{s}, got)
	}
}

func TestSampleLine(t *testing.T) {
	s := Sample{Name: "A", Procs: 2, Iters: 100, Status: wire.OK, Note: "remark",
		Values: []Value{{wire.UnitSecPerOp, 1234.5e-9}, {wire.UnitBytesPerSec, 2e6}, {"rel-l2", 1.5e-17}}}
	assert.Equal(t, "BenchmarkA-2 \t100\t1234.5 ns/op\t2 MB/s\t1.5e-17 rel-l2\n", string(s.appendLine(nil, true)))
	assert.Equal(t, "BenchmarkA-2 \t100\t1234.5 ns/op\t2 MB/s\t1.5e-17 rel-l2\n--- BENCH: BenchmarkA-2\n    benchx: note=remark\n",
		string(s.appendLine(nil, false)))
	s = Sample{Name: "A", Procs: 1, Status: wire.Timeout}
	assert.Equal(t, "BenchmarkA \t1\t1 timeout\n--- BENCH: BenchmarkA\n    benchx: status=timeout\n", string(s.appendLine(nil, true)))
}
