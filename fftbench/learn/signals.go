package learn

import (
	"cmp"
	"math"
	"math/rand/v2"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Streams of random numbers. Each has a purpose of its own, so what a model is
// judged by it never saw, neither while it was trained nor when the best of its
// checks was chosen.
const (
	streamTrain = iota + 1
	streamChoice
	streamHeldOut
	streamStart
	streamOrder
	streamPlane
	streamForeign
)

func stream(seed uint64, purpose uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, purpose)) }

// source makes a signal.
type source func(r *rand.Rand, signal []complex128)

// noise is complex, its parts uniform in −1 … 1.
func noise(r *rand.Rand, signal []complex128) {
	for i := range signal {
		signal[i] = complex(2*r.Float64()-1, 2*r.Float64()-1)
	}
}

// The domain: two tones in noise, frequencies in cycles per sample.
const (
	lowFrom, lowTo   = 0.02, 0.17
	highFrom, highTo = 0.20, 0.50
	noisePart        = 0.05
)

// twoTones is a0·sin 2πf0t + a1·cos 2πf1t in noise, with a0 from 0.5 to 1 and a1
// from 0.1 to 0.5. It is real.
func twoTones(r *rand.Rand, signal []complex128) {
	between := func(from, to float64) float64 { return from + (to-from)*r.Float64() }
	f0, f1 := between(lowFrom, lowTo), between(highFrom, highTo)
	a0, a1 := between(0.5, 1), between(0.1, 0.5)
	for t := range signal {
		v := a0*math.Sin(2*math.Pi*f0*float64(t)) + a1*math.Cos(2*math.Pi*f1*float64(t))
		signal[t] = complex(v+noisePart*(2*r.Float64()-1), 0)
	}
}

// batch is examples and what is to come of them, both as rows of one number of
// every example.
type batch struct {
	examples int
	in       []complex128 // n rows
	spectrum []complex128 // n rows, in float64
	power    float64      // Σ|spectrum|²
	levels   []float64    // a row for each band; nil where nobody asks for levels
}

// newBatch draws signals of n numbers, a power of two. window, if any, weighs them
// first; head, if any, works out their levels. Spectra are those of a transform in
// double precision.
func newBatch(r *rand.Rand, draw source, n, examples int, window []float64, head *melHead) *batch {
	b := &batch{examples: examples, in: make([]complex128, n*examples), spectrum: make([]complex128, n*examples)}
	signal, spectrum := make([]complex128, n), make([]complex128, n)
	plan, err := fft.New[complex128](n)
	for e := range examples {
		draw(r, signal)
		for i, w := range window {
			signal[i] *= complex(w, 0)
		}
		if err = cmp.Or(err, plan.Forward(spectrum, signal)); err != nil {
			panic(err) // of the caller's: n was checked before anything was drawn
		}
		for i, v := range spectrum {
			b.in[i*examples+e], b.spectrum[i*examples+e] = signal[i], v
			b.power += real(v)*real(v) + imag(v)*imag(v)
		}
	}
	if head != nil {
		b.levels = make([]float64, len(head.bands)*examples)
		head.energies(b.levels, b.spectrum, examples)
		for i, energy := range b.levels {
			b.levels[i] = level(energy)
		}
	}
	return b
}

// batches are drawn once; an epoch visits each of them, in an order of its own.
type batches struct {
	all   []*batch
	order []int
	r     *rand.Rand
}

func (set *batches) next() *batch {
	if len(set.order) == 0 {
		set.order = set.order[:len(set.all)]
		for i := range set.order {
			set.order[i] = i
		}
		set.r.Shuffle(len(set.order), func(i, j int) { set.order[i], set.order[j] = set.order[j], set.order[i] })
	}
	last := len(set.order) - 1
	b := set.all[set.order[last]]
	set.order = set.order[:last]
	return b
}
