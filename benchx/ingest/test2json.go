package ingest

import (
	"bytes"
	"encoding/json"
	"strings"
)

// An event is a line of go test -json, as cmd/test2json documents it.
//
// The Test field serves only to tell the end of a test from that of a package:
// test2json attributes output to the test that printed last, which for
// benchmarks is often the wrong one or none. The text itself, put together per
// package, says everything.
type event struct {
	Action, Package, Test, Output, ImportPath, FailedBuild string
}

// event takes a line that looks like JSON; false if it is no test2json event.
func (s *Scanner) event(line []byte) bool {
	s.ev = event{}
	if json.Unmarshal(line, &s.ev) != nil {
		return false
	}
	ev := &s.ev
	switch ev.Action {
	case "output":
		s.sectionOf(ev.Package).feed(ev.Output)
	case "start":
		s.sectionOf(ev.Package)
	case "pass", "fail", "skip":
		if ev.Test == "" {
			s.endEvents(ev)
		}
	case "build-output":
		path, _, _ := strings.Cut(ev.ImportPath, " ")
		text := bytes.TrimSpace([]byte(ev.Output))
		if s.building = path; len(text) > 0 && text[0] != '#' {
			s.buildError(text)
		}
		s.building = ""
	case "run", "pause", "cont", "bench", "build-fail", "attr", "artifacts":
	default:
		return false
	}
	s.events++
	return true
}

// sectionOf returns the section of a package in a test2json stream.
func (s *Scanner) sectionOf(pkg string) *section {
	sec, ok := s.packages[pkg]
	if !ok {
		sec = s.newSection()
		sec.setPackage(pkg)
		sec.fixed, sec.placed = true, true
		s.packages[pkg] = sec
	}
	return sec
}

// feed takes output of the package, which may end within a line.
func (sec *section) feed(output string) {
	for {
		line, rest, ended := strings.Cut(output, "\n")
		if !sec.tooLong {
			sec.buf = append(sec.buf, line...)
		}
		if len(sec.buf) > maxLine {
			sec.buf, sec.tooLong = sec.buf[:0], true
			sec.s.reportTooLong()
		}
		if !ended {
			break
		}
		sec.endLine()
		output = rest
	}
	if len(sec.buf) > 0 {
		sec.partial(sec.buf)
	}
}

// endLine takes the line that was gathered in buf.
func (sec *section) endLine() {
	if !sec.tooLong {
		sec.line(trimMarks(stripEscapes(trimCR(sec.buf))))
	}
	sec.buf, sec.tooLong = sec.buf[:0], false
}

// endEvents takes the event that ends a package.
func (s *Scanner) endEvents(ev *event) {
	sec := s.sectionOf(ev.Package)
	if len(sec.buf) > 0 {
		sec.endLine()
	}
	if !sec.reported {
		reason := ""
		if ev.FailedBuild != "" {
			reason = "build failed"
		}
		sec.endPackage(ev.Package, ev.Action == "fail", reason)
	}
	delete(s.packages, ev.Package)
}
