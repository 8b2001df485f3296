package style

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestByteUnitFormat(t *testing.T) {
	for _, c := range []struct {
		unit ByteUnit
		n    int64
		want string
	}{
		{AutoUnit, 0, "0 B"},
		{AutoUnit, 900, "900 B"},
		{AutoUnit, 9220, "9.00 KiB"},
		{AutoUnit, -9220, "-9.00 KiB"},
		{AutoUnit, 1 << 30, "1.00 GiB"},
		{"B", 110336, "110\u202f336 B"},
		{"B", 9999, "9999 B"},
		{"KiB", 9220, "9.00 KiB"},
		{"MiB", 0, "0 MiB"},
		{"MiB", 9220, "0.00879 MiB"},
		{"MiB", 104857, "0.100 MiB"},
		{"MiB", -53000, "-0.0505 MiB"},
		{"MiB", 101227*1024*1024 + 512*1024, "101\u202f227.5 MiB"},
		{"TiB", 1, "9.09e-13 TiB"},
		{"MiB", 320, "0.000305 MiB"},
		{"MiB", 1, "0.000000954 MiB"},
		{"GiB", math.MaxInt64, "8\u202f589\u202f934\u202f592.0 GiB"},
	} {
		assert.Equal(t, c.want, c.unit.Format(c.n), "%d bytes in %q", c.n, c.unit)
	}
	assert.Equal(t, "+9.00 KiB", AutoUnit.Signed(9220))
	assert.Equal(t, "-9.00 KiB", AutoUnit.Signed(-9220))
	assert.Equal(t, "0 B", AutoUnit.Signed(0))
	assert.Equal(t, "-12\u202f345", Integer(-12345))
	assert.Equal(t, "-1234", Integer(-1234))
}

func TestParseByteUnit(t *testing.T) {
	for name, want := range map[string]ByteUnit{"auto": AutoUnit, "b": "B", "mib": "MiB", "GiB": "GiB"} {
		u, err := ParseByteUnit(name)
		require.NoError(t, err)
		assert.Equal(t, want, u)
	}
	_, err := ParseByteUnit("MB")
	assert.EqualError(t, err, `unknown unit "MB" of bytes, want auto or one of [B KiB MiB GiB TiB PiB EiB]`)
}

// What is printed is the number, to the digits that are there, and is zero only
// where that is.
func TestByteUnitIsNeverFarOff(t *testing.T) {
	units := byteUnits()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64().Draw(t, "n")
		u := rapid.SampledFrom(append(units[:], AutoUnit)).Draw(t, "unit")
		text := u.Format(n)
		number, unit, ok := strings.Cut(text, " ")
		require.True(t, ok, text)
		v, err := strconv.ParseFloat(strings.ReplaceAll(number, groupSpace, ""), 64)
		require.NoError(t, err, text)
		scale, ok := ByteUnit(unit).scale()
		require.True(t, ok, text)
		if n == 0 {
			assert.Zero(t, v)
			return
		}
		assert.NotZero(t, v, text)
		assert.InEpsilon(t, float64(n), v*scale, 0.005, text)
		assert.Equal(t, n < 0, strings.HasPrefix(text, "-"), text)
	})
}

func TestBandwidth(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0 B/s", 999: "999 B/s", 999.6: "1.00 kB/s", 25e9: "25.0 GB/s", 4.1e12: "4.10 TB/s", 1e18: "1000 PB/s",
		math.NaN(): Missing, math.Inf(1): "∞",
	} {
		assert.Equal(t, want, Bandwidth(x))
	}
}
