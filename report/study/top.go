package study

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// topView is the top five variants per n, one table per direction and
// precision.
type topView struct {
	section
	Groups  []topGroup
	Figures []figureView // anchor top5-charts
	Missing *missing
}

type topGroup struct {
	Title, Say string
	Folded     bool
	Grid       gridView
}

// openTops is how many top fives are open from the start; of more, only the
// first group is.
const openTops = 12

// What the top-five tables put into the HTML: all of them up to so many rows
// together, else an equal share of fewer; and on one page of the script.
const (
	allTopRows  = 160
	maxTopRows  = 100
	pageTopRows = 50
)

// topRow is one place of one top five.
type topRow struct {
	*ablation.Config
	list  *ablation.TopFive
	place int // 1-based
}

func (b *builder) top() *topView {
	if !b.isStudy() || !b.Study.Shape.Sizes {
		return nil
	}
	v := &topView{section: section{ID: "top5", Nav: "Top 5", Title: "Top 5 variants per n_fft"}}
	byGroup := groups(b.Study.TopFives, func(t *ablation.TopFive) groupKey {
		return groupKey{direction: t.Direction, precision: t.Precision}
	})
	if len(byGroup) == 0 {
		v.Missing = &missing{Text: "No row worked, so there is nothing to rank."}
	}
	static := maxTopRows / max(min(len(byGroup), maxGroups), 1)
	if places(b.Study.TopFives) <= allTopRows {
		static = allTopRows
	}
	for _, g := range byGroup[:min(len(byGroup), maxGroups)] {
		title := group(g[0].Direction, g[0].Precision, false, false)
		grid := b.topTable(g, title, static)
		v.Groups = append(v.Groups, topGroup{Title: title, Say: sayTop(g), Folded: len(v.Groups) > 0 && len(b.Study.TopFives) > openTops, Grid: grid})
	}
	v.Figures = b.figures("top5")
	v.Say = []string{"Per n, the five fastest different variants by time per transform, each at its best device and batch. " +
		"Places whose intervals overlap the first one's are ties and are marked =."}
	if more := len(byGroup) - len(v.Groups); more > 0 {
		v.Say = append(v.Say, moreGroups(more))
	}
	return v
}

func places(tops []ablation.TopFive) int {
	n := 0
	for i := range tops {
		n += len(tops[i].Configs)
	}
	return n
}

// sayTop names who leads how often, and where the lead cannot be told.
func sayTop(g []ablation.TopFive) string {
	lead := map[string]int{}
	ties := 0
	for i := range g {
		if g[i].Tied > 1 {
			ties++
			continue
		}
		if len(g[i].Configs) > 0 {
			lead[g[i].Configs[0].Variant]++
		}
	}
	text := ""
	switch best, n := leader(lead); {
	case n == 0 && ties == 0:
		return "No size has a variant that worked."
	case n == 0:
		text = "No size has a clear winner"
	case len(lead) == 1 && n == len(g):
		return fmt.Sprintf("%s leads at every size.", show(best))
	default:
		text = fmt.Sprintf("%s leads at %s of %s", show(best), whole(n), count(len(g), "size"))
	}
	if ties > 0 {
		text += fmt.Sprintf("; at %s the first places cannot be told apart", count(ties, "size"))
	}
	return text + "."
}

// leader returns the variant with the highest count, the first by name among
// equals.
func leader(counts map[string]int) (name string, n int) {
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		if counts[k] > n {
			name, n = k, counts[k]
		}
	}
	return name, n
}

func (b *builder) topTable(g []ablation.TopFive, title string, static int) gridView {
	var rows []topRow
	for i := range g {
		for k, c := range g[i].Configs {
			rows = append(rows, topRow{c, &g[i], k + 1})
		}
	}
	page := pageTopRows
	if len(rows) > pageTopRows {
		page = pageRows
	}
	t := table[topRow]{
		id: b.ids.take("top5-" + anchorID(title)), label: "Top 5 variants per n, " + title,
		columns: b.topColumns(), rows: rows, static: static, page: page,
	}
	return t.view(b)
}

func (b *builder) topColumns() []column[topRow] {
	variant, direction, device, batch := lift(variantColumn(), topConfig), lift(directionColumn(), topConfig), lift(deviceColumn(), topConfig), lift(batchColumn(), topConfig)
	direction.head = "dir"
	columns := []column[topRow]{
		lift(sizeColumn(), topConfig),
		{key: "rank", head: "#", rowTint: true, help: "place at this n; = cannot be told from the first", text: topRank,
			num: func(r topRow) float64 { return float64(r.place) }, class: topClass},
		variant,
	}
	// The answer before its circumstances: a phone shows the first columns.
	columns = append(columns, []column[topRow]{
		{key: "per_transform", head: "time", unit: "per transform",
			text: func(r topRow) string { return style.Time(r.PerTransform) }, num: func(r topRow) float64 { return r.PerTransform },
			bar: func(r topRow) float64 { return r.list.Configs[0].PerTransform / r.PerTransform }},
		{key: "behind", head: "speed", unit: "× the first", text: func(r topRow) string { return style.Ratio(r.list.Configs[0].PerTransform / r.PerTransform) },
			num: func(r topRow) float64 { return r.list.Configs[0].PerTransform / r.PerTransform }},
	}...)
	columns = append(columns, batch)
	for _, c := range b.varyingColumns() {
		columns = append(columns, lift(c, topConfig))
	}
	columns = append(columns, column[topRow]{key: "time", head: "time", unit: "per op",
		text: func(r topRow) string { return style.Time(r.Sec) }, num: func(r topRow) float64 { return r.Sec }})
	if b.Study.Shape.Errors {
		columns = append(columns, column[topRow]{key: "rel_l2", head: "error", unit: "rel. L2",
			text: func(r topRow) string { return style.ErrorValue(r.RelL2) }, num: func(r topRow) float64 { return r.RelL2 }})
	}
	if b.Study.Shape.Params {
		columns = append(columns, column[topRow]{key: "params", head: "params", text: func(r topRow) string { return style.Count(r.Params) },
			num: func(r topRow) float64 { return r.Params }})
	}
	return append(columns, direction, device)
}

// topRank words a place: "2", or "2=" where it cannot be told from the first.
func topRank(r topRow) string {
	if r.list.Tied > 1 && (r.place == 1 || ablation.Overlap(r.list.Configs[0], r.Config)) {
		return whole(r.place) + "="
	}
	return whole(r.place)
}

func topConfig(r topRow) config { return r.Config }

// topClass marks the first row of each n.
func topClass(r topRow) string {
	if r.place == 1 {
		return "lead"
	}
	return ""
}
