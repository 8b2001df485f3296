package ingest

// finish takes the end of the input.
func (s *Scanner) finish() {
	s.done = true
	if err := s.lines.failure(); err != nil {
		s.err = readError(s.file, s.line, s.sum.Encoding, err)
		s.sum.CutOff = true
	}
	if line, tooLong := s.lines.rest(); len(line) > 0 || tooLong > 0 {
		s.unterminated = true
		s.take(line, tooLong)
	}
	if s.sniff.binary() {
		return
	}
	for _, sec := range s.all() {
		if len(sec.buf) > 0 {
			sec.endLine()
		}
		sec.finish()
	}
}

// finish ends a section at the end of the input.
func (sec *section) finish() {
	sec.settle()
	ran := sec.running()
	sec.cur = begun{} // cutOff tells of it, it is not lost
	crashed := sec.crash.active
	sec.crash.finish(sec)
	sec.place()
	if !crashed {
		sec.cutOff(ran)
	}
}

// running returns the raw name of the benchmark that was not done, "" if none.
func (sec *section) running() string {
	switch top := sec.top(); {
	case sec.cur.active():
		return sec.cur.n.raw
	case top != nil:
		return top.name
	}
	return ""
}

// cutOff finds out whether the section was complete when the input ended. Many
// files hold results only, so a missing PASS or ok proves nothing by itself.
func (sec *section) cutOff(ran string) {
	s := sec.s
	cut := ran != "" || sec.torn || // a name without an outcome
		sec.ofEvents() || // test2json says when a package ends
		s.runOpen || // benchx.Main says when a run ends
		s.closings > 0 && sec.outcomes > 0 && !sec.passed // other packages were closed
	switch {
	case cut:
		where := ""
		switch {
		case ran != "":
			where = " in Benchmark" + ran
		case sec.last != "":
			where = " after Benchmark" + sec.last
		}
		if sec.pkg != "" {
			where += " (package " + sec.pkg + ")"
		}
		s.sum.CutOff = true
		s.report(Error, "the run was cut off"+where+"; what follows it is missing", "run it again to its end", nil)
	case sec.configured && sec.outcomes > 0 && !sec.passed:
		s.report(Info, "the input ends without PASS or ok: unless someone cut it, the run was not done", "", nil)
	}
}
