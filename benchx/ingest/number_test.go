package ingest

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestValuesAreStrconvs holds the fast path against strconv, bit by bit.
func TestValuesAreStrconvs(t *testing.T) {
	number := rapid.OneOf(
		rapid.StringMatching(`-?[0-9]{1,20}`),
		rapid.StringMatching(`-?[0-9]{0,18}\.[0-9]{0,24}`),
		rapid.StringMatching(`[0-9]{1,3}\.[0-9]{1,7}`),
		rapid.Map(rapid.Float64(), func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		in := number.Draw(t, "number")
		want, err := strconv.ParseFloat(in, 64)
		got, end, bad := cutValue([]byte(in + " ns/op"))
		require.Equal(t, len(in), end)
		if err != nil {
			require.NotEqual(t, sound, bad)
			return
		}
		require.Equal(t, sound, bad)
		require.Equal(t, math.Float64bits(want), math.Float64bits(got), "%v, not %v", got, want)
	})
}

func TestFlaws(t *testing.T) {
	for in, want := range map[string]flaw{
		"1": sound, "-1.5": sound, "1e5": sound, "NaN": sound, "+Inf": sound, ".5": sound, "5.": sound,
		"": noNumber, ".": noNumber, "-": noNumber, "x": noNumber, "1x": noNumber, "1.2.3": noNumber, "1-2": noNumber, ",": noNumber, "_": noNumber, "a,b": noNumber,
		"x1": noNumber, "1,234": separators, "1,234,567.8": separators, "1_000": underscores, "1__0": noNumber,
		"0x10": hexadecimal, "0x1p4": hexadecimal, "1e999": outOfRange, "-1e999": outOfRange,
	} {
		_, end, bad := cutValue([]byte(in))
		assert.Equal(t, want, bad, in)
		assert.Equal(t, len(in), end, in)
	}
	for in, want := range map[string]flaw{
		"1": sound, "+1": sound, "0": sound, "000000000000000000000001": sound, "9223372036854775807": sound,
		"9223372036854775808": outOfRange, "-1": negative, "-9223372036854775809": outOfRange,
		"1.0": fractional, "1e3": fractional, "1,000": separators, "1_000": underscores, "0x10": hexadecimal, "x": noNumber, "": noNumber, "NaN": noNumber, "Inf": noNumber, "---": noNumber,
	} {
		_, end, bad := cutIters([]byte(in))
		assert.Equal(t, want, bad, in)
		assert.Equal(t, len(in), end, in)
	}
}
