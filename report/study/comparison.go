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
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// comparisonView compares within the run and with a baseline.
type comparisonView struct {
	section
	Across        []acrossView
	Notes         []string
	AcrossMissing *missing

	Within        []matrixView
	WithinGrid    *gridView
	WithinSay     string
	WithinMissing *missing
	Figures       []figureView
}

// foldedRows is how many rows of a folded table stand in the HTML.
const foldedRows = 10

// maxTables is how many tables of a comparison the page shows.
const maxTables = 24

// acrossView is one unit of the comparison with the baseline.
type acrossView struct {
	Title, Say string
	Folded     bool // nothing clear happened: shown on demand
	Grid       gridView
	Geomean    string
	Warnings   []string
}

func (b *builder) comparison() *comparisonView {
	v := &comparisonView{section: section{ID: "comparison", Nav: "Compare", Title: "Comparisons"}}
	v.Figures = b.figures("comparison")
	b.across(v)
	b.within(v)
	return v
}

// verdictMark is the sign beside a verdict.
func verdictMark(v compare.Verdict) string {
	switch v {
	case compare.Better:
		return "▲"
	case compare.Worse:
		return "▼"
	case compare.Changed:
		return "◆"
	case compare.Unclear:
		return "≈"
	}
	return ""
}

// verdictText is a verdict with its sign: "▲ better".
func verdictText(v compare.Verdict) string {
	if v == compare.None {
		return style.Missing
	}
	return strings.TrimSpace(verdictMark(v) + " " + string(v))
}

func verdictClass(v compare.Verdict) string {
	switch v {
	case compare.Better:
		return "better"
	case compare.Worse:
		return "worse"
	}
	return ""
}

// verdictOrder puts first what a reader must see.
func verdictOrder(v compare.Verdict) int {
	return slices.Index([]compare.Verdict{compare.Worse, compare.Better, compare.Changed, compare.Unclear, compare.Incomparable, compare.None}, v)
}

func (b *builder) across(v *comparisonView) {
	r := b.Across
	if r == nil {
		v.AcrossMissing = &missing{Text: "This run stands alone. To compare it with an earlier one:", Command: "benchx report --baseline old.txt new.txt"}
		return
	}
	for _, text := range r.AllNotes() {
		v.Notes = append(v.Notes, note(text))
	}
	common := commonAxes(r)
	if len(common) > 0 {
		v.Notes = append(v.Notes, axesText(common))
	}
	for i := range r.Tables[:min(len(r.Tables), maxTables)] {
		v.Across = append(v.Across, b.acrossTable(r, &r.Tables[i], common))
	}
	if more := len(r.Tables) - len(v.Across); more > 0 {
		v.Notes = append(v.Notes, count(more, "more table")+" in comparison.txt of the report folder")
	}
	if len(v.Across) == 0 {
		v.AcrossMissing = &missing{Text: "The runs share no benchmark, so there is nothing to compare."}
	}
}

// commonAxes lists what all tables share of their configurations: said once, not
// over each table.
func commonAxes(r *compare.Result) []ablation.Axis {
	if len(r.Tables) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Tables[0].Config), func(a ablation.Axis) bool {
		return slices.ContainsFunc(r.Tables, func(t compare.Table) bool { return !slices.Contains(t.Config, a) })
	})
}

// packageOf returns the package that a table's benchmarks are of, or "".
func packageOf(config []ablation.Axis) string {
	for _, a := range config {
		if a.Key == "pkg" {
			return a.Value
		}
	}
	return ""
}

// sameConfig reports whether all tables were measured under one configuration,
// which then need not stand over each.
func sameConfig(r *compare.Result) bool {
	for i := range r.Tables {
		if !slices.Equal(r.Tables[i].Config, r.Tables[0].Config) {
			return false
		}
	}
	return len(r.Tables) > 0
}

// acrossRow is one benchmark with the cell that decides where it stands: the
// worst of its columns.
type acrossRow struct {
	*compare.Row
	verdict compare.Verdict
	delta   float64
}

func newAcrossRow(r *compare.Row) acrossRow {
	a := acrossRow{r, compare.None, 0}
	for i := 1; i < len(r.Cells); i++ {
		c := &r.Cells[i]
		if verdictOrder(c.Verdict) < verdictOrder(a.verdict) || i == 1 {
			a.verdict, a.delta = c.Verdict, c.Delta
		}
	}
	return a
}

// acrossTable shows one table; common is what its title need not say.
func (b *builder) acrossTable(r *compare.Result, t *compare.Table, common []ablation.Axis) acrossView {
	rows := make([]acrossRow, len(t.Rows))
	for i := range t.Rows {
		rows[i] = newAcrossRow(&t.Rows[i])
	}
	slices.SortStableFunc(rows, func(x, y acrossRow) int {
		if c := cmp.Compare(verdictOrder(x.verdict), verdictOrder(y.verdict)); c != 0 {
			return c
		}
		return cmp.Compare(math.Abs(y.delta), math.Abs(x.delta))
	})
	v := acrossView{Title: show(style.UnitTitle(t.Unit)) + " (" + show(t.Unit) + ")", Geomean: geomeanText(r, t), Warnings: geomeanWarnings(t)}
	own := slices.DeleteFunc(slices.Clone(t.Config), func(a ablation.Axis) bool { return slices.Contains(common, a) })
	if at := axesText(own); at != "" {
		v.Title += ", " + at
	}
	tally := tallyTable(t)
	v.Say = fmt.Sprintf("%s: %s.", count(len(rows), "benchmark"), tally.words())
	v.Folded = !tally.clear()
	tab := table[acrossRow]{
		id: b.ids.take("across-" + anchorID(t.Unit)), label: "Comparison by " + show(t.Unit),
		columns: acrossColumns(r, t), rows: rows, tools: len(rows) > pageRows,
	}
	if v.Folded {
		tab.static = foldedRows
	}
	v.Grid = tab.view(b)
	return v
}

func acrossColumns(r *compare.Result, t *compare.Table) []column[acrossRow] {
	columns := []column[acrossRow]{{key: "benchmark", head: "benchmark", rowHead: true, text: func(x acrossRow) string { return showOr(x.Name) }, class: longName[acrossRow]}}
	for i, name := range style.FileLabels(r.Columns) {
		head := show(name)
		at := func(x acrossRow) *compare.Cell { return &x.Cells[i] }
		columns = append(columns, column[acrossRow]{
			key: fmt.Sprintf("center-%d", i), head: head, unit: "median ± interval",
			text: func(x acrossRow) string { return centerText(at(x), t.Unit) },
			num:  func(x acrossRow) float64 { return centerNum(at(x)) },
		})
		if i == 0 {
			continue
		}
		columns = append(columns,
			column[acrossRow]{key: fmt.Sprintf("verdict-%d", i), head: "verdict", facet: true,
				text:  func(x acrossRow) string { return verdictText(at(x).Verdict) },
				place: func(x acrossRow) int { return verdictOrder(at(x).Verdict) },
				class: func(x acrossRow) string { return verdictClass(at(x).Verdict) }},
			column[acrossRow]{key: fmt.Sprintf("why-%d", i), head: "why", text: func(x acrossRow) string { return whyText(r, t, x, i) },
				class: func(acrossRow) string { return "note" }},
			column[acrossRow]{key: fmt.Sprintf("delta-%d", i), head: "change", text: func(x acrossRow) string { return deltaText(at(x)) },
				num: func(x acrossRow) float64 { return deltaNum(at(x)) }},
			column[acrossRow]{key: fmt.Sprintf("p-%d", i), head: "p", text: func(x acrossRow) string { return pText(knownP(at(x).P, at(x).Verdict)) },
				num: func(x acrossRow) float64 { return knownP(at(x).P, at(x).Verdict) }},
			column[acrossRow]{key: fmt.Sprintf("n-%d", i), head: "samples", text: func(x acrossRow) string { return samplesText(at(x)) },
				num: func(x acrossRow) float64 { return orNaN(at(x).N) }})
	}
	return columns
}

// whyText says what a verdict rests on.
func whyText(r *compare.Result, t *compare.Table, x acrossRow, column int) string {
	cell := &x.Cells[column]
	if cell.Decision == nil || r.Options.Policy == nil {
		return style.Missing
	}
	return show(comparison.Reason(cell.Decision, &x.Cells[0], cell, t.Unit, r.Options.Policy.Correction))
}

// compared reports whether the verdict rests on a comparison.
func compared(v compare.Verdict) bool { return v != compare.None && v != compare.Incomparable }

// knownP is the p behind a verdict, NaN where nothing was tested or too few
// samples were.
func knownP(p float64, v compare.Verdict) float64 {
	if !compared(v) {
		return math.NaN()
	}
	return p
}

func centerText(c *compare.Cell, unit string) string {
	switch {
	case !c.Present && (c.Status == "" || c.Status == wire.OK): // it may work and lack the unit
		return style.Missing
	case !c.Present:
		return string(c.Status)
	}
	text := style.Visible(style.Value(c.Center, unit))
	if w := max(c.Hi-c.Center, c.Center-c.Lo) / math.Abs(c.Center); finite(w) {
		text += " ±" + roundPercent(w)
	}
	return text
}

func centerNum(c *compare.Cell) float64 {
	if !c.Present {
		return math.NaN()
	}
	return c.Center
}

// deltaText shows the difference of medians as benchstat does: ~ where the test
// of the row alone is not clear. The verdict asks for more.
func deltaText(c *compare.Cell) string {
	switch {
	case c.BaseN == 0 || c.Verdict == compare.None:
		return style.Missing
	case c.P > c.Alpha:
		return "~"
	}
	return style.Percent(c.Delta)
}

func deltaNum(c *compare.Cell) float64 {
	if c.BaseN == 0 || c.Verdict == compare.None {
		return math.NaN()
	}
	return c.Delta
}

func pText(p float64) string {
	if math.IsNaN(p) {
		return style.Missing
	}
	return fmt.Sprintf("%.3f", p)
}

func samplesText(c *compare.Cell) string {
	if !c.Present {
		return style.Missing
	}
	if c.BaseN == c.N || c.BaseN == 0 {
		return whole0(c.N)
	}
	return whole0(c.BaseN) + "+" + whole0(c.N)
}

func axesText(axes []ablation.Axis) string {
	var parts []string
	for _, a := range axes {
		parts = append(parts, show(a.Key)+" "+show(a.Value))
	}
	return strings.Join(parts, ", ")
}

// geomeanText words the last line of a benchstat table.
func geomeanText(r *compare.Result, t *compare.Table) string {
	var parts []string
	labels := style.FileLabels(r.Columns)
	for i, g := range t.Geomean {
		if math.IsNaN(g.Center) {
			continue
		}
		text := show(labels[i]) + " " + style.Visible(style.Value(g.Center, t.Unit))
		if i > 0 && finite(g.Ratio) {
			text += fmt.Sprintf(" (%s over %s)", style.Percent(g.Ratio-1), count(g.Count, "shared row"))
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Geometric mean: " + strings.Join(parts, ", ") + "."
}

func geomeanWarnings(t *compare.Table) []string {
	var out []string
	for _, g := range t.Geomean {
		for _, w := range g.Warnings {
			if w = note(w); !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}
