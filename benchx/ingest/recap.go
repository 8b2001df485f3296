package ingest

import (
	"bytes"
	"strconv"
	"strings"
)

// gotestsum, which hides or prints the stream of go test according to its
// format, prints at the end what it takes for failed: all benchmarks, since
// package testing never says that one passed. In verbose formats every result
// then stands in its output twice, in others only there. A section in recap mode
// therefore takes only benchmarks without an outcome so far.

// recapStage takes the headlines of gotestsum's summary.
func (sec *section) recapStage(word string, rest []byte) bool {
	switch word {
	case "Failed", "Skipped", "Errors":
		if len(rest) > 0 {
			return false
		}
		sec.enterRecap(true)
		return true
	case "FAIL:", "SKIP:":
		if !sec.s.inRecap {
			return false
		}
		sec.breakOff()
		sec.setPackage(string(rest[:field(rest)]))
		sec.placed = true
		return true
	}
	return false
}

// enterRecap begins a section that may repeat earlier ones: up to "DONE", or
// only as far as the next configuration block.
func (sec *section) enterRecap(toDone bool) {
	if sec.ofEvents() {
		return // test2json is not what gotestsum prints
	}
	sec.breakOff()
	sec.recap = true
	sec.s.inRecap = toDone
}

func (sec *section) leaveRecap() {
	sec.breakOff()
	sec.recap, sec.s.inRecap = false, false
}

// sumUp takes the lines "PASS pkg" and "FAIL pkg" that close a package in
// gotestsum's format testname. Benchmarks that follow without a configuration
// block are repetitions.
func (sec *section) sumUp(b []byte) bool {
	_, rest, ok := bytes.Cut(b, []byte(" "))
	if !ok || len(rest) == 0 || field(rest) < len(rest) || bytes.Contains(rest, []byte(".Benchmark")) {
		return false
	}
	if sec.ofEvents() || !sec.placed || !samePackage(sec.pkg, string(rest)) {
		return false
	}
	sec.endPackage(sec.pkg, b[0] == 'F', "")
	sec.recap = true
	return true
}

// seenBefore reports whether n only repeats an outcome.
func (sec *section) seenBefore(n *name) bool {
	return sec.recap && sec.s.hadOutcome(n, sec.pkg)
}

// repeated is seenBefore for a line that states an outcome; it keeps count.
func (sec *section) repeated(n *name) bool {
	if !sec.recap {
		return false
	}
	s := sec.s
	if s.hadOutcome(n, sec.pkg) {
		s.sum.Ignored++
		s.reportOnce("repeated", Info, "gotestsum repeats results in its summary; the repetitions were ignored", "", nil)
		return true
	}
	s.reportOnce("summary", Warning, "results stand only in gotestsum's summary, which keeps the first of each benchmark",
		"run gotestsum with --format standard-verbose, or read its --jsonfile", nil)
	return false
}

// hadOutcome reports whether n, or n at any GOMAXPROCS, had an outcome in pkg.
func (s *Scanner) hadOutcome(n *name, pkg string) bool {
	if s.hadOwnOutcome(n, pkg) {
		return true
	}
	for _, p := range s.procs {
		if m := s.names.byRaw[n.raw+"-"+strconv.Itoa(p)]; m != nil && s.hadOwnOutcome(m, pkg) {
			return true
		}
	}
	return false
}

func (s *Scanner) hadOwnOutcome(n *name, pkg string) bool {
	if n.home == 0 {
		return false
	}
	if samePackage(s.importPaths[n.home-1], pkg) {
		return true
	}
	for _, id := range n.elsewhere {
		if samePackage(s.importPaths[id-1], pkg) {
			return true
		}
	}
	return false
}

// samePackage reports whether short may stand for the import path. gotestsum
// leaves out the path of the module.
func samePackage(path, short string) bool {
	return path == short || path == "" || short == "" || short == "." || strings.HasSuffix(path, "/"+short)
}
