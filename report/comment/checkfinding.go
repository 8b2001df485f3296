package comment

import (
	"errors"
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

func (f *fileRun) checkFindings(c *checker) {
	c.count("number of findings", len(*f.Findings), Rows)
	families := make(map[string]*family)
	for i := range *f.Findings {
		finding := &(*f.Findings)[i]
		finding.check(c)
		if c.err == nil && finding.Decision != nil {
			finding.Decision.checkFamily(c, finding.Unit, families)
		}
		if c.err != nil {
			c.err = fmt.Errorf("findings[%d]: %w", i, c.err)
			return
		}
	}
}

// check looks at each field of a finding by itself.
func (f *fileFinding) check(c *checker) {
	c.word("kind", f.Kind, string(compare.RowChanged), string(compare.RowBroken), string(compare.RowMended),
		string(compare.RowRemoved), string(compare.RowAdded), string(compare.Shrunk), string(compare.Grown))
	c.word("verdict", f.Verdict, string(compare.None), string(compare.Worse), string(compare.Better), string(compare.Changed),
		string(compare.Unclear), string(compare.Incomparable))
	c.text("package", f.Package, nameLimit)
	c.text("benchmark", f.Benchmark, nameLimit)
	c.text("unit", f.Unit, nameLimit)
	c.text("note", f.Note, noteLimit)
	c.number("better", float64(f.Better), -1, 1)
	if f.Kind == string(compare.Shrunk) || f.Kind == string(compare.Grown) {
		f.checkBatch(c)
		return
	}
	if f.Base == nil || f.Head == nil || f.Decision == nil || f.MaxBatch != nil {
		c.fail("a finding of this kind has base, head and decision, and no max_batch")
		return
	}
	f.Base.check(c, "base", f.Unit)
	f.Head.check(c, "head", f.Unit)
	f.Decision.check(c)
}

func (f *fileFinding) checkBatch(c *checker) {
	if len(f.MaxBatch) != 2 || f.Base != nil || f.Head != nil || f.Decision != nil {
		c.fail("a finding of this kind has two numbers of max_batch, and neither base, head nor decision")
		return
	}
	for _, n := range f.MaxBatch {
		c.count("max_batch", n, math.MaxInt32)
	}
}

func (s *fileCell) check(c *checker, field, unit string) {
	if s.Status != "" && !isStatus(s.Status) {
		c.fail("%s.status is no outcome of a benchmark", field)
	}
	c.text(field+".note", s.Note, noteLimit)
	c.count(field+".n", s.N, mostN)
	switch {
	case (s.N > 0) != (s.Center != nil):
		c.fail("%s has either n or center alone", field)
	case s.N > 0 && (s.Status != string(wire.OK) || unit == ""):
		c.fail("%s has numbers of something that was not measured", field)
	}
}

func (d *fileDecision) check(c *checker) {
	c.word("decision.how", d.How, howWords[:]...)
	c.word("decision.why", d.Why, whyWords[:]...)
	c.number("decision.limit", d.Limit, 0, math.MaxFloat64)
	c.number("decision.floor", d.Floor, 0, math.MaxFloat64)
	c.count("decision.pairs", d.Pairs, mostN)
	c.count("decision.tests", d.Tests, mostN)
	c.count("decision.need", d.Need, mostN)
	for _, x := range []*float64{d.Ratio, d.Lo, d.Hi} {
		c.number("decision.ratio, lo or hi", or(x, 0), 0, math.MaxFloat64)
	}
	for _, p := range []*float64{d.P, d.Adjusted, d.Least} {
		c.number("decision.p, adjusted or least", or(p, 0), 0, 1)
	}
	switch tested := d.P != nil; {
	case tested != (d.Adjusted != nil) || tested != (d.Least != nil) || tested != (d.Tests > 0):
		c.fail("decision has some of p, adjusted, least and tests, but not all")
	case tested && d.How != howWords[compare.ByTest]:
		c.fail("decision has a p-value without a test")
	}
}

// family is what the tested rows of one unit agree on: how many they are.
type family struct{ tests, rows int }

func (d *fileDecision) checkFamily(c *checker, unit string, families map[string]*family) {
	if d.Tests < 2 {
		return // none, or a row that is tested by itself
	}
	of := families[unit]
	if of == nil {
		of = &family{tests: d.Tests}
		families[unit] = of
	}
	of.rows++
	if of.tests != d.Tests || of.rows > of.tests {
		c.fail("decision.tests does not go with the other rows of the unit")
	}
}

var errVerdict = errors.New("its verdict is not what its numbers give")

// agrees holds a measured row to its own numbers.
func (d *fileDecision) agrees(f *compare.Finding, p *Policy) error {
	decision := f.Cell.Decision
	if f.Unit != "" && compare.ErrorUnit(f.Unit) != (decision.How == compare.ByError) {
		return errors.New("decision.how does not go with the unit")
	}
	if !f.Base.Present || !f.Cell.Present {
		return absenceAgrees(f)
	}
	if d.P != nil {
		if err := testAgrees(f, p); err != nil {
			return err
		}
	}
	if tested := decision.How == compare.ByTest && untested(decision.Why) == (d.P != nil); tested {
		return errors.New("decision.why does not go with whether there was a test")
	}
	if decision.Why == compare.WhyMissing || decision.Why == compare.WhyFailed {
		return errors.New("decision.why says that something is missing, which is there")
	}
	why, verdict := decision.Conclude(f.Direction, f.Base, f.Cell)
	if why != decision.Why || verdict != f.Verdict {
		return errVerdict
	}
	return nil
}

// untested reports whether a reason stands in the place of a test.
func untested(why compare.Why) bool {
	switch why {
	case compare.WhyIgnored, compare.WhyOtherCPU, compare.WhyNoSamples, compare.WhyNoRatio, compare.WhyEqual:
		return true
	}
	return false
}

// testAgrees checks the numbers of a test among themselves.
func testAgrees(f *compare.Finding, p *Policy) error {
	d := f.Cell.Decision
	const rounding = 1 + 1e-9
	most := d.P
	if p.Correction != compare.Uncorrected {
		most = min(1, d.P*float64(d.Tests))
	}
	switch {
	case !(d.Lo <= d.Ratio && d.Ratio <= d.Hi):
		return errors.New("decision.ratio is not within its interval")
	case d.Adjusted < d.P || d.Adjusted > most*rounding:
		return errors.New("decision.adjusted cannot come from p and tests")
	case d.Pairs > 0 && (d.Pairs != f.Base.N || d.Pairs != f.Cell.N):
		return errors.New("decision.pairs is not the number of samples")
	}
	return nil
}

// absenceAgrees checks a row without a number on one side.
func absenceAgrees(f *compare.Finding) error {
	want := compare.WhyMissing
	if failed(f.Base) || failed(f.Cell) {
		want = compare.WhyFailed
	}
	if f.Cell.Decision.Why != want || f.Verdict != compare.Incomparable || f.Cell.Decision.Tests > 0 {
		return errVerdict
	}
	return nil
}

// sidesAgree checks a finding about a benchmark as a whole.
func sidesAgree(f *compare.Finding) error {
	was, is := f.Base.Status, f.Cell.Status
	agrees := false
	switch f.Kind {
	case compare.RowBroken:
		agrees = was == wire.OK && failed(f.Cell) && f.Verdict == compare.Worse
	case compare.RowMended:
		agrees = failed(f.Base) && is == wire.OK && f.Verdict == compare.Better
	case compare.RowRemoved:
		agrees = (was != "" && is == "" || was == wire.OK && is == wire.Skip) && f.Verdict == compare.None
	case compare.RowAdded:
		agrees = was == "" && is != "" && f.Verdict == compare.None
	}
	if !agrees || f.Unit != "" || f.Base.Present || f.Cell.Present {
		return errVerdict
	}
	return nil
}

// batchAgrees checks a finding about the largest batch that runs.
func batchAgrees(f *compare.Finding) error {
	was, is := f.MaxBatch[0], f.MaxBatch[1]
	if f.Kind == compare.Shrunk && is < was && f.Verdict == compare.Worse ||
		f.Kind == compare.Grown && is > was && f.Verdict == compare.Better {
		return nil
	}
	return errVerdict
}
