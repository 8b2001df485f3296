// Package benchx turns the benchmarks of any Go package into a study: many
// cells, each prepared, checked, measured and described, in the plain text of
// `go test -bench` that benchstat and `benchx report` read.
//
// A _test.go needs a suite, a TestMain and one call per cell:
//
//	var suite benchx.Suite
//
//	func TestMain(m *testing.M) {
//		os.Exit(suite.Main(m, benchx.Options{BenchTime: 20 * time.Millisecond}))
//	}
//
//	func BenchmarkSort(b *testing.B) {
//		for _, n := range []int{1_000, 100_000} {
//			suite.Run(b, benchx.Case{
//				Axes: []benchx.Axis{benchx.At("algo", "pdq"), benchx.At("n", n)},
//				Prepare: func() (*benchx.Prepared, error) {
//					input, work := random(n), make([]int, n)
//					return &benchx.Prepared{
//						Op:    func() error { copy(work, input); slices.Sort(work); return nil },
//						Check: func() error { return sorted(work) },
//						Bytes: int64(n) * 8,
//					}, nil
//				},
//			})
//		}
//	}
//
//	$ go test -bench . ./mysort | tee new.txt
//	BenchmarkSort/algo=pdq/n=1000-2   2913   8094 ns/op   988.39 MB/s   …
//
// # One cell
//
// [Suite.Run] names a sub-benchmark after the case's axes, so that
// `-bench 'Sort/algo=pdq$/n=1000$'` selects it level by level and
// `benchstat -col /algo` can pivot on them. A case that -bench does not select
// costs nothing: its Prepare is not called. A selected one goes through
//
//   - Prepare, timed by itself and reported as plan-ns;
//   - Heap, once per cell: what making it anew takes of the heap;
//   - one call of Op that warms caches and is not timed;
//   - Check and Accuracy, once per cell, on what that call left behind;
//   - Op in a b.Loop, with time, allocations and the case's own metrics; or
//     Timed, by a clock of the case's own, such as that of a device.
//
// Case functions are not given the *testing.B: they return errors. A cell that
// does not work is a result like any other. It says in place of a time how it
// ended (prepare_fail, bench_fail, timeout, oom, panic or skip) and why, and
// the benchmarks after it run on:
//
//	BenchmarkSort/algo=radix/n=1000-2   1   1.000 prepare_fail
//	--- BENCH: BenchmarkSort/algo=radix/n=1000-2
//	    suite.go:76: benchx: status=prepare_fail note="keys must be unsigned"
//
// bench_fail, timeout, oom and panic make `go test` exit with 1; prepare_fail
// and skip do not.
//
// # One run
//
// [Suite.Main] prints what a reader must know about the run ("# benchx" lines,
// which benchstat ignores, and Unit lines) and then goes through all benchmarks
// several times: N rounds of one sample each instead of the N samples in a row
// of -count N. A machine that slows down during the run then slows every cell
// alike, where in a row it makes the last ones look worse. -count and
// -benchtime given by the user win over [Options].
//
// # Memory
//
// Between rounds a suite remembers per cell only how it ended and that it was
// verified, a few hundred bytes. What Prepare built is closed and built again
// in the next round, unless it names its size in [Prepared.HeldBytes] and fits
// into [Options.KeepBytes].
//
// B/op tells what a call allocates, not what the thing that is called holds.
// [MeasureHeap] does, to the byte and the same in every run: set
// [Prepared.Heap], and the cell reports held-bytes, what stays on the heap, and
// peak-bytes, how far it rose at most.
package benchx
