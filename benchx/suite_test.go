package benchx_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// benchmarks runs the fixture without its test, once, on two processors.
func (f fixture) benchmarks(t *testing.T, pattern string, args ...string) printed {
	t.Helper()
	fixed := []string{"-test.run=^$", "-test.bench=" + pattern, "-test.cpu=2", "-test.count=1"}
	return f.run(t, append(fixed, args...)...)
}

// TestSuite builds one test package and runs its binary over and over.
func TestSuite(t *testing.T) {
	f := buildFixture(t)
	t.Run("metrics", func(t *testing.T) { testMetrics(t, f) })
	t.Run("timed", func(t *testing.T) { testTimed(t, f) })
	t.Run("timed endings", func(t *testing.T) { testTimedEndings(t, f) })
	t.Run("errors", func(t *testing.T) { testErrorsTravel(t, f) })
	t.Run("endings", func(t *testing.T) { testEndings(t, f) })
	t.Run("exit codes", func(t *testing.T) { testExitCodes(t, f) })
	t.Run("hang", func(t *testing.T) { testHang(t, f) })
	t.Run("notes", func(t *testing.T) { testNotes(t, f) })
	t.Run("report", func(t *testing.T) { testReport(t, f) })
	t.Run("allocations", func(t *testing.T) { testAllocations(t, f) })
	t.Run("processors", func(t *testing.T) { testProcessors(t, f) })
	t.Run("bench times", func(t *testing.T) { testBenchTimes(t, f) })
	t.Run("rounds", func(t *testing.T) { testRounds(t, f) })
	t.Run("kept", func(t *testing.T) { testKept(t, f) })
	t.Run("selection", func(t *testing.T) { testSelection(t, f) })
	t.Run("facts", func(t *testing.T) { testFacts(t, f) })
	t.Run("tests first", func(t *testing.T) { testTestsFirst(t, f) })
	t.Run("no benchmarks", func(t *testing.T) { testNoBenchmarks(t, f) })
	t.Run("verbose", func(t *testing.T) { testVerbose(t, f) })
}

func testMetrics(t *testing.T, f fixture) {
	p := f.benchmarks(t, "OK/variant=a/n=16")
	require.Equal(t, 0, p.code, p.stdout)
	r := only(t, p.results(t), "OK/variant=a/n=16")
	assert.Equal(t, "OK/variant=a/n=16-2", r.name)
	assert.Equal(t, []string{
		"B/op", "GFLOP/s", "MB/s", "allocs/op", "held-bytes", "max-err-eps", "ns/op", "param-bytes", "params",
		"peak-bytes", "plan-ns", "rel-l2-eps", "rows/s", "scratch-bytes", "train-steps",
	}, units(r))
	assert.Greater(t, r.iters, 0)
	// 16 operations and 128 bytes in ns/op nanoseconds, to printed precision.
	assert.InEpsilon(t, 16/r.value["ns/op"], r.value["GFLOP/s"], 2e-3)
	assert.InEpsilon(t, 128/r.value["ns/op"]*1e3, r.value["MB/s"], 2e-3)
	assert.Equal(t, 3.0, r.value["params"])
	assert.Equal(t, 24.0, r.value["param-bytes"])
	assert.Equal(t, 1000.0, r.value["scratch-bytes"])
	assert.InDelta(t, 1<<20+heapNoise/2, r.value["held-bytes"], heapNoise/2)
	assert.InDelta(t, 3<<20+heapNoise/2, r.value["peak-bytes"], heapNoise/2)
	assert.Equal(t, 7.0, r.value["train-steps"])
	assert.Equal(t, 1234.0, r.value["plan-ns"], "PlanTime replaces the measured time")
	assert.Equal(t, 2.5, r.value["rows/s"])
	assert.Empty(t, p.lines("--- "))
}

// A case with a clock of its own is measured by that one, once a round.
func testTimed(t *testing.T, f fixture) {
	for _, tt := range []struct {
		benchTime string
		rounds    int
		iters     int
		calls     string
	}{
		// 1, then a hundredfold, then 1.2 × 100 × 1 ms / 200 µs; each round.
		{"1ms", 2, 600, "6"},
		{"7x", 1, 7, "1"},
	} {
		p := f.benchmarks(t, "Timed/clock=ok", "-test.benchtime="+tt.benchTime, "-test.count="+strconv.Itoa(tt.rounds))
		require.Equal(t, 0, p.code, p.stdout)
		all := p.results(t)
		require.Len(t, all, tt.rounds)
		for _, r := range all {
			assert.Equal(t, map[string]float64{
				"ns/op": 2000, "MB/s": 1500, "GFLOP/s": 0.025, "plan-ns": 1000, "told-n": float64(tt.iters),
			}, r.value)
			assert.Equal(t, tt.iters, r.iters)
		}
		assert.Contains(t, p.stdout, "# calls timed "+tt.calls+"\n")
	}
}

func testTimedEndings(t *testing.T, f fixture) {
	p := f.benchmarks(t, "Timed")
	all := p.results(t)
	require.Len(t, all, 4)
	for i, status := range []string{"", "bench_fail", "bench_fail", "panic"} {
		if status != "" {
			assert.Equal(t, map[string]float64{status: 1}, all[i].value, all[i].name)
		}
	}
	said := strings.Join(p.lines("suite.go:"), "\n")
	assert.Contains(t, said, `note="op: the clock of the case says that 1 ops took 0s"`)
	assert.Contains(t, said, `note="op: lost"`)
	assert.Contains(t, said, `note="op: kaput (at cells_test.go:`)
}

func testErrorsTravel(t *testing.T, f fixture) {
	p := f.benchmarks(t, "Scale")
	all := p.results(t)
	for e := -17; e <= 0; e++ {
		want := 1.2345678 * math.Pow10(e)
		r := only(t, all, fmt.Sprintf("Scale/e=%d", e))
		for _, unit := range []string{wire.UnitRelL2Eps, wire.UnitMaxErrEps} {
			_, scale := wire.Scaled(unit)
			assert.InEpsilon(t, want, r.value[unit]*scale, 1e-3, "%s at 1e%d", unit, e)
		}
	}
}

// endings says how each cell of BenchmarkEnd ends and what its log line tells.
var endings = []struct{ name, status, note string }{
	{"prepare_fail", "prepare_fail", `"no such\n\"device\""`},
	{"prepare_panic", "panic", `"prepare: kaput (at cells_test.go:`},
	{"prepare_skip", "skip", `"skipped: no GPU"`},
	{"prepare_nothing", "prepare_fail", `"nothing to run: Prepare returned no Op"`},
	{"prepare_no_op", "prepare_fail", `"nothing to run: Prepare returned no Op\nbusy"`}, // closed all the same
	{"no_prepare", "prepare_fail", `"the case has no Prepare function"`},
	{"first_op", "bench_fail", `"warm-up: wrong size"`},
	{"late_op", "bench_fail", `"op: worn out"`},
	{"first_panic", "panic", `"warm-up: runtime error: index out of range [0] with length 0 (at cells_test.go:`},
	{"late_panic", "panic", `"op: at call 3 (at cells_test.go:`},
	{"oom", "oom", `"warm-up: 64 GiB: out of memory"`},
	{"context", "timeout", `"warm-up: child: context deadline exceeded"`},
	{"deadline", "timeout", `"warm-up: not done at the deadline of 1s"`},
	{"heap", "bench_fail", `"heap: no second plan"`},
	{"check", "bench_fail", `"check: row 3 differs"`},
	{"nan", "bench_fail", `"accuracy: the relative L2 error is NaN: the result is poisoned"`},
	{"close", "bench_fail", `"close: busy"`},
}

func testEndings(t *testing.T, f fixture) {
	p := f.benchmarks(t, "End", "-test.count=2")
	all := p.results(t)
	require.Len(t, all, 2*(len(endings)+1), "every cell has a line in every round")
	said := p.lines("suite.go:")
	require.Len(t, said, len(endings), "every reason is given once")
	for i, want := range endings {
		for round := range 2 {
			r := all[round*(len(endings)+1)+i]
			assert.Equal(t, "End/case="+want.name+"-2", r.name)
			assert.Equal(t, map[string]float64{want.status: 1}, r.value)
			assert.Equal(t, 1, r.iters)
		}
		_, line, _ := strings.Cut(said[i], ": ")
		assert.True(t, strings.HasPrefix(line, "benchx: status="+want.status+" note="+want.note), "%s: %s", want.name, line)
	}
	last := all[len(all)-1]
	assert.Equal(t, "End/case=ok-2", last.name, "the benchmarks after a failed one run on")
	assert.Contains(t, last.value, "ns/op")
	assert.Equal(t, []string{"FAIL: BenchmarkEnd", "FAIL: BenchmarkEnd"}, grep(p.lines("--- "), "FAIL"))
	assert.Contains(t, p.stdout, "# calls prepare_fail 1\n", "a failed cell is not tried again")
	assert.Equal(t, 1, p.code)
}

func grep(lines []string, word string) []string {
	var found []string
	for _, line := range lines {
		if strings.Contains(line, word) {
			found = append(found, line)
		}
	}
	return found
}

func testExitCodes(t *testing.T, f fixture) {
	for _, tt := range []struct {
		cell string
		code int
	}{
		{"ok", 0}, {"prepare_fail", 0}, {"prepare_skip", 0}, {"no_prepare", 0},
		{"first_op", 1}, {"late_op", 1}, {"first_panic", 1}, {"oom", 1}, {"context", 1}, {"nan", 1},
	} {
		p := f.benchmarks(t, "End/case="+tt.cell+"$")
		assert.Equal(t, tt.code, p.code, tt.cell)
		assert.Len(t, p.results(t), 1, tt.cell)
	}
}

func testHang(t *testing.T, f fixture) {
	p := f.benchmarks(t, "Hang")
	assert.Equal(t, 2, p.code)
	lastLine := p.stdout[strings.LastIndexByte(p.stdout, '\n')+1:]
	assert.Equal(t, "BenchmarkHang/case=hang-2", strings.TrimSpace(lastLine), "the output tells which benchmark hung")
	assert.True(t, strings.HasPrefix(p.stderr, "panic: test timed out after 400ms"), p.stderr)
	assert.Contains(t, p.stderr, "BenchmarkHang/case=hang (")
	assert.Contains(t, p.stderr, "cells_test.go", "and where")
}

func testNotes(t *testing.T, f fixture) {
	p := f.benchmarks(t, "Notes")
	said := p.lines("suite.go:")
	require.Len(t, said, 1)
	assert.Contains(t, said[0], `benchx: limiter=time note="converts inside; not reported: `+
		`metric bad is NaN, unit \"a b\" must be non-empty, printable and free of blanks, `+
		`unit \"a\\x01\" must be non-empty, printable and free of blanks"`)
	r := only(t, p.results(t), "Notes/case=note")
	assert.NotContains(t, r.value, "bad")
	assert.Contains(t, p.stdout, `value "a/b" of axis case must be non-empty, printable and free of blanks and '/'`)
	assert.Equal(t, 1, p.code)
}

func testReport(t *testing.T, f fixture) {
	p := f.benchmarks(t, "Report")
	all := p.results(t)
	require.Len(t, all, 4)
	assert.Equal(t, result{"Report/case=ok-2", 4000,
		map[string]float64{"ns/op": 12.5, "GFLOP/s": 3, "B/op": 48, "allocs/op": 2}}, all[0])
	assert.Equal(t, result{"Report/case=oom-2", 1, map[string]float64{"oom": 1}}, all[1])
	assert.Equal(t, result{"Report/case=no_time-2", 1, map[string]float64{"bench_fail": 1}}, all[2])
	assert.Equal(t, result{"Report/case=odd-2", 1, map[string]float64{"bench_fail": 1}}, all[3])
	var said []string
	for _, line := range p.lines("measured.go:") {
		_, line, _ = strings.Cut(line, ": ")
		said = append(said, line)
	}
	assert.Equal(t, []string{
		`benchx: limiter=memory`,
		`benchx: status=oom note="child was killed"`,
		`benchx: status=bench_fail note="reported a time of 0 ns/op"`,
		`benchx: status=bench_fail note="reported the unknown status \"fine\""`,
	}, said)
	assert.Equal(t, 1, p.code)

	over := f.benchmarks(t, "Budget")
	assert.Equal(t, 1.0, only(t, over.results(t), "Budget/case=over").value["timeout"])
	assert.Equal(t, 0, over.code, "a budget that ends a capacity search is no failure")
}

func testAllocations(t *testing.T, f fixture) {
	// So many calls that what the runtime allocates meanwhile rounds to nothing.
	all := f.benchmarks(t, "Allocs", "-test.benchtime=20000x").results(t)
	none, some := only(t, all, "Allocs/bytes=0"), only(t, all, "Allocs/bytes=1024")
	assert.Equal(t, 0.0, none.value["B/op"])
	assert.Equal(t, 0.0, none.value["allocs/op"])
	assert.Equal(t, 1024.0, some.value["B/op"])
	assert.Equal(t, 1.0, some.value["allocs/op"])
}

func testProcessors(t *testing.T, f fixture) {
	p := f.benchmarks(t, "Procs", "-test.cpu=1,2", "-test.count=3")
	all := p.results(t)
	require.Len(t, all, 2*2*3)
	for i, r := range all {
		want := []string{"Procs/case=first", "Procs/case=first-2", "Procs/case=second", "Procs/case=second-2"}[i%4]
		assert.Equal(t, want, r.name)
		assert.Equal(t, float64(1+i%2), r.value["procs-seen"], "%s ran on the processors in its name", r.name)
	}
}

// testBenchTimes: testing calls a function that times nothing again until it
// has met -benchtime. That must end, and soon, for every -benchtime.
func testBenchTimes(t *testing.T, f fixture) {
	for _, goal := range []string{"1x", "2x", "1000000x", "1ns", "1ms", "100s", "10000h"} {
		p := f.benchmarks(t, "End/case=(prepare_fail|first_op)|Report/case=ok", "-test.benchtime="+goal)
		all := p.results(t)
		require.Len(t, all, 3, goal)
		assert.Equal(t, map[string]float64{"prepare_fail": 1}, all[0].value, goal)
		assert.Equal(t, map[string]float64{"bench_fail": 1}, all[1].value, goal)
		assert.Equal(t, 12.5, all[2].value["ns/op"], goal)
		assert.Equal(t, 4000, all[2].iters, goal)
	}
	for _, goal := range []string{"1x", "2x", "1000x"} {
		for _, r := range f.benchmarks(t, "OK", "-test.cpu=1,2", "-test.count=2", "-test.benchtime="+goal).results(t) {
			assert.Equal(t, goal, fmt.Sprintf("%dx", r.iters))
			assert.Contains(t, r.value, "ns/op", "%s at %s", r.name, goal)
		}
	}
}
