package comparison

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// HTML writes one <section class="benchx-comparison"> to put into a page: a
// table per unit and configuration, footnotes under each, notes at the end. It
// has no styles, scripts, links or ids, so that it reads without them and
// several fit on one page; verdicts are words, and classes (benchx-better,
// benchx-worse, …) are there to be coloured. Every text is escaped.
func HTML(w io.Writer, res *compare.Result) error {
	h := &htmlWriter{Writer: bufio.NewWriter(w), res: res, differences: htmlDifferences(res.Options)}
	h.WriteString("<section class=\"benchx-comparison\">\n")
	under := ""
	for i := range res.Tables {
		h.table, h.footnotes = &res.Tables[i], footnotes{}
		if c := h.circumstances(); c != under {
			h.WriteString(c)
			under = c
		}
		h.writeTable()
	}
	h.list("ul", "benchx-notes", res.AllNotes())
	h.WriteString("</section>\n")
	return h.Flush()
}

// An htmlDifference is a column about the difference of a cell to its base.
type htmlDifference struct {
	title, class string
	text         func(h *htmlWriter, cell, base *compare.Cell) string // HTML
}

// htmlDifferences lists the columns behind a column that is compared.
func htmlDifferences(opt compare.Options) []htmlDifference {
	return []htmlDifference{
		{"vs base", "benchx-delta", func(_ *htmlWriter, cell, base *compare.Cell) string {
			return escaped(delta(cell, base))
		}},
		{"test", "benchx-test", func(h *htmlWriter, cell, base *compare.Cell) string {
			return escaped(evidence(cell, base)) + h.marks(cell.TestWarnings)
		}},
		{ratioTitle(opt), "benchx-ratio", func(h *htmlWriter, cell, _ *compare.Cell) string {
			return escaped(ratio(cell, h.res.Options.Policy))
		}},
		{"verdict", "benchx-verdict", func(h *htmlWriter, cell, base *compare.Cell) string {
			return escaped(CellWord(h.table.Unit, h.table.Better, base, cell))
		}},
		{"why", "benchx-why", func(h *htmlWriter, cell, base *compare.Cell) string {
			return escaped(because(cell, base, h.res.Options.Policy))
		}},
	}
}

// htmlWriter writes tables one after the other.
type htmlWriter struct {
	*bufio.Writer
	res         *compare.Result
	table       *compare.Table
	differences []htmlDifference
	footnotes   footnotes
}

// escaped returns s as text of an element or of an attribute in quotes.
func escaped(s string) string { return html.EscapeString(style.Visible(s)) }

func (h *htmlWriter) print(format string, args ...any) { fmt.Fprintf(h, format, args...) }

// circumstances are the configuration and the notes of the table, which many
// tables share.
func (h *htmlWriter) circumstances() string {
	var b strings.Builder
	for _, a := range h.table.Config {
		if a.Value == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" · ")
		}
		b.WriteString(escaped(a.Key) + " <code>" + escaped(a.Value) + "</code>")
	}
	text := ""
	if b.Len() > 0 {
		text = "<p class=\"benchx-config\">" + b.String() + "</p>\n"
	}
	for _, n := range h.table.Notes {
		text += "<p class=\"benchx-note\">" + escaped(n) + "</p>\n"
	}
	return text
}

// differencesOf lists the columns behind column c.
func (h *htmlWriter) differencesOf(c int) []htmlDifference {
	if c == h.table.Base {
		return nil
	}
	return h.differences
}

func (h *htmlWriter) writeTable() {
	h.WriteString("<table class=\"benchx-table\">\n")
	h.caption()
	h.head()
	h.WriteString("<tbody>\n")
	for i := range h.table.Rows {
		h.row(&h.table.Rows[i])
	}
	h.WriteString("</tbody>\n")
	if h.table.Geomean != nil {
		h.foot()
	}
	h.WriteString("</table>\n")
	h.list("ol", "benchx-footnotes", h.footnotes.texts)
}

func (h *htmlWriter) caption() {
	title := style.UnitTitle(h.table.Unit)
	if title != h.table.Unit {
		title += " (" + h.table.Unit + ")"
	}
	if better := betterWord(h.table.Better); better != "" {
		title += ", " + better + " is better"
	}
	h.print("<caption>%s</caption>\n", escaped(title))
}

// head writes a line per key of the columns, and one that names what is under
// them.
func (h *htmlWriter) head() {
	levels := headerLevels(h.res)
	h.WriteString("<thead>\n")
	for level := range levels {
		h.WriteString("<tr>")
		if level == 0 {
			h.print("<th scope=\"col\" rowspan=\"%d\">benchmark</th>", levels+1)
		}
		h.headLevel(level)
		h.WriteString("</tr>\n")
	}
	h.WriteString("<tr>")
	if levels == 0 {
		h.WriteString("<th scope=\"col\">benchmark</th>")
	}
	for c := range h.res.Columns {
		h.WriteString("<th scope=\"col\">median</th>")
		for _, d := range h.differencesOf(c) {
			h.print("<th scope=\"col\">%s</th>", escaped(d.title))
		}
	}
	h.WriteString("</tr>\n</thead>\n")
}

// headLevel writes the values of one key, each over all neighbours that share
// it and what is above it.
func (h *htmlWriter) headLevel(level int) {
	for from := 0; from < len(h.res.Columns); {
		span := 0
		to := from
		for to < len(h.res.Columns) && (to == from || sameHeader(h.res, from, to, level)) {
			span += 1 + len(h.differencesOf(to))
			to++
		}
		value := style.Missing
		if v := headerValue(h.res, from, level); v != "" {
			value = "<code>" + escaped(v) + "</code>"
		}
		h.print("<th scope=\"colgroup\" colspan=\"%d\">%s</th>", span, value)
		from = to
	}
}

func (h *htmlWriter) row(r *compare.Row) {
	h.print("<tr><th scope=\"row\"><code>%s</code></th>", escaped(r.Name))
	base := &r.Cells[h.table.Base]
	for c := range r.Cells {
		cell := &r.Cells[c]
		h.value(cell)
		differences := h.differencesOf(c)
		switch {
		case len(differences) == 0:
		case cell.BaseN == 0:
			text := ""
			if cell.Present {
				text = withoutBase(base)
			}
			h.print("<td class=\"benchx-nobase\" colspan=\"%d\">%s</td>", len(differences), escaped(text))
		default:
			for _, d := range differences {
				h.print("<td class=\"%s%s\">%s</td>", d.class, verdictClass(cell.Verdict), d.text(h, cell, base))
			}
		}
	}
	h.WriteString("</tr>\n")
}

func (h *htmlWriter) value(cell *compare.Cell) {
	if !cell.Present {
		h.print("<td class=\"benchx-missing\">%s</td>", escaped(missing(cell)))
		return
	}
	h.print("<td class=\"benchx-value\">%s ± %s%s</td>",
		escaped(style.Value(cell.Center, h.table.Unit)), escaped(interval(cell)), h.marks(cell.Warnings))
}

// foot writes the geometric means.
func (h *htmlWriter) foot() {
	h.WriteString("<tfoot>\n<tr><th scope=\"row\">geomean</th>")
	for c := range h.table.Geomean {
		g := &h.table.Geomean[c]
		value := style.Missing
		if !math.IsNaN(g.Center) {
			value = style.Value(g.Center, h.table.Unit)
		}
		h.print("<td class=\"benchx-value\">%s%s</td>", escaped(value), h.marks(g.Warnings))
		if n := len(h.differencesOf(c)); n > 0 {
			ratio := style.Missing
			if !math.IsNaN(g.Ratio) {
				ratio = fmt.Sprintf("%+.2f%%", (g.Ratio-1)*100)
			}
			h.print("<td class=\"benchx-delta\" colspan=\"%d\">%s</td>", n, escaped(ratio))
		}
	}
	h.WriteString("</tr>\n</tfoot>\n")
}

// list writes texts as a list, nothing where there are none.
func (h *htmlWriter) list(tag, class string, texts []string) {
	if len(texts) == 0 {
		return
	}
	h.print("<%s class=\"%s\">\n", tag, class)
	for _, t := range texts {
		h.print("<li>%s</li>\n", escaped(t))
	}
	h.print("</%s>\n", tag)
}

// marks returns the numbers of footnotes.
func (h *htmlWriter) marks(warnings []string) string {
	var b strings.Builder
	for _, w := range warnings {
		fmt.Fprintf(&b, " <sup>%d</sup>", h.footnotes.number(w))
	}
	return b.String()
}

// verdictClass is the class of cells that tell of a change, with a blank before.
func verdictClass(v compare.Verdict) string {
	switch v {
	case compare.Better:
		return " benchx-better"
	case compare.Worse:
		return " benchx-worse"
	case compare.Changed:
		return " benchx-changed"
	}
	return ""
}
