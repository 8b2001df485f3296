package ingest

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
	"unsafe"
)

// A flaw says why a number cannot be taken.
type flaw int

const (
	sound flaw = iota
	noNumber
	separators  // 1,234
	underscores // 1_000
	hexadecimal // 0x10
	outOfRange  // 1e999, iterations beyond int64
	fractional  // an iteration count that is no integer: 1e3
	negative    // an iteration count below zero
)

// tens are the powers of ten that float64 holds exactly.
var tens = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// cutValue reads the measurement that b begins with; end is the length of its
// field. Results equal those of strconv.ParseFloat, which reads what is not
// plain decimal; NaN and infinities are sound.
//
// The fast path divides a whole number below 2^53 by a power of ten, both
// exact, so the one rounding is the right one (W. D. Clinger, "How to read
// floating point numbers accurately", PLDI 1990).
func cutValue(b []byte) (v float64, end int, bad flaw) {
	i, first, point := 0, 0, -1
	if len(b) > 0 && b[0] == '-' {
		i, first = 1, 1
	}
	var mantissa uint64
	for ; i < len(b); i++ {
		if c := b[i] - '0'; c < 10 {
			mantissa = mantissa*10 + uint64(c)
		} else if b[i] == '.' && point < 0 {
			point = i
		} else {
			break
		}
	}
	count, decimals := i-first, 0
	if point >= 0 {
		count--
		decimals = i - point - 1
	}
	// 19 digits fit into a uint64.
	if !ends(b, i) || count == 0 || count > 19 || decimals > 0 && mantissa >= 1<<53 {
		end = field(b)
		v, bad = parseSlow(b[:end])
		return v, end, bad
	}
	v = float64(mantissa)
	if decimals > 0 {
		v /= tens[decimals]
	}
	if first == 1 {
		v = -v
	}
	return v, i, sound
}

func parseSlow(b []byte) (float64, flaw) {
	s := unsafe.String(unsafe.SliceData(b), len(b)) // not kept: errors copy it
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case bytes.IndexByte(b, '_') >= 0:
		return 0, unless(err == nil, underscores)
	case isHex(b):
		return 0, hexadecimal
	case err == nil:
		return v, sound
	case math.IsInf(v, 0):
		return 0, outOfRange
	case bytes.IndexByte(b, ',') >= 0 && numeric(b):
		if _, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64); err == nil {
			return 0, separators
		}
	}
	return 0, noNumber
}

// unless returns f if it applies and noNumber otherwise.
func unless(applies bool, f flaw) flaw {
	if applies {
		return f
	}
	return noNumber
}

// cutIters reads the iteration count that b begins with; end is the length of
// its field.
func cutIters(b []byte) (n int64, end int, bad flaw) {
	i := 0
	for ; i < len(b) && i <= 18; i++ {
		c := b[i] - '0'
		if c > 9 {
			break
		}
		n = n*10 + int64(c)
	}
	if i > 0 && i <= 18 && ends(b, i) {
		return n, i, sound
	}
	end = field(b)
	n, bad = parseItersSlow(b[:end])
	return n, end, bad
}

func parseItersSlow(b []byte) (int64, flaw) {
	n, err := strconv.ParseInt(string(b), 10, 64)
	switch {
	case err == nil && n < 0:
		return 0, negative
	case err == nil:
		return n, sound
	case errors.Is(err, strconv.ErrRange):
		return 0, outOfRange
	}
	if _, _, bad := cutValue(b); bad != sound {
		return 0, bad
	}
	return 0, unless(numeric(b), fractional)
}

func isHex(b []byte) bool {
	b = bytes.TrimLeft(b, "+-")
	return len(b) > 2 && b[0] == '0' && b[1]|0x20 == 'x'
}

// numeric reports whether b begins like a number.
func numeric(b []byte) bool {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+' || b[0] == '.') {
		b = b[1:]
	}
	return len(b) > 0 && (isDigit(b[0]) || b[0] == '.')
}
