package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The table of docs/compare.md, row by row: what cmd/benchstat does, and that
// benchx compare does not. When benchstat changes, so must the table.
type defect struct {
	t   *testing.T
	dir string
}

// file writes an input and returns its path.
func (d defect) file(name, text string) string {
	path := filepath.Join(d.dir, name)
	require.NoError(d.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// ours runs benchx compare.
func (d defect) ours(args ...string) (status int, stdout, stderr string) {
	s, out, errs := fakeSession("")
	status = run(d.t.Context(), append([]string{"compare"}, args...), s)
	return status, out.String(), errs.String()
}

// benchstatPath is where the go command keeps its build of cmd/benchstat.
var benchstatPath = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "benchstat").Output()
	return strings.TrimSpace(string(out)), err
})

// theirs runs cmd/benchstat.
func (d defect) theirs(args ...string) (status int, stdout, stderr string) {
	path, err := benchstatPath()
	require.NoError(d.t, err)
	cmd := exec.Command(path, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else {
		require.NoError(d.t, err)
	}
	return status, out.String(), errs.String()
}

const sound = "goos: linux\ngoarch: amd64\npkg: p\ncpu: C\nBenchmarkA-8 10 100 ns/op\nPASS\nok  \tp\t1s\n"

func TestDefectsOfBenchstat(t *testing.T) {
	for _, c := range []struct {
		name  string
		check func(defect)
	}{
		{"D1 errors exit with 0", func(d defect) {
			status, _, _ := d.theirs(filepath.Join(d.dir, "missing.txt"))
			assert.Zero(d.t, status)
			status, _, stderr := d.ours(filepath.Join(d.dir, "missing.txt"))
			assert.Equal(d.t, exitUsage, status)
			assert.Contains(d.t, stderr, "no such file")
			status, _, _ = d.ours("-alpha", "2", d.file("a.txt", sound))
			assert.Equal(d.t, exitUsage, status)
		}},
		{"D2 input in another shape is nothing", func(d defect) {
			for name, text := range map[string]string{
				"bom": "\ufeffBenchmarkA-8 10 100 ns/op\n", "utf16": utf16le(sound), "gzip": gzipped(d.t, sound),
				"json": `{"Action":"output","Package":"p","Output":"BenchmarkA-8 \t10\t100 ns/op\n"}` + "\n" + `{"Action":"pass","Package":"p","Elapsed":1}` + "\n",
			} {
				path := d.file(name, text)
				status, stdout, stderr := d.theirs(path)
				assert.Equal(d.t, []any{0, "", ""}, []any{status, stdout, stderr}, name)
				status, stdout, stderr = d.ours(path)
				assert.Zero(d.t, status, "%s: %s", name, stderr)
				assert.Contains(d.t, stdout, "100.0n", name)
			}
			status, stdout, stderr := d.ours(d.file("prose", "nothing\nto see\n"))
			assert.Equal(d.t, exitUsage, status)
			assert.Empty(d.t, stdout)
			assert.Contains(d.t, stderr, "no benchmark results")
		}},
		{"D3 a long line ends the file", func(d defect) {
			for _, length := range []int{70_000, 2_000_000} {
				path := d.file("long.txt", strings.Repeat("x", length)+"\n"+sound)
				_, stdout, stderr := d.theirs(path)
				assert.Empty(d.t, stdout)
				assert.Contains(d.t, stderr, "token too long")
				_, stdout, _ = d.ours(path)
				assert.Contains(d.t, stdout, "100.0n")
			}
		}},
		{"D4 zeros are in a unit of their own", func(d defect) {
			path := d.file("zero.txt", "BenchmarkA 10 0 ns/op\nBenchmarkA 10 2 ns/op\nBenchmarkA 10 4 ns/op\n")
			_, stdout, _ := d.theirs(path)
			assert.Contains(d.t, stdout, "ns/op")
			_, stdout, _ = d.ours(path)
			assert.NotContains(d.t, stdout, "ns/op")
			assert.Contains(d.t, stdout, "2.000n") // the median of all three
		}},
		{"D5 stray lines part tables", func(d defect) {
			path := d.file("stray.txt", "BenchmarkA 10 100 ns/op\nwarning: low disk\nhttp: TLS handshake error\nBenchmarkB 10 100 ns/op\n")
			_, stdout, _ := d.theirs(path)
			assert.Equal(d.t, 2, strings.Count(stdout, "sec/op"))
			_, stdout, _ = d.ours(path)
			assert.Equal(d.t, 1, strings.Count(stdout, "sec/op"))
			assert.NotContains(d.t, stdout, "low disk")
			_, stdout, _ = d.ours("-table", "warning", path) // unless asked for
			assert.Contains(d.t, stdout, "warning: low disk")
		}},
		{"D6 tables are in alphabetical order", func(d defect) {
			path := d.file("order.txt", "pkg: z\nBenchmarkA 10 100 ns/op\npkg: a\nBenchmarkA 10 100 ns/op\n")
			_, stdout, _ := d.theirs(path)
			assert.Less(d.t, strings.Index(stdout, "pkg: a"), strings.Index(stdout, "pkg: z"))
			_, stdout, _ = d.ours(path)
			assert.Less(d.t, strings.Index(stdout, "pkg: z"), strings.Index(stdout, "pkg: a"))
		}},
		{"D7 a comparison without its level shows nothing", func(d defect) {
			// benchmath.AssumeNormal leaves the level 0; we use it nowhere, and every
			// cell that was tested carries the level that was asked for.
			old, new := d.file("old.txt", sixOf(100)), d.file("new.txt", sixOf(200))
			for _, level := range []string{"0.05", "0.01", "0.003"} {
				_, stdout, _ := d.ours("-alpha", level, old, new)
				assert.Contains(d.t, stdout, "+97.56% (p=0.002 n=6)")
			}
			_, stdout, _ := d.ours("-alpha", "0.001", old, new)
			assert.Contains(d.t, stdout, "~ (p=0.002 n=6)")
		}},
		{"D8 what is no number is a measurement", func(d defect) {
			path := d.file("nan.txt", "BenchmarkA 10 NaN ns/op\nBenchmarkA 10 2 ns/op\nBenchmarkB 10 8 ns/op\n")
			_, stdout, _ := d.theirs(path)
			assert.Contains(d.t, stdout, "NaN")
			_, stdout, stderr := d.ours(path)
			assert.NotContains(d.t, stdout, "NaN")
			assert.Regexp(d.t, `geomean +4\.000n`, stdout) // of 2 and 8
			assert.Contains(d.t, stderr, "NaN")
		}},
		{"D9 warnings of CSV name the wrong cell", func(d defect) {
			var files []string
			for i := range 8 {
				files = append(files, d.file(fmt.Sprintf("c%d.txt", i), "BenchmarkA 10 100 ns/op\n"))
			}
			_, _, stderr := d.theirs(append([]string{"-format", "csv"}, files...)...)
			assert.Contains(d.t, stderr, "BB3:") // column 28 is AB
			_, stdout, stderr := d.ours(append([]string{"-format", "csv"}, files...)...)
			assert.Empty(d.t, stderr)
			records, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
			require.NoError(d.t, err)
			warnings := slices.Index(records[0], "warnings")
			require.Len(d.t, records, 1+8)
			for _, r := range records[1:] {
				assert.Contains(d.t, r[warnings], "need >= 6 samples")
			}
		}},
		{"D10 numbers that cannot be are taken", func(d defect) {
			path := d.file("odd.txt", "BenchmarkA -5 100 ns/op\nBenchmarkB 10 1_000 ns/op\nBenchmarkC 10 100 ns/op 300 ns/op\n")
			_, stdout, stderr := d.theirs(path)
			assert.Contains(d.t, stdout, "200.0n") // the median of C's two
			assert.Empty(d.t, stderr)
			status, stdout, stderr := d.ours(path)
			assert.Equal(d.t, exitIncomplete, status)
			assert.Contains(d.t, stdout, "100.0n")
			for _, what := range []string{"odd.txt:1: error", "odd.txt:2: error", "odd.txt:3: warning"} {
				assert.Contains(d.t, stderr, what)
			}
		}},
		{"D11 units without base unit or direction", func(d defect) {
			path := d.file("units.txt", "BenchmarkA 10 12.35 ms/op 7 p99-ns 60 frames/s 2 sec/GC\n")
			_, stdout, _ := d.theirs(path)
			assert.Contains(d.t, stdout, "ms/op")
			_, stdout, _ = d.ours("-format", "csv", path)
			for _, line := range []string{
				",sec/op,lower,false,A,", ",p99-sec,lower,false,A,", ",frames/s,higher,false,A,", ",sec/GC,lower,false,A,", ",0.01235,",
			} {
				assert.Contains(d.t, stdout, line)
			}
		}},
		{"D12 a new benchmark looks like any other", func(d defect) {
			old, new := d.file("old.txt", sixOf(100)), d.file("new.txt", sixOf(100)+"BenchmarkNew-8 10 100 ns/op\n")
			_, stdout, _ := d.theirs(old, new)
			assert.NotContains(d.t, stdout, "new\n")
			_, stdout, _ = d.ours(old, new)
			assert.Contains(d.t, stdout, "new\n")
			assert.Contains(d.t, stdout, "1 benchmark in "+new+" but not in "+old+": New-8")
		}},
		{"D14 output is written in crumbs", func(d defect) {
			var text strings.Builder
			for i := range 500 {
				fmt.Fprintf(&text, "BenchmarkA/n=%d 10 100 ns/op\n", i)
			}
			for _, format := range []string{"text", "csv", "json", "markdown", "html"} {
				s, _, _ := fakeSession("")
				var w writes
				s.stdout = &w
				require.Equal(d.t, exitFine, run(d.t.Context(), []string{"compare", "-format", format, d.file("a.txt", text.String())}, s))
				assert.LessOrEqual(d.t, w.calls, w.bytes/4000+1, format)
			}
		}},
		{"D15 what cannot be read is not told", func(d defect) {
			// benchproc's example prints the wrong variable for it: a nil error.
			_, _, stderr := d.ours(d.file("bad.txt", sound+"BenchmarkB 10 1,000 ns/op\n"))
			assert.Contains(d.t, stderr, `bad.txt:8: error: the value "1,000"`)
		}},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(defect{t, t.TempDir()}) })
	}
}

func sixOf(base int) string {
	var b strings.Builder
	for i := range 6 {
		fmt.Fprintf(&b, "BenchmarkA-8 10 %d ns/op\n", base+i)
	}
	return b.String()
}

func utf16le(s string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func gzipped(t *testing.T, s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(s))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}

// writes counts calls of Write.
type writes struct{ calls, bytes int }

func (w *writes) Write(p []byte) (int, error) {
	w.calls++
	w.bytes += len(p)
	return len(p), nil
}
