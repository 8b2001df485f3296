package study

import (
	"github.com/fftstudy/fftstudy/report/style"
	"github.com/fftstudy/fftstudy/report/web"
)

// A column is one column of a table over rows of type R. Its functions serve
// the static rows and the script's data alike.
type column[R any] struct {
	key  string // name in the page's hash and in CSV heads
	head string // words over the column
	unit string // second line of the head
	help string // what the column means, as the head's title

	// text is what a reader sees; style.Missing or "" where there is nothing.
	text func(R) string
	// num is the sort key of a number, NaN where there is none. A column
	// without it holds words, sorted by place or by alphabet.
	num func(R) float64
	// place orders the words of a column that has an order of its own.
	place func(R) int
	// class is the cell's class; it depends on the text alone, or for numbers
	// on the text's unit.
	class func(R) string
	// bar is the length of the bar under the cell in [0,1], NaN for none.
	bar func(R) float64

	// by is the key of a column to the left: within one value of it, this
	// column's numbers are closer to sorted. It makes the data smaller.
	by string

	serial  bool // the numbers count the rows from 1, those that have one
	facet   bool // the reader can filter by its values
	rowHead bool // names the row
	rowTint bool // class goes to the whole row as well
}

func (c *column[R]) words() bool { return c.num == nil }

// A table is rows under columns.
type table[R any] struct {
	id      string
	label   string // what the table shows, for those who hear it
	columns []column[R]
	rows    []R
	// static is how many rows stand in the HTML; all others are in the data.
	static int
	// page is how many rows the script shows at once.
	page int
	// tools adds search, filters and export.
	tools bool
}

// The limits of ordinary tables.
const (
	staticRows = 60
	pageRows   = 20
)

// gridView is a table as the templates see it.
type gridView struct {
	ID, Label string
	Heads     []headView
	Rows      []rowView
	Total     int
	Tools     bool
}

// Static returns the number of rows in the HTML.
func (g gridView) Static() int { return len(g.Rows) }

// More reports whether there are rows that only the script can show.
func (g gridView) More() bool { return g.Total > len(g.Rows) }

type headView struct {
	Key, Text, Unit, Help, Class string
}

type rowView struct {
	Class string
	Cells []cellView
}

type cellView struct {
	Text, Class string
	Head        bool
}

// view renders the table's static rows and hands its data to the page. Its id
// must be unique on the page.
func (t *table[R]) view(b *builder) gridView {
	if t.static == 0 {
		t.static = staticRows
	}
	if t.page == 0 {
		t.page = pageRows
	}
	g := gridView{ID: t.id, Label: t.label, Total: len(t.rows), Tools: t.tools}
	for i := range t.columns {
		c := &t.columns[i]
		g.Heads = append(g.Heads, headView{Key: c.key, Text: c.head, Unit: c.unit, Help: c.help, Class: wordClass(c.words())})
	}
	for _, r := range t.rows[:min(t.static, len(t.rows))] {
		g.Rows = append(g.Rows, t.row(r))
	}
	b.data = append(b.data, t.payload())
	return g
}

// whole reports whether all rows stand in the HTML and nothing but sorting is
// left for the script.
func (t *table[R]) whole() bool { return len(t.rows) <= t.static && !t.tools }

func (t *table[R]) row(r R) rowView {
	v := rowView{Cells: make([]cellView, len(t.columns))}
	for i := range t.columns {
		c := &t.columns[i]
		class := c.classOf(r)
		if c.rowTint {
			v.Class = class
		}
		v.Cells[i] = cellView{Text: c.textOf(r), Class: join(wordClass(c.words()), class, c.barOf(r)), Head: c.rowHead}
	}
	return v
}

func (c *column[R]) textOf(r R) string {
	if s := c.text(r); s != "" {
		return s
	}
	return style.Missing
}

func (c *column[R]) classOf(r R) string {
	if c.class == nil {
		return ""
	}
	return c.class(r)
}

// barOf returns the classes of a cell's bar, or "".
func (c *column[R]) barOf(r R) string {
	if c.bar == nil {
		return ""
	}
	return web.BarClass(c.bar(r))
}

// lift turns a column over configurations into one over rows that hold one.
func lift[R any](c column[config], of func(R) config) column[R] {
	out := column[R]{
		key: c.key, head: c.head, unit: c.unit, help: c.help, facet: c.facet, rowHead: c.rowHead, rowTint: c.rowTint,
		text: func(r R) string { return c.text(of(r)) },
	}
	if c.num != nil {
		out.num = func(r R) float64 { return c.num(of(r)) }
	}
	if c.place != nil {
		out.place = func(r R) int { return c.place(of(r)) }
	}
	if c.class != nil {
		out.class = func(r R) string { return c.class(of(r)) }
	}
	return out
}

// longName is the class of a row head that may take several lines.
func longName[R any](R) string { return "long" }

func wordClass(words bool) string {
	if words {
		return "w"
	}
	return ""
}

// join puts class names together.
func join(classes ...string) string {
	out := ""
	for _, c := range classes {
		if c == "" {
			continue
		}
		if out != "" {
			out += " "
		}
		out += c
	}
	return out
}
