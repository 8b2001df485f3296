package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/style"
)

const (
	maxCurves    = 8  // of one panel in colours of their own
	maxMarked    = 40 // points of a line that are marked one by one
	lossHeight   = 250
	secondHeight = 150
)

// lossCurve: the losses of one model over its steps on a logarithmic axis, below
// it whatever else was looked at.
func lossCurve(m *training.Model) *sheet {
	var losses, shares, others []curve
	for i := range m.Curve.Series {
		c := newCurve(&m.Curve, &m.Curve.Series[i])
		switch {
		case c == nil:
		case c.name == training.TrainLoss || c.name == training.HeldOutLoss:
			losses = append(losses, *c)
		case c.name == training.MeanGate:
			shares = append(shares, *c)
		default:
			others = append(others, *c)
		}
	}
	if len(losses)+len(shares)+len(others) == 0 {
		return nil
	}
	s := &sheet{title: "Training curve: " + modelWords(m)}
	s.caption = curveCaption(m, append(slices.Clone(losses), others...))
	// The held-out loss leads: it is what counts.
	slices.SortStableFunc(losses, func(a, b curve) int { return cmp.Compare(a.name, b.name) })
	if len(losses) == 0 { // of a file that measured something else
		losses, others = others, nil
	}
	if rest := len(others) - maxCurves; rest > 0 {
		others = others[:maxCurves]
		s.note("%s left out.", plural(rest, "further series"))
	}
	looks := 0
	for _, group := range [][]curve{losses, others, shares} {
		for i := range group {
			group[i].look = curveLook(looks, len(group[i].points))
			looks++
			s.legend.entries = append(s.legend.entries, legendEntry{legendLine, brief(group[i].name), group[i].look})
		}
	}
	x := stepAxis(m.Curve.Step)
	s.subtitle = "Lower is better. The loss axis is logarithmic."
	if m.Objective != "" {
		s.subtitle += " Loss: " + brief(m.Objective) + "."
	}
	s.rowHeight = lossHeight
	s.addCurves(x, errorAxis("loss", losses), losses)
	s.addCurves(x, errorAxis("", others), others)
	s.addCurves(x, axis{title: "mean gate", lo: 0, hi: 1, ticks: style.LinearTicks(0, 1, 4, plain)}, shares)
	if len(s.panels) > 1 {
		s.rowHeight = (lossHeight + secondHeight) / 2
	}
	return s
}

// A curve is one series as it is drawn.
type curve struct {
	name   string
	points []datum
	look   look
}

// newCurve returns the finite points of a series; nil where it has none.
func newCurve(c *training.Curve, s *training.Series) *curve {
	out := &curve{name: s.Name}
	for i, v := range s.Values {
		if finite(v) && i < len(c.Step) {
			out.points = append(out.points, datum{float64(c.Step[i]), v, math.NaN(), math.NaN()})
		}
	}
	if len(out.points) == 0 {
		return nil
	}
	return out
}

// curveLook marks single points only where there are few.
func curveLook(i, points int) look {
	l := seriesLook(i)
	if points > maxMarked {
		l.radius = 0
	}
	l.radius = min(l.radius, 2.8)
	return l
}

func (s *sheet) addCurves(x, y axis, curves []curve) {
	if len(curves) == 0 {
		return
	}
	marks := []mark{grid{}}
	for _, c := range slices.Backward(curves) { // the first on top
		marks = append(marks, series{look: c.look, points: c.points})
	}
	s.panels = append(s.panels, []*panel{newPanel(x, y, bodyWidth(&s.legend), marks...)})
}

func stepAxis(steps ...[]int) axis {
	var values []float64
	for _, list := range steps {
		for _, step := range list {
			values = append(values, float64(step))
		}
	}
	return fromZero("step", style.Count, values...)
}

func errorAxis(title string, curves []curve) axis {
	var values []float64
	for _, c := range curves {
		for _, d := range c.points {
			values = append(values, d.Y)
		}
	}
	return logAxis(title, style.ErrorTicks, values...)
}

// plain prints a tick with the digits it needs.
func plain(v float64) string { return fmt.Sprintf("%.4g", v) }

// curveCaption tells how far the loss fell, by the held-out one where there is
// one.
func curveCaption(m *training.Model, curves []curve) string {
	if len(curves) == 0 {
		return fmt.Sprintf("What was looked at while %s was trained.", modelWords(m))
	}
	c := curves[0]
	if i := slices.IndexFunc(curves, func(c curve) bool { return c.name == training.HeldOutLoss }); i >= 0 {
		c = curves[i]
	}
	first, last := c.points[0], c.points[len(c.points)-1]
	text := fmt.Sprintf("The %s of %s goes from %s at step %s to %s at step %s", brief(c.name), modelWords(m),
		style.ErrorValue(first.Y), style.Count(first.X), style.ErrorValue(last.Y), style.Count(last.X))
	least := slices.MinFunc(c.points, func(a, b datum) int { return cmp.Compare(a.Y, b.Y) })
	if least.Y < last.Y {
		text += fmt.Sprintf("; its lowest is %s at step %s", style.ErrorValue(least.Y), style.Count(least.X))
	}
	if sec := m.Curve.Seconds; len(sec) > 0 && finite(sec[len(sec)-1]) {
		text += ", in " + style.Time(sec[len(sec)-1])
	}
	return text + "."
}

// allLosses: the held-out loss of every model, one panel for each objective,
// since losses of different ones do not compare.
func allLosses(models []*training.Model) *sheet {
	var objectives []string
	groups := map[string][]curve{}
	var steps []int
	total, muted := 0, 0
	s := &sheet{}
	for _, m := range models {
		held := m.Curve.SeriesOf(training.HeldOutLoss)
		if held == nil {
			continue
		}
		c := newCurve(&m.Curve, held)
		if c == nil {
			continue
		}
		if c.look = mutedLook(); total < maxCurves {
			c.look = curveLook(total, len(c.points))
			s.legend.entries = append(s.legend.entries, legendEntry{legendLine, brief(m.ID), c.look})
		} else {
			muted++
		}
		total++
		if groups[m.Objective] == nil {
			objectives = append(objectives, m.Objective)
		}
		groups[m.Objective] = append(groups[m.Objective], *c)
		steps = append(steps, m.Curve.Step...)
	}
	if total < 2 {
		return nil // it would be the curve of that model again
	}
	if muted > 0 {
		s.legend.entries = append(s.legend.entries, legendEntry{legendLine, fmt.Sprintf("%d more, in grey", muted), mutedLook()})
	}
	if left := len(models) - total; left > 0 {
		s.note("%s without a held-out loss.", plural(left, "model"))
	}
	const most = 4
	if rest := len(objectives) - most; rest > 0 {
		s.note("%s left out.", plural(rest, "further objective"))
		objectives = objectives[:most]
	}
	x := stepAxis(steps)
	for _, o := range objectives {
		s.addCurves(x, errorAxis("held-out loss", groups[o]), groups[o])
		if o != "" {
			s.panels[len(s.panels)-1][0].titled("Loss: " + brief(o))
		}
	}
	s.rowHeight = 230
	s.title = "Held-out loss of all models"
	s.subtitle = "Lower is better. Logarithmic axes; models that were trained for different objectives stand in panels of their own."
	s.caption = fmt.Sprintf("Held-out loss over the training steps of %s, of %s.", plural(total, "model"), plural(len(objectives), "objective"))
	return s
}
