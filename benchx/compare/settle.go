package compare

import "math"

// settle turns the evidence of all rows into verdicts, column by column and
// unit by unit: a unit's testable rows are one family, in which p-values are
// corrected for their number. Rows that cannot reach alpha whatever their
// samples had been are no part of it: leaving them out depends on how many
// samples there are, not on their values.
func settle(tables []Table, columns int, opt Options) {
	units := make(map[string][]int)
	var order []string
	for t := range tables {
		u := tables[t].Unit
		if units[u] == nil {
			order = append(order, u)
		}
		units[u] = append(units[u], t)
	}
	alpha := opt.Alpha / float64(max(1, opt.Policy.Looks))
	f := family{opt: opt, alpha: alpha}
	for col := range columns {
		for _, u := range order {
			f.settle(tables, units[u], col)
		}
	}
}

// family settles the rows of one unit in one column.
type family struct {
	opt   Options
	alpha float64
	tests []*Decision
	p     []float64
}

func (f *family) settle(tables []Table, of []int, col int) {
	f.tests, f.p = f.tests[:0], f.p[:0]
	each(tables, of, col, func(_ *Table, _, c *Cell) {
		if d := c.Decision; d.Why == WhyChance && d.Least < f.alpha {
			f.tests = append(f.tests, d)
			f.p = append(f.p, d.P)
		}
	})
	f.opt.Policy.Correction.adjust(f.p)
	for i, d := range f.tests {
		d.Adjusted = f.p[i]
	}
	each(tables, of, col, func(table *Table, base, c *Cell) {
		d := c.Decision
		if d.Why == WhyChance {
			f.decide(d, c)
		}
		c.Verdict = verdictOf(d, table.Better, base, c)
	})
}

// each calls do for the cells of a column in those tables that of lists and that
// have another base.
func each(tables []Table, of []int, col int, do func(table *Table, base, c *Cell)) {
	for _, t := range of {
		base := tables[t].Base
		if base == col {
			continue
		}
		rows := tables[t].Rows
		for i := range rows {
			do(&tables[t], &rows[i].Cells[base], &rows[i].Cells[col])
		}
	}
}

// decide applies the rule of Policy to a row that was tested.
func (f *family) decide(d *Decision, c *Cell) {
	d.Alpha, d.Tests = f.alpha, len(f.tests)
	if math.IsNaN(d.Adjusted) { // not testable by itself
		d.Adjusted, d.Tests = d.P, 1
	}
	if f.opt.Policy.Correction != Uncorrected {
		d.Least = min(1, d.Least*float64(d.Tests))
	}
	d.Why = d.weigh()
	if d.Why == WhyClear || d.Why == WhyBelowLimit {
		return
	}
	d.Open = d.Hi-1 >= d.Limit || 1-d.Lo >= d.Limit
	level := f.alpha
	if f.opt.Policy.Correction != Uncorrected {
		level /= float64(d.Tests)
	}
	d.Need = need(estimate{d.Ratio, d.Lo, d.Hi}, min(c.N, c.BaseN), f.opt.Confidence, d.Limit, level, d.Pairs > 0)
}

// verdictOf words a decision by the direction of its unit.
func verdictOf(d *Decision, better int, base, c *Cell) Verdict {
	switch d.Why {
	case WhyMissing, WhyFailed, WhyIgnored, WhyOtherCPU, WhyNoSamples, WhyNoRatio:
		return Incomparable
	case WhyTooFew:
		if d.Tests == 1 {
			return Incomparable // not even by itself
		}
	case WhyCountStep, WhyErrorFactor:
		return towards(c.Center > base.Center, better)
	case WhyClear:
		return towards((d.Ratio > 1) == (c.Center >= 0), better)
	}
	return Unclear
}

// towards is the verdict on a change upwards or downwards.
func towards(up bool, better int) Verdict {
	switch {
	case better == 0:
		return Changed
	case up == (better > 0):
		return Better
	}
	return Worse
}
