package ingest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// brief renders what matters of a record in a few words. Started records are
// left out unless their line is asked for.
func brief(r ingest.Record) string {
	switch r := r.(type) {
	case *ingest.Sample:
		s := fmt.Sprintf("%s.%s-%d %s %d", r.Package, r.Name, r.Procs, r.Status, r.Iters)
		for _, v := range r.Values {
			s += fmt.Sprintf(" %s=%v", v.Unit, v.Value)
		}
		if r.Limiter != "" {
			s += " limiter=" + string(r.Limiter)
		}
		if r.Note != "" {
			s += " (" + r.Note + ")"
		}
		return s
	case *ingest.Fact:
		return "fact " + r.Key + "=" + r.Value
	case *ingest.UnitInfo:
		return fmt.Sprintf("unit %s %s=%s", r.Unit, r.Key, r.Value)
	case *ingest.Started:
		return fmt.Sprintf("started %s.%s-%d", r.Package, r.Name, r.Procs)
	case *ingest.PackageEnd:
		if r.Failed {
			return strings.TrimSpace("FAILED " + r.Package + " " + r.Reason)
		}
		return strings.TrimSpace("done " + r.Package + " " + r.Reason)
	case *ingest.Diagnostic:
		return r.Severity.String() + ": " + r.Msg
	}
	return "?"
}

// A shape is an input and what must become of it.
type shape struct {
	name    string
	in      string
	want    []string
	started bool // Started records are part of want
}

func check(t *testing.T, shapes []shape) {
	t.Helper()
	for _, c := range shapes {
		t.Run(c.name, func(t *testing.T) {
			s := ingest.NewScanner(strings.NewReader(c.in), "in")
			var got []string
			for s.Scan() {
				if _, ok := s.Record().(*ingest.Started); !ok || c.started {
					got = append(got, brief(s.Record()))
				}
			}
			assert.NoError(t, s.Err())
			assert.Equal(t, c.want, got)
		})
	}
}

// head is a configuration block.
const head = "goos: linux\ngoarch: amd64\npkg: p\ncpu: X\n"

func TestNames(t *testing.T) {
	check(t, []shape{
		{"suffix", "BenchmarkA-8 1 2 x\n", []string{".A-8 ok 1 x=2"}, false},
		{"none", "BenchmarkA 1 2 x\n", []string{".A-1 ok 1 x=2"}, false},
		{"one is never printed", "BenchmarkA-1 1 2 x\n", []string{".A-1-1 ok 1 x=2"}, false},
		{"leading zero", "BenchmarkA-02 1 2 x\n", []string{".A-02-1 ok 1 x=2"}, false},
		{"empty", "Benchmark-8 1 2 x\n", []string{".-8 ok 1 x=2"}, false},
		{"underscore", "Benchmark_a-8 1 2 x\n", []string{"._a-8 ok 1 x=2"}, false},
		{"lower case, as benchfmt", "Benchmarka-8 1 2 x\n", []string{".a-8 ok 1 x=2"}, false},
		{"parts", "BenchmarkA/m=k=v/n=µ/x#01/#00-8 1 2 x\n", []string{".A/m=k=v/n=µ/x#01/#00-8 ok 1 x=2"}, false},
		{"unicode space ends a name", "BenchmarkA-8\u00a01\u20032 x\n", []string{".A-8 ok 1 x=2"}, false},
		{
			"cpu list: the name without suffix came first",
			"BenchmarkA 1 2 x\nBenchmarkA-2 1 2 x\nBenchmarkA-4 1 2 x\nBenchmarkB 1 2 x\nBenchmarkB-2 1 2 x\n",
			[]string{".A-1 ok 1 x=2", ".A-2 ok 1 x=2", ".A-4 ok 1 x=2", ".B-1 ok 1 x=2", ".B-2 ok 1 x=2"}, false,
		},
		{
			"cpu list: falling",
			"BenchmarkA-4 1 2 x\nBenchmarkA 1 2 x\n",
			[]string{".A-4 ok 1 x=2", ".A-1 ok 1 x=2"}, false,
		},
		{
			"GOMAXPROCS=1 and names that end in digits",
			"BenchmarkA 1 2 x\nBenchmarkB/n-5 1 2 x\nBenchmarkB/n-6 1 2 x\n",
			[]string{".A-1 ok 1 x=2", ".B/n-5-1 ok 1 x=2", ".B/n-6-1 ok 1 x=2"}, false,
		},
		{
			"GOMAXPROCS=1 seen too late is told",
			"BenchmarkB/n-5 1 2 x\nBenchmarkA 1 2 x\nBenchmarkB/n-5 1 2 x\n",
			[]string{
				".B/n-5 ok 1 x=2",
				"info: BenchmarkB/n-5 was read as B/n at GOMAXPROCS=5, though BenchmarkA of the same run has no such suffix",
				".A-1 ok 1 x=2", ".B/n-5 ok 1 x=2",
			}, false,
		},
		{
			"verbose output tells at once",
			"BenchmarkB\nBenchmarkB/n-5\nBenchmarkB/n-5   \t1\t2 x\nBenchmarkC/n-5\nBenchmarkC/n-5-2 \t1\t2 x\n",
			[]string{".B/n-5-1 ok 1 x=2", ".C/n-5-2 ok 1 x=2"}, false,
		},
		{
			"each test binary decides anew",
			head + "BenchmarkA \t1\t2 x\nBenchmarkB-5 \t1\t2 x\nok  \tp\t1s\n" +
				head + "BenchmarkA-5 \t1\t2 x\nBenchmarkB-5 \t1\t2 x\nok  \tp\t1s\n",
			[]string{"p.A-1 ok 1 x=2", "p.B-5-1 ok 1 x=2", "done p", "p.A-5 ok 1 x=2", "p.B-5 ok 1 x=2", "done p"}, false,
		},
	})
}

func TestNumbersOnLines(t *testing.T) {
	check(t, []shape{
		{"base units", "BenchmarkA-8 10 5 ns/op 2 MB/s 4 µs/x 5 ms 7 GiB\n",
			[]string{".A-8 ok 10 sec/op=5e-09 B/s=2e+06 sec/x=4e-06 sec=0.005 B=7.516192768e+09"}, false},
		{"zeros are tidied, too", "BenchmarkA-8 10 0 ns/op 0 MB/s\n", []string{".A-8 ok 10 sec/op=0 B/s=0"}, false},
		{"scaled units", "BenchmarkA-8 10 4503599627370496 rel-l2-eps 9007199254740992 max-err-eps\n",
			[]string{".A-8 ok 10 rel-l2=0.5 max-err=1"}, false},
		{"exponent", "BenchmarkA-8 10 1.5e+06 x\n", []string{".A-8 ok 10 x=1.5e+06"}, false},
		{"not finite", "BenchmarkA-8 10 NaN x +Inf y -Inf z 3 w\n", []string{
			".A-8 ok 10 w=3", "warning: x is NaN and was dropped", "warning: y is +Inf and was dropped", "warning: z is -Inf and was dropped",
		}, false},
		{"nothing left", "BenchmarkA-8 10 NaN x\n", []string{
			".A-8 ok 10", "warning: BenchmarkA-8 reports no measurement that can be used", "warning: x is NaN and was dropped",
		}, false},
		{"iterations only", "BenchmarkA-8 \t   10\n", []string{".A-8 ok 10", "info: BenchmarkA-8 reports no measurement"}, false},
		{"odd field", "BenchmarkA-8 10 5 x 3\n", []string{".A-8 ok 10 x=5", `warning: the value "3" has no unit and was ignored`}, false},
		{"comment behind", "BenchmarkA-8 10 5 x # slow\n", []string{
			".A-8 ok 10 x=5", `warning: the rest of the line, from "# slow" on, is no pair of value and unit and was ignored`,
		}, false},
		{"only an odd field", "BenchmarkA-8 10 5\n", []string{`error: the only measurement, "5", has no unit; the result is lost`}, false},
		{"unit twice", "BenchmarkA-8 10 5 x 7 x\n", []string{".A-8 ok 10 x=5", "warning: x stands on the line twice; the first value was kept"}, false},
		{"two printed units of one base", "BenchmarkA-8 10 5 ns/op 7 µs/op\n", []string{".A-8 ok 10 sec/op=5e-09 µs/op=7"}, false},
		{"thousands separators", "BenchmarkA-8 10 1,234 ns/op\n", []string{
			`error: the value "1,234" has thousands separators; this measurement of ns/op is lost`,
		}, false},
		{"a bad value costs itself only", "BenchmarkA-8 10 1,234 ns/op 5 B/op\n", []string{
			".A-8 ok 10 B/op=5", `error: the value "1,234" has thousands separators; this measurement of ns/op is lost`,
		}, false},
		{"underscores", "BenchmarkA-8 10 1_000 x\n", []string{`error: the value "1_000" has underscores; this measurement of x is lost`}, false},
		{"hexadecimal", "BenchmarkA-8 10 0x10 x 0x1p4 y\n", []string{
			`error: the value "0x10" is hexadecimal; this measurement of x is lost`,
			`error: the value "0x1p4" is hexadecimal; this measurement of y is lost`,
		}, false},
		{"overflow", "BenchmarkA-8 10 1e999 x\n", []string{`error: the value "1e999" is out of the range of a float64; this measurement of x is lost`}, false},
		{"overflow in the base unit", "BenchmarkA-8 10 1e305 MB\n", []string{
			".A-8 ok 10", "warning: BenchmarkA-8 reports no measurement that can be used", "warning: MB is out of range in B and was dropped",
		}, false},
		{"negative iterations", "BenchmarkA-8 -5 10 x\n", []string{`error: the iteration count "-5" is negative; the result is lost`}, false},
		{"iterations with exponent", "BenchmarkA-8 1e3 10 x\n", []string{`error: the iteration count "1e3" is no integer; the result is lost`}, false},
		{"iterations out of range", "BenchmarkA-8 99999999999999999999 10 x\n", []string{
			`error: the iteration count "99999999999999999999" is out of the range of an int64; the result is lost`,
		}, false},
		{"iterations with separators", "BenchmarkA-8 1,000 10 x\n", []string{`error: the iteration count "1,000" has thousands separators; the result is lost`}, false},
		{"largest iterations", "BenchmarkA-8 9223372036854775807 10 x\n", []string{".A-8 ok 9223372036854775807 x=10"}, false},
		{"a plus sign, as benchfmt", "BenchmarkA-8 +5 +10 x\n", []string{".A-8 ok 5 x=10"}, false},
	})
}

func TestRepairs(t *testing.T) {
	apart := func(raw string) string {
		return "info: the name and the numbers of Benchmark" + raw + " were printed apart and were put together"
	}
	check(t, []shape{
		{"log between name and numbers", "BenchmarkA-8 \tnote: x\nnote: y\n   12345\t   5 ns/op\t 0 B/op\n",
			[]string{".A-8 ok 12345 sec/op=5e-09 B/op=0", apart("A-8")}, false},
		{"the log has no newline", "BenchmarkA-8 \tloading...   12345\t   5 ns/op\n", []string{".A-8 ok 12345 sec/op=5e-09", apart("A-8")}, false},
		{"the last log line has no newline", "BenchmarkA-8 \tone\ntwo12345\t   5 ns/op\n", []string{".A-8 ok 12345 sec/op=5e-09", apart("A-8")}, false},
		{"numbers that never come", "BenchmarkA-8 \tnote: x\nBenchmarkB-8 \t1\t2 x\n", []string{
			"error: the numbers of BenchmarkA-8 were not found; the result is lost", ".B-8 ok 1 x=2",
		}, false},
		{"text before the name", "progress...BenchmarkA-8 \t12\t5 x\n", []string{
			".A-8 ok 12 x=5", "info: a result stands behind other text, which was taken off",
		}, false},
		{"text with the word before the name", "run Benchmark of BenchmarkA-8 12 5 x\n", []string{
			".A-8 ok 12 x=5", "info: a result stands behind other text, which was taken off",
		}, false},
		{"a carriage return before the name", "50%\r100%\rBenchmarkA-8 12 5 x\n", []string{
			".A-8 ok 12 x=5", "info: a result stands behind other text, which was taken off",
		}, false},
		{"text that begins with Benchmark", "Benchmark is starting now\nBenchmarking 3 things\nBenchmarkA-8 1 2 x\n", []string{
			"info: a line that begins with Benchmark is no result and was ignored", ".A-8 ok 1 x=2",
		}, false},
		{"a result printed by a benchmark", "BenchmarkA-8\tBenchmarkB-8\t10\t5 x\n", []string{
			"error: the numbers of BenchmarkA-8 were not found; the result is lost", ".B-8 ok 10 x=5",
			"info: a result stands behind other text, which was taken off",
		}, false},
		{"indented", "  BenchmarkA-8 12 5 x\n\tBenchmarkB-8 12 5 x\n", []string{
			".A-8 ok 12 x=5", "info: results stand behind white space, which was taken off", ".B-8 ok 12 x=5",
		}, false},
		{"source position", "bench_test.go:10: BenchmarkA-8 12 5 x\n    bench_test.go:11: BenchmarkB-8 12 5 x\n", []string{
			".A-8 ok 12 x=5", "info: results stand behind a source position, which was taken off", ".B-8 ok 12 x=5",
		}, false},
		{
			"docker buildx",
			"#15 22.66 goos: linux\n#15 22.66 pkg: p\n#15 22.66 BenchmarkA-8 12 5 x\n#15 23.01 ok  \tp\t1.2s\n#15 DONE 24.1s\n",
			[]string{"info: lines carry the step and seconds of docker buildx, which was taken off", "p.A-8 ok 12 x=5", "done p"}, false,
		},
		{
			"time stamps of a CI log",
			"2024-05-01T10:00:00.1234567Z pkg: p\n2024-05-01T10:00:01.1234567Z BenchmarkA-8 12 5 x\n2024-05-01T10:00:02Z ok  \tp\t1.2s\n",
			[]string{"info: lines carry the time stamp, which was taken off", "p.A-8 ok 12 x=5", "done p"}, false,
		},
		{"colours", "\x1b[32mBenchmarkA-8\x1b[0m \t12\t\x1b[1;31m5\x1b[0m x\x1b[K\n\x1b]0;title\x07BenchmarkB-8 12 5 x\n",
			[]string{".A-8 ok 12 x=5", ".B-8 ok 12 x=5"}, false},
		{"a byte order mark in the middle", "BenchmarkA-8 12 5 x\n\ufeffBenchmarkB-8 12 5 x\n", []string{".A-8 ok 12 x=5", ".B-8 ok 12 x=5"}, false},
		{"markers of test2json", "\x16=== RUN   BenchmarkA\nBenchmarkA\nBenchmarkA-8 \t12\t5 x\n\x16=== NAME  \n", []string{".A-8 ok 12 x=5"}, false},
		{"failure behind text", "progress...--- FAIL: BenchmarkA\n    x_test.go:1: no\n", []string{
			".A-1 bench_fail 0 (x_test.go:1: no)", "info: a result stands behind other text, which was taken off",
		}, false},
	})
}

func TestConfiguration(t *testing.T) {
	check(t, []shape{
		{"stray lines are no configuration",
			head + "note: x\nwarning: y\npanic: z\nhttp: TLS handshake error\ntesting: warning: no tests to run\ncoverage: 10% of statements\nBenchmarkA-8 1 2 x\ncpu: 80% busy\nBenchmarkB-8 1 2 x\nok  \tp\t1s\n",
			[]string{"p.A-8 ok 1 x=2", "p.B-8 ok 1 x=2", "done p"}, false},
		{"a package without pkg line", "BenchmarkA-8 1 2 x\nPASS\n", []string{".A-8 ok 1 x=2"}, false},
		{"the closing line ends the configuration", head + "BenchmarkA-8 1 2 x\nok  \tp\t1s\nBenchmarkB-8 1 2 x\nPASS\n",
			[]string{"p.A-8 ok 1 x=2", "done p", ".B-8 ok 1 x=2"}, false},
		{"bazel names the target", "exec ${PAGER:-/usr/bin/less} \"$0\" || exit 1\nExecuting tests from //fft:fft_test\n-----------\ngoos: linux\nBenchmarkA-8 \t1\t2 x\nPASS\n" +
			"Executing tests from //fft:other_test\n-----------\nBenchmarkA-8 \t1\t2 x\nPASS\n",
			[]string{"//fft:fft_test.A-8 ok 1 x=2", "//fft:other_test.A-8 ok 1 x=2"}, false},
		{"no test files", "?   \tq\t[no test files]\n\tr\t\tcoverage: 0.0% of statements\n", []string{"done q no test files"}, false},
		{"does not build", "# p [p.test]\n./a_test.go:3:5: undefined: x\n./a_test.go:4:5: undefined: y\nFAIL\tp [build failed]\nFAIL\n",
			[]string{"error: p did not build, so nothing of it was measured: ./a_test.go:3:5: undefined: x", "FAILED p build failed"}, false},
		{"setup failed", "FAIL\tp [setup failed]\n", []string{"FAILED p setup failed"}, false},
		{"a failed test", "--- FAIL: TestA (0.00s)\n    a_test.go:3: no\nFAIL\nexit status 1\nFAIL\tp\t0.1s\n",
			[]string{"error: TestA failed, and package testing runs no benchmarks after a failed test", "FAILED p TestA failed"}, false},
		{"GOMAXPROCS left changed", head + "BenchmarkA-8 1 2 x\ntesting: BenchmarkA-8 left GOMAXPROCS set to 1\nPASS\n",
			[]string{"p.A-8 ok 1 x=2", "warning: BenchmarkA-8 left GOMAXPROCS set to 1: later results may have run with it"}, false},
		{"facts", "# benchx go=go1.26.8 command=\"go test -bench .\"\n# benchx oops\n# another comment\n",
			[]string{"fact go=go1.26.8", "fact command=go test -bench .", `warning: cannot read "oops" as key=value; it was ignored`}, false},
		{"units", "Unit ns/op better=lower assume=exact\nUnit sec/op better=lower\nUnit rel-l2-eps better=higher\nUnit\nUnit x y\nUnit x better=up\n",
			[]string{
				"unit sec/op better=lower", "unit sec/op assume=exact", "unit rel-l2 better=higher",
				`warning: cannot read "y" as key=value; it was ignored`,
				`warning: unknown value in "better=up"; it was ignored`,
			}, false},
		{"units that contradict", "Unit x better=lower\nUnit x better=higher\n",
			[]string{"unit x better=lower", "error: unit x was declared better=lower before; better=higher was ignored"}, false},
	})
}

func TestMachineIsThatOfThePackage(t *testing.T) {
	in := head + "BenchmarkA-8 1 2 x\nok  \tp\t1s\n" +
		"goos: darwin\npkg: q\nBenchmarkA-8 1 2 x\n" + // no cpu here, and no closing line
		"pkg: r\nBenchmarkA-8 1 2 x\n"
	s := ingest.NewScanner(strings.NewReader(in), "in")
	got := map[string]ingest.Machine{}
	for s.Scan() {
		if r, ok := s.Record().(*ingest.Sample); ok {
			got[r.Package] = r.Machine
		}
	}
	assert.Equal(t, map[string]ingest.Machine{
		"p": {GOOS: "linux", GOARCH: "amd64", CPU: "X"},
		"q": {GOOS: "darwin"},
		"r": {},
	}, got)
}
