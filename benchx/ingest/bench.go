package ingest

import (
	"bytes"
	"strings"
)

// bench takes a line that begins with "Benchmark".
func (sec *section) bench(b []byte) {
	s := sec.s
	n := s.names.guess(b[len(benchmark):])
	var end int
	if n != nil {
		end = len(benchmark) + len(n.raw)
	} else {
		end = field(b)
	}
	rest := b[end+blanks(b[end:]):]
	gap := b[end : len(b)-len(rest)]
	if len(gap) == 0 || len(rest) == 0 && !hasTab(gap) {
		sec.alone(b[:end])
		return
	}
	if n == nil {
		n = s.names.intern(b[len(benchmark):end])
	}
	if sec.recap && sec.repeated(n) {
		return
	}
	tab := hasTab(gap)
	if tab && n.valid {
		sec.begin(n)
	}
	p := s.queue.newSample()
	r := s.readResult(rest, p)
	if r == goodResult {
		sec.begin(n)
		sec.torn = s.unterminated && len(s.remarks) > 0
		sec.result(p, r)
		return
	}
	sec.oddBench(b, n, rest, tab, p, r)
}

// oddBench takes a line that begins with the name n but is not simply a result.
func (sec *section) oddBench(b []byte, n *name, rest []byte, tab bool, p *Sample, r reading) {
	s := sec.s
	switch {
	case s.unterminated && tab && (r == bareResult || r == brokenResult):
		s.queue.recycle(p)
		sec.begin(n) // its numbers did not make it
		return
	case r == emptyResult, r == bareResult && tab:
		sec.begin(n)
		sec.result(p, r)
		return
	}
	s.queue.recycle(p)
	switch {
	case r == brokenResult:
		sec.begin(n)
		sec.lost(b)
	case sec.cur.n == n && tab:
		sec.afterName(rest)
	case sec.crash.active && sec.crash.confirmed: // part of a dump
	case n.valid:
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
	if sec.recap || !bytes.HasPrefix(b, benchmark) {
		return
	}
	b = b[:min(len(b), tabLimit)]
	end := field(b)
	gap := b[end : end+blanks(b[end:])]
	if !hasTab(gap) || !isName(b[:end]) || bytes.IndexByte(b[:end+len(gap)], escape) >= 0 {
		return
	}
	sec.begin(sec.s.names.intern(b[len(benchmark):end]))
}

// begin notes that n was printed and will be measured. It does nothing when the
// same line said so before.
func (sec *section) begin(n *name) {
	if sec.cur.n == n && sec.cur.serial == sec.serial {
		return
	}
	sec.decide(n)
	full := n.bare()
	if sec.pend.active() {
		sec.settleBefore(full)
	}
	sec.dropCur()
	sec.crash.discard(sec)
	sec.place()
	sec.cur = begun{n: n, name: full, procs: int(n.procs), serial: sec.serial}
	if top := sec.top(); top == nil || top.name != full {
		sec.start(full, int(n.procs))
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
	if n.exact != sec.id {
		n.exact = sec.id
		sec.mark(n.raw)
	}
	if top := sec.top(); top != nil && !isAncestor(top.name, n.raw) {
		sec.left = *top
	}
	for top := sec.top(); top != nil && !isAncestor(top.name, n.raw); top = sec.top() {
		sec.stack = sec.stack[:len(sec.stack)-1]
	}
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

// dropCur gives up on the numbers of a benchmark that begun.
func (sec *section) dropCur() {
	if !sec.cur.active() {
		return
	}
	sec.s.report(Error, "the numbers of Benchmark"+sec.cur.n.raw+" were not found; the result is lost",
		"keep the benchmark from printing to standard output", nil)
	sec.cur = begun{}
}

// lost reports a line that was meant to be the result of cur.
func (sec *section) lost(b []byte) {
	full := sec.cur.name
	sec.cur = begun{}
	sec.closed(full)
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
