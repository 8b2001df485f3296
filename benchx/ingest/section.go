package ingest

import "bytes"

// A section follows the output of one test binary, line by line, from its
// configuration block to the line that closes the package.
type section struct {
	s     *Scanner
	id    int32 // differs for every section of a stream
	fixed bool  // the package is known from outside the text
	recap bool  // the text repeats what was already read, see recap.go

	pkg        string
	pkgID      int32 // of pkg, see Scanner.packageID
	placed     bool  // a pkg: line was seen, or fixed
	machine    Machine
	configured bool // a configuration line was seen
	outcomes   int
	passed     bool   // PASS or FAIL was seen after the last outcome
	torn       bool   // the last result is not whole
	failing    string // the first test that failed
	ended      string // how the binary ended: "exit status 2", "signal: killed"

	procs         []int    // values of GOMAXPROCS seen so far
	plain         bool     // one of them is 1
	names         []string // full names seen, while nobody asks for containers
	nested        bool     // names has been turned into marks of containers
	firstSuffixed *name

	verbose  bool    // names are printed alone before they run
	cur      begun   // its name was printed, its numbers are to come
	stack    []begun // names printed alone whose outcome is to come, outermost first
	left     begun   // the last that left the stack because another one began
	pend     pending // the last outcome, whose log may follow
	dead     pending // one without iterations before it, while nothing has come of the benchmark that began next
	block    notes   // the log that follows pend
	logs     notes   // the log printed since the last outcome, in verbose output
	unplaced []unplaced
	crash    crash
	last     string // full name of the last benchmark that had an outcome
	lastText []byte // last line that meant nothing
	serial   int    // complete lines so far

	// test2json only: the text that waits for its newline.
	buf      []byte
	tooLong  bool
	reported bool // its PackageEnd was
}

// begun is a benchmark that has begun.
type begun struct {
	n         *name
	name      string
	procs     int
	serial    int  // line of the section that showed the name
	announced bool // by a "=== RUN" line; the name alone is still to come
}

func (b *begun) active() bool { return b.n != nil }

// unplaced is an outcome printed before the package, the machine and GOMAXPROCS
// are known: package testing prints them with the first result only.
type unplaced struct {
	seq    uint64
	sample *Sample
	n      *name
}

func (s *Scanner) newSection() *section {
	s.sections++
	return &section{s: s, id: s.sections, pkgID: s.packageID("")}
}

// restart forgets everything about the test binary that has ended.
func (sec *section) restart() {
	s := sec.s
	s.sections++
	*sec = section{
		s: s, id: s.sections, fixed: sec.fixed, recap: sec.recap && s.inRecap,
		pkg: sec.pkg, pkgID: sec.pkgID, placed: sec.fixed, reported: sec.reported,
		names: sec.names[:0], procs: sec.procs[:0], stack: sec.stack[:0], unplaced: sec.unplaced[:0],
		block: sec.block, logs: sec.logs, lastText: sec.lastText[:0],
	}
	sec.block.reset()
	sec.logs.reset()
	if !sec.fixed {
		sec.setPackage("")
	}
}

func (sec *section) setPackage(pkg string) {
	sec.pkg, sec.pkgID = pkg, sec.s.packageID(pkg)
}

// packageID numbers import paths from 1 on.
func (s *Scanner) packageID(pkg string) int32 {
	id, ok := s.packageIDs[pkg]
	if !ok {
		s.importPaths = append(s.importPaths, pkg)
		id = int32(len(s.importPaths))
		s.packageIDs[pkg] = id
	}
	return id
}

// line takes one line of the binary's output.
func (sec *section) line(b []byte) {
	sec.take(b)
	sec.serial++
}

func (sec *section) take(b []byte) {
	if bytes.HasPrefix(b, benchmark) {
		sec.bench(b)
		return
	}
	if sec.crash.active && sec.crashLine(b) {
		return
	}
	switch {
	case len(b) == 0:
		sec.closeBlock()
	case b[0] == ' ' || b[0] == '\t':
		sec.indented(b)
	case sec.course(b), sec.config(b), sec.comment(b):
	default:
		sec.text(b)
	}
}
