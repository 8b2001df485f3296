package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// summaryView helps to pick one variant: per group how each fares over all
// cells, and who wins where.
type summaryView struct {
	section
	Groups  []summaryGroup
	Tiers   *gridView
	Missing *missing
}

type summaryGroup struct {
	Title  string
	Say    string
	Folded bool // the sentence shows, the table on demand
	Grid   gridView
	Map    *matrixView
	Cross  []string // where the clear winner changes with n
}

func (b *builder) summary() *summaryView {
	if !b.isStudy() {
		return nil
	}
	v := &summaryView{section: section{ID: "summary", Nav: "Pick one", Title: "Pick one"}}
	maps, cross := b.winnerMaps()
	all := slices.DeleteFunc(groups(b.Study.Summaries, summaryKey), idleDevice)
	open := 0 // rows in open groups
	for _, g := range all[:min(len(all), maxGroups)] {
		open += len(g)
		g = bySpeed(g)
		key := summaryKey(&g[0])
		title := b.groupName(key)
		v.Groups = append(v.Groups, summaryGroup{
			Title: title, Say: b.pick(g), Folded: open > openRows,
			Grid: b.summaryTable(g, title), Map: maps[key], Cross: cross[key],
		})
	}
	if len(v.Groups) == 0 {
		v.Missing = &missing{Text: "No variant could be compared with another."}
		return v
	}
	v.Say = []string{"One line per variant over all cells (same n, batch, device kind and precision) of its direction. " +
		"Regret is what choosing it everywhere costs against the best variant of each cell."}
	if more := len(all) - len(v.Groups); more > 0 {
		v.Say = append(v.Say, moreGroups(more))
	}
	v.Tiers = b.tierTable()
	return v
}

// idleDevice reports whether nothing of a group for devices worked: there is
// nothing to pick then, and the section on devices says why.
func idleDevice(g []ablation.VariantSummary) bool {
	return g[0].GPU && !slices.ContainsFunc(g, func(s ablation.VariantSummary) bool { return s.OK > 0 })
}

// bySpeed returns the group with the fastest first: as it comes, by the mean
// ratio to the reference; without one, by regret.
func bySpeed(g []ablation.VariantSummary) []ablation.VariantSummary {
	if slices.ContainsFunc(g, func(s ablation.VariantSummary) bool { return finite(s.Geomean) }) {
		return g
	}
	g = slices.Clone(g)
	slices.SortStableFunc(g, func(x, y ablation.VariantSummary) int {
		return cmp.Or(cmp.Compare(missingLast(x.Regret), missingLast(y.Regret)), cmp.Compare(y.Ties, x.Ties))
	})
	return g
}

func missingLast(x float64) float64 {
	if math.IsNaN(x) {
		return math.Inf(1)
	}
	return x
}

// openRows is how many rows of groups are open from the start: the first groups
// that together have no more.
const openRows = 25

// maxGroups is how many groups (direction, precision, device kind) get a table
// of their own in a section.
const maxGroups = 12

func moreGroups(n int) string {
	return count(n, "more group") + " of direction, precision and device have no table here; all their rows are below."
}

// pick recommends in words the variant of least regret of those that were
// measured in the most cells: what cannot do for all is no advice for all.
func (b *builder) pick(g []ablation.VariantSummary) string {
	widest, best := 0, -1
	for i := range g {
		widest = max(widest, g[i].Contests)
	}
	for i := range g {
		if g[i].Contests == widest && finite(g[i].Regret) && (best < 0 || g[i].Regret < g[best].Regret) {
			best = i
		}
	}
	if best < 0 {
		return "No variant has a time in a cell it shares with others."
	}
	s := &g[best]
	text := fmt.Sprintf("If one variant must do for all: %s. Over its cells it takes %s the time of each cell's winner",
		show(s.Variant), style.Ratio(s.Regret))
	switch {
	case s.Regret < 1.005 && s.WorstRegret < 1.005:
		return fmt.Sprintf("If one variant must do for all: %s. It has the lowest median in every cell%s.", show(s.Variant), tieClause(s))
	case finite(s.WorstRegret):
		text += fmt.Sprintf(", at worst %s at %s", style.Ratio(s.WorstRegret), place(s.WorstAt))
	}
	return text + "."
}

// tieClause says in how many of its cells that lead is no clear one.
func tieClause(s *ablation.VariantSummary) string {
	if s.Ties == 0 {
		return ""
	}
	if s.Wins == 0 {
		return ", though in none clearly"
	}
	return ", though in " + whole(s.Ties) + " not clearly"
}

func (b *builder) summaryTable(g []ablation.VariantSummary, title string) gridView {
	fastest := 0.0
	for i := range g {
		if finite(g[i].Geomean) {
			fastest = max(fastest, g[i].Geomean)
		}
	}
	ref := b.refs[summaryKey(&g[0])]
	type row = *ablation.VariantSummary
	columns := []column[row]{
		{key: "variant", head: "variant", rowHead: true, text: func(s row) string { return show(s.Variant) },
			class: func(s row) string { return slotClass(s.Slot) }},
		{key: "tier", head: "tier", text: func(s row) string { return showOr(s.Tier) }, place: func(s row) int { return tierOrder(s.Tier) }},
		{key: "geomean", head: "speed", unit: "× " + showOr(ref), help: "geometric mean of the time ratios reference/variant: above 1 is faster than the reference",
			text: func(s row) string { return style.Ratio(s.Geomean) }, num: func(s row) float64 { return s.Geomean },
			bar: func(s row) float64 { return s.Geomean / fastest }},
		numberColumn("cells", "cells", "cells the geometric mean is over", func(s row) int { return s.Cells }),
		numberColumn("wins", "wins", "cells in which it is the clear winner", func(s row) int { return s.Wins }),
		numberColumn("ties", "ties", "cells in which it cannot be told from the winner", func(s row) int { return s.Ties }),
		{key: "regret", head: "regret", unit: "geomean", help: "its time over the time of each cell's winner",
			text: func(s row) string { return style.Ratio(s.Regret) }, num: func(s row) float64 { return s.Regret }},
		{key: "worst", head: "regret", unit: "worst", text: func(s row) string { return style.Ratio(s.WorstRegret) }, num: func(s row) float64 { return s.WorstRegret }},
		{key: "worst_at", head: "worst at", text: worstAt},
	}
	if b.Study.Shape.Errors {
		columns = append(columns, column[row]{key: "rel_l2", head: "error", unit: "median rel. L2",
			text: func(s row) string { return style.ErrorValue(s.MedianErr) }, num: func(s row) float64 { return s.MedianErr }})
	}
	if b.Study.Shape.Params {
		columns = append(columns, column[row]{key: "params", head: "params", help: "at its largest n", text: paramsText,
			num: func(s row) float64 { return s.Params }})
	}
	columns = append(columns,
		numberColumn("ok", "ok", "rows that worked", func(s row) int { return s.OK }),
		numberColumn("failed", "failed", "rows that were tried and did not work", func(s row) int { return s.Failed }))
	t := table[row]{id: b.ids.take("summary-" + anchorID(title)), label: "Variants, " + title, columns: columns, rows: pointers(g)}
	return t.view(b)
}

func worstAt(s *ablation.VariantSummary) string {
	if !finite(s.WorstRegret) || s.WorstRegret <= 1 {
		return style.Missing
	}
	return place(s.WorstAt)
}

func paramsText(s *ablation.VariantSummary) string { return style.Count(s.Params) }

// numberColumn is a column of counts.
func numberColumn[R any](key, head, help string, value func(R) int) column[R] {
	return column[R]{
		key: key, head: head, help: help,
		text: func(r R) string { return whole0(value(r)) },
		num:  func(r R) float64 { return float64(value(r)) },
	}
}

// pointers lets a table walk a slice without copying its values.
func pointers[T any](all []T) []*T {
	out := make([]*T, len(all))
	for i := range all {
		out[i] = &all[i]
	}
	return out
}

// tierTable adds the contests won per tier.
func (b *builder) tierTable() *gridView {
	if len(b.Study.TierWins) < 2 {
		return nil
	}
	type row = *ablation.TierWins
	t := table[row]{
		id: b.ids.take("summary-tiers"), label: "Cells won per tier",
		columns: []column[row]{
			{key: "tier", head: "tier", rowHead: true, text: func(w row) string { return showOr(w.Tier) },
				place: func(w row) int { return tierOrder(w.Tier) }},
			numberColumn("wins", "cells won", "", func(w row) int { return w.Wins }),
			numberColumn("ties", "tied", "", func(w row) int { return w.Ties }),
		},
		rows: pointers(b.Study.TierWins),
	}
	grid := t.view(b)
	return &grid
}
