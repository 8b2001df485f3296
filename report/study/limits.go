package study

import (
	"fmt"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// limitCommand runs the capacity sweep.
const limitCommand = "go test -bench . ./fftbench -study.preset limit | benchx report"

// maxLimitCards is how many devices have a card; the table has all.
const maxLimitCards = 4

// limitsView is what each device managed: cards, a table per n and device,
// pictures under their stable anchors.
type limitsView struct {
	section
	Cards   []cardView
	Grid    *gridView
	Batches []matrixView
	Figures []figureBlock
	Missing *missing
}

// figureBlock is a heading with an anchor and the pictures under it.
type figureBlock struct {
	ID, Title string
	Figures   []figureView
	Missing   *missing
}

func (b *builder) limits() *limitsView {
	if !b.isStudy() || !b.Study.Shape.Sizes {
		return nil
	}
	v := &limitsView{section: section{ID: "limits", Nav: "Limits", Title: "Capacity limits"}}
	at := b.bySize()
	v.Say = b.sayLimits(at)
	for i := range b.Study.Limits[:min(len(b.Study.Limits), maxLimitCards)] {
		v.Cards = append(v.Cards, limitCard(at, &b.Study.Limits[i]))
	}
	if len(v.Cards) > 0 && b.counts.failures() > 0 {
		v.Cards = append(v.Cards, b.failuresCard())
	}
	largest := b.figureBlock("limit-max-batch", "Largest batch", "limits", "max-batch")
	if largest.Missing != nil {
		largest.Missing.Text = "Nothing was searched, so there is no largest batch to draw: every size ran at the same batches."
	}
	v.Figures = []figureBlock{
		b.figureBlock("limit-scaling", "Scaling with n", "limits", "limit-scaling", "scaling"),
		b.figureBlock("limit-coverage", "Coverage", "limits", "coverage"),
		largest,
	}
	if rest := b.figures("limits"); len(rest) > 0 {
		v.Figures = append(v.Figures, figureBlock{ID: b.ids.take("limit-more"), Title: "More on limits", Figures: rest})
	}
	if !b.Study.Report.LimitSweep && b.isTransform() {
		v.Missing = &missing{
			Text: "This run searched no limits: it tried fixed sizes and batches, so every largest batch is a lower bound. " +
				"The capacity sweep searches them:", Command: limitCommand,
		}
	}
	v.Grid = b.limitTable(at)
	v.Batches = b.batchMaps()
	return v
}

// figureBlock shows the figures of a section with a name prefix, and says so
// where there is none: the anchor exists either way.
func (b *builder) figureBlock(id, title, sectionName string, prefixes ...string) figureBlock {
	block := figureBlock{ID: b.ids.take(id), Title: title, Figures: b.figures(sectionName, prefixes...)}
	if len(block.Figures) == 0 {
		block.Missing = &missing{Text: "No picture: the rows do not hold what it would show."}
	}
	return block
}

func (b *builder) sayLimits(at map[deviceSize][]*ablation.Config) []string {
	var out []string
	for i := range b.Study.Limits[:min(len(b.Study.Limits), maxLines)] {
		l := &b.Study.Limits[i]
		text := fmt.Sprintf("%s: %s of %s worked", showOr(l.Device), whole0(l.OK), count(l.OK+l.Failures, "row"))
		if l.MaxN > 0 {
			text += fmt.Sprintf(", up to n = %s", whole(l.MaxN))
			if by := reachedN(at, l); by != "" {
				text += " (" + by + ")"
			}
		}
		out = append(out, text+".")
	}
	return out
}

// largestBatches says per device what a capacity sweep found: the largest batch
// at its smallest and its largest n.
func (b *builder) largestBatches() []string {
	if !b.Study.Report.LimitSweep {
		return nil
	}
	var out []string
	byDevice := groups(b.Study.Capacities, func(c *ablation.Capacity) deviceSize {
		return deviceSize{device: c.Device, gpu: c.GPU, env: c.Env}
	})
	for _, g := range byDevice[:min(len(byDevice), maxLines)] { // ascending n
		text := fmt.Sprintf("%s: the largest batch within budget is %s", showOr(g[0].Device), batchAt(&g[0]))
		if last := len(g) - 1; last > 0 {
			text += " and " + batchAt(&g[last])
		}
		out = append(out, text+".")
	}
	return out
}

func batchAt(c *ablation.Capacity) string {
	if c.MaxBatch == 0 {
		return "none at n = " + whole(c.N)
	}
	return fmt.Sprintf("%s at n = %s", maxBatch(c), whole(c.N))
}

func limitCard(at map[deviceSize][]*ablation.Config, l *ablation.DeviceLimit) cardView {
	c := cardView{Title: "Largest n on " + showOr(l.Device)}
	c.Lines = []cardLine{{Label: kind(l.GPU), Value: whole(l.MaxN), Main: "of any variant", Sub: byVariant(reachedN(at, l))}}
	c.Lines = append(c.Lines,
		cardLine{Value: whole(l.MaxCompiledN), Main: "of a compiled variant"},
		cardLine{Value: whole(l.MaxRefN), Main: "of the reference"})
	return c
}

func byVariant(name string) string {
	if name == "" {
		return ""
	}
	return "by " + name
}

func (b *builder) limitTable(at map[deviceSize][]*ablation.Config) *gridView {
	if len(b.Study.Capacities) == 0 {
		return nil
	}
	type row = *ablation.Capacity
	fastest := func(value func(*ablation.Config) float64) func(row) float64 {
		return func(c row) float64 {
			if c.Fastest == nil {
				return math.NaN()
			}
			return value(c.Fastest)
		}
	}
	perTransform := fastest(func(c *ablation.Config) float64 { return c.PerTransform })
	relL2 := fastest(func(c *ablation.Config) float64 { return c.RelL2 })
	t := table[row]{
		id: b.ids.take("limits-table"), label: "Capacity per n and device", rows: pointers(b.Study.Capacities), static: pageRows,
		columns: []column[row]{
			{key: "device", head: "device", facet: true, text: func(c row) string { return showOr(c.Device) }},
			{key: "n", head: "n", rowHead: true, text: func(c row) string { return whole(c.N) }, num: func(c row) float64 { return orNaN(c.N) }},
			{key: "state", head: "state", rowTint: true, text: limitState, class: limitClass},
			numberColumn("ok", "ok", "rows that worked", func(c row) int { return c.OK }),
			{key: "failed", head: "failed", text: failedText, num: func(c row) float64 { return float64(c.Failures()) }},
			{key: "max_batch", head: "max batch", text: maxBatch, num: func(c row) float64 { return orNaN(c.MaxBatch) }},
			{key: "fastest", head: "fastest", text: func(c row) string {
				if c.Fastest == nil {
					return style.Missing
				}
				return show(c.Fastest.Variant)
			}, help: "lowest time per transform, whatever its direction and batch", class: func(c row) string {
				if c.Fastest == nil {
					return ""
				}
				return slotClass(c.Fastest.Slot)
			}},
			{key: "fastest_at", head: "in", text: fastestAt},
			{key: "per_transform", head: "time", unit: "per transform", text: func(c row) string { return style.Time(perTransform(c)) }, num: perTransform},
			{key: "rel_l2", head: "error", unit: "rel. L2", text: func(c row) string { return style.ErrorValue(relL2(c)) }, num: relL2},
			{key: "max_batch_by", head: "reached by", text: func(c row) string { return reachedBatch(at, c) }},
			{key: "ended_by", head: "ended by", text: endedBy},
			{key: "first_failure", head: "first failure", text: firstFailure, class: func(row) string { return "note" }},
		},
	}
	grid := t.view(b)
	return &grid
}

// fastestAt says in which direction and at which batch the fastest ran.
func fastestAt(c *ablation.Capacity) string {
	if c.Fastest == nil {
		return style.Missing
	}
	at := place(ablation.Cell{Batch: c.Fastest.Batch})
	if c.Fastest.Direction != "" {
		at = show(c.Fastest.Direction) + ", " + at
	}
	return strings.TrimSuffix(at, ", "+style.Missing)
}

// limitState words what the row's tint says.
func limitState(c *ablation.Capacity) string {
	switch {
	case c.OK == 0:
		return "failed"
	case c.Failures() > 0:
		return "some failed"
	case c.Limiter != "" && c.Limiter != wire.LimitCap:
		return "limit found"
	}
	return "ok"
}

func limitClass(c *ablation.Capacity) string {
	switch {
	case c.OK == 0:
		return "bad"
	case c.Failures() > 0:
		return "part"
	case c.Limiter != "" && c.Limiter != wire.LimitCap:
		return "limit"
	}
	return ""
}

func failedText(c *ablation.Capacity) string {
	if c.Failures() == 0 {
		return "0"
	}
	text := byStatus(c.Failed)
	if strings.Contains(text, ",") {
		return whole(c.Failures()) + ": " + text
	}
	return text
}

// maxBatch is a lower bound unless something other than the search's cap ended
// it.
func maxBatch(c *ablation.Capacity) string {
	switch {
	case c.MaxBatch == 0:
		return style.Missing
	case c.Limiter == "" || c.Limiter == wire.LimitCap:
		return "≥ " + whole(c.MaxBatch)
	}
	return whole(c.MaxBatch)
}

func endedBy(c *ablation.Capacity) string {
	switch {
	case c.Limiter == "":
		return style.Missing
	case c.LimiterNote != "":
		return string(c.Limiter) + ": " + note(c.LimiterNote)
	}
	return string(c.Limiter)
}

func firstFailure(c *ablation.Capacity) string {
	f := c.FirstFailure
	if f == nil {
		return style.Missing
	}
	text := show(f.Variant)
	if f.Batch > 0 {
		text += ", batch " + whole(f.Batch)
	}
	text += ": " + string(f.Row.Status)
	if why := strings.TrimSpace(f.Row.Note); why != "" {
		text += ", " + note(why)
	}
	return text
}
