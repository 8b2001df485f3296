package learn

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Two steps by hand.
func TestSGD(t *testing.T) {
	o := newOptimiser(descent{optimizer: SGD, decay: Constant, rate: 0.1, clip: 5, steps: 2}, 2)
	w := []float64{1, 2}
	o.step(w, []float64{3, 4}) // a norm of 5 is not clipped
	assert.InDeltaSlice(t, []float64{0.7, 1.6}, w, 1e-15)
	o.step(w, []float64{6, 8}) // one of 10 is halved
	assert.InDeltaSlice(t, []float64{0.4, 1.2}, w, 1e-15)
}

// With a constant gradient the corrected moments are g and g², so that a step is
// the rate.
func TestAdamStepsByItsRate(t *testing.T) {
	o := newOptimiser(descent{optimizer: Adam, decay: Constant, rate: 0.01, clip: 100, steps: 5}, 2)
	w := []float64{0, 0}
	for range 5 {
		o.step(w, []float64{3, -0.2})
	}
	assert.InDeltaSlice(t, []float64{-0.05, 0.05}, w, 1e-7)
}

// Gradients 1 then −1 of one weight, by algorithm 1 of Kingma and Ba:
// m = 0.1, 0.9·0.1−0.1 = −0.01, corrected by 1−0.9² = 0.19; v̂ = 1 both times.
func TestAdamByHand(t *testing.T) {
	o := newOptimiser(descent{optimizer: Adam, decay: Constant, rate: 0.1, clip: 10, steps: 2}, 1)
	w := []float64{0}
	o.step(w, []float64{1})
	o.step(w, []float64{-1})
	assert.InDelta(t, -0.1+0.1*0.01/0.19, w[0], 1e-7)
}

func TestDecay(t *testing.T) {
	at := func(decay string, taken int) float64 {
		o := optimiser{descent: descent{decay: decay, steps: 10}, taken: taken}
		return o.lowered()
	}
	assert.Equal(t, 1.0, at(Cosine, 0))
	assert.InDelta(t, 0.5, at(Cosine, 5), 1e-15)
	assert.InDelta(t, 0, at(Cosine, 10), 1e-15)
	assert.Equal(t, 1.0, at(InverseRoot, 0))
	assert.InDelta(t, 1/math.Sqrt(11), at(InverseRoot, 10), 1e-15)
	assert.Equal(t, 1.0, at(Constant, 10))
}
