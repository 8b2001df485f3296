package plots

import (
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/report/style"
)

// times: each variant's time per transform by size and batch, on a logarithmic
// scale of colours.
func (ix *index) times() []job {
	return perGroup("time", ix.groups, func(g *group) *sheet {
		if len(g.batches) < 2 || len(g.sizes) < 2 {
			return nil
		}
		scale := newTimeScale(g)
		if scale == nil {
			return nil
		}
		s := &sheet{}
		s.legend.bar = &colorBar{title: "time per transform", color: style.Viridis, ticks: barTicks(scale.marks())}
		s.legend.entries = []legendEntry{{kind: legendMissing, text: "not measured"}}
		g.drawMaps(s, g.variants, func(v variant, at spot, text bool) cell {
			c := g.at(v.name, at)
			if c == nil || !(c.PerTransform > 0) || !finite(c.PerTransform) {
				return cell{}
			}
			out := cell{kind: cellValue, fill: scale.color(c.PerTransform)}
			if text {
				out.text = shortTime(c.PerTransform)
			}
			return out
		})
		s.title = "Time per transform by variant, size and batch: " + g.subject()
		s.subtitle = "Lower is better, fastest variant on top. Logarithmic colours, dark is fast."
		s.caption = timeCaption(g)
		return s
	})
}

// A timeScale colours times by their logarithm.
type timeScale struct{ axis }

// newTimeScale spans the times of the group; nil where it has none.
func newTimeScale(g *group) *timeScale {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, c := range g.configs {
		if t := c.PerTransform; t > 0 && finite(t) {
			lo, hi = min(lo, t), max(hi, t)
		}
	}
	if lo > hi {
		return nil
	}
	return &timeScale{logAxis("", style.TimeTicks, lo, hi)}
}

// color is dark for fast, as on the colour bar.
func (s *timeScale) color(t float64) style.RGB {
	pos, _ := s.at(t)
	return style.Viridis(step(pos))
}

// shortTime is a time with three digits, for narrow cells.
func shortTime(sec float64) string {
	scale, unit := style.TimeUnit(sec)
	v := sec * scale
	digits := 0
	switch {
	case v < 9.995:
		digits = 2
	case v < 99.95:
		digits = 1
	}
	return fmt.Sprintf("%.*f %s", digits, v, unit)
}

// barTicks keeps at most eight labelled ticks of an axis for a colour bar.
func barTicks(marks []style.Tick) []style.Tick {
	var labelled []style.Tick
	for _, m := range marks {
		if m.Label != "" {
			labelled = append(labelled, m)
		}
	}
	every := (len(labelled) + 7) / 8
	var out []style.Tick
	for i, m := range labelled {
		if i%every == 0 {
			out = append(out, m)
		}
	}
	return out
}

// timeCaption tells what batching brings per transform at the largest size that
// was measured at both ends.
func timeCaption(g *group) string {
	small, large := g.batches[0], g.batches[len(g.batches)-1]
	for _, n := range slices.Backward(g.sizes) {
		a, b := g.contests[spot{n, small}], g.contests[spot{n, large}]
		if a == nil || b == nil {
			continue
		}
		x, y := a.Winner(), b.Winner()
		return fmt.Sprintf("At n = %d the fastest variant takes %s per transform alone at batch %d (%s) and %s at batch %d (%s).",
			n, style.Time(x.PerTransform), small, x.Variant, style.Time(y.PerTransform), large, y.Variant)
	}
	return fmt.Sprintf("Time per transform of %s.", plural(len(g.contests), "cell"))
}
