package fft

import (
	"runtime"
	"sync/atomic"
)

// team shares the rows of one call among goroutines: each takes the next chunk
// of neighbouring rows until none is left, so that one that is late or slow
// does less. Members are started for the call and end with it: a plan keeps no
// goroutine, and so needs no Close. Starting one takes no memory, since Go keeps
// the stacks of those that ended and what they run is a function that was made
// before.
type team struct {
	do    func(first, last int) // transforms these rows of the call
	join  func()                // what a member runs
	rows  int
	chunk int
	next  atomic.Int64
	busy  atomic.Int32  // goroutines that are not done
	done  chan struct{} // has one token once all are, unless the caller was last
}

// newTeam makes a team for calls that do knows.
func newTeam(do func(first, last int)) *team {
	t := &team{do: do, done: make(chan struct{}, 1)}
	t.join = func() {
		t.work()
		if t.busy.Add(-1) == 0 {
			t.done <- struct{}{}
		}
	}
	return t
}

// run shares rows by chunks among so many goroutines, this one included.
func (t *team) run(rows, chunk, goroutines int) {
	t.rows, t.chunk = rows, chunk
	t.next.Store(0)
	t.busy.Store(int32(goroutines))
	for range goroutines - 1 {
		go t.join()
	}
	t.work()
	if t.busy.Add(-1) == 0 {
		return
	}
	// The others are at their last chunks: it takes longer to be woken up.
	for range patience {
		select {
		case <-t.done:
			return
		default:
			runtime.Gosched()
		}
	}
	<-t.done
}

// patience is how often a caller yields before it sleeps, some 20 µs together.
const patience = 100

func (t *team) work() {
	for {
		last := int(t.next.Add(int64(t.chunk)))
		first := last - t.chunk
		if first >= t.rows {
			return
		}
		t.do(first, min(last, t.rows))
	}
}

// sharing is how calls of a plan are shared.
type sharing struct {
	goroutines int
	rowTime    float64 // of a row, in nanoseconds by the cost model
}

const (
	// shareTime is the least work of a goroutine that pays for starting it, in
	// nanoseconds.
	shareTime = 10e3
	// chunksEach is into how many chunks the share of a goroutine is cut.
	chunksEach = 4
	// chunkRows is what chunks of many rows are multiples of, to be whole tiles
	// and whole batches of the kernels.
	chunkRows = 16
)

// of is how many goroutines share so many rows, by which chunks; one or none
// takes them all.
func (s *sharing) of(rows int) (chunk, goroutines int) {
	if s.goroutines == 1 {
		return rows, 1
	}
	least := 1 + int(shareTime/s.rowTime)
	goroutines = min(s.goroutines, rows/least)
	if goroutines < 2 {
		return rows, 1
	}
	chunk = max(1, rows/(chunksEach*goroutines))
	if chunk > chunkRows/2 {
		chunk = (chunk + chunkRows - 1) / chunkRows * chunkRows
	}
	return chunk, goroutines
}
