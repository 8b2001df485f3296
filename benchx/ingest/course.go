package ingest

import (
	"bytes"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// course takes a line that tells how the run goes; false if b is none.
func (sec *section) course(b []byte) bool {
	switch b[0] {
	case '-':
		if bytes.HasPrefix(b, []byte("--- ")) {
			if tag, rest, ok := cutVerdict(b); ok {
				sec.verdict(tag, rest)
				return true
			}
		}
	case '=':
		return sec.stage(b)
	case 'P':
		if string(b) == "PASS" {
			sec.over()
			return true
		}
		if sec.sumUp(b) {
			return true
		}
	case 'F':
		if string(b) == "FAIL" {
			sec.over()
			return true
		}
		if rest, ok := bytes.CutPrefix(b, []byte("FAIL\t")); ok {
			return sec.closing(rest, true)
		}
		if sec.sumUp(b) {
			return true
		}
	case 'D':
		if sec.s.inRecap && bytes.HasPrefix(b, []byte("DONE ")) {
			sec.leaveRecap()
			return true
		}
	case 'o':
		if rest, ok := bytes.CutPrefix(b, []byte("ok  \t")); ok {
			return sec.closing(rest, false)
		}
	case '?':
		if rest, ok := bytes.CutPrefix(b, []byte("?   \t")); ok {
			return sec.closing(rest, false)
		}
	case 'e':
		if bytes.HasPrefix(b, []byte("exit status ")) {
			sec.exited(b)
			return true
		}
	case 's':
		if bytes.HasPrefix(b, []byte("signal: ")) {
			sec.killed(b)
			return true
		}
	}
	return sec.alarm(b)
}

// over notes that the binary has run all benchmarks of a round.
func (sec *section) over() {
	sec.settle()
	sec.bury()
	sec.dropCur()
	sec.crash.discard(sec)
	sec.stack = sec.stack[:0]
	sec.passed = true
}

// stage takes a "=== " line.
func (sec *section) stage(b []byte) bool {
	b, ok := bytes.CutPrefix(b, []byte("=== "))
	if !ok {
		return false
	}
	word, rest, _ := bytes.Cut(b, []byte(" "))
	rest = bytes.TrimSpace(rest)
	switch string(word) {
	case "RUN":
		if !isName(rest) || field(rest) < len(rest) {
			sec.settle()
			return true
		}
		if n := sec.s.names.intern(rest[len(benchmark):]); !sec.seenBefore(n) {
			sec.open(n, true)
		}
		return true
	case "NAME", "PAUSE", "CONT":
		sec.closeBlock()
		return true
	}
	return sec.recapStage(string(word), rest)
}

// config takes a line of the configuration block: goos, goarch, pkg and cpu.
// Other "word: text" lines are what programs print, and no configuration unless
// the reader asks for them.
func (sec *section) config(b []byte) bool {
	if sec.s.asked != nil && sec.askedFor(b) {
		return true
	}
	if c := b[0]; c != 'g' && c != 'p' && c != 'c' {
		return false
	}
	key, value, ok := bytes.Cut(b, []byte(": "))
	if !ok || len(key) > len("goarch") {
		return false
	}
	value = bytes.TrimSpace(value)
	switch string(key) {
	case "goos", "goarch", "pkg":
		if len(value) == 0 || field(value) < len(value) {
			return false
		}
	case "cpu":
		if sec.outcomes > len(sec.unplaced) && sec.configured {
			return false // of another program; testing prints cpu before results
		}
	default:
		return false
	}
	sec.closeBlock()
	sec.configure(string(key), string(value))
	return true
}

// configure applies a configuration line. A block that begins again belongs to
// another test binary.
func (sec *section) configure(key, value string) {
	started := sec.outcomes > len(sec.unplaced) || sec.cur.active()
	again := key == "goos" && sec.machine.GOOS != "" || key == "pkg" && sec.placed && !sec.fixed
	if sec.configured && (started && key != "cpu" || again) {
		sec.breakOff()
	}
	sec.configured = true
	sec.recap = sec.recap && sec.s.inRecap
	switch key {
	case "goos":
		sec.machine.GOOS = value
	case "goarch":
		sec.machine.GOARCH = value
	case "cpu":
		sec.machine.CPU = value
	case "pkg":
		if !sec.fixed {
			sec.setPackage(value)
		}
		sec.placed = true
	}
}

// comment takes lines of facts and units, and what testing and the go command
// print besides.
func (sec *section) comment(b []byte) bool {
	s := sec.s
	switch b[0] {
	case '#':
		if rest, ok := bytes.CutPrefix(b, []byte(wire.FactPrefix)); ok {
			sec.closeBlock()
			s.facts(rest, b)
			return true
		}
		if s.buildHeader(b) {
			sec.closeBlock()
			return true
		}
	case 'U':
		if end := field(b); string(b[:end]) == "Unit" && end < len(b) {
			sec.closeBlock()
			s.unitLine(b[end:], b)
			return true
		}
	case 'c':
		if bytes.HasPrefix(b, []byte("coverage: ")) {
			sec.closeBlock()
			return true
		}
	case 'E':
		// The head of a bazel test log; what follows often names no package.
		if rest, ok := bytes.CutPrefix(b, []byte("Executing tests from ")); ok && field(rest) == len(rest) {
			sec.breakOff()
			sec.setPackage(string(rest))
			return true
		}
	case 't':
		if rest, ok := bytes.CutPrefix(b, []byte("testing: ")); ok {
			sec.closeBlock()
			if isName(rest[:field(rest)]) && bytes.Contains(rest, []byte("left GOMAXPROCS set")) {
				s.report(Warning, clipBytes(rest, 200)+": later results may have run with it", "", nil)
			}
			return true
		}
	}
	return s.buildError(b)
}

// facts takes what follows "# benchx ".
func (s *Scanner) facts(text, line []byte) {
	facts, rest := wire.ParseFacts(string(text))
	for _, f := range facts {
		switch f.Key {
		case wire.FactRounds, wire.FactRound:
			s.runOpen = true
		case wire.FactElapsedMS:
			s.runOpen = false
		}
		s.queue.push(&Fact{Position: s.position(), Fact: f}, false)
	}
	if rest != "" {
		s.report(Warning, "cannot read "+quote([]byte(rest))+" as key=value; it was ignored", "", line)
	}
}

// A unitKey is one property of one base unit.
type unitKey struct{ unit, key string }

// unitLine takes what follows "Unit".
func (s *Scanner) unitLine(b, line []byte) {
	words := strings.Fields(string(b))
	if len(words) == 0 {
		s.report(Warning, "a Unit line names no unit and was ignored", "", line)
		return
	}
	base, _ := Tidy(words[0])
	for _, w := range words[1:] {
		key, value, ok := strings.Cut(w, "=")
		if !ok || key == "" {
			s.report(Warning, "cannot read "+quote([]byte(w))+" as key=value; it was ignored", "", line)
			continue
		}
		if !validUnitValue(key, value) {
			s.report(Warning, "unknown value in "+quote([]byte(w))+"; it was ignored",
				"write better=higher, better=lower, assume=nothing or assume=exact", line)
			continue
		}
		id := unitKey{base, key}
		known, stated := s.unitInfo[id]
		switch {
		case !stated:
			s.unitInfo[id] = value
			s.queue.push(&UnitInfo{Position: s.position(), Unit: base, Key: key, Value: value}, false)
		case known != value:
			s.report(Error, "unit "+base+" was declared "+key+"="+known+" before; "+w+" was ignored", "let all inputs declare the same", line)
		}
	}
}

func validUnitValue(key, value string) bool {
	switch key {
	case "better":
		return value == "higher" || value == "lower"
	case "assume":
		return value == "nothing" || value == "exact"
	}
	return true
}
