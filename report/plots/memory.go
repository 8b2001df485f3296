package plots

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// footprints returns each variant's configuration at the largest n that all
// variants with a value share, at the largest batch they have there; where none
// is shared, at the largest n that most have. missing names the others.
func (ix *index) footprints(of func(*ablation.Config) float64) (list []*ablation.Config, n int, missing []string) {
	byVariant := map[string]map[int]*ablation.Config{}
	counts := map[int]int{}
	for i := range ix.study.Configs {
		c := &ix.study.Configs[i]
		if !c.OK() || c.N <= 0 || !finite(of(c)) || of(c) < 0 {
			continue
		}
		sizes := byVariant[c.Variant]
		if sizes == nil {
			sizes = map[int]*ablation.Config{}
			byVariant[c.Variant] = sizes
		}
		old := sizes[c.N]
		if old == nil {
			counts[c.N]++
		}
		if old == nil || preferFootprint(c, old) {
			sizes[c.N] = c
		}
	}
	for _, size := range slices.Sorted(maps.Keys(counts)) {
		if counts[size] >= counts[n] {
			n = size
		}
	}
	for _, v := range ix.study.Variants {
		switch sizes := byVariant[v]; {
		case sizes == nil:
		case sizes[n] == nil:
			missing = append(missing, v)
		default:
			list = append(list, sizes[n])
		}
	}
	return list, n, missing
}

// preferFootprint chooses among the rows of a variant at one n: f32, then the
// larger batch, then forward, so that variants are compared alike.
func preferFootprint(a, b *ablation.Config) bool {
	wide := func(c *ablation.Config) int {
		if c.Precision == "f32" {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(wide(a), wide(b)), cmp.Compare(b.Batch, a.Batch),
		cmp.Compare(directionPlace(a), directionPlace(b)), strings.Compare(a.Direction, b.Direction),
		strings.Compare(a.Precision, b.Precision)) < 0
}

// A measure is one quantity of memory figures.
type measure struct {
	title string
	words string
	of    func(*ablation.Config) float64
	ticks ticker
	print func(float64) string
}

func paramBytes() measure {
	return measure{"stored parameter bytes", "Stored parameter bytes",
		func(c *ablation.Config) float64 { return c.ParamBytes }, style.ByteTicks, style.Bytes}
}

func bytesPerOp() measure {
	return measure{"bytes allocated per op", "Allocation per op",
		func(c *ablation.Config) float64 { return c.BytesPerOp }, style.ByteTicks, style.Bytes}
}

func paramCount() measure {
	return measure{"stored parameters", "Stored parameters",
		func(c *ablation.Config) float64 { return c.Params },
		func(lo, hi float64) []style.Tick { return style.LogTicks(lo, hi, style.Count) }, style.Count}
}

// memory: parameter bytes and B/op of each variant.
func (ix *index) memory() []job {
	return ix.footprintJob("memory", "Memory of each variant", paramBytes(), bytesPerOp())
}

// parameters: parameter count of each variant.
func (ix *index) parameters() []job {
	return ix.footprintJob("parameters", "Parameters of each variant", paramCount())
}

func (ix *index) footprintJob(name, title string, measures ...measure) []job {
	if !ix.study.Shape.Variants {
		return nil
	}
	return []job{{name, func() *sheet {
		s := &sheet{section: SectionLoss, title: title}
		var captions, notes []string
		for _, m := range measures {
			list, n, missing := ix.footprints(m.of)
			if len(list) == 0 {
				continue
			}
			if !slices.ContainsFunc(list, func(c *ablation.Config) bool { return m.of(c) > 0 }) {
				notes = append(notes, fmt.Sprintf("%s at n = %d%s: %s for every variant.", m.words, n, commonBatch(list), m.print(0)))
				continue
			}
			p, caption := drawFootprints(list, n, m, bodyWidth(&s.legend))
			s.panels = append(s.panels, []*panel{p})
			s.rowHeight = max(s.rowHeight, listHeight(min(len(list), maxRows))+24)
			captions = append(captions, caption)
			if rest := len(list) - maxRows; rest > 0 {
				notes = append(notes, fmt.Sprintf("%s: %d larger rows are left out.", m.words, rest))
			}
			if len(missing) > 0 {
				notes = append(notes, fmt.Sprintf("%s: %s not measured at that size.", m.words, strings.Join(missing, ", ")))
			}
		}
		if len(s.panels) == 0 {
			return nil
		}
		s.subtitle = "Lower is better. At the largest size that all variants share."
		s.foot = strings.Join(notes, " ")
		s.caption = strings.Join(append(captions, notes...), " ")
		return s
	}}}
}

func drawFootprints(list []*ablation.Config, n int, m measure, width vg.Length) (*panel, string) {
	slices.SortStableFunc(list, func(a, b *ablation.Config) int { return cmp.Compare(m.of(a), m.of(b)) })
	shown := list[:min(len(list), maxRows)]
	var names []string
	var values []float64
	for _, c := range shown {
		names = append(names, c.Variant)
		values = append(values, m.of(c))
	}
	at := fmt.Sprintf("n = %d%s", n, commonBatch(shown))
	x, mark := footprintMarks(shown, values, m)
	p := newPanel(x, topDown(names), width, zebra{}, grid{}, mark).titled(at)
	least, most := list[0], list[len(list)-1]
	caption := fmt.Sprintf("%s at %s: from %s (%s) to %s (%s).", m.words, at,
		m.print(m.of(least)), least.Variant, m.print(m.of(most)), most.Variant)
	return p, caption
}

// widestBars is the ratio up to which bars from zero show the smallest value.
const widestBars = 50

// footprintMarks draws bars from zero, whose lengths compare; over a wider range
// points on a logarithmic axis, which has no zero for a bar to start at.
func footprintMarks(list []*ablation.Config, values []float64, m measure) (axis, mark) {
	least, most := math.Inf(1), 0.0
	for _, v := range values {
		if v > 0 {
			least, most = min(least, v), max(most, v)
		}
	}
	if most <= least*widestBars {
		marks := bars{}
		for i, c := range list {
			marks.bars = append(marks.bars, bar{i, values[i], style.Series(c.Slot), m.print(values[i])})
		}
		x := fromZero(m.title, m.print, values...)
		x.hi = min(x.hi*1.18, math.MaxFloat64) // room for the values
		x.ticks = nil                          // each bar says its own
		return x, marks
	}
	var marks dots
	for i, c := range list {
		l := seriesLook(c.Slot)
		l.radius = 4.5
		marks = append(marks, dot{row: i, v: values[i], lo: math.NaN(), hi: math.NaN(), look: l, text: m.print(values[i])})
	}
	x := logAxis(m.title+", logarithmic", m.ticks, values...)
	x.extend((x.hi-x.lo)*0.18, m.ticks)
	return x, marks
}

// commonBatch is ", batch 8" where all rows have that batch.
func commonBatch(list []*ablation.Config) string {
	for _, c := range list {
		if c.Batch != list[0].Batch {
			return ""
		}
	}
	return atBatch(list[0].Batch)
}
