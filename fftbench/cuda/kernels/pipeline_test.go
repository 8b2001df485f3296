package kernels

import (
	"bytes"
	"math"
	"testing"

	"github.com/fftstudy/fftstudy/fftbench/spectral"
	"github.com/fftstudy/fftstudy/fftbench/truth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var precisions = []Precision{F32, F64}

// orders are run after ascending and must give the same bytes.
var orders = []string{"descending", "shuffle:7"}

func sameInEveryOrder(t *testing.T, p *Plan, batch int64, input []byte) []byte {
	t.Helper()
	out := run(t, p, batch, input, "ascending")
	for _, order := range orders {
		assert.True(t, bytes.Equal(out, run(t, p, batch, input, order)), "a race shows in order %s", order)
	}
	return out
}

// filterTruth is inverse(gains · forward(x)); gains are of few bits, so that the
// products are exact in hi and the rest is added by linearity.
func filterTruth(x []complex128, gains []float64, p Precision) (hi, lo []float64) {
	if p == F32 {
		spectrum := truth.DFT(x, truth.Forward)
		for k, g := range gains {
			spectrum[k] *= complex(g, 0)
		}
		hi := parts(truth.DFT(spectrum, truth.Inverse))
		return hi, make([]float64, len(hi))
	}
	sh, sl := truth.DFT2(x, truth.Forward)
	for k, g := range gains {
		sh[k] *= complex(g, 0)
		sl[k] *= complex(g, 0)
	}
	oh, ol := truth.DFT2(sh, truth.Inverse)
	rest := truth.DFT(sl, truth.Inverse)
	hi, lo = parts(oh), parts(ol)
	for i, v := range parts(rest) {
		lo[i] += v
	}
	return hi, lo
}

// testGains are powers of two and zero, unlike for every bin.
func testGains(n int) []float64 {
	g := make([]float64, n)
	for k := range g {
		g[k] = math.Ldexp(1, (k*7+k/16)%5-2)
	}
	g[n/2] = 0
	return g
}

func checkFilter(t *testing.T, n int, precision Precision, batch int64, bound float64) {
	t.Helper()
	p, err := Filter(Spec{N: n, Precision: precision}, func() []float64 { return testGains(n) }, hopper)
	require.NoError(t, err)
	input, values := noise(2*batch*int64(n), precision, 3)
	out := complexes(decoded(t, sameInEveryOrder(t, p, batch, input), precision))
	x := complexes(values)
	for row := 0; row < len(x); row += n {
		hi, lo := filterTruth(x[row:row+n], testGains(n), precision)
		rel, _ := truth.ComparePair(parts(out[row:row+n]), hi, lo)
		assert.Less(t, rel, bound, "%s row %d", p.Name, row/n)
	}
}

func TestFilters(t *testing.T) {
	for _, precision := range precisions {
		for n := 2; n <= maxRow; n *= 2 {
			if !testing.Short() || log2(n)%4 == 2*int(precision) {
				checkFilter(t, n, precision, 3, 2*bound(precision))
			}
		}
		checkFilter(t, 1<<14, precision, 2, 2*bound(precision))
		if !testing.Short() {
			checkFilter(t, 1<<15, precision, 1, 2*bound(precision))
		}
	}
}

// welchTruth is that of package spectral in double precision.
func welchTruth(t *testing.T, frame []float64, n int, rate float64) []float64 {
	t.Helper()
	w, err := spectral.NewRealWelch[float64](n, rate)
	require.NoError(t, err)
	out := make([]float64, w.Bins())
	require.NoError(t, w.Density(out, frame))
	return out
}

func checkWelch(t *testing.T, n int, precision Precision, batch int64) {
	t.Helper()
	const rate = 16000
	p, err := Welch(Spec{N: n, Precision: precision}, rate, hopper)
	require.NoError(t, err)
	frame := int64(spectral.WelchFrameLen(n))
	require.Equal(t, frame, p.InElements)
	require.Equal(t, int64(spectral.WelchBins(n)), p.OutElements)
	input, values := noise(batch*frame, precision, 4)
	out := decoded(t, sameInEveryOrder(t, p, batch, input), precision)
	bins := int64(spectral.WelchBins(n))
	for row := range batch {
		want := welchTruth(t, values[row*frame:(row+1)*frame], n, rate)
		rel, _ := truth.ComparePair(out[row*bins:(row+1)*bins], want, make([]float64, bins))
		assert.Less(t, rel, bound(precision), "%s row %d", p.Name, row)
	}
}

func TestWelch(t *testing.T) {
	for _, precision := range precisions {
		for n := 2; n <= maxRow; n *= 2 {
			if !testing.Short() || log2(n)%4 == 1+2*int(precision) {
				checkWelch(t, n, precision, 3)
			}
		}
		checkWelch(t, 1<<14, precision, 2)
		if !testing.Short() {
			checkWelch(t, 1<<15, precision, 1)
		}
	}
}

// A plan may work in its input where it says so.
func TestInPlace(t *testing.T) {
	gains := func() []float64 { return testGains(1 << 14) }
	for _, plan := range []func() (*Plan, error){
		func() (*Plan, error) { return Transform(Spec{N: 8}, hopper) },
		func() (*Plan, error) { return Transform(Spec{N: 256}, hopper) },
		func() (*Plan, error) { return Filter(Spec{N: 256}, gains, hopper) },
		func() (*Plan, error) { return Filter(Spec{N: 1 << 14}, gains, hopper) },
		func() (*Plan, error) { return Weigh(256, F32, gains, hopper) },
	} {
		p, err := plan()
		require.NoError(t, err)
		const batch = 3
		input, _ := noise(2*batch*int64(p.Spec.N), F32, 3)
		want := run(t, p, batch, input, "")
		job := jobOf(t, p, batch, input, "shuffle:2")
		job.Buffers[jobInput].Result = true
		for _, l := range job.Launches {
			for i := range l.Addresses {
				if l.Addresses[i].Buffer == jobOutput {
					l.Addresses[i].Buffer = jobInput
				}
			}
		}
		r, err := library(t, p, false).Run(job)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, r.Buffers[jobInput]), p.Name)
	}
}
