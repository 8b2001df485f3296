package ingest

import (
	"bytes"
	"cmp"
	"strings"
)

// closing takes the line that closes a package: what follows "ok  \t", "FAIL\t"
// or "?   \t".
func (sec *section) closing(rest []byte, failed bool) bool {
	end := bytes.IndexAny(rest, " \t")
	if end < 0 {
		end = len(rest)
	}
	if end == 0 {
		return false
	}
	pkg := string(rest[:end])
	reason := ""
	if tail := rest[end:]; bytes.HasSuffix(tail, []byte("]")) {
		if i := bytes.LastIndexByte(tail, '['); i >= 0 {
			reason = string(tail[i+1 : len(tail)-1])
		}
	}
	sec.endPackage(pkg, failed, reason)
	return true
}

// endPackage ends the section, if it is that of pkg, and says so.
func (sec *section) endPackage(pkg string, failed bool, reason string) {
	s := sec.s
	if sec.placed && pkg != sec.pkg && !sec.fixed {
		// A line of the go command between those of another package.
		sec.closeBlock()
		sec.emitEnd(pkg, failed, reason)
		return
	}
	if !sec.placed {
		sec.setPackage(pkg)
	}
	sec.settle()
	if failed {
		if !sec.crash.active && sec.culprit() != nil {
			sec.suspect(crash{status: failedWhile, msg: "the package failed while it ran", confirmed: true})
		}
		reason = cmp.Or(reason, sec.crash.cause)
		sec.crash.finish(sec)
		sec.cur = begun{}
	} else {
		sec.crash.discard(sec)
		sec.bury()
		sec.dropCur()
	}
	sec.place()
	switch {
	case reason != "":
	case sec.failing != "":
		reason = sec.failing + " failed"
	case failed && sec.ended != "exit status 1":
		reason = sec.ended
	}
	sec.emitEnd(pkg, failed, reason)
	sec.reported = true
	s.closings++
	s.runOpen = false
	sec.restart()
}

func (sec *section) emitEnd(pkg string, failed bool, reason string) {
	s := sec.s
	if sec.recap && s.ended[pkg] {
		s.sum.Ignored++
		return
	}
	s.ended[pkg] = true
	if failed && reason == "build failed" {
		msg, hint := pkg+" did not build, so nothing of it was measured", "run go vet "+pkg
		if first := s.buildErrors[pkg]; first != "" {
			msg += ": " + first
			hint = ""
		}
		s.report(Error, msg, hint, nil)
	}
	s.queue.push(&PackageEnd{Position: s.position(), Package: pkg, Failed: failed, Reason: reason}, false)
	s.restate()
}

// breakOff ends a section whose closing line did not come.
func (sec *section) breakOff() {
	sec.settle()
	sec.crash.finish(sec)
	sec.dropCur()
	sec.place()
	sec.restart()
}

// maxBuildErrors bounds the packages whose compile errors are remembered.
const maxBuildErrors = 1000

// buildHeader takes "# import/path [import/path.test]", which the go command
// prints before compile errors.
func (s *Scanner) buildHeader(b []byte) bool {
	b, ok := bytes.CutPrefix(b, []byte("# "))
	if !ok {
		return false
	}
	path, tail, more := strings.Cut(string(b[:min(len(b), 1000)]), " ")
	switch {
	case path == "":
		return false
	case more && !strings.HasPrefix(tail, "["):
		return false
	case !more && !strings.Contains(path, "/"):
		return false
	}
	s.building = path
	return true
}

// buildError remembers the first error below a build header.
func (s *Scanner) buildError(b []byte) bool {
	if s.building == "" {
		return false
	}
	if sourceLine(b) == 0 {
		s.building = ""
		return false
	}
	if _, known := s.buildErrors[s.building]; !known && len(s.buildErrors) < maxBuildErrors {
		s.buildErrors[s.building] = clipBytes(b, 300)
	}
	return true
}
