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

// RatioInterval returns a ratio with the interval that it lies in: "0.911 [0.901,
// 0.920]", three digits behind the point where that is what differs from 1. An
// interval that is not bounded, or no wider than the ratio, is left out; NaN,
// where there is no ratio, is "".
func RatioInterval(ratio, lo, hi float64) string {
	switch {
	case math.IsNaN(ratio):
		return ""
	case !bounded(lo) || !bounded(hi) || lo == hi:
		return plainRatio(ratio)
	}
	return plainRatio(ratio) + " [" + plainRatio(lo) + ", " + plainRatio(hi) + "]"
}

func plainRatio(x float64) string {
	if s, odd := oddNumber(x); odd {
		return s
	}
	if x >= 0.1 && x < 9.9995 {
		return strconv.FormatFloat(x, 'f', 3, 64)
	}
	return significant(x, 3)
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
