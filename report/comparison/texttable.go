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
	fits      bool   // over several columns: widens its first one, whether that stretches or not
	color     string // SGR parameters, "" for none
}

// textTable lays out rows of cells in columns of a fixed-width font, the way
// benchstat does: a column is as wide as its widest margin and text, and cells
// over several columns widen those of them that stretch. A text that does not
// fit sticks out.
type textTable struct {
	rows    [][]textCell
	cols    int
	stretch map[int]bool // columns that cells over several may widen
	// ragged leaves as much room again behind a text that sticks out, as
	// benchstat does.
	ragged bool
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
				spanning = append(spanning, c)
				continue
			}
			widths[c.col] = max(widths[c.col], margins[c.col]+utf8.RuneCountInString(c.text))
		}
	}
	slices.SortStableFunc(spanning, func(a, b textCell) int { return a.span - b.span })
	for _, c := range spanning {
		t.widen(widths, c, margins[c.col]+utf8.RuneCountInString(c.text))
	}
	return margins, widths
}

// widen makes room for a cell over several columns: those that stretch become
// equally wide, as far as they are not wider already.
func (t *textTable) widen(widths []int, c textCell, need int) {
	var stretch []int
	have := 0
	for col := c.col; col < c.col+c.span; col++ {
		have += widths[col]
		if t.stretch[col] {
			stretch = append(stretch, col)
		}
	}
	if have >= need {
		return
	}
	if c.fits {
		widths[c.col] += need - have
		return
	}
	for col := c.col; col < c.col+c.span; col++ {
		if !t.stretch[col] {
			need -= widths[col]
		}
	}
	slices.SortStableFunc(stretch, func(a, b int) int { return widths[b] - widths[a] })
	for i, col := range stretch {
		left := len(stretch) - i
		widths[col] = max(widths[col], (need+left-1)/left)
		need -= widths[col]
	}
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
			gap := starts[c.col] - at
			if t.ragged && gap < 0 {
				pad(w, -gap)
				at = starts[c.col]
			}
			pad(w, gap)
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
