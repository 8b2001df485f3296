package plots

import (
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// maxLoadLines is how many batches a chart shows as lines of their own.
const maxLoadLines = 7

// deviceJobs draws what only devices have: their variants in relation to the
// reference on a device, and how near they come to a plain copy.
func (ix *index) deviceJobs(within []compare.Against) []job {
	if !ix.study.Shape.GPUs {
		return nil
	}
	groups := slices.DeleteFunc(slices.Clone(ix.groups), func(g *group) bool { return !g.cell.GPU })
	return slices.Concat(deviceRatios(groups, within), copyShares(groups))
}

// deviceRatios: speed of each variant in relation to the reference by size, a
// line for each batch, or for each n·batch.
func deviceRatios(groups []*group, within []compare.Against) []job {
	at := make(map[*ablation.Config]*compare.Against, len(within))
	for i := range within {
		at[within[i].Config] = &within[i]
	}
	var jobs []job
	used := map[string]int{}
	for _, g := range groups {
		for _, v := range g.variants {
			if v.reference {
				continue
			}
			name := fileName("gpu-ratio", joinSlugs(g.slug, slug(v.name)))
			jobs = append(jobs, job{unique(used, name), func() *sheet { return newRatioLines(g, v, at).draft() }})
		}
	}
	return jobs
}

func joinSlugs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "-" + b
}

// ratioLines are the comparisons of one variant with the reference of its cells.
type ratioLines struct {
	group     *group
	variant   variant
	reference string
	at        map[spot]*compare.Against
	by        ablation.Load
	loads     []int // ascending
}

func newRatioLines(g *group, v variant, against map[*ablation.Config]*compare.Against) *ratioLines {
	r := &ratioLines{group: g, variant: v, at: map[spot]*compare.Against{}}
	for _, s := range g.spots {
		a := against[g.at(v.name, s)]
		if a == nil || !(a.Ratio > 0) || !finite(a.Ratio) {
			continue
		}
		r.at[s] = a
		r.reference = a.Reference.Variant
	}
	r.lineUp()
	return r
}

// lineUp finds what the batches line up by, and how many lines that gives.
func (r *ratioLines) lineUp() {
	r.by = ablation.LoadOf(func(yield func(n, batch int) bool) {
		for s := range r.at {
			if !yield(s.n, s.batch) {
				return
			}
		}
	})
	for s := range r.at {
		r.loads = append(r.loads, r.by.Of(s.n, s.batch))
	}
	r.loads = unequal(r.loads)
}

func (r *ratioLines) draft() *sheet {
	if len(r.at) == 0 || len(r.group.sizes) < 2 {
		return nil
	}
	s := &sheet{section: SectionDevices, rowHeight: 300}
	shown := thinned(r.loads, maxLoadLines)
	if rest := len(r.loads) - len(shown); rest > 0 {
		s.note("Batches left out between these: %d.", rest)
	}
	values := []float64{1}
	lines := make([][]datum, len(shown))
	for i, load := range shown {
		lines[i] = r.line(load)
		for _, d := range lines[i] {
			values = append(values, d.Y, d.Lo, d.Hi)
		}
	}
	y := logAxis("speed in relation to "+r.reference, ratioTicks, values...)
	marks := []mark{grid{}, level{1}}
	s.legend.entries = []legendEntry{{kind: legendHeading, text: r.by.String()}}
	for i, load := range slices.Backward(shown) { // as the lines mostly lie
		l := batchLook(i, len(shown))
		marks = append(marks, series{look: l, points: lines[i]})
		s.legend.entries = append(s.legend.entries, legendEntry{legendLine, style.Count(float64(load)), l})
	}
	s.panels = [][]*panel{{newPanel(sizeAxis("n (transform size)", r.group.sizes), y, bodyWidth(&s.legend), marks...)}}
	s.title = fmt.Sprintf("%s : %s by size: %s", brief(r.variant.name), brief(r.reference), r.group.subject())
	s.subtitle = "Time of the reference / time of the variant on the device: above 1 is faster. Bars: confidence interval of the ratio."
	s.caption = r.caption()
	return s
}

// line returns the ratios at one load over n.
func (r *ratioLines) line(load int) []datum {
	at := make(map[int]*compare.Against, len(r.group.sizes)) // by n
	for s, a := range r.at {
		if r.by.Of(s.n, s.batch) == load {
			at[s.n] = a
		}
	}
	var points []datum
	for _, n := range r.group.sizes {
		d := datum{X: float64(n), Y: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}
		if a := at[n]; a != nil {
			d.Y, d.Lo, d.Hi = a.Ratio, a.Lo, a.Hi
		}
		points = append(points, d)
	}
	return points
}

// caption tells in how many cells the variant is clearly faster or slower, and
// where it fares best and worst.
func (r *ratioLines) caption() string {
	faster, slower := 0, 0
	var best, worst *compare.Against
	for _, s := range r.group.spots {
		a := r.at[s]
		if a == nil {
			continue
		}
		switch a.Verdict {
		case compare.Better:
			faster++
		case compare.Worse:
			slower++
		}
		if best == nil || a.Ratio > best.Ratio {
			best = a
		}
		if worst == nil || a.Ratio < worst.Ratio {
			worst = a
		}
	}
	text := fmt.Sprintf("%s is clearly faster than %s in %d and clearly slower in %d of %s",
		brief(r.variant.name), brief(r.reference), faster, slower, plural(len(r.at), "cell"))
	if best == worst {
		return fmt.Sprintf("%s: %s as fast at %s.", text, style.Ratio(best.Ratio), cellPlace(best.Config))
	}
	return fmt.Sprintf("%s: from %s as fast (%s) to %s (%s).", text,
		style.Ratio(worst.Ratio), cellPlace(worst.Config), style.Ratio(best.Ratio), cellPlace(best.Config))
}

func cellPlace(c *ablation.Config) string { return fmt.Sprintf("n = %d%s", c.N, atBatch(c.Batch)) }

// copyShares: the bytes that an op must move over its time, in relation to what
// the device copies in that time, by size at the largest batch of each.
func copyShares(groups []*group) []job {
	var jobs []job
	for _, g := range groups {
		jobs = append(jobs, job{fileName("gpu-copy", g.slug), g.copyShare})
	}
	return jobs
}

func (g *group) copyShare() *sheet {
	lines := map[string][]datum{}
	values := []float64{1}
	var shown []variant
	var best *ablation.Config
	for _, v := range g.variants {
		for _, n := range g.sizes {
			c := g.largest(v.name, n)
			if c == nil {
				continue
			}
			lines[v.name] = append(lines[v.name], shareDatum(c))
			values = append(values, c.CopyShare)
			if best == nil || c.CopyShare > best.CopyShare {
				best = c
			}
		}
		if lines[v.name] != nil && len(shown) < maxSeries {
			shown = append(shown, v)
		}
	}
	if best == nil || len(g.sizes) < 2 {
		return nil
	}
	s := &sheet{section: SectionDevices, rowHeight: 300}
	s.legend = lineLegend(byLastValue(shown, func(v variant) []datum { return lines[v.name] }), 0)
	marks := []mark{grid{}, level{1}}
	for _, v := range slices.Backward(shown) {
		marks = append(marks, series{look: seriesLook(v.slot), points: lines[v.name]})
	}
	y := fromZero("share of the copy bandwidth", style.Share, values...)
	s.panels = [][]*panel{{newPanel(sizeAxis("n (transform size)", g.sizes), y, bodyWidth(&s.legend), marks...)}}
	s.title = "Share of the device's copy bandwidth by size: " + g.subject()
	s.subtitle = "Bytes an op must move / its time / the bandwidth of a copy on the device; 100 % is as fast as a copy. At the largest batch of each size."
	s.caption = fmt.Sprintf("%s comes nearest to the speed of a copy: %s at %s.", brief(best.Variant), style.Share(best.CopyShare), cellPlace(best))
	return s
}

// largest returns the configuration of the variant with a share at the largest
// batch of a size, nil where it has none.
func (g *group) largest(name string, n int) *ablation.Config {
	for _, b := range slices.Backward(g.batches) {
		if c := g.at(name, spot{n, b}); c != nil && finite(c.CopyShare) && c.CopyShare >= 0 {
			return c
		}
	}
	return nil
}

// shareDatum is the share with the interval that the time's leaves it.
func shareDatum(c *ablation.Config) datum {
	moved := c.CopyShare * c.PerTransform
	return datum{X: float64(c.N), Y: c.CopyShare, Lo: moved / c.PerTransformHi, Hi: moved / c.PerTransformLo}
}

// thinned returns at most limit of the values, the first and the last among them.
func thinned(values []int, limit int) []int {
	if len(values) <= limit {
		return values
	}
	out := make([]int, limit)
	for i := range out {
		out[i] = values[i*(len(values)-1)/(limit-1)]
	}
	return out
}

// batchLook is the look of line i of count: from dark to light as batches grow.
func batchLook(i, count int) look {
	const lightest = 0.85 // what is lighter cannot be seen on white
	t := 0.0
	if count > 1 {
		t = lightest * float64(i) / float64(count-1)
	}
	return look{color: style.Viridis(t), marker: style.SeriesMarker(i), width: 2, radius: 3.6}
}

// level is a horizontal line across the panel at one value.
type level struct{ value float64 }

func (l level) draw(c *canvas) {
	if pos, ok := c.y.at(l.value); ok {
		horizontalLine(&c.Canvas, inkColor(), c.Min.X, c.Max.X, c.Y(pos), hairline)
	}
}
