package compare

import (
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// gathered is the input of a comparison sorted into cells.
type gathered struct {
	inputs []Column
	query  *queries
	left   []int    // per input, how many of its rows the filter left
	places []*place // where those were measured, in the order first seen

	columns []column
	groups  []*group // in order
	names   []string // labels of rows, in order
	rowIDs  []int    // of the names, places on the axis of rows
	units   []string // units of rows that worked, in the order first seen
}

// column is one place on the axis of columns.
type column struct {
	id    int
	label string
}

// group holds what differs in its unit only: one place on the axis of tables.
type group struct {
	id         int
	benchmarks []benchmark // ascending by name once gathered
	byName     map[int]int // index into benchmarks
	// moved holds per column a place that ran on another CPU than the column it
	// is compared with; nil where none did.
	moved []*place
}

// benchmark is one row of a group.
type benchmark struct {
	name int       // index into gathered.names; before they are in order, a place on the axis of rows
	rows [][]entry // per column; more than one where several results share a cell
}

// entry is one row of an input that takes part in the comparison.
type entry struct {
	row     *ablation.Row
	at      *place
	match   *benchproc.Match // which of its metrics the filter leaves; nil for all
	residue benchproc.Key    // what no query names, of use where several share a cell
}

// gather sorts the rows of all inputs. Every row is looked at twice: to learn
// whether it takes part and on which CPUs an input ran, and to find its cell.
func gather(inputs []Column, q *queries) *gathered {
	g := &gathered{inputs: inputs, query: q, left: make([]int, len(inputs))}
	entries := g.selectRows()
	g.overlookCPUs()
	s := newSorter(g)
	for i := range entries {
		s.add(&entries[i])
	}
	s.arrange()
	return g
}

// sorter finds the cells of entries.
type sorter struct {
	*gathered
	groupOf map[int]*group
	unit    map[string]bool
	vary    bool // there are keys that no query names
	named   bool // benchproc has to know the names of benchmarks
	seeded  int  // columns that exist whatever the entries
}

func newSorter(g *gathered) *sorter {
	q := g.query
	s := &sorter{gathered: g, groupOf: make(map[int]*group), unit: make(map[string]bool)}
	s.vary = len(q.residue.Fields()) > 0
	s.named = s.vary || q.table.byName || q.row.byName || q.col.byName
	// The members of .config stand in a fixed order, whatever the first result
	// happens to have.
	all := &benchfmt.Result{}
	for _, key := range []string{"goos", "goarch", "pkg", "cpu"} {
		all.Config = append(all.Config, benchfmt.Config{Key: key, Value: []byte("?"), File: true})
	}
	for _, a := range []*axis{q.table, q.row, q.col} {
		for _, f := range a.fields {
			f.proj.Project(all)
		}
	}
	if q.byFile() {
		s.seedFiles()
	}
	return s
}

// seedFiles makes a column of every input, unless the filter left none of its
// rows.
func (s *sorter) seedFiles() {
	for i := range s.inputs {
		if s.left[i] > 0 || len(s.inputs[i].Report.Rows) == 0 || !s.query.filtered {
			of := &benchfmt.Result{Config: []benchfmt.Config{{Key: keyFile, Value: []byte(s.fileValue(i))}}}
			s.query.col.place(&place{as: of})
		}
	}
	s.seeded = s.query.col.len()
}

// add puts an entry into its cell.
func (s *sorter) add(e *entry) {
	q, at := s.query, e.at
	if s.named {
		at.setName(e.row.FullName())
	}
	if s.vary {
		e.residue = q.residue.Project(at.is)
	}
	table := at.on(q.table, &at.table)
	row := at.on(q.row, &at.row)
	col := at.on(q.col, &at.col)
	g := s.groupOf[table]
	if g == nil {
		g = &group{id: table, byName: make(map[int]int)}
		s.groupOf[table] = g
	}
	g.add(row, col, max(col+1, s.seeded), e)
	if at.moved {
		g.moved = grown(g.moved, col+1)
		g.moved[col] = at
	}
	if e.row.Status != wire.OK {
		return
	}
	for i := range e.row.Metrics {
		if m := &e.row.Metrics[i]; !s.unit[m.Unit] && e.has(i) && usable(m) {
			s.unit[m.Unit] = true
			s.units = append(s.units, m.Unit)
		}
	}
}

func (g *group) add(name, col, cols int, e *entry) {
	i, ok := g.byName[name]
	if !ok {
		i = len(g.benchmarks)
		g.byName[name] = i
		g.benchmarks = append(g.benchmarks, benchmark{name: name, rows: make([][]entry, cols)})
	}
	b := &g.benchmarks[i]
	b.rows = grown(b.rows, cols)
	b.rows[col] = append(b.rows[col], *e)
}

// arrange puts tables, rows and columns in order.
func (s *sorter) arrange() {
	q := s.query
	for _, id := range q.col.order() {
		s.columns = append(s.columns, column{id, q.col.labelAt(id)})
	}
	s.rowIDs = q.row.order()
	rank := make([]int, len(s.rowIDs))
	s.names = make([]string, len(s.rowIDs))
	for at, id := range s.rowIDs {
		rank[id] = at
		s.names[at] = q.row.labelAt(id)
	}
	for _, id := range q.table.order() {
		if g := s.groupOf[id]; g != nil {
			g.arrange(s.columns, rank)
			s.groups = append(s.groups, g)
		}
	}
}

func (g *group) arrange(columns []column, rank []int) {
	g.byName = nil
	for i := range g.benchmarks {
		b := &g.benchmarks[i]
		b.name = rank[b.name]
		b.rows = inOrder(b.rows, columns)
	}
	slices.SortFunc(g.benchmarks, func(a, b benchmark) int { return a.name - b.name })
	g.moved = inOrder(g.moved, columns)
}

// inOrder takes a list by number of column to one in the order of columns.
func inOrder[T any](byID []T, columns []column) []T {
	sorted := len(byID) == len(columns)
	for i := range columns {
		sorted = sorted && columns[i].id == i
	}
	if sorted {
		return byID
	}
	out := make([]T, len(columns))
	for i, c := range columns {
		if c.id < len(byID) {
			out[i] = byID[c.id]
		}
	}
	return out
}

// grown returns s with at least n elements.
func grown[T any](s []T, n int) []T {
	if len(s) >= n {
		return s
	}
	return append(s, make([]T, n-len(s))...)
}

// has reports whether the filter leaves metric i of the row.
func (e *entry) has(i int) bool { return e.match == nil || e.match.Test(i) }

// metric returns what the row measured in the unit, nil where the filter leaves
// it out.
func (e *entry) metric(unit string) *ablation.Metric {
	for i := range e.row.Metrics {
		if m := &e.row.Metrics[i]; m.Unit == unit && e.has(i) {
			return m
		}
	}
	return nil
}

// worked returns what the row measured in the unit, nil where it failed or has
// no number.
func (e *entry) worked(unit string) *ablation.Metric {
	if e.row.Status != wire.OK {
		return nil
	}
	if m := e.metric(unit); m != nil && usable(m) {
		return m
	}
	return nil
}

// usable reports whether a metric holds a number to compare.
func usable(m *ablation.Metric) bool {
	if len(m.Samples) == 0 {
		return finite(m.Median)
	}
	return slices.ContainsFunc(m.Samples, finite)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
