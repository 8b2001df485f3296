package style

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ByteUnit is a binary unit in which bytes are printed.
type ByteUnit string

// AutoUnit is the unit that fits each number, as Bytes chooses it.
const AutoUnit ByteUnit = ""

// byteUnits are the units, each 1024 of the one before.
func byteUnits() [7]ByteUnit { return [...]ByteUnit{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"} }

// ParseByteUnit reads a unit's name in any case; "auto" is the one that fits.
func ParseByteUnit(name string) (ByteUnit, error) {
	if strings.EqualFold(name, "auto") {
		return AutoUnit, nil
	}
	for _, u := range byteUnits() {
		if strings.EqualFold(name, string(u)) {
			return u, nil
		}
	}
	return "", fmt.Errorf("unknown unit %q of bytes, want auto or one of %v", name, byteUnits())
}

// Format returns a number of bytes in the unit: "18.4 KiB". In a fixed unit it
// has a decimal and groups of three digits, "101 227.5 MiB", and below ten three
// significant digits, so that only zero looks like zero: "0.00879 MiB".
func (u ByteUnit) Format(n int64) string {
	scale, ok := u.scale()
	switch {
	case !ok:
		return Bytes(float64(n))
	case scale == 1:
		return ExactBytes(n)
	case n == 0:
		return "0 " + string(u)
	}
	v := float64(n) / scale
	if math.Abs(v) < 9.995 { // what would round up to 10.00
		return threeDigits(v) + " " + string(u)
	}
	whole, tenth, _ := strings.Cut(strconv.FormatFloat(v, 'f', 1, 64), ".")
	return groupLong(whole) + "." + tenth + " " + string(u)
}

// threeDigits prints a small number with three significant digits, and with an
// exponent only where a million times as much would be small, too.
func threeDigits(v float64) string {
	e := strconv.FormatFloat(v, 'e', 2, 64)
	exp, err := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if err != nil || exp < -7 {
		return e
	}
	return strconv.FormatFloat(v, 'f', 2-exp, 64)
}

// Signed is Format of a difference: with a sign, but for 0.
func (u ByteUnit) Signed(n int64) string {
	if n > 0 {
		return "+" + u.Format(n)
	}
	return u.Format(n)
}

// scale returns the bytes of a fixed unit.
func (u ByteUnit) scale() (float64, bool) {
	scale := 1.0
	for _, known := range byteUnits() {
		if u == known {
			return scale, true
		}
		scale *= 1024
	}
	return 0, false
}

// ExactBytes returns a number of bytes with every digit: "18 841 B".
func ExactBytes(n int64) string { return Integer(n) + " B" }

// Integer returns a whole number with every digit, in groups of three from
// 10 000 on.
func Integer(n int64) string { return groupLong(strconv.FormatInt(n, 10)) }

// groupLong parts five digits and more into groups of three.
func groupLong(s string) string {
	if len(strings.TrimPrefix(s, "-")) < 5 {
		return s
	}
	return group(s)
}

// Bandwidth returns bytes per second in the decimal unit that fits, as makers of
// devices state them: "4.10 TB/s".
func Bandwidth(bytesPerSec float64) string {
	if s, odd := oddNumber(bytesPerSec); odd {
		return s
	}
	units := [...]string{"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"}
	i := 0
	// 999.5 would print as 1000 of the smaller unit.
	for math.Abs(bytesPerSec) >= 999.5 && i < len(units)-1 {
		bytesPerSec /= 1000
		i++
	}
	return significant(bytesPerSec, 3) + " " + units[i]
}
