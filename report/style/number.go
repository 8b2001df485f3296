package style

import (
	"math"
	"strconv"
	"strings"
)

// groupSpace separates groups of three digits: a narrow space that does not
// break lines (U+202F).
const groupSpace = "\u202f"

// Time returns a time of sec seconds in the unit that fits (ns, µs, ms, s)
// with 4 significant digits: "1.234 µs". NaN is Missing, an infinity is "∞" or
// "-∞" (an interval that too few samples left open).
func Time(sec float64) string {
	if s, odd := oddNumber(sec); odd {
		return s
	}
	if sec == 0 {
		return "0 s"
	}
	scale, unit := TimeUnit(sec)
	return significant(sec*scale, 4) + " " + unit
}

// TimeUnit returns the unit in which Time prints sec, and the scale that turns
// seconds into it: sec*scale is the number to print. Zero, NaN and infinities
// are in seconds.
func TimeUnit(sec float64) (scale float64, unit string) {
	a := math.Abs(sec)
	// The bounds are what rounds up to 1.000 of the next unit.
	switch {
	case a == 0 || math.IsNaN(a) || a >= 0.99995:
		return 1, "s"
	case a >= 0.99995e-3:
		return 1e3, "ms"
	case a >= 0.99995e-6:
		return 1e6, "µs"
	}
	return 1e9, "ns"
}

// ErrorValue returns a numerical error with three digits, "3.14e-16"; an exact
// 0 is "0".
func ErrorValue(x float64) string {
	if s, odd := oddNumber(x); odd {
		return s
	}
	if x == 0 {
		return "0"
	}
	return strconv.FormatFloat(x, 'e', 2, 64)
}

// Bytes returns a number of bytes in the binary unit that fits: "512 B",
// "18.4 KiB".
func Bytes(x float64) string {
	if s, odd := oddNumber(x); odd {
		return s
	}
	v, unit := binaryUnit(x)
	if unit == "B" && v == math.Trunc(v) {
		return strconv.FormatFloat(v+0, 'f', 0, 64) + " B"
	}
	return significant(v, 3) + " " + unit
}

// binaryUnit returns x bytes as v of the binary unit that fits.
func binaryUnit(x float64) (v float64, unit string) {
	units := byteUnits()
	i := 0
	// 1023.5 would print as 1024 of the smaller unit.
	for math.Abs(x) >= 1023.5 && i < len(units)-1 {
		x /= 1024
		i++
	}
	return x, string(units[i])
}

// Count returns a count. Whole numbers keep every digit, in groups of three
// from 10 000 on; others have 4 significant digits.
func Count(x float64) string {
	if s, odd := oddNumber(x); odd {
		return s
	}
	if x != math.Trunc(x) || math.Abs(x) >= 1e15 {
		return significant(x, 4)
	}
	s := strconv.FormatInt(int64(x), 10)
	if math.Abs(x) < 10_000 {
		return s
	}
	return group(s)
}

// Ratio returns a ratio with three significant digits: "1.31×".
func Ratio(x float64) string {
	if s, odd := oddNumber(x); odd {
		return s
	}
	return significant(x, 3) + "×"
}

// Percent returns a relative difference (0.124 for 12.4 %) with its sign:
// "+12.4 %". What rounds to nothing is "0.0 %".
func Percent(delta float64) string {
	if s, odd := oddNumber(delta); odd {
		return s
	}
	p := delta * 100
	digits := 1
	switch a := math.Abs(p); {
	case a < 0.05:
		return "0.0 %"
	case a >= 1e6 || math.IsInf(a, 0):
		return sign(p) + significant(math.Abs(delta), 3) + "×"
	case a >= 999.5:
		digits = 0
	}
	return sign(p) + strconv.FormatFloat(math.Abs(p), 'f', digits, 64) + " %"
}

func sign(x float64) string {
	if x < 0 {
		return "-"
	}
	return "+"
}

// oddNumber spells the numbers that no format fits.
func oddNumber(x float64) (s string, odd bool) {
	switch {
	case math.IsNaN(x):
		return Missing, true
	case math.IsInf(x, 1):
		return "∞", true
	case math.IsInf(x, -1):
		return "-∞", true
	}
	return "", false
}

// significant prints x with the given number of significant digits: without an
// exponent from 0.001 up to a million, else with one. Zero is "0".
func significant(x float64, digits int) string {
	if x == 0 {
		return "0"
	}
	e := strconv.FormatFloat(x, 'e', digits-1, 64)
	exp, err := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if err != nil || exp < -3 || exp >= 6 {
		return e
	}
	return strconv.FormatFloat(x, 'f', max(digits-1-exp, 0), 64)
}

// group parts a string of digits, perhaps signed, into groups of three.
func group(s string) string {
	var b strings.Builder
	for i, c := range s {
		if rest := len(s) - i; i > 0 && rest%3 == 0 && s[i-1] != '-' {
			b.WriteString(groupSpace)
		}
		b.WriteRune(c)
	}
	return b.String()
}
