package ingest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// configured returns, result by result, the value of key: the reader's facts as
// they hold, which end with their package.
func configured(t require.TestingT, text, key string) (values []string) {
	s := ingest.NewScanner(strings.NewReader(text), "in")
	s.Config(key)
	value := ""
	for s.Scan() {
		switch r := s.Record().(type) {
		case *ingest.Fact:
			require.Equal(t, key, r.Key)
			value = r.Value
		case *ingest.PackageEnd:
			value = ""
		case *ingest.Sample:
			values = append(values, value)
		}
	}
	require.NoError(t, s.Err())
	return values
}

// What the reader asks for is what benchfmt reads.
func TestConfigEqualsBenchfmt(t *testing.T) {
	lines := rapid.SliceOf(rapid.SampledFrom([]string{
		"note: before", "note: after it", "note:\ttab", "note:  ", "note:", "note:x", "Note: y", " note: z", "notes: w", "other: v",
		"BenchmarkA 1 2 x", "BenchmarkB-8 1 2 x", "PASS", "ok  \tp\t1s", "# comment", "",
	}))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(lines.Draw(t, "lines"), "\n") + "\n"
		var want []string
		r := benchfmt.NewReader(strings.NewReader(text), "in")
		for r.Scan() {
			if res, ok := r.Result().(*benchfmt.Result); ok {
				want = append(want, res.GetConfig("note"))
			}
		}
		require.NoError(t, r.Err())
		require.Equal(t, want, configured(t, text, "note"))
	})
}

func TestConfigHoldsOverTheEndOfAPackage(t *testing.T) {
	text := "toolchain: tip\ngoos: linux\npkg: p\nBenchmarkA 1 2 x\nPASS\nok  \tp\t1s\npkg: q\nBenchmarkB 1 2 x\nPASS\nok  \tq\t1s\n"
	assert.Equal(t, []string{"tip", "tip"}, configured(t, text, "toolchain"))
}
