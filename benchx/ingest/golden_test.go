package ingest_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const cases = "../../testdata/bench-output"

// print renders a record on one line.
func print(r ingest.Record) string {
	_, line := r.Pos()
	at := fmt.Sprintf("%3d ", line)
	switch r := r.(type) {
	case *ingest.Sample:
		return at + "sample  " + printSample(r)
	case *ingest.Started:
		return at + fmt.Sprintf("started %s %q procs=%d", orNone(r.Package), r.Name, r.Procs)
	case *ingest.Fact:
		return at + fmt.Sprintf("fact    %s=%q", r.Key, r.Value)
	case *ingest.UnitInfo:
		return at + fmt.Sprintf("unit    %s %s=%s", r.Unit, r.Key, r.Value)
	case *ingest.PackageEnd:
		state := "ok"
		if r.Failed {
			state = "FAILED"
		}
		return at + fmt.Sprintf("end     %s %s %q", orNone(r.Package), state, r.Reason)
	case *ingest.Diagnostic:
		s := at + fmt.Sprintf("%-7s %s", r.Severity, r.Msg)
		if r.Hint != "" {
			s += " (" + r.Hint + ")"
		}
		if r.Text != "" {
			s += " | " + fmt.Sprintf("%q", r.Text)
		}
		return s
	}
	return fmt.Sprintf("unknown record %T", r)
}

func printSample(s *ingest.Sample) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q procs=%d %s iters=%d", orNone(s.Package), s.Name, s.Procs, s.Status, s.Iters)
	for _, v := range s.Values {
		fmt.Fprintf(&b, " %s=%v", v.Unit, v.Value)
	}
	if s.Limiter != "" {
		fmt.Fprintf(&b, " limiter=%s", s.Limiter)
	}
	if s.Note != "" {
		fmt.Fprintf(&b, " note=%q", s.Note)
	}
	if s.Machine != (ingest.Machine{}) {
		fmt.Fprintf(&b, " [%s/%s %s]", s.Machine.GOOS, s.Machine.GOARCH, s.Machine.CPU)
	}
	return b.String()
}

func orNone(pkg string) string {
	if pkg == "" {
		return "(no package)"
	}
	return pkg
}

// scan returns the printed records of a text and its summary.
func scan(t testing.TB, s *ingest.Scanner) ([]string, ingest.Summary) {
	t.Helper()
	var lines []string
	for s.Scan() {
		lines = append(lines, print(s.Record()))
	}
	require.NoError(t, s.Err())
	return lines, s.Summary()
}

func printSummary(s ingest.Summary) string { return fmt.Sprintf("%+v\n", s) }

func TestGolden(t *testing.T) {
	files, err := filepath.Glob(cases + "/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(file)
			require.NoError(t, err)
			defer f.Close()
			lines, sum := scan(t, ingest.NewScanner(f, name))
			got := strings.Join(lines, "\n") + "\n" + printSummary(sum)
			golden := filepath.Join("testdata", "golden", name)
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o755))
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}
