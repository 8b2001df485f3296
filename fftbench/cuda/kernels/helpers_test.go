package kernels

import (
	"math"
	"testing"

	"github.com/fftstudy/fftstudy/fftbench/spectral"
	"github.com/fftstudy/fftstudy/fftbench/truth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func relative(got, want []float64) float64 {
	rel, _ := truth.ComparePair(got, want, make([]float64, len(want)))
	return rel
}

func TestWeigh(t *testing.T) {
	const rows = 7
	for _, precision := range precisions {
		for _, n := range []int{1, 100} {
			p, err := Weigh(n, precision, func() []float64 { return testGains(n) }, hopper)
			require.NoError(t, err)
			input, values := noise(2*rows*int64(n), precision, 8)
			for i := range values {
				values[i] *= testGains(n)[i/2%n]
			}
			assert.Equal(t, values, decoded(t, sameInEveryOrder(t, p, rows, input), precision), "gains are powers of two")
		}
	}
}

// The road of another library: segments, real transforms, sums. Lengths need be no
// powers of two.
func TestWelchHelpers(t *testing.T) {
	const rate, rows = 16000, 3
	for _, precision := range precisions {
		for _, n := range []int{2, 5, 64} {
			segments, err := WelchSegments(n, precision, hopper)
			require.NoError(t, err)
			sum, err := WelchSum(n, precision, rate, hopper)
			require.NoError(t, err)
			frame := spectral.WelchFrameLen(n)
			input, values := noise(int64(rows*frame), precision, 9)
			windowed := decoded(t, run(t, segments, rows, input, "shuffle:1"), precision)
			checkSegments(t, windowed, values, n, bound(precision))

			data := make([]byte, sum.InBytes(rows))
			w := writer{data, precision}
			for at := 0; at < len(windowed); at += n {
				x := make([]complex128, n)
				for i := range x {
					x[i] = complex(windowed[at+i], 0)
				}
				for _, v := range truth.DFT(x, truth.Forward)[:Bins(n)] {
					w.real(real(v))
					w.real(imag(v))
				}
			}
			require.Empty(t, w.out)
			got := decoded(t, run(t, sum, rows, data, "shuffle:1"), precision)
			for r := range rows {
				want := welchTruth(t, values[r*frame:(r+1)*frame], n, rate)
				assert.Less(t, relative(got[r*Bins(n):(r+1)*Bins(n)], want), bound(precision), "%s row %d", sum.Name, r)
			}
		}
	}
}

func checkSegments(t *testing.T, got, frames []float64, n int, bound float64) {
	t.Helper()
	hop, frame := n-n/2, spectral.WelchFrameLen(n)
	want := make([]float64, len(got))
	for e := range want {
		segment, i := e/n, e%n
		s := math.Sin(math.Pi * float64(i) / float64(n))
		want[e] = s * s * frames[segment/Segments*frame+segment%Segments*hop+i]
	}
	assert.Less(t, relative(got, want), bound, "segments of %d", n)
}
