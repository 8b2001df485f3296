package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// looks is how often a training is looked at.
const looks = 40

// lateFrom is the share of the steps from which on the best of the checks is
// kept.
const lateFrom = 0.75

// How many signals a model is trained on, and judged by.
const (
	leastBatches, mostBatches = 8, 32
	poolNumbers               = 1 << 19 // in all batches, unless they are too few
	judgeExamples             = 128
)

// Fitted is a model that was trained.
type Fitted struct {
	config Config
	wiring wiring
	model  model
	steps  int // that were taken
	train  *batches
	choice *batch // by which the best check is chosen

	best     float64
	bestOnes []float64 // weights; nil before the first check
}

// Fit trains a model and keeps no record. If ctx ends, it returns ctx's error.
func Fit(ctx context.Context, c Config) (*Fitted, error) {
	f, err := newFitted(c)
	if err != nil {
		return nil, err
	}
	if err := f.fit(ctx, func(int, float64) {}); err != nil {
		return nil, err
	}
	return f, nil
}

func newFitted(c Config) (*Fitted, error) {
	c, err := c.Complete()
	if err != nil {
		return nil, err
	}
	w, err := newWiring(c.N)
	if err != nil {
		return nil, err
	}
	f := &Fitted{config: c, wiring: w}
	switch c.Variant {
	case DomainTwiddle:
		f.model = newRoundings(w)
	case ButterflyUnitary:
		f.model = newUnitaries(w, stream(c.Seed, streamStart), c.Sigma)
	case LearnedE2E:
		f.model = newGated(w, c.Sparsity)
	}
	f.train = f.signals(streamTrain)
	f.choice = f.judge(streamChoice)
	return f, nil
}

// signals are the batches to learn from.
func (f *Fitted) signals(purpose uint64) *batches {
	c := f.config
	count := min(max(poolNumbers/(c.N*c.Batch), leastBatches), mostBatches)
	set := &batches{r: stream(c.Seed, streamOrder), order: make([]int, 0, count)}
	r := stream(c.Seed, purpose)
	for range count {
		set.all = append(set.all, f.draw(r, c.Batch))
	}
	return set
}

// judge is a batch of signals to judge by.
func (f *Fitted) judge(purpose uint64) *batch {
	return f.draw(stream(f.config.Seed, purpose), max(8, min(judgeExamples, poolNumbers/(8*f.config.N))))
}

// draw makes signals of the model's own kind.
func (f *Fitted) draw(r *rand.Rand, examples int) *batch {
	switch m := f.model.(type) {
	case *gated:
		return newBatch(r, twoTones, f.config.N, examples, spectral.Hann(f.config.N), m.head)
	case *roundings:
		return newBatch(r, twoTones, f.config.N, examples, nil, nil)
	}
	return newBatch(r, noise, f.config.N, examples, nil, nil)
}

// Steps is how many steps were taken.
func (f *Fitted) Steps() int { return f.steps }

// fit trains, and leaves the best weights of the last checks. look is told some
// forty times of the step and its loss. When ctx ends, so does the training, with
// the best there is.
func (f *Fitted) fit(ctx context.Context, look func(step int, loss float64)) error {
	c, m := f.config, f.model
	o, gradient := newOptimiser(c.descent(), len(m.values())), make([]float64, len(m.values()))
	if c.Variant == DomainTwiddle {
		f.consider() // the nearest integers may be the best
	}
	every := max(1, c.Steps/looks)
	for ctx.Err() == nil && f.steps < c.Steps {
		m.anneal(float64(f.steps) / float64(c.Steps))
		loss := m.descend(f.train.next(), gradient)
		o.step(m.values(), gradient)
		m.refresh()
		f.steps++
		if f.steps%every != 0 && f.steps != c.Steps {
			continue
		}
		if float64(f.steps) >= lateFrom*float64(c.Steps) {
			f.consider()
		}
		look(f.steps, loss)
		if c.Progress != nil {
			c.Progress(Progress{What: c.Variant, Step: f.steps, Steps: c.Steps, Loss: loss})
		}
	}
	if f.bestOnes != nil {
		copy(m.values(), f.bestOnes)
		m.refresh()
	}
	return ctx.Err()
}

// consider keeps the weights if none were better.
func (f *Fitted) consider() {
	loss := f.model.loss(f.choice)
	if f.bestOnes != nil && !(loss < f.best) || math.IsNaN(loss) {
		return
	}
	f.best = loss
	f.bestOnes = append(f.bestOnes[:0], f.model.values()...)
}

// weights is a copy of the weights.
func (f *Fitted) weights() []float64 { return slices.Clone(f.model.values()) }
