package learn

import "math/rand/v2"

// unitaries is a unitary network and its angles.
type unitaries struct {
	net    *unitaryNet
	tapes  tapes
	angles []float64

	byTheta []matrix // derivative of each butterfly
}

// newUnitaries begins at the angles of theory, each off by a normal error.
func newUnitaries(w wiring, r *rand.Rand, sigma float64) *unitaries {
	m := &unitaries{net: newUnitaryNet(w), tapes: tapes{}, byTheta: make([]matrix, w.butterflies()),
		angles: make([]float64, 0, unitaryAngles*w.butterflies())}
	psi := theory(w.n)
	for s := range w.stages {
		for b := range w.n / 2 {
			_, _, j := rows(s, b)
			four := theoryAngles(psi[1<<s-1+j])
			m.angles = append(m.angles, four[:]...)
		}
	}
	if sigma > 0 {
		for i := range m.angles {
			m.angles[i] += sigma * r.NormFloat64()
		}
	}
	m.refresh()
	return m
}

func (m *unitaries) values() []float64 { return m.angles }

func (m *unitaries) groups() []group {
	var all []group
	size := unitaryAngles * m.net.n / 2
	for s := range m.net.stages {
		all = append(all, group{kind: kindAngles, from: s * size, to: (s + 1) * size, angles: true})
	}
	return all
}

func (m *unitaries) anneal(float64) {}

func (m *unitaries) refresh() {
	for i := range m.net.m {
		m.net.m[i], m.byTheta[i] = unitary(m.four(m.angles, i))
	}
}

// four is the angles, or the gradient by them, of a butterfly.
func (m *unitaries) four(all []float64, butterfly int) []float64 {
	return all[unitaryAngles*butterfly:][:unitaryAngles]
}

func (m *unitaries) loss(b *batch) float64 { return m.run(b, false) }

func (m *unitaries) run(b *batch, backward bool) float64 {
	t := m.tapes.of(m.net.wiring, b.examples)
	t.load(m.net.wiring, b.in)
	m.net.forward(t)
	loss := spectrumLoss(t, b, backward)
	if backward {
		m.net.backward(t)
	}
	return loss
}

func (m *unitaries) descend(b *batch, gradient []float64) float64 {
	loss := m.run(b, true)
	for i := range m.net.dm {
		unitaryGradient(m.four(gradient, i), &m.net.m[i], &m.byTheta[i], &m.net.dm[i])
	}
	return loss
}
