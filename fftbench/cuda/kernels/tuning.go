package kernels

import (
	"cmp"
	"fmt"
	"strings"
)

// Tuning is what a plan may do in several ways that give the same results but for
// rounding. The zero value of a field leaves the choice to the plan. Which is best a
// device can only tell by measuring: see [Tunings].
type Tuning struct {
	Values  int   // complex numbers of a thread: 2, 4, 8 or 16
	Threads int   // of a block, where a row needs fewer
	Waves   int   // blocks of a launch per block that the device holds at once, at most
	Columns int   // transforms side by side in the steps of a long plan
	Chunk   int64 // bytes of data that go through all kernels of a long plan together; negative: all
	Split   Split // of what threads exchange
	Stream  bool  // tell the cache that input and output are not read again
}

// Split says whether real and imaginary parts are exchanged one after the other,
// which takes half the shared memory and twice the barriers.
type Split int

// The choices of a Split.
const (
	SplitAuto Split = iota
	SplitNever
	SplitAlways
)

// String names what is chosen: "values=8 waves=1"; "default" where nothing is.
func (t Tuning) String() string {
	var chosen []string
	for _, c := range []struct {
		name  string
		value int64
	}{
		{"values", int64(t.Values)}, {"threads", int64(t.Threads)}, {"waves", int64(t.Waves)},
		{"columns", int64(t.Columns)}, {"chunk", t.Chunk},
	} {
		if c.value != 0 {
			chosen = append(chosen, fmt.Sprintf("%s=%d", c.name, c.value))
		}
	}
	switch t.Split {
	case SplitNever:
		chosen = append(chosen, "whole")
	case SplitAlways:
		chosen = append(chosen, "split")
	}
	if t.Stream {
		chosen = append(chosen, "stream")
	}
	if len(chosen) == 0 {
		return "default"
	}
	return strings.Join(chosen, " ")
}

// defaultWaves lets a multiprocessor go on with a block of the next wave while
// others of the last one wait for memory, and keeps blocks long enough to be worth
// their start.
const defaultWaves = 4

func (t Tuning) check() error {
	switch t.Values {
	case 0, 2, 4, 8, 16:
	default:
		return fmt.Errorf("kernels: %d values a thread: want 2, 4, 8 or 16", t.Values)
	}
	if t.Threads != 0 && (t.Threads < warp || t.Threads > 1024 || t.Threads&(t.Threads-1) != 0) {
		return fmt.Errorf("kernels: %d threads a block: want a power of two from 32 to 1024", t.Threads)
	}
	if t.Columns < 0 || t.Columns > 32 || t.Columns&(t.Columns-1) != 0 {
		return fmt.Errorf("kernels: %d columns: want a power of two up to 32", t.Columns)
	}
	if t.Waves < 0 {
		return fmt.Errorf("kernels: %d waves: want 0 or more", t.Waves)
	}
	return nil
}

func (t Tuning) waves() int { return cmp.Or(t.Waves, defaultWaves) }

// Tunings lists what is worth measuring for a length, the plan's own choice first.
// Plans of different tunings compute the same; those that do not fit a device are
// errors of the constructors.
func Tunings(n int, p Precision) []Tuning {
	out := []Tuning{{}, {Waves: 1}, {Waves: 1 << 20}, {Stream: true}}
	for _, values := range []int{8, 16} {
		if n >= 4*values && n >= 64 && values != defaultValues(n, p) {
			out = append(out, Tuning{Values: values}, Tuning{Values: values, Waves: 1})
		}
	}
	if n >= 512 {
		out = append(out, Tuning{Split: SplitAlways}, Tuning{Split: SplitNever})
	}
	if n < 4096 {
		out = append(out, Tuning{Threads: 256})
	}
	if n > 8192 {
		out = append(out, Tuning{Chunk: -1}, Tuning{Chunk: 16 << 20}, Tuning{Columns: 4}, Tuning{Columns: 8}, Tuning{Columns: 16})
	}
	return out
}

// defaultValues is a thread's share of a row: sixteen, for then up to 4096 values
// need two exchanges only; fewer where a row has too few threads left to read whole
// sectors.
func defaultValues(n int, p Precision) int {
	switch {
	case n <= 4:
		return n
	case n <= 8 && p == F32:
		return 8
	case n <= 16:
		return 4
	case n <= 64:
		return 8
	default:
		return 16
	}
}
