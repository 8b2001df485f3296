package compare

import (
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Within compares, inside one run, each configuration that worked with the
// reference of its contest by time per op, in the order of s.Contests. The
// reference itself is left out, and so are contests without one. Options out of
// range fall back to the defaults.
func Within(s *ablation.Study, opt Options) []Against {
	return WithinUnits(s, []string{wire.UnitSecPerOp}, opt)
}

// WithinUnits is Within in other units too: for each configuration those that
// both it and the reference were measured in, in the order of units.
func WithinUnits(s *ablation.Study, units []string, opt Options) []Against {
	opt, err := opt.WithDefaults()
	if err != nil {
		opt, _ = Options{}.WithDefaults()
	}
	c := newCalc(opt)
	tables := make([]Table, len(units))
	for i, unit := range units {
		u := declared(s, unit)
		tables[i] = Table{Unit: unit, Better: u.Better, Exact: u.Exact}
	}
	var all []Against
	for i := range s.Contests {
		contest := &s.Contests[i]
		if contest.Reference != nil {
			all = c.contest(all, contest, tables)
		}
	}
	return all
}

// declared returns what the study's run says of a unit, or its name. Less time is
// better, whatever the run says.
func declared(s *ablation.Study, unit string) ablation.Unit {
	if s.Report == nil || unit == wire.UnitSecPerOp {
		return ablation.Unit{Name: unit, Better: ingest.Direction(unit)}
	}
	return s.Report.Unit(unit)
}

// contest appends the comparisons of one contest, which has a reference.
func (c *calc) contest(all []Against, contest *ablation.Contest, tables []Table) []Against {
	refs := make([]Cell, len(tables))
	for i := range tables {
		refs[i] = c.cellOf(contest.Reference, &tables[i])
	}
	for _, cfg := range contest.Configs {
		if cfg.Row == contest.Reference.Row {
			continue
		}
		for i := range tables {
			ref, cell := &refs[i], c.cellOf(cfg, &tables[i])
			if !ref.Present || !cell.Present {
				continue
			}
			c.compare(&cell, ref, &tables[i])
			lo, hi := c.ratioInterval(&cell, ref)
			all = append(all, Against{
				Config: cfg, Reference: contest.Reference,
				Unit:  tables[i].Unit,
				Ratio: ref.Center / cell.Center, Lo: lo, Hi: hi,
				Delta: cell.Delta,
				P:     cell.P,
				N:     cell.N, RefN: ref.N,
				Verdict: cell.Verdict,
			})
		}
	}
	return all
}

// ratioInterval bounds ref / cell.
func (c *calc) ratioInterval(cell, ref *Cell) (lo, hi float64) {
	if cell.Samples == nil || ref.Samples == nil || cell.Samples[0] <= 0 || ref.Samples[0] <= 0 {
		return math.NaN(), math.NaN()
	}
	e := c.judge.shift.unpairedRatio(cell.Samples, ref.Samples)
	return e.lo, e.hi
}

// cellOf returns what a configuration measured in the table's unit as a cell,
// not present where that is nothing.
func (c *calc) cellOf(cfg *ablation.Config, table *Table) Cell {
	m := cfg.Row.Metric(table.Unit)
	if !cfg.OK() || m == nil || !usable(m) {
		return Cell{}
	}
	cell := Cell{Present: true, Status: wire.OK, N: m.N, Center: m.Median, Lo: m.Lo, Hi: m.Hi}
	samples := slices.DeleteFunc(slices.Clone(m.Samples), func(x float64) bool { return !finite(x) })
	if len(samples) == 0 && m.N <= 1 {
		samples = []float64{m.Median}
	}
	if len(samples) > 0 {
		c.summarize(&cell, samples, table.Exact)
	}
	return cell
}
