package main

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// parallel is a batch on one goroutine and on two, by the wall clock: both
// cores must be free for the figure to mean anything.
func (b *bed[F, C]) parallel(n, batch int) work {
	return work{
		key:   results.Key{Bench: results.Parallel, Precision: b.precision, N: n, Batch: batch},
		clock: contest.WallClock,
		prepare: func(a *arena) ([]entrant, error) {
			w := b.complexWork(a, n, batch, rivals[F, C]{})
			var entrants []entrant
			for _, goroutines := range []int{1, 2} {
				plan, err := fft.New[C](n, fft.WithGoroutines(goroutines))
				if err != nil {
					return nil, err
				}
				t := w.transformer(results.Ours, false, repeated(plan, w.dst, w.src))
				t.Goroutines = goroutines
				t.check = func() error { return w.check(t.apply) }
				entrants = append(entrants, t.entrant)
			}
			return entrants, nil
		},
	}
}
