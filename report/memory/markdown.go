package memory

import (
	"bufio"
	"io"
	"strings"

	"github.com/fftstudy/fftstudy/report/style"
)

// Markdown writes the document for GitHub and GitLab: what comes from the input
// stands as code, so that nothing in it is markup or a mention.
func Markdown(w io.Writer, d *Document, o TextOptions) error {
	list, err := parts(d, o)
	if err != nil {
		return err
	}
	return writeMarkdown(w, list, o.ASCII)
}

func writeMarkdown(w io.Writer, list []part, ascii bool) error {
	m := &markdownWriter{Writer: bufio.NewWriterSize(w, 1<<16), ascii: ascii, level: "## "}
	for i := range list {
		if i > 0 {
			m.WriteByte('\n')
			m.level = "### "
		}
		m.part(&list[i])
	}
	return m.Flush()
}

type markdownWriter struct {
	*bufio.Writer
	ascii bool
	level string // of the next title
}

func (m *markdownWriter) part(p *part) {
	if len(p.title) > 0 {
		m.WriteString(m.level + markdownText(p.title) + "\n\n")
	}
	for i, list := range [][]sentence{p.say, p.notes} {
		if i == 1 {
			m.body(p)
		}
		for _, s := range list {
			m.WriteString(markdownText(s) + "  \n")
		}
	}
}

// body is what stands between the sentences before and the notes behind.
func (m *markdownWriter) body(p *part) {
	if len(p.say) > 0 && (len(p.pairs) > 0 || len(p.picture) > 0 || p.table != nil) {
		m.WriteByte('\n')
	}
	for _, pair := range p.pairs {
		m.WriteString("- " + markdownText(sentence{pair.key}) + ": " + markdownText(sentence{pair.value}) + "\n")
	}
	if len(p.picture) > 0 {
		m.WriteString("```text\n" + strings.Join(p.picture, "\n") + "\n```\n\n")
	}
	if p.table != nil {
		m.table(p.table)
		if len(p.notes) > 0 {
			m.WriteByte('\n')
		}
	}
}

// markdownText is a sentence outside of tables.
func markdownText(s sentence) string {
	var b strings.Builder
	for _, c := range s {
		if c.foreign && !c.harmless() {
			b.WriteString(style.Code(c.text))
		} else {
			b.WriteString(markdownWords(c.text))
		}
	}
	return b.String()
}

// harmless reports whether a text of the input is prose that holds no markup.
func (c cell) harmless() bool {
	return c.prose && strings.TrimSpace(c.text) == c.text && !strings.ContainsFunc(c.text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(" ,;%", r))
	})
}

// markdownWords escapes all that our own words have of markup.
func markdownWords(s string) string { return strings.ReplaceAll(s, "<", "&lt;") }

func (m *markdownWriter) table(t *table) {
	m.WriteByte('|')
	for i, c := range t.columns {
		title := c.title
		if title == "" && i > 0 && !c.bar {
			title = " "
		}
		m.WriteString(" " + title + " |")
	}
	m.WriteString("\n|")
	for _, c := range t.columns {
		if c.right {
			m.WriteString(" --: |")
		} else {
			m.WriteString(" :-- |")
		}
	}
	m.WriteByte('\n')
	for i := range t.rows {
		m.row(t, &t.rows[i])
	}
}

func (m *markdownWriter) row(t *table, r *row) {
	m.WriteByte('|')
	for i, c := range t.columns {
		if c.bar { // a cell cannot begin with blanks: the bar has its length, not its place
			b := r.bar
			b.from, b.to = 0, r.bar.to-r.bar.from
			m.WriteString(" " + barLine(b, barWidth, m.ascii) + " |")
			continue
		}
		text := markdownCell(r.cells[i])
		switch {
		case text == "":
		case r.kind == totalRow && !r.cells[i].foreign:
			text = "**" + text + "**"
		case i == 0 && r.depth > 0:
			text = "– " + text
		}
		m.WriteString(" " + text + " |")
	}
	m.WriteByte('\n')
}

func markdownCell(c cell) string {
	switch {
	case c.text == "":
		return ""
	case c.foreign && !c.harmless():
		return style.Markdown(c.text)
	}
	return markdownWords(c.text)
}
