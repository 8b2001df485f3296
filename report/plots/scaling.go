package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// scaling: time per transform against n, log–log, at the smallest batch and at
// the largest shared one.
func (ix *index) scaling() []job {
	jobs := perGroup("scaling", ix.groups, (*group).scaling)
	return append(jobs, perGroup("scaling", ix.curves, (*group).scaling)...)
}

func (g *group) scaling() *sheet {
	if len(g.sizes) < 2 {
		return nil
	}
	what := "time per transform"
	if g.batches[len(g.batches)-1] == 0 {
		what = "time per op"
	}
	s := g.lines(line{
		of: func(c *ablation.Config) datum {
			return datum{Y: c.PerTransform, Lo: c.PerTransformLo, Hi: c.PerTransformHi}
		},
		axis: func(values []float64) axis { return logAxis(what, style.TimeTicks, values...) },
	})
	s.title = strings.ToUpper(what[:1]) + what[1:] + " by size: " + g.subject()
	s.subtitle = "Lower is better. Both axes are logarithmic. Bars: confidence interval of the median."
	s.caption = g.scalingCaption()
	return s
}

// subject names the group in titles and captions.
func (g *group) subject() string {
	return cmp.Or(g.words, lastElement(g.cell.Package), "all benchmarks")
}

// throughput: nominal GFLOP/s against n.
func (ix *index) throughput() []job {
	return perGroup("gflops", ix.groups, func(g *group) *sheet {
		if len(g.sizes) < 2 || !g.any(func(c *ablation.Config) bool { return finite(c.GFLOPS) && c.GFLOPS > 0 }) {
			return nil
		}
		s := g.lines(line{
			of:   rate,
			axis: func(values []float64) axis { return fromZero("nominal GFLOP/s", style.Count, values...) },
		})
		s.title = "Nominal GFLOP/s by size: " + g.subject()
		s.subtitle = "Higher is better. 5·n·log2(n)·batch / time, 2.5 for real input, whatever a variant really computes. Bars: from the time's interval."
		s.caption = g.throughputCaption()
		return s
	})
}

// rate is the nominal rate with the interval that the time's leaves it.
func rate(c *ablation.Config) datum {
	work := c.GFLOPS * c.PerTransform
	return datum{Y: c.GFLOPS, Lo: work / c.PerTransformHi, Hi: work / c.PerTransformLo}
}

// perGroup makes one job per group.
func perGroup(kind string, groups []*group, f func(*group) *sheet) []job {
	var jobs []job
	for _, g := range groups {
		jobs = append(jobs, job{fileName(kind, g.slug), func() *sheet {
			s := f(g)
			if s != nil && s.section == "" {
				s.section = SectionCharts
			}
			return s
		}})
	}
	return jobs
}

func (g *group) any(f func(*ablation.Config) bool) bool {
	for _, c := range g.configs {
		if f(c) {
			return true
		}
	}
	return false
}

// A line says what a chart against n shows.
type line struct {
	of   func(*ablation.Config) datum
	axis func(values []float64) axis
}

// lines draws one panel per shown batch with a line for each variant; all
// panels share their axes.
func (g *group) lines(l line) *sheet {
	bright, muted := g.highlighted()
	batches := g.shownBatches()
	var values []float64
	data := map[place][]datum{}
	for _, b := range batches {
		for _, v := range g.variants {
			points := g.along(v.name, b, l.of)
			data[place{v.name, spot{batch: b}}] = points
			for _, d := range points {
				values = append(values, d.Y, d.Lo, d.Hi)
			}
		}
	}
	s := &sheet{rowHeight: 300}
	s.legend = lineLegend(byLastValue(bright, func(v variant) []datum {
		return data[place{v.name, spot{batch: batches[len(batches)-1]}}]
	}), len(muted))
	if len(batches) > 1 {
		s.rowHeight = 270
	}
	x, y := sizeAxis("n (transform size)", g.sizes), l.axis(values)
	for _, b := range batches {
		marks := []mark{grid{}}
		for _, v := range muted {
			marks = append(marks, series{look: mutedLook(), points: data[place{v.name, spot{batch: b}}]})
		}
		for _, v := range slices.Backward(bright) { // the fastest on top
			marks = append(marks, series{look: seriesLook(v.slot), points: data[place{v.name, spot{batch: b}}]})
		}
		p := newPanel(x, y, bodyWidth(&s.legend), marks...).titled(batchWords(b))
		s.panels = append(s.panels, []*panel{p})
	}
	return s
}

// along returns the points of a variant over n at one batch.
func (g *group) along(name string, batch int, of func(*ablation.Config) datum) []datum {
	var points []datum
	for _, n := range g.sizes {
		d := datum{X: float64(n), Y: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}
		if c := g.at(name, spot{n, batch}); c != nil {
			d = of(c)
			d.X = float64(n)
		}
		points = append(points, d)
	}
	return points
}

// byLastValue sorts variants as their lines end at the right border, from top
// to bottom, so that the legend reads like the picture.
func byLastValue(variants []variant, points func(variant) []datum) []variant {
	last := func(v variant) (x, y float64) {
		for _, d := range slices.Backward(points(v)) {
			if finite(d.Y) {
				return d.X, d.Y
			}
		}
		return 0, 0
	}
	sorted := slices.Clone(variants)
	slices.SortStableFunc(sorted, func(a, b variant) int {
		ax, ay := last(a)
		bx, by := last(b)
		return cmp.Or(cmp.Compare(bx, ax), cmp.Compare(by, ay))
	})
	return sorted
}

// lineLegend lists the highlighted variants, and how many are grey.
func lineLegend(variants []variant, muted int) legend {
	var l legend
	for _, v := range variants {
		l.entries = append(l.entries, legendEntry{legendLine, v.label(), seriesLook(v.slot)})
	}
	if muted > 0 {
		l.entries = append(l.entries, legendEntry{legendLine, fmt.Sprintf("%d slower, in grey", muted), mutedLook()})
	}
	return l
}

// scalingCaption tells who is fastest at the largest shared batch, how often,
// and by how much at the largest size.
func (g *group) scalingCaption() string {
	batches := g.shownBatches()
	batch := batches[len(batches)-1]
	wins := map[string]int{}
	var last *ablation.Contest
	sizes := 0
	for _, n := range g.sizes {
		c := g.contests[spot{n, batch}]
		if c == nil {
			continue
		}
		sizes++
		wins[c.Winner().Variant]++
		last = c
	}
	if last == nil {
		return "Time by size."
	}
	if g.curves {
		return fmt.Sprintf("Time per op of %s over %s.", plural(len(g.variants), "benchmark"), plural(len(g.sizes), "size"))
	}
	best := ""
	for _, v := range g.variants { // by speed: of equals the better one
		if wins[v.name] > wins[best] {
			best = v.name
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s has the lowest time at %d of %s", atBatchFirst(batch), best, wins[best], plural(sizes, "size"))
	w := last.Winner()
	fmt.Fprintf(&b, "; at n = %d %s takes %s per transform", last.Cell.N, w.Variant, style.Time(w.PerTransform))
	if r := last.Reference; r != nil && r.Variant != w.Variant && w.PerTransform > 0 {
		fmt.Fprintf(&b, ", %s as fast as %s", style.Ratio(r.PerTransform/w.PerTransform), r.Variant)
	}
	if last.Tied > 1 {
		fmt.Fprintf(&b, " (not separable from %s)", plural(last.Tied-1, "other"))
	}
	b.WriteByte('.')
	return b.String()
}

func (g *group) throughputCaption() string {
	var best *ablation.Config
	batches := g.shownBatches()
	for _, v := range g.variants {
		for _, n := range g.sizes {
			for _, b := range batches {
				c := g.at(v.name, spot{n, b})
				if c != nil && finite(c.GFLOPS) && (best == nil || c.GFLOPS > best.GFLOPS) {
					best = c
				}
			}
		}
	}
	if best == nil {
		return "Nominal GFLOP/s by size."
	}
	return fmt.Sprintf("The highest rate is %s by %s at n = %d%s.",
		style.Value(best.GFLOPS, "GFLOP/s"), best.Variant, best.N, atBatch(best.Batch))
}

// atBatchFirst is "At batch 8 ", or nothing: how a sentence starts.
func atBatchFirst(batch int) string {
	if w := batchWords(batch); w != "" {
		return "At " + w + " "
	}
	return ""
}

// atBatch is ", batch 8", or nothing.
func atBatch(batch int) string {
	if w := batchWords(batch); w != "" {
		return ", " + w
	}
	return ""
}
