package main

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// realWork is one real signal of n samples and its n/2+1 bins, out of place:
// in place FFTW wants padded rows.
type realWork[F peers.Float, C peers.Complex] struct {
	bed    *bed[F, C]
	plan   *fft.RealPlan[F, C]
	n      int
	signal []F
	bins   []C
}

// r2c is the transform of a real signal, c2r the way back.
func (b *bed[F, C]) r2c(n int) work { return b.realWork(results.R2C, n, (*realWork[F, C]).forward) }
func (b *bed[F, C]) c2r(n int) work { return b.realWork(results.C2R, n, (*realWork[F, C]).inverse) }

func (b *bed[F, C]) realWork(bench string, n int, entrants func(*realWork[F, C]) ([]entrant, error)) work {
	return work{
		key:   results.Key{Bench: bench, Precision: b.precision, N: n, Batch: 1},
		clock: contest.CPUClock,
		prepare: func(a *arena) ([]entrant, error) {
			plan, err := b.newReal(n)
			if err != nil {
				return nil, err
			}
			w := &realWork[F, C]{bed: b, plan: plan, n: n, signal: take[F](a, n), bins: take[C](a, plan.Bins())}
			all, err := entrants(w)
			clear(w.signal) // planning used them
			clear(w.bins)
			return all, err
		},
	}
}

func (w *realWork[F, C]) forward() ([]entrant, error) {
	return w.entrants(w.checkForward,
		func() error { return w.plan.Forward(w.bins, w.signal) },
		func(lib *peers.FFTW[F, C]) (*peers.FFTWPlan, error) {
			return lib.Real(w.bins, w.signal, w.n, peers.Measure)
		})
}

func (w *realWork[F, C]) inverse() ([]entrant, error) {
	return w.entrants(w.checkInverse,
		func() error { return w.plan.Inverse(w.signal, w.bins) },
		func(lib *peers.FFTW[F, C]) (*peers.FFTWPlan, error) {
			return lib.RealInverse(w.signal, w.bins, w.n, peers.Measure)
		})
}

func (w *realWork[F, C]) entrants(
	check func(run func(int) error) error, ours func() error, plan func(*peers.FFTW[F, C]) (*peers.FFTWPlan, error),
) ([]entrant, error) {
	var all []entrant
	add := func(lib string, run func(times int) error, close func()) {
		all = append(all, entrant{
			Entrant: results.Entrant{Lib: lib, Goroutines: 1},
			run:     run, close: close,
			check: func() error { return check(run) },
		})
	}
	if w.bed.choose(results.Ours) {
		add(results.Ours, func(times int) error {
			for range times {
				if err := ours(); err != nil {
					return err
				}
			}
			return nil
		}, nil)
	}
	for _, build := range w.bed.widest().fftw {
		p, err := plan(build.lib)
		if err != nil {
			closeAll(all)
			return nil, err
		}
		add(build.name, untroubled(p.Run), p.Close)
	}
	return all, nil
}

// checkForward transforms noise.
func (w *realWork[F, C]) checkForward(run func(int) error) error {
	x := randomReal[F](w.n)
	copy(w.signal, x)
	err := run(1)
	if err == nil {
		err = near(w.bins, spectrumOf(x)[:len(w.bins)], tolerance[C]())
	}
	clear(w.signal)
	clear(w.bins)
	return err
}

// checkInverse transforms the spectrum of noise, rounded, and wants n times
// the noise.
func (w *realWork[F, C]) checkInverse(run func(int) error) error {
	x := randomReal[F](w.n)
	for k, v := range spectrumOf(x)[:len(w.bins)] {
		w.bins[k] = C(v)
	}
	err := run(1)
	if err == nil {
		want, got := make([]complex128, w.n), make([]complex128, w.n)
		for j := range x {
			want[j], got[j] = complex(float64(w.n)*float64(x[j]), 0), complex(float64(w.signal[j]), 0)
		}
		err = near(got, want, tolerance[C]())
	}
	clear(w.signal)
	clear(w.bins)
	return err
}

// spectrumOf is the transform of a real signal in float64.
func spectrumOf[F peers.Float](x []F) []complex128 {
	wide := make([]complex128, len(x))
	for j, v := range x {
		wide[j] = complex(float64(v), 0)
	}
	return truth.DFT(wide, truth.Forward)
}

// near compares by the relative L2 error.
func near[C peers.Complex](got []C, want []complex128, tolerance float64) error {
	rel, _ := truth.Compare(got, want)
	return within(rel, tolerance)
}
