package ingest

import "bytes"

// event takes a line that looks like JSON; false if it is no test2json event.
func (s *Scanner) event(line []byte) bool {
	ev := &s.ev
	if !ev.decode(line) {
		return false
	}
	switch string(ev.action) {
	case "output":
		s.sectionOf(ev.pkg).feed(ev.output)
	case "start":
		s.sectionOf(ev.pkg)
	case "pass", "fail", "skip":
		if len(ev.test) == 0 {
			s.endEvents(ev)
		}
	case "build-output":
		s.buildOutput(ev)
	case "run", "pause", "cont", "bench", "build-fail", "attr", "artifacts":
	default:
		return false
	}
	s.events++
	return true
}

// sectionOf returns the section of a package in a test2json stream. Events name
// none if test2json was run by hand without -p: the text then says which it is.
func (s *Scanner) sectionOf(pkg []byte) *section {
	sec, ok := s.packages[string(pkg)]
	if !ok {
		sec = s.newSection()
		sec.setPackage(string(pkg))
		sec.fixed, sec.placed = len(pkg) > 0, len(pkg) > 0
		s.packages[string(pkg)] = sec
	}
	return sec
}

// ofEvents reports whether the text of the section comes in test2json events.
func (sec *section) ofEvents() bool { return sec != sec.s.root }

// feed takes output of the package, which may end within a line.
func (sec *section) feed(output []byte) {
	for {
		line, rest, ended := bytes.Cut(output, []byte("\n"))
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
	if sec.tooLong {
		sec.serial++
	} else {
		sec.line(trimMarks(stripEscapes(trimCR(sec.buf))))
	}
	sec.buf, sec.tooLong = sec.buf[:0], false
}

// endEvents takes the event that ends a package.
func (s *Scanner) endEvents(ev *event) {
	sec := s.sectionOf(ev.pkg)
	if len(sec.buf) > 0 {
		sec.endLine()
	}
	if !sec.reported {
		reason := ""
		if len(ev.failedBuild) > 0 {
			reason = "build failed"
		}
		sec.endPackage(sec.pkg, string(ev.action) == "fail", reason)
	}
	delete(s.packages, string(ev.pkg))
}

// buildOutput takes what a compiler said.
func (s *Scanner) buildOutput(ev *event) {
	path, _, _ := bytes.Cut(ev.importPath, []byte(" "))
	text := bytes.TrimSpace(ev.output)
	if len(text) > 0 && text[0] != '#' {
		s.building = string(path)
		s.buildError(text)
	}
	s.building = ""
}
