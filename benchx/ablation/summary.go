package ablation

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// summaryKey names the group of a VariantSummary.
type summaryKey struct {
	variant, direction string
	gpu                bool
	precision          string
}

// A tally gathers a VariantSummary.
type tally struct {
	VariantSummary
	logRatio  float64 // sum of log(reference/variant)
	logRegret float64 // sum of log(variant/winner)
	contests  int
	errors    []float64
}

// summarize sums up each variant over its cells.
func (s *Study) summarize() []VariantSummary {
	tallies := map[summaryKey]*tally{}
	for i := range s.Configs {
		c := &s.Configs[i]
		if !c.named {
			continue
		}
		key := summaryKey{c.Variant, c.Direction, c.GPU, c.Precision}
		t := tallies[key]
		if t == nil {
			t = &tally{VariantSummary: VariantSummary{
				Variant: c.Variant, Tier: c.Tier, Slot: c.Slot,
				Direction: c.Direction, GPU: c.GPU, Precision: c.Precision,
				Params: math.NaN(), ParamByte: math.NaN(),
			}}
			tallies[key] = t
		}
		t.count(c)
	}
	for i := range s.Contests {
		scoreContest(&s.Contests[i], tallies)
	}
	out := make([]VariantSummary, 0, len(tallies))
	for _, t := range tallies {
		out = append(out, t.sum())
	}
	slices.SortFunc(out, compareSummaries)
	return out
}

func compareSummaries(a, b VariantSummary) int {
	return cmp.Or(
		compareDirections(a.Direction, b.Direction),
		strings.Compare(a.Precision, b.Precision),
		compareFalseFirst(a.GPU, b.GPU),
		compareNumbers(-a.Geomean, -b.Geomean),
		cmp.Compare(b.Cells, a.Cells),
		compareNumbers(a.MedianErr, b.MedianErr),
		strings.Compare(a.Variant, b.Variant),
	)
}

// count books one configuration, working or not.
func (t *tally) count(c *Config) {
	t.reference = t.reference || c.Reference
	switch {
	case c.OK():
		t.OK++
		if measured(c.RelL2) {
			t.errors = append(t.errors, c.RelL2)
		}
		// Configs are ranked, so of several rows at that n the fastest speaks.
		if (measured(c.Params) || measured(c.ParamBytes)) && (c.N > t.ParamsAtN || math.IsNaN(t.Params) && math.IsNaN(t.ParamByte)) {
			t.Params, t.ParamByte, t.ParamsAtN = c.Params, c.ParamBytes, c.N
		}
	case c.Row.Status.Failed():
		t.Failed++
	}
}

// scoreContest books the contest for each variant in it, by its fastest
// configuration there.
func scoreContest(c *Contest, tallies map[summaryKey]*tally) {
	tied := map[string]bool{}
	for x := range c.tied {
		tied[x.Variant] = true
	}
	rivals := c.Rivals()
	seen := map[string]bool{}
	for _, x := range c.Configs {
		if seen[x.Variant] {
			continue
		}
		seen[x.Variant] = true
		t := tallies[summaryKey{x.Variant, x.Direction, x.GPU, x.Precision}]
		t.regret(x.PerTransform/c.Winner().PerTransform, c.Cell)
		if ref := c.Reference; ref != nil {
			t.Cells++
			t.logRatio += math.Log(ref.PerTransform / x.PerTransform)
		}
		if !rivals || !tied[x.Variant] {
			continue
		}
		if len(tied) == 1 {
			t.Wins++
		} else {
			t.Ties++
		}
	}
}

func (t *tally) regret(ratio float64, cell Cell) {
	t.contests++
	t.logRegret += math.Log(ratio)
	if t.contests == 1 || ratio > t.WorstRegret {
		t.WorstRegret, t.WorstAt = ratio, cell
	}
}

func (t *tally) sum() VariantSummary {
	v := t.VariantSummary
	v.Contests = t.contests
	v.Geomean = geomean(t.logRatio, t.Cells)
	v.Regret = geomean(t.logRegret, t.contests)
	if t.contests == 0 {
		v.WorstRegret = math.NaN()
	}
	v.MedianErr, v.MinErr, v.MaxErr = math.NaN(), math.NaN(), math.NaN()
	if n := len(t.errors); n > 0 {
		slices.Sort(t.errors)
		v.MinErr, v.MaxErr = t.errors[0], t.errors[n-1]
		v.MedianErr = (t.errors[(n-1)/2] + t.errors[n/2]) / 2
	}
	return v
}

// geomean returns the geometric mean of n numbers whose logarithms sum to
// logSum; NaN for none.
func geomean(logSum float64, n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	return math.Exp(logSum / float64(n))
}

// overall picks from the sorted summaries the fastest variant of each
// direction, precision and device kind in which a reference was measured. A
// specialist, which ran in less than half of the cells of the widest variant,
// is not the fastest overall; how wide the reference is does not matter.
func overall(summaries []VariantSummary) []VariantSummary {
	var best []VariantSummary
	for len(summaries) > 0 {
		group := summaries[:kindLen(summaries)]
		summaries = summaries[len(group):]
		widest := 0
		for i := range group {
			if !group[i].reference {
				widest = max(widest, group[i].Cells)
			}
		}
		i := slices.IndexFunc(group, func(v VariantSummary) bool {
			return !math.IsNaN(v.Geomean) && 2*v.Cells >= widest
		})
		if i >= 0 {
			best = append(best, group[i])
		}
	}
	return best
}

// kindLen returns how many of the summaries, from the first on, are of one kind.
func kindLen(summaries []VariantSummary) int {
	n := slices.IndexFunc(summaries, func(v VariantSummary) bool { return !v.sameKind(&summaries[0]) })
	if n < 0 {
		return len(summaries)
	}
	return n
}

func (v *VariantSummary) sameKind(w *VariantSummary) bool {
	return v.Direction == w.Direction && v.Precision == w.Precision && v.GPU == w.GPU
}
