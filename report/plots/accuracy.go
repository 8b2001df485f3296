package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// maxRows is how many rows a list of bars or dots has.
const maxRows = 40

// rowStep is the height of one such row in points, rowOverhead that of the axis
// below them.
const (
	rowStep     = 20
	rowOverhead = 46
)

func listHeight(rows int) float64 { return float64(max(rows, 2)*rowStep + rowOverhead) }

// errors: median and range over n of each variant's error, one figure per
// precision.
func (ix *index) errors() []job {
	byPrecision := map[string][]*ablation.VariantSummary{}
	var precisions []string
	for i := range ix.study.Summaries {
		v := &ix.study.Summaries[i]
		if !(v.MedianErr >= 0) || !finite(v.MedianErr) {
			continue
		}
		if byPrecision[v.Precision] == nil {
			precisions = append(precisions, v.Precision)
		}
		byPrecision[v.Precision] = append(byPrecision[v.Precision], v)
	}
	slices.Sort(precisions)
	var jobs []job
	used := map[string]int{}
	for _, p := range precisions[:min(len(precisions), maxFigures)] {
		jobs = append(jobs, job{unique(used, fileName("errors", slug(p))), func() *sheet { return drawErrors(byPrecision[p], p) }})
	}
	return jobs
}

func drawErrors(list []*ablation.VariantSummary, precision string) *sheet {
	slices.SortStableFunc(list, func(a, b *ablation.VariantSummary) int {
		return cmp.Or(cmp.Compare(a.MedianErr, b.MedianErr), strings.Compare(a.Variant, b.Variant))
	})
	s := &sheet{section: SectionLoss}
	if rest := len(list) - maxRows; rest > 0 {
		list = list[:maxRows]
		s.note("%d less accurate rows are left out.", rest)
	}
	names := summaryNames(list)
	var values []float64
	var marks dots
	zero := false
	for i, v := range list {
		values = append(values, v.MedianErr, v.MinErr, v.MaxErr)
		zero = zero || v.MedianErr == 0 || v.MinErr == 0
		l := seriesLook(v.Slot)
		l.radius = 4.5
		marks = append(marks, dot{row: i, v: v.MedianErr, lo: v.MinErr, hi: v.MaxErr, look: l})
	}
	if zero {
		s.note("Results without any error sit on the line marked 0.")
	}
	s.title = "Error of each variant: " + cmp.Or(precision, "all rows")
	s.subtitle = "Relative L2 error, lower is better. Point: median over all sizes and batches; line: its range."
	x := logAxis("relative L2 error", style.ErrorTicks, values...)
	s.panels = [][]*panel{{newPanel(x, topDown(names), bodyWidth(&s.legend), zebra{}, grid{}, marks)}}
	s.rowHeight = listHeight(len(list))
	last := len(list) - 1
	s.caption = fmt.Sprintf("The lowest median error is %s (%s), the highest %s (%s).",
		style.ErrorValue(list[0].MedianErr), names[0], style.ErrorValue(list[last].MedianErr), names[last])
	return s
}

func summaryNames(list []*ablation.VariantSummary) []string {
	rows := make([]rowKey, len(list))
	for i, v := range list {
		rows[i] = rowKey{v.Variant, v.Direction, v.Precision, v.GPU}
	}
	return rowNames(rows)
}

// overall: the geometric mean ratio to the reference of each variant.
func (ix *index) overall() []job {
	var list []*ablation.VariantSummary
	for i := range ix.study.Summaries {
		v := &ix.study.Summaries[i]
		if v.Geomean > 0 && finite(v.Geomean) && v.Cells > 0 {
			list = append(list, v)
		}
	}
	// References alone compare with nothing.
	if !slices.ContainsFunc(list, func(v *ablation.VariantSummary) bool { return v.Geomean != 1 }) {
		return nil
	}
	return []job{{"overall", func() *sheet { return drawOverall(list) }}}
}

func drawOverall(list []*ablation.VariantSummary) *sheet {
	s := &sheet{section: SectionCharts}
	if rest := len(list) - maxRows; rest > 0 {
		list = list[:maxRows]
		s.note("%d more rows are left out.", rest)
	}
	var values []float64
	marks := bars{base: 1}
	for i, v := range list {
		values = append(values, v.Geomean)
		c := style.WorseColor()
		if v.Geomean >= 1 {
			c = style.BetterColor()
		}
		text := fmt.Sprintf("%s (%s)", style.Ratio(v.Geomean), plural(v.Cells, "cell"))
		marks.bars = append(marks.bars, bar{i, v.Geomean, c, text})
	}
	s.title = "Speed in relation to the reference, over all sizes and batches"
	s.subtitle = "Geometric mean of reference time / variant time: right of 1× is faster. Logarithmic."
	x := ratioAxis("speed in relation to the reference", values)
	s.panels = [][]*panel{{newPanel(x, topDown(summaryNames(list)), bodyWidth(&s.legend), zebra{}, grid{}, marks, rule{1})}}
	s.rowHeight = listHeight(len(list))
	best := list[0]
	for _, v := range list {
		if v.Geomean > best.Geomean {
			best = v
		}
	}
	s.caption = fmt.Sprintf("Fastest in relation to its reference is %s (%s): geometric mean %s over %s.",
		best.Variant, cellWords(ablation.Cell{Direction: best.Direction, Precision: best.Precision, GPU: best.GPU}),
		style.Ratio(best.Geomean), plural(best.Cells, "cell"))
	return s
}

// ratioAxis is a logarithmic axis of ratios that always holds 1, with room
// behind the largest for its words.
func ratioAxis(title string, values []float64) axis {
	a := logAxis(title, ratioTicks, append([]float64{1}, values...)...)
	a.extend((a.hi-a.lo)*0.35, ratioTicks)
	return a
}

func ratioTicks(lo, hi float64) []style.Tick {
	return style.LogTicks(lo, hi, func(v float64) string { return fmt.Sprintf("%.3g×", v) })
}
