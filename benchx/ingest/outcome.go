package ingest

import (
	"bytes"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// pending is the last outcome of a section as long as the lines that follow can
// add to it.
type pending struct {
	seq    uint64
	n      *name
	sample *Sample
	// diagnostic stands in place of sample for a container that failed.
	diagnostic *Diagnostic
	open       bool // the log block that belongs to it is being read
	idle       bool // no iteration was done: a panic may follow and explain it
	failed     bool // by a "--- FAIL" line, or skipped by a "--- SKIP" line
	unplaced   bool
}

func (p *pending) active() bool { return p.n != nil }

// result takes the sample that was read for cur.
func (sec *section) result(p *Sample, r reading) {
	s, cur := sec.s, sec.cur
	sec.cur = begun{}
	sec.settle()
	p.Position, p.Machine, p.Package = s.position(), sec.machine, sec.pkg
	p.Name, p.Procs = cur.name, cur.procs
	idle := p.Iters == 0
	if idle {
		p.Status, p.Values, p.Note = wire.BenchFail, p.Values[:0], "no iteration was completed"
	}
	if !sec.logs.empty() {
		sec.logs.apply(p)
		sec.logs.reset()
	}
	sec.pend = pending{seq: s.queue.push(p, true), n: cur.n, sample: p, idle: idle}
	sec.outcome(cur.n, cur.name)
	switch {
	case idle:
		s.remarks = s.remarks[:0]
	case r == bareResult:
		s.report(Info, "Benchmark"+cur.n.raw+" reports no measurement", "", nil)
	case r == emptyResult:
		s.report(Warning, "Benchmark"+cur.n.raw+" reports no measurement that can be used", "", nil)
	}
	if len(s.remarks) > 0 {
		sec.flushRemarks(nil)
	}
}

// outcome books that a benchmark had one.
func (sec *section) outcome(n *name, full string) {
	sec.bury()
	n.addOutcome(sec.pkgID)
	sec.outcomes++
	sec.closed(full)
}

// verdict takes "--- FAIL: ", "--- SKIP: " and "--- BENCH: " lines.
func (sec *section) verdict(tag string, rest []byte) {
	raw := rest[:field(rest)]
	if !isName(raw) {
		sec.closeBlock()
		sec.testVerdict(tag, raw)
		return
	}
	n := sec.s.names.intern(raw[len(benchmark):])
	if sec.pend.n == n && tag == "BENCH" {
		sec.pend.open = true
		return
	}
	sec.settle()
	if tag == "BENCH" || tag == "PASS" || sec.repeated(n) {
		return // the log of a container
	}
	full, procs := sec.resolve(n)
	// Verbose output has the log before the verdict, other output after it.
	verbose := sec.verbose && (!sec.logs.empty() || sec.top() != nil && sec.top().name == full)
	if sec.cur.n == n {
		sec.cur = begun{}
	}
	sec.dropCur()
	sec.crash.discard(sec)
	if sec.isContainer(full) {
		sec.failContainer(n, full)
	} else {
		status := wire.BenchFail
		if tag == "SKIP" {
			status = wire.Skip
		}
		sec.fail(n, full, procs, status)
	}
	sec.outcome(n, full)
	sec.takeLog(verbose)
}

// resolve returns the full name and GOMAXPROCS of a benchmark that failed or was
// skipped; procs is 0 where the text does not tell. Only a benchmark that failed
// while it was measured has a suffix, and that was begun before.
func (sec *section) resolve(n *name) (full string, procs int) {
	if sec.cur.n == n {
		return n.bare(), int(n.procs)
	}
	if top := sec.top(); top != nil && n.tail > 0 && top.name == n.withoutSuffix() {
		sec.decide(n)
		return n.bare(), int(n.procs)
	}
	if n.decided == sec.id && n.procs > 1 {
		return n.bare(), int(n.procs)
	}
	if sec.recap && sec.top() == nil && n.tail > 0 {
		sec.decide(n) // gotestsum leaves out that it began
		return n.bare(), int(n.procs)
	}
	if n.exact != sec.id {
		n.exact = sec.id
		sec.mark(n.raw)
	}
	return n.raw, 0
}

func (sec *section) fail(n *name, full string, procs int, status wire.Status) {
	q := &sec.s.queue
	p := q.newSample()
	p.Position, p.Machine, p.Package = sec.s.position(), sec.machine, sec.pkg
	p.Name, p.Procs, p.Status = full, procs, status
	sec.pend = pending{seq: q.push(p, true), n: n, sample: p, failed: true}
	if procs > 0 {
		return
	}
	p.Procs = sec.mainProcs()
	if len(sec.procs) == 0 {
		sec.pend.unplaced = true
		sec.unplaced = append(sec.unplaced, unplaced{sec.pend.seq, p, n})
	}
}

// failContainer takes the failure of a benchmark that has sub-benchmarks. They
// have outcomes of their own, so it is no row; but a reason is worth telling.
func (sec *section) failContainer(n *name, full string) {
	d := &Diagnostic{Position: sec.s.position(), Severity: Warning, Msg: "Benchmark" + full + ", which has sub-benchmarks, failed"}
	sec.pend = pending{seq: sec.s.queue.push(d, true), n: n, diagnostic: d}
}

// takeLog gives pend the log that was printed before it, or opens the block
// that follows.
func (sec *section) takeLog(before bool) {
	if !before {
		sec.pend.open = true
		return
	}
	sec.block, sec.logs = sec.logs, sec.block
	sec.logs.reset()
	if !sec.recap { // gotestsum prints a container before its sub-benchmarks
		sec.settle()
	}
}

// closeBlock ends the log of pend, and releases pend unless a panic could still
// explain it.
func (sec *section) closeBlock() {
	if sec.pend.active() {
		sec.pend.open = false
		if !sec.pend.idle {
			sec.settle()
		}
	}
}

// settleBefore settles pend when the benchmark full begins. A failure that turns
// out to be the container of full is no outcome of its own; and a panic may still
// explain why no iteration was done.
func (sec *section) settleBefore(full string) {
	p := sec.pend
	if p.idle {
		sec.bury()
		sec.block.apply(p.sample)
		sec.block.reset()
		sec.pend, sec.dead = pending{}, p
		return
	}
	if !p.failed || !isAncestor(p.sample.Name, full) {
		sec.settle()
		return
	}
	if p.unplaced {
		sec.unplaced = sec.unplaced[:len(sec.unplaced)-1]
	}
	sec.s.queue.drop(p.seq)
	sec.pend = pending{}
	sec.block.reset()
}

// settle lets go of pend: nothing will be added to it.
func (sec *section) settle() {
	p := sec.pend
	if !p.active() {
		return
	}
	sec.pend = pending{}
	q := &sec.s.queue
	switch {
	case p.diagnostic == nil:
		if !sec.block.empty() {
			sec.block.apply(p.sample)
		}
		if !p.unplaced {
			q.release(p.seq)
		}
	case len(sec.block.text) > 0:
		p.diagnostic.Msg += ": " + clipBytes(sec.block.text, maxNote)
		q.release(p.seq)
	default:
		q.drop(p.seq)
	}
	sec.block.reset()
}

// bury lets go of dead: no panic explained it.
func (sec *section) bury() {
	if sec.dead.active() {
		sec.s.queue.release(sec.dead.seq)
		sec.dead = pending{}
	}
}

// place completes the outcomes that were printed before the package and
// GOMAXPROCS were known.
func (sec *section) place() {
	for _, u := range sec.unplaced {
		u.sample.Package, u.sample.Machine, u.sample.Procs = sec.pkg, sec.machine, sec.mainProcs()
		u.n.addOutcome(sec.pkgID)
		sec.s.queue.release(u.seq)
	}
	sec.unplaced = sec.unplaced[:0]
}

// testVerdict takes the verdict on a test: benchmarks run only if tests pass.
func (sec *section) testVerdict(tag string, raw []byte) {
	if tag != "FAIL" || len(raw) == 0 || bytes.HasPrefix(raw, benchmark) || sec.recap {
		return
	}
	test := clipBytes(raw, 200)
	if sec.failing == "" {
		sec.failing = test
		sec.s.report(Error, test+" failed, and package testing runs no benchmarks after a failed test",
			"fix the test, or leave tests out with -run '^$'", nil)
	}
}

// cutVerdict splits "--- TAG: rest".
func cutVerdict(b []byte) (tag string, rest []byte, ok bool) {
	for _, tag := range []string{"FAIL", "BENCH", "SKIP", "PASS"} {
		if rest, ok := bytes.CutPrefix(b[len("--- "):], []byte(tag)); ok && bytes.HasPrefix(rest, []byte(": ")) {
			return tag, rest[2:], true
		}
	}
	return "", nil, false
}
