package comment

import (
	"fmt"
	"slices"
	"strings"
)

// part is a piece of a comment that is whole by itself: a paragraph, or rows
// of a table or list with what stands before and after them.
type part struct {
	open  string   // before the rows; the whole text of a part without any
	rows  []string // each ends its line
	close string
	// short stands for the part where none of it fits; "" leaves nothing.
	short string
	// more counts rows that an input file had and this run does not name.
	more int
	// rank says which parts give way first: those of the highest rank.
	rank int
	keep int // rows that are shown
	gone bool
}

// The ranks. Parts of rank 0 stay in any comment.
const (
	rankVerdict = iota
	rankFailed
	rankWorse // the first rows of the table
	rankWarning
	rankFooter
	rankMissing
	rankErrors
	rankMoreWorse
	rankMethod
	rankMemory
	rankBetter
	rankRest
)

// newRows returns a part that shows rows one below the other.
func newRows(rank int, open string, rows []string, more int, close, short string) part {
	return part{rank: rank, open: open, rows: rows, keep: len(rows), more: more, close: close, short: short}
}

// folded returns rows behind a summary that a reader opens. The summary is
// ours, without names: forges do not read Markdown there.
func folded(rank int, summary, head string, rows []string, more int, ending string) part {
	if len(rows) == 0 {
		return part{rank: rank, open: summary + "\n" + ending, short: summary + "\n"}
	}
	return newRows(rank, "<details><summary>"+summary+"</summary>\n\n"+head, rows, more, ending+"\n</details>\n",
		summary+andMore(len(rows)+more)+"\n")
}

// text is the part as it stands.
func (p *part) text() string {
	if p.gone {
		return p.short
	}
	var b strings.Builder
	b.WriteString(p.open)
	for _, r := range p.rows[:p.keep] {
		b.WriteString(r)
	}
	b.WriteString(p.tail())
	return b.String()
}

// tail is what follows the rows.
func (p *part) tail() string {
	n := len(p.rows) - p.keep + p.more
	if n == 0 {
		return p.close
	}
	return "\n" + strings.TrimLeft(andMore(n), " ") + "\n" + p.close
}

// andMore ends a list that leaves n rows out.
func andMore(n int) string { return fmt.Sprintf(" … and %d more", n) }

// shrink makes the part shorter by at least over bytes if it can: it leaves out
// whole rows from the end, then gives way to its short form.
func (p *part) shrink(over int) {
	rows := 0
	for _, r := range p.rows[:p.keep] {
		rows += len(r)
	}
	most := rows + len(p.tail()) - over // for the rows that stay and what follows them
	for p.keep > 0 && rows+len(p.tail()) > most {
		p.keep--
		rows -= len(p.rows[p.keep])
	}
	p.gone = p.keep == 0
}

// fit joins parts by empty lines into at most limit bytes. Parts give way in the
// order of their ranks, the highest first, and later ones before earlier.
func fit(parts []part, limit int) string {
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.text() == "" })
	order := make([]*part, len(parts))
	for i := range parts {
		order[len(parts)-1-i] = &parts[i]
	}
	slices.SortStableFunc(order, func(a, b *part) int { return b.rank - a.rank })
	size := len(join(parts))
	for _, p := range order {
		if size <= limit || p.rank == rankVerdict {
			break
		}
		p.shrink(size - limit)
		size = len(join(parts))
	}
	for _, p := range order {
		if size <= limit || p.rank == rankVerdict {
			break
		}
		p.short = "" // not even how much is left out
		size = len(join(parts))
	}
	return join(parts)
}

func join(parts []part) string {
	var b strings.Builder
	for i := range parts {
		text := parts[i].text()
		if text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(text)
	}
	return b.String()
}
