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
	if !ok {
		return false
	}
	for i := 0; i < len(rest); {
		c, size := utf8.DecodeRune(rest[i:])
		switch {
		case i == 0 && unicode.IsLower(c):
			return false
		case c == '/' || c == '-' || c == '#':
			return true
		case c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c):
			return false
		}
		i += size
	}
	return true
}

// A name is a benchmark name as it is printed, without "Benchmark".
//
// Package testing appends -N to it when GOMAXPROCS is N, unless N is 1; but a
// sub-benchmark may itself end in -5. Marks are serial numbers of sections,
// because what the name means is decided anew for each test binary.
type name struct {
	raw   string
	bare  string // raw without the suffix
	base  *name  // the entry of bare
	procs int    // the suffix, 1 without
	tail  int    // what could be the suffix, 0 if nothing could

	decided   int // section in which bare and procs were decided
	exact     int // section that showed raw to be a full name
	suffixed  int // section that has raw with a suffix
	container int // section in which raw has sub-benchmarks

	outcomes []string // packages in which it had an outcome
	next     *name    // what followed it last time
}

// A nameTable interns names. Rounds and repetitions print the same names in the
// same order, so a name is first compared with the successor of the last one;
// the map is asked only where that fails.
type nameTable struct {
	byRaw map[string]*name
	last  *name
}

func newNameTable() nameTable {
	// A name has no blank, so nothing equals this one.
	return nameTable{byRaw: map[string]*name{}, last: &name{raw: " "}}
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
	n := &name{raw: raw, tail: suffix(raw)}
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
func suffix(raw string) int {
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
		return n
	}
	return 0
}

// withoutSuffix returns raw without its -N. It must have one.
func (n *name) withoutSuffix() string { return n.raw[:strings.LastIndexByte(n.raw, '-')] }

// take settles the meaning of n in a section: base is n itself, or what it is
// without its suffix.
func (n *name) take(section int, base *name) {
	n.decided, n.base, n.bare, n.procs = section, base, base.raw, 1
	if base != n {
		n.procs = n.tail
	}
}

func (n *name) hadOutcome(pkg string) bool {
	for _, p := range n.outcomes {
		if samePackage(p, pkg) {
			return true
		}
	}
	return false
}

func (n *name) addOutcome(pkg string) {
	for i := len(n.outcomes) - 1; i >= 0; i-- {
		if n.outcomes[i] == pkg {
			return
		}
	}
	n.outcomes = append(n.outcomes, pkg)
}

// samePackage reports whether short may stand for the import path. gotestsum
// leaves out the path of the module.
func samePackage(path, short string) bool {
	return path == short || path == "" || short == "" || short == "." || strings.HasSuffix(path, "/"+short)
}

// decide settles what the -N at the end of n means in the section. The evidence,
// strongest first:
//
//  1. -v and test2json print the name alone before the benchmark runs;
//  2. the name without -N was already seen to be a benchmark (-cpu 1,2,4 prints
//     X, X-2, X-4), or the name with it was;
//  3. another result of the section had no suffix, so GOMAXPROCS was 1, and N
//     was never its value;
//  4. otherwise -N is GOMAXPROCS.
//
// A stream cannot be read twice, so a decision holds to the end of the section.
func (sec *section) decide(n *name) {
	if n.decided == sec.id {
		return
	}
	if n.tail == 0 {
		n.take(sec.id, n)
		sec.sawPlain(n)
		return
	}
	base := sec.s.names.get(n.withoutSuffix())
	with := true
	switch top := sec.top(); {
	case top != nil && top.name == n.raw:
		with = false
	case top != nil && top.name == base.raw:
	case base.exact == sec.id:
	case n.exact == sec.id:
		with = false
	case sec.plain && !sec.knowsProcs(n.tail):
		with = false
	}
	if !with {
		n.take(sec.id, n)
	} else {
		n.take(sec.id, base)
		base.suffixed = sec.id
		sec.addProcs(n.tail)
		if sec.firstSuffixed == nil {
			sec.firstSuffixed = n
		}
	}
}

// sawPlain notes that a result had no suffix: GOMAXPROCS was 1.
func (sec *section) sawPlain(n *name) {
	n.exact = sec.id
	if sec.plain {
		return
	}
	sec.plain = true
	sec.addProcs(1)
	if f := sec.firstSuffixed; f != nil && n.suffixed != sec.id {
		sec.s.report(Info,
			"Benchmark"+f.raw+" was read as "+f.bare+" at GOMAXPROCS="+strconv.Itoa(f.procs)+
				", though Benchmark"+n.raw+" of the same run has no such suffix",
			"run go test with -v: it prints the names alone", nil)
	}
}

func (sec *section) knowsProcs(n int) bool {
	for _, p := range sec.procs {
		if p == n {
			return true
		}
	}
	return false
}

func (sec *section) addProcs(n int) {
	if !sec.knowsProcs(n) && len(sec.procs) < 64 {
		sec.procs = append(sec.procs, n)
	}
}

// maxDepth bounds the levels of sub-benchmarks that are looked at.
const maxDepth = 32

// mark notes on first sight of a full name in a section that all that stands
// before its slashes are containers.
func (sec *section) mark(full string) {
	if strings.Count(full, "/") > maxDepth {
		return
	}
	for i := strings.LastIndexByte(full, '/'); i >= 0; i = strings.LastIndexByte(full[:i], '/') {
		parent := sec.s.names.get(full[:i])
		if parent.container == sec.id {
			return
		}
		parent.container = sec.id
	}
}
