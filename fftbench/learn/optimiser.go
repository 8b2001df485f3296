package learn

import "math"

// Optimisers and ways to lower the rate.
const (
	Adam = "adam"
	SGD  = "sgd"

	Cosine      = "cosine" // to zero along half a cosine (Loshchilov and Hutter 2017)
	InverseRoot = "root"   // as 1/√(1 + 10·done)
	Constant    = "constant"
)

// Adam's decay of its moments and what keeps it from dividing by nothing.
const (
	adamFirst, adamSecond = 0.9, 0.999
	adamEpsilon           = 1e-8
)

// optimiser moves weights against their gradient.
type optimiser struct {
	descent
	taken         int
	first, second []float64 // Adam's moments
}

func newOptimiser(d descent, weights int) *optimiser {
	o := &optimiser{descent: d}
	if o.optimizer == Adam {
		o.first, o.second = make([]float64, weights), make([]float64, weights)
	}
	return o
}

// step takes one step. It scales a gradient whose norm is above clip.
func (o *optimiser) step(weights, gradient []float64) {
	rate := o.rate * o.lowered()
	o.taken++
	scale := 1.0
	if norm := norm2(gradient); norm > o.clip {
		scale = o.clip / norm
	}
	if o.optimizer == SGD {
		for i, g := range gradient {
			weights[i] -= rate * scale * g
		}
		return
	}
	// Kingma and Ba 2015, algorithm 1, with the corrections of section 2's end.
	rate *= math.Sqrt(1-math.Pow(adamSecond, float64(o.taken))) / (1 - math.Pow(adamFirst, float64(o.taken)))
	for i, g := range gradient {
		g *= scale
		o.first[i] += (1 - adamFirst) * (g - o.first[i])
		o.second[i] += (1 - adamSecond) * (g*g - o.second[i])
		weights[i] -= rate * o.first[i] / (math.Sqrt(o.second[i]) + adamEpsilon)
	}
}

// lowered is what is left of the rate.
func (o *optimiser) lowered() float64 {
	done := float64(o.taken) / float64(o.steps)
	switch o.decay {
	case Cosine:
		return (1 + math.Cos(math.Pi*done)) / 2
	case InverseRoot:
		return 1 / math.Sqrt(1+10*done)
	}
	return 1
}

func norm2(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}
