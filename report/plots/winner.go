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

// winners: the fastest variant of each n × batch, by colour.
func (ix *index) winners() []job {
	return perGroup("winners", ix.groups, func(g *group) *sheet {
		if len(g.variants) < 2 || len(g.contests) < 2 {
			return nil
		}
		m := make(cells, len(g.batches))
		wins := map[string]*won{}
		for row, b := range g.batches {
			for _, n := range g.sizes {
				m[row] = append(m[row], g.winnerCell(spot{n, b}, wins))
			}
		}
		s := &sheet{rowHeight: float64(max(len(g.batches)*30, 60) + mapOverhead)}
		list := winList(wins)
		for _, w := range list[:min(len(list), 12)] {
			text := fmt.Sprintf("%s: %d", w.name, w.clear+w.tied)
			s.legend.entries = append(s.legend.entries, legendEntry{legendBox, text, seriesLook(w.slot)})
		}
		s.legend.entries = append(s.legend.entries,
			legendEntry{kind: legendHatch, text: "tie: intervals overlap"},
			legendEntry{kind: legendMissing, text: "not measured"})
		s.title = "Fastest variant by size and batch: " + g.subject()
		s.subtitle = "Number: time of the next variant / time of the winner."
		x, y := nominal("n (transform size)", intNames(g.sizes)), nominal("batch", intNames(g.batches))
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
	if contest == nil {
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
	return fmt.Sprintf("%s: of %s, %s%s.", g.subject(), plural(total, "cell"), strings.Join(parts, ", "), more)
}

// times: the winner's time per transform of each n × batch.
func (ix *index) times() []job {
	return perGroup("time", ix.groups, func(g *group) *sheet {
		if len(g.batches) < 2 || len(g.sizes) < 2 {
			return nil
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, c := range g.contests {
			if t := c.Winner().PerTransform; t > 0 && finite(t) {
				lo, hi = min(lo, t), max(hi, t)
			}
		}
		if lo > hi {
			return nil
		}
		scale := logAxis("", style.TimeTicks, lo, hi)
		shade := func(t float64) style.RGB { // dark is fast, as on the colour bar
			pos, _ := scale.at(t)
			return style.Viridis(step(pos))
		}
		m := make(cells, len(g.batches))
		for row, b := range g.batches {
			for _, n := range g.sizes {
				m[row] = append(m[row], timeCell(g.contests[spot{n, b}], shade))
			}
		}
		s := &sheet{rowHeight: float64(max(len(g.batches)*30, 160) + mapOverhead)}
		s.legend.bar = &colorBar{title: "time per transform", color: style.Viridis, ticks: barTicks(scale.marks())}
		s.legend.entries = []legendEntry{{kind: legendMissing, text: "not measured"}}
		s.title = "Lowest time per transform by size and batch: " + g.subject()
		s.subtitle = "The fastest variant of each cell; logarithmic colours, dark is fast."
		x, y := nominal("n (transform size)", intNames(g.sizes)), nominal("batch", intNames(g.batches))
		s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), m)}}
		s.caption = timeCaption(g)
		return s
	})
}

func timeCell(contest *ablation.Contest, shade func(float64) style.RGB) cell {
	if contest == nil || !(contest.Winner().PerTransform > 0) {
		return cell{}
	}
	t := contest.Winner().PerTransform
	return cell{kind: cellValue, fill: shade(t), text: shortTime(t)}
}

// shortTime is a time with three digits, for narrow cells.
func shortTime(sec float64) string {
	scale, unit := style.TimeUnit(sec)
	v := sec * scale
	digits := 0
	switch {
	case v < 9.995:
		digits = 2
	case v < 99.95:
		digits = 1
	}
	return fmt.Sprintf("%.*f %s", digits, v, unit)
}

// barTicks keeps at most eight labelled ticks of an axis for a colour bar.
func barTicks(marks []style.Tick) []style.Tick {
	var labelled []style.Tick
	for _, m := range marks {
		if m.Label != "" {
			labelled = append(labelled, m)
		}
	}
	every := (len(labelled) + 7) / 8
	var out []style.Tick
	for i, m := range labelled {
		if i%every == 0 {
			out = append(out, m)
		}
	}
	return out
}

// timeCaption tells what batching brings per transform at the largest size that
// was measured at both ends.
func timeCaption(g *group) string {
	small, large := g.batches[0], g.batches[len(g.batches)-1]
	for _, n := range slices.Backward(g.sizes) {
		a, b := g.contests[spot{n, small}], g.contests[spot{n, large}]
		if a == nil || b == nil {
			continue
		}
		x, y := a.Winner(), b.Winner()
		return fmt.Sprintf("%s: at n = %d the fastest variant takes %s per transform alone at batch %d (%s) and %s at batch %d (%s).",
			g.subject(), n, style.Time(x.PerTransform), small, x.Variant, style.Time(y.PerTransform), large, y.Variant)
	}
	return fmt.Sprintf("%s: lowest time per transform of %s.", g.subject(), plural(len(g.contests), "cell"))
}
