package plots

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// fronts: speed against error with the Pareto front, one figure for each front
// of the study. Exact results sit on the floor line.
func (ix *index) fronts() []job {
	var jobs []job
	used := map[string]int{}
	for i := range ix.study.Fronts {
		f := &ix.study.Fronts[i]
		c := f.Cell
		file := fileName("speed-error", slug(joinWords(c.Direction, c.Precision, gpuWord(c.GPU), c.Extra)))
		jobs = append(jobs, job{unique(used, file), func() *sheet { return drawFront(f, cellWords(c)) }})
	}
	return jobs[:min(len(jobs), maxFigures)]
}

func drawFront(f *ablation.Front, words string) *sheet {
	points := slices.Clone(f.Points)
	points = slices.DeleteFunc(points, func(p ablation.FrontPoint) bool {
		return p.Config == nil || !(p.Config.PerTransform > 0) || !finite(p.Config.PerTransform) ||
			!(p.Config.RelL2 >= 0) || !finite(p.Config.RelL2)
	})
	if len(points) == 0 {
		return nil
	}
	var times, errors []float64
	for _, p := range points {
		times = append(times, p.Config.PerTransform, p.Config.PerTransformLo, p.Config.PerTransformHi)
		errors = append(errors, p.Config.RelL2)
	}
	var front, beaten []mark
	var border []datum
	var on, off []legendEntry
	for _, p := range points {
		c := p.Config
		l := seriesLook(c.Slot)
		l.radius = 5
		if !p.On {
			l.hollow, l.radius = true, 4
		}
		d := datum{X: c.RelL2, Y: c.PerTransform, Lo: c.PerTransformLo, Hi: c.PerTransformHi}
		m, e := series{look: l, points: []datum{d}}, legendEntry{legendPoint, c.Variant, l}
		if p.On {
			border = append(border, d)
			front, on = append(front, m), append(on, e)
		} else {
			beaten, off = append(beaten, m), append(off, e)
		}
	}
	slices.SortStableFunc(border, func(a, b datum) int { return cmp.Compare(a.X, b.X) })
	marks := slices.Concat([]mark{grid{}, steps{border}}, beaten, front)
	s := &sheet{section: SectionLoss, rowHeight: 360}
	s.legend = frontLegend(on, off)
	s.title = "Speed against error: " + words
	s.subtitle = fmt.Sprintf("n = %d%s. Left and down is better; the dashed line is the front, hollow marks are beaten.",
		f.Cell.N, atBatch(f.Cell.Batch))
	if slices.Contains(errors, 0) {
		s.note("Results without any error sit on the line marked 0.")
	}
	x := logAxis("relative L2 error", style.ErrorTicks, errors...)
	y := logAxis("time per transform", style.TimeTicks, times...)
	s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), marks...)}}
	s.caption = frontCaption(f)
	return s
}

func frontLegend(on, off []legendEntry) (l legend) {
	const most = 20
	l.entries = append(l.entries, legendEntry{kind: legendHeading, text: "on the front"})
	l.entries = append(l.entries, on...)
	if len(off) > 0 {
		l.entries = append(l.entries, legendEntry{kind: legendHeading, text: "beaten"})
		l.entries = append(l.entries, off...)
	}
	if extra := len(l.entries) - most; extra > 1 {
		l.entries = append(l.entries[:most], legendEntry{kind: legendText, text: fmt.Sprintf("… and %d more", extra)})
	}
	return l
}

func frontCaption(f *ablation.Front) string {
	var on []*ablation.Config
	for _, p := range f.Points {
		if p.On && p.Config != nil {
			on = append(on, p.Config)
		}
	}
	at := fmt.Sprintf("At n = %d%s", f.Cell.N, atBatch(f.Cell.Batch))
	switch len(on) {
	case 0:
		return at + ": speed against error."
	case 1:
		return fmt.Sprintf("%s: %s is both the fastest (%s) and the most accurate (%s); nothing else is on the front.",
			at, on[0].Variant, style.Time(on[0].PerTransform), style.ErrorValue(on[0].RelL2))
	}
	fast, exact := on[0], on[0]
	for _, c := range on {
		if c.PerTransform < fast.PerTransform {
			fast = c
		}
		if c.RelL2 < exact.RelL2 {
			exact = c
		}
	}
	return fmt.Sprintf("%s: %d of %d are on the front, from %s (%s, error %s) to %s (%s, error %s).",
		at, len(on), len(f.Points), fast.Variant, style.Time(fast.PerTransform), style.ErrorValue(fast.RelL2),
		exact.Variant, style.Time(exact.PerTransform), style.ErrorValue(exact.RelL2))
}
