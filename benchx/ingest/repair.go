package ingest

import "bytes"

// afterName takes what follows a name and its tab and is no result.
func (sec *section) afterName(rest []byte) {
	switch {
	case len(rest) == 0 || sec.course(rest):
	case sec.embedded(rest), sec.complete(rest):
	default:
		sec.keepText(rest)
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
	case sec.embedded(b), sec.complete(b):
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
	if sec.embedded(b) || sec.complete(b) {
		return
	}
	if i := bytes.Index(b, []byte("--- FAIL: Benchmark")); i > 0 && sec.course(b[i:]) {
		if sec.pend.failed {
			sec.s.sum.Repaired++
		}
		sec.reportPrefix(b[:i], b)
		return
	}
	sec.keepText(b)
}

// keepText counts a line that means nothing and remembers it: it may be the
// last word of a program that ends.
func (sec *section) keepText(b []byte) {
	sec.s.sum.Ignored++
	sec.lastText = append(sec.lastText[:0], b[:min(len(b), maxNote)]...)
}

// reportPrefix says that what was read stood behind something else: once for
// each kind of prefix, every time for other text.
func (sec *section) reportPrefix(prefix, line []byte) {
	kind := ""
	message := bytes.TrimLeft(line, " \t")
	switch behind := len(line) - len(prefix); {
	case len(prefix) == 0:
	case behind == len(message):
		kind = "white space"
	case behind == len(afterSource(message)):
		kind = "a source position"
	}
	if kind != "" {
		sec.s.reportOnce("prefix "+kind, Info, "results stand behind "+kind+", which was taken off", "", line)
		return
	}
	sec.s.report(Info, "a result stands behind other text, which was taken off", "end what the benchmark prints with a newline", line)
}
