package ingest

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var benchmark = []byte("Benchmark")

// isName reports whether a field names a benchmark: an identifier that go test
// runs, perhaps with sub-benchmarks or a suffix.
func isName(field []byte) bool {
	rest, ok := bytes.CutPrefix(field, benchmark)
	return ok && misnamed(rest) < 0
}

// misnamed returns the index of the first character of rest that keeps
// "Benchmark" and rest from being the name of a benchmark, -1 if none does.
func misnamed(rest []byte) int {
	for i := 0; i < len(rest); {
		c, size := utf8.DecodeRune(rest[i:])
		switch {
		case i == 0 && unicode.IsLower(c):
			return i
		case c == '/' || c == '-' || c == '#':
			return -1
		case c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c):
			return i
		}
		i += size
	}
	return -1
}

// findName returns the index in field of the first name that goes on to its
// end, -1 if there is none.
func findName(field []byte) int {
	for at := 0; ; {
		i := bytes.Index(field[at:], benchmark)
		if i < 0 {
			return -1
		}
		at += i
		rest := at + len(benchmark)
		bad := misnamed(field[rest:])
		if bad < 0 {
			return at
		}
		at = rest + bad // which would spoil any name that begins before it
	}
}

// A name is a benchmark name as it is printed, without "Benchmark".
//
// Package testing appends -N to it when GOMAXPROCS is N, unless N is 1; but a
// sub-benchmark may itself end in -5. Marks are serial numbers of sections,
// because what the name means is decided anew for each test binary.
type name struct {
	raw   string
	next  *name // what followed it last time
	full  int32 // length of raw without the suffix
	procs int32 // the suffix, 1 without
	tail  int32 // what could be the suffix, 0 if nothing could
	valid bool  // isName

	decided   int32 // section in which full and procs were decided
	exact     int32 // section that showed raw to be a full name
	container int32 // section in which raw is known to have sub-benchmarks

	home      int32   // package of its first outcome, 0 if none
	elsewhere []int32 // further packages with outcomes, as they came
}

// bare returns the full name, without the suffix.
func (n *name) bare() string { return n.raw[:n.full] }

// A nameTable interns names. Rounds and repetitions print the same names in the
// same order, so a line is first compared with the last name and its successor;
// the map is asked only where that fails.
type nameTable struct {
	byRaw map[string]*name
	last  *name
}

func newNameTable() nameTable {
	// No line has a newline, so nothing equals this name.
	return nameTable{byRaw: map[string]*name{}, last: &name{raw: "\n"}}
}

// guess returns the name that b begins with, if it is one of the likely two.
func (t *nameTable) guess(b []byte) *name {
	if n := t.last.next; n != nil && n.begins(b) {
		t.last = n
		return n
	}
	if t.last.begins(b) {
		return t.last
	}
	return nil
}

func (n *name) begins(b []byte) bool {
	end := len(n.raw)
	return end < len(b) && classes[b[end]] == asciiGap && n.raw == string(b[:end])
}

func (t *nameTable) intern(raw []byte) *name {
	if t.last.raw == string(raw) {
		return t.last
	}
	n := t.last.next
	if n == nil || n.raw != string(raw) {
		var ok bool
		if n, ok = t.byRaw[string(raw)]; !ok {
			n = t.add(string(raw))
		}
		t.last.next = n
	}
	t.last = n
	return n
}

func (t *nameTable) add(raw string) *name {
	n := &name{raw: raw, full: int32(len(raw)), procs: 1, tail: suffix(raw), valid: isName([]byte("Benchmark" + raw))}
	t.byRaw[raw] = n
	return n
}

func (t *nameTable) get(raw string) *name {
	if n, ok := t.byRaw[raw]; ok {
		return n
	}
	return t.add(raw)
}

// suffix returns N if raw ends in -N as testing prints it: N is at least 2 and
// has no leading zero. Else it returns 0.
func suffix(raw string) int32 {
	i := strings.LastIndexByte(raw, '-')
	if i < 0 || len(raw)-i-1 > 9 || i+1 == len(raw) || raw[i+1] == '0' {
		return 0
	}
	for _, c := range []byte(raw[i+1:]) {
		if !isDigit(c) {
			return 0
		}
	}
	if n, err := strconv.Atoi(raw[i+1:]); err == nil && n > 1 {
		return int32(n)
	}
	return 0
}

// withoutSuffix returns raw without its -N. It must have one.
func (n *name) withoutSuffix() string { return n.raw[:strings.LastIndexByte(n.raw, '-')] }

// take settles what n means in a section.
func (n *name) take(section int32, withSuffix bool) {
	n.decided, n.full, n.procs = section, int32(len(n.raw)), 1
	if withSuffix {
		n.full, n.procs = int32(len(n.withoutSuffix())), n.tail
	}
}

func (n *name) addOutcome(pkg int32) {
	if n.home == pkg {
		return
	}
	if n.home == 0 {
		n.home = pkg
		return
	}
	if last := len(n.elsewhere) - 1; last >= 0 && n.elsewhere[last] == pkg {
		return
	}
	n.elsewhere = append(n.elsewhere, pkg)
}
