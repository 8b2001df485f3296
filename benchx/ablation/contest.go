package ablation

import (
	"slices"
)

// cell returns the cell that the configuration competes in.
func (c *Config) cell() Cell {
	return Cell{
		Package: c.Row.Package, Name: c.name, Extra: c.extra,
		Direction: c.Direction, N: c.N, Batch: c.Batch, GPU: c.GPU,
		Precision: c.Precision, Procs: max(c.Row.Procs, 1), Env: c.Row.Env,
	}
}

// Overlap reports whether the intervals of two times per transform overlap, so
// that neither can be called faster. An unbounded interval overlaps every other.
func Overlap(a, b *Config) bool {
	// Negated, so that a bound that is no number counts as unbounded.
	return !(a.PerTransformLo > b.PerTransformHi) && !(b.PerTransformLo > a.PerTransformHi)
}

// Ties reports whether Configs[i] ties the winner, which ties itself.
func (c *Contest) Ties(i int) bool { return i == 0 || Overlap(c.Configs[0], c.Configs[i]) }

func countTied(ranked []*Config) int {
	tied := 0
	for _, c := range ranked {
		if c == ranked[0] || Overlap(ranked[0], c) {
			tied++
		}
	}
	return tied
}

// findContests groups the working configurations that have a variant axis by
// cell. Benchmarks without one have nothing to compete with.
func (s *Study) findContests(refs references) []Contest {
	at := map[Cell]int{}
	var contests []Contest
	for i := range s.Configs { // ranked, so each cell comes out ranked
		c := &s.Configs[i]
		if !c.named || !c.OK() {
			continue
		}
		cell := c.cell()
		k, ok := at[cell]
		if !ok {
			k = len(contests)
			at[cell] = k
			contests = append(contests, Contest{Cell: cell, Reference: refs.of(cell)})
		}
		contests[k].Configs = append(contests[k].Configs, c)
	}
	for i := range contests {
		contests[i].Tied = countTied(contests[i].Configs)
	}
	slices.SortFunc(contests, func(a, b Contest) int { return compareCells(&a.Cell, &b.Cell) })
	return contests
}

// references finds the reference of a cell.
type references struct {
	exact map[Cell]*Config
	// wide holds the references that name no precision, under cells without
	// one: such a row is the reference of every precision that has none of its
	// own. gonum computes in complex128 whatever it is handed, so its one row
	// is measured once and serves f32 and f64.
	wide map[Cell]*Config
}

func (s *Study) findReferences() references {
	refs := references{exact: map[Cell]*Config{}, wide: map[Cell]*Config{}}
	for i := range s.Configs { // ranked, so the fastest of equals stays
		c := &s.Configs[i]
		if !c.Reference || !c.OK() {
			continue
		}
		cell := c.cell()
		refer(refs.exact, cell, c)
		if !c.own {
			cell.Precision = ""
			refer(refs.wide, cell, c)
		}
	}
	return refs
}

func refer(to map[Cell]*Config, cell Cell, c *Config) {
	if old := to[cell]; old == nil || c.precedence < old.precedence {
		to[cell] = c
	}
}

// of returns the reference of the cell, or nil.
func (r references) of(cell Cell) *Config {
	if c := r.exact[cell]; c != nil {
		return c
	}
	cell.Precision = ""
	return r.wide[cell]
}

// Rivals reports whether at least two variants compete.
func (c *Contest) Rivals() bool {
	return slices.ContainsFunc(c.Configs, func(x *Config) bool { return x.Variant != c.Configs[0].Variant })
}

// tied calls yield for the winner and for all that tie it.
func (c *Contest) tied(yield func(*Config) bool) {
	for i, x := range c.Configs {
		if c.Ties(i) && !yield(x) {
			return
		}
	}
}

// tierWins counts contests between variants per tier. A study in which no
// variant has a tier has none.
func tierWins(contests []Contest) []TierWins {
	wins := map[string]*TierWins{}
	at := func(tier string) *TierWins {
		w := wins[tier]
		if w == nil {
			w = &TierWins{Tier: tier}
			wins[tier] = w
		}
		return w
	}
	for i := range contests {
		c := &contests[i]
		if !c.Rivals() {
			continue
		}
		for _, x := range c.Configs {
			at(x.Tier)
		}
		first := map[string]bool{}
		for x := range c.tied {
			first[x.Tier] = true
		}
		for tier := range first {
			if len(first) == 1 {
				at(tier).Wins++
			} else {
				at(tier).Ties++
			}
		}
	}
	if len(wins) == 1 && wins[""] != nil {
		return nil
	}
	out := make([]TierWins, 0, len(wins))
	for _, w := range wins {
		out = append(out, *w)
	}
	slices.SortFunc(out, func(a, b TierWins) int { return compareTiers(a.Tier, b.Tier) })
	return out
}
