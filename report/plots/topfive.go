package plots

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// maxTopPanels is how many sizes one top-5 figure shows.
const maxTopPanels = 12

// topFive: the five fastest variants of each n, one figure for each direction
// and precision, a panel for each n.
func (ix *index) topFive() []job {
	type key struct {
		direction, precision, pkg, name, extra string
		procs, env                             int
	}
	at := map[key]int{}
	var lists [][]*ablation.TopFive
	for i := range ix.study.TopFives {
		t := &ix.study.TopFives[i]
		if len(t.Configs) == 0 {
			continue
		}
		k := key{t.Direction, t.Precision, t.Package, t.Name, t.Extra, t.Procs, t.Env}
		j, ok := at[k]
		if !ok {
			j = len(lists)
			at[k] = j
			lists = append(lists, nil)
		}
		lists[j] = append(lists[j], t)
	}
	var jobs []job
	used := map[string]int{}
	for _, list := range lists[:min(len(lists), maxFigures)] {
		first := list[0]
		words := joinWords(strings.ToLower(first.Direction), first.Precision, first.Extra) // devices mix here
		jobs = append(jobs, job{unique(used, fileName("top5", slug(words))), func() *sheet { return drawTopFive(list, words) }})
	}
	return jobs
}

func drawTopFive(list []*ablation.TopFive, words string) *sheet {
	s := &sheet{section: SectionTop5, rowHeight: 146}
	shown := spread(list, maxTopPanels)
	if len(shown) < len(list) {
		s.note("%d of %s.", len(shown), plural(len(list), "size"))
	}
	s.title = "Five fastest variants of each size: " + words
	s.subtitle = "Time per transform, lower is better. “≈” ties the fastest: the intervals overlap."
	cols := min(len(shown), 2)
	width := bodyWidth(&s.legend) / 2
	for i, t := range shown {
		if i%cols == 0 {
			s.panels = append(s.panels, make([]*panel, cols))
		}
		s.panels[len(s.panels)-1][i%cols] = topPanel(t, width)
	}
	s.caption = topCaption(list)
	return s
}

func topPanel(t *ablation.TopFive, width vg.Length) *panel {
	var names []string
	var values []float64
	marks := bars{}
	for i, c := range t.Configs {
		name := c.Variant
		if c.Batch > 0 {
			name += fmt.Sprintf(" · b%d", c.Batch)
		}
		if c.GPU {
			name += " · " + c.Device
		}
		text := style.Time(c.PerTransform)
		if i > 0 && ablation.Overlap(t.Configs[0], c) {
			text = "≈ " + text
		}
		names = append(names, name)
		values = append(values, c.PerTransform)
		marks.bars = append(marks.bars, bar{i, c.PerTransform, style.Series(c.Slot), text})
	}
	x := fromZero("", style.Time, values...)
	x.hi = min(x.hi*1.7, math.MaxFloat64) // room for the times
	x.ticks = nil                         // each bar says its own
	return newPanel(x, topDown(names), width, zebra{}, marks).titled(fmt.Sprintf("n = %d", t.N))
}

// spread picks at most limit of the list, evenly, the ends included.
func spread[T any](list []T, limit int) []T {
	if len(list) <= limit {
		return list
	}
	out := make([]T, limit)
	for i := range out {
		out[i] = list[i*(len(list)-1)/(limit-1)]
	}
	return out
}

func topCaption(list []*ablation.TopFive) string {
	wins := map[string]int{}
	best := ""
	for _, t := range list {
		v := t.Configs[0].Variant
		wins[v]++
		if wins[v] > wins[best] {
			best = v
		}
	}
	last := list[len(list)-1]
	w := last.Configs[0]
	return fmt.Sprintf("%s is first at %d of %s; at n = %d the first is %s with %s per transform%s.",
		best, wins[best], plural(len(list), "size"), last.N, w.Variant, style.Time(w.PerTransform), atBatch(w.Batch))
}
