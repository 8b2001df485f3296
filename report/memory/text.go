package memory

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/report/style"
)

// Text writes the document for a terminal.
func Text(w io.Writer, d *Document, o TextOptions) error {
	list, err := parts(d, o)
	if err != nil {
		return err
	}
	return writeText(w, list, o.ASCII)
}

func writeText(w io.Writer, list []part, ascii bool) error {
	out := &textWriter{Writer: bufio.NewWriterSize(w, 1<<16), ascii: ascii}
	for i := range list {
		if i > 0 {
			out.line("")
		}
		out.part(&list[i])
	}
	return out.Flush()
}

// textWriter writes parts in a fixed-width font.
type textWriter struct {
	*bufio.Writer
	ascii bool
}

// barWidth is the width of bars in characters.
const barWidth = 32

func (t *textWriter) line(s string) {
	t.WriteString(s)
	t.WriteByte('\n')
}

func (t *textWriter) part(p *part) {
	if len(p.title) > 0 {
		t.line(plainText(p.title))
	}
	for _, s := range p.say {
		t.line(plainText(s))
	}
	if len(p.pairs) > 0 {
		t.pairs(p.pairs)
	}
	for _, l := range p.picture {
		t.line(l)
	}
	if p.table != nil {
		if len(p.picture) > 0 {
			t.line("")
		}
		t.table(p.table)
	}
	for _, s := range p.notes {
		t.line(plainText(s))
	}
}

// plainText is a sentence as it stands on a terminal.
func plainText(s sentence) string {
	var b strings.Builder
	for _, c := range s {
		b.WriteString(terminalText(c))
	}
	return b.String()
}

func terminalText(c cell) string {
	if c.foreign {
		return style.Terminal(c.text)
	}
	return c.text
}

func (t *textWriter) pairs(list []pair) {
	width := 0
	for _, p := range list {
		width = max(width, utf8.RuneCountInString(terminalText(p.key)))
	}
	for _, p := range list {
		key := terminalText(p.key)
		margin := "  " + key + strings.Repeat(" ", width-utf8.RuneCountInString(key)) + "  "
		for _, line := range wrapped(terminalText(p.value), max(pairsWidth-width, pairsWidth/2)) {
			t.line(margin + line)
			margin = strings.Repeat(" ", width+4)
		}
	}
}

// pairsWidth is how wide keys and values together are.
const pairsWidth = 96

// wrapped breaks a text between words; a word that is too long sticks out.
func wrapped(s string, width int) (lines []string) {
	line, n := "", 0
	for _, word := range strings.Split(s, " ") {
		size := utf8.RuneCountInString(word)
		if n > 0 && n+1+size > width {
			lines = append(lines, line)
			line, n = "", 0
		}
		if n > 0 {
			line, n = line+" ", n+1
		}
		line, n = line+word, n+size
	}
	return append(lines, line)
}

// table writes columns two blanks apart, and a rule before the first of the rows
// that sum up.
func (t *textWriter) table(tab *table) {
	lines, widths := t.layout(tab)
	all := -2
	for i, w := range widths {
		if !tab.columns[i].bar {
			all += w + 2
		}
	}
	blanks := strings.Repeat(" ", all+barWidth+2)
	for i, line := range lines {
		if i > 0 && tab.rows[i-1].kind == totalRow && (i == 1 || tab.rows[i-2].kind != totalRow) {
			t.line(strings.Repeat(t.rule(), all))
		}
		t.cells(tab, line, widths, blanks)
	}
}

func (t *textWriter) rule() string {
	if t.ascii {
		return "-"
	}
	return "─"
}

// layout makes the texts of a head and of each row, and how wide they are.
func (t *textWriter) layout(tab *table) (lines [][]string, widths []int) {
	lines = make([][]string, 1, len(tab.rows)+1)
	lines[0] = make([]string, len(tab.columns))
	for i, c := range tab.columns {
		lines[0][i] = c.title
	}
	all := make([]string, len(tab.rows)*len(tab.columns))
	for i := range tab.rows {
		line := all[i*len(tab.columns) : (i+1)*len(tab.columns)]
		for j, c := range tab.columns {
			if c.bar {
				line[j] = barLine(tab.rows[i].bar, barWidth, t.ascii)
			} else {
				line[j] = terminalText(tab.rows[i].cells[j])
			}
		}
		line[0] = strings.Repeat("  ", tab.rows[i].depth) + line[0]
		lines = append(lines, line)
	}
	widths = make([]int, len(tab.columns))
	for _, line := range lines {
		for j, s := range line {
			widths[j] = max(widths[j], utf8.RuneCountInString(s))
		}
	}
	return lines, widths
}

// cells writes one line; blanks are as many as it may take.
func (t *textWriter) cells(tab *table, line []string, widths []int, blanks string) {
	owed := 0 // blanks, which only a text behind them pays
	for i, s := range line {
		if i > 0 {
			owed += 2
		}
		pad := widths[i] - utf8.RuneCountInString(s)
		if tab.columns[i].right {
			owed += pad
			pad = 0
		}
		if s != "" {
			t.WriteString(blanks[:owed])
			t.WriteString(s)
			owed = 0
		}
		owed += pad
	}
	t.WriteByte('\n')
}
