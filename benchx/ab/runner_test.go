package ab

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Sides alternate in Thue–Morse order, and the texts hold pairs.
func TestRunInterleaves(t *testing.T) {
	w := newWorld(fakeBench{name: "A", old: 1, new: 2})
	r, err := w.runner(t, settings(4)).Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, AllRounds, r.Reason)
	assert.Equal(t, 1, r.Looks)
	require.Len(t, w.runs, 2+8)
	first := w.runs[2]
	second := map[string]string{"old A": "new A", "new A": "old A"}[first]
	assert.Equal(t, []string{first, second, second, first, second, first, first, second}, w.runs[2:])

	old, new := texts(t, r)
	assert.Equal(t, 4, strings.Count(old, "BenchmarkA-2 \t100\t1000000000 ns/op\n"))
	assert.Equal(t, 4, strings.Count(new, "BenchmarkA-2 \t100\t2000000000 ns/op\n"))
	for side, text := range map[string]string{"aaaa": old, "bbbb": new} {
		_, facts := scan(t, text)
		assert.Equal(t, map[string]string{
			"go": "go1.26", "commit": side, "date": "2026-01-02T03:04:05Z", "cores": "2", "command": "benchx ab",
			"pairs": "run", "order": "thue-morse", "seed": "1", "looks": "1", "benchtime": "1s", "best-of": "1",
		}, facts)
	}
}

// A drift that is far larger than the difference cancels: the mean of the
// differences over eight rounds is that without drift.
func TestRunCancelsDrift(t *testing.T) {
	w := newWorld(fakeBench{name: "A", old: 1, new: 1.03}, fakeBench{name: "B", old: 1, new: 1})
	w.drift = func(since time.Duration) float64 { return 1 + since.Minutes() } // threefold over the run
	r, err := w.runner(t, settings(16)).Run(t.Context())
	require.NoError(t, err)
	old, new := texts(t, r)
	for name, want := range map[string]float64{"A": 0.03, "B": 0} {
		was, is := times(t, old, name), times(t, new, name)
		require.Len(t, was, 16)
		sum, scale := 0.0, 0.0
		for i := range was {
			sum += is[i] - was[i]
			scale += was[i]
		}
		assert.InDelta(t, want, sum/scale, 1e-3, name)
	}
}

func times(t *testing.T, text, name string) (list []float64) {
	samples, _ := scan(t, text)
	for i := range samples {
		if samples[i].Name == name {
			list = append(list, samples[i].seconds())
		}
	}
	return list
}

// fateAt makes a benchmark meet a fate when it runs on a side for the n-th time.
func fateAt(fate, side string, n int) func(string, int) string {
	return func(s string, i int) string {
		if s == side && i == n {
			return fate
		}
		return ""
	}
}

// A benchmark that ends its process, or fails, is recorded so and left out from
// then on; the others of its slice and round go on, in pairs.
func TestRunGoesOnWithoutTheFallen(t *testing.T) {
	for _, c := range []struct {
		fate   string
		status wire.Status
		note   string
	}{
		{"hang", wire.Timeout, "killed: no result came"},
		{"hang early", wire.Timeout, "killed: no result came"},
		{"panic", wire.Panic, "oh no"},
		{"panic late", wire.Panic, "oh no"},
		{"kill", wire.OOM, "killed"},
		{"exit", wire.BenchFail, "cannot open the data file"},
		{"fail", wire.BenchFail, "wrong"},
		{"quiet", wire.Skip, "ran without a result"},
	} {
		t.Run(c.fate, func(t *testing.T) {
			w := newWorld(
				fakeBench{name: "A", old: 1, new: 1},
				fakeBench{name: "B", old: 1, new: 1, fate: fateAt(c.fate, "new", 2)}, // in the second round
				fakeBench{name: "C", old: 1, new: 1},
			)
			s := settings(4)
			s.Slice = time.Hour // all in one
			r, err := w.runner(t, s).Run(t.Context())
			require.NoError(t, err)
			assert.Equal(t, AllRounds, r.Reason)

			old, new := texts(t, r)
			for _, name := range []string{"A", "C"} {
				assert.Len(t, times(t, old, name), 4, name)
				assert.Len(t, times(t, new, name), 4, name)
			}
			assert.Len(t, times(t, old, "B"), 2, "both rounds in which it ran")
			samples, _ := scan(t, new)
			var fallen []Sample
			for _, s := range samples {
				if s.Status != wire.OK {
					fallen = append(fallen, s)
				}
			}
			require.Len(t, fallen, 1)
			assert.Equal(t, "B", fallen[0].Name)
			assert.Equal(t, c.status, fallen[0].Status)
			assert.Contains(t, fallen[0].Note, c.note)
			require.NotEmpty(t, r.Notes)
			assert.Contains(t, r.Notes[0], "example.com/p.BenchmarkB (new)")
			assert.Contains(t, r.Notes[0], "in round 2")
		})
	}
}

// What fails in the survey is told and not measured.
func TestRunSurveyFindsFailures(t *testing.T) {
	for _, fate := range []string{"hang", "panic", "panic late", "kill", "exit", "fail"} {
		t.Run(fate, func(t *testing.T) {
			w := newWorld(
				fakeBench{name: "A", old: 1, new: 1},
				fakeBench{name: "B", old: 1, new: 1, fate: fateAt(fate, "new", 0)},
				fakeBench{name: "C", old: 1, new: 1},
			)
			r, err := w.runner(t, settings(2)).Run(t.Context())
			require.NoError(t, err)
			old, new := texts(t, r)
			assert.Len(t, times(t, new, "A"), 2)
			assert.Len(t, times(t, new, "C"), 2)
			assert.Len(t, times(t, old, "B"), 2, "the side on which it works has its times")
			samples, _ := scan(t, new)
			assert.Equal(t, "B", samples[0].Name)
			assert.True(t, samples[0].Status.Failed())
			assert.Contains(t, strings.Join(r.Notes, "\n"), "in the survey")
		})
	}
}

func TestRunOneSided(t *testing.T) {
	w := newWorld(fakeBench{name: "Gone", old: 1}, fakeBench{name: "A", old: 1, new: 1}, fakeBench{name: "Added", new: 1})
	s := settings(3)
	s.MaxRounds = 6
	run := w.runner(t, s)
	run.Undecided = func(Look) ([]Key, error) { return []Key{{"example.com/p", "A"}}, nil }
	r, err := run.Run(t.Context())
	require.NoError(t, err)
	old, new := texts(t, r)
	assert.Len(t, times(t, old, "A"), 6)
	assert.Len(t, times(t, old, "Gone"), 3)
	assert.Len(t, times(t, new, "Added"), 3)
	assert.Empty(t, times(t, new, "Gone"))
	notes := strings.Join(r.Notes, "\n")
	assert.Contains(t, notes, "example.com/p.BenchmarkGone is only on the old side")
	assert.Contains(t, notes, "example.com/p.BenchmarkAdded is only on the new side")
}

// A package that one side lacks, or that does not build there, is measured where
// it is, beside the others, and told of.
func TestRunPackageOfOneSide(t *testing.T) {
	for _, c := range []struct {
		failed     string
		note, text string
	}{
		{"", "not there, or has no benchmarks, on the new side", ""},
		{"undefined: x", "does not build on the new side", "# example.com/q [example.com/q.test]\nundefined: x\nFAIL\texample.com/q [build failed]\n"},
	} {
		w := newWorld(fakeBench{name: "A", old: 1, new: 1})
		run := w.runner(t, settings(2))
		alone := Target{Package: "example.com/q", Binary: [2]Binary{{Path: "old.test"}}}
		alone.Failed[New] = c.failed
		run.Targets = append(run.Targets, alone)
		r, err := run.Run(t.Context())
		require.NoError(t, err)
		old, new := texts(t, r)
		assert.Len(t, times(t, old, "A"), 4, "of two packages")
		assert.Equal(t, 2, strings.Count(new, "BenchmarkA-2 "))
		assert.Contains(t, strings.Join(r.Notes, "\n"), c.note)
		assert.True(t, strings.HasSuffix(new, c.text), new)
	}
}

// After each look only the undecided go on, and every look knows how many there
// can be.
func TestRunAdapts(t *testing.T) {
	w := newWorld(fakeBench{name: "A", old: 1, new: 1}, fakeBench{name: "B", old: 1, new: 1}, fakeBench{name: "C", old: 1, new: 1})
	s := settings(2)
	s.MaxRounds = 16
	run := w.runner(t, s)
	var looks []string
	run.Undecided = func(l Look) ([]Key, error) {
		looks = append(looks, fmt.Sprintf("%d/%d after %d: A %d, B %d, C %d", l.Number, l.Of, l.Rounds,
			len(times(t, string(l.Old), "A")), len(times(t, string(l.New), "B")), len(times(t, string(l.New), "C"))))
		names := map[int][]string{1: {"A", "B"}, 2: {"B"}}[l.Number]
		var keys []Key
		for _, n := range names {
			keys = append(keys, Key{"example.com/p", n})
		}
		return keys, nil
	}
	r, err := run.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{
		"1/4 after 2: A 2, B 2, C 2",
		"2/4 after 4: A 4, B 4, C 2",
		"3/4 after 8: A 4, B 8, C 2",
	}, looks)
	assert.Equal(t, Decided, r.Reason)
	assert.Equal(t, 4, r.Looks)
	assert.Equal(t, 8, r.Rounds)
	assert.Empty(t, r.Undecided)
}

// The first look waits until a verdict is possible, and the looks are planned
// from there.
func TestRunReachesForAVerdict(t *testing.T) {
	for _, c := range []struct{ reach, least, looks int }{{1, 2, 4}, {5, 5, 3}, {99, 16, 1}} {
		w := newWorld(fakeBench{name: "A", old: 1, new: 1}, fakeBench{name: "B", old: 1, new: 1})
		s := settings(2)
		s.MaxRounds = 16
		run := w.runner(t, s)
		var asked []int
		run.Reach = func(benchmarks, looks int) int {
			asked = []int{benchmarks, looks}
			return c.reach
		}
		run.Undecided = func(l Look) ([]Key, error) {
			assert.Equal(t, c.looks, l.Of)
			return nil, nil
		}
		r, err := run.Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []int{2, 4}, asked, "two benchmarks, looks after 2, 4, 8 and 16")
		assert.Equal(t, []int{c.least, c.least, c.looks}, []int{r.Rounds, r.Least, r.Looks})
	}
}

func TestRunKeepsToItsBudget(t *testing.T) {
	w := newWorld(fakeBench{name: "A", old: 1, new: 1})
	run := w.runner(t, settings(100))
	run.Budget = 30 * time.Second // a pair takes two
	r, err := run.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, OutOfBudget, r.Reason)
	old, new := texts(t, r)
	assert.Len(t, times(t, old, "A"), 14)
	assert.Len(t, times(t, new, "A"), 14)
}

// A stop ends the run after the slice that runs; half a pair is thrown away.
func TestRunStops(t *testing.T) {
	w := newWorld(fakeBench{name: "A", old: 1, new: 1})
	run := w.runner(t, settings(100))
	stop := make(chan struct{})
	run.Stop = stop
	w.stop = func(starts int) {
		if starts == 2+2*5 { // the first side of the sixth pair runs
			close(stop)
		}
	}
	r, err := run.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Stopped, r.Reason)
	assert.Equal(t, 5, r.Rounds)
	old, new := texts(t, r)
	assert.Len(t, times(t, old, "A"), 5)
	assert.Len(t, times(t, new, "A"), 5)
}

func TestRunMeasuresTheFloor(t *testing.T) {
	w := newWorld(fakeBench{name: "A", old: 1, new: 2})
	s := settings(4)
	s.AA = true
	r, err := w.runner(t, s).Run(t.Context())
	require.NoError(t, err)
	var old, copied strings.Builder
	require.NoError(t, r.WriteFloor(&old, Old))
	require.NoError(t, r.WriteFloor(&copied, New))
	assert.Len(t, times(t, old.String(), "A"), 4)
	assert.Equal(t, times(t, old.String(), "A"), times(t, copied.String(), "A"))
	assert.Contains(t, strings.Join(w.runs, " "), "copy A")
	_, facts := scan(t, copied.String())
	assert.Equal(t, "run-aa", facts["pairs"], "not to be paired with the comparison's")
	assert.Equal(t, "aaaa", facts["commit"])
}

func TestRunNothingToDo(t *testing.T) {
	w := newWorld(fakeBench{name: "Gone", old: 1}, fakeBench{name: "Added", new: 1})
	r, err := w.runner(t, settings(2)).Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, NothingToDo, r.Reason)
	assert.False(t, r.Measured())
}

// Fast machines are told from unsteady ones.
func TestRunTellsOfAnUnsteadyMachine(t *testing.T) {
	for ratio, told := range map[int]bool{1: false, 2: true} {
		w := newWorld(fakeBench{name: "A", old: 1, new: 1})
		run := w.runner(t, settings(2))
		took := time.Millisecond
		run.Spin = func() (time.Duration, float64) {
			took *= time.Duration(ratio)
			return took, -1
		}
		r, err := run.Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, told, len(r.Notes) == 1, r.Notes)
	}
}

func TestFastest(t *testing.T) {
	timed := func(name string, procs int, seconds float64) Sample {
		return Sample{Name: name, Procs: procs, Status: wire.OK, Values: []Value{{wire.UnitSecPerOp, seconds}}}
	}
	failed := Sample{Name: "B", Procs: 1, Status: wire.Panic}
	bare := Sample{Name: "C", Procs: 1, Status: wire.OK}
	got := fastest([]Sample{
		timed("A", 1, 3), timed("B", 1, 1), timed("A", 1, 2), timed("A", 2, 9), timed("A", 1, 4), failed, timed("B", 1, 0.5), bare, bare,
	})
	assert.Equal(t, []Sample{timed("A", 1, 2), failed, timed("A", 2, 9), bare}, got)
}

// A benchmark that ends in -5 is no run with five processors.
func TestRunKnowsNamesFromProcessors(t *testing.T) {
	r := reading{Samples: []Sample{{Name: "A/b", Procs: 5, Status: wire.OK}, {Name: "B", Procs: 2, Status: wire.OK}, {Name: "C", Procs: 2}}}
	got := asked(&r, []string{"A/b-5", "B"})
	assert.Equal(t, []Sample{{Name: "A/b-5", Procs: 1, Status: wire.OK}, {Name: "B", Procs: 2, Status: wire.OK}}, got)
}
