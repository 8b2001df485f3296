package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fftstudy/fftstudy/benchx/machine"
)

// stopper turns the first interrupt into a wish and the second into an order.
// Before there is anything to keep, the first one is an order too.
type stopper struct {
	requested chan struct{}
	begun     atomic.Bool
}

// measuring says that from now on there is something to keep.
func (t *stopper) measuring() { t.begun.Store(true) }

// listen takes interrupts until done is called. The context ends with the order.
func listen(ctx context.Context, s *session) (t *stopper, ordered context.Context, done func()) {
	t = &stopper{requested: make(chan struct{})}
	ordered, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 2)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) { // as under nohup
			signal.Notify(signals, sig)
		}
	}
	go func() {
		wished := false
		for {
			select {
			case <-ordered.Done():
				return
			case <-signals:
			}
			if wished || !t.begun.Load() {
				cancel()
				return
			}
			wished = true
			close(t.requested)
			fmt.Fprintln(s.stderr, "\nbenchx: interrupted; ending after this slice (press Ctrl-C again to quit at once)")
		}
	}()
	return t, ordered, func() {
		signal.Stop(signals)
		cancel()
	}
}

// A machine counts as quiet when its load is in nobody's way and the same work
// takes the same time.
const (
	quietSpread = 1.05
	quietSpins  = 7
)

// noise says what disturbs the machine now, "" for nothing that shows.
func noise(spin func() (time.Duration, float64)) string {
	fastest, slowest, load := time.Duration(0), time.Duration(0), 0.0
	for range quietSpins {
		took, now := spin()
		if fastest == 0 || took < fastest {
			fastest = took
		}
		slowest, load = max(slowest, took), now
	}
	cores := runtime.NumCPU()
	switch spread := float64(slowest) / float64(fastest); {
	case machine.Busy(load, cores):
		return fmt.Sprintf("the load average is %.2f on %d processors", load, cores)
	case spread > quietSpread:
		return fmt.Sprintf("the same work takes from %v to %v", fastest.Round(10*time.Microsecond), slowest.Round(10*time.Microsecond))
	}
	return ""
}

// quietPoll is how often --wait-quiet looks again.
const quietPoll = 5 * time.Second

// settle waits for the machine to be quiet, or says that it is not.
func (f *abFlags) settle(ctx context.Context, s *session) error {
	deadline := time.Now().Add(f.waitQuiet)
	for {
		what := noise(machine.Spin)
		if what == "" {
			return nil
		}
		if !time.Now().Before(deadline) {
			fmt.Fprintf(s.stderr, "benchx: the machine is not quiet: %s; see docs/ab.md on noise (-benchtime 1ms --slice 0 --best 10)\n", what)
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(quietPoll):
		}
	}
}
