package style

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestTime(t *testing.T) {
	for _, c := range []struct {
		sec  float64
		want string
	}{
		{1.2341e-6, "1.234 µs"},
		{0.25e-9, "0.2500 ns"},
		{999.94e-9, "999.9 ns"},
		{999.96e-9, "1.000 µs"},
		{999.96e-6, "1.000 ms"},
		{0.99996, "1.000 s"},
		{59.126, "59.13 s"},
		{86400, "86400 s"},
		{3e7, "3.000e+07 s"},
		{-2e-3, "-2.000 ms"},
		{0, "0 s"},
		{5e-324, "4.941e-315 ns"},
		{math.NaN(), Missing},
		{math.Inf(1), "∞"},
		{math.Inf(-1), "-∞"},
	} {
		assert.Equal(t, c.want, Time(c.sec), "%g s", c.sec)
	}
}

func TestTimeUnitAgreesWithTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sec := rapid.Float64Range(1e-12, 1e6).Draw(t, "sec")
		scale, unit := TimeUnit(sec)
		text := Time(sec)
		assert.True(t, strings.HasSuffix(text, " "+unit), text)
		printed, err := strconv.ParseFloat(strings.TrimSuffix(text, " "+unit), 64)
		assert.NoError(t, err)
		assert.InEpsilon(t, sec*scale, printed, 0.6e-3)
		if unit != "s" {
			assert.Less(t, printed, 1000.0, "%g s needs a larger unit", sec)
		}
	})
}

func TestErrorValue(t *testing.T) {
	for x, want := range map[float64]string{
		3.14159e-16: "3.14e-16", 0: "0", 1: "1.00e+00", 9.999e-8: "1.00e-07",
		math.Inf(1): "∞", 5e-324: "4.94e-324",
	} {
		assert.Equal(t, want, ErrorValue(x))
	}
	assert.Equal(t, Missing, ErrorValue(math.NaN()))
}

func TestBytes(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0 B", 512: "512 B", 1023: "1023 B", 1024: "1.00 KiB", 18842: "18.4 KiB",
		1048575: "1.00 MiB", 6144 * 8947848: "51.2 GiB", 0.5: "0.500 B",
		1e30: "8.67e+11 EiB", -2048: "-2.00 KiB",
	} {
		assert.Equal(t, want, Bytes(x), "%g", x)
	}
	assert.Equal(t, Missing, Bytes(math.NaN()))
}

func TestCount(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 7: "7", 9999: "9999", 10000: "10\u202f000", 8947848: "8\u202f947\u202f848",
		-123456: "-123\u202f456", 2.5: "2.500", 0.123456: "0.1235", 1e15: "1.000e+15",
		1e308: "1.000e+308",
	} {
		assert.Equal(t, want, Count(x), "%g", x)
	}
	assert.Equal(t, Missing, Count(math.NaN()))
}

func TestRatio(t *testing.T) {
	for x, want := range map[float64]string{
		1.309: "1.31×", 0.0123: "0.0123×", 12.34: "12.3×", 999.9: "1000×", 1e-5: "1.00e-05×", 0: "0×",
	} {
		assert.Equal(t, want, Ratio(x), "%g", x)
	}
	assert.Equal(t, Missing, Ratio(math.NaN()))
}

func TestPercent(t *testing.T) {
	for x, want := range map[float64]string{
		0.1244: "+12.4 %", -0.05: "-5.0 %", 0: "0.0 %", -0.0004: "0.0 %", 0.0004: "0.0 %",
		-0.0006: "-0.1 %", 12.5: "+1250 %", 5e9: "+5.00e+09×", math.Inf(1): "∞",
		math.MaxFloat64: "+1.80e+308×",
	} {
		assert.Equal(t, want, Percent(x), "%g", x)
	}
	assert.Equal(t, Missing, Percent(math.NaN()))
}

func TestValue(t *testing.T) {
	for _, c := range []struct {
		v    float64
		unit string
		want string
	}{
		{1.5e-6, "sec/op", "1.500 µs"},
		{1.5e-6, "p99-sec/op", "1.500 µs"},
		{2e-3, "plan-sec", "2.000 ms"},
		{2e-3, "sec/row", "2.000 ms/row"},
		{18842, "B/op", "18.4 KiB"},
		{3.2e9, "B/s", "2.98 GiB/s"},
		{4096, "param-bytes", "4.00 KiB"},
		{1032, "held-bytes", "1.01 KiB"},
		{3e-16, "rel-l2", "3.00e-16"},
		{3e-16, "max-err", "3.00e-16"},
		{1.5e-3, "e2e-sec/op", "1.500 ms"},
		{0.8125, "copy-share", "81.2 %"},
		{12345, "allocs/op", "12\u202f345"},
		{80, "params", "80"},
		{3.21456, "GFLOP/s", "3.215 GFLOP/s"},
		{42, "widgets", "42.00 widgets"},
		{42, "", "42.00"},
		{math.NaN(), "sec/op", Missing},
		{math.Inf(1), "B/op", "∞"},
	} {
		assert.Equal(t, c.want, Value(c.v, c.unit), "%g %s", c.v, c.unit)
	}
	assert.Equal(t, "time per op", UnitTitle("sec/op"))
	assert.Equal(t, "widgets", UnitTitle("widgets"))
}

// TestNoNegativeZero holds for every format and number: "-0" in any length
// reads as a change that is not there.
func TestNoNegativeZero(t *testing.T) {
	zero := regexp.MustCompile(`^-0(\.0+)?( |$|×)`)
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		for _, x := range []float64{x, -x, x / math.MaxFloat64, math.Copysign(0, -1)} {
			for _, s := range []string{Time(x), ErrorValue(x), Bytes(x), Count(x), Ratio(x), Percent(x)} {
				assert.False(t, zero.MatchString(s), "%g → %q", x, s)
				assert.NotContains(t, s, "NaN")
				assert.NotContains(t, s, "Inf")
			}
		}
	})
}
