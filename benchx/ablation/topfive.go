package ablation

import (
	"maps"
	"slices"
)

// findTopFives lists the five fastest distinct variants of each n, direction
// and precision, whatever the device and the batch.
func (s *Study) findTopFives() []TopFive {
	type group struct {
		cell Cell
		top  []*Config
	}
	at := map[Cell]int{}
	var groups []group
	for i := range s.Configs { // ranked
		c := &s.Configs[i]
		if !c.named || c.N == 0 || !c.OK() {
			continue
		}
		cell := c.cell()
		cell.Batch, cell.GPU = 0, false
		k, ok := at[cell]
		if !ok {
			k = len(groups)
			at[cell] = k
			groups = append(groups, group{cell: cell})
		}
		g := &groups[k]
		if len(g.top) < 5 && !slices.ContainsFunc(g.top, func(t *Config) bool { return t.Variant == c.Variant }) {
			g.top = append(g.top, c)
		}
	}
	slices.SortFunc(groups, func(a, b group) int { return compareCells(&a.cell, &b.cell) })
	out := make([]TopFive, len(groups))
	for i, g := range groups {
		out[i] = TopFive{
			N: g.cell.N, Direction: g.cell.Direction, Precision: g.cell.Precision,
			Package: g.cell.Package, Name: g.cell.Name, Extra: g.cell.Extra,
			Procs: g.cell.Procs, Env: g.cell.Env,
			Configs: g.top, Tied: countTied(g.top),
		}
	}
	return out
}

// mostPrecise returns the working configuration with the lowest relative error
// of each precision; of equals the first in rank.
func (s *Study) mostPrecise() []Precision {
	best := map[string]*Config{}
	for i := range s.Configs {
		c := &s.Configs[i]
		if !c.OK() || !measured(c.RelL2) {
			continue
		}
		if old := best[c.Precision]; old == nil || c.RelL2 < old.RelL2 {
			best[c.Precision] = c
		}
	}
	var out []Precision
	for _, p := range slices.Sorted(maps.Keys(best)) {
		out = append(out, Precision{p, best[p]})
	}
	return out
}

// largestModel returns the working configuration with the most parameter bytes,
// or nil; of equals the first in rank.
func (s *Study) largestModel() *Config {
	var largest *Config
	for i := range s.Configs {
		c := &s.Configs[i]
		if !c.OK() || !measured(c.ParamBytes) || c.ParamBytes <= 0 {
			continue
		}
		if largest == nil || c.ParamBytes > largest.ParamBytes {
			largest = c
		}
	}
	return largest
}
