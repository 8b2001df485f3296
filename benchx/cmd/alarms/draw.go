package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// scenario says how a simulated pull request was measured.
type scenario struct {
	name        string
	interleaved bool // base and head side by side, in pairs; else all of base, then all of head
	n           int  // samples a side
	benchmarks  int  // rows of a pull request
	// cv, where not 0, is what the noise of every benchmark is scaled to.
	cv float64
	// drift is by how much the machine slows down from one run of a benchmark to
	// the next, beside what was recorded.
	drift float64
	// slower is the true change of the first benchmark.
	slower float64
}

// pull is a simulated pull request: what both sides measured.
type pull struct{ columns []compare.Column }

// draw takes a window of rounds out of the recording, as long as the pull
// request needs, and benchmarks at random. Which of the two recorded sides is
// the base is drawn for each benchmark, and for each pair of rounds where they
// are interleaved: both ran the same code.
func (r *recording) draw(s scenario, rng *rand.Rand) pull {
	window := s.n
	if !s.interleaved {
		window = 2 * s.n
	}
	start := rng.IntN(r.rounds - window + 1)
	rows := [2][]ablation.Row{}
	for i, at := range rng.Perm(len(r.series))[:s.benchmarks] {
		of := &r.series[at]
		factor := 1.0
		if i == 0 {
			factor += s.slower
		}
		base, head := of.sample(s, start, rng)
		for k := range head {
			head[k] *= factor
		}
		for side, x := range [2][]float64{base, head} {
			rows[side] = append(rows[side], ablation.Row{
				Name: fmt.Sprintf("B%03d", i), Procs: 1, Status: wire.OK,
				Metrics: []ablation.Metric{{Unit: wire.UnitSecPerOp, N: len(x), Samples: x}},
			})
		}
	}
	id := "one after the other"
	var p pull
	for side, label := range [2]string{"base", "head"} {
		env := ablation.Environment{}
		if s.interleaved {
			env.Facts = []wire.Fact{{Key: wire.FactPairs, Value: id}}
		}
		p.columns = append(p.columns, compare.Column{Label: label, Report: &ablation.Report{
			Environments: []ablation.Environment{env},
			Units:        []ablation.Unit{{Name: wire.UnitSecPerOp, Better: -1}},
			Rows:         rows[side],
		}})
	}
	return p
}

// sample returns what base and head measured of one benchmark.
func (s *series) sample(sc scenario, start int, rng *rand.Rand) (base, head []float64) {
	base, head = make([]float64, sc.n), make([]float64, sc.n)
	side := rng.IntN(2)
	for k := range sc.n {
		b, h, atBase, atHead := start+k, start+sc.n+k, k, sc.n+k
		if sc.interleaved {
			b, h = start+k, start+k
			side = rng.IntN(2)
			first := rng.IntN(2)
			atBase, atHead = 2*k+first, 2*k+1-first
		}
		base[k] = s.value(sc, side, b, atBase)
		head[k] = s.value(sc, 1-side, h, atHead)
	}
	return base, head
}

// value is one recorded time, with the scenario's noise and drift; run counts
// the runs of the benchmark in the pull request.
func (s *series) value(sc scenario, side, round, run int) float64 {
	v := s.side[side][round]
	if sc.cv > 0 && s.cv > 0 {
		v = math.Exp(s.mean + (math.Log(v)-s.mean)*sc.cv/s.cv)
	}
	return v * math.Exp(sc.drift*float64(run))
}
