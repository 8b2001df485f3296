package style

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPercentRange(t *testing.T) {
	assert.Equal(t, "[+9.8, +15.1]", PercentRange(0.098, 0.1512))
	assert.Equal(t, "[-3.0, 0.0]", PercentRange(-0.03, 0.0001))
	assert.Equal(t, "[-99.9, +1200]", PercentRange(-0.999, 12))
	assert.Empty(t, PercentRange(-1, math.Inf(1)))
	assert.Empty(t, PercentRange(math.NaN(), math.NaN()))
}

func TestRatioInterval(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		ratio, lo, hi float64
		want          string
	}{
		{0.91086, 0.90106, 0.91973, "0.911 [0.901, 0.920]"},
		{1, 0.99995, 1.0004, "1.000 [1.000, 1.000]"},
		{0.012345, 0.0099, 0.1, "0.0123 [0.00990, 0.100]"},
		{12.34, 9.9996, 123456789, "12.3 [10.0, 1.23e+08]"},
		{1.5, 1.5, 1.5, "1.500"}, // counts have no other
		{1.206, 0, inf, "1.206"}, // too few samples for an interval
		{2, nan, nan, "2.000"},
		{inf, 1.2, inf, "∞"},
		{0, 0, 0, "0"},
		{nan, nan, nan, ""},
	} {
		assert.Equal(t, c.want, RatioInterval(c.ratio, c.lo, c.hi))
	}
}

func TestShare(t *testing.T) {
	for x, want := range map[float64]string{
		0.05: "5 %", 0.125: "12.5 %", 0.00125: "0.125 %", 0.03: "3 %", 0: "0 %", 1: "100 %", 0.1: "10 %", math.Inf(1): "∞",
	} {
		assert.Equal(t, want, Share(x))
	}
}

func TestFactor(t *testing.T) {
	for x, want := range map[float64]string{2: "2×", 1.5: "1.5×", 1.234: "1.23×", 100: "100×"} {
		assert.Equal(t, want, Factor(x))
	}
}

func TestP(t *testing.T) {
	for p, want := range map[float64]string{0.032: "p=0.032", 0.3: "p=0.3", 1: "p=1", 0.00099: "p<0.001", 0: "p<0.001", 0.001: "p=0.001"} {
		assert.Equal(t, want, P(p))
	}
	assert.Empty(t, P(math.NaN()))
}

func TestSpeed(t *testing.T) {
	for _, unit := range []string{"sec/op", "plan-sec", "p99-sec/op", "B/s", "GFLOP/s", "req/s"} {
		assert.True(t, Speed(unit), unit)
	}
	for _, unit := range []string{"B/op", "allocs/op", "rel-l2", "params", "instructions", ""} {
		assert.False(t, Speed(unit), unit)
	}
}

func TestVolume(t *testing.T) {
	for _, unit := range []string{"B/op", "heap-B", "param-bytes", "peak-bytes/op"} {
		assert.True(t, Volume(unit), unit)
	}
	for _, unit := range []string{"B/s", "sec/op", "allocs/op", ""} {
		assert.False(t, Volume(unit), unit)
	}
}
