package main

import (
	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// welchSegment is the samples of a segment; segments overlap by half.
const welchSegment = 1024

// welch is the density of the signal in float64, ours against SciPy in a
// process of its own. scipy is nil where there is none.
func welch(scipy *peers.SciPy, signal []float64, choose func(lib string) bool) work {
	return work{
		key:   results.Key{Bench: results.Welch, Precision: results.F64, N: welchSegment, Batch: 1},
		clock: contest.CPUClock,
		prepare: func(a *arena) ([]entrant, error) {
			psd, err := spectral.NewPSD[float64](spectral.PSDConfig{
				Framing: spectral.Framing{Len: welchSegment, Hop: welchSegment / 2},
				Rate:    signalRate,
				Centred: true, // SciPy's default
			})
			if err != nil {
				return nil, err
			}
			out := take[float64](a, psd.Bins())
			var entrants []entrant
			if choose(results.Ours) {
				entrants = append(entrants, entrant{
					Entrant: results.Entrant{Lib: results.Ours, Goroutines: 1},
					run: func(times int) error {
						for range times {
							if err := psd.Density(out, signal); err != nil {
								return err
							}
						}
						return nil
					},
					check: func() error { return nil }, // SciPy's is held against it
				})
			}
			if scipy != nil {
				entrants = append(entrants, entrant{
					Entrant: results.Entrant{Lib: results.SciPy, Goroutines: 1},
					time:    scipy.Run,
					check: func() error {
						if err := psd.Density(out, signal); err != nil {
							return err
						}
						theirs, err := scipy.Density()
						if err != nil {
							return err
						}
						return agree(theirs, out, 1e-15) // of densities about 1e-4
					},
				})
			}
			return entrants, nil
		},
	}
}
