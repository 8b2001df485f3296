package ingest

import "github.com/fftstudy/fftstudy/benchx/wire"

// A Kind says what an input looked like.
type Kind string

// The kinds of input.
const (
	Empty     Kind = "empty"
	Text      Kind = "text"
	Test2JSON Kind = "test2json"            // the output of go test -json
	OtherJSON Kind = "json of another kind" // JSON that no part of go test wrote
	Binary    Kind = "binary"
)

// A Summary counts what a Scanner has returned and read so far.
type Summary struct {
	Kind     Kind
	Encoding string // what was taken off: "gzip", "utf-16le", …; "" for plain UTF-8
	Lines    int    // lines of the input, those of test2json events included
	Results  int    // samples with status ok
	Failures int    // samples with a failed status
	Skips    int
	Repaired int  // results that had to be put together or cut out of other text
	Ignored  int  // lines that mean nothing here: what programs print
	Errors   int  // diagnostics of severity Error
	Warnings int  // diagnostics of severity Warning
	CutOff   bool // the input ends in the middle of a run, or a signal ended it
}

// Samples returns the number of samples of any status: none means that the
// input held no benchmark.
func (s Summary) Samples() int { return s.Results + s.Failures + s.Skips }

// count books a record that is being returned.
func (s *Summary) count(rec Record) {
	switch r := rec.(type) {
	case *Sample:
		switch {
		case r.Status == wire.OK:
			s.Results++
		case r.Status.Failed():
			s.Failures++
		default:
			s.Skips++
		}
	case *Diagnostic:
		switch r.Severity {
		case Error:
			s.Errors++
		case Warning:
			s.Warnings++
		}
	}
}

// sniffed is how much of the input is looked at to find out its kind.
const sniffed = 64 << 10

// A sniffer tells text from what is none.
type sniffer struct {
	bytes, controls int
	first           byte // first byte that is no white space
}

// look takes a line; true means that the input is binary.
func (s *sniffer) look(line []byte) bool {
	for _, c := range line {
		if c < ' ' && classes[c] != asciiGap && c != escape && c != syn && c != '\b' {
			s.controls++
		}
	}
	s.bytes += len(line) + 1
	if s.first == 0 {
		if n := blanks(line); n < len(line) {
			s.first = line[n]
		}
	}
	return s.binary()
}

// binary holds when more than a few bytes, and a twentieth, are control
// characters.
func (s *sniffer) binary() bool { return s.controls >= 4 && s.controls*20 > s.bytes }

// kind returns what the input looks like.
func (s *Scanner) kind() Kind {
	switch {
	case s.sniff.binary():
		return Binary
	case s.events > 0:
		return Test2JSON
	case s.sum.Lines == 0:
		return Empty
	case (s.sniff.first == '{' || s.sniff.first == '[') && s.sum.Samples() == 0:
		return OtherJSON
	}
	return Text
}
