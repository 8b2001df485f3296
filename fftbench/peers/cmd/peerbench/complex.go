package main

import (
	"fmt"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// complexWork is forward transforms of rows of n complex elements. All
// entrants share the buffers.
type complexWork[F peers.Float, C peers.Complex] struct {
	bed      *bed[F, C]
	rivals   rivals[F, C]
	n, batch int
	dst, src []C
	judge    func() (*judge[C], error) // of the random input; made when first asked for
}

// rivals are the libraries to measure beside ours.
type rivals[F peers.Float, C peers.Complex] struct {
	fftw []build[F, C]
	// simple ones are gonum and KISS FFT, which have no batches and take the
	// square of a length for its large primes, and ours by Go's own vectors, for
	// powers of two.
	simple bool
	// inPlace asks for ours in place too.
	inPlace bool
}

// transformer is an entrant that can be given data: apply transforms in into
// out, whose lengths are those of the work, and leaves zeros behind in the
// buffers. Transforms in place of anything else would grow beyond all bounds
// while they are timed, and the time does not depend on the values.
type transformer[C peers.Complex] struct {
	entrant
	apply func(out, in []C) error
}

func (b *bed[F, C]) c2c(n, batch int, others rivals[F, C]) work {
	return work{
		key:   results.Key{Bench: results.C2C, Precision: b.precision, N: n, Batch: batch},
		clock: contest.CPUClock,
		prepare: func(a *arena) ([]entrant, error) {
			return b.complexWork(a, n, batch, others).entrants()
		},
	}
}

func (b *bed[F, C]) complexWork(a *arena, n, batch int, others rivals[F, C]) *complexWork[F, C] {
	return &complexWork[F, C]{
		bed: b, rivals: others, n: n, batch: batch,
		dst: take[C](a, n*batch), src: take[C](a, n*batch),
		judge: newJudge[C](n, batch),
	}
}

// entrants are all who can do the work here and were chosen.
func (w *complexWork[F, C]) entrants() ([]entrant, error) {
	all, err := w.transformers()
	entrants := make([]entrant, len(all))
	for i, t := range all {
		t.check = func() error { return w.check(t.apply) }
		entrants[i] = t.entrant
	}
	if err != nil {
		closeAll(entrants)
		return nil, err
	}
	return entrants, nil
}

func (w *complexWork[F, C]) check(apply func(out, in []C) error) error {
	judge, err := w.judge()
	if err != nil {
		return err
	}
	out := make([]C, len(judge.input))
	if err := apply(out, judge.input); err != nil {
		return err
	}
	return judge.check(out)
}

// transformers returns what it made even where it fails.
func (w *complexWork[F, C]) transformers() ([]transformer[C], error) {
	var makers []func() ([]transformer[C], error)
	if w.bed.choose(results.Ours) {
		makers = append(makers, w.ours)
	}
	makers = append(makers, w.fftw)
	if w.rivals.simple {
		makers = append(makers, w.kissfft, w.gonum, w.archsimd)
	}
	var all []transformer[C]
	for _, make := range makers {
		some, err := make()
		all = append(all, some...)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// ours runs fft.New out of place, and in place where that is asked for.
func (w *complexWork[F, C]) ours() ([]transformer[C], error) {
	plan, err := fft.New[C](w.n)
	if err != nil {
		return nil, err
	}
	out := w.transformer(results.Ours, false, repeated(plan, w.dst, w.src))
	if !w.rivals.inPlace {
		return []transformer[C]{out}, nil
	}
	return []transformer[C]{out, w.transformer(results.Ours, true, repeated(plan, w.dst, w.dst))}, nil
}

// repeated is a run of one of our plans.
func repeated[C fft.Complex](plan *fft.Plan[C], dst, src []C) func(times int) error {
	return func(times int) error {
		for range times {
			if err := plan.Forward(dst, src); err != nil {
				return err
			}
		}
		return nil
	}
}

// fftw runs every build out of place and in place.
func (w *complexWork[F, C]) fftw() ([]transformer[C], error) {
	var all []transformer[C]
	for _, build := range w.rivals.fftw {
		for _, inPlace := range []bool{false, true} {
			dst, src := w.buffers(inPlace)
			plan, err := build.lib.Complex(dst, src, w.n, peers.Forward, peers.Measure)
			if err != nil {
				return all, err
			}
			t := w.transformer(build.name, inPlace, untroubled(plan.Run))
			t.close = plan.Close
			all = append(all, t)
		}
	}
	clear(w.dst) // planning used them
	clear(w.src)
	return all, nil
}

// kissfft is there in single precision.
func (w *complexWork[F, C]) kissfft() ([]transformer[C], error) {
	dst, single := any(w.dst).([]complex64)
	if w.bed.kiss == nil || !single {
		return nil, nil
	}
	plan, err := w.bed.kiss.Complex(dst, any(w.src).([]complex64), w.n, peers.Forward)
	if err != nil {
		return nil, err
	}
	t := w.transformer(results.KissFFT, false, untroubled(plan.Run))
	t.close = plan.Close
	return []transformer[C]{t}, nil
}

// gonum transforms complex128 data of its own: it has no other precision, and
// whoever holds complex64 data would have to convert on top.
func (w *complexWork[F, C]) gonum() ([]transformer[C], error) {
	if !w.bed.choose(results.Gonum) {
		return nil, nil
	}
	plan := fourier.NewCmplxFFT(w.n)
	dst, src := make([]complex128, w.n), make([]complex128, w.n)
	t := transformer[C]{entrant: entrant{Entrant: results.Entrant{Lib: results.Gonum, Goroutines: 1}}}
	t.run = func(times int) error {
		for range times {
			plan.Coefficients(dst, src)
		}
		return nil
	}
	t.apply = func(out, in []C) error {
		for i, v := range in {
			src[i] = complex128(v)
		}
		plan.Coefficients(dst, src)
		for i, v := range dst {
			out[i] = C(v)
		}
		clear(src)
		clear(dst)
		return nil
	}
	return []transformer[C]{t}, nil
}

// archsimd is there in a program that was built with GOEXPERIMENT=simd.
func (w *complexWork[F, C]) archsimd() ([]transformer[C], error) {
	if !fft.ArchsimdBuilt || !w.bed.choose(results.Archsimd) {
		return nil, nil
	}
	plan, err := fft.NewStockhamArchsimd[C](w.n)
	if err != nil {
		return nil, err
	}
	return []transformer[C]{w.transformer(results.Archsimd, false, func(times int) error {
		for range times {
			if err := plan.Forward(w.dst, w.src); err != nil {
				return err
			}
		}
		return nil
	})}, nil
}

// transformer makes one of a run over the work's buffers.
func (w *complexWork[F, C]) transformer(lib string, inPlace bool, run func(times int) error) transformer[C] {
	dst, src := w.buffers(inPlace)
	return transformer[C]{
		entrant: entrant{Entrant: results.Entrant{Lib: lib, InPlace: inPlace, Goroutines: 1}, run: run},
		apply: func(out, in []C) error {
			clear(dst)
			copy(src, in)
			err := run(1)
			copy(out, dst)
			clear(dst)
			clear(src)
			return err
		},
	}
}

func (w *complexWork[F, C]) buffers(inPlace bool) (dst, src []C) {
	if inPlace {
		return w.dst, w.dst
	}
	return w.dst, w.src
}

func untroubled(run func(times int)) func(times int) error {
	return func(times int) error {
		run(times)
		return nil
	}
}

// judge knows what random rows must become.
type judge[C peers.Complex] struct {
	input []C
	want  *truth.Reference[C]
}

// newJudge returns a function that makes the judge once: only checks need it.
func newJudge[C peers.Complex](n, batch int) func() (*judge[C], error) {
	var j *judge[C]
	return func() (*judge[C], error) {
		if j != nil {
			return j, nil
		}
		input := random[C](n * batch)
		want, err := truth.New(input, n, truth.Forward)
		if err != nil {
			return nil, err
		}
		j = &judge[C]{input, want}
		return j, nil
	}
}

func (j *judge[C]) check(got []C) error {
	rel, _, err := j.want.Compare(got)
	if err != nil {
		return err
	}
	return within(rel, tolerance[C]())
}

// within judges a relative L2 error.
func within(rel, tolerance float64) error {
	if !(rel <= tolerance) {
		return fmt.Errorf("wrong result: relative L2 error %.2e, want at most %.0e", rel, tolerance)
	}
	return nil
}

// tolerance is the largest relative L2 error of a right result: two decades
// above what honest algorithms show.
func tolerance[C peers.Complex]() float64 {
	if _, single := any(C(0)).(complex64); single {
		return 1e-5
	}
	return 1e-13
}
