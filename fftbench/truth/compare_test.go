package truth

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestComparePair(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		name        string
		got, hi, lo []float64
		rel, abs    float64
	}{
		{name: "equal", got: []float64{1, 2}, hi: []float64{1, 2}, lo: []float64{0, 0}},
		{name: "by hand", got: []float64{3, 4.5}, hi: []float64{3, 4}, lo: []float64{0, 0}, rel: 0.1, abs: 0.5},
		{name: "low part", got: []float64{3, 4}, hi: []float64{3, 4}, lo: []float64{0, 0x1p-60}, rel: 0x1p-60 / 5, abs: 0x1p-60},
		{name: "zero throughout", got: []float64{0}, hi: []float64{0}, lo: []float64{0}},
		{name: "tiny", got: []float64{3e-200, 4.5e-200}, hi: []float64{3e-200, 4e-200}, lo: []float64{0, 0}, rel: 0.1, abs: 0.5e-200},
		{name: "NaN", got: []float64{nan, 1}, hi: []float64{1, 1}, lo: []float64{0, 0}, rel: nan, abs: nan},
		{name: "other length", got: []float64{1}, hi: []float64{1, 1}, lo: []float64{0, 0}, rel: nan, abs: nan},
		{name: "no low part", got: []float64{1}, hi: []float64{1}, rel: nan, abs: nan},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rel, abs := ComparePair(test.got, test.hi, test.lo)
			if math.IsNaN(test.rel) {
				assert.True(t, math.IsNaN(rel) && math.IsNaN(abs), "%v %v", rel, abs)
				return
			}
			assert.InDelta(t, test.rel, rel, 1e-15*test.rel)
			assert.InDelta(t, test.abs, abs, 1e-15*test.abs)
		})
	}
}

func TestCompare(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		name        string
		got, want   []complex128
		rel, abs    float64
		poisonedRel bool
	}{
		{name: "equal", got: []complex128{1, 2i}, want: []complex128{1, 2i}},
		{name: "no elements"},
		{name: "by hand", got: []complex128{3.005, 0}, want: []complex128{3, 4i}, rel: math.Hypot(0.005, 4) / 5, abs: 4},
		{name: "one part", got: []complex128{3 + 4.5i}, want: []complex128{3 + 4i}, rel: 0.1, abs: 0.5},
		{name: "huge", got: []complex128{3e300 + 4.5e300i}, want: []complex128{3e300 + 4e300i}, rel: 0.1, abs: 0.5e300},
		{name: "tiny", got: []complex128{3e-300 + 4.5e-300i}, want: []complex128{3e-300 + 4e-300i}, rel: 0.1, abs: 0.5e-300},
		{name: "zero truth", got: []complex128{1}, want: []complex128{0}, rel: inf, abs: 1},
		{name: "NaN", got: []complex128{1, complex(0, nan)}, want: []complex128{1, 1}, poisonedRel: true},
		{name: "NaN first", got: []complex128{complex(nan, 0), 1}, want: []complex128{1, 1}, poisonedRel: true},
		{name: "NaN in truth", got: []complex128{1}, want: []complex128{complex(nan, 0)}, poisonedRel: true},
		{name: "infinity", got: []complex128{complex(inf, 0)}, want: []complex128{1}, poisonedRel: true},
		{name: "other length", got: []complex128{1}, want: []complex128{1, 1}, poisonedRel: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rel, abs := Compare(test.got, test.want)
			if test.poisonedRel {
				assert.True(t, math.IsNaN(rel) && math.IsNaN(abs), "%v %v", rel, abs)
				return
			}
			if test.rel == inf {
				assert.Equal(t, inf, rel)
			} else {
				assert.InDelta(t, test.rel, rel, 1e-15)
			}
			assert.InEpsilon(t, test.abs+math.SmallestNonzeroFloat64, abs+math.SmallestNonzeroFloat64, 1e-12)
		})
	}
}
