package plots

import (
	"fmt"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/style"
)

const (
	// maxColumns of a map are what its width in pixels tells apart.
	maxColumns = 256
	maxStages  = 24
	stageRow   = 24 // points
)

// networkMap: one number for each butterfly, stages downwards.
func networkMap(m *training.Model, p *training.Map) *sheet {
	scale := mapScale(p)
	if scale == nil {
		return nil
	}
	s := &sheet{title: fmt.Sprintf("%s of each butterfly: %s", upperFirst(brief(p.Kind)), modelWords(m))}
	s.legend.bar = scale.bar
	stages := min(p.Stages, maxStages)
	if stages < p.Stages {
		s.note("Shown: the first %d of %d stages.", stages, p.Stages)
	}
	columns := min(p.Butterflies, maxColumns)
	values := make([][]float64, stages)
	known := true
	for row := range values {
		for col := range columns {
			v := binned(p, row, col, columns)
			values[row] = append(values[row], v)
			known = known && finite(v)
		}
	}
	if !known {
		s.legend.entries = append(s.legend.entries, legendEntry{kind: legendMissing, text: "not known"})
	}
	if columns < p.Butterflies {
		s.note("A field stands for up to %d neighbours and has the value furthest from %s.", (p.Butterflies+columns-1)/columns, plain(scale.rest))
	}
	edges := make([]float64, columns+1)
	for i := range edges {
		edges[i] = float64(i) * float64(p.Butterflies) / float64(columns)
	}
	x := axis{title: "butterfly of the stage", lo: 0, hi: float64(p.Butterflies)}
	x.ticks = style.LinearTicks(0, x.hi, 6, style.Count)
	y := topDown(stageNames(stages))
	y.title = "stage"
	fields := raster{edges: edges, rows: stages, at: func(row, col int) (style.RGB, bool) {
		v := values[row][col]
		return scale.color(v), finite(v)
	}}
	s.subtitle = scale.subtitle
	s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), fields)}}
	s.rowHeight = float64(max(stages*stageRow, 60) + 50)
	s.caption = mapCaption(m, p, scale)
	return s
}

func stageNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	return names
}

// A valueScale colours the values of a map.
type valueScale struct {
	lo, hi   float64
	rest     float64 // the value of what training left alone
	ramp     func(float64) style.RGB
	bar      *colorBar
	subtitle string
}

// mapScale returns the scale of a kind of map; nil where it has no value.
func mapScale(p *training.Map) *valueScale {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range p.Values {
		if finite(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		return nil
	}
	s := &valueScale{lo: lo, hi: hi, ramp: style.Viridis, subtitle: "Each row is a stage, the first on top."}
	switch {
	case p.Kind == training.Gates:
		s.lo, s.hi, s.rest = min(lo, 0), max(hi, 1), 1
		s.ramp = style.Cividis
		s.subtitle += " 1 is a whole butterfly, 0 lets its inputs pass by."
	case strings.HasSuffix(p.Kind, "error"): // of theory, either way
		far := max(math.Abs(lo), math.Abs(hi))
		if far == 0 {
			far = 1
		}
		s.lo, s.hi = -far, far
		s.ramp = style.Diverging
		s.subtitle += " Grey is theory, blue below it, orange above."
	default:
		s.rest = lo
	}
	if !(s.hi > s.lo) {
		s.hi = s.lo + max(math.Abs(s.lo), 1)
	}
	title := brief(p.Kind)
	if p.Kind == training.AngleError {
		title += ", rad"
	}
	a := axis{lo: s.lo, hi: s.hi, ticks: style.LinearTicks(s.lo, s.hi, 5, plain)}
	s.bar = &colorBar{title: title, color: s.ramp, ticks: barTicks(a.marks())}
	return s
}

func (s *valueScale) color(v float64) style.RGB {
	a := axis{lo: s.lo, hi: s.hi}
	t, _ := a.at(v)
	return s.ramp(step(t))
}

// binned returns the value of a field: where butterflies share one, that which
// lies furthest from what training leaves alone.
func binned(p *training.Map, stage, col, columns int) float64 {
	from, to := col*p.Butterflies/columns, (col+1)*p.Butterflies/columns
	rest := 0.0
	if p.Kind == training.Gates {
		rest = 1
	}
	out := math.NaN()
	for _, v := range p.Values[stage*p.Butterflies+from : stage*p.Butterflies+max(to, from+1)] {
		if !(math.Abs(v-rest) <= math.Abs(out-rest)) && finite(v) {
			out = v
		}
	}
	return out
}

// mapCaption tells the range, and where the value furthest from rest is.
func mapCaption(m *training.Model, p *training.Map, s *valueScale) string {
	far, at, sum, known, below := -1.0, 0, 0.0, 0, 0
	for i, v := range p.Values {
		if !finite(v) {
			continue
		}
		known++
		sum += v
		if v < 0.5 {
			below++
		}
		if d := math.Abs(v - s.rest); d > far {
			far, at = d, i
		}
	}
	where := fmt.Sprintf("stage %d, butterfly %d", at/p.Butterflies, at%p.Butterflies)
	text := fmt.Sprintf("%s of %s, %s", upperFirst(brief(p.Kind)), modelWords(m), countWords(p))
	switch p.Kind {
	case training.Gates:
		return text + fmt.Sprintf(": mean %s; the lowest is %s at %s; %s below one half.", plain(sum/float64(known)), plain(p.Values[at]), where, style.Count(float64(below)))
	case training.AngleError:
		return text + fmt.Sprintf(": the largest is %s rad at %s.", style.ErrorValue(p.Values[at]), where)
	case training.MagnitudeError:
		return text + fmt.Sprintf(": the largest is %s at %s.", style.ErrorValue(p.Values[at]), where)
	}
	return text + fmt.Sprintf(": from %s to %s.", plain(s.lo), plain(s.hi))
}

// profile: one number for each bin.
func profile(m *training.Model, p *training.Profile) *sheet {
	var points []datum
	lo, hi := 0.0, 0.0
	for i, v := range p.Values {
		if finite(v) {
			points = append(points, datum{float64(i), v, math.NaN(), math.NaN()})
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if len(points) == 0 {
		return nil
	}
	y := axis{title: "", lo: lo, hi: min(hi+max((hi-lo)*0.05, 1e-300), math.MaxFloat64)}
	if !(y.hi > y.lo) {
		y.hi = 1
	}
	y.ticks = style.LinearTicks(y.lo, y.hi, 5, plain)
	x := axis{title: "bin", lo: 0, hi: float64(max(len(p.Values)-1, 1))}
	x.ticks = style.LinearTicks(0, x.hi, 6, style.Count)
	l := curveLook(0, len(points))
	s := &sheet{title: upperFirst(brief(p.Name)) + ": " + modelWords(m), rowHeight: 220}
	s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), grid{}, series{look: l, points: points})}}
	least, most := points[0], points[0]
	for _, d := range points {
		if d.Y < least.Y {
			least = d
		}
		if d.Y > most.Y {
			most = d
		}
	}
	s.caption = fmt.Sprintf("%s of %s over %s: from %s at bin %s to %s at bin %s.", upperFirst(brief(p.Name)), modelWords(m), plural(len(p.Values), "bin"),
		plain(least.Y), style.Count(least.X), plain(most.Y), style.Count(most.X))
	return s
}

// landscape: the loss around the trained weights.
func landscape(m *training.Model) *sheet {
	l := m.Landscape
	if l == nil {
		return nil
	}
	var values []float64
	least, at := math.Inf(1), [2]float64{}
	for j, row := range l.Z {
		for i, v := range row {
			if !finite(v) {
				continue
			}
			values = append(values, v)
			if v < least {
				least, at = v, [2]float64{l.X[i], l.Y[j]}
			}
		}
	}
	if len(values) == 0 {
		return nil
	}
	xs, ys := between(l.X), between(l.Y)
	if !parted(xs) || !parted(ys) {
		return nil
	}
	scale := logAxis("", style.ErrorTicks, values...)
	s := &sheet{title: "Loss around the trained weights: " + modelWords(m), rowHeight: 330}
	s.legend.bar = &colorBar{title: "held-out loss", color: style.Viridis, ticks: barTicks(scale.marks())}
	optimum := look{color: inkColor(), radius: 5, marker: 5, hollow: true}
	lowest := look{color: inkColor(), radius: 4, marker: 3, hollow: true}
	s.legend.entries = append(s.legend.entries, legendEntry{legendPoint, "trained weights", optimum})
	marks := []mark{raster{edges: xs, ends: ys, rows: len(l.Y), at: func(row, col int) (style.RGB, bool) {
		v := l.Z[row][col]
		t, ok := scale.at(v)
		return style.Viridis(step(t)), ok && finite(v)
	}}}
	if at != [2]float64{} {
		marks = append(marks, pin{lowest, at[0], at[1]})
		s.legend.entries = append(s.legend.entries, legendEntry{legendPoint, "lowest of the grid", lowest})
	}
	marks = append(marks, pin{optimum, 0, 0})
	s.panels = [][]*panel{{newPanel(planeAxis(l.XLabel, xs), planeAxis(l.YLabel, ys), bodyWidth(&s.legend), marks...)}}
	s.subtitle = "Dark is better. Logarithmic colours."
	s.caption = fmt.Sprintf("Held-out loss around the trained weights of %s on a grid of %d × %d points: the lowest is %s at (%s, %s); the trained weights stand at (0, 0).",
		modelWords(m), len(l.X), len(l.Y), style.ErrorValue(least), plain(at[0]), plain(at[1]))
	return s
}

func planeAxis(title string, edges []float64) axis {
	a := axis{title: brief(title), lo: edges[0], hi: edges[len(edges)-1]}
	if title == "" {
		a.title = "distance"
	}
	a.ticks = style.LinearTicks(a.lo, a.hi, 5, plain)
	return a
}

// A pin is one marked point of a panel.
type pin struct {
	look look
	x, y float64
}

func (s pin) draw(c *canvas) {
	if p, ok := c.point(s.x, s.y); ok {
		s.look.drawMarker(&c.Canvas, p)
	}
}
