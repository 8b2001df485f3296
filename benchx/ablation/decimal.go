package ablation

import (
	"math"
	"strconv"
	"strings"
)

// formatScaled writes x·10^shift as the shortest decimal that parseScaled reads
// back to exactly x. The digits are those of x with the point moved, so that
// 1.718e-6 s is 0.001718 ms and never 0.0017180000000000001. Numbers that are
// not finite are empty.
func formatScaled(x float64, shift int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	exp, _ := strconv.Atoi(exponent) // FormatFloat wrote it
	exp += shift
	sign := ""
	if strings.HasPrefix(mantissa, "-") {
		sign, mantissa = "-", mantissa[1:]
	}
	digits := strings.Replace(mantissa, ".", "", 1)
	if digits == "0" {
		return sign + "0"
	}
	switch {
	case exp < -5 || exp > 15:
		return sign + mantissa + "e" + strconv.Itoa(exp)
	case exp < 0:
		return sign + "0." + strings.Repeat("0", -exp-1) + digits
	case exp >= len(digits)-1:
		return sign + digits + strings.Repeat("0", exp-len(digits)+1)
	}
	return sign + digits[:exp+1] + "." + digits[exp+1:]
}

func formatNumber(x float64) string { return formatScaled(x, 0) }

// parseScaled reads text·10^-shift, exactly rounded. Empty text and what is no
// finite number are NaN.
func parseScaled(text string, shift int) float64 {
	text = strings.TrimSpace(text)
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(text), "e")
	exp := 0
	if scientific {
		var err error
		if exp, err = strconv.Atoi(exponent); err != nil {
			return math.NaN()
		}
	}
	x, err := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(exp-shift), 64)
	if err != nil || math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

func parseNumber(text string) float64 { return parseScaled(text, 0) }
