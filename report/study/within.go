package study

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
	"github.com/fftstudy/fftstudy/report/web"
)

// maxWithinRows is how many comparisons have a table of their own.
const maxWithinRows = 1000

// within compares each variant with the reference of its cell: maps of ratios
// first, then every cell with its p.
func (b *builder) within(v *comparisonView) {
	if !b.isStudy() {
		return
	}
	if len(b.Within) == 0 {
		v.WithinMissing = &missing{Text: "No cell has a reference to compare with. To name one:", Command: "benchx report --reference NAME"}
		return
	}
	rows := pointers(b.Within)
	tally := verdictTally{}
	for _, a := range rows {
		tally[a.Verdict]++
	}
	v.WithinSay = fmt.Sprintf("Each variant against the reference of its cell: %s of %s.", tally.words(), count(len(rows), "comparison"))
	v.Within = b.ratioMaps()
	if len(rows) > maxWithinRows {
		v.WithinSay += " The verdict on each stands in the table of all rows."
		return
	}
	t := table[*compare.Against]{
		id: b.ids.take("within-table"), label: "Every variant against the reference of its cell",
		columns: b.withinColumns(), rows: rows, tools: true,
	}
	grid := t.view(b)
	v.WithinGrid = &grid
}

func (b *builder) withinColumns() []column[*compare.Against] {
	type row = *compare.Against
	time := func(key, head string, of func(row) *ablation.Config) column[row] {
		return column[row]{key: key, head: head, unit: "per op", text: func(a row) string { return style.Time(of(a).Sec) },
			num: func(a row) float64 { return of(a).Sec }}
	}
	columns := []column[row]{
		lift(variantColumn(), configOf), lift(directionColumn(), configOf), lift(deviceColumn(), configOf),
		lift(sizeColumn(), configOf), lift(batchColumn(), configOf), lift(precisionColumn(), configOf),
	}
	for _, c := range b.varyingColumns() {
		columns = append(columns, lift(c, configOf))
	}
	return append(columns, []column[row]{
		{key: "reference", head: "reference", text: func(a row) string { return show(a.Reference.Variant) }},
		time("reference_time", "reference", func(a row) *ablation.Config { return a.Reference }),
		time("time", "variant", func(a row) *ablation.Config { return a.Config }),
		{key: "ratio", head: "speed", unit: "× reference", text: func(a row) string { return style.Ratio(a.Ratio) }, num: func(a row) float64 { return a.Ratio }},
		{key: "verdict", head: "verdict", facet: true, text: func(a row) string { return verdictText(a.Verdict) },
			place: func(a row) int { return verdictOrder(a.Verdict) }, class: func(a row) string { return verdictClass(a.Verdict) }},
		{key: "delta", head: "change", unit: "of time", text: func(a row) string { return style.Percent(a.Delta) }, num: func(a row) float64 { return a.Delta }},
		{key: "p", head: "p", text: func(a row) string { return pText(knownP(a.P, a.Verdict)) }, num: func(a row) float64 { return knownP(a.P, a.Verdict) }},
		{key: "samples", head: "samples", text: func(a row) string { return whole0(a.RefN) + "+" + whole0(a.N) }},
	}...)
}

func configOf(a *compare.Against) config { return a.Config }

// ratioMaps shows variant × n at the fullest batch of each group, tinted by the
// ratio to the reference.
func (b *builder) ratioMaps() []matrixView {
	byGroup := map[groupKey][]*compare.Against{}
	var order []groupKey
	for i := range b.Within {
		a := &b.Within[i]
		key := groupKey{a.Config.Direction, a.Config.Precision, a.Config.GPU}
		if byGroup[key] == nil {
			order = append(order, key)
		}
		byGroup[key] = append(byGroup[key], a)
	}
	var out []matrixView
	total := 0
	for _, key := range order {
		m, ok := b.ratioMap(key, byGroup[key])
		if !ok || !m.fits(&total) {
			continue
		}
		out = append(out, m)
	}
	return out
}

func (b *builder) ratioMap(key groupKey, all []*compare.Against) (matrixView, bool) {
	batch := fullestBatch(all)
	type spot struct {
		variant string
		n       int
	}
	at := map[spot]*compare.Against{}
	sizes, slots := map[int]bool{}, map[string]int{}
	for _, a := range all {
		if a.Config.Batch != batch {
			continue
		}
		s := spot{a.Config.Variant, a.Config.N}
		if at[s] != nil {
			return matrixView{}, false // the cells differ in more than n
		}
		at[s] = a
		sizes[s.n], slots[s.variant] = true, a.Config.Slot
	}
	if len(sizes) < 2 {
		return matrixView{}, false
	}
	title := b.groupName(key)
	if batch > 0 {
		title += ", batch " + whole(batch)
	}
	m := matrixView{
		Title: title, Corner: "variant \\ n",
		Note: "Speed as a multiple of the reference " + show(b.refs[key]) + ": blue is faster, orange slower. ▲ and ▼ are clear, ≈ is not.",
	}
	ns := m.heads(sizes)
	names := slices.Sorted(maps.Keys(slots))
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(b.places[x], b.places[y]) })
	for _, name := range names {
		row := matrixRow{Head: show(name), Class: slotClass(slots[name])}
		for _, n := range ns {
			row.Cells = append(row.Cells, ratioCell(at[spot{name, n}]))
		}
		m.Rows = append(m.Rows, row)
	}
	return m, true
}

// fullestBatch returns the largest of the batches that were compared at most
// sizes: a capacity search tries some at one size only.
func fullestBatch(all []*compare.Against) int {
	sizes := map[int]map[int]bool{}
	for _, a := range all {
		if sizes[a.Config.Batch] == nil {
			sizes[a.Config.Batch] = map[int]bool{}
		}
		sizes[a.Config.Batch][a.Config.N] = true
	}
	best := 0
	for _, b := range slices.Sorted(maps.Keys(sizes)) {
		if len(sizes[b]) >= len(sizes[best]) {
			best = b
		}
	}
	return best
}

// ratioReach is the ratio at which the colour scale of ratios ends.
const ratioReach = 8

func ratioCell(a *compare.Against) matrixCell {
	if a == nil || math.IsNaN(a.Ratio) || a.Ratio <= 0 {
		return emptyCell()
	}
	// 0 is much faster, 1 much slower, on a log scale centred at equal speed.
	t := 0.5 - math.Log(a.Ratio)/math.Log(ratioReach)/2
	step := int(math.Round(min(max(t, 0), 1) * (web.RatioSteps - 1)))
	return matrixCell{Parts: []string{ratioText(a)}, Class: "d" + strconv.Itoa(step)}
}
