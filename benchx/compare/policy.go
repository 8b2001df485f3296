package compare

import (
	"errors"
	"fmt"
	"math"
	"regexp"
)

// Policy says which differences count. The rule of a measured unit: a
// benchmark is worse when
//
//   - the p-value, corrected for the number of comparisons in the unit, is below
//     alpha, and
//   - the interval of the ratio excludes 1, and
//   - the change is at least the larger of the limit and the benchmark's own
//     noise floor.
//
// It is better by the same rule in the other direction. Counts (see
// CountedUnit) that do not vary need no test: a change of a whole step that
// reaches the limit decides. Errors (rel-l2, max-err) are worse when they grew
// by ErrorFactor.
type Policy struct {
	Correction  Correction
	Limit       float64 // relative: 0.03 is 3 %
	ErrorFactor float64 // at least 1
	Rules       []Rule  // the first that matches a benchmark's row holds
	Floors      Floors
	// Looks is how often data are looked at as they come in: each look gets the
	// same part of alpha, so that all of them together raise no more false
	// alarms than one. 0 is what the runs say by the fact "looks", else 1.
	Looks int
	// AcrossMachines compares measured times of different CPUs, which are
	// otherwise not comparable.
	AcrossMachines bool
	Pairing        Pairing
}

// DefaultPolicy returns the policy of a comparison that names none.
func DefaultPolicy() Policy {
	return Policy{Correction: Holm, Limit: 0.03, ErrorFactor: 2}
}

// Pairing says whether the i-th sample of a benchmark in a column belongs to the
// i-th in the base: measured beside it, under the same conditions.
type Pairing string

// Pairing by default is told by the runs: both carry the same fact "pairs".
const (
	PairedIfSaid Pairing = ""
	Paired       Pairing = "paired"
	Unpaired     Pairing = "unpaired"
)

// Rule is an exception for some benchmarks. Fields left nil take the policy's.
type Rule struct {
	Benchmark   *regexp.Regexp // matches anywhere in "package.FullName"; nil is any
	Unit        string         // base unit; "" is any
	Limit       *float64
	ErrorFactor *float64
	Ignore      bool // no verdict
}

// Key names one row of a comparison: a benchmark in one unit.
type Key struct{ Package, Benchmark, Unit string }

// Floors are the noise floors of benchmarks as relative changes, from a
// comparison of equal code.
type Floors map[Key]float64

// FloorsOf reads the noise floors from r, whose columns ran the same code: for
// each measured row the end of its interval that is furthest from 1, at least
// half of the interval's width. Rows whose interval is not bounded have none.
func FloorsOf(r *Result) Floors {
	floors := make(Floors)
	for t := range r.Tables {
		table := &r.Tables[t]
		for i := range table.Rows {
			row := &table.Rows[i]
			for c := range row.Cells {
				d := row.Cells[c].Decision
				if d == nil || d.How != ByTest || math.IsInf(d.Hi, 1) || d.Lo <= 0 {
					continue
				}
				key := Key{table.Package(), row.Name, table.Unit}
				floors[key] = max(floors[key], d.Hi-1, 1-d.Lo)
			}
		}
	}
	return floors
}

var errNoFraction = errors.New("want a number of at least 0, where 0.03 is 3 %")

// Check returns what is wrong with the policy.
func (p *Policy) Check() error {
	switch p.Correction {
	case Holm, BenjaminiHochberg, Uncorrected:
	default:
		return fmt.Errorf("compare: correction %q: want %s, %s or %s", p.Correction, Holm, BenjaminiHochberg, Uncorrected)
	}
	switch p.Pairing {
	case PairedIfSaid, Paired, Unpaired:
	default:
		return fmt.Errorf("compare: pairing %q: want %s or %s", p.Pairing, Paired, Unpaired)
	}
	if !fraction(p.Limit) {
		return fmt.Errorf("compare: limit %v: %w", p.Limit, errNoFraction)
	}
	if !factor(p.ErrorFactor) {
		return fmt.Errorf("compare: error factor %v: want a number of at least 1", p.ErrorFactor)
	}
	if p.Looks < 0 {
		return fmt.Errorf("compare: %d looks: want at least 1", p.Looks)
	}
	for i, r := range p.Rules {
		if r.Limit != nil && !fraction(*r.Limit) {
			return fmt.Errorf("compare: rule %d: limit %v: %w", i+1, *r.Limit, errNoFraction)
		}
		if r.ErrorFactor != nil && !factor(*r.ErrorFactor) {
			return fmt.Errorf("compare: rule %d: error factor %v: want a number of at least 1", i+1, *r.ErrorFactor)
		}
	}
	return nil
}

func fraction(x float64) bool { return x >= 0 && finite(x) }

func factor(x float64) bool { return x >= 1 && finite(x) }

// Bounds are what a policy asks of one row.
type Bounds struct {
	Limit, ErrorFactor float64
	Ignore             bool
}

// Bounds returns the bounds of a row, by the first rule that matches.
func (p *Policy) Bounds(pkg, name, unit string) Bounds {
	b := Bounds{Limit: p.Limit, ErrorFactor: p.ErrorFactor}
	for i := range p.Rules {
		r := &p.Rules[i]
		if r.Unit != "" && r.Unit != unit || r.Benchmark != nil && !r.Benchmark.MatchString(pkg+"."+name) {
			continue
		}
		if r.Limit != nil {
			b.Limit = *r.Limit
		}
		if r.ErrorFactor != nil {
			b.ErrorFactor = *r.ErrorFactor
		}
		b.Ignore = r.Ignore
		break
	}
	return b
}
