package ingest

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// maxNote bounds the note of a sample, in bytes.
const maxNote = 1000

// notes gathers what a benchmark logged: facts for programs, and words for the
// readers of the report.
type notes struct {
	text  []byte
	facts []wire.Fact
}

func (n *notes) empty() bool { return len(n.text) == 0 && len(n.facts) == 0 }

func (n *notes) reset() { n.text, n.facts = n.text[:0], n.facts[:0] }

// add takes one indented line of a log and returns what is wrong with it, "" if
// nothing. Package testing indents the first line of a message by four blanks,
// the others by eight.
func (n *notes) add(line []byte) (trouble string) {
	message := bytes.TrimLeft(line, " \t")
	more := len(line)-len(message) > 4
	message = bytes.TrimRight(message, " \t")
	if len(message) == 0 || string(message) == "... [output truncated]" {
		return ""
	}
	if facts, ok := bytes.CutPrefix(afterSource(message), []byte(wire.NotePrefix)); ok {
		return n.addFacts(string(facts))
	}
	if len(n.text) >= maxNote {
		return ""
	}
	switch {
	case len(n.text) == 0:
	case more:
		n.text = append(n.text, ' ')
	default:
		n.text = append(n.text, "; "...)
	}
	n.text = append(n.text, message...)
	return ""
}

func (n *notes) addFacts(text string) (trouble string) {
	facts, rest := wire.ParseFacts(text)
	if rest != "" {
		trouble = "cannot read " + quote([]byte(rest)) + " as key=value"
	}
	for _, f := range facts {
		known := true
		switch f.Key {
		case wire.FactStatus:
			_, known = wire.ParseStatus(f.Value)
		case wire.FactLimiter:
			_, known = wire.ParseLimiter(f.Value)
		}
		if !known {
			trouble = "unknown " + f.Key + " " + quote([]byte(f.Value))
			continue
		}
		n.set(f)
	}
	return trouble
}

// set keeps the last value of each key.
func (n *notes) set(f wire.Fact) {
	for i := range n.facts {
		if n.facts[i].Key == f.Key {
			n.facts[i].Value = f.Value
			return
		}
	}
	if f.Key == wire.FactStatus || f.Key == wire.FactLimiter || f.Key == wire.FactNote {
		n.facts = append(n.facts, f)
	}
}

// apply puts what was gathered into the sample. A note that is a fact is the
// note; otherwise the log's words are.
func (n *notes) apply(s *Sample) {
	said := ""
	for _, f := range n.facts {
		switch f.Key {
		case wire.FactNote:
			said = f.Value
		case wire.FactStatus:
			if s.Status == wire.OK {
				s.Status = wire.Status(f.Value)
			}
		case wire.FactLimiter:
			s.Limiter = wire.Limiter(f.Value)
		}
	}
	if s.Status != wire.OK {
		s.Values = s.Values[:0]
	}
	switch {
	case said != "":
		s.Note = clip(said, maxNote)
	case len(n.text) > 0:
		s.Note = clipBytes(n.text, maxNote)
	}
}

// afterSource cuts the "file.go:23: " off a log message.
func afterSource(message []byte) []byte {
	n := sourceLine(message)
	if rest, ok := bytes.CutPrefix(message[n:], []byte(": ")); ok && n > 0 {
		return rest
	}
	return message
}

// sourceLine returns the length of the "file.go:23" that b begins with, 0 if it
// does not.
func sourceLine(b []byte) int {
	const dotGo = ".go:"
	i := bytes.Index(b, []byte(dotGo))
	if i < 0 || bytes.IndexByte(b[:i], ' ') >= 0 {
		return 0
	}
	i += len(dotGo)
	n := digits(b[i:])
	if n == 0 {
		return 0
	}
	return i + n
}

// quote shortens text for a message and puts it between quotation marks.
func quote(text []byte) string { return "\"" + clipBytes(text, 120) + "\"" }

// clipBytes returns b as valid UTF-8 of at most about limit bytes.
func clipBytes(b []byte, limit int) string { return clip(string(b[:min(len(b), limit+1)]), limit) }

// clip returns s as valid UTF-8 of at most about limit bytes.
func clip(s string, limit int) string {
	if len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit] + "…"
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
