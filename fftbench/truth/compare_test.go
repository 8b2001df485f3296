package truth

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
