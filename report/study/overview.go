package study

import (
	"fmt"
	"math"
	"path"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// overviewView is the answer on cards.
type overviewView struct {
	section
	Cards []cardView
}

// cardView is one tile: a heading and what it says, line by line.
type cardView struct {
	Title, Class string
	Lines        []cardLine
	Missing      *missing
	Link         string // id of the section that tells more, or ""
	LinkText     string
}

// cardLine is one statement: a label, the answer, what qualifies it.
type cardLine struct {
	Label, Main, Value, Sub string
	Class                   string // colour slot or verdict
}

func (b *builder) overview() *overviewView {
	v := &overviewView{section: section{ID: "overview", Nav: "Overview", Title: "The answer", Say: append(b.changes(), b.verdicts()...)}}
	if b.Across != nil {
		v.Cards = append(v.Cards, b.baselineCard())
	}
	if !b.isStudy() {
		v.Cards = append(v.Cards, b.rowsCard(), b.noiseCard(), b.failuresCard())
		return v
	}
	v.Cards = append(v.Cards, b.fastestCard())
	if b.Study.Shape.Errors {
		v.Cards = append(v.Cards, b.precisionCard())
	}
	if b.Study.Shape.Params {
		v.Cards = append(v.Cards, b.largestCard())
	}
	if b.isTransform() || b.Training != nil {
		v.Cards = append(v.Cards, b.trainedCard())
	}
	v.Cards = append(v.Cards, b.failuresCard())
	return v
}

// verdicts says in words who wins, one sentence per group.
func (b *builder) verdicts() []string {
	if !b.isStudy() {
		return []string{fmt.Sprintf("%s measured in %s.", count(b.counts.ok, "benchmark"), b.scope())}
	}
	if b.counts.ok == 0 {
		return []string{"Nothing could be measured, so there is no answer."}
	}
	out := b.largestBatches()
	limits := len(out)
	for i := range b.overall() {
		out = append(out, b.verdict(&b.Study.Overall[i]))
	}
	if len(out) == limits {
		return append(out, "No variant of this run is marked as the reference of its direction, so no overall winner is named; --reference marks one.")
	}
	out = append(out, b.withoutReference()...)
	if more := len(b.Study.Overall) - maxLines; more > 0 {
		out = append(out, fmt.Sprintf("%s below.", count(more, "more group")))
	}
	return out
}

// changes says in one sentence per compared run how the time changed.
func (b *builder) changes() []string {
	if b.Across == nil {
		return nil
	}
	var out []string
	labels := style.FileLabels(b.Across.Columns)
	for c := 1; c < len(b.Across.Columns) && len(out) < maxLines; c++ {
		t := b.Across.Tally(c, wire.UnitSecPerOp)
		if t.Compared()+t.Incomparable == 0 {
			continue
		}
		text := fmt.Sprintf("%s against %s, time per op: %s slower, %s faster, %s without clear change",
			show(labels[c]), show(labels[0]), whole0(t.Worse), whole0(t.Better), whole0(t.Unclear))
		if t.Incomparable > 0 {
			text += ", " + whole(t.Incomparable) + " not comparable"
		}
		out = append(out, text+".")
	}
	return out
}

// maxLines is how many lines a card or an answer has at most.
const maxLines = 8

// overall returns the winners that the top of the page has room for.
func (b *builder) overall() []ablation.VariantSummary {
	return b.Study.Overall[:min(len(b.Study.Overall), maxLines)]
}

func (b *builder) verdict(s *ablation.VariantSummary) string {
	key := summaryKey(s)
	head, ref := b.groupName(key), show(b.refs[key])
	if !finite(s.Geomean) || s.Geomean <= 0 {
		return fmt.Sprintf("%s: the times are too far apart to be compared with %s.", head, ref)
	}
	if s.Variant == b.refs[key] {
		if s.Wins+s.Ties == 0 {
			return fmt.Sprintf("%s: only the reference %s was measured.", head, ref)
		}
		return fmt.Sprintf("%s: nothing beats the reference %s over all cells.", head, ref)
	}
	if math.IsNaN(b.noise.median) {
		return fmt.Sprintf("%s: %s is %s as fast as %s; too few samples to call any lead clear.", head, show(s.Variant), style.Ratio(s.Geomean), ref)
	}
	return fmt.Sprintf("%s: %s is %s as fast as %s, %s.", head, show(s.Variant), style.Ratio(s.Geomean), ref, lead(s))
}

// withoutReference says which groups have times but nothing to hold them
// against, so that they name no winner above.
func (b *builder) withoutReference() []string {
	answered := map[groupKey]bool{}
	for i := range b.Study.Overall {
		answered[summaryKey(&b.Study.Overall[i])] = true
	}
	var out []string
	for i := range b.Study.Summaries {
		s := &b.Study.Summaries[i]
		key := summaryKey(s)
		if answered[key] || s.OK == 0 || len(out) == maxLines {
			continue
		}
		answered[key] = true
		out = append(out, fmt.Sprintf("%s: no reference was measured; the regret below says who is fastest.", b.groupName(key)))
	}
	return out
}

// lead words how clear a variant's lead is over the cells it is in.
func lead(s *ablation.VariantSummary) string {
	switch {
	case s.Ties == 0 && s.Wins == s.Cells && s.Cells > 1:
		return "and clearly the fastest in " + allCells(s.Cells)
	case s.Wins == 0 && s.Ties == 0:
		return "though the winner of no cell"
	case s.Wins == 0 && s.Ties == s.Cells && s.Cells > 1:
		return "tied for the first place in " + allCells(s.Ties)
	case s.Wins == 0:
		return "tied for the first place in " + count(s.Ties, "cell")
	case s.Ties == 0:
		return "and clearly the fastest in " + whole(s.Wins) + " of " + count(s.Cells, "cell")
	}
	return "clearly the fastest in " + count(s.Wins, "cell") + " and tied for the first place in " + whole(s.Ties)
}

func allCells(n int) string {
	if n == 2 {
		return "both cells"
	}
	return "all " + count(n, "cell")
}

// whole0 is a count in which 0 is a number.
func whole0(n int) string { return style.Count(float64(n)) }

// scope words how many packages the rows come from.
func (b *builder) scope() string {
	packages := map[string]bool{}
	for i := range b.Study.Report.Rows {
		packages[b.Study.Report.Rows[i].Package] = true
	}
	return count(max(len(packages), 1), "package")
}

func (b *builder) fastestCard() cardView {
	c := cardView{Title: "Fastest overall", Link: "summary", LinkText: "how every variant fares"}
	for i := range b.overall() {
		s := &b.Study.Overall[i]
		key := summaryKey(s)
		c.Lines = append(c.Lines, cardLine{
			Label: b.groupName(key),
			Main:  show(s.Variant), Value: style.Ratio(s.Geomean), Class: slotClass(s.Slot),
			Sub: fmt.Sprintf("vs %s, %s", showOr(b.refs[key]), count(s.Cells, "cell")),
		})
	}
	c.Class = wideClass(len(c.Lines))
	if len(c.Lines) == 0 {
		c.Missing = &missing{Text: "No reference in this run to measure against.", Command: "benchx report --reference NAME"}
		c.Link = ""
	}
	return c
}

func (b *builder) precisionCard() cardView {
	c := cardView{Title: "Best precision"}
	for _, p := range b.Study.Best[:min(len(b.Study.Best), maxLines)] {
		c.Lines = append(c.Lines, cardLine{
			Label: showOr(p.Precision), Main: show(p.Config.Variant),
			Value: style.ErrorValue(p.Config.RelL2), Class: slotClass(p.Config.Slot),
			Sub: "relative L2, " + configPlace(p.Config),
		})
	}
	if len(c.Lines) == 0 {
		c.Missing = &missing{Text: "No row that worked has an error against the truth."}
	}
	return c
}

func (b *builder) largestCard() cardView {
	c := cardView{Title: "Largest model"}
	m := b.Study.LargestModel
	if m == nil {
		c.Missing = &missing{Text: "No row that worked states its parameters."}
		return c
	}
	c.Lines = []cardLine{{
		Label: configPlace(m), Main: show(m.Variant), Value: style.Bytes(m.ParamBytes),
		Sub: style.Count(m.Params) + " parameters", Class: slotClass(m.Slot),
	}}
	return c
}

func (b *builder) failuresCard() cardView {
	c := cardView{Title: "Failures", Link: "problems", LinkText: "reasons"}
	n := b.counts.failures()
	line := cardLine{Value: whole0(n), Main: "of " + count(b.counts.total, "row"), Sub: byStatus(b.counts.failed)}
	if n > 0 {
		line.Class = "worse"
	} else {
		line.Sub = "everything that was tried worked"
		c.Link = ""
	}
	if b.counts.skipped > 0 {
		line.Sub += "; " + whole(b.counts.skipped) + " skipped"
	}
	c.Lines = []cardLine{line}
	return c
}

func (b *builder) rowsCard() cardView {
	return cardView{Title: "Benchmarks", Link: "ranked", LinkText: "all of them", Lines: []cardLine{{
		Value: whole0(b.counts.ok), Main: "measured", Sub: "in " + b.scope(),
	}}}
}

func (b *builder) noiseCard() cardView {
	c := cardView{Title: "Noise", Link: "spread", LinkText: "spread of the samples"}
	n := b.noise
	if math.IsNaN(n.median) {
		c.Missing = &missing{Text: "Too few samples for intervals. To get them:", Command: "go test -bench . -count " + strconv.Itoa(b.level.samples())}
		c.Link = ""
		return c
	}
	c.Lines = []cardLine{{
		Value: "±" + roundPercent(n.median), Main: "median interval",
		Sub: count(n.wide, "row") + " wider than ±" + roundPercent(wideInterval),
	}}
	return c
}

func (b *builder) baselineCard() cardView {
	c := cardView{Title: "Against " + show(style.FileLabels(b.Across.Columns)[0]), Link: "comparison", LinkText: "the comparison"}
	for i := range b.Across.Tables {
		t := &b.Across.Tables[i]
		tally := tallyTable(t)
		if i > 0 && !tally.clear() || len(c.Lines) == maxLines {
			continue // the first unit always speaks, others only if they have news
		}
		line := cardLine{Label: show(style.UnitTitle(t.Unit)), Main: tally.words()}
		if pkg := packageOf(t.Config); pkg != "" && !sameConfig(b.Across) {
			line.Label += ", " + show(path.Base(pkg))
		}
		if len(t.Geomean) > 1 {
			if ratio := t.Geomean[len(t.Geomean)-1].Ratio; finite(ratio) {
				line.Value = style.Percent(ratio - 1)
				line.Sub = "geometric mean over " + count(t.Geomean[len(t.Geomean)-1].Count, "row")
			}
		}
		c.Lines = append(c.Lines, line)
	}
	c.Class = wideClass(len(c.Lines))
	if len(c.Lines) == 0 {
		c.Missing = &missing{Text: "The two runs share no benchmark."}
	}
	return c
}

// verdictTally counts cells by verdict.
type verdictTally map[compare.Verdict]int

func tallyTable(t *compare.Table) verdictTally {
	tally := verdictTally{}
	for i := range t.Rows {
		for _, c := range t.Rows[i].Cells[1:] {
			tally[c.Verdict]++
		}
	}
	return tally
}

func (t verdictTally) words() string {
	var parts []string
	for _, v := range []compare.Verdict{compare.Worse, compare.Better, compare.Changed, compare.Unclear, compare.Incomparable} {
		if n := t[v]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+string(v))
		}
	}
	if len(parts) == 0 {
		return "nothing to compare"
	}
	return list(parts)
}

// clear reports whether any cell differs clearly.
func (t verdictTally) clear() bool { return t[compare.Better]+t[compare.Worse]+t[compare.Changed] > 0 }

// wideClass is the class of a card of two columns, and two rows where it has
// many lines.
func wideClass(lines int) string {
	if lines > 2 {
		return "wide tall"
	}
	return "wide"
}

// configPlace names the cell of a configuration: "Forward, n = 1024, batch 8".
func configPlace(c *ablation.Config) string {
	at := place(ablation.Cell{N: c.N, Batch: c.Batch, Name: c.Row.Name})
	if c.Direction != "" {
		return show(c.Direction) + ", " + at
	}
	return at
}

// slotClass is the class of a catalog colour.
func slotClass(slot int) string { return "v s" + strconv.Itoa(max(slot, 0)%maxSlots) }

// statusClass is the class of a row by its outcome.
func statusClass(s wire.Status) string {
	switch {
	case s.Failed():
		return "bad"
	case s == wire.Skip:
		return "skip"
	}
	return ""
}
