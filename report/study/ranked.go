package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// rankedView is every configuration in one order.
type rankedView struct {
	section
	Grid gridView
}

// rankedStatic is how many configurations stand in the HTML.
const rankedStatic = 100

func (b *builder) ranked() *rankedView {
	v := &rankedView{section: section{ID: "ranked", Nav: "All rows", Title: "All ranked configurations", Say: b.sayRanked()}}
	t := table[*ablation.Config]{
		id: b.ids.take("ranked-table"), label: "All configurations, fastest per transform first",
		columns: b.rankedColumns(), rows: pointers(b.Study.Configs), static: rankedStatic, tools: true,
	}
	if !b.isStudy() {
		v.Title, v.Nav = "All benchmarks", "All benchmarks"
		t.label = "All benchmarks with every unit"
		t.columns = b.genericColumns()
		t.rows = inInputOrder(b.Study)
	}
	v.Grid = t.view(b)
	return v
}

// inInputOrder returns the configurations as they came: benchmarks that are not
// rivals say most beside their own kind.
func inInputOrder(s *ablation.Study) []*ablation.Config {
	out := pointers(s.Configs)
	place := make(map[*ablation.Row]int, len(out))
	for i := range s.Report.Rows {
		place[&s.Report.Rows[i]] = i
	}
	slices.SortStableFunc(out, func(x, y *ablation.Config) int { return cmp.Compare(place[x.Row], place[y.Row]) })
	return out
}

func (b *builder) sayRanked() []string {
	text := fmt.Sprintf("%s: %s measured", count(b.counts.total, "row"), whole0(b.counts.ok))
	if n := b.counts.failures(); n > 0 {
		text += fmt.Sprintf(", %s failed (%s)", whole(n), byStatus(b.counts.failed))
	}
	if b.counts.skipped > 0 {
		text += ", " + whole(b.counts.skipped) + " skipped"
	}
	if b.counts.noTime > 0 {
		text += ", " + whole(b.counts.noTime) + " without a usable time"
	}
	out := []string{text + "."}
	if b.isStudy() {
		out = append(out, "The order is for finding rows: fastest per transform first, rows that failed last and without a rank. "+
			"Rivals are only rows of the same n, batch, direction, device kind and precision.")
	}
	return out
}

type config = *ablation.Config

func (b *builder) rankedColumns() []column[config] {
	columns := []column[config]{
		{key: "rank", head: "#", serial: true, text: func(c config) string { return whole(c.Rank) }, num: func(c config) float64 { return orNaN(c.Rank) }},
		{key: "tier", head: "tier", facet: true, text: func(c config) string { return showOr(c.Tier) }, place: func(c config) int { return tierOrder(c.Tier) }},
		variantColumn(), directionColumn(), deviceColumn(), sizeColumn(), batchColumn(), precisionColumn(),
	}
	columns = append(columns, b.varyingColumns()...)
	columns = append(columns, b.timeColumns()...)
	columns = append(columns, b.referenceColumns()...)
	columns = append(columns, b.measuredColumns()...)
	columns = append(columns, outcomeColumns(b.hasNotes())...)
	return leading(columns, "vs_reference", "rel_l2", "params", "param_bytes", "status")
}

// leading moves the named columns, as far as there are, behind the time per
// transform: what most readers look for stands before what few do.
func leading(columns []column[config], keys ...string) []column[config] {
	var named []column[config]
	for _, key := range keys {
		if i := slices.IndexFunc(columns, func(c column[config]) bool { return c.key == key }); i >= 0 {
			named = append(named, columns[i])
			columns = slices.Delete(columns, i, i+1)
		}
	}
	at := slices.IndexFunc(columns, func(c column[config]) bool { return c.key == "per_transform" })
	return slices.Insert(columns, at+1, named...)
}

func orNaN(n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n)
}

func (b *builder) timeColumns() []column[config] {
	return []column[config]{
		{key: "time", head: "time", unit: "per op", by: "batch", help: "median time of one call on the whole batch",
			text: func(c config) string { return style.Time(c.Sec) }, num: func(c config) float64 { return c.Sec }},
		{key: "interval", head: "±", unit: "of time", help: "half width of the " + b.level.text() + " confidence interval of the median",
			text: func(c config) string { return roundPercent(halfWidth(c)) }, num: halfWidth},
		{key: "per_transform", head: "time", unit: "per transform", help: "time per op divided by the batch",
			text: func(c config) string { return style.Time(c.PerTransform) }, num: func(c config) float64 { return c.PerTransform }},
	}
}

// referenceColumns compare each row with the reference of its cell.
func (b *builder) referenceColumns() []column[config] {
	if len(b.Within) == 0 {
		return nil
	}
	of := func(c config, value func(*compare.Against) float64) float64 {
		if a := b.against[c]; a != nil {
			return value(a)
		}
		return math.NaN()
	}
	ratio := func(a *compare.Against) float64 { return a.Ratio }
	p := func(a *compare.Against) float64 { return knownP(a.P, a.Verdict) }
	return []column[config]{
		{key: "vs_reference", head: "speed", unit: "× reference", help: "reference time / this time; ▲ clearly faster, ▼ clearly slower, ≈ no clear difference",
			text:  func(c config) string { return ratioText(b.against[c]) },
			num:   func(c config) float64 { return of(c, ratio) },
			class: func(c config) string { return againstClass(b.against[c]) }},
		{key: "p", head: "p", unit: "to reference", help: "Mann–Whitney U test against the reference",
			text: func(c config) string { return pText(of(c, p)) }, num: func(c config) float64 { return of(c, p) }},
	}
}

func againstClass(a *compare.Against) string {
	if a == nil {
		return ""
	}
	return verdictClass(a.Verdict)
}

func ratioText(a *compare.Against) string {
	if a == nil || math.IsNaN(a.Ratio) {
		return style.Missing
	}
	return strings.TrimSpace(style.Ratio(a.Ratio) + " " + verdictMark(a.Verdict))
}

// measuredColumns are the study's other numbers, as far as the run has them.
func (b *builder) measuredColumns() []column[config] {
	var columns []column[config]
	add := func(present bool, key, head, unit string, value func(config) float64, text func(float64) string) {
		if present {
			columns = append(columns, column[config]{key: key, head: head, unit: unit, num: value,
				text: func(c config) string { return text(value(c)) }})
		}
	}
	shape := b.Study.Shape
	add(b.any(func(c config) float64 { return c.E2ESec }), "e2e", "time", "host to host", func(c config) float64 { return c.E2ESec }, style.Time)
	add(b.any(func(c config) float64 { return c.CopyShare }), "copy_share", "of copy", "bandwidth", func(c config) float64 { return c.CopyShare }, wholeShare)
	add(shape.GFLOPS, "gflops", "GFLOP/s", "nominal", func(c config) float64 { return c.GFLOPS }, gflops)
	add(shape.Errors, "rel_l2", "error", "rel. L2", func(c config) float64 { return c.RelL2 }, style.ErrorValue)
	add(shape.Errors, "max_err", "error", "largest", func(c config) float64 { return c.MaxErr }, style.ErrorValue)
	add(shape.Params, "params", "params", "", func(c config) float64 { return c.Params }, style.Count)
	add(shape.Params, "param_bytes", "memory", "of params", func(c config) float64 { return c.ParamBytes }, style.Bytes)
	add(shape.Heap, "held_bytes", "heap", "held", func(c config) float64 { return c.HeldBytes }, style.Bytes)
	add(shape.Heap, "peak_bytes", "heap", "peak", func(c config) float64 { return c.PeakBytes }, style.Bytes)
	add(shape.Memory, "bytes_per_op", "allocated", "B/op", func(c config) float64 { return c.BytesPerOp }, style.Bytes)
	add(shape.Memory, "allocs_per_op", "allocs", "per op", func(c config) float64 { return c.AllocsPerOp }, style.Count)
	return columns
}

// any reports whether a row has a number.
func (b *builder) any(value func(config) float64) bool {
	return slices.ContainsFunc(b.Study.Configs, func(c ablation.Config) bool { return finite(value(&c)) })
}

func (b *builder) hasNotes() bool {
	return slices.ContainsFunc(b.Study.Report.Rows, func(r ablation.Row) bool { return r.Note != "" })
}

func gflops(x float64) string {
	return strings.TrimSuffix(style.Value(x, wire.UnitGFLOPS), " "+wire.UnitGFLOPS)
}

// outcomeColumns say how the row ended.
func outcomeColumns(notes bool) []column[config] {
	columns := []column[config]{
		{key: "samples", head: "samples", text: func(c config) string { return whole(c.Samples) }, num: func(c config) float64 { return orNaN(c.Samples) }},
		{key: "status", head: "status", facet: true, rowTint: true, text: func(c config) string { return show(string(c.Row.Status)) },
			place: func(c config) int { return slices.Index(wire.Statuses(), c.Row.Status) },
			class: func(c config) string { return statusClass(c.Row.Status) }},
	}
	if notes {
		columns = append(columns, column[config]{key: "note", head: "note",
			text:  func(c config) string { return show(c.Row.Note) },
			class: func(config) string { return "note" }})
	}
	return columns
}

// genericColumns show benchmarks that are no study: name, axes, and every unit.
func (b *builder) genericColumns() []column[config] {
	columns := []column[config]{{key: "benchmark", head: "benchmark", rowHead: true, text: benchmarkName, class: longName[config]}}
	columns = append(columns, b.varyingColumns()...)
	for _, unit := range b.units() {
		columns = append(columns, unitColumn(unit))
		if unit == wire.UnitSecPerOp {
			columns = append(columns, b.timeColumns()[1])
		}
	}
	return append(columns, outcomeColumns(b.hasNotes())...)
}

func benchmarkName(c config) string { return showOr(c.Row.Key().Name) }

// units lists the units that rows have, time first, then in order of
// appearance.
func (b *builder) units() []string {
	var units []string
	seen := map[string]bool{}
	for i := range b.Study.Report.Rows {
		for j := range b.Study.Report.Rows[i].Metrics {
			if u := b.Study.Report.Rows[i].Metrics[j].Unit; !seen[u] {
				seen[u] = true
				units = append(units, u)
			}
		}
	}
	if i := slices.Index(units, wire.UnitSecPerOp); i > 0 {
		units = slices.Insert(slices.Delete(units, i, i+1), 0, wire.UnitSecPerOp)
	}
	return units
}

func unitColumn(unit string) column[config] {
	value := func(c config) float64 {
		if m := c.Row.Metric(unit); m != nil {
			return m.Median
		}
		return math.NaN()
	}
	c := column[config]{key: "unit-" + style.Visible(unit), head: show(style.UnitTitle(unit)), num: value,
		text: func(c config) string { return style.Visible(style.Value(value(c), unit)) }}
	if c.head != show(unit) {
		c.unit = show(unit)
	}
	return c
}
