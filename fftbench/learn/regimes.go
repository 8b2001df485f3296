package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/fftstudy/fftstudy/benchx/training"
)

// Schedules: which length a step is trained on.
const (
	scheduleExact      = "exact" // no step at all: the angles of theory
	scheduleSingle     = "single"
	scheduleRoundRobin = "round_robin"
	scheduleRandom     = "random"
	// scheduleBalanced takes the length that was worst at the last check.
	scheduleBalanced = "balanced"
)

// RegimesConfig says how to train encoders and decoders on one length and on
// several. Zero fields take the defaults.
type RegimesConfig struct {
	Sizes []int // points, powers of two; 32, 64, 128
	Batch int   // examples of a step; 8
	Steps int   // of a regime, at most, on all lengths together; 400
	Seed  uint64

	Optimizer, Decay string  // Adam, Cosine
	Rate, Clip       float64 // 0.01, 1
	Sigma            float64 // error of the first angles, radians r.m.s.; 0.1
	SpectrumWeight   float64 // of the spectrum's loss beside the round trip's; 1

	// A regime has converged where its held-out loss did not fall by more than the
	// share Delta at Patience checks in a row, and not before MinSteps.
	MinSteps, CheckEvery, Patience int     // 100, 10, 5
	Delta                          float64 // 1e-3

	Now      func() time.Time // for the seconds; nil: they are NaN
	Progress func(Progress)
}

// Complete returns c with its defaults filled in.
func (c RegimesConfig) Complete() (RegimesConfig, error) {
	if len(c.Sizes) == 0 {
		c.Sizes = []int{32, 64, 128}
	}
	c.Sizes = slices.Compact(slices.Sorted(slices.Values(c.Sizes)))
	setDefault(&c.Batch, 8)
	setDefault(&c.Steps, 400)
	setDefault(&c.Seed, 42)
	setDefault(&c.Optimizer, Adam)
	setDefault(&c.Decay, Cosine)
	setDefault(&c.Rate, 0.01)
	setDefault(&c.Clip, 1)
	setDefault(&c.Sigma, 0.1)
	setDefault(&c.SpectrumWeight, 1)
	setDefault(&c.MinSteps, 100)
	setDefault(&c.CheckEvery, 10)
	setDefault(&c.Patience, 5)
	setDefault(&c.Delta, 1e-3)
	for _, n := range c.Sizes {
		if err := checkLen(n); err != nil {
			return c, err
		}
	}
	if !(c.Sigma > 0) || !(c.SpectrumWeight > 0) || !(c.Delta > 0) {
		return c, fmt.Errorf("learn: sigma %g, spectrum weight %g and delta %g, want positive numbers", c.Sigma, c.SpectrumWeight, c.Delta)
	}
	if c.MinSteps < 1 || c.CheckEvery < 1 || c.Patience < 1 {
		return c, fmt.Errorf("learn: %d steps at least, a check every %d and a patience of %d, want positive numbers", c.MinSteps, c.CheckEvery, c.Patience)
	}
	return c, c.descent().check()
}

func (c RegimesConfig) descent() descent {
	return descent{steps: c.Steps, batch: c.Batch, optimizer: c.Optimizer, decay: c.Decay, rate: c.Rate, clip: c.Clip}
}

// Regimes trains an encoder and a decoder in every regime and evaluates each at
// every length: a regime that leaves out a length leaves its last stages as they
// began. If ctx ends, the regimes are those that there are, the one that was at it
// included, and the error is ctx's.
func Regimes(ctx context.Context, c RegimesConfig) ([]training.Regime, error) {
	c, err := c.Complete()
	if err != nil {
		return nil, err
	}
	s := newSchool(c)
	var rows []training.Regime
	for _, r := range regimesOf(c.Sizes) {
		sigma := c.Sigma
		if r.schedule == scheduleExact {
			sigma = 0
		}
		p, err := newPair(c.Sizes, c.SpectrumWeight, stream(c.Seed, streamStart), sigma)
		if err != nil {
			return nil, err
		}
		rows = append(rows, s.attend(ctx, r, p)...)
		if ctx.Err() != nil {
			return rows, ctx.Err()
		}
	}
	return rows, nil
}

// regime is which lengths are trained in which order.
type regime struct {
	label, schedule string
	sizes           []int
}

func regimesOf(sizes []int) []regime {
	all := []regime{{label: scheduleExact, schedule: scheduleExact}}
	for _, n := range sizes {
		all = append(all, regime{fmt.Sprintf("single_%d", n), scheduleSingle, []int{n}})
	}
	if len(sizes) > 1 {
		for _, s := range []string{scheduleRoundRobin, scheduleRandom, scheduleBalanced} {
			all = append(all, regime{"mixed_" + s, s, sizes})
		}
	}
	return all
}

// school has the signals that all regimes share.
type school struct {
	RegimesConfig
	train             map[int][]*batch
	heldOut, evaluate map[int]*batch
}

// evaluated is how many signals an evaluation is over, heldOut how many a check.
const evaluatedExamples, checkedExamples = 64, 16

func newSchool(c RegimesConfig) *school {
	s := &school{RegimesConfig: c, train: map[int][]*batch{}, heldOut: map[int]*batch{}, evaluate: map[int]*batch{}}
	train, heldOut, evaluate := stream(c.Seed, streamTrain), stream(c.Seed, streamChoice), stream(c.Seed, streamHeldOut)
	for _, n := range c.Sizes {
		for range min(max(poolNumbers/(n*c.Batch), leastBatches), mostBatches) {
			s.train[n] = append(s.train[n], newBatch(train, noise, n, c.Batch, nil, nil))
		}
		s.heldOut[n] = newBatch(heldOut, noise, n, checkedExamples, nil, nil)
		s.evaluate[n] = newBatch(evaluate, noise, n, evaluatedExamples, nil, nil)
	}
	return s
}

// attend trains a pair in a regime and evaluates it at every length.
func (s *school) attend(ctx context.Context, r regime, p *pair) []training.Regime {
	seconds, began := math.NaN(), time.Time{}
	if s.Now != nil {
		began = s.Now()
	}
	steps, converged := s.drill(ctx, r, p)
	if s.Now != nil {
		seconds = s.Now().Sub(began).Seconds()
	}
	judged := r.sizes
	if len(judged) == 0 {
		judged = s.Sizes
	}
	heldOut := 0.0
	for _, n := range judged {
		heldOut += p.judge(n, s.heldOut[n]).RoundTripMSE / float64(len(judged))
	}
	var rows []training.Regime
	for _, n := range s.Sizes {
		row := p.judge(n, s.evaluate[n])
		row.Regime, row.Schedule, row.TrainSizes, row.N = r.label, r.schedule, r.sizes, n
		row.Steps, row.Seconds, row.HeldOutMSE, row.Converged = steps, seconds, heldOut, converged
		rows = append(rows, row)
	}
	return rows
}

// drill trains a pair and tells how many steps it took, and whether it converged.
func (s *school) drill(ctx context.Context, r regime, p *pair) (steps int, converged bool) {
	if r.schedule == scheduleExact {
		return 0, true
	}
	o, gradient := newOptimiser(s.descent(), len(p.all)), make([]float64, len(p.all))
	order := stream(s.Seed, streamOrder)
	losses := s.check(r, p) // of the lengths, at the last check
	best, idle := mean(losses), 0
	for ctx.Err() == nil && steps < s.Steps {
		n := r.sizes[r.pick(steps, order, losses)]
		loss := p.descend(n, s.train[n][order.IntN(len(s.train[n]))], gradient)
		o.step(p.all, gradient)
		steps++
		if steps%s.CheckEvery != 0 {
			continue
		}
		losses = s.check(r, p)
		if now := mean(losses); now < best*(1-s.Delta) {
			best, idle = now, 0
		} else {
			idle++
		}
		if s.Progress != nil {
			s.Progress(Progress{What: r.label, Step: steps, Steps: s.Steps, Loss: loss})
		}
		if idle >= s.Patience && steps >= s.MinSteps {
			return steps, true
		}
	}
	return steps, false
}

// pick is which of the lengths a step is trained on.
func (r regime) pick(step int, order *rand.Rand, losses []float64) int {
	switch r.schedule {
	case scheduleRoundRobin:
		return step % len(r.sizes)
	case scheduleRandom:
		return order.IntN(len(r.sizes))
	case scheduleBalanced:
		return slices.Index(losses, slices.Max(losses))
	}
	return 0
}

// check is the relative round-trip loss of each length on held-out signals.
func (s *school) check(r regime, p *pair) []float64 {
	losses := make([]float64, len(r.sizes))
	for i, n := range r.sizes {
		losses[i] = p.judge(n, s.heldOut[n]).RoundTripMSE
	}
	return losses
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// judge measures a pair at one length. Signals have parts of a mean square of 1/3,
// their spectra of n/3; what is decoded is divided by n.
func (p *pair) judge(n int, b *batch) (row training.Regime) {
	a := p.at(n)
	one, inverse := complex(1, 0), complex(1/float64(n), 0)
	row.DecoderMSE, row.DecoderMax = deviation(a.decode(b.spectrum, b.examples).result(), inverse, b.in)
	encoded := a.encode(b.in, b.examples).result()
	row.EncoderMSE, row.EncoderMax = deviation(encoded, one, b.spectrum)
	row.RoundTripMSE, row.RoundTripMax = deviation(a.decode(encoded, b.examples).result(), inverse, b.in)
	return row
}

// deviation is the mean square and the largest part of scale·got − want.
func deviation(got []complex128, scale complex128, want []complex128) (mse, largest float64) {
	for i, v := range got {
		d := scale*v - want[i]
		mse += real(d)*real(d) + imag(d)*imag(d)
		largest = max(largest, math.Abs(real(d)), math.Abs(imag(d)))
	}
	return mse / float64(2*len(got)), largest
}
