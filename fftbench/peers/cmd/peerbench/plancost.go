package main

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// planCost is planning one transform of n complex elements from nothing:
// FFTW's wisdom is dropped before every plan.
func (b *bed[F, C]) planCost(n int, mode string) work {
	return work{
		key:   results.Key{Bench: results.Plan, Precision: b.precision, N: n, Batch: 1},
		clock: contest.CPUClock,
		prepare: func(a *arena) ([]entrant, error) {
			w := b.complexWork(a, n, 1, rivals[F, C]{})
			rigor, ours := peers.Estimate, fft.Estimate
			if mode == results.Measure {
				rigor, ours = peers.Measure, fft.Measure
			}
			var entrants []entrant
			if b.choose(results.Ours) {
				entrants = append(entrants, planner(results.Ours, mode, func() error {
					_, err := fft.New[C](n, fft.WithPlanner(ours))
					return err
				}))
			}
			for _, build := range b.widest().fftw {
				entrants = append(entrants, planner(build.name, mode, func() error {
					build.lib.Forget()
					plan, err := build.lib.Complex(w.dst, w.src, n, peers.Forward, rigor)
					if err == nil {
						plan.Close()
					}
					return err
				}))
			}
			return entrants, nil
		},
	}
}

// planner is the entrant of a function that plans.
func planner(lib, mode string, plan func() error) entrant {
	return entrant{
		Entrant: results.Entrant{Lib: lib, Mode: mode, Goroutines: 1},
		run: func(times int) error {
			for range times {
				if err := plan(); err != nil {
					return err
				}
			}
			return nil
		},
		check: func() error { return nil }, // the transforms themselves are checked
	}
}
