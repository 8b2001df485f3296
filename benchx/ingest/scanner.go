package ingest

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A Scanner reads the output of `go test -bench` and returns what it finds,
// record by record.
//
//	s := ingest.NewScanner(os.Stdin, "stdin")
//	for s.Scan() {
//		switch r := s.Record().(type) {
//		case *ingest.Sample:
//			…
//		}
//	}
//	if err := s.Err(); err != nil {
//		…
//	}
//
// The Scanner owns the records that it returns: they hold until the next call
// of Scan. Keep a sample by Clone. Strings may be kept.
//
// It works on a pipe while the run goes on: a benchmark is reported as Started
// as soon as its name is there, and its Sample when the next line shows that no
// log belongs to it.
//
// Records come in the order of their lines. A Scanner is not safe for use by
// several goroutines.
type Scanner struct {
	file  string
	input io.Reader
	tee   io.Writer   // gets the decoded text; nil for nobody
	lines *lineReader // nil until the first Scan
	line  int         // 1-based number of the line that is being read
	done  bool
	err   error
	rec   Record
	queue queue

	names nameTable
	procs []int // values of GOMAXPROCS seen anywhere

	packageIDs  map[string]int32
	importPaths []string // by ID, from 1 on
	units       unitTable
	unitInfo    map[unitKey]string
	asked       []wire.Fact // configuration keys that the reader asks for, and what they are
	remarks     []remark
	results     uint64 // lines read as results, to find units that stand twice on one

	root     *section            // of text that is no test2json
	packages map[string]*section // of test2json, those that have not ended
	sections int32
	events   int
	ev       event

	building    string // package whose compile errors follow
	buildErrors map[string]string
	ended       map[string]bool // packages that had their closing line
	closings    int
	runOpen     bool // a run of benchx.Main has begun and not ended
	inRecap     bool
	told        map[string]bool // what is told once
	sniff       sniffer
	// unterminated says that the line being read is the last and has no newline.
	unterminated bool
	sum          Summary
}

// maxHeld bounds the records that wait for one that is not complete.
const maxHeld = 4096

// NewScanner returns a Scanner for r. file names the input in positions.
func NewScanner(r io.Reader, file string) *Scanner {
	s := &Scanner{
		file: file, input: r,
		queue: newQueue(), names: newNameTable(), units: newUnitTable(),
		unitInfo: map[unitKey]string{}, buildErrors: map[string]string{},
		ended: map[string]bool{}, told: map[string]bool{}, packageIDs: map[string]int32{},
		packages: map[string]*section{},
	}
	s.root = s.newSection()
	return s
}

// Scan advances to the next record; false at the end of the input or when it
// cannot be read on.
func (s *Scanner) Scan() bool {
	if s.rec != nil {
		s.queue.recycle(s.rec)
		s.rec = nil
	}
	for {
		if rec := s.queue.pop(); rec != nil {
			s.rec = rec
			s.sum.count(rec)
			return true
		}
		if s.done {
			return false
		}
		s.advance()
	}
}

// Record returns the record that the last call of Scan found, nil if it found
// none.
func (s *Scanner) Record() Record { return s.rec }

// Err returns the error that kept the input from being read to its end. What is
// merely wrong with the text comes as a Diagnostic.
func (s *Scanner) Err() error { return s.err }

// Summary counts what was returned and read so far. It is complete when Scan
// has returned false.
func (s *Scanner) Summary() Summary {
	sum := s.sum
	sum.Kind = s.kind()
	return sum
}

// advance reads one line, or what has arrived of it.
func (s *Scanner) advance() {
	if s.lines == nil {
		s.open()
		return
	}
	if line, tooLong, ok := s.lines.next(); ok {
		s.take(line, tooLong)
		return
	}
	if part := s.lines.partial(); len(part) > 0 && part[0] == 'B' {
		s.line++
		s.root.partial(part)
		s.line--
		if s.queue.len() > 0 && !s.queue.at(s.queue.head).held {
			return
		}
	}
	if !s.lines.fill() {
		s.finish()
	}
}

func (s *Scanner) open() {
	text, encoding, err := decode(s.input)
	s.sum.Encoding = encoding
	if err != nil {
		s.err, s.done = readError(s.file, 0, encoding, err), true
		return
	}
	if s.tee != nil {
		text = io.TeeReader(text, s.tee)
	}
	s.lines = newLineReader(text)
}

// take takes one complete line.
func (s *Scanner) take(b []byte, tooLong int) {
	s.line++
	s.sum.Lines++
	if tooLong > 0 {
		s.reportTooLong()
		s.root.serial++
		return
	}
	if s.sniff.bytes < sniffed {
		s.root.partial(b) // as if the line had come in two pieces
		if s.sniff.look(b) {
			s.done = true
			s.letGo()
			return
		}
	}
	b = trimCR(b)
	if s.lines.escapes {
		b = stripEscapes(b)
	}
	if len(b) == 0 || b[0] != 'B' {
		b = s.unwrap(b)
		if len(b) > 1 && b[0] == '{' && s.event(b) {
			return
		}
	}
	s.root.line(b)
	if s.queue.len() > maxHeld {
		s.letGo()
	}
}

// unwrap takes off what other programs put before a line.
func (s *Scanner) unwrap(b []byte) []byte {
	b = trimMarks(b)
	rest, what := stripLogPrefix(b)
	if what != "" {
		if bytes.HasPrefix(rest, benchmark) {
			s.sum.Repaired++
		}
		s.reportOnce("log prefix "+what, Info, "lines carry the "+what+", which was taken off", "", b)
	}
	return rest
}

// letGo releases every held record as it is.
func (s *Scanner) letGo() {
	for _, sec := range s.all() {
		sec.settle()
		sec.crash.finish(sec)
		sec.place()
	}
}

// all returns the sections that are open, those of test2json by package.
func (s *Scanner) all() []*section {
	open := []*section{s.root}
	for _, pkg := range slices.Sorted(maps.Keys(s.packages)) {
		open = append(open, s.packages[pkg])
	}
	return open
}

func (s *Scanner) position() Position { return Position{File: s.file, Line: s.line} }

// report queues a diagnostic on the current line.
func (s *Scanner) report(severity Severity, msg, hint string, text []byte) {
	d := &Diagnostic{Position: s.position(), Severity: severity, Msg: msg, Hint: hint}
	if len(text) > 0 {
		d.Text = clipBytes(text, 200)
	}
	s.queue.push(d, false)
}

// reportOnce reports what would otherwise be said of every line.
func (s *Scanner) reportOnce(key string, severity Severity, msg, hint string, text []byte) {
	if !s.told[key] {
		s.told[key] = true
		s.report(severity, msg, hint, text)
	}
}

func (s *Scanner) reportTooLong() {
	s.report(Warning, "the line is longer than "+strconv.Itoa(maxLine>>20)+" MiB and was skipped", "", nil)
}
