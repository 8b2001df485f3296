package benchx

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// reportMetrics hands metrics to b and returns a complaint about those that b
// cannot print, or "".
func reportMetrics(b *testing.B, metrics []Metric) string {
	var bad []string
	for _, m := range metrics {
		switch err := checkUnit(m.Unit); {
		case err != nil:
			bad = append(bad, err.Error())
		case !finite(m.Value):
			bad = append(bad, fmt.Sprintf("metric %s is %v", m.Unit, m.Value))
		default:
			b.ReportMetric(m.Value, m.Unit)
		}
	}
	if len(bad) == 0 {
		return ""
	}
	return "not reported: " + strings.Join(bad, ", ")
}

func joinNotes(notes ...string) string {
	var said []string
	for _, n := range notes {
		if n != "" {
			said = append(said, n)
		}
	}
	return strings.Join(said, "; ")
}

// logLine returns what the benchmark's log says about o, "" for nothing. Package
// testing prints it below the result line.
func logLine(o outcome) string {
	facts := o.facts()
	if len(facts) == 0 {
		return ""
	}
	return string(wire.AppendFacts([]byte(wire.NotePrefix), facts...))
}

// reportStatus makes the result line of a cell that did not work: its status in
// place of a time.
func reportStatus(b *testing.B, s wire.Status) {
	settle(b, 1)
	b.ReportMetric(1, string(s))
	b.ReportMetric(0, wire.UnitNsPerOp) // suppresses it
	b.ReportMetric(0, wire.UnitBytesPerOp)
	b.ReportMetric(0, wire.UnitAllocsPerOp)
}

// maxIterations is the number of iterations from which on testing calls a
// benchmark function no more.
const maxIterations = 1_000_000_000

// settle ends a call of a benchmark function in which nothing was timed, so
// that the result line shows iters iterations.
//
// testing calls such a function again with a growing b.N, aiming at -benchtime
// and giving up at maxIterations. A duration of zero and a b.N for which
// duration × b.N stays in range and exceeds the aim make it get there in the
// fewest calls, five, whatever the clock does. (Spinning in b.Loop instead
// would burn one -benchtime for each cell that fails.)
func settle(b *testing.B, iters int) {
	b.StopTimer()
	b.ResetTimer()
	if goal, _ := benchTime(); goal > 0 && b.N < maxIterations {
		//lint:ignore SA3001 testing derives the next b.N from this one
		b.N = 1 + int(maxIterations/goal.Nanoseconds())
		return
	}
	//lint:ignore SA3001 what the result line shows
	b.N = iters
}

// probing reports whether testing calls the benchmark function only to see
// whether it has sub-benchmarks. It has not yet printed the name then, nor set
// the GOMAXPROCS that the result will be labelled with; it does both before
// the next call, which has b.N > 1. A b.Loop would spend the whole measurement
// in the probe: with -cpu 1,2 under the wrong GOMAXPROCS, and with nothing in
// the output to tell which benchmark it was that hung or crashed.
//
// With -benchtime=1x the probe is the only call.
func probing(b *testing.B) bool {
	_, n := benchTime()
	return b.N == 1 && n != 1
}

// benchTime returns what -benchtime asks for: a duration, or, with d = 0, a
// number n of iterations.
func benchTime() (d time.Duration, n int) {
	text := stringFlag("test.benchtime")
	if count, ok := strings.CutSuffix(text, "x"); ok {
		if n, err := strconv.Atoi(count); err == nil {
			return 0, n
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d, 0
	}
	return time.Second, 0 // outside of a test binary
}
