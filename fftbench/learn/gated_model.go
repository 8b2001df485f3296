package learn

import "math"

// gated is a twiddle network with a gate for each butterfly, a gain for each bin
// that the mel head reads, the head, and a line for each of its bands that
// corrects the level: gain·level + offset.
type gated struct {
	net          *twiddleNet
	head         *melHead
	tapes        tapes
	all          []float64
	gatedWeights // parts of all

	sharpness float64
	fixed     bool    // gates are 0 or 1
	sparsity  float64 // what a gate of 1 costs, times their number

	// Of the last batch, as rows of one number of every example.
	masked   []complex128 // spectrum behind the mask
	energies []float64    // of the bands
	levels   []float64    // their logarithms
	byPower  []float64    // derivative of the loss by |masked|²
}

// gatedWeights are weights, or a gradient by them, kind by kind.
type gatedWeights struct{ gates, mask, gains, offsets, angles []float64 }

func (m *gated) split(all []float64) gatedWeights {
	take := func(count int) (part []float64) {
		part, all = all[:count:count], all[count:]
		return part
	}
	bands := len(m.head.bands)
	return gatedWeights{
		gates: take(m.net.butterflies()), mask: take(m.head.bins), gains: take(bands), offsets: take(bands),
		angles: take(m.net.n - 1),
	}
}

const (
	gateStart = 0.5  // of what the sigmoid is taken of
	settled   = 0.75 // share of the steps after which gates are fixed
	sharpFrom = 4.0
	sharpTo   = 20.0
)

func newGated(w wiring, sparsity float64) *gated {
	head := newMelHead(w.n)
	m := &gated{net: newTwiddleNet(w, true), head: head, tapes: tapes{}, sparsity: sparsity, sharpness: sharpFrom}
	m.all = make([]float64, w.butterflies()+head.bins+2*len(head.bands)+w.n-1)
	m.gatedWeights = m.split(m.all)
	fill(m.gates, gateStart)
	fill(m.mask, 1)
	fill(m.gains, 1)
	copy(m.angles, theory(w.n))
	m.refresh()
	return m
}

func fill(s []float64, v float64) {
	for i := range s {
		s[i] = v
	}
}

func (m *gated) values() []float64 { return m.all }

func (m *gated) groups() []group {
	var all []group
	add := func(kind string, count int, angles bool) {
		from := 0
		if len(all) > 0 {
			from = all[len(all)-1].to
		}
		all = append(all, group{kind: kind, from: from, to: from + count, angles: angles})
	}
	for range m.net.stages {
		add(kindGates, m.net.n/2, false)
	}
	add(kindMask, len(m.mask), false)
	add(kindAffine, len(m.gains), false)
	add(kindAffine, len(m.offsets), false)
	for s := range m.net.stages {
		add(kindAngles, 1<<s, true)
	}
	return all
}

// anneal sharpens the gates, and fixes them in the end, so that the rest is
// trained for the butterflies that will be there.
func (m *gated) anneal(done float64) {
	m.fixed = done >= settled
	m.sharpness = sharpFrom + (sharpTo-sharpFrom)*min(done/settled, 1)
}

func (m *gated) refresh() {
	for i, a := range m.angles {
		m.net.w[i] = unit(a)
	}
}

func (m *gated) openGates(fixed bool) {
	for i, u := range m.gates {
		if fixed {
			m.net.g[i] = hard(u)
		} else {
			m.net.g[i] = sigmoid(m.sharpness * u)
		}
	}
}

func (m *gated) loss(b *batch) float64 {
	m.openGates(true)
	return m.run(b)
}

// run returns the mean squared error of the levels.
func (m *gated) run(b *batch) float64 {
	t := m.tapes.of(m.net.wiring, b.examples)
	t.load(m.net.wiring, b.in)
	m.net.forward(t)
	m.room(b.examples)
	result := t.result()
	for k, gain := range m.mask {
		row := result[k*b.examples:][:b.examples]
		for e, v := range row {
			m.masked[k*b.examples+e] = complex(gain*real(v), gain*imag(v))
		}
	}
	m.head.energies(m.energies, m.masked, b.examples)
	sum := 0.0
	for i, energy := range m.energies {
		m.levels[i] = level(energy)
		d := m.off(b, i)
		sum += d * d
	}
	return sum / float64(len(m.levels))
}

// off is how far corrected level i is from the truth.
func (m *gated) off(b *batch, i int) float64 {
	band := i / b.examples
	return m.gains[band]*m.levels[i] + m.offsets[band] - b.levels[i]
}

// room makes room for so many examples.
func (m *gated) room(examples int) {
	bins, bands := m.head.bins*examples, len(m.head.bands)*examples
	if cap(m.masked) < bins {
		m.masked, m.byPower = make([]complex128, bins), make([]float64, bins)
		m.energies, m.levels = make([]float64, bands), make([]float64, bands)
	}
	m.masked, m.byPower = m.masked[:bins], m.byPower[:bins]
	m.energies, m.levels = m.energies[:bands], m.levels[:bands]
}

func (m *gated) descend(b *batch, gradient []float64) float64 {
	m.openGates(m.fixed)
	loss := m.run(b)
	by := m.split(gradient)
	m.backThroughHead(b, by.gains, by.offsets)
	t := m.tapes.of(m.net.wiring, b.examples)
	m.backThroughMask(t, by.mask)
	m.net.backward(t)
	for i, d := range m.net.dw {
		by.angles[i] = turned(d, m.net.w[i])
	}
	each := m.sparsity / float64(len(m.gates))
	for i, d := range m.net.dg {
		if m.fixed {
			by.gates[i] = 0
			continue
		}
		g := m.net.g[i]
		loss += each * g
		by.gates[i] = (d + each) * m.sharpness * g * (1 - g)
	}
	return loss
}

// backThroughHead goes back through correction, logarithm and filters, to
// byPower.
func (m *gated) backThroughHead(b *batch, byGain, byOffset []float64) {
	clear(m.byPower)
	clear(byGain)
	clear(byOffset)
	scale := 2 / float64(len(m.levels))
	for band := range m.head.bands {
		filter := &m.head.bands[band]
		for e := range b.examples {
			i := band*b.examples + e
			d := scale * m.off(b, i)
			byGain[band] += d * m.levels[i]
			byOffset[band] += d
			if m.energies[i] <= melFloor {
				continue // the floor does not move
			}
			d *= m.gains[band] / (m.energies[i] * math.Ln10)
			for k, w := range filter.weights {
				m.byPower[(filter.first+k)*b.examples+e] += d * w
			}
		}
	}
}

// backThroughMask goes back from byPower to the network's result.
func (m *gated) backThroughMask(t *tape, byMask []float64) {
	clear(t.gradient) // bins above half the rate count nowhere
	for k, gain := range m.mask {
		sum := 0.0
		for e, v := range t.row(t.result(), k) {
			d := 2 * gain * m.byPower[k*t.examples+e]
			sum += d * (real(v)*real(v) + imag(v)*imag(v))
			t.gradient[k*t.examples+e] = complex(gain*d*real(v), gain*d*imag(v))
		}
		byMask[k] = sum
	}
}
