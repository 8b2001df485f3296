package ingest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

func TestOutcomes(t *testing.T) {
	check(t, []shape{
		{"log below the result", head + "BenchmarkA-8 \t1\t2 x\n--- BENCH: BenchmarkA-8\n    a_test.go:3: hello\n        world\n    a_test.go:4: bye\n\t... [output truncated]\nBenchmarkB-8 \t1\t2 x\nPASS\n",
			[]string{"p.A-8 ok 1 x=2 (a_test.go:3: hello world; a_test.go:4: bye)", "p.B-8 ok 1 x=2"}, false},
		{"log above the result", head + "BenchmarkA\n    a_test.go:3: hello\nBenchmarkA-8 \t1\t2 x\nBenchmarkB\nBenchmarkB-8 \t1\t2 x\nPASS\n",
			[]string{"p.A-8 ok 1 x=2 (a_test.go:3: hello)", "p.B-8 ok 1 x=2"}, false},
		{"log of every repetition", head + "BenchmarkA\n    a_test.go:3: one\nBenchmarkA-8 \t1\t2 x\n    a_test.go:3: two\nBenchmarkA-8 \t1\t3 x\nPASS\n",
			[]string{"p.A-8 ok 1 x=2 (a_test.go:3: one)", "p.A-8 ok 1 x=3 (a_test.go:3: two)"}, false},
		{"status and facts below", "BenchmarkA-8 \t1\t1.000 prepare_fail\t0 B/op\t0 allocs/op\n--- BENCH: BenchmarkA-8\n    run.go:9: benchx: status=prepare_fail limiter=memory note=\"no plan: \\\"n=7\\\"\"\n",
			[]string{`.A-8 prepare_fail 1 limiter=memory (no plan: "n=7")`}, false},
		{"limiter and remark of a good result", "BenchmarkA\n    run.go:9: benchx: limiter=cap note=\"stopped at 2^20\"\nBenchmarkA-8 \t1\t2 x\n",
			[]string{".A-8 ok 1 x=2 limiter=cap (stopped at 2^20)"}, false},
		{"a status in the log only", "BenchmarkA-8 \t1\t2 x\n--- BENCH: BenchmarkA-8\n    run.go:9: benchx: status=bench_fail note=wrong\n",
			[]string{".A-8 bench_fail 1 (wrong)"}, false},
		{"every status", "BenchmarkA-8 1 1 skip\nBenchmarkA-8 1 1 timeout\nBenchmarkA-8 1 1 oom\nBenchmarkA-8 1 1 panic\nBenchmarkA-8 1 1 bench_fail\n",
			[]string{".A-8 skip 1", ".A-8 timeout 1", ".A-8 oom 1", ".A-8 panic 1", ".A-8 bench_fail 1"}, false},
		{"a metric that is called like a status", "BenchmarkA-8 1 5 ns/op 1 timeout\nBenchmarkA-8 1 3 timeout\n",
			[]string{".A-8 ok 1 sec/op=5e-09 timeout=1", ".A-8 ok 1 timeout=3"}, false},
		{"facts that are wrong", "BenchmarkA-8 1 2 x\n--- BENCH: BenchmarkA-8\n    run.go:9: benchx: status=fine limiter=moon\n    run.go:9: benchx: what\n",
			[]string{".A-8 ok 1 x=2", `warning: facts of a benchmark: unknown limiter "moon"`, `warning: facts of a benchmark: cannot read "what" as key=value`}, false},
		{"failure before the configuration takes package and GOMAXPROCS of the first result",
			"--- FAIL: BenchmarkA\n    a_test.go:3: no\n--- FAIL: BenchmarkB/n-5\n" + head + "BenchmarkC-8 \t1\t2 x\nFAIL\nexit status 1\nFAIL\tp\t1s\n",
			[]string{"p.A-8 bench_fail 0 (a_test.go:3: no)", "p.B/n-5-8 bench_fail 0", "p.C-8 ok 1 x=2", "FAILED p"}, false},
		{"nothing but failures", "--- FAIL: BenchmarkA\n    a_test.go:3: no\nFAIL\nexit status 1\nFAIL\tp\t1s\n",
			[]string{"p.A-1 bench_fail 0 (a_test.go:3: no)", "FAILED p"}, false},
		{"failure while measured", head + "BenchmarkA-8 \t--- FAIL: BenchmarkA-8\n    a_test.go:3: late\nPASS\n",
			[]string{"p.A-8 bench_fail 0 (a_test.go:3: late)"}, false},
		{"failure while measured, with output", head + "BenchmarkA-8 \tnoise\n--- FAIL: BenchmarkA-8\n    a_test.go:3: late\nPASS\n",
			[]string{"p.A-8 bench_fail 0 (a_test.go:3: late)"}, false},
		{"failure while measured, verbose", head + "BenchmarkA\n    a_test.go:3: late\n--- FAIL: BenchmarkA-8\nBenchmarkB\nBenchmarkB-8 \t1\t2 x\nPASS\n",
			[]string{"p.A-8 bench_fail 0 (a_test.go:3: late)", "p.B-8 ok 1 x=2"}, false},
		{"a container whose sub-benchmark failed", head + "BenchmarkA/x-8 \t1\t2 x\n--- FAIL: BenchmarkA/y\n    a_test.go:3: no\n--- FAIL: BenchmarkA\nPASS\n",
			[]string{"p.A/x-8 ok 1 x=2", "p.A/y-8 bench_fail 0 (a_test.go:3: no)"}, false},
		{"a container that failed itself", head + "BenchmarkA/x/y-8 \t1\t2 x\n--- FAIL: BenchmarkA/x\n    a_test.go:3: no\n--- FAIL: BenchmarkA\nPASS\n",
			[]string{"p.A/x/y-8 ok 1 x=2", "warning: BenchmarkA/x, which has sub-benchmarks, failed: a_test.go:3: no"}, false},
		{"not a container: only the beginning of the name is the same", head + "BenchmarkAB/x-8 \t1\t2 x\n--- FAIL: BenchmarkA\nPASS\n",
			[]string{"p.AB/x-8 ok 1 x=2", "p.A-8 bench_fail 0"}, false},
		{"skips", head + "BenchmarkA\n    a_test.go:3: not here\n--- SKIP: BenchmarkA\nBenchmarkB\n--- SKIP: BenchmarkB\nBenchmarkC\nBenchmarkC-8 \t1\t2 x\nPASS\n",
			[]string{"p.A-8 skip 0 (a_test.go:3: not here)", "p.B-8 skip 0", "p.C-8 ok 1 x=2"}, false},
		{"no iteration", "BenchmarkA-512 0 NaN ns/op 0 B/op\nBenchmarkB-512 1 2 x\n",
			[]string{".A-512 bench_fail 0 (no iteration was completed)", ".B-512 ok 1 x=2"}, false},
	})
}

// dump is what follows a panic.
const dump = "\ngoroutine 17 [running]:\np.BenchmarkA(0xbe001c14608?)\n\t/src/p_test.go:4 +0x45\ntesting.(*B).runN(0xbe001c14608, 0x64)\n\t/go/src/testing/benchmark.go:219 +0x190\nexit status 2\n"

// nested is the same within a function literal, as sub-benchmarks are.
var nested = strings.ReplaceAll(dump, "BenchmarkA(", "BenchmarkA.func1(")

func TestCrashes(t *testing.T) {
	unnamed := func(how, after string) string {
		return "error: the run ended early (" + how + ") in a benchmark that the input does not name" + after
	}
	check(t, []shape{
		{"panic after a line of no iterations", head + "BenchmarkA-8 \t 0\t NaN ns/op\npanic: oh: no\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-8 panic 0 (oh: no)", "FAILED p panic: oh: no"}, false},
		{"panic that was logged only, after a line of no iterations and its log",
			head + "BenchmarkA-8 \t0\tNaN ns/op\n--- BENCH: BenchmarkA-8\n    a_test.go:3: about A\npanic: recovered\nBenchmarkB-8 \t1\t2 x\nok  \tp\t1s\n",
			[]string{"p.A-8 bench_fail 0 (a_test.go:3: about A)", "p.B-8 ok 1 x=2", "done p"}, false},
		{"panic behind the name", head + "BenchmarkA-8 \tpanic: oh: no\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-8 panic 0 (oh: no)", "FAILED p panic: oh: no"}, false},
		{"panic, verbose", head + "BenchmarkA\npanic: oh: no\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-1 panic 0 (oh: no)", "FAILED p panic: oh: no"}, false},
		{"panic, verbose, after the next one began", head + "BenchmarkA\nBenchmarkB\npanic: oh: no\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-1 panic 0 (oh: no)", "FAILED p panic: oh: no"}, false},
		{"panic of a sub-benchmark after the next one began", head + "BenchmarkA\nBenchmarkA/x\nBenchmarkB\npanic: oh: no\n" + strings.ReplaceAll(dump, "BenchmarkA(", "BenchmarkA.func1(") + "FAIL\tp\t1s\n",
			[]string{"p.A/x-1 panic 0 (oh: no)", "FAILED p panic: oh: no"}, false},
		{"panic at first call: the dump has the name", "panic: oh: no\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-1 panic 0 (oh: no)", "FAILED p panic: oh: no"}, false},
		{"panic in a function literal of a benchmark", "panic: oh: no\n" + strings.ReplaceAll(dump, "BenchmarkA(", "BenchmarkA.func1(") + "FAIL\tp\t1s\n",
			[]string{"error: the run ended early (panic: oh: no) in a sub-benchmark of BenchmarkA", "FAILED p panic: oh: no"}, false},
		{"panic in a container", head + "BenchmarkA\nBenchmarkA/x\nBenchmarkA/x-8 \t1\t2 x\npanic: oh\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A/x-8 ok 1 x=2", "error: the run ended early (panic: oh) in a sub-benchmark of BenchmarkA", "FAILED p panic: oh"}, false},
		{"panic that was logged only", head + "BenchmarkA-8 \t1\t2 x\npanic: recovered\n\ngoroutine 1 [running]:\nmain.f()\n\t/a.go:1\nBenchmarkB-8 \t1\t2 x\nok  \tp\t1s\n",
			[]string{"p.A-8 ok 1 x=2", "p.B-8 ok 1 x=2", "done p"}, false},
		{"panic logged between name and numbers", head + "BenchmarkA-8 \tpanic: recovered\n   12\t2 x\nok  \tp\t1s\n",
			[]string{"p.A-8 ok 12 x=2", "info: the name and the numbers of BenchmarkA-8 were printed apart and were put together", "done p"}, false},
		{"the harness gave up a hung benchmark", head + "panic: test timed out after 2s\n\trunning tests:\n\t\tBenchmarkA/n=8 (2s)\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A/n=8-1 timeout 0 (test timed out after 2s)", "FAILED p panic: test timed out after 2s"}, false},
		{"memory ran out", head + "BenchmarkA-8 \tfatal error: runtime: out of memory\n\nruntime stack:\nruntime.throw()\n\t/go/panic.go:1\nexit status 2\nFAIL\tp\t1s\n",
			[]string{"p.A-8 oom 0 (fatal error: runtime: out of memory)", "FAILED p fatal error: runtime: out of memory"}, false},
		{"deadlock", head + "BenchmarkA-8 \tfatal error: all goroutines are asleep - deadlock!\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-8 panic 0 (fatal error: all goroutines are asleep - deadlock!)", "FAILED p fatal error: all goroutines are asleep - deadlock!"}, false},
		{"a signal of its own", head + "BenchmarkA-8 \tSIGSEGV: segmentation violation\nPC=0x1 m=0\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-8 panic 0 (SIGSEGV: segmentation violation)", "FAILED p SIGSEGV: segmentation violation"}, false},
		{"killed", head + "BenchmarkA-8 \tsignal: killed\nFAIL\tp\t1s\n",
			[]string{"p.A-8 oom 0 (signal: killed, by the system when memory ran out, or by hand)", "FAILED p signal: killed"}, false},
		{"terminated", head + "BenchmarkA-8 \tsignal: terminated\nFAIL\tp\t1s\n",
			[]string{"p.A-8 timeout 0 (signal: terminated, as at a deadline)", "FAILED p signal: terminated"}, false},
		{"killed, nobody knows where", head + "BenchmarkA-8 \t1\t2 x\nsignal: killed\nFAIL\tp\t1s\n",
			[]string{"p.A-8 ok 1 x=2", unnamed("signal: killed", ", after BenchmarkA"), "FAILED p signal: killed"}, false},
		{"killed by go test after its timeout", head + "BenchmarkA\nSIGQUIT: quit\nPC=0x1\n\ngoroutine 0:\n*** Test killed with quit: ran too long (11m0s).\nexit status 2\nFAIL\tp\t660s\n",
			[]string{"p.A-1 timeout 0 (SIGQUIT: quit)", "FAILED p SIGQUIT: quit"}, false},
		{"interrupted", head + "BenchmarkA-8 \tsignal: interrupt\nFAIL\tp\t1s\n",
			[]string{"error: the run was interrupted in BenchmarkA", "FAILED p signal: interrupt"}, false},
		{"exit inside a benchmark", head + "BenchmarkA-8 \tfatal: no disk\nexit status 3\nFAIL\tp\t1s\n",
			[]string{"p.A-8 bench_fail 0 (fatal: no disk (the test binary ended itself: exit status 3))", "FAILED p exit status 3"}, false},
		{"panic, while testing goes on to the next benchmark", head + "BenchmarkA\nBenchmarkA-8 \t       1\nBenchmarkB\npanic: oh\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-8 ok 1", "info: BenchmarkA-8 reports no measurement", "p.A-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"the same of a sub-benchmark", head + "BenchmarkA/x-8 \t1\t2 x\nBenchmarkB-8 \tpanic: oh\n" + strings.ReplaceAll(dump, "BenchmarkA(", "BenchmarkA.func1(") + "FAIL\tp\t1s\n",
			[]string{"p.A/x-8 ok 1 x=2", "p.A/x-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"panic of a sub-benchmark after its sibling began", head + "BenchmarkA\nBenchmarkA/x\nBenchmarkA/x-8 \t       0\t               NaN ns/op\nBenchmarkA/y\npanic: oh\n" + nested + "FAIL\tp\t1s\n",
			[]string{"p.A/x-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"the same with memory and a log", head + "BenchmarkA\nBenchmarkA/x\n    a_test.go:3: about x\nBenchmarkA/x-8 \t0\t+Inf ns/op\t0 B/op\t0 allocs/op\n=== RUN   BenchmarkA/y\nBenchmarkA/y\npanic: oh\n" + nested + "FAIL\tp\t1s\n",
			[]string{"p.A/x-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"the same of a function that is no literal", head + "BenchmarkA\nBenchmarkA/x\nBenchmarkA/x-8 \t0\tNaN ns/op\nBenchmarkA/y\npanic: oh\n" + strings.ReplaceAll(dump, "BenchmarkA(", "helper(") + "FAIL\tp\t1s\n",
			[]string{"p.A/x-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"the same without a dump", head + "BenchmarkA\nBenchmarkA/x\nBenchmarkA/x-8 \t0\tNaN ns/op\nBenchmarkA/y\npanic: oh\nexit status 2\nFAIL\tp\t1s\n",
			[]string{"p.A/x-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"the same, another benchmark having begun", head + "BenchmarkA-8 \t0\tNaN ns/op\nBenchmarkB-8 \tpanic: oh\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"a panic of the next one, though the first did nothing", head + "BenchmarkB-8 \t0\tNaN ns/op\nBenchmarkA-8 \tpanic: oh\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.B-8 bench_fail 0 (no iteration was completed)", "p.A-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"a panic of some other goroutine", head + "BenchmarkA/x-8 \t0\tNaN ns/op\nBenchmarkA/y-8 \tpanic: oh\n\ngoroutine 9 [running]:\np.worker()\n\t/src/p.go:4 +0x45\ncreated by p.start in goroutine 8\n\t/src/p.go:9\n\ngoroutine 8 [running]:\ntesting.(*B).runN(0xbe001c14608, 0x64)\n\t/go/src/testing/benchmark.go:219 +0x190\nexit status 2\nFAIL\tp\t1s\n",
			[]string{"p.A/x-8 bench_fail 0 (no iteration was completed)", "p.A/y-8 panic 0 (oh)", "FAILED p panic: oh"}, false},
		{"killed after one that did nothing", head + "BenchmarkA/x-8 \t0\tNaN ns/op\nBenchmarkA/y-8 \tsignal: killed\nFAIL\tp\t1s\n",
			[]string{"p.A/x-8 bench_fail 0 (no iteration was completed)", "p.A/y-8 oom 0 (signal: killed, by the system when memory ran out, or by hand)", "FAILED p signal: killed"}, false},
		{"one that did nothing, and its sibling works", head + "BenchmarkA/x-8 \t0\tNaN ns/op\n--- BENCH: BenchmarkA/x-8\n    a_test.go:3: skipped\nBenchmarkA/y-8 \t1\t2 x\npanic: oh\n" + nested + "FAIL\tp\t1s\n",
			[]string{"p.A/x-8 bench_fail 0 (a_test.go:3: skipped)", "p.A/y-8 ok 1 x=2", "error: the run ended early (panic: oh) in a sub-benchmark of BenchmarkA", "FAILED p panic: oh"}, false},
		{"one that did nothing, and the input ends", head + "BenchmarkA/x-8 \t0\tNaN ns/op\nBenchmarkA/y-8 \t",
			[]string{"p.A/x-8 bench_fail 0 (no iteration was completed)", "error: the run was cut off in BenchmarkA/y-8 (package p); what follows it is missing"}, false},
		{"one that did nothing, and the next round", head + "BenchmarkA/x-8 \t0\tNaN ns/op\nBenchmarkA/y\nPASS\nBenchmarkA/x-8 \t1\t2 x\nPASS\n",
			[]string{"p.A/x-8 bench_fail 0 (no iteration was completed)", "p.A/x-8 ok 1 x=2"}, false},
		{"one that did nothing, and the package ends", head + "BenchmarkA/x-8 \t0\tNaN ns/op\nBenchmarkA/y\nok  \tp\t1s\n",
			[]string{"p.A/x-8 bench_fail 0 (no iteration was completed)", "done p"}, false},
		{"two panics", head + "BenchmarkA-8 \tpanic: one\npanic: two [recovered]\n" + dump + "FAIL\tp\t1s\n",
			[]string{"p.A-8 panic 0 (one)", "FAILED p panic: one"}, false},
	})
}

func TestCutOff(t *testing.T) {
	const again = "; what follows it is missing"
	check(t, []shape{
		{"after a name", head + "BenchmarkA-8 \t1\t2 x\nBenchmarkB/n=8-8 \t", []string{
			"p.A-8 ok 1 x=2", "error: the run was cut off in BenchmarkB/n=8-8 (package p)" + again,
		}, false},
		{"in a number", head + "BenchmarkA-8 \t   123", []string{"error: the run was cut off in BenchmarkA-8 (package p)" + again}, false},
		{"before a unit", head + "BenchmarkA-8 \t   123\t  5", []string{"error: the run was cut off in BenchmarkA-8 (package p)" + again}, false},
		{"before the second unit", head + "BenchmarkA-8 \t1\t2 x\t5", []string{
			"p.A-8 ok 1 x=2", `warning: the value "5" has no unit and was ignored`, "error: the run was cut off after BenchmarkA (package p)" + again,
		}, false},
		{"verbose", head + "BenchmarkA\nBenchmarkA-8 \t1\t2 x\nBenchmarkB\n", []string{
			"p.A-8 ok 1 x=2", "error: the run was cut off in BenchmarkB (package p)" + again,
		}, false},
		{"in a later package", head + "BenchmarkA-8 \t1\t2 x\nok  \tp\t1s\n" + head + "BenchmarkA-8 \t1\t2 x\n", []string{
			"p.A-8 ok 1 x=2", "done p", "p.A-8 ok 1 x=2", "error: the run was cut off after BenchmarkA (package p)" + again,
		}, false},
		{"between two rounds of the harness", "# benchx rounds=2\n" + head + "# benchx round=1\nBenchmarkA-8 \t1\t2 x\nPASS\n", []string{
			"fact rounds=2", "fact round=1", "p.A-8 ok 1 x=2", "error: the run was cut off after BenchmarkA (package p)" + again,
		}, false},
		{"a whole run of the harness", "# benchx rounds=1\n" + head + "BenchmarkA-8 \t1\t2 x\nPASS\n# benchx elapsed-ms=5\n", []string{
			"fact rounds=1", "p.A-8 ok 1 x=2", "fact elapsed-ms=5",
		}, false},
		{"test2json", `{"Action":"start","Package":"p"}` + "\n" + `{"Action":"output","Package":"p","Output":"BenchmarkA-8 \t"}` + "\n", []string{
			"error: the run was cut off in BenchmarkA-8 (package p)" + again,
		}, false},
		{"perhaps", head + "BenchmarkA-8 \t1\t2 x\n", []string{
			"p.A-8 ok 1 x=2", "info: the input ends without PASS or ok: unless someone cut it, the run was not done",
		}, false},
		{"results alone are a whole", "BenchmarkA-8 1 2 x\nBenchmarkA-8 1 3 x", []string{".A-8 ok 1 x=2", ".A-8 ok 1 x=3"}, false},
	})
}

func TestCutOffSummary(t *testing.T) {
	for in, want := range map[string]bool{
		head + "BenchmarkA-8 \t":                                    true,
		head + "BenchmarkA-8 \tsignal: interrupt\nFAIL\tp\t1s\n":    true,
		head + "BenchmarkA-8 \t1\t2 x\nsignal: killed\nFAIL\tp\t\n": true,
		head + "BenchmarkA-8 \tpanic: x\n" + dump + "FAIL\tp\t1s\n": false,
		head + "BenchmarkA-8 \t1\t2 x\nPASS\n":                      false,
		"BenchmarkA-8 1 2 x\n":                                      false,
	} {
		s := ingest.NewScanner(strings.NewReader(in), "in")
		for s.Scan() {
		}
		assert.Equal(t, want, s.Summary().CutOff, in)
	}
}

func TestStarted(t *testing.T) {
	check(t, []shape{
		{"each result begins", head + "BenchmarkA-8 \t1\t2 x\nBenchmarkA-8 \t1\t3 x\nPASS\n",
			[]string{"started p.A-8", "p.A-8 ok 1 x=2", "started p.A-8", "p.A-8 ok 1 x=3"}, true},
		{"verbose: once", head + "=== RUN   BenchmarkA\nBenchmarkA\nBenchmarkA/x\nBenchmarkA/x-8 \t1\t2 x\nPASS\n",
			[]string{"started p.A-1", "started p.A/x-1", "p.A/x-8 ok 1 x=2"}, true},
		{"verbose: again for every round", head + "BenchmarkA\nBenchmarkA-8 \t1\t2 x\nPASS\nBenchmarkA\nBenchmarkA-8 \t1\t2 x\nPASS\n",
			[]string{"started p.A-1", "p.A-8 ok 1 x=2", "started p.A-8", "p.A-8 ok 1 x=2"}, true},
		{"a failure at the first call does not begin", head + "--- FAIL: BenchmarkA\nPASS\n", []string{"p.A-1 bench_fail 0"}, true},
	})
}

func TestTest2JSON(t *testing.T) {
	event := func(pkg, test, output string) string {
		return `{"Time":"2026-11-30T02:01:30Z","Action":"output","Package":"` + pkg + `","Test":"` + test + `","Output":"` + output + `"}` + "\n"
	}
	check(t, []shape{
		{"attributed to the wrong test", event("p", "TestAdd", `BenchmarkA-8 \t`) + event("p", "TestOther", `1\t2 x\n`) + `{"Action":"pass","Package":"p"}` + "\n",
			[]string{"p.A-8 ok 1 x=2", "done p"}, false},
		{"packages interleaved", event("p", "", `BenchmarkA-8 \t`) + event("q", "", `BenchmarkB-4 \t`) + event("p", "", `1\t2 x\nok  \tp\t1s\n`) +
			event("q", "", `3\t4 x\nok  \tq\t1s\n`) + `{"Action":"pass","Package":"p"}` + "\n" + `{"Action":"pass","Package":"q"}` + "\n",
			[]string{"p.A-8 ok 1 x=2", "done p", "q.B-4 ok 3 x=4", "done q"}, false},
		{"text between events", "go: downloading x v1.0.0\n" + event("p", "", `BenchmarkA-8 \t1\t2 x\n`) + "stderr\n" + `{"Action":"fail","Package":"p"}` + "\n",
			[]string{"p.A-8 ok 1 x=2", "FAILED p"}, false},
		{"escapes", event("p", "", `BenchmarkA/\u00b5\u003cb\u003e-8 \t1\t2 x\n`) + `{"Action":"pass","Package":"p"}` + "\n",
			[]string{"p.A/µ<b>-8 ok 1 x=2", "done p"}, false},
		{"terminal colours", event("p", "", `\u001b[32mBenchmarkA-8\u001b[0m \t1\t2 x\n`) + `{"Action":"pass","Package":"p"}` + "\n",
			[]string{"p.A-8 ok 1 x=2", "done p"}, false},
		{"no package named", `{"Action":"output","Output":"pkg: p\nBenchmarkA-8 \t1\t2 x\n"}` + "\n" + `{"Action":"pass"}` + "\n",
			[]string{"p.A-8 ok 1 x=2", "done p"}, false},
		{"no package named, several run", `{"Action":"start"}` + "\n" + event("", "", `pkg: p\nBenchmarkA-8 \t1\t2 x\nPASS\nok  \tp\t1s\n`) +
			event("", "", `pkg: q\nBenchmarkA-8 \t1\t3 x\nPASS\nok  \tq\t1s\n`) + `{"Action":"pass"}` + "\n",
			[]string{"p.A-8 ok 1 x=2", "done p", "q.A-8 ok 1 x=3", "done q"}, false},
		{"no package named, cut off", `{"Action":"start"}` + "\n" + event("", "", `pkg: p\nBenchmarkA-8 \t1\t2 x\n`),
			[]string{"p.A-8 ok 1 x=2", "error: the run was cut off after BenchmarkA (package p); what follows it is missing"}, false},
		{"JSON that a program logs", head + `{"level":"info","Action":"saved"}` + "\n{}\n{\n" + "BenchmarkA-8 \t1\t2 x\nok  \tp\t1s\n",
			[]string{"p.A-8 ok 1 x=2", "done p"}, false},
		{"build failure", `{"ImportPath":"p [p.test]","Action":"build-output","Output":"# p [p.test]\n"}` + "\n" +
			`{"ImportPath":"p [p.test]","Action":"build-output","Output":"./a_test.go:3:5: undefined: x\n"}` + "\n" +
			`{"ImportPath":"p [p.test]","Action":"build-fail"}` + "\n" + `{"Action":"start","Package":"p"}` + "\n" +
			`{"Action":"fail","Package":"p","Elapsed":0,"FailedBuild":"p [p.test]"}` + "\n",
			[]string{"error: p did not build, so nothing of it was measured: ./a_test.go:3:5: undefined: x", "FAILED p build failed"}, false},
	})
}

func TestSamplesAreClonedToBeKept(t *testing.T) {
	s := ingest.NewScanner(strings.NewReader("BenchmarkA 1 2 x\nBenchmarkB 1 3 x\n"), "in")
	var kept []*ingest.Sample
	for s.Scan() {
		if r, ok := s.Record().(*ingest.Sample); ok {
			kept = append(kept, r.Clone())
		}
	}
	require.Len(t, kept, 2)
	assert.Equal(t, ".A-1 ok 1 x=2", brief(kept[0]))
	assert.Equal(t, ".B-1 ok 1 x=3", brief(kept[1]))
	file, line := kept[1].Pos()
	assert.Equal(t, "in:2", kept[1].Position.String())
	assert.Equal(t, "in", file)
	assert.Equal(t, 2, line)
}
