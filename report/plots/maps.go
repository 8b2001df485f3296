package plots

import (
	"fmt"

	"github.com/fftstudy/fftstudy/report/style"
)

const (
	maxMapRows   = 30
	maxMapCols   = 64 // sizes
	cellHeight   = 24 // points
	mapOverhead  = 62 // points of a map's axes and title
	multiplesMax = 12
	fewBatches   = 3
)

func (g *group) fewBatches() bool { return len(g.batches) <= fewBatches }

// drawMaps fills the sheet with maps of one value for each variant, size and
// batch: with few batches one map of variant × n per batch, with many one map
// of n × batch per variant. of returns the field of a variant; text says whether
// there is room for words in it.
func (g *group) drawMaps(s *sheet, variants []variant, of func(v variant, at spot, text bool) cell) {
	if g.fewBatches() {
		g.mapPerBatch(s, variants, of)
	} else {
		g.mapPerVariant(s, variants, of)
	}
}

func (g *group) mapPerBatch(s *sheet, variants []variant, of func(variant, spot, bool) cell) {
	if rest := len(variants) - maxMapRows; rest > 0 {
		variants = variants[:maxMapRows]
		s.note("%d slower variants are left out.", rest)
	}
	sizes := s.columns(g.sizes)
	names := make([]string, len(variants))
	for i, v := range variants {
		names[i] = v.label()
	}
	for _, b := range g.batches {
		m := make(cells, len(variants))
		for i, v := range variants {
			for _, n := range sizes {
				m[i] = append(m[i], of(v, spot{n, b}, true))
			}
		}
		p := newPanel(nominal("n (transform size)", intNames(sizes)), topDown(names), bodyWidth(&s.legend), m)
		s.panels = append(s.panels, []*panel{p.titled(batchWords(b))})
	}
	s.rowHeight = float64(len(variants)*cellHeight + mapOverhead)
}

func (g *group) mapPerVariant(s *sheet, variants []variant, of func(variant, spot, bool) cell) {
	if rest := len(variants) - multiplesMax; rest > 0 {
		variants = variants[:multiplesMax]
		s.note("%d slower variants are left out.", rest)
	}
	contested := g.contested()
	if left := len(g.batches) - len(contested); left > 0 {
		s.note("Left out: %s at which one variant ran alone.", plural(left, "batch size"))
	}
	sizes, batches := s.columns(g.sizes), s.batchRows(contested)
	cols := min(len(variants), 2)
	for i, v := range variants {
		m := make(cells, len(batches))
		for row, b := range batches {
			for _, n := range sizes {
				m[row] = append(m[row], of(v, spot{n, b}, false))
			}
		}
		p := newPanel(nominal("n", intNames(sizes)), nominal("batch", evenly(intNames(batches))),
			bodyWidth(&s.legend)/2, m).titled(v.label())
		if i%cols == 0 {
			s.panels = append(s.panels, make([]*panel, cols))
		}
		s.panels[len(s.panels)-1][i%cols] = p
	}
	s.rowHeight = float64(min(max(len(batches)*14, 70), 240) + mapOverhead)
}

// columns and batchRows pick, evenly, as many sizes and batches as have room in
// a map, and note on the sheet how many these are.
func (s *sheet) columns(sizes []int) []int     { return s.room(sizes, maxMapCols, "size") }
func (s *sheet) batchRows(batches []int) []int { return s.room(batches, maxRows, "batch size") }

func (s *sheet) room(values []int, most int, noun string) []int {
	if len(values) > most {
		s.note("Shown: %d of %s.", most, plural(len(values), noun))
	}
	return spread(values, most)
}

// contested returns the batches at which two variants or more were measured at
// some size: a capacity search tries many that no other variant meets. Where
// nothing was contested, these are all batches.
func (g *group) contested() []int {
	var list []int
	for at, c := range g.contests {
		if c.Rivals() {
			list = append(list, at.batch)
		}
	}
	if len(list) == 0 {
		return g.batches
	}
	return unequal(list)
}

// evenly blanks all but at most 16 names: more do not fit beside a small map.
func evenly(names []string) []string {
	every := (len(names) + 15) / 16
	for i := range names {
		if i%every != 0 {
			names[i] = " "
		}
	}
	return names
}

func intNames(values []int) []string {
	names := make([]string, len(values))
	for i, v := range values {
		if v > 0 {
			names[i] = fmt.Sprint(v)
		} else {
			names[i] = style.Missing
		}
	}
	return names
}
