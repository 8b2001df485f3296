package spectral

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHannOfEight(t *testing.T) {
	// sin²(πi/8): 0, (2−√2)/4, 1/2, (2+√2)/4, 1 and back.
	want := []float64{0, 0.1464466094067262, 0.5, 0.8535533905932737, 1, 0.8535533905932737, 0.5, 0.1464466094067262}
	assert.InDeltaSlice(t, want, Hann(8), 1e-15)
	assert.Equal(t, []float64{1}, Hann(1))
	assert.Empty(t, Hann(0))
}

func TestHannShiftedByHalfAddsUpToOne(t *testing.T) {
	for _, n := range []int{2, 6, 64, 1024} {
		w := Hann(n)
		for i := range n / 2 {
			assert.InDelta(t, 1, w[i]+w[i+n/2], 1e-15, "n=%d i=%d", n, i)
		}
	}
}

func TestHannEnergyIsThreeEighths(t *testing.T) {
	for _, n := range []int{3, 8, 100, 1024, 131072} {
		assert.InEpsilon(t, 3*float64(n)/8, energy(Hann(n)), 3e-16, "n=%d", n)
	}
}
