package ab

import (
	"bytes"
	"slices"
	"sync"
	"time"
)

// maxOutput bounds what one slice may print, in bytes.
const maxOutput = 64 << 20

// A tape records what a process prints, and when it printed lines that have to
// do with a benchmark. It is written to by one goroutine and watched by another.
type tape struct {
	start   time.Time
	flooded chan struct{} // closed when more than maxOutput came

	mu       sync.Mutex
	text     []byte
	open     int // where the last line, not complete, begins
	lines    int // complete lines
	arrived  []Arrival
	heard    time.Duration // when a benchmark was last heard of
	overflow bool
}

func newTape() *tape { return &tape{start: time.Now(), flooded: make(chan struct{})} }

var benchmarkWord = []byte("Benchmark")

// Write implements io.Writer. It never fails: what is too much is dropped.
func (t *tape) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.overflow {
		return len(p), nil
	}
	t.text = append(t.text, p...)
	now := time.Since(t.start)
	for {
		end := bytes.IndexByte(t.text[t.open:], '\n')
		if end < 0 {
			break
		}
		t.lines++
		if bytes.Contains(t.text[t.open:t.open+end], benchmarkWord) {
			t.heard = now
			t.arrived = append(t.arrived, Arrival{t.lines, now})
		}
		t.open += end + 1
	}
	if len(t.text) > maxOutput {
		t.overflow = true
		close(t.flooded)
	}
	return len(p), nil
}

// quietFor returns for how long no benchmark was heard of.
func (t *tape) quietFor() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Since(t.start) - t.heard
}

// take returns what was recorded.
func (t *tape) take() ([]byte, []Arrival) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.text), slices.Clone(t.arrived)
}
