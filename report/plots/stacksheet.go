package plots

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/fftstudy/fftstudy/report/style"
)

const (
	// axisRoom is about how wide the labels of the y axis are, and axisHeight
	// how tall those of the x axis, in points.
	axisRoom   = 76
	axisHeight = 50
	// nearBudget and nearFactor are how far above the data, on a linear and on a
	// logarithmic axis, a budget may lie to be drawn to scale.
	nearBudget = 3
	nearFactor = 64
)

// sheet draws the stacks to scale. Where the totals differ so much that most
// columns would vanish it draws two panels: the totals, logarithmic, and what
// they consist of.
func (st *stack) sheet() *sheet {
	s := &sheet{section: SectionMemory}
	s.title = titleOf("Memory by "+st.knob(), st.Of)
	s.exact = append(s.exact, style.WorseColor(), style.BetterColor())
	wide := st.most > widestBars*st.least
	s.legend.entries = st.legend(wide)
	width := bodyWidth(&s.legend)
	room := width - axisRoom
	scale := newKnobScale(st.knob(), st.xs(), room)
	bars, points := st.marks(&scale, room)
	bars.share = wide
	if wide {
		s.rowHeight = 220
		s.subtitle = "Above the total, logarithmic; below what it consists of."
		y, limits := st.limits(&scale, s.rowHeight, st.logBytes)
		upper := scale.axis
		upper.title = ""
		share := axis{title: "share of the total", hi: 1, ticks: style.LinearTicks(0, 1, 4, style.Share)}
		s.panels = [][]*panel{
			{newPanel(upper, y, width, append([]mark{grid{}, points}, limits...)...)},
			{newPanel(scale.axis, share, width, grid{}, bars)},
		}
	} else {
		s.rowHeight = 330
		s.subtitle = "One column for each value that was evaluated."
		y, limits := st.limits(&scale, s.rowHeight, st.linearBytes)
		s.panels = [][]*panel{{newPanel(scale.axis, y, width, append([]mark{grid{}, bars}, limits...)...)}}
	}
	st.notes(s, &scale, wide)
	s.caption = st.caption()
	return s
}

// marks returns the columns and their totals as points. Where several share a
// place, the column is that which takes most, and there are points for this one
// and for that which takes least.
func (st *stack) marks(scale *knobScale, room vg.Length) (stacks, totals) {
	for i := range st.columns {
		st.columns[i].pos, _ = scale.at(st.columns[i].x)
	}
	bars := stacks{list: st.columns, width: scale.width, colors: st.colors()}
	points := totals{list: st.columns, width: scale.width, limit: st.budget}
	if scale.dense {
		most, least := extremes(st.columns, scale.width/room)
		bars.list, points.list = most, slices.Concat(least, most)
		bars.width += 2 * hairline // room is not quite what it is in the end
	}
	return bars, points
}

// extremes returns of the columns that fall on one place, which has that width,
// the one that takes most and the one that takes least, both in its middle.
func extremes(list []column, width vg.Length) (most, least []column) {
	last := -1
	for _, c := range list {
		place := int(c.pos / float64(width))
		c.pos = (float64(place) + 0.5) * float64(width)
		if place != last {
			most, least, last = append(most, c), append(least, c), place
			continue
		}
		if end := &most[len(most)-1]; c.total > end.total {
			*end = c
		}
		if end := &least[len(least)-1]; c.total < end.total {
			*end = c
		}
	}
	return most, least
}

// limits returns the y axis, with room at the top for the words of the marks,
// and these marks: budget, asked, largest.
func (st *stack) limits(scale *knobScale, rowHeight float64, axisOf func() axis) (axis, []mark) {
	y := axisOf()
	var marks []mark
	rows := 0
	if st.budget > 0 {
		b := budgetLine{value: st.budget, text: "budget " + style.Bytes(st.budget)}
		if y.beyond(st.budget) > 0 {
			rows++
			b.text += fmt.Sprintf(", %s the largest shown", timesWords(st.budget/st.most))
		}
		marks = append(marks, b)
	}
	signs := signposts{st.signs(scale), rows}
	marks = append(marks, signs)
	rows += len(signs.list)
	words := float64(rows*signRow+4) / (rowHeight - axisHeight)
	y.hi = y.lo + (y.hi-y.lo)/(1-words)
	y.ticks = style.LinearByteTicks(y.lo, y.hi, 4)
	if y.log {
		y.ticks = style.ByteTicks(pow10(y.lo), pow10(y.hi))
	}
	return y, marks
}

func (st *stack) linearBytes() axis {
	hi := st.most
	if st.budget <= hi*nearBudget {
		hi = max(hi, st.budget)
	}
	return axis{title: "device memory", hi: hi * 1.04}
}

func (st *stack) logBytes() axis {
	var values []float64
	for _, c := range st.columns {
		values = append(values, c.total)
	}
	if st.budget > 0 && st.budget <= st.most*nearFactor && st.budget*nearFactor >= st.least {
		values = append(values, st.budget)
	}
	return logAxis("device memory", style.ByteTicks, values...)
}

// legend lists the terms as they are stacked, the topmost first.
func (st *stack) legend(wide bool) (list []legendEntry) {
	if wide {
		list = st.totalsLegend()
	}
	for i := len(st.places) - 1; i >= 0; i-- {
		list = append(list, legendEntry{legendBox, st.name(i), look{color: st.color(i)}})
	}
	return list
}

func (st *stack) totalsLegend() []legendEntry {
	m := totals{limit: st.budget}
	list := []legendEntry{{kind: legendHeading, text: "total"}}
	if st.budget == 0 {
		list = append(list, legendEntry{legendPoint, "of all terms", fitsLook()})
	} else if !m.over(st.least) {
		list = append(list, legendEntry{legendPoint, "fits the budget", fitsLook()})
	}
	if m.over(st.most) {
		list = append(list, legendEntry{legendPoint, "over the budget", overLook()})
	}
	return append(list, legendEntry{kind: legendHeading, text: "terms"})
}

// signs marks what was asked and what fits.
func (st *stack) signs(scale *knobScale) (list []signpost) {
	add := func(x int64, text string) {
		s := signpost{text: text}
		s.pos, s.beyond = scale.at(float64(x))
		if c := st.at(x); c != nil {
			s.foot = c.total
		} else if x == st.Largest {
			s.foot = st.budget // as much as it takes, at most
		}
		list = append(list, s)
	}
	if st.Largest > 0 {
		words := "largest that fits: "
		if st.Largest == st.Asked {
			words = "asked, and the largest that fits: "
		}
		add(st.Largest, words+knobWord(float64(st.Largest)))
	}
	if st.Safe > 0 && st.Safe != st.Largest {
		add(st.Safe, "all fit up to: "+knobWord(float64(st.Safe)))
	}
	if st.Asked > 0 && st.Asked != st.Largest {
		text := "asked: " + knobWord(float64(st.Asked))
		if c := st.at(st.Asked); c != nil {
			text += ", " + style.Bytes(c.total)
		}
		add(st.Asked, text)
	}
	return list
}

// notes says what the picture cannot: what was left out, and that nothing is
// known between columns.
func (st *stack) notes(s *sheet, scale *knobScale, wide bool) {
	switch {
	case scale.dense && wide:
		s.note("Of values that share a place the least and the most are drawn above, the most below.")
	case scale.dense:
		s.note("Of values that share a place the one that takes most is drawn.")
	}
	if scale.even {
		s.note("Every value has equal room: some lie too close together for an axis to scale.")
	}
	if x, y, falls := st.steepestFall(); falls {
		s.note("Memory does not grow steadily: %s takes more than %s.", unbroken(knobAt(st.knob(), x)), unbroken(knobAt(st.knob(), y)))
	}
	if st.lacking > 0 {
		s.note("Left out for lack of a term: %s.", plural(st.lacking, "value"))
	}
}

// unbroken keeps words on one line.
func unbroken(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") }

// steepestFall returns the neighbours between which the total falls most.
func (st *stack) steepestFall() (from, to float64, falls bool) {
	most := 0.0
	for i := 1; i < len(st.columns); i++ {
		a, b := st.columns[i-1], st.columns[i]
		if d := a.total - b.total; d > most {
			most, from, to, falls = d, a.x, b.x, true
		}
	}
	return from, to, falls
}

func (st *stack) caption() string {
	text := st.takes() // what is asked, or the range
	switch {
	case st.budget == 0:
		return text + "."
	case st.Largest > 0:
		return text + fmt.Sprintf("; the largest that fits the budget of %s is %s.",
			style.Bytes(st.budget), knobAt(st.knob(), float64(st.Largest)))
	case st.least > st.budget:
		return text + fmt.Sprintf("; no value shown fits the budget of %s.", style.Bytes(st.budget))
	case st.most <= st.budget:
		return text + fmt.Sprintf("; every value shown fits the budget of %s.", style.Bytes(st.budget))
	}
	return text + fmt.Sprintf("; the budget is %s.", style.Bytes(st.budget))
}

// takes says what the asked value takes, or the range of all.
func (st *stack) takes() string {
	c := st.at(st.Asked)
	if st.Asked == 0 || c == nil {
		first, last := st.columns[0], st.columns[len(st.columns)-1]
		if len(st.columns) > 1 {
			return fmt.Sprintf("From %s at %s to %s at %s", style.Bytes(first.total), knobAt(st.knob(), first.x),
				style.Bytes(last.total), knobAt(st.knob(), last.x))
		}
		c = &first
	}
	most := 0
	for i, v := range c.parts {
		if v > c.parts[most] {
			most = i
		}
	}
	return fmt.Sprintf("%s takes %s, the largest part %s (%s)", upperFirst(knobAt(st.knob(), c.x)), style.Bytes(c.total),
		brief(st.name(most)), shareOf(c.parts[most], c.total))
}
