package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// ratios: each variant's speed in relation to the reference's, by size and batch.
func (ix *index) ratios() []job {
	return perGroup("ratio", ix.groups, func(g *group) *sheet {
		scale := newRatioScale(g)
		if scale == nil || len(g.variants) < 2 {
			return nil
		}
		s := &sheet{}
		s.legend = scale.legend()
		variants := g.variants
		if !g.fewBatches() { // the reference against itself fills no map of its own
			variants = slices.DeleteFunc(slices.Clone(variants), func(v variant) bool { return v.reference })
		}
		g.drawMaps(s, variants, func(v variant, at spot, text bool) cell {
			return scale.cell(g, v.name, at, text)
		})
		if len(s.panels) == 0 {
			return nil
		}
		s.title = "Speed in relation to the reference: " + g.subject()
		s.subtitle = "Reference time / variant time, so above 1 is faster. Hatched: the intervals overlap."
		s.caption = g.ratioCaption()
		return s
	})
}

// ratio returns reference time / variant time of one cell; NaN without both.
func (g *group) ratio(name string, at spot) float64 {
	c, contest := g.at(name, at), g.contests[at]
	if c == nil || contest == nil || contest.Reference == nil {
		return math.NaN()
	}
	r := contest.Reference.PerTransform / c.PerTransform
	if !(r > 0) || !finite(r) {
		return math.NaN()
	}
	return r
}

// A ratioScale colours ratios by their logarithm, symmetric around 1.
type ratioScale struct {
	limit float64 // log2 of the largest ratio with a colour of its own
	open  bool    // some ratios lie beyond it
}

// newRatioScale spans the ratios of the group; nil where it has none.
func newRatioScale(g *group) *ratioScale {
	widest, any := 0.0, false
	for _, v := range g.variants {
		for _, at := range g.spots {
			if r := g.ratio(v.name, at); finite(r) {
				widest, any = max(widest, math.Abs(math.Log2(r))), true
			}
		}
	}
	if !any {
		return nil
	}
	const most = 4 // 16×: what is farther out is simply far
	return &ratioScale{limit: min(max(math.Ceil(widest), 1), most), open: widest > most}
}

// color is blue for faster, grey at 1, orange for slower.
func (s *ratioScale) color(r float64) style.RGB {
	return style.Diverging(step(0.5 - math.Log2(r)/s.limit/2))
}

func (s *ratioScale) legend() legend {
	bar := &colorBar{title: "speed vs reference", color: func(t float64) style.RGB { return style.Diverging(1 - t) }}
	k := int(s.limit)
	for e := -k; e <= k; e++ {
		var label string
		switch {
		case e == 0:
			label = "1× equal"
		case e == k:
			label = shortRatio(e) + " faster"
		case e == -k:
			label = shortRatio(-e) + " slower"
		case e > 0:
			label = shortRatio(e)
		default:
			label = "1/" + shortRatio(-e)
		}
		if s.open && (e == k || e == -k) {
			label = "≥ " + label
		}
		bar.ticks = append(bar.ticks, style.Tick{Value: (float64(e)/s.limit + 1) / 2, Label: label})
	}
	return legend{bar: bar, entries: []legendEntry{
		{kind: legendHatch, text: "intervals overlap"},
		{kind: legendMissing, text: "not measured"},
	}}
}

func shortRatio(exp int) string { return fmt.Sprintf("%d×", 1<<exp) }

// cell colours one ratio.
func (s *ratioScale) cell(g *group, name string, at spot, text bool) cell {
	r := g.ratio(name, at)
	if !finite(r) {
		return cell{}
	}
	c, ref := g.at(name, at), g.contests[at].Reference
	out := cell{kind: cellValue, fill: s.color(r), hatch: c != ref && ablation.Overlap(c, ref)}
	if text {
		out.text = strings.TrimSuffix(style.Ratio(r), "×")
	}
	return out
}

func (g *group) ratioCaption() string {
	type extreme struct {
		r    float64
		name string
		spot
	}
	best, worst := extreme{r: 0}, extreme{r: math.Inf(1)}
	for _, v := range g.variants {
		if v.reference {
			continue
		}
		for _, at := range g.spots {
			r := g.ratio(v.name, at)
			if !finite(r) {
				continue
			}
			if r > best.r {
				best = extreme{r, v.name, at}
			}
			if r < worst.r {
				worst = extreme{r, v.name, at}
			}
		}
	}
	if best.r == 0 {
		return "Only the reference was measured."
	}
	return fmt.Sprintf("In relation to the reference: from %s (%s at n = %d%s) to %s (%s at n = %d%s).",
		style.Ratio(worst.r), worst.name, worst.n, atBatch(worst.batch),
		style.Ratio(best.r), best.name, best.n, atBatch(best.batch))
}
