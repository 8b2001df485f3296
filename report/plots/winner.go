package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// winners: the fastest variant of each n × batch, by colour.
func (ix *index) winners() []job {
	return perGroup("winners", ix.groups, func(g *group) *sheet {
		if len(g.variants) < 2 || len(g.contests) < 2 {
			return nil
		}
		list := g.wins()
		if len(list) == 0 {
			return nil
		}
		s := &sheet{}
		sizes, batches := s.columns(g.sizes), s.batchRows(g.contested())
		m := make(cells, len(batches))
		for row, b := range batches {
			for _, n := range sizes {
				m[row] = append(m[row], winnerCell(g.contests[spot{n, b}]))
			}
		}
		s.rowHeight = float64(max(len(batches)*30, 60) + mapOverhead)
		for _, w := range list[:min(len(list), 12)] {
			text := fmt.Sprintf("%s: %d", w.name, w.clear+w.tied)
			s.legend.entries = append(s.legend.entries, legendEntry{legendBox, text, seriesLook(w.slot)})
			s.exact = append(s.exact, hatchColor(style.Series(w.slot)))
		}
		s.legend.entries = append(s.legend.entries,
			legendEntry{kind: legendHatch, text: "tie: intervals overlap"},
			legendEntry{kind: legendMissing, text: "fewer than two measured"})
		s.title = "Fastest variant by size and batch: " + g.subject()
		s.subtitle = "Number: time of the next variant / time of the winner."
		x, y := nominal("n (transform size)", intNames(sizes)), nominal("batch", intNames(batches))
		s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), m)}}
		s.caption = winnerCaption(g, list)
		return s
	})
}

// won counts the cells in which a variant has the lowest time.
type won struct {
	name        string
	slot        int
	clear, tied int
}

// wins lists the variants that win a contest, by how many.
func (g *group) wins() []won {
	wins := map[string]*won{}
	for _, c := range g.contests {
		if !c.Rivals() {
			continue // who runs alone wins nothing
		}
		w := c.Winner()
		tally := wins[w.Variant]
		if tally == nil {
			tally = &won{name: w.Variant, slot: w.Slot}
			wins[w.Variant] = tally
		}
		if c.Tied > 1 {
			tally.tied++
		} else {
			tally.clear++
		}
	}
	list := make([]won, 0, len(wins))
	for _, w := range wins {
		list = append(list, *w)
	}
	slices.SortFunc(list, func(a, b won) int {
		return cmp.Or(cmp.Compare(b.clear+b.tied, a.clear+a.tied), cmp.Compare(b.clear, a.clear), strings.Compare(a.name, b.name))
	})
	return list
}

// winnerCell shows who wins a contest and how far the next variant is behind.
func winnerCell(contest *ablation.Contest) cell {
	if contest == nil || !contest.Rivals() {
		return cell{}
	}
	w := contest.Winner()
	out := cell{kind: cellValue, fill: style.Series(w.Slot), hatch: contest.Tied > 1}
	for _, c := range contest.Configs[1:] {
		if c.Variant == w.Variant {
			continue
		}
		if r := c.PerTransform / w.PerTransform; finite(r) {
			out.text = strings.TrimSuffix(style.Ratio(r), "×")
		}
		break
	}
	return out
}

func winnerCaption(g *group, list []won) string {
	total := 0
	for _, w := range list {
		total += w.clear + w.tied
	}
	if total == 0 {
		return "Fastest variant by size and batch."
	}
	var parts []string
	for _, w := range list[:min(len(list), 3)] {
		part := fmt.Sprintf("%s %d", w.name, w.clear+w.tied)
		if w.tied > 0 {
			part += fmt.Sprintf(" (%s)", plural(w.tied, "tie"))
		}
		parts = append(parts, part)
	}
	more := ""
	if len(list) > 3 {
		more = fmt.Sprintf(" and %d more variants the rest", len(list)-3)
	}
	return fmt.Sprintf("Of %s, %s%s.", plural(total, "cell"), strings.Join(parts, ", "), more)
}
