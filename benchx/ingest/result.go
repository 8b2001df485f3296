package ingest

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A reading says what the text behind a benchmark's name turned out to be.
type reading int

const (
	noResult     reading = iota // not the numbers of a result
	goodResult                  // iterations and at least one measurement, or a status
	bareResult                  // iterations only
	emptyResult                 // measurements, but none that can be kept
	brokenResult                // meant to be a result, and lost
)

// A remark is a problem of the result that is being read. Its diagnostic
// follows the sample.
type remark struct {
	severity  Severity
	msg, hint string
}

// readResult reads "iterations value unit value unit …" into p. Remarks on it
// are left in s.remarks. p is of no use unless a result comes back.
func (s *Scanner) readResult(b []byte, p *Sample) reading {
	s.remarks = s.remarks[:0]
	p.Values = p.Values[:0]
	p.Status = wire.OK
	iters, end, bad := cutIters(b)
	if bad != sound {
		return s.badIters(b, end, bad)
	}
	p.Iters = iters
	return s.readValues(b[end:], p)
}

// readValues reads the measurements.
func (s *Scanner) readValues(b []byte, p *Sample) reading {
	s.results++
	status := wire.OK
	found, timed := 0, false // pairs read so far; whether one of them is a time
	for position := 0; ; position++ {
		b = b[blanks(b):]
		if len(b) == 0 {
			break
		}
		value, end, bad := cutValue(b)
		if bad == noNumber {
			if found == 0 && len(s.remarks) == 0 {
				return noResult
			}
			s.remark(Warning, "the rest of the line, from "+quote(b)+" on, is no pair of value and unit and was ignored", "")
			break
		}
		number := b[:end]
		b = b[end:]
		b = b[blanks(b):]
		if len(b) == 0 {
			if found == 0 && len(s.remarks) == 0 {
				s.remark(Error, "the only measurement, "+quote(number)+", has no unit; the result is lost", "")
				return brokenResult
			}
			s.remark(Warning, "the value "+quote(number)+" has no unit and was ignored", "")
			break
		}
		u := s.units.cut(b, position)
		b = b[len(u.raw):]
		if bad != sound {
			s.badValue(number, u.raw, bad)
			continue
		}
		found++
		if u.status != "" && value == 1 {
			status = u.status
		}
		timed = timed || u.time
		s.keep(p, u, value)
	}
	switch {
	case status != wire.OK && !timed:
		p.Status, p.Values = status, p.Values[:0]
	case len(p.Values) > 0:
	case found > 0:
		return emptyResult
	case len(s.remarks) > 0:
		return brokenResult
	default:
		return bareResult
	}
	return goodResult
}

// keep appends a measurement in its base unit, unless it cannot be used.
func (s *Scanner) keep(p *Sample, u *unit, value float64) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		if p.Iters > 0 {
			s.remark(Warning, fmt.Sprintf("%s is %v and was dropped", u.raw, value), "")
		}
		return
	}
	if u.result == s.results {
		s.remark(Warning, u.raw+" stands on the line twice; the first value was kept", "")
		return
	}
	u.result = s.results
	to, factor := u.base, u.factor
	if to != u && to.result == s.results {
		to, factor = u, 1 // 37 ns/op and 12 µs/op are two things on one line
	}
	to.result = s.results
	value *= factor
	if math.IsInf(value, 0) {
		s.remark(Warning, u.raw+" is out of range in "+to.raw+" and was dropped", "")
		return
	}
	p.Values = append(p.Values, Value{Unit: to.raw, Value: value})
}

func (s *Scanner) remark(severity Severity, msg, hint string) {
	s.remarks = append(s.remarks, remark{severity, msg, hint})
}

func (s *Scanner) badValue(number []byte, unit string, bad flaw) {
	text := quote(number)
	msg, hint := "", ""
	switch bad {
	case separators:
		msg = "the value " + text + " has thousands separators"
		hint = "print it as " + strings.ReplaceAll(clipBytes(number, 60), ",", "")
	case underscores:
		msg = "the value " + text + " has underscores"
		hint = "print it as " + strings.ReplaceAll(clipBytes(number, 60), "_", "")
	case hexadecimal:
		msg, hint = "the value "+text+" is hexadecimal", "print it as a decimal number"
	case outOfRange:
		msg = "the value " + text + " is out of the range of a float64"
	}
	s.remark(Error, msg+"; this measurement of "+unit+" is lost", hint)
}

// badIters tells a result with an impossible iteration count from text.
func (s *Scanner) badIters(b []byte, end int, bad flaw) reading {
	if bad == noNumber || !startsPair(b[end:]) {
		return noResult
	}
	text := quote(b[:end])
	msg, hint := "", "print it as a decimal integer"
	switch bad {
	case negative:
		msg, hint = "the iteration count "+text+" is negative", ""
	case outOfRange:
		msg, hint = "the iteration count "+text+" is out of the range of an int64", ""
	case separators:
		msg = "the iteration count " + text + " has thousands separators"
	case underscores:
		msg = "the iteration count " + text + " has underscores"
	case hexadecimal:
		msg = "the iteration count " + text + " is hexadecimal"
	default:
		msg = "the iteration count " + text + " is no integer"
	}
	s.remark(Error, msg+"; the result is lost", hint)
	return brokenResult
}

// startsPair reports whether b begins with a number and what may be its unit.
func startsPair(b []byte) bool {
	b = b[blanks(b):]
	_, end, bad := cutValue(b)
	if end == 0 || bad == noNumber {
		return false
	}
	b = b[end:]
	b = b[blanks(b):]
	return len(b) > 0 && !numeric(b)
}

// findNumbers returns the part of text that reads as the numbers of a result,
// as package testing prints them: the iterations right before a tab, then a
// value and its unit. nil if there is none.
func findNumbers(text []byte) []byte {
	for from := 0; ; {
		i := bytes.IndexByte(text[from:], '\t')
		if i < 0 {
			return nil
		}
		tab := from + i
		first := tab
		for first > from && isDigit(text[first-1]) {
			first--
		}
		if first < tab && startsPair(text[tab:min(len(text), tab+1024)]) {
			return text[first:]
		}
		from = tab + 1
	}
}

// findResult returns the index in text of a benchmark's name that is followed
// by the numbers of a result, -1 if there is none.
func findResult(text []byte) int {
	for from := 0; ; {
		i := bytes.Index(text[from:], benchmark)
		if i < 0 {
			return -1
		}
		i += from
		end := i + field(text[i:])
		if followedByResult(text[end:]) {
			// What stands before the name may hold the word, too.
			if at := findName(text[i:end]); at >= 0 {
				return i + at
			}
		}
		from = end
	}
}

// followedByResult reports whether b goes on with iterations, value and unit.
func followedByResult(b []byte) bool {
	b = b[blanks(b):]
	n := digits(b)
	return n > 0 && blanks(b[n:]) > 0 && startsPair(b[n:min(len(b), n+1024)])
}
