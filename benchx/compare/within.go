package compare

import (
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Within compares, inside one run, each configuration that worked with the
// reference of its contest by time per op, in the order of s.Contests. The
// reference itself is left out, and so are contests without one. Options out of
// range fall back to the defaults.
func Within(s *ablation.Study, opt Options) []Against {
	opt, err := opt.WithDefaults()
	if err != nil {
		opt, _ = Options{}.WithDefaults()
	}
	c := newCalc(opt)
	var all []Against
	for i := range s.Contests {
		contest := &s.Contests[i]
		if contest.Reference == nil {
			continue
		}
		ref, ok := c.timeOf(contest.Reference)
		if !ok {
			continue
		}
		for _, cfg := range contest.Configs {
			if cfg.Row == contest.Reference.Row {
				continue
			}
			if cell, ok := c.timeOf(cfg); ok {
				c.compare(&cell, &ref, &Table{Unit: wire.UnitSecPerOp, Better: -1})
				all = append(all, Against{
					Config: cfg, Reference: contest.Reference,
					Unit:  wire.UnitSecPerOp,
					Ratio: ref.Center / cell.Center,
					Delta: cell.Delta,
					P:     cell.P,
					N:     cell.N, RefN: ref.N,
					Verdict: cell.Verdict,
				})
			}
		}
	}
	return all
}

// timeOf returns the time per op of a configuration as a cell.
func (c *calc) timeOf(cfg *ablation.Config) (Cell, bool) {
	m := cfg.Row.Metric(wire.UnitSecPerOp)
	if !cfg.OK() || m == nil || !usable(m) {
		return Cell{}, false
	}
	cell := Cell{Present: true, Status: wire.OK, N: m.N, Center: m.Median, Lo: m.Lo, Hi: m.Hi}
	samples := slices.DeleteFunc(slices.Clone(m.Samples), func(x float64) bool { return !finite(x) })
	if len(samples) == 0 && m.N <= 1 {
		samples = []float64{m.Median}
	}
	if len(samples) > 0 {
		c.summarize(&cell, samples, false)
	}
	return cell, true
}
