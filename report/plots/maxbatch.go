package plots

import (
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// variantBatches: the largest batch of each variant at each n, one figure for
// each device. Only a run that searched for limits has them.
func (ix *index) variantBatches() []job {
	if !ix.study.Shape.Limits {
		return nil
	}
	all := ix.study.VariantCapacities()
	var jobs []job
	used := map[string]int{}
	devices := ix.devices()
	for _, d := range devices {
		list := slices.DeleteFunc(slices.Clone(all), func(c ablation.VariantCapacity) bool {
			return d.deviceID != deviceID{c.Device, c.GPU, c.Env}
		})
		words := d.words(devices)
		jobs = append(jobs, job{unique(used, fileName("max-batch-variants", slug(words))), func() *sheet { return drawVariantBatches(list, words) }})
	}
	return jobs
}

func drawVariantBatches(list []ablation.VariantCapacity, words string) *sheet {
	var rows []rowKey
	var sizes, batches []int
	at := map[rowKey]map[int]*ablation.VariantCapacity{}
	for i := range list {
		c := &list[i]
		r := rowKey{c.Variant, c.Direction, c.Precision, c.GPU}
		if at[r] == nil {
			at[r] = map[int]*ablation.VariantCapacity{}
			rows = append(rows, r)
		}
		at[r][c.N] = c
		sizes = append(sizes, c.N)
		if c.MaxBatch > 0 {
			batches = append(batches, c.MaxBatch)
		}
	}
	if len(rows) < 2 || len(batches) == 0 {
		return nil // one variant: the line by device says it all
	}
	s := &sheet{section: SectionLimits}
	names := rowNames(rows)
	if rest := len(rows) - maxMapRows; rest > 0 {
		rows, names = rows[:maxMapRows], names[:maxMapRows]
		s.note("%d more rows are left out.", rest)
	}
	sizes = s.columns(unequal(sizes))
	lo, hi := float64(slices.Min(batches)), float64(slices.Max(batches))
	scale := logAxis("", style.PowerTicks, lo, hi)
	m := make(cells, len(rows))
	for i, r := range rows {
		for _, n := range sizes {
			m[i] = append(m[i], batchCell(at[r][n], &scale))
		}
	}
	s.legend.bar = &colorBar{title: "largest batch", color: style.Viridis, ticks: barTicks(scale.marks())}
	s.legend.entries = []legendEntry{{kind: legendFailed, text: "no batch worked"}, {kind: legendMissing, text: "not tried, or skipped"}}
	s.title = "Largest batch of each variant: " + words
	s.subtitle = "Higher is better. “≥”: the search stopped at its own cap, the true limit is at least that."
	s.panels = [][]*panel{{newPanel(nominal("n (transform size)", intNames(sizes)), topDown(names), bodyWidth(&s.legend), m)}}
	s.rowHeight = float64(max(len(rows)*cellHeight, 150) + mapOverhead)
	s.caption = variantBatchCaption(list)
	return s
}

func batchCell(c *ablation.VariantCapacity, scale *axis) cell {
	switch {
	case c == nil || c.MaxBatch == 0 && c.Failures() == 0:
		return cell{}
	case c.MaxBatch == 0:
		return cell{kind: cellFailed}
	}
	pos, _ := scale.at(float64(c.MaxBatch))
	text := fmt.Sprint(c.MaxBatch)
	if c.Limiter == "" || c.Limiter == wire.LimitCap {
		text = "≥ " + text
	}
	return cell{kind: cellValue, fill: style.Viridis(step(pos)), text: text}
}

// variantBatchCaption compares the variants at the largest size that two of them
// managed.
func variantBatchCaption(list []ablation.VariantCapacity) string {
	count := map[int]int{}
	n := 0
	for _, c := range list {
		if c.MaxBatch > 0 {
			count[c.N]++
		}
	}
	for size, k := range count {
		if k > 1 {
			n = max(n, size)
		}
	}
	most, least := -1, math.MaxInt
	var top, bottom *ablation.VariantCapacity
	for i := range list {
		c := &list[i]
		if c.N != n || c.MaxBatch == 0 {
			continue
		}
		if c.MaxBatch > most {
			most, top = c.MaxBatch, c
		}
		if c.MaxBatch < least {
			least, bottom = c.MaxBatch, c
		}
	}
	switch {
	case top == nil:
		return "No size has a largest batch of two variants."
	case most == least:
		return fmt.Sprintf("At n = %d every variant reaches batch %s.", n, style.Count(float64(most)))
	}
	return fmt.Sprintf("At n = %d the largest batch is %s (%s), the smallest %s (%s).",
		n, style.Count(float64(most)), top.Variant, style.Count(float64(least)), bottom.Variant)
}
