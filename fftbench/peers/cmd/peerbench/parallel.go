package main

import (
	"errors"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// parallelSlots is how many slots of others one of a batch on two goroutines
// takes: what is shared is calls that follow each other, and the first of them
// wakes a processor.
const parallelSlots = 20

// parallel is a batch on one goroutine and on two, by the wall clock: both cores
// must be free for the figure to mean anything. What two cores can do at most is
// shown by two goroutines with half of the rows each, which share nothing.
func (b *bed[F, C]) parallel(n, batch int) work {
	return work{
		key:   results.Key{Bench: results.Parallel, Precision: b.precision, N: n, Batch: batch},
		slots: parallelSlots,
		prepare: func(a *arena) ([]entrant, error) {
			w := b.complexWork(a, n, batch, rivals[F, C]{})
			one, err := fft.New[C](n)
			if err != nil {
				return nil, err
			}
			two, err := fft.New[C](n, fft.WithGoroutines(2))
			if err != nil {
				return nil, err
			}
			half := n * (batch / 2)
			return []entrant{
				w.free(results.Ours, 1, repeated(one, w.dst, w.src)),
				w.free(results.Ours, 2, repeated(two, w.dst, w.src)),
				w.free(results.Apart, 2, apart(repeated(one, w.dst[:half], w.src[:half]), repeated(one, w.dst[half:], w.src[half:]))),
			}, nil
		},
	}
}

// apart runs both at the same time.
func apart(run, other func(times int) error) func(times int) error {
	return func(times int) error {
		done := make(chan error, 1)
		go func() { done <- other(times) }()
		return errors.Join(run(times), <-done)
	}
}

// free is an entrant that runs and is timed on a goroutine of its own: the
// program's is tied to its thread, so that each yield to another one would be a
// switch of threads.
func (w *complexWork[F, C]) free(lib string, goroutines int, run func(times int) error) entrant {
	t := w.transformer(lib, false, run)
	t.Goroutines = goroutines
	t.check = func() error { return w.check(t.apply) }
	timed := contest.Timed(lib, contest.WallClock, run).Time
	t.time = func(times int) (took time.Duration, err error) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			took, err = timed(times)
		}()
		<-done
		return took, err
	}
	return t.entrant
}
