package learn

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// The models, by the names of their variants in the study.
const (
	DomainTwiddle    = "domain_twiddle"
	ButterflyUnitary = "butterfly_unitary"
	LearnedE2E       = "learned_e2e"
)

// Variants returns the names of the models.
func Variants() []string { return []string{ButterflyUnitary, DomainTwiddle, LearnedE2E} }

// Config says what to train and how. Zero fields take the defaults; those that
// depend on the model are, for domain_twiddle, butterfly_unitary, learned_e2e:
// Steps 1000, 400, 500; Rate 0.3, 0.03, 0.003.
type Config struct {
	Variant string // one of Variants; domain_twiddle
	N       int    // points, a power of two from MinLen to MaxLen; 128
	Batch   int    // examples of a step; 32
	Steps   int
	Seed    uint64 // of data, start and plane; 42

	Optimizer string  // Adam or SGD; Adam
	Rate      float64 // of the first step
	Decay     string  // of the rate: Cosine, InverseRoot or Constant; Cosine
	Clip      float64 // gradients whose norm is above are scaled to it; 1

	Sigma    float64 // butterfly_unitary: error of the first angles, radians r.m.s.; 0.3
	Sparsity float64 // learned_e2e: what all gates open cost, in squared log10 units; 2

	// Landscape is how many points a side the plane around the trained weights
	// has; 21. One below 0 takes none.
	Landscape int

	Now      func() time.Time // for the seconds of curves; nil: there are none
	Progress func(Progress)   // told some forty times; nil: nobody is
}

// Progress is how far a training is.
type Progress struct {
	What        string // the model or regime
	Step, Steps int    // Steps may be an upper bound
	Loss        float64
}

// defaultsOf are those that depend on the model; 0 steps stand for no such model.
func defaultsOf(variant string) (steps int, rate float64) {
	switch variant {
	case DomainTwiddle:
		return 1000, 0.3
	case ButterflyUnitary:
		return 400, 0.03
	case LearnedE2E:
		return 500, 0.003
	}
	return 0, 0
}

// Complete returns c with its defaults filled in. An error names the field that
// cannot be.
func (c Config) Complete() (Config, error) {
	setDefault(&c.Variant, DomainTwiddle)
	steps, rate := defaultsOf(c.Variant)
	if steps == 0 {
		return c, fmt.Errorf("learn: no model %q; there are %s", c.Variant, strings.Join(Variants(), ", "))
	}
	setDefault(&c.N, 128)
	setDefault(&c.Batch, 32)
	setDefault(&c.Steps, steps)
	setDefault(&c.Seed, 42)
	setDefault(&c.Optimizer, Adam)
	setDefault(&c.Rate, rate)
	setDefault(&c.Decay, Cosine)
	setDefault(&c.Clip, 1)
	setDefault(&c.Sigma, 0.3)
	setDefault(&c.Sparsity, 2)
	setDefault(&c.Landscape, 21)
	if err := checkLen(c.N); err != nil {
		return c, err
	}
	if c.Landscape > 0 && (c.Landscape%2 == 0 || c.Landscape > maxLandscape) {
		return c, fmt.Errorf("learn: a landscape of %d points a side, want an odd number up to %d", c.Landscape, maxLandscape)
	}
	if !(c.Sigma > 0) || !(c.Sparsity > 0) {
		return c, fmt.Errorf("learn: sigma %g and sparsity %g, want positive numbers", c.Sigma, c.Sparsity)
	}
	return c, c.descent().check()
}

// descent is what moves weights.
type descent struct {
	steps, batch     int
	optimizer, decay string
	rate, clip       float64
}

func (c Config) descent() descent {
	return descent{steps: c.Steps, batch: c.Batch, optimizer: c.Optimizer, decay: c.Decay, rate: c.Rate, clip: c.Clip}
}

// The most that can be asked for.
const (
	maxSteps     = 1 << 24
	maxBatch     = 1 << 12
	maxLandscape = 201
)

func (d descent) check() error {
	switch {
	case d.steps < 1 || d.steps > maxSteps:
		return fmt.Errorf("learn: %d steps, want 1 … %d", d.steps, maxSteps)
	case d.batch < 1 || d.batch > maxBatch:
		return fmt.Errorf("learn: batches of %d examples, want 1 … %d", d.batch, maxBatch)
	case !(d.rate > 0) || d.rate > 10:
		return fmt.Errorf("learn: a rate of %g, want one above 0 and up to 10", d.rate)
	case !(d.clip > 0):
		return fmt.Errorf("learn: gradients clipped to a norm of %g, want a positive one", d.clip)
	case !slices.Contains([]string{Adam, SGD}, d.optimizer):
		return fmt.Errorf("learn: no optimizer %q; there are %s, %s", d.optimizer, Adam, SGD)
	case !slices.Contains([]string{Cosine, InverseRoot, Constant}, d.decay):
		return fmt.Errorf("learn: no decay %q; there are %s, %s, %s", d.decay, Cosine, InverseRoot, Constant)
	}
	return nil
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
