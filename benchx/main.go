package benchx

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Options say how a suite runs when benchmarks were asked for. All are
// optional. A TestMain whose options depend on flags calls flag.Parse first.
type Options struct {
	// Rounds is the number of samples of each cell; -count wins. 0 means 6,
	// the smallest number of samples for which the 95% confidence interval of
	// a median is bounded on both sides.
	Rounds int

	// BenchTime is the time to spend on one sample of a cell; -benchtime wins.
	// 0 leaves testing's default of one second.
	BenchTime time.Duration

	// Deadline is the deadline of the cases that have none of their own.
	// 0 means none: a call that never returns then hangs the run.
	Deadline time.Duration

	// KeepBytes bounds what is kept prepared from one round to the next (see
	// Prepared.HeldBytes), all cells together. 0 means 256 MiB, a negative
	// number nothing.
	KeepBytes int64

	// Facts are further facts of the run, printed after those that Main finds
	// out by itself: go, commit, date, cores, command, cells, rounds. One with
	// such a key replaces Main's; one without a value removes it.
	Facts []wire.Fact

	// Units describe the units of the package's own metrics.
	Units []Unit

	// Empty names benchmark functions, as in "BenchmarkSort", that have no cells
	// in this run. They are skipped; testing would time their empty bodies and
	// print a result.
	Empty []string

	// Cells, if set, counts the cells of one round for the benefit of progress
	// bars. selected tells which full names (see Name) the -bench and -skip
	// flags select.
	Cells func(selected func(name string) bool) int
}

const (
	defaultRounds    = 6
	defaultKeepBytes = 256 << 20
)

// exitUsage is what Main returns when the run cannot be announced: a flag, an
// option or the environment is wrong.
const exitUsage = 2

// Main runs the tests, and the benchmarks if there are any to run, and returns
// the code to exit with. It stands in for m.Run in a TestMain, which must pass
// its result to os.Exit: a TestMain that just returns exits with the code of
// the last round.
//
// With -bench it prints the facts of the run, runs the package's tests once,
// and, if they pass, the benchmarks in interleaved rounds. When a profile, an
// execution trace or a coverage report was asked for, it leaves everything to
// one m.Run, since testing completes those files when m.Run first returns; the
// samples of -count then come in a row.
func (s *Suite) Main(m *testing.M, o Options) int {
	if !flag.Parsed() {
		flag.Parse()
	}
	if !benchmarking() {
		return m.Run()
	}
	run := planRun(o)
	if err := run.announce(os.Stdout, o); err != nil {
		fmt.Fprintf(os.Stderr, "benchx: %v\n", err)
		return exitUsage
	}
	skip(o.Empty)
	start := time.Now()
	code := s.runRounds(m, o, run)
	elapsed := strconv.FormatInt(time.Since(start).Milliseconds(), 10)
	printFacts(os.Stdout, wire.Fact{Key: wire.FactElapsedMS, Value: elapsed})
	return code
}

// runRounds runs what run plans and returns the first exit code that is not 0.
func (s *Suite) runRounds(m *testing.M, o Options, run runPlan) int {
	s.deadline = o.Deadline
	s.room = cmp.Or(o.KeepBytes, defaultKeepBytes)
	if !run.benchTimeSet && o.BenchTime > 0 {
		setFlag("test.benchtime", o.BenchTime.String())
	}
	if run.rounds <= 1 {
		printRound(1)
		return m.Run()
	}
	setFlag("test.count", "1")
	if code := runTests(m); code != 0 {
		return code
	}
	code := 0
	for round := 1; round <= run.rounds; round++ {
		s.keeping = round < run.rounds
		printRound(round)
		code = cmp.Or(code, runOnce(m))
	}
	if err := s.closeKept(); err != nil {
		fmt.Fprintf(os.Stderr, "benchx: %v\n", err)
		code = cmp.Or(code, 1)
	}
	return code
}

// noName is a pattern that matches no test and no benchmark.
const noName = "^$"

// runTests runs all but the benchmarks, and leaves the flags so that later runs
// are of benchmarks only. As without benchx, benchmarks wait for tests to pass.
func runTests(m *testing.M) int {
	if stringFlag("test.run") == noName {
		return 0
	}
	bench := stringFlag("test.bench")
	setFlag("test.bench", noName) // not "": testing would warn of "no tests to run"
	code := runOnce(m)
	setFlag("test.bench", bench)
	setFlag("test.run", noName)
	return code
}

// runOnce is m.Run for a caller that calls it again.
func runOnce(m *testing.M) int {
	stderr := os.Stderr
	code := m.Run()
	setFlag("test.cpu", "") // every m.Run appends -cpu to the list it has
	// With -json every m.Run puts stdout in the place of stderr and keeps hold
	// of the stderr it found. The second one would let go of the real one: its
	// finalizer closes descriptor 2, and a panic prints nothing.
	os.Stderr = stderr
	return code
}

func printRound(round int) {
	printFacts(os.Stdout, wire.Fact{Key: wire.FactRound, Value: strconv.Itoa(round)})
}
