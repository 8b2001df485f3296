package fft

import (
	"runtime"
	"sync/atomic"
	"time"
)

// team shares the rows of one call after the other among goroutines: each takes
// the next chunk of neighbouring rows until none is left, so that one that is
// late or slow does less. The caller is one of them. The others are started when
// a call wants them; they linger a little for the next call, because it takes
// longer to wake a processor than to transform many rows, and then end: a plan
// keeps no goroutine, and so needs no Close. Starting one takes no memory, since
// Go keeps the stacks of those that ended and what they run is a function that
// was made before.
type team struct {
	do      func(first, last int) // transforms these rows of the call
	join    func()                // what a member runs
	rows    int
	chunk   int
	next    atomic.Int64
	state   atomic.Uint64 // of the call: see below
	members atomic.Int32  // goroutines besides the caller's
	done    chan struct{} // has one token once all are, unless the caller was last
	ended   time.Time     // the last call
}

// A state is the number of the call in the upper half, whether members may enter
// it, and how many are at work in it. A member that is late finds the call closed:
// the caller waits for nobody who has not begun.
const (
	open     = 1 << 31
	nextCall = 1 << 32
)

// newTeam makes a team for calls that do knows.
func newTeam(do func(first, last int)) *team {
	t := &team{do: do, done: make(chan struct{}, 1)}
	t.join = t.member
	return t
}

// run shares rows by chunks among so many goroutines, this one included. Nobody
// is started for a short call that comes alone: it would be over by then.
func (t *team) run(rows, chunk, goroutines int, short bool) {
	if short && t.members.Load() == 0 && time.Since(t.ended) > linger {
		t.do(0, rows)
	} else {
		t.share(rows, chunk, goroutines)
	}
	t.ended = time.Now()
}

func (t *team) share(rows, chunk, goroutines int) {
	t.rows, t.chunk = rows, chunk
	t.next.Store(0)
	t.state.Store(t.state.Load()&^(nextCall-1) + nextCall + open)
	for int(t.members.Load()) < goroutines-1 {
		t.members.Add(1)
		go t.join()
	}
	t.work()
	if closed := t.state.Add(^uint64(open - 1)); closed%nextCall == 0 {
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

// linger is how long a member waits for another call after the end of one, about
// as long as it takes to start another member on a processor that sleeps.
const linger = 50 * time.Microsecond

// member enters calls until none has come for a while.
func (t *team) member() {
	entered := uint64(0) // the last call
	until := time.Now().Add(linger)
	for {
		state := t.state.Load()
		call, isOpen := state/nextCall, state&open != 0
		switch {
		case isOpen && call != entered:
			if t.state.CompareAndSwap(state, state+1) {
				entered = call
				t.work()
				t.leave()
				until = time.Now().Add(linger)
			}
		case isOpen: // others are at their last chunks
			until = time.Now().Add(linger)
			runtime.Gosched()
		case time.Now().Before(until):
			runtime.Gosched()
		default:
			t.members.Add(-1)
			return
		}
	}
}

// leave wakes the caller if it has closed the call and waits for this member.
func (t *team) leave() {
	if t.state.Add(^uint64(0))%nextCall == 0 {
		t.done <- struct{}{}
	}
}

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
	// shortTime is the least work of all goroutines during which one that sleeps
	// wakes up and pays for that.
	shortTime = 100e3
	// chunksEach is into how many chunks the share of a goroutine is cut.
	chunksEach = 4
	// chunkRows is what chunks of many rows are multiples of, to be whole tiles
	// and whole batches of the kernels.
	chunkRows = 16
)

// short reports whether a call of so many rows is over before others have begun.
func (s *sharing) short(rows int) bool { return float64(rows)*s.rowTime < shortTime }

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
