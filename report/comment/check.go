package comment

import (
	"fmt"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// checker keeps the first thing that is wrong with a file. Its words name
// fields and bounds, never what the file says.
type checker struct{ err error }

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// text checks a text of at most limit characters.
func (c *checker) text(field, s string, limit int) {
	if n := utf8.RuneCountInString(s); n > limit {
		c.fail("%s has %d characters, at most %d are allowed", field, n, limit)
	}
}

// word checks one of a set of words.
func (c *checker) word(field, s string, allowed ...string) {
	if !slices.Contains(allowed, s) {
		c.fail("%s is none of %q", field, allowed)
	}
}

// count checks a whole number from 0 to most.
func (c *checker) count(field string, n, most int) {
	if n < 0 || n > most {
		c.fail("%s is %d, it must be from 0 to %d", field, n, most)
	}
}

// number checks that x is from lo to hi.
func (c *checker) number(field string, x, lo, hi float64) {
	if !(x >= lo && x <= hi) {
		c.fail("%s is %v, it must be from %v to %v", field, x, lo, hi)
	}
}

// mostRows and mostN bound counts that nothing else bounds.
const (
	mostRows = 1_000_000_000
	mostN    = 1_000_000_000
)

func (f *fileRun) check(c *checker) {
	if f.Schema != Schema || f.Tool != "benchx" {
		c.fail("schema is %d of another tool or version; this benchx reads schema %d of its own", f.Schema, Schema)
		return
	}
	if !isKey(f.Key) {
		c.fail("key is not made of letters, digits and ._/- alone, at most %d", keyLimit)
	}
	c.count("pull", f.Pull, math.MaxInt32)
	if f.Time != "" {
		if t, err := time.Parse(time.RFC3339, f.Time); err != nil || timeToFile(t) != f.Time {
			c.fail("time is not in UTC and of the form 2006-01-02T15:04:05Z")
		}
	}
	if f.Head == nil {
		c.fail("head is missing")
		return
	}
	f.Head.check(c, "head")
	f.checkRemarks(c)
	switch {
	case f.Alone != nil:
		if f.Base != nil || f.Policy != nil || f.Reports != nil || f.Omitted != nil || f.Findings != nil {
			c.fail("it has both alone and parts of a comparison")
			return
		}
		f.Alone.check(c)
	case f.Base == nil || f.Policy == nil:
		c.fail("base or policy is missing")
	case f.Reports != nil:
		if f.Findings != nil || f.Omitted != nil || f.Notes != nil || f.Problems != nil || !f.Base.plain() || !f.Head.plain() {
			c.fail("it has both reports and what follows from them")
			return
		}
		f.Base.check(c, "base")
		f.Policy.check(c)
	case f.Findings == nil:
		c.fail("it has neither reports nor findings")
	default:
		f.Base.check(c, "base")
		f.Policy.check(c)
		f.Omitted.check(c)
		f.checkFindings(c)
	}
}

func (f *fileRun) checkRemarks(c *checker) {
	c.count("number of notes", len(f.Notes), noteCount)
	for _, n := range f.Notes {
		c.text("notes", n, noteLimit)
	}
	c.count("number of problems", len(f.Problems), problemCount)
	for _, p := range f.Problems {
		c.text("problems.where", p.Where, nameLimit)
		c.word("problems.severity", p.Severity, "warning", "error")
		c.text("problems.message", p.Message, noteLimit)
	}
}

func (s *fileSide) check(c *checker, field string) {
	c.text(field+".label", s.Label, nameLimit)
	c.text(field+".ref", s.Ref, nameLimit)
	c.text(field+".command", s.Command, noteLimit)
	if s.SHA != "" && !isSHA(s.SHA) {
		c.fail("%s.sha is no commit: want %d to %d hexadecimal digits in lower case", field, shaMin, shaMax)
	}
	if s.Dirty && s.SHA == "" {
		c.fail("%s.dirty without a commit", field)
	}
	c.count("number of "+field+".machines", len(s.Machines), machineCount)
	for _, m := range s.Machines {
		for _, text := range []string{m.GOOS, m.GOARCH, m.CPU, m.Go, m.ISA, m.GPU} {
			c.text(field+".machines", text, nameLimit)
		}
		c.count(field+".machines.cores", m.Cores, 1<<20)
	}
}

// plain reports whether a side has only what no report tells.
func (s *fileSide) plain() bool { return s.Machines == nil && !s.Incomplete && s.Command == "" }

func (p *filePolicy) check(c *checker) {
	c.number("policy.alpha", p.Alpha, math.SmallestNonzeroFloat64, 1)
	c.number("policy.confidence", p.Confidence, math.SmallestNonzeroFloat64, 1)
	c.word("policy.correction", p.Correction, string(compare.Holm), string(compare.BenjaminiHochberg), string(compare.Uncorrected))
	c.number("policy.limit", p.Limit, 0, math.MaxFloat64)
	c.number("policy.error_factor", p.ErrorFactor, 1, math.MaxFloat64)
	c.count("policy.looks", p.Looks, compare.MostLooks)
	c.count("policy.rules", p.Rules, mostN)
	c.count("policy.floors", p.Floors, mostN)
}

func (o *fileOmitted) check(c *checker) {
	if o == nil {
		return
	}
	for _, n := range []int{o.Worse, o.Better, o.Changed, o.Removed, o.Added, o.Unclear, o.CouldNot, o.Incomparable, o.Withheld} {
		c.count("omitted", n, mostRows)
	}
	c.count("omitted.could_not", o.CouldNot, o.Unclear)
	c.count("omitted.withheld", o.Withheld, o.Incomparable)
}

func (a *fileAlone) check(c *checker) {
	c.count("alone.skipped", a.Skipped, mostRows)
	c.count("alone.omitted", a.Omitted, mostRows)
	c.count("number of alone.fastest", len(a.Fastest), fastestCount)
	c.count("number of alone.devices", len(a.Devices), deviceRows)
	c.count("alone.devices_omitted", a.DevicesOmitted, mostRows)
	for i := range a.Devices {
		a.Devices[i].check(c)
	}
	c.count("number of rows of alone", len(a.Failures)+len(a.Measured), Rows)
	for _, f := range a.Fastest {
		for _, text := range []string{f.Direction, f.Precision, f.Variant, f.Reference} {
			c.text("alone.fastest", text, nameLimit)
		}
		c.number("alone.fastest.ratio", f.Ratio, math.SmallestNonzeroFloat64, math.MaxFloat64)
		c.count("alone.fastest.cells", f.Cells, mostN)
	}
	for _, f := range a.Failures {
		c.text("alone.failures.package", f.Package, nameLimit)
		c.text("alone.failures.benchmark", f.Benchmark, nameLimit)
		c.text("alone.failures.note", f.Note, noteLimit)
		if status := wire.Status(f.Status); !isStatus(f.Status) || !status.Failed() {
			c.fail("alone.failures.status is no failure")
		}
	}
	for _, m := range a.Measured {
		c.text("alone.measured.package", m.Package, nameLimit)
		c.text("alone.measured.benchmark", m.Benchmark, nameLimit)
		c.count("alone.measured.n", m.N, mostN)
	}
}

func (f *fileOnDevice) check(c *checker) {
	for _, text := range []string{f.Direction, f.Precision, f.Variant, f.Device, f.Reference} {
		c.text("alone.devices", text, nameLimit)
	}
	c.count("alone.devices.n", f.N, math.MaxInt)
	c.count("alone.devices.batch", f.Batch, math.MaxInt)
	c.number("alone.devices.sec", or(f.Sec, 0), math.SmallestNonzeroFloat64, math.MaxFloat64)
	for _, x := range []*float64{f.Ratio, f.Lo, f.Hi, f.E2E, f.CopyShare, f.OverCPU, f.RelL2} {
		c.number("a number of alone.devices", or(x, 0), 0, math.MaxFloat64)
	}
	if (f.Ratio != nil) != (f.Reference != "") || f.Lo != nil && f.Ratio == nil || f.Hi != nil && f.Lo == nil {
		c.fail("alone.devices has an interval, a ratio or a reference without the others")
	}
}

func isStatus(s string) bool {
	_, ok := wire.ParseStatus(s)
	return ok
}
