package ab

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A world stands for processes and time: test binaries whose benchmarks behave
// as written down, and a clock that only they move.
type world struct {
	now time.Time
	// benches are in the order in which the binary runs them.
	benches []fakeBench
	// drift is what the machine adds to every time as the clock goes on.
	drift func(since time.Duration) float64
	// runs lists what was started: "old A,B".
	runs []string
	// stop, if set, is asked before every start.
	stop func(starts int)
	took map[string]int // samples given so far, by binary and name
}

// A fakeBench is one benchmark. Its old and new are seconds, 0 where that side
// does not have it.
type fakeBench struct {
	name     string
	old, new float64
	loop     bool // it uses b.Loop
	// fate is what happens when it runs for the n-th time (the survey is 0) on
	// a side; "" is that it works.
	fate func(side string, n int) string
}

func (w *world) exec(_ context.Context, c Command) (Ending, error) {
	if w.stop != nil {
		w.stop(len(w.runs))
	}
	side := strings.TrimSuffix(filepath.Base(c.Path), ".test")
	bench, skip, benchTime, verbose := "", "", "", false
	for _, arg := range c.Args {
		key, value, _ := strings.Cut(arg, "=")
		switch key {
		case "-test.bench":
			bench = value
		case "-test.skip":
			skip = value
		case "-test.benchtime":
			benchTime = value
		case "-test.v":
			verbose = true
		}
	}
	commit := map[string]string{"old": "aaaa", "new": "bbbb", "copy": "aaaa"}[side]
	if !slices.Contains(c.Env, "BENCHX_COMMIT="+commit) {
		return Ending{}, fmt.Errorf("the %s binary is not told its commit: %v", side, c.Env)
	}
	e := Ending{}
	out := &fakeOutput{e: &e}
	out.line("goos: linux")
	out.line("pkg: example.com/p")
	begun := w.now
	var ran []string
	for _, b := range w.benches {
		seconds := b.old
		if side == "new" {
			seconds = b.new
		}
		if seconds == 0 || !selects(bench, b.name) || selects(skip, b.name) && skip != "" {
			continue
		}
		ran = append(ran, b.name)
		if verbose {
			out.line("=== RUN   Benchmark" + b.name)
			out.line("Benchmark" + b.name)
		}
		key := side + " " + b.name
		n := w.took[key]
		w.took[key]++
		w.now = w.now.Add(time.Millisecond)
		fate := ""
		if b.fate != nil {
			fate = b.fate(side, n)
		}
		if w.die(fate, b.name, out) {
			break
		}
		if fate == "fail" {
			out.line("--- FAIL: Benchmark" + b.name)
			out.line("    p_test.go:7: wrong")
			e.Code = 1
			continue
		}
		if fate == "quiet" {
			continue
		}
		if w.drift != nil {
			seconds *= w.drift(w.now.Sub(epoch))
		}
		w.now = w.now.Add(time.Second)
		out.at = w.now.Sub(begun)
		out.line(fmt.Sprintf("Benchmark%s-2 \t100\t%.4f ns/op", b.name, seconds*1e9))
	}
	w.runs = append(w.runs, side+" "+strings.Join(ran, ","))
	if e.Kind == Exited && e.Code < 2 {
		out.line(map[int]string{0: "PASS", 1: "FAIL"}[e.Code])
	}
	e.Elapsed = w.now.Sub(begun)
	if c.Count {
		e.Instructions = w.instructions(side, bench, benchTime)
	}
	return e, nil
}

// instructions are those of a process that runs one benchmark with -benchtime=Nx:
// a million to start and prepare, a thousand for every second of an iteration. A
// benchmark over b.N is called twice, for 1 and for N iterations.
func (w *world) instructions(side, pattern, benchTime string) uint64 {
	n, _ := strconv.Atoi(strings.TrimSuffix(benchTime, "x"))
	for _, b := range w.benches {
		if !selects(pattern, b.name) {
			continue
		}
		perOp := b.old
		if side == "new" {
			perOp = b.new
		}
		iterations, calls := n, 1
		if !b.loop && n > 1 {
			iterations, calls = 1+n, 2
		}
		return 1e6 + uint64(calls)*12345 + uint64(iterations)*uint64(1000*perOp)
	}
	return 0
}

// die ends the process in the middle of a benchmark.
func (w *world) die(fate, name string, out *fakeOutput) bool {
	switch fate {
	case "hang":
		out.text("Benchmark" + name + "-2 \t")
		out.e.Kind = Silent
		w.now = w.now.Add(2 * time.Minute)
	case "hang early": // before testing has printed the name
		out.e.Kind = Silent
		w.now = w.now.Add(2 * time.Minute)
	case "panic late": // while testing prints a result and goes on
		out.line("Benchmark" + name + "-2 \t1")
		out.line("BenchmarkNext")
		out.line("panic: oh no")
		out.line("")
		out.line("goroutine 7 [running]:")
		out.line("example.com/p.Benchmark" + name + "(0x1)")
		out.e.Code = 2
	case "panic":
		out.line("panic: oh no")
		out.line("")
		out.line("goroutine 7 [running]:")
		out.e.Code = 2
	case "kill":
		out.text("Benchmark" + name + "-2 \t")
		out.e.Kind, out.e.Signal = Signaled, "killed"
	case "exit":
		out.text("Benchmark" + name + "-2 \t")
		out.line("cannot open the data file")
		out.e.Code = 3
	default:
		return false
	}
	return true
}

type fakeOutput struct {
	e     *Ending
	lines int
	at    time.Duration
}

func (o *fakeOutput) line(s string) {
	o.text(s + "\n")
	o.lines++
	o.e.Arrived = append(o.e.Arrived, Arrival{o.lines, o.at})
}

func (o *fakeOutput) text(s string) { o.e.Output = append(o.e.Output, s...) }

// selects stands in for package testing's matching, for the patterns that this
// package writes. A test with a real binary shows that testing agrees.
func selects(pattern, name string) bool {
	return pattern == "." || strings.Contains("|"+pattern+"|", "|"+exact(name)+"|")
}

var epoch = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func newWorld(benches ...fakeBench) *world {
	return &world{now: epoch, benches: benches, took: map[string]int{}}
}

// fakeTarget is the package of the world.
func fakeTarget() Target {
	return Target{
		Package: "example.com/p",
		Binary:  [2]Binary{{Path: "old.test", Hash: "1", Go: "go1.26"}, {Path: "new.test", Hash: "2", Go: "go1.26"}},
		Copy:    "copy.test",
	}
}

func fakeHeader(s Settings) Header {
	return Header{
		ID: "run", Started: epoch, Settings: s,
		Versions: [2]Version{{Ref: "main", Commit: "aaaa"}, {Ref: ".", Commit: "bbbb"}},
		Targets:  []TargetHashes{{Package: "example.com/p", Hash: [2]string{"1", "2"}}},
	}
}

// settings are small ones: each benchmark in a slice of its own.
func settings(rounds int) Settings {
	return Settings{Bench: ".", BenchTime: "1s", Rounds: rounds, MaxRounds: rounds, Order: ThueMorse, Seed: 1}
}

// runner returns a Runner in the world, with a new journal.
func (w *world) runner(t *testing.T, s Settings) *Runner {
	j, err := CreateJournal(filepath.Join(t.TempDir(), "journal"), fakeHeader(s))
	require.NoError(t, err)
	t.Cleanup(func() { j.Close() })
	return w.with(j)
}

func (w *world) with(j *Journal) *Runner {
	return &Runner{
		Targets: []Target{fakeTarget()}, Journal: j, Exec: w.exec,
		Now:     func() time.Time { return w.now },
		Sleep:   func(context.Context, time.Duration) error { return nil },
		Silence: time.Minute, Cores: 2, Command: "benchx ab",
	}
}

// texts returns both texts of a result.
func texts(t *testing.T, r *Result) (old, new string) {
	var o, n strings.Builder
	require.NoError(t, r.WriteText(&o, Old))
	require.NoError(t, r.WriteText(&n, New))
	return o.String(), n.String()
}
