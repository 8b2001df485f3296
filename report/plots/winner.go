package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/report/style"
)

// winners: the fastest variant of each n × batch, by colour.
func (ix *index) winners() []job {
	return perGroup("winners", ix.groups, func(g *group) *sheet {
		if len(g.variants) < 2 || len(g.contests) < 2 {
			return nil
		}
		batches := g.contested()
		m := make(cells, len(batches))
		wins := map[string]*won{}
		for row, b := range batches {
			for _, n := range g.sizes {
				m[row] = append(m[row], g.winnerCell(spot{n, b}, wins))
			}
		}
		s := &sheet{rowHeight: float64(max(len(batches)*30, 60) + mapOverhead)}
		list := winList(wins)
		if len(list) == 0 {
			return nil
		}
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
		x, y := nominal("n (transform size)", intNames(g.sizes)), nominal("batch", intNames(batches))
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

func winList(wins map[string]*won) []won {
	var list []won
	for _, w := range wins {
		list = append(list, *w)
	}
	slices.SortFunc(list, func(a, b won) int {
		return cmp.Or(cmp.Compare(b.clear+b.tied, a.clear+a.tied), cmp.Compare(b.clear, a.clear), strings.Compare(a.name, b.name))
	})
	return list
}

func (g *group) winnerCell(at spot, wins map[string]*won) cell {
	contest := g.contests[at]
	if contest == nil || !contest.Rivals() {
		return cell{} // who runs alone wins nothing
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
	tally := wins[w.Variant]
	if tally == nil {
		tally = &won{name: w.Variant, slot: w.Slot}
		wins[w.Variant] = tally
	}
	if contest.Tied > 1 {
		tally.tied++
	} else {
		tally.clear++
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
