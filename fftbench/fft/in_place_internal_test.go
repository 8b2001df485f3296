package fft

import (
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// Forward leaves bin order[i] at place i; gains in that order between the two
// give what gains in natural order between two sorted transforms give.
func TestInPlace(t *testing.T) {
	for n := 1; n <= 4096; n *= 2 {
		x := make([]complex128, n)
		gains := make([]float64, n)
		for j := range x {
			x[j], gains[j] = cmplx.Rect(1, float64(j*j%71)), float64(j%5)
		}
		spectrum := truth.DFT(x, truth.Forward)
		p, order := planInPlace[float64](n)
		got, seen := append([]complex128(nil), x...), make([]bool, n)
		p.forward(parts[float64](got))
		for i, bin := range order {
			require.False(t, seen[bin], "n=%d: bin %d twice", n, bin)
			seen[bin] = true
			require.Less(t, cmplx.Abs(got[i]-spectrum[bin]), 1e-13*float64(n), "n=%d, bin %d", n, bin)
			spectrum[bin] *= complex(gains[bin], 0)
		}
		want := truth.DFT(spectrum, truth.Inverse)

		filter := &maskedInPlace[float64]{plan: p, gains: make([]float64, n)}
		for i, bin := range order {
			filter.gains[i] = gains[bin]
		}
		filter.forward(parts[float64](got), parts[float64](x), nil)
		rel, _ := truth.Compare(got, want)
		assert.Less(t, rel, 4e-15, "n=%d", n)
	}
}
