package main

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// accuracyElements is how many elements of random input, in whole rows, an
// error is the mean over: enough for three digits.
const accuracyElements = 1 << 16

// accuracy writes the relative RMS error of everyone who transforms n complex
// elements: against float64 for complex64 data, double-double for complex128.
func (b *bed[F, C]) accuracy(r *runner, n int, others rivals[F, C]) error {
	r.arena.reset()
	w := b.complexWork(r.arena, n, 1, others)
	all, err := w.transformers()
	defer func() {
		for _, t := range all {
			closeAll([]entrant{t.entrant})
		}
	}()
	if err != nil {
		return err
	}
	rows := max(1, accuracyElements/n)
	input := random[C](rows * n)
	sums := make([]errorSum, len(all))
	out := make([]C, n)
	for row := range rows {
		in := input[row*n : (row+1)*n]
		want := b.truth(in)
		for i, t := range all {
			if err := t.apply(out, in); err != nil {
				return fmt.Errorf("%s: %w", t.Lib, err)
			}
			for k, v := range out {
				sums[i].add(complex128(v), want.hi[k], want.lo[k])
			}
		}
	}
	key := results.Key{Bench: results.Accuracy, Precision: b.precision, N: n, Batch: 1}
	for i, t := range all {
		r.out.Sample(key, t.Entrant, rows, sums[i].relative()/wire.Eps, wire.UnitRelL2Eps)
	}
	return r.out.Flush()
}

// spectrum is hi + lo.
type spectrum struct{ hi, lo []complex128 }

func (b *bed[F, C]) truth(in []C) spectrum {
	wide := make([]complex128, len(in))
	for i, v := range in {
		wide[i] = complex128(v)
	}
	if b.precision == results.F32 {
		return spectrum{truth.DFT(wide, truth.Forward), make([]complex128, len(in))}
	}
	hi, lo := truth.DFT2(wide, truth.Forward)
	return spectrum{hi, lo}
}

// errorSum sums squares of errors and of what is right.
type errorSum struct{ wrong, right float64 }

func (s *errorSum) add(got, hi, lo complex128) {
	d := got - hi - lo
	s.wrong += real(d)*real(d) + imag(d)*imag(d)
	s.right += real(hi)*real(hi) + imag(hi)*imag(hi)
}

func (s errorSum) relative() float64 { return math.Sqrt(s.wrong / s.right) }
