package ingest_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

func zip(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(text)
	_ = w.Close()
	return b.Bytes()
}

func wide(text []byte, big, mark bool) []byte {
	units := utf16.Encode([]rune(string(text)))
	if mark {
		units = append([]uint16{0xfeff}, units...)
	}
	var b []byte
	for _, u := range units {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestEncodings(t *testing.T) {
	plain, err := os.ReadFile(cases + "/plain.txt")
	require.NoError(t, err)
	want, _ := scan(t, ingest.NewScanner(bytes.NewReader(plain), "x"))
	crlf := bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n"))
	for _, c := range []struct {
		encoding string
		in       []byte
	}{
		{"", plain},
		{"", crlf},
		{"utf-8 with BOM", append([]byte("\ufeff"), plain...)},
		{"utf-16le", wide(crlf, false, true)},
		{"utf-16be", wide(crlf, true, true)},
		{"utf-16le", wide(plain, false, false)},
		{"utf-16be", wide(plain, true, false)},
		{"gzip", zip(plain)},
		{"gzip", append(zip(plain[:1000]), zip(plain[1000:])...)},
		{"gzip gzip", zip(zip(plain))},
		{"gzip utf-16le", zip(wide(crlf, false, true))},
	} {
		got, sum := scan(t, ingest.NewScanner(bytes.NewReader(c.in), "x"))
		assert.Equal(t, want, got, c.encoding)
		assert.Equal(t, c.encoding, sum.Encoding)
		assert.Equal(t, ingest.Text, sum.Kind)
	}
}

// TestChunksDoNotMatter reads every case byte by byte and otherwise broken up.
func TestChunksDoNotMatter(t *testing.T) {
	files, err := filepath.Glob(cases + "/*.txt")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		want, sum := scan(t, ingest.NewScanner(bytes.NewReader(text), "x"))
		for how, broken := range map[string]io.Reader{
			"byte by byte":         iotest.OneByteReader(bytes.NewReader(text)),
			"half of what is free": iotest.HalfReader(bytes.NewReader(text)),
			"data with EOF":        iotest.DataErrReader(bytes.NewReader(text)),
		} {
			got, gotSum := scan(t, ingest.NewScanner(broken, "x"))
			assert.Equal(t, want, got, file+" "+how)
			assert.Equal(t, sum, gotSum, file+" "+how)
		}
	}
}

// livePipe hands out one piece of text per Read and notes what had been
// returned before it was asked for the next.
type livePipe struct {
	pieces []string
	seen   func() []string
	known  [][]string
}

func (p *livePipe) Read(b []byte) (int, error) {
	p.known = append(p.known, p.seen())
	if len(p.pieces) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.pieces[0])
	p.pieces = p.pieces[1:]
	return n, nil
}

func TestRecordsComeWhileTheRunGoesOn(t *testing.T) {
	steps := []struct{ write, know string }{
		{head, ""},
		{"BenchmarkA-8   ", ""},
		{"\t", "started p.A-8"},
		{"     100\t  5 x\n", ""},
		{"BenchmarkB-8   \t", "p.A-8 ok 100 x=5|started p.B-8"},
		{"     100\t  5 x\n", ""},
		{"--- BENCH: BenchmarkB-8\n", ""},
		{"    b_test.go:1: hello\n", ""},
		{"BenchmarkC-8   \tnoise\n", "p.B-8 ok 100 x=5 (b_test.go:1: hello)|started p.C-8"},
		{"     100\t  5 x\n", ""},
		{"PASS\n", "p.C-8 ok 100 x=5|info: the name and the numbers of BenchmarkC-8 were printed apart and were put together"},
		{"ok  \tp\t1s\n", "done p"},
	}
	var got []string
	pipe := &livePipe{seen: func() []string { return got }}
	for _, s := range steps {
		pipe.pieces = append(pipe.pieces, s.write)
	}
	s := ingest.NewScanner(pipe, "x")
	for s.Scan() {
		got = append(got, brief(s.Record()))
	}
	require.NoError(t, s.Err())
	require.Len(t, pipe.known, len(steps)+1)
	before := 0
	for i, step := range steps {
		after := len(pipe.known[i+1])
		assert.Equal(t, step.know, strings.Join(got[before:after], "|"), "after %q", step.write)
		before = after
	}
}

func TestKinds(t *testing.T) {
	noise := make([]byte, 4096)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for _, c := range []struct {
		name, in string
		want     ingest.Kind
	}{
		{"nothing", "", ingest.Empty},
		{"prose", "hello\nworld\n", ingest.Text},
		{"results", "BenchmarkA 1 2 x\n", ingest.Text},
		{"an executable", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00BenchmarkA 1 2 x\n", ingest.Binary},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01", ingest.Binary},
		{"noise", string(noise), ingest.Binary},
		{"test2json", `{"Action":"start","Package":"p"}` + "\n", ingest.Test2JSON},
		{"another JSON", `{"results": [1, 2]}`, ingest.OtherJSON},
		{"another JSON, indented", "{\n  \"results\": [\n    1\n  ]\n}\n", ingest.OtherJSON},
		{"a JSON list", "[1, 2]", ingest.OtherJSON},
		{"log lines in JSON and results", "{\"level\":\"info\"}\nBenchmarkA 1 2 x\n", ingest.Text},
	} {
		_, sum := scan(t, ingest.NewScanner(strings.NewReader(c.in), "x"))
		assert.Equal(t, c.want, sum.Kind, c.name)
		assert.Equal(t, sum.Samples() > 0, strings.HasPrefix(c.name, "results") || strings.HasSuffix(c.name, "results"), c.name)
	}
}

func TestUnreadableInput(t *testing.T) {
	text := []byte("BenchmarkA 1 2 x\nBenchmarkB-8 \t")
	broken := errors.New("disk on fire")
	packed := zip(bytes.Repeat([]byte("BenchmarkA 1 2 x\n"), 100))
	for _, c := range []struct {
		name, err string
		in        io.Reader
	}{
		{"error while reading", "in: reading on after line 1: disk on fire", io.MultiReader(bytes.NewReader(text), iotest.ErrReader(broken))},
		{"error at once", "in: reading on after line 0: disk on fire", iotest.ErrReader(broken)},
		{"gzip cut off", "in: the compressed input is damaged or cut off after line", bytes.NewReader(packed[:len(packed)-12])},
		{"no gzip after all", "in: reading on after line 0: the input begins like gzip but is not", strings.NewReader("\x1f\x8bzzzzzzzzzzzzz")},
		{"a reader that never says anything", "in: reading on after line 0: multiple Read calls", silent{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := ingest.NewScanner(c.in, "in")
			n := 0
			for s.Scan() {
				n++
			}
			assert.ErrorContains(t, s.Err(), c.err)
			if strings.Contains(c.name, "while") {
				assert.Equal(t, 4, n, "what came before the error is returned") // two started, one sample, one cut off
				assert.True(t, s.Summary().CutOff)
			}
		})
	}
}

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	name := "A/" + strings.Repeat("y", 900<<10)
	event := func(output string) string {
		return fmt.Sprintf("{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"%s\"}\n", output)
	}
	parts := strings.Repeat(event(strings.Repeat("x", 100<<10)), 12) + event(`\nBenchmarkA-8 \t1\t2 x\n`) + "{\"Action\":\"pass\",\"Package\":\"p\"}\n"
	check(t, []shape{
		{"skipped", long + "\nBenchmarkA 1 2 x\n", []string{"warning: the line is longer than 1 MiB and was skipped", ".A-1 ok 1 x=2"}, false},
		{"skipped at the end", "BenchmarkA 1 2 x\n" + long, []string{".A-1 ok 1 x=2", "warning: the line is longer than 1 MiB and was skipped"}, false},
		{"a long name", "Benchmark" + name + "-8 1 2 x\n", []string{"." + name + "-8 ok 1 x=2"}, false},
		{"a name lost with its line, in events",
			event(`BenchmarkA-8 \t`) + strings.Repeat(event(strings.Repeat("x", 600<<10)), 2) + event(`\nBenchmarkA-8 \t1\t2 x\n`) + "{\"Action\":\"pass\",\"Package\":\"p\"}\n",
			[]string{
				"warning: the line is longer than 1 MiB and was skipped", "error: the numbers of BenchmarkA-8 were not found; the result is lost",
				"p.A-8 ok 1 x=2", "done p",
			}, false},
		{"put together from events", parts, []string{"warning: the line is longer than 1 MiB and was skipped", "p.A-8 ok 1 x=2", "done p"}, false},
	})
}

// TestHostileInputs reads inputs that would take minutes if anything in the
// reader were quadratic in the length of a line or in the number of records.
func TestHostileInputs(t *testing.T) {
	const n = 100_000
	many := func(line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	for name, in := range map[string]string{
		"a name of slashes":           "BenchmarkA" + strings.Repeat("/", 900<<10) + " 1 2 x\n--- FAIL: BenchmarkA\n",
		"the word Benchmark over":     strings.Repeat("Benchmark", n) + " 1 2 x\n",
		"the word Benchmark, no name": "x" + strings.Repeat("Benchmark", n) + "! 1 1 x\n",
		"the word Benchmark, spaced":  strings.Repeat("Benchmark 1 ", n/2) + "\n",
		"tabs behind digits":          "BenchmarkA \t" + strings.Repeat("1\t", n) + "\n",
		"values without end":          "BenchmarkA 1" + strings.Repeat(" 1 x", n) + "\n",
		"units without end":           "BenchmarkA 1" + many(" 1 u%d") + "\n",
		"failures before the package": many("--- FAIL: BenchmarkA%d\n"),
		"failures of containers":      many("BenchmarkA%[1]d/x 1 2 x\n--- FAIL: BenchmarkA%[1]d\n"),
		"packages":                    many("pkg: p%[1]d\nBenchmarkA/x 1 2 x\n--- FAIL: BenchmarkA\nok  \tp%[1]d\t1s\n"),
		"packages of events":          many(`{"Action":"output","Package":"p%d","Output":"--- FAIL: BenchmarkA\\n"}` + "\n"),
		"a summary of gotestsum":      "=== Failed\n" + many("=== FAIL: p BenchmarkA%[1]d (unknown)\n--- FAIL: BenchmarkA%[1]d\n"),
		"names alone":                 many("BenchmarkA%d\n"),
		"nested names alone":          "BenchmarkA\n" + strings.Repeat("BenchmarkA/x\n", n),
		"panics":                      many("BenchmarkA%d \tpanic: x\n"),
		"facts":                       many("# benchx k%d=1\n"),
		"facts in a log":              "BenchmarkA 1 2 x\n--- BENCH: BenchmarkA\n" + many("    x.go:1: benchx: k%d=1\n"),
		"a log without end":           "BenchmarkA 1 2 x\n--- BENCH: BenchmarkA\n" + many("    x.go:1: line %d\n"),
		"escapes":                     strings.Repeat("\x1b[", n) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := ingest.NewScanner(strings.NewReader(in), "x")
			for s.Scan() {
			}
			assert.NoError(t, s.Err())
		})
	}
}
