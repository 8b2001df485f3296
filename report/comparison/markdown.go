package comparison

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// Markdown writes the tables for GitHub and GitLab: names as code, so that
// nothing in them is markup or a mention; differences in words as well as
// numbers. Footnotes follow each table, notes the last.
func Markdown(w io.Writer, res *compare.Result) error {
	out := bufio.NewWriter(w)
	differences := markdownDifferences(res.Options)
	under := ""
	for i := range res.Tables {
		if i > 0 {
			out.WriteByte('\n')
		}
		m := markdownTable{w: out, table: &res.Tables[i], labels: res.Columns, policy: res.Options.Policy, differences: differences}
		if c := m.circumstances(); c != under {
			out.WriteString(c)
			under = c
		}
		m.write()
	}
	if all := res.AllNotes(); len(all) > 0 {
		if len(res.Tables) > 0 {
			out.WriteByte('\n')
		}
		for _, n := range all {
			fmt.Fprintf(out, "- %s\n", style.Markdown(n))
		}
	}
	return out.Flush()
}

type markdownTable struct {
	w      *bufio.Writer
	table  *compare.Table
	labels []string
	policy *compare.Policy

	differences []markdownDifference
	footnotes   footnotes
}

// A markdownDifference is a column about the difference of a cell to its base.
type markdownDifference struct {
	title string
	text  func(m *markdownTable, cell, base *compare.Cell) string
}

// markdownDifferences lists the columns behind a column that is compared.
func markdownDifferences(opt compare.Options) []markdownDifference {
	return []markdownDifference{
		{"vs base", func(m *markdownTable, cell, base *compare.Cell) string {
			return fmt.Sprintf("%s (%s)%s", delta(cell, base), evidence(cell, base), m.marks(cell.TestWarnings))
		}},
		{ratioTitle(opt), func(m *markdownTable, cell, _ *compare.Cell) string { return ratio(cell, m.policy) }},
		{"verdict", func(m *markdownTable, cell, base *compare.Cell) string { return m.verdict(cell, base) }},
	}
}

func (m *markdownTable) write() {
	m.heading()
	m.row("benchmark", func(c int) []string {
		fields := []string{style.Markdown(m.labels[c])}
		for _, d := range m.differencesOf(c) {
			fields = append(fields, d.title)
		}
		return fields
	})
	m.row("---", func(c int) []string {
		return append([]string{"--:"}, slices.Repeat([]string{":--"}, len(m.differencesOf(c)))...)
	})
	for i := range m.table.Rows {
		r := &m.table.Rows[i]
		m.row(style.Markdown(r.Name), func(c int) []string { return m.cell(&r.Cells[c], &r.Cells[m.table.Base], c) })
	}
	if m.table.Geomean != nil {
		m.row("geomean", func(c int) []string { return m.geomean(&m.table.Geomean[c], c) })
	}
	if len(m.footnotes.texts) > 0 {
		m.w.WriteByte('\n')
	}
	for i, n := range m.footnotes.texts {
		end := "  "
		if i == len(m.footnotes.texts)-1 {
			end = ""
		}
		fmt.Fprintf(m.w, "%s %s%s\n", superscript(i+1), style.Markdown(n), end)
	}
}

// differencesOf lists the columns behind column c.
func (m *markdownTable) differencesOf(c int) []markdownDifference {
	if c == m.table.Base {
		return nil
	}
	return m.differences
}

// circumstances are the configuration and the notes of the table, which many
// tables share.
func (m *markdownTable) circumstances() string {
	var config []string
	for _, a := range m.table.Config {
		if a.Value != "" {
			config = append(config, a.Key+" "+style.Markdown(a.Value))
		}
	}
	s := ""
	if len(config) > 0 {
		s = strings.Join(config, " · ") + "\n\n"
	}
	for _, n := range m.table.Notes {
		s += "> " + style.Markdown(n) + "\n\n"
	}
	return s
}

// heading names the unit.
func (m *markdownTable) heading() {
	title := style.UnitTitle(m.table.Unit)
	if title == m.table.Unit {
		title = style.Markdown(title)
	}
	fmt.Fprintf(m.w, "**%s**", title)
	if better := betterWord(m.table.Better); better != "" {
		fmt.Fprintf(m.w, " (%s is better)", better)
	}
	m.w.WriteString("\n\n")
}

// row writes a line: a label and the fields of each column.
func (m *markdownTable) row(label string, fields func(column int) []string) {
	m.w.WriteString("| " + label + " |")
	for c := range m.labels {
		for _, f := range fields(c) {
			m.w.WriteString(" " + f + " |")
		}
	}
	m.w.WriteByte('\n')
}

func (m *markdownTable) cell(c, base *compare.Cell, column int) []string {
	value := missing(c)
	if c.Present {
		value = fmt.Sprintf("%s ± %s%s", style.Value(c.Center, m.table.Unit), interval(c), m.marks(c.Warnings))
	}
	fields := []string{value}
	for i, d := range m.differencesOf(column) {
		switch {
		case c.BaseN > 0:
			fields = append(fields, d.text(m, c, base))
		case i == 0 && c.Present:
			fields = append(fields, withoutBase(base))
		default:
			fields = append(fields, "")
		}
	}
	return fields
}

func (m *markdownTable) geomean(g *compare.Geomean, column int) []string {
	value := style.Missing
	if !math.IsNaN(g.Center) {
		value = style.Value(g.Center, m.table.Unit)
	}
	fields := []string{value + m.marks(g.Warnings)}
	for i := range m.differencesOf(column) {
		switch {
		case i > 0:
			fields = append(fields, "")
		case math.IsNaN(g.Ratio):
			fields = append(fields, style.Missing)
		default:
			fields = append(fields, fmt.Sprintf("%+.2f%%", (g.Ratio-1)*100))
		}
	}
	return fields
}

// marks returns the numbers of footnotes, with a blank before.
func (m *markdownTable) marks(warnings []string) string {
	if len(warnings) == 0 {
		return ""
	}
	return " " + m.footnotes.marks(warnings)
}

// verdict is the verdict in a word and what it rests on, with an arrow that
// shows which way is good, where there is a change.
func (m *markdownTable) verdict(cell, base *compare.Cell) string {
	text := join(": ", CellWord(m.table.Unit, m.table.Better, base, cell), because(cell, base, m.policy))
	switch cell.Verdict {
	case compare.Better:
		text = "▲ " + text
	case compare.Worse:
		text = "▼ " + text
	}
	return strings.ReplaceAll(text, "<", "&lt;") // all that our words have of markup
}
