package ablation

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// A copyCheck finds results that were read twice. The same numbers on two lines
// prove nothing: two rounds may well print "1000000000  0.2500 ns/op" each. What
// proves a copy is
//
//   - the same line of the same input with the same content, which happens when
//     a file is given twice;
//   - a whole input, three results or more, that repeats another one result by
//     result under a different name.
type copyCheck struct {
	seed maphash.Seed
	read []printed // everything that was booked, in order
	last int       // highest line so far
	// seen holds the first indexed ones of read; it is built only when a line
	// comes out of order.
	seen    map[printed]struct{}
	indexed int
}

// printed is a result as it stood in the input: its line and a fingerprint of
// its text.
type printed struct {
	line  int
	print uint64
}

// minCopied is the number of results from which on two inputs that agree in all
// of them are taken for copies.
const minCopied = 3

// fresh books the sample and reports whether it is new.
func (c *copyCheck) fresh(s *ingest.Sample) bool {
	p := printed{s.Line, c.fingerprint(s)}
	if p.line > 0 && p.line <= c.last && c.knows(p) {
		return false
	}
	c.read = append(c.read, p)
	c.last = max(c.last, p.line)
	return true
}

func (c *copyCheck) knows(p printed) bool {
	if c.seen == nil {
		c.seen = make(map[printed]struct{}, len(c.read))
	}
	for ; c.indexed < len(c.read); c.indexed++ {
		c.seen[c.read[c.indexed]] = struct{}{}
	}
	_, ok := c.seen[p]
	return ok
}

// A runText stands for all results of an input.
type runText struct {
	results int
	hash    uint64
}

// text returns what two inputs share if one is a copy of the other. dates of
// the runs tell apart what is only equal by chance.
func (c *copyCheck) text(dates []string) runText {
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, p := range c.read {
		writeUint64(&h, p.print)
	}
	for _, d := range dates {
		h.WriteString(d)
	}
	return runText{len(c.read), h.Sum64()}
}

func (c *copyCheck) fingerprint(s *ingest.Sample) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, word := range []string{
		s.Machine.GOOS, s.Machine.GOARCH, s.Machine.CPU, s.Package, s.Name, string(s.Status), s.Note,
	} {
		h.WriteString(word)
		h.WriteByte(0)
	}
	writeUint64(&h, uint64(s.Procs))
	writeUint64(&h, uint64(s.Iters))
	for _, v := range s.Values {
		h.WriteString(v.Unit)
		h.WriteByte(0)
		writeUint64(&h, math.Float64bits(v.Value))
	}
	return h.Sum64()
}

func writeUint64(h *maphash.Hash, x uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	h.Write(b[:])
}
