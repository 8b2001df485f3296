package memory

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// A report is a list of parts, made once and written in every form: what the
// forms say is the same, only the writing differs.

// part is one section of a report.
type part struct {
	title   sentence
	pairs   []pair     // of the header
	say     []sentence // before the table
	table   *table
	picture []string   // lines of a fixed-width font
	notes   []sentence // behind the table
}

// pair is a line of a header.
type pair struct{ key, value cell }

// cell is a text, either in our own words or from the input.
type cell struct {
	text    string
	foreign bool
	prose   bool // of the input, but words rather than a name: "sequences"
	bad     bool // what a reader must not miss
}

func own(text string) cell     { return cell{text: text} }
func foreign(text string) cell { return cell{text: text, foreign: true} }
func prose(text string) cell   { return cell{text: text, foreign: true, prose: true} }

// badIf marks a cell.
func (c cell) badIf(bad bool) cell {
	c.bad = bad
	return c
}

// sentence is own words with texts of the input among them.
type sentence []cell

// say makes a sentence of texts, which are our own, and cells.
func say(parts ...any) sentence {
	s := make(sentence, 0, len(parts))
	for _, p := range parts {
		switch p := p.(type) {
		case cell:
			s = append(s, p)
		case sentence:
			s = append(s, p...)
		default:
			s = append(s, own(fmt.Sprint(p)))
		}
	}
	return s
}

// table is a table with a line for each row.
type table struct {
	columns []column
	rows    []row
}

// column is the head of a column.
type column struct {
	title string
	right bool // numbers
	bar   bool // a bar from and to the row's span, instead of cells
	meter bool // on a page, the row's bar lies under the cells
}

// row is a line of a table.
type row struct {
	kind  rowKind
	depth int // 1: a part of the row before
	cells []cell
	bar   bar
}

// rowKind says what a row is among the others.
type rowKind int

const (
	plainRow rowKind = iota
	restRow          // rows that are not shown, or what belongs to none of them
	totalRow         // what the rows before add up to
)

// bar is drawn between two shares of its column.
type bar struct {
	from, to float64
	look     barLook
}

type barLook int

const (
	fullBar barLook = iota
	freeBar         // what is left
	overBar         // what is too much
)

func (b bar) shown() bool { return b.to > b.from }

// drop removes the columns of which no row has a cell that says something.
func (t *table) drop(empty func(c cell) bool) {
	var kept []int
	for i := range t.columns {
		if t.columns[i].bar || slices.ContainsFunc(t.rows, func(r row) bool { return i < len(r.cells) && !empty(r.cells[i]) }) {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(t.columns) {
		return
	}
	t.columns = pick(t.columns, kept)
	for i := range t.rows {
		if len(t.rows[i].cells) > 0 {
			t.rows[i].cells = pick(t.rows[i].cells, kept)
		}
	}
}

// without empties a column, so that it drops.
func (t *table) without(place int) {
	for i := range t.rows {
		t.rows[i].cells[place] = cell{}
	}
}

func pick[T any](list []T, places []int) []T {
	out := make([]T, 0, len(places))
	for _, p := range places {
		if p < len(list) {
			out = append(out, list[p])
		}
	}
	return out
}

// nothing is what a table shows instead of zero bytes.
const nothing = "0"

func isNothing(c cell) bool { return c.text == "" || c.text == nothing }

// writer makes cells in the unit of the options.
type writer struct {
	*Document
	TextOptions
	fixed bool // activations are charged as what exists anyway
}

func newWriter(d *Document, o TextOptions) (*writer, error) {
	o, err := o.check()
	if err != nil {
		return nil, err
	}
	return &writer{d, o, d.holds()}, nil
}

func (w *writer) bytes(n int64) cell {
	if n == 0 {
		return own(nothing)
	}
	return own(w.Unit.Format(n))
}

// bytesRange is one figure, or the least and the most where they differ.
func (w *writer) bytesRange(least, most int64) cell {
	if least == most {
		return w.bytes(least)
	}
	return own(w.bytes(least).text + "…" + w.bytes(most).text)
}

func integer(n int64) cell { return own(style.Integer(n)) }

// share is part of all in per cent with one decimal: "38.8 %".
func share(n, of int64) string {
	switch p := 100 * float64(n) / float64(of); {
	case of <= 0:
		return style.Missing
	case n == 0:
		return "0 %"
	case math.Abs(p) < 0.05:
		if n < 0 {
			return "> -0.1 %"
		}
		return "< 0.1 %"
	default:
		return fmt.Sprintf("%.1f %%", p)
	}
}

// plural counts things: "1 node", "5 nodes".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return style.Integer(int64(n)) + " " + thing + "s"
}

// notShown says that things were left out: "5 nodes that hold nothing are not
// shown".
func notShown(n int, thing, because string) sentence {
	are := " are not shown"
	if n == 1 {
		are = " is not shown"
	}
	return say(plural(n, thing) + " " + because + are)
}

// classWords are the names of the classes in tables.
func classWords(c circuit.Class) string {
	if c == circuit.HostClass {
		return "host caches"
	}
	return strings.ReplaceAll(string(c), "_", " ")
}
