package plots

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

// verdictColor is blue for better, orange for worse, grey for the rest.
func verdictColor(v compare.Verdict) style.RGB {
	switch v {
	case compare.Better:
		return style.BetterColor()
	case compare.Worse:
		return style.WorseColor()
	case compare.Changed:
		return style.Series(3)
	}
	return style.NeutralColor()
}

// verdictLegend explains colours and markers; which way a marker points depends
// on what the axis shows.
func verdictLegend(marker func(compare.Verdict) int) legend {
	entry := func(v compare.Verdict, text string) legendEntry {
		l := look{color: verdictColor(v), radius: 4.5, marker: marker(v)}
		return legendEntry{legendPoint, text, l}
	}
	return legend{entries: []legendEntry{
		entry(compare.Better, "faster"),
		entry(compare.Worse, "slower"),
		entry(compare.Unclear, "no clear difference"),
	}}
}

// acrossMarker points down for faster: the axis shows time.
func acrossMarker(v compare.Verdict) int {
	switch v {
	case compare.Better:
		return 4
	case compare.Worse:
		return 2
	}
	return 0
}

// acrossJobs: one forest plot of the changes in time for each column after the
// base.
func acrossJobs(r *compare.Result) []job {
	if r == nil {
		return nil
	}
	const most = 3
	var jobs []job
	used := map[string]int{}
	labels := style.FileLabels(r.Columns)
	for col := 1; col < len(r.Columns) && col <= most; col++ {
		name := unique(used, fileName("changes", slug(labels[col])))
		jobs = append(jobs, job{name, func() *sheet { return drawAcross(r, col) }})
	}
	return jobs
}

// A change is one row of a forest plot.
type change struct {
	pkg     string
	name    string
	delta   float64
	lo, hi  float64
	verdict compare.Verdict
}

// changesOf lists the changes in time of a column, worst first.
func changesOf(r *compare.Result, col int) []change {
	var list []change
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.Unit != wire.UnitSecPerOp {
			continue
		}
		pkg := packageOf(t.Config)
		for _, row := range t.Rows {
			if col >= len(row.Cells) {
				continue
			}
			c, base := &row.Cells[col], &row.Cells[0]
			if !c.Present || !base.Present || c.BaseN == 0 || !(c.Delta > -1) || !finite(c.Delta) {
				continue
			}
			ch := change{pkg: pkg, name: row.Name, delta: c.Delta, lo: math.NaN(), hi: math.NaN(), verdict: c.Verdict}
			if d := c.Decision; d != nil && d.How == compare.ByTest && finite(d.Ratio) && d.Ratio > 0 {
				ch.delta = d.Ratio - 1
				if d.Lo > 0 && finite(d.Hi) {
					ch.lo, ch.hi = d.Lo-1, d.Hi-1
				}
			}
			list = append(list, ch)
		}
	}
	slices.SortStableFunc(list, func(a, b change) int {
		return cmp.Or(cmp.Compare(verdictOrder(a.verdict), verdictOrder(b.verdict)), cmp.Compare(b.delta, a.delta))
	})
	return list
}

func packageOf(config []ablation.Axis) string {
	for _, a := range config {
		if a.Key == "pkg" {
			return a.Value
		}
	}
	return ""
}

// changeNames names the rows of a forest plot, with the package where the names
// alone would not tell them apart.
func changeNames(list []change) []string {
	seen := map[string]string{}
	clash := false
	for _, c := range list {
		if pkg, ok := seen[c.name]; ok && pkg != c.pkg {
			clash = true
		}
		seen[c.name] = c.pkg
	}
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.name
		if clash && c.pkg != "" {
			names[i] = lastElement(c.pkg) + "." + c.name
		}
	}
	return names
}

// verdictOrder puts clear regressions first and clear improvements second:
// both matter more than what is unclear.
func verdictOrder(v compare.Verdict) int {
	switch v {
	case compare.Worse:
		return 0
	case compare.Better:
		return 1
	}
	return 2
}

func drawAcross(r *compare.Result, col int) *sheet {
	list := changesOf(r, col)
	if len(list) == 0 {
		return nil
	}
	counts := map[compare.Verdict]int{}
	for _, c := range list {
		counts[c.verdict]++
	}
	shown := slices.Clone(list)
	s := &sheet{section: SectionComparison}
	if len(list) > maxRows {
		shown = mostTelling(list, counts)
		s.note("%d of %d benchmarks: clear changes first, the largest of each.", len(shown), len(list))
	}
	slices.SortStableFunc(shown, func(a, b change) int { return cmp.Compare(b.delta, a.delta) })
	full := changeNames(shown)
	values := []float64{1}
	var marks dots
	for i, c := range shown {
		values = append(values, 1+c.delta)
		l := look{color: verdictColor(c.verdict), radius: 4.5, width: 2, marker: acrossMarker(c.verdict)}
		marks = append(marks, dot{i, 1 + c.delta, 1 + c.lo, 1 + c.hi, l, style.Percent(c.delta)})
		if finite(c.lo) && c.lo > -1 {
			values = append(values, 1+c.lo)
		}
		if finite(c.hi) {
			values = append(values, 1+c.hi)
		}
	}
	s.legend = verdictLegend(acrossMarker)
	labels := style.FileLabels(r.Columns)
	s.title = fmt.Sprintf("Change in time per op: %s against %s", labels[col], labels[0])
	names, common := compact(full)
	s.subtitle = "Left of 1× is faster. Line: the interval of the ratio; none where a side has too few samples." + common
	x := logAxis("time / base time", ratioTicks, values...)
	x.extend((x.hi-x.lo)*0.22, ratioTicks)
	s.panels = [][]*panel{{newPanel(x, topDown(names), bodyWidth(&s.legend), zebra{}, grid{}, rule{1}, marks)}}
	s.rowHeight = listHeight(len(shown))
	s.caption = acrossCaption(list, counts)
	return s
}

// mostTelling cuts the list to maxRows: regressions and improvements share the
// room, the largest changes of each kept.
func mostTelling(list []change, counts map[compare.Verdict]int) []change {
	worse, better := counts[compare.Worse], counts[compare.Better]
	takeWorse := min(worse, max(maxRows/2, maxRows-better))
	takeBetter := min(better, maxRows-takeWorse)
	out := slices.Clone(list[:takeWorse])
	out = append(out, list[worse+better-takeBetter:worse+better]...)
	rest := slices.Clone(list[worse+better:])
	slices.SortStableFunc(rest, func(a, b change) int {
		return cmp.Compare(math.Abs(math.Log1p(b.delta)), math.Abs(math.Log1p(a.delta)))
	})
	return append(out, rest[:min(len(rest), maxRows-len(out))]...)
}

func acrossCaption(list []change, counts map[compare.Verdict]int) string {
	unclear := len(list) - counts[compare.Worse] - counts[compare.Better]
	text := fmt.Sprintf("%d slower, %d faster, %d without clear change",
		counts[compare.Worse], counts[compare.Better], unclear)
	if w := list[0]; w.verdict == compare.Worse {
		text += fmt.Sprintf("; the largest regression is %s, %s", w.name, style.Percent(w.delta))
	}
	return text + "."
}

// withinJobs: the ratio of each configuration to the reference of its cell, a
// row of dots per variant.
func withinJobs(list []compare.Against) []job {
	usable := slices.DeleteFunc(slices.Clone(list), func(a compare.Against) bool {
		return a.Config == nil || a.Unit != wire.UnitSecPerOp || !(a.Ratio > 0) || !finite(a.Ratio)
	})
	if len(usable) == 0 {
		return nil
	}
	return []job{{"against-reference", func() *sheet { return drawWithin(usable) }}}
}

// A strip is one row of dots.
type strip struct {
	name    string
	ratios  []compare.Against
	logMean float64
}

func drawWithin(list []compare.Against) *sheet {
	strips := strips(list)
	s := &sheet{section: SectionComparison}
	if rest := len(strips) - maxRows; rest > 0 {
		strips = strips[:maxRows]
		s.note("%d slower rows are left out.", rest)
	}
	var names []string
	values := []float64{1}
	var marks dots
	counts := map[compare.Verdict]int{}
	for i, st := range strips {
		names = append(names, st.name)
		for _, a := range st.ratios {
			counts[a.Verdict]++
			values = append(values, a.Ratio)
			l := look{color: verdictColor(a.Verdict), radius: 4, marker: withinMarker(a.Verdict)}
			marks = append(marks, dot{row: i, v: a.Ratio, lo: math.NaN(), hi: math.NaN(), look: l})
		}
	}
	s.legend = verdictLegend(withinMarker)
	s.title = "Each configuration against the reference of its cell"
	s.subtitle = "One mark per size and batch: reference time / variant time, so right of 1× is faster. Logarithmic."
	x := logAxis("speed in relation to the reference", ratioTicks, values...)
	s.panels = [][]*panel{{newPanel(x, topDown(names), bodyWidth(&s.legend), zebra{}, grid{}, rule{1}, marks)}}
	s.rowHeight = listHeight(len(strips))
	total := 0
	for _, st := range strips {
		total += len(st.ratios)
	}
	s.caption = fmt.Sprintf("Against the reference: of %s, %d are clearly faster, %d clearly slower and %d without clear difference; %s leads.",
		plural(total, "configuration"), counts[compare.Better], counts[compare.Worse],
		total-counts[compare.Better]-counts[compare.Worse], strips[0].name)
	return s
}

// withinMarker points up for faster: the axis shows speed.
func withinMarker(v compare.Verdict) int {
	switch v {
	case compare.Better:
		return 2
	case compare.Worse:
		return 4
	}
	return 0
}

// strips groups by variant, direction, precision and device kind, the fastest
// on average first.
func strips(list []compare.Against) []strip {
	at := map[rowKey]int{}
	var rows []rowKey
	var out []strip
	for _, a := range list {
		k := rowKey{a.Config.Variant, a.Config.Direction, a.Config.Precision, a.Config.GPU}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			rows, out = append(rows, k), append(out, strip{})
		}
		out[i].ratios = append(out[i].ratios, a)
		out[i].logMean += math.Log(a.Ratio)
	}
	for i, name := range rowNames(rows) {
		out[i].name = name
		out[i].logMean /= float64(len(out[i].ratios))
	}
	slices.SortStableFunc(out, func(a, b strip) int {
		return cmp.Or(cmp.Compare(b.logMean, a.logMean), strings.Compare(a.name, b.name))
	})
	return out
}
