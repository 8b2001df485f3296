package main

import (
	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// works are the works that are timed in passes.
func (m *match) works(o options) []work {
	var works []work
	for _, p := range o.precisions {
		if p == results.F32 {
			works = append(works, timed(m.single, o)...)
			if o.has("logmel") {
				works = append(works, logMel(m.single, m.torch))
			}
		} else {
			works = append(works, timed(m.double, o)...)
			if o.has("welch") {
				works = append(works, welch(m.scipy, m.signal, o.chooses))
			}
		}
	}
	return works
}

func timed[F peers.Float, C peers.Complex](b *bed[F, C], o options) []work {
	var works []work
	if o.has("c2c") {
		for _, batch := range o.batches {
			works = append(works, rows(b, o, batch)...)
		}
		for _, n := range o.lengths {
			works = append(works, b.c2c(n, 1, b.widest()))
		}
	}
	if o.has("r2c") {
		for _, n := range o.sizes {
			works = append(works, b.r2c(n))
		}
	}
	if o.has("c2r") {
		for _, n := range o.fewSizes {
			works = append(works, b.c2r(n))
		}
	}
	if o.has("parallel") && b.choose(results.Ours) {
		for _, n := range []int{256, 1024, 4096, 16384} {
			works = append(works, b.parallel(n, sharedElements/n))
		}
	}
	return works
}

// sharedElements is how many numbers the batches for two goroutines have: some
// hundred microseconds of work, against which a hand-over is nothing.
const sharedElements = 1 << 18

// rows are the complex transforms of a number of rows of powers of two: single
// ones with everybody.
func rows[F peers.Float, C peers.Complex](b *bed[F, C], o options, batch int) []work {
	sizes, others := o.sizes, b.everybody()
	if batch > 1 {
		sizes, others = o.fewSizes, b.widest()
		others.inPlace = true
	}
	var works []work
	for _, n := range sizes {
		if n*batch <= maxElements {
			works = append(works, b.c2c(n, batch, others))
		}
	}
	return works
}

// afterwards does what spoils the libraries' wisdom or takes no time.
func (m *match) afterwards(o options) error {
	for _, p := range o.precisions {
		var err error
		if p == results.F32 {
			err = untimed(&m.runner, m.single, o)
		} else {
			err = untimed(&m.runner, m.double, o)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// longestMeasured is the longest transform whose measured planning is timed:
// it takes FFTW a second.
const longestMeasured = 16384

func untimed[F peers.Float, C peers.Complex](r *runner, b *bed[F, C], o options) error {
	if o.has("accuracy") {
		for _, n := range o.sizes {
			if err := b.accuracy(r, n, b.everybody()); err != nil {
				return err
			}
		}
		for _, n := range o.lengths {
			if err := b.accuracy(r, n, b.widest()); err != nil {
				return err
			}
		}
	}
	if !o.has("plan") {
		return nil
	}
	var estimates, measures []work
	for _, n := range o.sizes {
		estimates = append(estimates, b.planCost(n, results.Estimate))
		if n <= longestMeasured {
			measures = append(measures, b.planCost(n, results.Measure))
		}
	}
	if err := r.pass(estimates, 1, 1); err != nil {
		return err
	}
	once := *r
	once.rules.Rounds, once.rules.Slot = 1, 1
	return once.pass(measures, 1, 1)
}
