package compare

import (
	"math"
	"slices"
)

// judge weighs the cells of single rows against their base. One goroutine each;
// settle turns what it finds into verdicts once all rows of a unit are known.
type judge struct {
	opt    Options
	utest  *uTester
	signed *signedRank
	shift  *shifter
	logs   []float64 // of the ratio in each pair
}

func newJudge(opt Options, u *uTester) *judge {
	signed := newSignedRank()
	return &judge{opt: opt, utest: u, signed: signed, shift: newShifter(opt.Confidence, u, signed)}
}

// weigh returns what one row says of column col against the base, but for what
// depends on the other rows.
func (j *judge) weigh(b *benchmark, table *Table, row *Row, col int) Decision {
	nan := math.NaN()
	base, cell := &row.Cells[table.Base], &row.Cells[col]
	d := Decision{How: howOf(table), Ratio: nan, Lo: nan, Hi: nan, P: nan, Adjusted: nan, Least: nan}
	bounds := j.opt.Policy.Bounds(table.Package(), row.Name, table.Unit)
	d.Limit = bounds.Limit
	if d.How == ByError {
		d.Limit = bounds.ErrorFactor
	}
	switch {
	case !base.Present || !cell.Present:
		d.Why = WhyMissing
		if base.failed() || cell.failed() {
			d.Why = WhyFailed
		}
	case bounds.Ignore:
		d.Why = WhyIgnored
	case d.How == ByError || d.How == ByCount && constant(base) && constant(cell):
		j.count(&d, base, cell)
	case table.OtherCPU[col] && !j.opt.Policy.AcrossMachines:
		d.Why = WhyOtherCPU
	default:
		d.How, d.Limit = ByTest, bounds.Limit
		paired := j.pairUp(b, table, col)
		if d.Why = obstacle(base, cell); d.Why == WhyChance {
			j.test(&d, table, base, cell, paired)
		}
		d.Floor, d.FloorRun = j.floor(&d, table, row.Name, base, cell)
	}
	return d
}

// failed reports whether the benchmark is there and did not work.
func (c *Cell) failed() bool { return c.Status != "" && c.Status.Failed() }

// constant reports whether all samples of a cell are one value.
func constant(c *Cell) bool {
	return c.Samples != nil && c.Samples[0] == c.Samples[len(c.Samples)-1]
}

// count decides by the centres alone.
func (j *judge) count(d *Decision, base, cell *Cell) {
	was, is := base.Center, cell.Center
	if was > 0 && is >= 0 {
		d.Ratio = is / was
		d.Lo, d.Hi = d.Ratio, d.Ratio
	}
	d.Why = d.count(was, is)
}

// obstacle returns what stands against testing the ratio of base and cell, or
// WhyChance where nothing does: the values are positive, or all negative.
func obstacle(base, cell *Cell) Why {
	was, is := base.Samples, cell.Samples
	switch {
	case was == nil || is == nil:
		return WhyNoSamples
	case was[0] == is[0] && constant(base) && constant(cell):
		return WhyEqual
	case was[0] < 0 || is[0] < 0:
		if was[len(was)-1] >= 0 || is[len(is)-1] >= 0 {
			return WhyNoRatio
		}
	case was[0] == 0 && is[0] == 0:
		// On one side alone zeros are infinitely far from the other's values in
		// logarithms, and rank there.
		return WhyNoRatio
	}
	return WhyChance
}

// test sets the evidence of a test: p, the smallest it could have been, and the
// ratio with its interval.
func (j *judge) test(d *Decision, table *Table, base, cell *Cell, paired bool) {
	var e estimate
	if paired {
		d.Pairs = len(j.logs)
		d.P = j.signed.p(j.logs)
		slices.Sort(j.logs)
		e = j.shift.pairedRatio(j.logs)
	} else {
		d.P = cell.P
		if table.Exact {
			d.P, _ = j.utest.p(base.Samples, cell.Samples) // not all equal, so no error
		}
		e = j.shift.unpairedRatio(magnitudes(base.Samples), magnitudes(cell.Samples))
	}
	d.Least = leastP(base.N, cell.N, paired)
	d.Ratio, d.Lo, d.Hi = e.ratio, e.lo, e.hi
}

// magnitudes returns the absolute values, ascending, of ascending values of one
// sign.
func magnitudes(x []float64) []float64 {
	if x[0] >= 0 {
		return x
	}
	m := make([]float64, len(x))
	for i, v := range x {
		m[len(x)-1-i] = -v
	}
	return m
}

// floor returns the noise floor of a row: what a comparison of equal code
// showed, else the half-width of an interval of this run. In pairs that is the
// ratio's; otherwise the wider of the two sides', in which drift within a run
// shows, or the ratio's where a side has too few samples for one.
func (j *judge) floor(d *Decision, table *Table, name string, base, cell *Cell) (floor float64, fromRun bool) {
	step := 0.0
	if CountedUnit(table.Unit) && base.Center > 0 {
		step = 1 / base.Center
	}
	if f, ok := j.opt.Policy.Floors[Key{table.Package(), name, table.Unit}]; ok {
		return max(f, step), true
	}
	ratio := estimate{d.Ratio, d.Lo, d.Hi}.half()
	if d.Pairs > 0 {
		return max(ratio, step), false
	}
	own := max(base.spread(), cell.spread())
	if !finite(own) {
		own = ratio
	}
	if !finite(own) {
		own = 0 // nothing is known of the noise; the interval speaks for itself
	}
	return max(own, step), false
}

// spread returns the half-width of a cell's interval relative to its centre.
func (c *Cell) spread() float64 { return (c.Hi - c.Lo) / 2 / math.Abs(c.Center) }

// pairUp leaves in j.logs the logarithms of the ratios of the i-th sample of a
// column to the i-th of the base, and reports whether they are pairs.
func (j *judge) pairUp(b *benchmark, table *Table, col int) bool {
	said := j.opt.Policy.Pairing
	if said == Unpaired {
		return false
	}
	was, is := b.rows[table.Base], b.rows[col]
	if said == PairedIfSaid {
		if len(was) != 1 || len(is) != 1 {
			return false
		}
		id := was[0].at.pairs()
		if id == "" || id != is[0].at.pairs() {
			return false
		}
	}
	j.logs = j.logs[:0]
	for i := range was {
		if m := was[i].metric(table.Unit); m != nil {
			for _, x := range m.Samples {
				j.logs = append(j.logs, -math.Log(math.Abs(x)))
			}
		}
	}
	i := 0
	for k := range is {
		m := is[k].metric(table.Unit)
		if m == nil {
			continue
		}
		for _, x := range m.Samples {
			if i == len(j.logs) {
				return false // not as many as in the base
			}
			j.logs[i] += math.Log(math.Abs(x))
			if math.IsNaN(j.logs[i]) {
				return false
			}
			i++
		}
	}
	return i == len(j.logs) && i > 0
}
