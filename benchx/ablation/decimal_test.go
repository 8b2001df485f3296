package ablation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestFormatScaled(t *testing.T) {
	tests := []struct {
		x     float64
		shift int
		want  string
	}{
		{1.718e-6, 3, "0.001718"}, // 1.718e-6*1e3 is 0.0017180000000000001
		{0.25e-9, 3, "2.5e-7"},
		{12.5, 3, "12500"},
		{1, 3, "1000"},
		{0.1234, 3, "123.4"},
		{0, 3, "0"},
		{math.Copysign(0, -1), 0, "-0"},
		{-1.5, 0, "-1.5"},
		{1e-5, 0, "0.00001"},
		{1e-6, 0, "1e-6"},
		{1e15, 0, "1000000000000000"},
		{1e16, 0, "1e16"},
		{math.MaxFloat64, 3, "1.7976931348623157e311"},
		{math.NaN(), 0, ""},
		{math.Inf(-1), 3, ""},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, formatScaled(tt.x, tt.shift))
	}
}

func TestParseScaled(t *testing.T) {
	assert.Equal(t, 0.02e-3, parseScaled("0.02", 3))
	assert.Equal(t, 1.5e-6, parseScaled(" 1.5E-3 ", 3))
	assert.Equal(t, -0.25, parseNumber("-.25"))
	for _, none := range []string{"", "nan", "NaN", "null", "inf", "-Infinity", "1e999", "0x10", "1e", "e5", "1 2"} {
		assert.True(t, math.IsNaN(parseNumber(none)), none)
	}
}

func TestScaledNumbersComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if !measured(x) {
			t.Skip("no number")
		}
		sameNumber(t, x, parseScaled(formatScaled(x, 3), 3))
		sameNumber(t, x, parseNumber(formatNumber(x)))
	})
}
