package learn

import (
	"math"
	"math/bits"
)

// Twiddles of 8 bits: integers over a scale of their stage.
const largestScale, smallestScale = math.MaxInt8, 64

// roundings is a twiddle network whose weights are integers over a scale of
// their stage: what is learnt is which of the parts to round up and which down.
// To round each to the nearest is best for each by itself. Together it is not:
// a tone passes one twiddle a stage, and errors that turn it back and forth
// cancel.
//
// A part is ⌊S·w⌋ + h while it is trained, with a stretched sigmoid for h that
// reaches 0 and 1, and a penalty that drives it there (Nagel et al. 2020, "Up or
// Down? Adaptive Rounding for Post-Training Quantization", equations 22 to 24).
// Rounding in the forward pass alone and passing gradients straight through it
// (Bengio et al. 2013) mostly ends worse than it begins here: parts near the middle
// between two integers go on swinging until the end.
type roundings struct {
	net    *twiddleNet
	tapes  tapes
	scales []int     // of the stages
	floors []float64 // ⌊S·w⌋ of each part, real and imaginary in turn
	parts  []int     // those that are no integers, stage by stage
	v      []float64 // for each of them; h(v) ≥ ½ rounds it up

	nearest float64 // loss of the nearest integers, the penalty's unit
	beta    float64 // sharpness of the penalty; 0: none
	exact   bool    // the twiddles of theory instead
}

// The stretched sigmoid, and the share of the steps without a penalty.
const (
	stretch      = 1.2
	warmUp       = 0.2
	betaFrom     = 20.0
	betaTo       = 2.0
	roundingCost = 100 // in losses of the nearest integers
)

func newRoundings(w wiring) *roundings {
	m := &roundings{net: newTwiddleNet(w, false), tapes: tapes{}}
	angles := theory(w.n)
	for s := range w.stages {
		stage := angles[1<<s-1 : 2<<s-1]
		scale := bestScale(stage)
		m.scales = append(m.scales, scale)
		for _, a := range stage {
			u := unit(a)
			for _, part := range [2]float64{real(u) * float64(scale), imag(u) * float64(scale)} {
				floor := math.Floor(part + 1e-9)
				m.floors = append(m.floors, floor)
				if h := part - floor; h > 1e-9 {
					m.parts = append(m.parts, len(m.floors)-1)
					m.v = append(m.v, -math.Log(stretch/(h+(stretch-1)/2)-1))
				}
			}
		}
	}
	m.refresh()
	return m
}

// bestScale is the integer that the parts of a stage's twiddles, times it, lie
// nearest to integers for.
func bestScale(angles []float64) int {
	best, least := largestScale, math.Inf(1)
	for scale := largestScale; scale >= smallestScale; scale-- {
		sum, s := 0.0, float64(scale)
		for _, a := range angles {
			u := unit(a)
			re, im := real(u)-math.Round(real(u)*s)/s, imag(u)-math.Round(imag(u)*s)/s
			sum += re*re + im*im
		}
		if sum < least {
			best, least = scale, sum
		}
	}
	return best
}

// stageOf is the stage of a twiddle.
func stageOf(twiddle int) int { return bits.Len(uint(twiddle+1)) - 1 }

func (m *roundings) values() []float64 { return m.v }

func (m *roundings) groups() []group {
	var all []group
	for i, part := range m.parts {
		if s := stageOf(part / 2); i == 0 || s != stageOf(m.parts[i-1]/2) {
			all = append(all, group{kind: kindRoundings, from: i})
		}
		all[len(all)-1].to = i + 1
	}
	return all
}

// anneal sharpens the penalty.
func (m *roundings) anneal(done float64) {
	m.beta = 0
	if done >= warmUp {
		m.beta = betaFrom + (betaTo-betaFrom)*(done-warmUp)/(1-warmUp)
	}
}

func (m *roundings) refresh() { m.set(hard) }

// set puts the parts into the network's twiddles.
func (m *roundings) set(h func(v float64) float64) {
	if m.exact {
		for i, a := range theory(m.net.n) {
			m.net.w[i] = unit(a)
		}
		return
	}
	for i := range m.net.w {
		s := float64(m.scales[stageOf(i)])
		m.net.w[i] = complex(m.floors[2*i]/s, m.floors[2*i+1]/s)
	}
	for i, part := range m.parts {
		step := h(m.v[i]) / float64(m.scales[stageOf(part/2)])
		if part%2 == 0 {
			m.net.w[part/2] += complex(step, 0)
		} else {
			m.net.w[part/2] += complex(0, step)
		}
	}
}

// hard rounds up or down.
func hard(v float64) float64 {
	if v >= 0 {
		return 1
	}
	return 0
}

// soft is between the two.
func soft(v float64) float64 { return min(max(stretch*sigmoid(v)-(stretch-1)/2, 0), 1) }

func sigmoid(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

func (m *roundings) loss(b *batch) float64 {
	m.set(hard)
	return m.run(b, false)
}

func (m *roundings) run(b *batch, backward bool) float64 {
	t := m.tapes.of(m.net.wiring, b.examples)
	t.load(m.net.wiring, b.in)
	m.net.forward(t)
	loss := spectrumLoss(t, b, backward)
	if backward {
		m.net.backward(t)
	}
	return loss
}

func (m *roundings) descend(b *batch, gradient []float64) float64 {
	if m.nearest == 0 {
		m.nearest = m.loss(b)
	}
	m.set(soft)
	loss := m.run(b, true)
	weight := roundingCost * m.nearest / float64(len(m.parts))
	for i, part := range m.parts {
		d := real(m.net.dw[part/2])
		if part%2 == 1 {
			d = imag(m.net.dw[part/2])
		}
		d /= float64(m.scales[stageOf(part/2)])
		h := soft(m.v[i])
		if h == 0 || h == 1 {
			gradient[i] = 0 // where the sigmoid is cut off it stays
			continue
		}
		if m.beta > 0 {
			x := 2*h - 1
			loss += weight * (1 - math.Pow(math.Abs(x), m.beta))
			d -= weight * 2 * m.beta * math.Copysign(math.Pow(math.Abs(x), m.beta-1), x)
		}
		s := sigmoid(m.v[i])
		gradient[i] = d * stretch * s * (1 - s)
	}
	return loss
}

// integers are the parts as they are rounded.
func (m *roundings) integers() []float64 {
	all := append([]float64(nil), m.floors...)
	for i, part := range m.parts {
		all[part] += hard(m.v[i])
	}
	return all
}
