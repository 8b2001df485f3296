package ingest_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// FuzzScanner feeds arbitrary bytes and checks what holds of every input.
func FuzzScanner(f *testing.F) {
	files, err := filepath.Glob(cases + "/*.txt")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(text[:min(len(text), 3000)])
	}
	f.Add([]byte("=== Failed\n=== FAIL: p BenchmarkA (unknown)\nBenchmarkA-2 \t1\t2 x\nDONE 1 tests\n"))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	f.Add([]byte("\xff\xfeB\x00e\x00n\x00"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := ingest.NewScanner(bytes.NewReader(in), "x")
		var lines []string
		var want ingest.Summary
		last := 0
		for s.Scan() {
			r := s.Record()
			require.NotNil(t, r)
			_, line := r.Pos()
			require.GreaterOrEqual(t, line, last, "records go on in line order")
			last = line
			if sample, ok := r.(*ingest.Sample); ok {
				checkSample(t, sample)
			}
			tally(&want, r)
			lines = append(lines, print(r))
		}
		require.False(t, s.Scan(), "the end is the end")
		sum := s.Summary()
		require.LessOrEqual(t, last, sum.Lines)
		want.Kind, want.Encoding, want.Lines, want.Repaired, want.Ignored, want.CutOff =
			sum.Kind, sum.Encoding, sum.Lines, sum.Repaired, sum.Ignored, sum.CutOff
		require.Equal(t, want, sum)
		require.LessOrEqual(t, sum.Repaired, sum.Lines)

		again := ingest.NewScanner(iotest.OneByteReader(bytes.NewReader(in)), "x")
		for i := 0; again.Scan(); i++ {
			require.Less(t, i, len(lines))
			require.Equal(t, lines[i], print(again.Record()), "the size of reads does not matter")
		}
		require.Equal(t, sum, again.Summary())
	})
}

func checkSample(t *testing.T, s *ingest.Sample) {
	if s.Status != wire.OK {
		require.Empty(t, s.Values)
	}
	_, known := wire.ParseStatus(string(s.Status))
	require.True(t, known, s.Status)
	require.GreaterOrEqual(t, s.Procs, 1)
	require.GreaterOrEqual(t, s.Iters, int64(0))
	seen := map[string]bool{}
	for _, v := range s.Values {
		require.False(t, math.IsNaN(v.Value) || math.IsInf(v.Value, 0))
		require.False(t, seen[v.Unit], "one value per unit")
		seen[v.Unit] = true
	}
}

func tally(sum *ingest.Summary, r ingest.Record) {
	switch r := r.(type) {
	case *ingest.Sample:
		switch {
		case r.Status == wire.OK:
			sum.Results++
		case r.Status == wire.Skip:
			sum.Skips++
		default:
			sum.Failures++
		}
	case *ingest.Diagnostic:
		switch r.Severity {
		case ingest.Warning:
			sum.Warnings++
		case ingest.Error:
			sum.Errors++
		}
	}
}
