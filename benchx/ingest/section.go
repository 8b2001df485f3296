package ingest

import (
	"bytes"
	"strings"
)

// A section follows the output of one test binary, line by line, from its
// configuration block to the line that closes the package.
type section struct {
	s     *Scanner
	id    int  // differs for every section of a stream
	fixed bool // the package is known from outside the text
	recap bool // the text repeats what was already read, see recap.go

	pkg        string
	placed     bool // a pkg: line was seen, or fixed
	machine    Machine
	configured bool // a configuration line was seen
	outcomes   int
	passed     bool   // PASS or FAIL was seen after the last outcome
	torn       bool   // the last result is not whole
	failing    string // the first test that failed
	ended      string // how the binary ended: "exit status 2", "signal: killed"

	procs         []int // values of GOMAXPROCS seen so far
	plain         bool  // one of them is 1
	firstSuffixed *name

	verbose  bool    // names are printed alone before they run
	cur      begun   // its name was printed, its numbers are to come
	stack    []begun // names printed alone whose outcome is to come, outermost first
	pend     pending // the last outcome, whose log may follow
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
	return &section{s: s, id: s.sections}
}

// restart forgets everything about the test binary that has ended.
func (sec *section) restart() {
	s := sec.s
	s.sections++
	*sec = section{
		s: s, id: s.sections, fixed: sec.fixed, recap: sec.recap && s.inRecap,
		pkg: sec.pkg, placed: sec.fixed, reported: sec.reported,
		procs: sec.procs[:0], stack: sec.stack[:0], unplaced: sec.unplaced[:0],
		block: sec.block, logs: sec.logs, lastText: sec.lastText[:0],
	}
	sec.block.reset()
	sec.logs.reset()
	if !sec.fixed {
		sec.pkg = ""
	}
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

// bench takes a line that begins with "Benchmark".
func (sec *section) bench(b []byte) {
	s := sec.s
	end := field(b)
	raw := b[len(benchmark):end]
	rest := b[end+blanks(b[end:]):]
	gap := b[end : len(b)-len(rest)]
	if len(gap) == 0 || len(rest) == 0 && !hasTab(gap) {
		sec.alone(b[:end])
		return
	}
	n := s.names.intern(raw)
	if sec.repeated(n) {
		return
	}
	tab := hasTab(gap)
	if tab && isName(b[:end]) {
		sec.begin(n)
	}
	p := s.queue.newSample()
	r := s.readResult(rest, p)
	if s.unterminated && tab && (r == bareResult || r == brokenResult) {
		s.queue.recycle(p)
		sec.begin(n) // its numbers did not make it
		return
	}
	switch {
	case r == goodResult, r == emptyResult, r == bareResult && tab:
		sec.begin(n)
		sec.torn = s.unterminated && len(s.remarks) > 0
		sec.result(p, r)
		return
	case r == brokenResult:
		s.queue.recycle(p)
		sec.begin(n)
		sec.lost(b)
		return
	}
	s.queue.recycle(p)
	switch {
	case sec.cur.n == n && tab:
		sec.afterName(rest)
	case sec.crash.active && sec.crash.confirmed: // part of a dump
	case isName(b[:end]):
		sec.closeBlock()
		s.report(Info, "a line that begins with Benchmark is no result and was ignored", "", b)
		s.sum.Ignored++
	default:
		sec.text(b)
	}
}

// hasTab reports whether the white space behind a name is what testing prints:
// blanks up to a tab.
func hasTab(gap []byte) bool { return bytes.IndexByte(gap, '\t') >= 0 }

// tabLimit is how far into a line the tab behind a name is looked for.
const tabLimit = 4096

// partial takes the beginning of a line whose end has not arrived. Package
// testing prints the name and a tab before it measures.
func (sec *section) partial(b []byte) {
	if !bytes.HasPrefix(b, benchmark) {
		return
	}
	b = b[:min(len(b), tabLimit)]
	end := field(b)
	gap := b[end : end+blanks(b[end:])]
	if !hasTab(gap) || !isName(b[:end]) || bytes.IndexByte(b[:end+len(gap)], escape) >= 0 {
		return
	}
	if n := sec.s.names.intern(b[len(benchmark):end]); !sec.seenBefore(n) {
		sec.begin(n)
	}
}

// begin notes that n was printed and will be measured. It does nothing when the
// same line said so before.
func (sec *section) begin(n *name) {
	if sec.cur.n == n && sec.cur.serial == sec.serial {
		return
	}
	fresh := n.decided != sec.id
	sec.decide(n)
	sec.settleBefore(n.bare)
	sec.dropCur()
	sec.crash.discard(sec)
	sec.place()
	if fresh {
		sec.mark(n.bare)
	}
	sec.cur = begun{n: n, name: n.bare, procs: n.procs, serial: sec.serial}
	if top := sec.top(); top == nil || top.name != n.bare {
		sec.start(n.bare, n.procs)
	}
}

func (sec *section) start(full string, procs int) {
	st := sec.s.queue.newStarted()
	*st = Started{Position: sec.s.position(), Package: sec.pkg, Name: full, Procs: procs}
	sec.s.queue.push(st, false)
}

// alone takes a name that is a whole line: -v prints it before the benchmark,
// or the container of benchmarks, runs.
func (sec *section) alone(field []byte) {
	if !isName(field) {
		sec.text(field)
		return
	}
	n := sec.s.names.intern(field[len(benchmark):])
	if sec.seenBefore(n) {
		sec.s.sum.Ignored++
		return
	}
	sec.open(n, false)
}

// open notes that a benchmark of the exact name n runs from here on.
func (sec *section) open(n *name, announced bool) {
	if top := sec.top(); top != nil && top.n == n && top.announced && !announced {
		top.announced = false
		return
	}
	sec.settleBefore(n.raw)
	sec.dropCur()
	sec.crash.discard(sec)
	n.exact = sec.id
	for top := sec.top(); top != nil && !isAncestor(top.name, n.raw); top = sec.top() {
		sec.stack = sec.stack[:len(sec.stack)-1]
	}
	sec.mark(n.raw)
	sec.verbose = true
	sec.logs.reset()
	if len(sec.stack) < maxDepth {
		sec.stack = append(sec.stack, begun{n: n, name: n.raw, serial: sec.serial, announced: announced})
	}
	sec.start(n.raw, sec.mainProcs())
}

func isAncestor(full, sub string) bool {
	return len(sub) > len(full) && sub[len(full)] == '/' && strings.HasPrefix(sub, full)
}

// top returns the innermost benchmark of the stack, nil if there is none.
func (sec *section) top() *begun {
	if len(sec.stack) == 0 {
		return nil
	}
	return &sec.stack[len(sec.stack)-1]
}

// mainProcs returns the first value of GOMAXPROCS seen, 1 before any was.
func (sec *section) mainProcs() int {
	if len(sec.procs) == 0 {
		return 1
	}
	return sec.procs[0]
}

// dropCur gives up on the numbers of a benchmark that begun.
func (sec *section) dropCur() {
	if !sec.cur.active() {
		return
	}
	sec.s.report(Error, "the numbers of Benchmark"+sec.cur.n.raw+" were not found; the result is lost",
		"keep the benchmark from printing to standard output", nil)
	sec.cur = begun{}
}

// afterName takes what follows a name and its tab and is no result.
func (sec *section) afterName(rest []byte) {
	switch {
	case len(rest) == 0 || sec.course(rest):
	case sec.complete(rest):
	default:
		sec.embedded(rest)
	}
}

// complete looks for the numbers of cur, which were torn from its name.
func (sec *section) complete(b []byte) bool {
	if !sec.cur.active() {
		return false
	}
	numbers := findNumbers(b)
	if numbers == nil {
		return false
	}
	s := sec.s
	p := s.queue.newSample()
	r := s.readResult(numbers, p)
	if r != goodResult && r != emptyResult {
		s.queue.recycle(p)
		return false
	}
	sec.crash.discard(sec)
	raw := sec.cur.n.raw
	sec.result(p, r)
	s.sum.Repaired++
	s.report(Info, "the name and the numbers of Benchmark"+raw+" were printed apart and were put together", "", b)
	return true
}

// embedded looks for a result behind other text.
func (sec *section) embedded(b []byte) bool {
	i := findResult(b)
	if i < 0 {
		return false
	}
	s := sec.s
	end := i + field(b[i:])
	n := s.names.intern(b[i+len(benchmark) : end])
	if sec.repeated(n) {
		return true
	}
	p := s.queue.newSample()
	r := s.readResult(b[end+blanks(b[end:]):], p)
	if r != goodResult && r != emptyResult {
		s.queue.recycle(p)
		return false
	}
	sec.begin(n)
	sec.result(p, r)
	s.sum.Repaired++
	sec.reportPrefix(b[:i], b)
	return true
}

// indented takes a line that begins with a blank.
func (sec *section) indented(b []byte) {
	switch {
	case sec.pend.open:
		sec.note(&sec.block, b)
	case sec.complete(b), sec.embedded(b):
	case sec.verbose:
		sec.note(&sec.logs, b)
	default:
		sec.s.sum.Ignored++
	}
}

func (sec *section) note(to *notes, b []byte) {
	if trouble := to.add(b); trouble != "" {
		sec.s.report(Warning, "facts of a benchmark: "+trouble, "", b)
	}
}

// text takes a line that means nothing by itself.
func (sec *section) text(b []byte) {
	sec.closeBlock()
	if sec.complete(b) || sec.embedded(b) {
		return
	}
	if i := bytes.Index(b, []byte("--- FAIL: Benchmark")); i > 0 && sec.course(b[i:]) {
		sec.s.sum.Repaired++
		sec.reportPrefix(b[:i], b)
		return
	}
	sec.s.sum.Ignored++
	sec.lastText = append(sec.lastText[:0], b[:min(len(b), 4*maxNote)]...)
}

// reportPrefix says that what was read stood behind something else: once for
// each kind of prefix, every time for other text.
func (sec *section) reportPrefix(prefix, line []byte) {
	kind := ""
	message := bytes.TrimLeft(line, " \t")
	switch behind := len(line) - len(prefix); behind {
	case len(message):
		kind = "white space"
	case len(afterSource(message)):
		kind = "a source position"
	}
	if kind != "" {
		sec.s.reportOnce("prefix "+kind, Info, "results stand behind "+kind+", which was taken off", "", line)
		return
	}
	sec.s.report(Info, "a result stands behind other text, which was taken off", "end what the benchmark prints with a newline", line)
}

// lost reports a line that was meant to be a result.
func (sec *section) lost(b []byte) {
	sec.cur = begun{}
	sec.closed(sec.s.names.last.bare)
	sec.flushRemarks(b)
}

// flushRemarks reports what readResult had to say.
func (sec *section) flushRemarks(text []byte) {
	for _, r := range sec.s.remarks {
		sec.s.report(r.severity, r.msg, r.hint, text)
	}
	sec.s.remarks = sec.s.remarks[:0]
}

// closed takes a benchmark that had its outcome off the stack.
func (sec *section) closed(full string) {
	for top := sec.top(); top != nil && (top.name == full || isAncestor(full, top.name)); top = sec.top() {
		sec.stack = sec.stack[:len(sec.stack)-1]
	}
	sec.last = full
	sec.passed = false
}

// isContainer reports whether the benchmark has sub-benchmarks in the section.
func (sec *section) isContainer(full string) bool {
	n, ok := sec.s.names.byRaw[full]
	return ok && n.container == sec.id
}
