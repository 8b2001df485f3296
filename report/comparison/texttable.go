package comparison

import (
	"bufio"
	"slices"
	"strings"
	"unicode/utf8"
)

// align places the text of a cell in its columns.
type align int

const (
	left align = iota
	center
	right
)

// textCell is a text over one or more columns of a textTable.
type textCell struct {
	col, span int
	text      string
	margin    string // before the text, right-aligned in the margin of the column
	align     align
	// grow widens the first column where the text needs more than its columns
	// have; without it the text sticks out.
	grow  bool
	color string // SGR parameters, "" for none
}

// textTable lays out rows of cells in columns of a fixed-width font, the way
// benchstat does: a column is as wide as its widest margin and text, cells over
// several columns widen the first.
type textTable struct {
	rows [][]textCell
	cols int
}

func (t *textTable) row() { t.rows = append(t.rows, nil) }

// add puts a cell into the last row. Cells come from left to right.
func (t *textTable) add(c textCell) {
	if c.span == 0 {
		c.span = 1
	}
	if c.margin == "" && c.col > 0 && c.text != "" {
		c.margin = " "
	}
	last := len(t.rows) - 1
	t.rows[last] = append(t.rows[last], c)
	t.cols = max(t.cols, c.col+c.span)
}

// widths returns the widths of the margins and of the columns with them.
func (t *textTable) widths() (margins, widths []int) {
	margins, widths = make([]int, t.cols), make([]int, t.cols)
	for _, row := range t.rows {
		for _, c := range row {
			margins[c.col] = max(margins[c.col], utf8.RuneCountInString(c.margin))
		}
	}
	var spanning []textCell
	for _, row := range t.rows {
		for _, c := range row {
			if c.span > 1 {
				if c.grow {
					spanning = append(spanning, c)
				}
				continue
			}
			widths[c.col] = max(widths[c.col], margins[c.col]+utf8.RuneCountInString(c.text))
		}
	}
	slices.SortStableFunc(spanning, func(a, b textCell) int { return a.span - b.span })
	for _, c := range spanning {
		need := margins[c.col] + utf8.RuneCountInString(c.text)
		for _, w := range widths[c.col : c.col+c.span] {
			need -= w
		}
		widths[c.col] += max(0, need)
	}
	return margins, widths
}

// write prints the table without trailing blanks.
func (t *textTable) write(w *bufio.Writer) {
	margins, widths := t.widths()
	starts := make([]int, t.cols+1)
	for i, width := range widths {
		starts[i+1] = starts[i] + width
	}
	for _, row := range t.rows {
		at := 0
		for _, c := range row {
			if strings.TrimSpace(c.margin+c.text) == "" {
				continue
			}
			pad(w, starts[c.col]-at)
			pad(w, margins[c.col]-utf8.RuneCountInString(c.margin))
			w.WriteString(c.margin)
			at = max(at, starts[c.col]) + margins[c.col]

			length := utf8.RuneCountInString(c.text)
			free := starts[c.col+c.span] - at - length
			switch c.align {
			case left:
				free = 0
			case center:
				free /= 2
			}
			free = max(0, free)
			pad(w, free)
			writeColored(w, c.text, c.color)
			at += free + length
		}
		w.WriteByte('\n')
	}
}

func pad(w *bufio.Writer, n int) {
	const blanks = "                                                                "
	for ; n > len(blanks); n -= len(blanks) {
		w.WriteString(blanks)
	}
	if n > 0 {
		w.WriteString(blanks[:n])
	}
}

func writeColored(w *bufio.Writer, text, color string) {
	if color == "" {
		w.WriteString(text)
		return
	}
	w.WriteString("\x1b[" + color + "m" + text + "\x1b[0m")
}
