package learn

import (
	"math"

	"github.com/fftstudy/fftstudy/benchx/training"
)

// scores are errors on held-out signals: of the trained model, of what it began
// as, and of what it is to be compared with.
func (w *witness) scores(start []float64) training.Scores {
	s := training.Scores{Metrics: w.metrics()}
	add := func(name string, values []float64) {
		s.Rows = append(s.Rows, training.Score{Name: name, Values: values})
	}
	add(training.Trained, w.measure(w.model))
	add(training.AtStart, start)
	switch m := w.model.(type) {
	case *roundings:
		add(training.Exact, w.measure(&roundings{net: newTwiddleNet(w.wiring, false), tapes: m.tapes, exact: true}))
		add(training.Rounded, w.measure(newRoundings(w.wiring)))
	case *unitaries:
		exact := newUnitaries(w.wiring, nil, 0)
		add(training.Exact, w.measure(exact))
		for i := range exact.net.m {
			exact.net.m[i].toSingle()
		}
		add(training.Rounded, w.measure(exact))
	case *gated:
		exact := newGated(w.wiring, m.sparsity)
		add(training.Exact, w.measure(exact))
		for i, t := range exact.net.w {
			exact.net.w[i] = complex128(complex64(t))
		}
		add(training.Rounded, w.measure(exact))
		alone := newGated(w.wiring, m.sparsity)
		copy(alone.gates, m.gates)
		add("exact but for the gates", w.measure(alone))
	}
	return s
}

// metrics name what measure returns.
func (w *witness) metrics() []string {
	switch w.model.(type) {
	case *gated:
		return []string{"RMS error of the levels, log10 units", "largest error of a level, log10 units"}
	case *roundings:
		return []string{"relative L2 error of the spectrum", "largest error of a bin / largest bin",
			"relative L2 error of the spectrum of uniform noise"}
	}
	return []string{"relative L2 error of the spectrum", "largest error of a bin / largest bin",
		"relative L2 error of the spectrum of two tones"}
}

// measure is a model's errors on held-out signals.
func (w *witness) measure(m model) []float64 {
	if m, ok := m.(*gated); ok {
		rms := math.Sqrt(m.loss(w.heldOut))
		return []float64{rms, m.largestError(w.heldOut)}
	}
	if w.foreign == nil {
		draw := noise
		if _, own := m.(*unitaries); own {
			draw = twoTones
		}
		w.foreign = newBatch(stream(w.config.Seed, streamForeign), draw, w.config.N, w.heldOut.examples, nil, nil)
	}
	foreign := math.Sqrt(m.loss(w.foreign))
	own := math.Sqrt(m.loss(w.heldOut))
	return []float64{own, largestError(m.(spectrumModel).tape(w.heldOut), w.heldOut), foreign}
}

// spectrumModel is a model that makes spectra.
type spectrumModel interface {
	// tape is where the last loss of a batch of that size left its result.
	tape(b *batch) *tape
}

func (m *roundings) tape(b *batch) *tape { return m.tapes.of(m.net.wiring, b.examples) }
func (m *unitaries) tape(b *batch) *tape { return m.tapes.of(m.net.wiring, b.examples) }

// largestError is that of a real or imaginary part, over the largest part.
func largestError(t *tape, b *batch) float64 {
	worst, largest := 0.0, 0.0
	for i, v := range t.result() {
		want := b.spectrum[i]
		worst = max(worst, math.Abs(real(v)-real(want)), math.Abs(imag(v)-imag(want)))
		largest = max(largest, math.Abs(real(want)), math.Abs(imag(want)))
	}
	return worst / largest
}

// largestError is that of a level after the last loss.
func (m *gated) largestError(b *batch) float64 {
	worst := 0.0
	for i := range m.levels {
		worst = max(worst, math.Abs(m.off(b, i)))
	}
	return worst
}

// toSingle rounds the entries to single precision.
func (m *matrix) toSingle() {
	for _, entry := range []*complex128{&m.aa, &m.ab, &m.ba, &m.bb} {
		*entry = complex128(complex64(*entry))
	}
}

// meanGate is the mean of the gates as they were trained last.
func (m *gated) meanGate() float64 {
	if m.fixed {
		return m.openShare()
	}
	sum := 0.0
	for _, u := range m.gates {
		sum += sigmoid(m.sharpness * u)
	}
	return sum / float64(len(m.gates))
}

// openShare is the share of butterflies that inference computes.
func (m *gated) openShare() float64 {
	sum := 0.0
	for _, u := range m.gates {
		sum += hard(u)
	}
	return sum / float64(len(m.gates))
}

// undecided is the share of roundings between 0.05 and 0.95.
func (m *roundings) undecided() float64 {
	count := 0
	for _, v := range m.v {
		if h := soft(v); h > 0.05 && h < 0.95 {
			count++
		}
	}
	return float64(count) / float64(max(len(m.v), 1))
}
