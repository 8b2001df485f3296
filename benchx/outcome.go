package benchx

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// outcome says how a cell ended, and why.
type outcome struct {
	status  wire.Status
	note    string
	limiter wire.Limiter
}

// facts returns what the benchmark's log line says, nothing for a cell that is
// fine and has no remark.
func (o outcome) facts() []wire.Fact {
	return wire.OutcomeFacts(o.status, o.limiter, o.note)
}

// phase is a stage of a cell's round, named as a note names it.
type phase string

const (
	inPrepare  phase = "prepare"
	inHeap     phase = "heap"
	inWarmUp   phase = "warm-up"
	inCheck    phase = "check"
	inAccuracy phase = "accuracy"
	inOp       phase = "op"
	inMetrics  phase = "metrics"
	inClose    phase = "close"
)

// classify returns the outcome that err means in phase p.
func classify(p phase, err error) outcome {
	var panicked *panicError
	o := outcome{status: wire.BenchFail, note: string(p) + ": " + err.Error()}
	switch {
	case errors.As(err, &panicked):
		o.status = wire.Panic
	case errors.Is(err, ErrSkip):
		o.status, o.note = wire.Skip, err.Error()
	case errors.Is(err, ErrOutOfMemory):
		o.status = wire.OOM
	case errors.Is(err, context.DeadlineExceeded):
		o.status = wire.Timeout
	case p == inPrepare:
		o.status, o.note = wire.PrepareFail, err.Error()
	}
	return o
}

// panicError is a panic of a case function, turned into an error.
type panicError struct {
	value any
	site  string // file:line, or ""
}

func (e *panicError) Error() string {
	if e.site == "" {
		return fmt.Sprint(e.value)
	}
	return fmt.Sprintf("%v (at %s)", e.value, e.site)
}

// rescue, deferred, turns a panic into *err.
func rescue(err *error) {
	if v := recover(); v != nil {
		*err = &panicError{value: v, site: panicSite()}
	}
}

// guard calls f and returns its error or its panic.
func guard(f func() error) (err error) {
	defer rescue(&err)
	return f()
}

// panicSite returns the file:line that panicked: on the stack of a recovering
// deferred function, the first frame below the runtime's own.
func panicSite() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	panicking := false
	for {
		f, more := frames.Next()
		switch inRuntime := strings.HasPrefix(f.Function, "runtime."); {
		case inRuntime:
			panicking = true
		case panicking:
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
