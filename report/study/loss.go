package study

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// lossView shows what speed costs: error against time, parameters, memory.
type lossView struct {
	section
	Scatter figureBlock // anchor scatter-ms-err
	Fronts  []frontView
	Group   *lossGroup
	Figures []figureView
	Missing *missing
}

// lossGroup is the table of all variants, folded where it is long.
type lossGroup struct {
	Title, Say string
	Folded     bool
	Grid       gridView
}

// frontView is the variants that no other beats in both speed and error.
type frontView struct {
	Title, Say string
	Grid       gridView
}

func (b *builder) loss() *lossView {
	shape := b.Study.Shape
	if !b.isStudy() || !shape.Errors && !shape.Params && !b.isTransform() {
		return nil
	}
	v := &lossView{section: section{ID: "loss", Nav: "Loss & error", Title: "Loss, error and memory"}}
	v.Scatter = b.figureBlock("scatter-ms-err", "Speed against error", "loss", "scatter", "speed-error")
	v.Figures = b.figures("loss")
	if !shape.Errors && !shape.Params {
		v.Missing = &missing{Text: "The rows state neither errors nor parameters. The study's own benchmarks do:", Command: "make study"}
		return v
	}
	v.Say = b.sayLoss()
	for i := range b.Study.Fronts[:min(len(b.Study.Fronts), maxGroups)] {
		v.Fronts = append(v.Fronts, b.front(&b.Study.Fronts[i]))
	}
	v.Group = b.lossTable()
	return v
}

func (b *builder) sayLoss() []string {
	var out []string
	for _, p := range b.Study.Best[:min(len(b.Study.Best), maxLines)] {
		out = append(out, fmt.Sprintf("Most accurate in %s: %s with a relative L2 error of %s (%s).",
			showOr(p.Precision), show(p.Config.Variant), style.ErrorValue(p.Config.RelL2), configPlace(p.Config)))
	}
	return out
}

func (b *builder) front(f *ablation.Front) frontView {
	title := b.groupName(keyOf(f.Cell)) + ", " + place(f.Cell)
	on := f.Front()
	v := frontView{Title: title}
	v.Say = fmt.Sprintf("%s of %s: no other is both faster and more accurate.", count(len(on), "variant"), whole0(len(f.Points)))
	t := table[config]{
		id: b.ids.take("front-" + anchorID(title)), label: "Best trade-offs of speed and error, " + title, rows: on,
		columns: []column[config]{
			variantColumn(),
			{key: "per_transform", head: "time", unit: "per transform", text: func(c config) string { return style.Time(c.PerTransform) },
				num: func(c config) float64 { return c.PerTransform }},
			errorColumn("rel_l2", "error", "rel. L2", func(c config) float64 { return c.RelL2 }),
		},
	}
	v.Grid = t.view(b)
	return v
}

// lossTable lists error and size per variant.
func (b *builder) lossTable() *lossGroup {
	type row = *ablation.VariantSummary
	var rows []row
	for i := range b.Study.Summaries {
		s := &b.Study.Summaries[i]
		if finite(s.MedianErr) || finite(s.Params) {
			rows = append(rows, s)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	columns := []column[row]{
		{key: "variant", head: "variant", facet: true, rowHead: true, text: func(s row) string { return show(s.Variant) },
			class: func(s row) string { return slotClass(s.Slot) }},
		{key: "direction", head: "direction", text: func(s row) string { return showOr(s.Direction) }},
		{key: "precision", head: "precision", text: func(s row) string { return showOr(s.Precision) }},
		errorColumn("median_err", "error", "median rel. L2", func(s row) float64 { return s.MedianErr }),
		errorColumn("min_err", "lowest", "rel. L2", func(s row) float64 { return s.MinErr }),
		errorColumn("max_err", "highest", "rel. L2", func(s row) float64 { return s.MaxErr }),
	}
	if b.Study.Shape.Params {
		columns = append(columns,
			column[row]{key: "params", head: "params", text: paramsText, num: func(s row) float64 { return s.Params }},
			column[row]{key: "param_bytes", head: "memory", unit: "of params", text: func(s row) string { return style.Bytes(s.ParamByte) },
				num: func(s row) float64 { return s.ParamByte }},
			column[row]{key: "params_at", head: "at n", text: paramsAt,
				num: func(s row) float64 { return orNaN(s.ParamsAtN) }})
	}
	t := table[row]{id: b.ids.take("loss-table"), label: "Error, parameters and memory per variant", columns: columns, rows: rows, static: 30}
	return &lossGroup{
		Title: t.label, Say: count(len(rows), "row") + ": the range of each variant's error, and what it stores at its largest n.",
		Folded: len(rows) > openRows, Grid: t.view(b),
	}
}

func paramsAt(s *ablation.VariantSummary) string {
	if math.IsNaN(s.Params) {
		return style.Missing
	}
	return whole(s.ParamsAtN)
}

func errorColumn[R any](key, head, unit string, value func(R) float64) column[R] {
	return column[R]{key: key, head: head, unit: unit, num: value,
		text: func(r R) string { return style.ErrorValue(value(r)) }}
}
