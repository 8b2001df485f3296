package compare

import (
	"math"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// How says by which rule a row is decided.
type How uint8

// The rules; see Policy.
const (
	ByTest  How = iota // measured: test, interval, limit and floor
	ByCount            // counts that repeat exactly: a step that reaches the limit
	ByError            // errors against the truth: a factor
)

// Why is the reason of a verdict.
type Why uint8

// The reasons, in the order in which they are looked for.
const (
	WhyMissing     Why = iota // one side has no result in the unit, see the cells
	WhyFailed                 // one side failed, see the cells' Status and Note
	WhyIgnored                // a rule of the policy says so
	WhyOtherCPU               // the sides ran on different CPUs
	WhyNoSamples              // the input kept only summaries
	WhyTooFew                 // even complete separation would not be significant, corrected for Tests
	WhyNoRatio                // values of 0 or below have no ratio
	WhyEqual                  // all values are the same
	WhyChance                 // the corrected p is not below alpha
	WhyInterval               // the interval of the ratio includes 1
	WhyBelowLimit             // clear, but smaller than the limit
	WhyBelowFloor             // clear, but smaller than the benchmark's own noise
	WhyClear                  // all conditions of a change hold
	WhyCountStep              // a count changed by a step that reaches the limit
	WhyErrorFactor            // an error changed by the factor
)

// Decision is what the policy says of one cell against its base, with all that
// it rests on.
type Decision struct {
	How   How
	Why   Why
	Pairs int // number of pairs where the sides were measured in pairs, else 0
	// Ratio is this column over the base, [Lo, Hi] its interval at the
	// comparison's confidence. ByTest they are the Hodges-Lehmann estimate and
	// the exact interval of the test, otherwise the ratio of centres alone. Hi
	// is infinite where there are too few samples; all are NaN without a ratio.
	Ratio, Lo, Hi float64
	P             float64 // of the test that decides; NaN where none does
	Adjusted      float64 // P corrected for Tests comparisons
	Alpha         float64 // level that Adjusted is held against
	Tests         int     // size of the family: testable rows of the unit
	Limit         float64 // least change that counts, relative (ByError: a factor)
	Floor         float64 // the benchmark's own noise, relative
	FloorRun      bool    // Floor comes from a comparison of equal code
	Least         float64 // smallest Adjusted that the samples could give
	// Need is how many samples a side (or pairs) would find a change of Limit in
	// four runs of five with the noise seen here; 0 where it was not asked.
	Need int
	// Open says that more samples could decide: the interval holds both no
	// change and a change that counts.
	Open bool
}

// CouldNot reports whether the samples were too few to show a change of the
// limit.
func (d *Decision) CouldNot(base, cell *Cell) bool {
	return d.How == ByTest && d.Need > min(base.N, cell.N)
}

// Conclude returns what the numbers of d come to by the rule of Policy, in a
// unit of the given direction. For a decision of this package that is d.Why and
// the cell's verdict; whoever reads one from elsewhere learns whether it says
// what its numbers do. A reason that names missing evidence stands as it is.
func (d *Decision) Conclude(direction int, base, cell *Cell) (Why, Verdict) {
	is := *d
	switch {
	case d.Why < WhyTooFew || d.Why == WhyNoRatio || d.Why == WhyEqual && d.How == ByTest:
	case d.How == ByTest:
		is.Why = d.weigh()
	default:
		is.Why = d.count(base.Center, cell.Center)
	}
	return is.Why, verdictOf(&is, direction, base, cell)
}

// weigh returns the reason that the evidence of a test comes to.
func (d *Decision) weigh() Why {
	change := math.Abs(d.Ratio - 1)
	switch {
	case d.Adjusted < d.Alpha && !(estimate{d.Ratio, d.Lo, d.Hi}).excludesOne():
		return WhyInterval
	case d.Adjusted < d.Alpha && change < d.Limit:
		return WhyBelowLimit
	case d.Adjusted < d.Alpha && change < d.Floor:
		return WhyBelowFloor
	case d.Adjusted < d.Alpha:
		return WhyClear
	case d.Least >= d.Alpha:
		return WhyTooFew
	}
	return WhyChance
}

// count returns the reason that two values without noise come to.
func (d *Decision) count(was, is float64) Why {
	reached, why := math.Abs(delta(was, is)) >= d.Limit, WhyCountStep
	if d.How == ByError {
		reached, why = max(is/was, was/is) >= d.Limit, WhyErrorFactor
	}
	switch {
	case was == is:
		return WhyEqual
	case reached:
		return why
	}
	return WhyBelowLimit
}

// Package returns the import path whose benchmarks the table holds.
func (t *Table) Package() string {
	for _, a := range t.Config {
		if a.Key == "pkg" {
			return a.Value
		}
	}
	return ""
}

// howOf returns the rule for a unit.
func howOf(table *Table) How {
	switch {
	case ErrorUnit(table.Unit):
		return ByError
	case CountedUnit(table.Unit) || table.Exact:
		return ByCount
	}
	return ByTest
}

// ErrorUnit reports whether a base unit is an error against the truth.
func ErrorUnit(unit string) bool { return unit == wire.UnitRelL2 || unit == wire.UnitMaxErr }

// CountedUnit reports whether a base unit counts what a program does, rather
// than measures how fast: equal code gives equal values, up to the share that
// b.N iterations have of what grows with them, and up to what else allocates
// while the heap is measured. Package testing prints B/op and allocs/op rounded
// down to whole numbers, so one step is the least change that can show.
func CountedUnit(unit string) bool {
	switch unit {
	case wire.UnitBytesPerOp, wire.UnitAllocsPerOp, wire.UnitHeldBytes, wire.UnitPeakBytes,
		wire.UnitParams, wire.UnitParamBytes, wire.UnitScratchBytes, wire.UnitTrainSteps:
		return true
	}
	return false
}

// looksSaid returns the policy with the number of looks that the columns say
// were planned, where it leaves that open.
func looksSaid(p *Policy, cols []Column) *Policy {
	if p.Looks != 0 {
		return p
	}
	most := 0
	for _, c := range cols {
		for i := range c.Report.Environments {
			for _, f := range c.Report.Environments[i].Facts {
				if n, err := strconv.Atoi(f.Value); f.Key == wire.FactLooks && err == nil && n <= MostLooks {
					most = max(most, n)
				}
			}
		}
	}
	if most == 0 {
		return p
	}
	said := *p
	said.Looks = most
	return &said
}

// MostLooks is the largest number of looks that is believed of an input.
const MostLooks = 100

// pairs returns the measurement of which the run at p is one side, or "".
func (p *place) pairs() string {
	if p.env == nil {
		return ""
	}
	for _, f := range p.env.Facts {
		if f.Key == wire.FactPairs {
			return f.Value
		}
	}
	return ""
}
