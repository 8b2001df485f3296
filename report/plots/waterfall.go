package plots

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/report/style"
)

// A Waterfall tells where a budget goes: every charged term, their sum and what
// is left of the budget, or missing.
type Waterfall struct {
	// Of names the circuit in the title and in the file name.
	Of string
	// Budget is in bytes; 0 means that there is none.
	Budget int64
	// Terms are in the order of the totals. A term's colour is that of its
	// place, so the figures of one report should list the same terms, those of
	// zero bytes included; these make no bar.
	Terms []WaterfallTerm
}

// A WaterfallTerm is one line of the sum.
type WaterfallTerm struct {
	Name  string
	Bytes int64
	// Part marks what the last term before that is none already contains ("of
	// which leaked"): drawn within that term and not added.
	Part bool
}

// maxTerms is how many terms get a bar or a colour of their own.
const maxTerms = 10

// farBudget is from how many times the data on a budget is no longer drawn to
// scale: the data would shrink to nothing.
const farBudget = 8

func (w Waterfall) file() string { return fileName("memory-budget", slug(w.Of)) }

func (w Waterfall) draft() *sheet {
	f := newFall(w)
	if len(f.names) == 0 {
		return nil
	}
	s := &sheet{section: SectionMemory, rowHeight: listHeight(len(f.names))}
	s.exact = append(s.exact, style.WorseColor())
	s.title = titleOf("Where the memory goes", w.Of)
	s.subtitle = "Each term starts where the one above ends."
	x := axis{lo: 0, hi: f.total * 1.32}
	switch {
	case f.budget > farBudget*f.total && f.total > 0:
		x.hi = f.total * 2
		s.note("The budget is %s what is taken; bars with an arrow go on beyond the axis.", timesWords(f.budget/f.total))
	case f.budget > 0:
		x.hi = max(f.total, f.budget) * 1.32
		f.bars.limit = f.budget
		s.subtitle += " Dashed: the budget; percentages are of it."
	}
	x.ticks = style.LinearByteTicks(0, x.hi, 4)
	s.panels = [][]*panel{{newPanel(x, topDown(f.names), bodyWidth(&s.legend), zebra{}, grid{}, f.bars)}}
	s.caption = f.caption()
	return s
}

// A fall is a waterfall laid out: its rows from top to bottom.
type fall struct {
	names         []string
	bars          spans
	budget, total float64
	largest       WaterfallTerm
}

func newFall(w Waterfall) *fall {
	f := &fall{budget: size(w.Budget)}
	for _, t := range w.Terms {
		if !t.Part {
			f.total += size(t.Bytes)
		}
	}
	if f.total == 0 && f.budget == 0 {
		return f
	}
	if f.budget > 0 {
		f.row("budget", span{to: f.budget, color: mutedColor(), text: style.Bytes(f.budget)})
	}
	f.terms(w.Terms)
	f.row("total", span{to: f.total, color: lineColor(), text: f.text(f.total)})
	switch {
	case f.budget == 0:
	case f.total > f.budget:
		f.row("headroom", span{from: f.budget, to: f.total, color: style.WorseColor(),
			text: joinWords(style.Bytes(f.budget-f.total), "over budget")})
	default:
		f.row("headroom", span{from: f.total, to: f.budget, color: spareColor(), hatched: true, text: f.text(f.budget - f.total)})
	}
	return f
}

func (f *fall) row(name string, s span) {
	s.row = len(f.names)
	f.names = append(f.names, name)
	f.bars.bars = append(f.bars.bars, s)
}

// text is a size with its share of the budget, or of the total without one.
func (f *fall) text(bytes float64) string {
	return withShare(bytes, cmp.Or(f.budget, f.total))
}

// terms adds a row for each of the largest terms, in order, and one for the
// others.
func (f *fall) terms(terms []WaterfallTerm) {
	sizes := make([]float64, len(terms))
	for i, t := range terms {
		if !t.Part {
			sizes[i] = size(t.Bytes)
		}
	}
	keep := largestPlaces(sizes)
	place, at := -1, 0.0 // among the terms that are no part; where the next one starts
	var start, end float64
	shown := false
	var rest float64
	folded := 0
	for i, t := range terms {
		bytes := size(t.Bytes)
		switch {
		case t.Part && shown && bytes > 0:
			to := min(start+bytes, end)
			f.row("of which "+t.Name, span{from: start, to: to, color: termColor(place), thin: true, text: f.text(bytes)})
			start = to
			continue
		case t.Part:
			continue
		}
		place++
		shown = keep[i]
		if bytes == 0 {
			continue
		}
		if !shown {
			rest += bytes
			folded++
			continue
		}
		start, end = at, at+bytes
		at = end
		f.row(cmp.Or(t.Name, "(no name)"), span{from: start, to: end, color: termColor(place), text: f.text(bytes)})
		if t.Bytes > f.largest.Bytes {
			f.largest = t
		}
	}
	if rest > 0 {
		f.row(plural(folded, "smaller term"), span{from: at, to: at + rest, color: style.NeutralColor(), text: f.text(rest)})
	}
}

// largestPlaces says which sizes belong to the maxTerms largest; zeros never do,
// and of equal ones the first.
func largestPlaces(sizes []float64) []bool {
	var order []int
	for i, v := range sizes {
		if v > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	keep := make([]bool, len(sizes))
	for _, i := range order[:min(len(order), maxTerms)] {
		keep[i] = true
	}
	return keep
}

func (f *fall) caption() string {
	most := ""
	if f.largest.Bytes > 0 {
		most = fmt.Sprintf("; the largest term is %s (%s)", brief(f.largest.Name), f.text(size(f.largest.Bytes)))
	}
	switch {
	case f.budget == 0:
		return fmt.Sprintf("%s are taken%s.", style.Bytes(f.total), most)
	case f.total > f.budget:
		return fmt.Sprintf("%s are taken, %s more than the budget of %s%s.",
			style.Bytes(f.total), style.Bytes(f.total-f.budget), style.Bytes(f.budget), most)
	}
	return fmt.Sprintf("Of a budget of %s, %s are taken and %s stay free%s.",
		style.Bytes(f.budget), style.Bytes(f.total), style.Bytes(f.budget-f.total), most)
}
