package style

import (
	"math"
	"strconv"
	"strings"
)

// PercentRange returns the interval of a relative difference (0.098 and 0.151
// for 9.8 % and 15.1 %) as it stands behind a Percent: "[+9.8, +15.1]". An
// interval that is not bounded says nothing and is "".
func PercentRange(lo, hi float64) string {
	if !bounded(lo) || !bounded(hi) {
		return ""
	}
	return "[" + strings.TrimSuffix(Percent(lo), " %") + ", " + strings.TrimSuffix(Percent(hi), " %") + "]"
}

// Share returns a fraction (0.05 for 5 %) without a sign and without digits
// that say nothing: "5 %", "12.5 %", "0.125 %".
func Share(x float64) string {
	if s, odd := oddNumber(x); odd {
		return s
	}
	return trimZeros(significant(x*100, 3)) + " %"
}

// Factor returns a bound on a ratio without digits that say nothing: "2×",
// "1.5×".
func Factor(x float64) string {
	if s, odd := oddNumber(x); odd {
		return s
	}
	return trimZeros(significant(x, 3)) + "×"
}

// P returns a p-value with what stands before its number: "p=0.032", "p<0.001".
// NaN, where nothing was tested, is "".
func P(p float64) string {
	switch {
	case math.IsNaN(p):
		return ""
	case p < 0.001:
		return "p<0.001"
	}
	return "p=" + trimZeros(strconv.FormatFloat(p, 'f', 3, 64))
}

func bounded(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// trimZeros cuts the zeros at the end of a decimal fraction without exponent.
func trimZeros(s string) string {
	if !strings.Contains(s, ".") || strings.Contains(s, "e") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
