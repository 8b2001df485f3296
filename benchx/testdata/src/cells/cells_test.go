// Package cells is a test package whose benchmarks end in every way that a cell
// can end in. The tests of benchx build it and look at what it prints.
package cells

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

var (
	suite    benchx.Suite
	calls    = map[string]int{}
	failTest = flag.Bool("cells.fail-test", false, "let the test fail")
	badFact  = flag.Bool("cells.bad-fact", false, "state a fact that cannot be")
)

func TestMain(m *testing.M) {
	flag.Parse()
	facts := []wire.Fact{{Key: "gpu0", Value: "none at all"}, {Key: wire.FactISA, Value: "avx2"}}
	if *badFact {
		facts = append(facts, wire.Fact{Key: "two words", Value: "x"})
	}
	code := suite.Main(m, benchx.Options{
		Rounds:    2,
		BenchTime: time.Millisecond,
		KeepBytes: 100,
		Facts:     facts,
		Units:     []benchx.Unit{{Name: "rows/s", Better: "higher"}},
		Empty:     []string{"BenchmarkEmpty"},
		Cells:     count,
	})
	for _, key := range slices.Sorted(maps.Keys(calls)) {
		fmt.Printf("# calls %s %d\n", key, calls[key])
	}
	os.Exit(code)
}

func count(selected func(string) bool) int {
	n := 0
	for _, v := range []string{"a", "b"} {
		for _, size := range []int{16, 64} {
			if selected(benchx.Name("BenchmarkOK", okAxes(v, size))) {
				n++
			}
		}
	}
	return n
}

func TestOnce(t *testing.T) {
	calls["TestOnce"]++
	if *failTest {
		t.Fatal("as told")
	}
}

func okAxes(v string, n int) []benchx.Axis {
	return []benchx.Axis{benchx.At("variant", v), benchx.At("n", n)}
}

func nop() error { return nil }

func BenchmarkOK(b *testing.B) {
	for _, v := range []string{"a", "b"} {
		for _, n := range []int{16, 64} {
			key := benchx.Name("OK", okAxes(v, n))
			suite.Run(b, benchx.Case{Axes: okAxes(v, n), Prepare: func() (*benchx.Prepared, error) {
				calls[key+" prepare"]++
				buf := make([]int, n)
				return &benchx.Prepared{
					Op:           func() error { clear(buf); return nil },
					Check:        func() error { calls[key+" check"]++; return nil },
					Accuracy:     func() (benchx.Accuracy, error) { return benchx.Accuracy{RelL2: 1e-7, MaxErr: 3e-7}, nil },
					Heap:         heap(key),
					Close:        func() error { calls[key+" close"]++; return nil },
					Bytes:        int64(n) * 8,
					Flops:        float64(n),
					Params:       3,
					ParamBytes:   24,
					ScratchBytes: 1000,
					TrainSteps:   7,
					PlanTime:     1234 * time.Nanosecond,
					Metrics:      func(int) []benchx.Metric { return []benchx.Metric{{Unit: "rows/s", Value: 2.5}} },
				}, nil
			}})
		}
	}
}

// heap measures 1 MiB that stays and 2 MiB that do not.
func heap(key string) func() (benchx.Heap, error) {
	return func() (benchx.Heap, error) {
		calls[key+" heap"]++
		return benchx.MeasureHeap(func() ([]byte, error) {
			runtime.KeepAlive(make([]byte, 2<<20))
			return make([]byte, 1<<20), nil
		})
	}
}

// op makes a case whose Op is f, which is told how often it was called before.
func op(f func(i int) error) func() (*benchx.Prepared, error) {
	return func() (*benchx.Prepared, error) {
		i := -1
		return &benchx.Prepared{Op: func() error { i++; return f(i) }}, nil
	}
}

var errDevice = errors.New("no such\n\"device\"")

func BenchmarkEnd(b *testing.B) {
	for _, c := range []struct {
		name string
		benchx.Case
	}{
		{"prepare_fail", benchx.Case{Prepare: func() (*benchx.Prepared, error) {
			calls["prepare_fail"]++
			return nil, errDevice
		}}},
		{"prepare_panic", benchx.Case{Prepare: func() (*benchx.Prepared, error) { panic("kaput") }}},
		{"prepare_skip", benchx.Case{Prepare: func() (*benchx.Prepared, error) {
			return nil, fmt.Errorf("%w: no GPU", benchx.ErrSkip)
		}}},
		{"prepare_nothing", benchx.Case{Prepare: func() (*benchx.Prepared, error) { return nil, nil }}},
		{"prepare_no_op", benchx.Case{Prepare: func() (*benchx.Prepared, error) {
			return &benchx.Prepared{Close: func() error { return errors.New("busy") }}, nil
		}}},
		{"no_prepare", benchx.Case{}},
		{"first_op", benchx.Case{Prepare: op(func(i int) error { return errors.New("wrong size") })}},
		{"late_op", benchx.Case{Prepare: op(func(i int) error {
			if i == 3 {
				return errors.New("worn out")
			}
			return nil
		})}},
		{"first_panic", benchx.Case{Prepare: op(func(i int) error { return []error{}[i] })}},
		{"late_panic", benchx.Case{Prepare: op(func(i int) error {
			if i == 3 {
				panic(fmt.Errorf("at call %d", i))
			}
			return nil
		})}},
		{"oom", benchx.Case{Prepare: op(func(i int) error { return fmt.Errorf("64 GiB: %w", benchx.ErrOutOfMemory) })}},
		{"context", benchx.Case{Prepare: op(func(i int) error { return fmt.Errorf("child: %w", context.DeadlineExceeded) })}},
		{"deadline", benchx.Case{Deadline: time.Second, Prepare: func() (*benchx.Prepared, error) {
			due := time.Now().Add(1300 * time.Millisecond)
			return &benchx.Prepared{Op: func() error { time.Sleep(time.Until(due)); return nil }}, nil
		}}},
		{"heap", benchx.Case{Prepare: func() (*benchx.Prepared, error) {
			return &benchx.Prepared{Op: nop, Heap: func() (benchx.Heap, error) {
				return benchx.MeasureHeap(func() (any, error) { return nil, errors.New("no second plan") })
			}}, nil
		}}},
		{"check", benchx.Case{Prepare: func() (*benchx.Prepared, error) {
			return &benchx.Prepared{Op: nop, Check: func() error { return errors.New("row 3 differs") }}, nil
		}}},
		{"nan", benchx.Case{Prepare: func() (*benchx.Prepared, error) {
			return &benchx.Prepared{Op: nop, Accuracy: func() (benchx.Accuracy, error) {
				return benchx.Accuracy{RelL2: math.NaN()}, nil
			}}, nil
		}}},
		{"close", benchx.Case{Prepare: func() (*benchx.Prepared, error) {
			return &benchx.Prepared{Op: nop, Close: func() error { return errors.New("busy") }}, nil
		}}},
		{"ok", benchx.Case{Prepare: op(func(int) error { return nil })}},
	} {
		c.Axes = []benchx.Axis{benchx.At("case", c.name)}
		suite.Run(b, c.Case)
	}
}

// timedBy makes a case that says of n ops that they took elapsed(n).
func timedBy(elapsed func(n int) (time.Duration, error)) benchx.Prepared {
	return benchx.Prepared{
		Op: nop, Bytes: 3000, Flops: 50, PlanTime: time.Microsecond,
		Timed: func(n int) (time.Duration, error) {
			calls["timed"]++
			return elapsed(n)
		},
		Metrics: func(n int) []benchx.Metric { return []benchx.Metric{{Unit: "told-n", Value: float64(n)}} },
	}
}

func BenchmarkTimed(b *testing.B) {
	for _, c := range []struct {
		name    string
		elapsed func(n int) (time.Duration, error)
	}{
		{"ok", func(n int) (time.Duration, error) { return time.Duration(n) * 2 * time.Microsecond, nil }},
		{"stopped", func(int) (time.Duration, error) { return 0, nil }},
		{"error", func(n int) (time.Duration, error) { return 1, errors.New("lost") }},
		{"panic", func(n int) (time.Duration, error) { panic("kaput") }},
	} {
		p := timedBy(c.elapsed)
		suite.Run(b, benchx.Case{
			Axes:    []benchx.Axis{benchx.At("clock", c.name)},
			Prepare: func() (*benchx.Prepared, error) { return &p, nil },
		})
	}
}

func BenchmarkHang(b *testing.B) {
	suite.Run(b, benchx.Case{
		Axes:     []benchx.Axis{benchx.At("case", "hang")},
		Deadline: 200 * time.Millisecond,
		Prepare:  op(func(int) error { time.Sleep(time.Hour); return nil }),
	})
}

func BenchmarkKeep(b *testing.B) {
	for _, held := range []int64{0, 60, 50, 40} { // 60 and 40 fit into 100, 50 does not
		key := fmt.Sprintf("Keep/held=%d", held)
		suite.Run(b, benchx.Case{
			Axes: []benchx.Axis{benchx.At("held", held)},
			Prepare: func() (*benchx.Prepared, error) {
				calls[key+" prepare"]++
				return &benchx.Prepared{
					Op:        nop,
					Close:     func() error { calls[key+" close"]++; return nil },
					HeldBytes: held,
				}, nil
			},
		})
	}
}

func BenchmarkProcs(b *testing.B) {
	for _, name := range []string{"first", "second"} {
		suite.Run(b, benchx.Case{Axes: []benchx.Axis{benchx.At("case", name)}, Prepare: func() (*benchx.Prepared, error) {
			seen := 0
			return &benchx.Prepared{
				Op:      func() error { seen = runtime.GOMAXPROCS(0); return nil },
				Metrics: func(int) []benchx.Metric { return []benchx.Metric{{Unit: "procs-seen", Value: float64(seen)}} },
			}, nil
		}})
	}
}

func BenchmarkAllocs(b *testing.B) {
	for _, n := range []int{0, 1024} {
		var sink []byte
		suite.Run(b, benchx.Case{Axes: []benchx.Axis{benchx.At("bytes", n)}, Prepare: func() (*benchx.Prepared, error) {
			garbage := make([][]byte, 1000) // of no concern to the result
			for i := range garbage {
				garbage[i] = make([]byte, 1000)
			}
			return &benchx.Prepared{Op: func() error {
				if n > 0 {
					sink = make([]byte, n)
				}
				return nil
			}}, nil
		}})
		_ = sink
	}
}

func BenchmarkScale(b *testing.B) {
	for e := -17; e <= 0; e++ {
		v := 1.2345678 * math.Pow10(e)
		suite.Run(b, benchx.Case{Axes: []benchx.Axis{benchx.At("e", e)}, Prepare: func() (*benchx.Prepared, error) {
			return &benchx.Prepared{Op: nop, Accuracy: func() (benchx.Accuracy, error) {
				return benchx.Accuracy{RelL2: v, MaxErr: v}, nil
			}}, nil
		}})
	}
}

func BenchmarkNotes(b *testing.B) {
	suite.Run(b, benchx.Case{Axes: []benchx.Axis{benchx.At("case", "note")}, Prepare: func() (*benchx.Prepared, error) {
		return &benchx.Prepared{Op: nop, Note: "converts inside", Limiter: wire.LimitTime, Metrics: func(int) []benchx.Metric {
			return []benchx.Metric{{Unit: "bad", Value: math.NaN()}, {Unit: "a b", Value: 1}, {Unit: "a\x01", Value: 1}}
		}}, nil
	}})
	suite.Run(b, benchx.Case{Axes: []benchx.Axis{benchx.At("case", "a/b")}})
}

func BenchmarkReport(b *testing.B) {
	at := func(name string) []benchx.Axis { return []benchx.Axis{benchx.At("case", name)} }
	benchx.Report(b, at("ok"), benchx.Measured{
		NsPerOp: 12.5, Iters: 4000, Limiter: wire.LimitMemory,
		Metrics: []benchx.Metric{{Unit: "GFLOP/s", Value: 3}, {Unit: "B/op", Value: 48}, {Unit: "allocs/op", Value: 2}},
	})
	benchx.Report(b, at("oom"), benchx.Measured{Status: wire.OOM, Note: "child was killed"})
	benchx.Report(b, at("no_time"), benchx.Measured{})
	benchx.Report(b, at("odd"), benchx.Measured{Status: "fine", NsPerOp: 1})
}

func BenchmarkBudget(b *testing.B) {
	benchx.Report(b, []benchx.Axis{benchx.At("case", "over")}, benchx.Measured{
		Status: wire.Timeout, Limiter: wire.LimitTime, Note: "one op takes 2 s, the budget is 1 s",
	})
}

// BenchmarkEmpty has no cells.
func BenchmarkEmpty(*testing.B) {}

func BenchmarkPlain(b *testing.B) {
	for b.Loop() {
		_ = strings.Repeat("x", 10)
	}
}
