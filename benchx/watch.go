package benchx

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// hangFactor times the deadline is when a call that never returned is given up
// and the process with it: long enough for a call that is merely slow to come
// back and be reported as a timeout.
const hangFactor = 2

// A watch guards one round of one cell. Without a deadline it never expires.
type watch struct {
	deadline   time.Duration
	passed     atomic.Bool
	late, hung *time.Timer
}

// newWatch starts a watch over the benchmark called name.
func newWatch(name string, deadline time.Duration) *watch {
	w := &watch{deadline: deadline}
	if deadline <= 0 {
		return w
	}
	w.late = time.AfterFunc(deadline, func() { w.passed.Store(true) })
	w.hung = time.AfterFunc(hangFactor*deadline, func() { endHung(name, hangFactor*deadline) })
	return w
}

// expired reports whether the deadline has passed. It costs one load, so that
// it can be asked between operations of a few nanoseconds.
func (w *watch) expired() bool { return w.passed.Load() }

// check returns a lateError once the deadline has passed.
func (w *watch) check() error {
	if w.expired() {
		return lateError(w.deadline)
	}
	return nil
}

// lateError says that a cell was not done when its deadline passed.
type lateError time.Duration

func (e lateError) Error() string {
	return fmt.Sprintf("not done at the deadline of %v", time.Duration(e))
}

// Is makes a lateError what every other missed deadline is.
func (lateError) Is(target error) bool { return target == context.DeadlineExceeded }

func (w *watch) stop() {
	if w.late != nil {
		w.late.Stop()
		w.hung.Stop()
	}
}

// endHung ends the process in the words in which package testing ends one whose
// tests hang, so that every reader of such output understands it. testing
// itself stops its alarm before benchmarks begin.
func endHung(name string, after time.Duration) {
	debug.SetTraceback("all")
	panic(fmt.Sprintf("test timed out after %v\nrunning tests:\n\t%s (%v)", after, name, after.Round(time.Second)))
}
