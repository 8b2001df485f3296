package style

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func labels(ticks []Tick) []string {
	s := []string{}
	for _, t := range ticks {
		if t.Label != "" {
			s = append(s, t.Label)
		}
	}
	return s
}

func TestPowerTicks(t *testing.T) {
	assert.Equal(t, []string{"64", "128", "256", "512", "1024"}, labels(PowerTicks(64, 1024)))
	assert.Equal(t, []string{"1"}, labels(PowerTicks(0.9, 1.1)))
	assert.Empty(t, PowerTicks(1000, 1001))
	many := PowerTicks(2, 1<<20)
	assert.Len(t, many, 20)
	assert.Equal(t, []string{"2", "8", "32", "128", "512", "2048", "8192", "32768", "131072", "524288"}, labels(many))
	assert.Equal(t, []string{"1Mi", "2Mi"}, labels(PowerTicks(1<<20, 1<<21)))
}

func TestTimeTicks(t *testing.T) {
	assert.Equal(t, []string{"500 ns", "1 µs", "2 µs", "5 µs", "10 µs", "20 µs"}, labels(TimeTicks(4e-7, 3e-5)))
	assert.Equal(t, []string{"1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms"}, labels(TimeTicks(1e-9, 2e-3)))
	assert.Equal(t, []string{"2 ms", "2.2 ms", "2.4 ms", "2.6 ms", "2.8 ms"}, labels(TimeTicks(2e-3, 2.9e-3)))
}

func TestErrorTicks(t *testing.T) {
	assert.Equal(t, []string{"1e-16", "1e-15", "1e-14"}, labels(ErrorTicks(9e-17, 2e-14)))
	assert.Equal(t, []string{"1e-18", "1e-15", "1e-12", "1e-09", "1e-06", "1e-03", "1e+00"},
		labels(ErrorTicks(1e-18, 1)))
}

func TestByteTicks(t *testing.T) {
	assert.Equal(t, []string{"512 B", "1 KiB", "2 KiB"}, labels(ByteTicks(500, 2048)))
	assert.Equal(t, []string{"256 B", "1 KiB", "4 KiB", "16 KiB", "64 KiB", "256 KiB", "1 MiB"},
		labels(ByteTicks(200, 1<<20)))
}

func TestLinearByteTicks(t *testing.T) {
	assert.Equal(t, []string{"0 B", "32 GiB", "64 GiB", "96 GiB"}, labels(LinearByteTicks(0, 103<<30, 3)))
	assert.Equal(t, []string{"512 MiB", "768 MiB", "1 GiB", "1.25 GiB", "1.5 GiB"},
		labels(LinearByteTicks(400<<20, 1600<<20, 3)))
	assert.Equal(t, []string{"0 B", "1 B", "2 B", "3 B"}, labels(LinearByteTicks(0, 3.5, 5)), "no part of a byte")
	assert.Empty(t, LinearByteTicks(1<<62, 1<<62, 5))
	assert.Empty(t, LinearByteTicks(1<<62, 1<<62+2048, 5), "too narrow for float64 to part")
}

func TestLinearTicks(t *testing.T) {
	assert.Equal(t, []string{"0", "5", "10", "15", "20"}, labels(LinearTicks(0, 20, 4, shortest)))
	assert.Equal(t, []string{"0", "0.2", "0.4", "0.6"}, labels(LinearTicks(0, 0.7, 4, shortest)))
	assert.Empty(t, LinearTicks(1, 1, 4, shortest))
}

// TestTicksOnAnyRange: every mark lies inside, ascending, and few carry a
// label, whatever the range.
func TestTicksOnAnyRange(t *testing.T) {
	odd := []float64{0, -1, 1, 5e-324, math.MaxFloat64, math.NaN(), math.Inf(1), math.Inf(-1)}
	number := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64(), rapid.Float64Range(1e-9, 1))
	rapid.Check(t, func(t *rapid.T) {
		lo, hi := number.Draw(t, "lo"), number.Draw(t, "hi")
		for _, ticks := range [][]Tick{
			PowerTicks(lo, hi), TimeTicks(lo, hi), ErrorTicks(lo, hi), ByteTicks(lo, hi),
			LinearTicks(lo, hi, 5, shortest), LinearByteTicks(lo, hi, 5),
		} {
			assert.LessOrEqual(t, len(labels(ticks)), 25)
			for i, tick := range ticks {
				assert.True(t, tick.Value >= lo && tick.Value <= hi, "%g outside %g…%g", tick.Value, lo, hi)
				assert.True(t, i == 0 || tick.Value > ticks[i-1].Value)
			}
		}
	})
}
