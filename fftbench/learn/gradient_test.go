package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// drawN is a length of a network.
func drawN(t *rapid.T) wiring {
	w, err := newWiring(1 << rapid.IntRange(2, 5).Draw(t, "log2 n"))
	require.NoError(t, err)
	return w
}

func drawRand(t *rapid.T) *rand.Rand { return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)) }

// checkGradient holds the gradient of descend against central differences of it,
// at weights of each group.
func checkGradient(t *rapid.T, m model, b *batch, r *rand.Rand, h, tolerance float64) {
	weights := m.values()
	gradient, scratch := make([]float64, len(weights)), make([]float64, len(weights))
	m.refresh()
	m.descend(b, gradient)
	largest := 0.0
	for _, d := range gradient {
		largest = max(largest, math.Abs(d))
	}
	covered := 0
	for _, g := range m.groups() {
		require.Equal(t, covered, g.from, "groups leave nothing out")
		covered = g.to
		for range 4 {
			i := g.from + r.IntN(g.to-g.from)
			at := func(d float64) float64 {
				old := weights[i]
				weights[i] += d
				m.refresh()
				loss := m.descend(b, scratch)
				weights[i] = old
				return loss
			}
			want := (at(h) - at(-h)) / (2 * h)
			require.InDelta(t, want, gradient[i], tolerance*(1+largest), "%s, weight %d", g.kind, i)
		}
	}
	require.Equal(t, len(weights), covered)
	m.refresh()
}

func TestGradientOfUnitaries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := drawN(t), drawRand(t)
		checkGradient(t, newUnitaries(w, r, 2), newBatch(r, noise, w.n, 3, nil, nil), r, 1e-5, 1e-8)
	})
}

func TestGradientOfRoundings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := drawN(t), drawRand(t)
		m := newRoundings(w)
		if len(m.v) == 0 {
			return // all twiddles are integers
		}
		m.anneal(rapid.Float64Range(0, 1).Draw(t, "done"))
		for i := range m.v { // where the sigmoid is not cut off and the penalty is smooth
			m.v[i] = math.Copysign(0.2+1.5*r.Float64(), r.Float64()-0.5)
		}
		checkGradient(t, m, newBatch(r, twoTones, w.n, 3, nil, nil), r, 1e-5, 1e-6)
	})
}

// Gates, mask, correction and angles, with gates that are half open and gates
// that are fixed.
func TestGradientOfGatedNetwork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := drawN(t), drawRand(t)
		m := newGated(w, 0.5)
		m.sharpness = rapid.Float64Range(1, 4).Draw(t, "sharpness")
		m.fixed = rapid.Bool().Draw(t, "fixed")
		for i := range m.all {
			m.all[i] += 0.3 * r.NormFloat64()
		}
		b := newBatch(r, noise, w.n, 3, spectral.Hann(w.n), m.head)
		if m.fixed { // a step over the threshold is no derivative
			for i := range m.gates {
				m.gates[i] = math.Copysign(1, m.gates[i]-0.3)
			}
		}
		checkGradient(t, m, b, r, 1e-6, 1e-5)
	})
}

// The twiddles and gates of the bare network, for any of their values.
func TestGradientOfTwiddlesAndGates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := drawN(t), drawRand(t)
		net := newTwiddleNet(w, rapid.Bool().Draw(t, "gated"))
		for i := range net.w {
			net.w[i] = complex(r.NormFloat64(), r.NormFloat64())
		}
		for i := range net.g {
			net.g[i] = []float64{0, 1, r.Float64()}[r.IntN(3)]
		}
		b, tape := newBatch(r, noise, w.n, 2, nil, nil), newTape(w, 2)
		loss := func(backward bool) float64 {
			tape.load(w, b.in)
			net.forward(tape)
			return spectrumLoss(tape, b, backward)
		}
		loss(true)
		net.backward(tape)
		const h = 1e-6
		for range 5 {
			i := r.IntN(len(net.w))
			old, d := net.w[i], net.dw[i]
			at := func(w complex128) float64 {
				net.w[i] = w
				defer func() { net.w[i] = old }()
				return loss(false)
			}
			scale := 1 + math.Hypot(real(d), imag(d))
			require.InDelta(t, (at(old+h)-at(old-h))/(2*h), real(d), 1e-6*scale)
			require.InDelta(t, (at(old+h*1i)-at(old-h*1i))/(2*h), imag(d), 1e-6*scale)
			if net.g == nil {
				continue
			}
			k := r.IntN(len(net.g))
			was := net.g[k]
			net.g[k] = was + h
			up := loss(false)
			net.g[k] = was - h
			down := loss(false)
			net.g[k] = was
			require.InDelta(t, (up-down)/(2*h), net.dg[k], 1e-6*(1+math.Abs(net.dg[k])))
		}
	})
}

// The gradient of the input, which a network before this one would be trained
// by, in natural order.
func TestGradientOfTheInput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := drawN(t), drawRand(t)
		m := newUnitaries(w, r, 1)
		b := newBatch(r, noise, w.n, 2, nil, nil)
		m.run(b, true)
		gradient := make([]complex128, len(b.in))
		m.tape(b).unload(w, gradient)
		const h = 1e-6
		for range 5 {
			i := r.IntN(len(b.in))
			old := b.in[i]
			at := func(v complex128) float64 {
				b.in[i] = v
				defer func() { b.in[i] = old }()
				return m.loss(b)
			}
			require.InDelta(t, (at(old+h)-at(old-h))/(2*h), real(gradient[i]), 1e-7)
			require.InDelta(t, (at(old+h*1i)-at(old-h*1i))/(2*h), imag(gradient[i]), 1e-7)
		}
	})
}

// With the weights of theory every network is the DFT.
func TestTheoryIsTheDFT(t *testing.T) {
	for n := MinLen; n <= 1024; n *= 2 {
		w, err := newWiring(n)
		require.NoError(t, err)
		b := newBatch(stream(1, 0), noise, n, 3, nil, nil)
		assert.Less(t, math.Sqrt(newUnitaries(w, nil, 0).loss(b)), 1e-14, "n=%d", n)
		exact := &roundings{net: newTwiddleNet(w, false), tapes: tapes{}, exact: true}
		assert.Less(t, math.Sqrt(exact.loss(b)), 1e-14, "n=%d", n)
		m := newGated(w, 1)
		b = newBatch(stream(1, 0), twoTones, n, 3, spectral.Hann(n), m.head)
		assert.Less(t, math.Sqrt(m.loss(b)), 1e-12, "n=%d", n)
	}
}

// Whatever its angles, the network is √n times a unitary map.
func TestUnitaryNetworksKeepNormsAndAngles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := drawN(t), drawRand(t)
		m := newUnitaries(w, r, 10)
		b := newBatch(r, noise, w.n, 2, nil, nil)
		m.loss(b)
		product := func(rows []complex128, e, f int) complex128 {
			var sum complex128
			for i := range w.n {
				x, y := rows[i*2+e], rows[i*2+f]
				sum += x * complex(real(y), -imag(y))
			}
			return sum
		}
		for _, pair := range [][2]int{{0, 0}, {0, 1}, {1, 1}} {
			before, after := product(b.in, pair[0], pair[1]), product(m.tape(b).result(), pair[0], pair[1])
			d := after - complex(float64(w.n), 0)*before
			require.Less(t, math.Hypot(real(d), imag(d)), 1e-11*float64(w.n*w.n), "%v", pair)
		}
	})
}

func TestStepsAllocateNothing(t *testing.T) {
	for _, variant := range Variants() {
		f, err := newFitted(Config{Variant: variant, N: 16, Batch: 4})
		require.NoError(t, err)
		o, gradient := newOptimiser(f.config.descent(), len(f.model.values())), make([]float64, len(f.model.values()))
		step := func() {
			f.model.anneal(0.5)
			f.model.descend(f.train.next(), gradient)
			o.step(f.model.values(), gradient)
			f.model.refresh()
		}
		step()
		assert.Zero(t, testing.AllocsPerRun(50, step), variant)
	}
}

func BenchmarkStep(b *testing.B) {
	for _, variant := range Variants() {
		for _, n := range []int{64, 128, 512} {
			b.Run(fmt.Sprintf("%s/n=%d", variant, n), func(b *testing.B) {
				f, err := newFitted(Config{Variant: variant, N: n})
				require.NoError(b, err)
				o, gradient := newOptimiser(f.config.descent(), len(f.model.values())), make([]float64, len(f.model.values()))
				b.ReportAllocs()
				for b.Loop() {
					f.model.descend(f.train.next(), gradient)
					o.step(f.model.values(), gradient)
					f.model.refresh()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.wiring.butterflies()*f.config.Batch), "ns/butterfly")
			})
		}
	}
}
