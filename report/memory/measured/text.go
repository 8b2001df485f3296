package measured

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/report/style"
)

// Text writes the report for a terminal.
func Text(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	out.WriteString("Measured memory per variant\n")
	if r.SideBySide == nil {
		out.WriteString("\nNothing about memory was measured: run the benchmarks with -benchmem.\n")
	} else {
		writeTable(out, sideBySideTitle(r.SideBySide), r.SideBySide)
		if r.Largest != nil {
			writeTable(out, largestTitle, r.Largest)
		}
		if t := r.SideBySide.compared(); t != nil {
			writeColumns(out, againstTitle(t), t, againstColumns(t))
		}
		out.WriteByte('\n')
		for _, d := range definitions(r) {
			out.WriteString(d + "\n")
		}
	}
	if r.Base != "" {
		writeChanges(out, r)
	}
	return out.Flush()
}

func writeTable(out *bufio.Writer, title string, t *Table) {
	writeColumns(out, title, t, columns(t))
}

func writeColumns(out *bufio.Writer, title string, t *Table, cols []column) {
	fmt.Fprintf(out, "\n%s\n", title)
	g := grid{words: make([]bool, len(cols)), lines: [][]string{make([]string, len(cols))}}
	for i, c := range cols {
		g.words[i] = c.words
		g.lines[0][i] = c.title
	}
	for i := range t.Entries {
		line := make([]string, len(cols))
		for j, c := range cols {
			line[j] = style.Terminal(c.cell(&t.Entries[i]))
		}
		g.lines = append(g.lines, line)
	}
	g.write(out)
	if len(t.Absent) > 0 {
		fmt.Fprintf(out, "%s: %s\n", absentTitle, style.Terminal(strings.Join(t.Absent, ", ")))
	}
}

func writeChanges(out *bufio.Writer, r *Report) {
	fmt.Fprintf(out, "\n%s\n", r.changeTitle())
	if len(r.Changes) == 0 {
		return
	}
	g := grid{
		words: []bool{true, true, true, false, false, false, true, true},
		lines: [][]string{changeHeads()},
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		line := c.fields()
		for j := range line {
			line[j] = style.Terminal(line[j])
		}
		g.lines = append(g.lines, line)
	}
	g.write(out)
}

// grid is a table of a fixed-width font.
type grid struct {
	words []bool // columns set left
	lines [][]string
}

func (g *grid) write(out *bufio.Writer) {
	widths := make([]int, len(g.words))
	for _, line := range g.lines {
		for i, s := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(s))
		}
	}
	for _, line := range g.lines {
		var b strings.Builder
		for i, s := range line {
			if i > 0 {
				b.WriteString("  ")
			}
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(s))
			if g.words[i] {
				b.WriteString(s + blanks)
			} else {
				b.WriteString(blanks + s)
			}
		}
		out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
	}
}
