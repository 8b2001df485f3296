package comment

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// shownName is how many characters of a name are shown.
const shownName = 100

// brief returns s with at most shownName visible characters.
func brief(s string) string { return style.Shorten(style.Visible(s), shownName) }

// shown is a name in running text, cell one in a table.
func shown(s string) string { return style.Code(brief(s)) }
func cell(s string) string  { return style.Markdown(brief(s)) }

// namer names benchmarks: with the package where there is more than one,
// without the path that all packages share.
type namer struct{ labels map[string]string }

func newNamer(packages []string) namer {
	var distinct []string
	seen := make(map[string]bool)
	for _, p := range packages {
		if p != "" && !seen[p] {
			seen[p] = true
			distinct = append(distinct, p)
		}
	}
	n := namer{labels: make(map[string]string)}
	if len(distinct) < 2 {
		return n
	}
	for i, label := range style.FileLabels(distinct) {
		n.labels[distinct[i]] = label
	}
	return n
}

func (n namer) full(pkg, benchmark string) string {
	if label := n.labels[pkg]; label != "" {
		return label + "." + benchmark
	}
	return benchmark
}

// packages lists the packages of all rows.
func (r *Run) packages() (all []string) {
	for _, l := range r.lists() {
		for i := range *l.findings {
			all = append(all, (*l.findings)[i].Package)
		}
	}
	return all
}

// tables writes rows of findings.
type tables struct {
	namer
	policy   *Policy
	measured bool // with a column for the unit
}

func (t tables) name(f *compare.Finding) string {
	return style.MarkdownName(brief(t.full(f.Package, f.Benchmark)))
}

// metricWord names what was measured, for a cell of a table.
func metricWord(unit string) string {
	if title := style.UnitTitle(unit); title != unit {
		return title
	}
	return cell(unit)
}

// of returns t for a table of some findings, which names what was measured
// unless that is the time per op in every row.
func (t tables) of(findings []compare.Finding) tables {
	t.measured = slices.ContainsFunc(findings, func(f compare.Finding) bool {
		return f.Unit != wire.UnitSecPerOp && f.Cell != nil && f.Cell.Decision.Why != compare.WhyEqual || f.Cell == nil
	})
	return t
}

// changedHead is the head of a table of changedRow.
func (t tables) changedHead() string {
	return t.line([]string{"", "benchmark"}, "measured", "base", "head", "change ("+t.interval()+")", "p", "n") +
		t.line([]string{":--", ":--"}, ":--", "--:", "--:", ":--", "--:", "--:")
}

// interval names the level of intervals: "95 % interval".
func (t tables) interval() string { return style.Share(t.policy.Confidence) + " interval" }

// changedRow is a finding with all its numbers.
func (t tables) changedRow(f *compare.Finding) string {
	what := []string{unbroken(arrow(f.Verdict) + word(f)), t.name(f)}
	switch f.Kind {
	case compare.Shrunk, compare.Grown:
		was, is := f.MaxBatch[0], f.MaxBatch[1]
		change := "from 0"
		if was > 0 {
			change = style.Ratio(float64(is) / float64(was))
		}
		return t.line(what, "largest batch", strconv.Itoa(was), strconv.Itoa(is), change, "", "")
	case compare.RowBroken, compare.RowMended:
		return t.line(what, "", string(f.Base.Status), string(f.Cell.Status), "", "", "")
	}
	return t.line(what, metricWord(f.Unit), value(f.Base, f.Unit), value(f.Cell, f.Unit), effect(f), p(f.Cell.Decision), samples(f))
}

// restHead is the head of a table of restRow.
func (t tables) restHead() string {
	return t.line([]string{"benchmark"}, "measured", "base", "head", "change ("+t.interval()+")", "why", "n") +
		t.line([]string{":--"}, ":--", "--:", "--:", ":--", ":--", "--:")
}

// restRow is a row without a change, with the reason.
func (t tables) restRow(f *compare.Finding) string {
	return t.line([]string{t.name(f)}, metricWord(f.Unit), value(f.Base, f.Unit), value(f.Cell, f.Unit), effect(f), t.why(f), samples(f))
}

// line is one row. A table of times alone leaves the cell measured out.
func (t tables) line(first []string, measured string, rest ...string) string {
	if t.measured {
		first = append(first, measured)
	}
	return line(append(first, rest...))
}

// why is the reason of a row in a table that shows its change beside it.
func (t tables) why(f *compare.Finding) string {
	d := *f.Cell.Decision
	switch d.Why {
	case compare.WhyFailed: // quotes the benchmark
		return "fails: " + cell(reasonOf(f))
	case compare.WhyChance, compare.WhyInterval, compare.WhyBelowFloor, compare.WhyBelowLimit:
		d.Tests = 1 // the correction is the same in every row
	}
	return words(comparison.Because(&d, f.Base, f.Cell, t.policy.Correction))
}

// line is one row of a table.
func line(fields []string) string { return "| " + strings.Join(fields, " | ") + " |\n" }

// value is a cell's centre, or why there is none. A column names the unit, so
// that one without a spelling of its own is not said again.
func value(c *compare.Cell, unit string) string {
	switch {
	case unit == "": // of the benchmark as a whole
		return string(c.Status)
	case !c.Present:
		return status(c)
	}
	return unbroken(strings.TrimSuffix(style.Value(c.Center, unit), " "+unit))
}

func status(c *compare.Cell) string {
	switch {
	case c.Status == "" || c.Status == wire.OK && !c.Present:
		return style.Missing
	}
	return string(c.Status)
}

// effect is the size of a change without the values that stand beside it.
func effect(f *compare.Finding) string {
	d := f.Cell.Decision
	if d.How == compare.ByTest {
		percent, interval, _ := strings.Cut(comparison.Change(d, f.Base, f.Cell, f.Unit), " [")
		if interval != "" {
			interval = " [" + unbroken(interval)
		}
		return unbroken(percent) + interval
	}
	switch {
	case !f.Base.Present || !f.Cell.Present || f.Base.Center == f.Cell.Center || f.Base.Center < 0:
		return ""
	case f.Base.Center == 0:
		return "from 0"
	}
	ratio := f.Cell.Center / f.Base.Center
	if d.How == compare.ByError {
		return style.Ratio(ratio)
	}
	return unbroken(style.Percent(ratio - 1))
}

// p is the corrected p-value, or that none was needed.
func p(d *compare.Decision) string {
	if d.How != compare.ByTest {
		return "exact"
	}
	if math.IsNaN(d.Adjusted) {
		return ""
	}
	return words(strings.TrimPrefix(strings.TrimPrefix(style.P(d.Adjusted), "p"), "="))
}

func samples(f *compare.Finding) string {
	if !f.Base.Present || !f.Cell.Present {
		return ""
	}
	return strings.TrimPrefix(comparison.Samples(f.Cell.Decision.Pairs, f.Base.N, f.Cell.N), "n=")
}

// reasonOf is what a failing benchmark says of itself, else its status.
func reasonOf(f *compare.Finding) string {
	for _, c := range []*compare.Cell{f.Cell, f.Base} {
		if failed(c) && c.Note != "" {
			return note(c.Note)
		}
	}
	for _, c := range []*compare.Cell{f.Cell, f.Base} {
		if failed(c) {
			return string(c.Status)
		}
	}
	return ""
}

// unbroken keeps the blanks of a number and its unit from ending a line.
func unbroken(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") }

// words makes a sentence of ours safe in Markdown: all that it has of markup
// are comparison signs.
func words(s string) string { return strings.ReplaceAll(s, "<", "&lt;") }

// failed reports whether a benchmark is there and did not work.
func failed(c *compare.Cell) bool { return c.Status != "" && c.Status.Failed() }
