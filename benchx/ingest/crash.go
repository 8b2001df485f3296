package ingest

import (
	"bytes"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A crash is an early end of the binary as far as it can be told: a panic, a
// signal, an exit. It is a suspicion until the package ends, because programs
// log such words, too: a benchmark that goes on proves it wrong.
type crash struct {
	active    bool
	confirmed bool        // a goroutine dump or an exit status followed
	status    wire.Status // what it makes of the benchmark that ran; "" for none (interrupt)
	msg       string      // for the note
	cause     string      // for the package: "panic: oh no"
	cut       bool        // the run was ended from outside
	unwinds   bool        // a panic: deferred calls run, by which package testing goes on meanwhile

	seq     uint64
	line    Position
	culprit begun
	left    begun    // what ran before the culprit
	idle    *pending // the outcome without iterations that it explains
	listed  string   // a name from the list of running tests
	frame   string   // the benchmark function in the goroutine dump
	nested  bool     // a function literal of it

	goroutines int  // of the dump, so far
	tested     bool // the first of them is a benchmark's own
}

// failedWhile is the status of a benchmark that ran when its package failed
// without a word.
const failedWhile = wire.BenchFail

// alarm takes lines that the runtime or the go command print at an early end.
func (sec *section) alarm(b []byte) bool {
	switch b[0] {
	case 'p', 'f', 'S', '*':
	default:
		return false
	}
	c := crash{status: wire.Panic}
	msg, isPanic := bytes.CutPrefix(b, []byte("panic: "))
	switch {
	case isPanic:
		c.unwinds = true
		if bytes.HasPrefix(msg, []byte("test timed out after ")) {
			c.status, c.unwinds = wire.Timeout, false
		}
	case bytes.HasPrefix(b, []byte("fatal error: ")):
		if bytes.Contains(b, []byte("out of memory")) || bytes.Contains(b, []byte("cannot allocate memory")) {
			c.status = wire.OOM
		}
	case bytes.HasPrefix(b, []byte("SIGQUIT: ")), bytes.HasPrefix(b, []byte("*** Test killed")):
		c.status, c.confirmed = wire.Timeout, true
	case isSignalName(b):
	default:
		return false
	}
	c.msg, c.cause = clipBytes(msg, maxNote), clipBytes(b, maxNote)
	sec.suspect(c)
	return true
}

// isSignalName matches the runtime's "SIGSEGV: segmentation violation".
func isSignalName(b []byte) bool {
	word, _, ok := bytes.Cut(b, []byte(": "))
	if !ok || len(word) < 5 || !bytes.HasPrefix(word, []byte("SIG")) {
		return false
	}
	return !bytes.ContainsFunc(word, func(r rune) bool { return r < 'A' || r > 'Z' })
}

// killed takes a "signal: " line of the go command.
func (sec *section) killed(b []byte) {
	line := clipBytes(b, 200)
	sec.ended = line
	c := crash{status: wire.Panic, msg: line, cause: line, confirmed: true}
	switch strings.TrimPrefix(line, "signal: ") {
	case "killed":
		c.status, c.cut = wire.OOM, true
		c.msg = "signal: killed, by the system when memory ran out, or by hand"
	case "terminated":
		c.status, c.cut = wire.Timeout, true
		c.msg = "signal: terminated, as at a deadline"
	case "quit":
		c.status, c.cut = wire.Timeout, true
	case "interrupt", "hangup":
		c.status, c.cut = "", true
	}
	sec.suspect(c)
}

// exited takes an "exit status " line of the go command. Without a panic and
// while a benchmark runs, it means that the program ended itself.
func (sec *section) exited(b []byte) {
	sec.closeBlock()
	sec.ended = clipBytes(b, 200)
	if sec.crash.active {
		sec.crash.confirmed = true
		return
	}
	if sec.culprit() == nil {
		return
	}
	msg := "the test binary ended itself: " + sec.ended
	if len(sec.lastText) > 0 {
		msg = clipBytes(sec.lastText, 300) + " (" + msg + ")"
	}
	sec.suspect(crash{status: wire.BenchFail, msg: msg, cause: sec.ended, confirmed: true})
}

// culprit returns the benchmark that runs, nil if none is known to.
func (sec *section) culprit() *begun {
	if sec.cur.active() {
		return &sec.cur
	}
	if top := sec.top(); top != nil && !sec.isContainer(top.name) {
		return top
	}
	return nil
}

// suspect opens a case.
func (sec *section) suspect(c crash) {
	if old := &sec.crash; old.active {
		old.cut = old.cut || c.cut
		old.confirmed = old.confirmed || c.confirmed
		return
	}
	sec.closeBlock()
	c.active = true
	c.line = sec.s.position()
	if who := sec.culprit(); who != nil {
		c.culprit, c.left = *who, sec.left
	}
	if sec.pend.idle {
		idle := sec.pend
		c.idle, c.seq = &idle, idle.seq
		sec.pend = pending{}
		sec.block.apply(idle.sample)
		sec.block.reset()
	} else {
		c.seq = sec.s.queue.push(&Diagnostic{Position: c.line}, true)
	}
	sec.crash = c
}

// discard drops the case: the benchmark went on.
func (c *crash) discard(sec *section) {
	if !c.active {
		return
	}
	if c.idle != nil {
		sec.s.queue.release(c.seq)
	} else {
		sec.s.queue.drop(c.seq)
	}
	*c = crash{}
}

// finish closes the case: the run ended there.
func (c *crash) finish(sec *section) {
	if !c.active {
		sec.bury()
		return
	}
	s := sec.s
	s.sum.CutOff = s.sum.CutOff || c.cut
	c.readmit(sec)
	sec.bury()
	switch full, procs, known := c.subject(sec); {
	case c.idle != nil:
		p := c.idle.sample
		if c.status != "" {
			p.Status, p.Note = c.status, c.msg
		}
	case !known || c.status == "":
		s.queue.replace(c.seq, c.diagnostic(sec))
	default:
		p := s.queue.newSample()
		p.Position, p.Machine, p.Package = c.line, sec.machine, sec.pkg
		p.Name, p.Procs, p.Status, p.Note = full, procs, c.status, c.msg
		if said := sec.logs.text; c.status == wire.BenchFail && len(said) > 0 {
			p.Note = clipBytes(said, maxNote) + "; " + c.msg
		}
		s.queue.replace(c.seq, p)
		sec.outcome(s.names.get(full), full)
	}
	s.queue.release(c.seq)
	sec.cur = begun{}
	sec.stack = sec.stack[:0]
	sec.logs.reset()
	*c = crash{}
}

// readmit corrects the culprit where the text shows that it is another. A
// goroutine that panics tells package testing that its benchmark is done before it
// ends the process; on a busy machine the next benchmark has begun by then. A
// result may even be printed of the one that panicked. If it panicked before it was
// measured, that is one of no iterations, which nothing else explains. If after,
// the result is whole; then it is the last one of the function that the dump names,
// but of two sub-benchmarks of one function nothing tells them apart, and the next
// one is blamed.
func (c *crash) readmit(sec *section) {
	if c.killed(&sec.dead) {
		sec.s.queue.drop(c.seq)
		dead := sec.dead
		c.idle, c.seq, sec.dead = &dead, dead.seq, pending{}
		return
	}
	switch {
	case c.frame == "" || !c.culprit.active() || rootOf(c.culprit.name) == c.frame:
	case c.left.active() && rootOf(c.left.name) == c.frame:
		c.culprit = c.left
	case rootOf(sec.last) == c.frame:
		c.culprit = begun{}
		c.listed = sec.last // as good as a list of what runs
	default:
		c.culprit = begun{} // the frame is all that is known
	}
}

// killed reports whether a panic is that of a benchmark which printed a result of no
// iterations before the culprit began.
func (c *crash) killed(dead *pending) bool {
	if !dead.active() || !c.unwinds || c.idle != nil {
		return false
	}
	if c.frame != "" && c.frame != rootOf(dead.sample.Name) {
		return false
	}
	return c.tested || c.goroutines == 0 // unless a goroutine of somebody else panicked
}

// rootOf returns the function behind a benchmark's name.
func rootOf(full string) string {
	root, _, _ := strings.Cut(full, "/")
	return root
}

// subject returns the benchmark that ran.
func (c *crash) subject(sec *section) (full string, procs int, known bool) {
	switch {
	case c.culprit.active():
		procs = c.culprit.procs
		full = c.culprit.name
	case c.listed != "":
		full = c.listed
	case c.frame != "" && !c.nested && !sec.isContainer(c.frame):
		full = c.frame
	default:
		return "", 0, false
	}
	if procs == 0 {
		procs = sec.mainProcs()
	}
	return full, procs, true
}

// diagnostic says that the run ended early when no benchmark can be blamed.
func (c *crash) diagnostic(sec *section) *Diagnostic {
	d := &Diagnostic{Position: c.line, Severity: Error, Text: clip(c.cause, 200)}
	where := "a benchmark that the input does not name"
	switch {
	case c.culprit.active():
		where = "Benchmark" + c.culprit.name
	case c.frame != "":
		where = "a sub-benchmark of Benchmark" + c.frame
	case sec.last != "":
		where += ", after Benchmark" + sec.last
	}
	verb := "ended early (" + clip(c.cause, 200) + ")"
	if c.status == "" {
		verb = "was interrupted"
	}
	d.Msg = "the run " + verb + " in " + where
	if !c.culprit.active() {
		d.Hint = "run go test with -v: it prints each name before the benchmark runs"
	}
	return d
}

// crashLine takes a line while there is a case; false if it is to be read as
// any other.
func (sec *section) crashLine(b []byte) bool {
	c := &sec.crash
	if sec.cur.active() && findNumbers(b) != nil {
		return false
	}
	switch {
	case len(b) == 0:
		return true
	case bytes.HasPrefix(b, []byte("goroutine ")):
		c.goroutines++
		c.confirmed = true
		return true
	case bytes.HasPrefix(b, []byte("[signal ")), bytes.HasPrefix(b, []byte("runtime stack:")):
		c.confirmed = true
		return true
	case string(b) == "running tests:":
		return true
	case b[0] == '\t':
		c.listTest(bytes.TrimSpace(b))
		return true
	case !c.confirmed:
		return false
	}
	if endsDump(b) {
		return false
	}
	c.readFrame(b)
	return true
}

// endsDump reports whether b is no line of a goroutine dump: the run goes on, or
// package testing or the go command say how it ended.
func endsDump(b []byte) bool {
	for _, p := range []string{
		"--- ", "=== ", "FAIL\t", "ok  \t", "?   \t", "exit status ", "signal: ", wire.FactPrefix, "goos: ", "pkg: ",
	} {
		if bytes.HasPrefix(b, []byte(p)) {
			return true
		}
	}
	return string(b) == "FAIL" || string(b) == "PASS"
}

// listTest takes a line of the list of running tests: "BenchmarkX (3s)".
func (c *crash) listTest(b []byte) {
	end := field(b)
	if c.listed == "" && isName(b[:end]) && bytes.HasPrefix(b[end:], []byte(" (")) {
		c.listed = string(b[len(benchmark):end])
	}
}

// readFrame looks for the function of a benchmark in a line of a goroutine dump:
// "example.com/pkg.BenchmarkX(0x…)", or "….BenchmarkX.func1(0x…)" for a function
// literal in it, as sub-benchmarks are.
func (c *crash) readFrame(b []byte) {
	c.tested = c.tested || c.goroutines == 1 && bytes.HasPrefix(b, []byte("testing.(*B)."))
	if c.frame != "" || bytes.HasPrefix(b, []byte("created by ")) {
		return
	}
	i := bytes.Index(b, []byte(".Benchmark"))
	if i < 0 {
		return
	}
	b = b[i+1:]
	end := bytes.IndexAny(b, ".(")
	if end < 0 || !isName(b[:end]) {
		return
	}
	c.frame, c.nested = string(b[len(benchmark):end]), b[end] == '.'
}
