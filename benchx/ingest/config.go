package ingest

import (
	"bytes"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Config makes lines "key: value" of the given keys configuration, as benchfmt
// takes every such line to be: the Scanner returns them as facts, which hold
// until the key comes again, over the end of a package too. A line without a
// value takes the key back. Without being asked for, such lines are what
// programs print, but for goos, goarch, pkg and cpu.
//
// It must be called before Scan.
func (s *Scanner) Config(keys ...string) {
	for _, key := range keys {
		if key != "" {
			s.asked = append(s.asked, wire.Fact{Key: key})
		}
	}
}

// askedFor takes a configuration line that the reader asked for.
func (sec *section) askedFor(b []byte) bool {
	s := sec.s
	i := slices.IndexFunc(s.asked, func(f wire.Fact) bool {
		rest, ok := bytes.CutPrefix(b, []byte(f.Key))
		return ok && len(rest) > 0 && rest[0] == ':' && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\t')
	})
	if i < 0 {
		return false
	}
	sec.closeBlock()
	s.asked[i].Value = string(bytes.TrimSpace(b[len(s.asked[i].Key)+1:]))
	s.queue.push(&Fact{Position: s.position(), Fact: s.asked[i]}, false)
	return true
}

// restate says again what the next package is configured with, since facts end
// with their package.
func (s *Scanner) restate() {
	for _, f := range s.asked {
		if f.Value != "" {
			s.queue.push(&Fact{Position: s.position(), Fact: f}, false)
		}
	}
}
