package memory

import (
	"cmp"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// nodeRow is a row of the table of nodes: a node, several that fold, or a group.
type nodeRow struct {
	name        cell
	op          string
	mixed       bool // not all have that op
	count       int  // of what was folded
	sums        nodeSums
	total       int64 // of the sums, and of what has no column
	least, most int64 // what one node keeps: stored, derived and state
}

func (r *nodeRow) empty() bool { return r.total == 0 }

// take adds a node.
func (r *nodeRow) take(n *Node) {
	kept := n.Stored + n.Derived + n.State
	if r.count == 0 {
		r.op, r.least, r.most = n.Op, kept, kept
	}
	r.mixed = r.mixed || r.op != n.Op
	r.least, r.most = min(r.least, kept), max(r.most, kept)
	r.count++
	r.addSums(nodeSums{n.Stored, n.Derived, n.Activations, n.Workspace, n.State})
}

func (r *nodeRow) addSums(s nodeSums) {
	for i, n := range s {
		r.sums[i] += n
		r.total += n
	}
}

// takeTerm adds a term.
func (r *nodeRow) takeTerm(t *Term) {
	r.count++
	if column := columnOf(t.Class); column >= 0 {
		r.sums[column] += t.Bytes
	}
	r.total += t.Bytes
}

// rowList makes rows by key in the order in which they are asked for.
type rowList[K comparable] struct {
	rows []nodeRow
	at   map[K]int
}

func newRowList[K comparable](room int) *rowList[K] {
	return &rowList[K]{at: make(map[K]int, room)}
}

func (l *rowList[K]) of(key K, name func() cell) *nodeRow {
	i, ok := l.at[key]
	if !ok {
		i = len(l.rows)
		l.at[key] = i
		l.rows = append(l.rows, nodeRow{name: name()})
	}
	return &l.rows[i]
}

// nodes is the table of nodes, whose columns add up to rows of the totals.
func (w *writer) nodes() []part {
	if len(w.Nodes) == 0 && w.GroupBy == ByNode {
		return nil
	}
	rows := w.nodeRows()
	rest := w.notOnNodes()
	if w.ofTerms() {
		rest = nil
	}
	empty := 0
	for i := range rows {
		if rows[i].empty() {
			empty += rows[i].count
		}
	}
	rows = slices.DeleteFunc(rows, func(r nodeRow) bool { return r.empty() })
	shown, left := w.choose(rows)

	folded := slices.ContainsFunc(rows, func(r nodeRow) bool { return r.count > 1 })
	t := &table{columns: w.nodeColumns()}
	for i := range shown {
		t.rows = append(t.rows, w.nodeCells(plainRow, &shown[i]))
	}
	if left.count > 0 {
		t.rows = append(t.rows, w.nodeCells(restRow, &left))
	}
	for i := range rest {
		t.rows = append(t.rows, w.nodeCells(restRow, &rest[i]))
	}
	sum := nodeRow{name: own("total"), total: w.Totals.Device}
	for _, c := range circuit.DeviceClasses() {
		if column := columnOf(c); column >= 0 {
			sum.sums[column] = w.Totals.Of(c)
		}
	}
	t.rows = append(t.rows, w.nodeCells(totalRow, &sum))
	if !folded {
		t.without(countColumn)
	}
	t.drop(isNothing)

	p := part{title: say(w.nodeTitle()), table: t}
	if n := w.missing(rows, rest, &sum); n != nil {
		p.notes = append(p.notes, n)
	}
	if empty > 0 {
		p.notes = append(p.notes, notShown(empty, w.counted(), "without memory"))
	}
	if folded && w.folds() {
		p.notes = append(p.notes, say("each: stored, derived and state of one node; least…most where they differ"))
	}
	return []part{p}
}

func (w *writer) nodeTitle() string {
	if w.GroupBy == ByNode {
		return "Per node"
	}
	return "Per " + string(w.GroupBy)
}

// ofTerms reports whether rows are groups of terms instead of nodes.
func (w *writer) ofTerms() bool {
	return w.GroupBy == ByKind || w.GroupBy == ByLifetime || w.GroupBy == ByFormat
}

// folds reports whether a row is several nodes of one template.
func (w *writer) folds() bool { return w.GroupBy == ByNode && !w.PerNode }

func (w *writer) counted() string {
	if w.ofTerms() {
		return "term"
	}
	return "node"
}

// nodeRows are the rows of nodes or groups, in order of execution.
func (w *writer) nodeRows() []nodeRow {
	if w.ofTerms() {
		return w.termRows()
	}
	list := newRowList[foldKey](len(w.Nodes))
	for i := range w.Nodes {
		n := &w.Nodes[i]
		key := w.groupOf(n)
		list.of(key, func() cell { return w.groupName(n) }).take(n)
	}
	return list.rows
}

// foldKey is what nodes or states of one row have in common.
type foldKey struct {
	section, block, local string
	layer                 Layer
}

// foldOf is the key of nodes that stand for one another in several layers.
func foldOf(section, block, local, id string) foldKey {
	if block == "" || local == "" {
		return foldKey{section: section, local: id}
	}
	return foldKey{section: section, block: block, local: local}
}

// foldName names it: draft.attn.q, ffn.up, or an id.
func foldName(section, block, local, id string) string {
	if block == "" || local == "" {
		return id
	}
	name := block + "." + local
	if section != "" && section != string(circuit.Main) {
		name = section + "." + name
	}
	return name
}

func (w *writer) groupOf(n *Node) foldKey {
	switch w.GroupBy {
	case ByBlock:
		return foldKey{section: n.Section, block: n.Block}
	case ByLayer:
		return foldKey{layer: n.Layer}
	case ByOp:
		return foldKey{local: n.Op}
	case BySection:
		return foldKey{section: n.Section}
	}
	if w.PerNode {
		return foldKey{local: n.ID}
	}
	return foldOf(n.Section, n.Block, n.Local, n.ID)
}

func (w *writer) groupName(n *Node) cell {
	switch w.GroupBy {
	case ByBlock:
		if n.Block == "" {
			return own("no block")
		}
		if n.Section != string(circuit.Main) {
			return foreign(n.Section + "." + n.Block)
		}
		return foreign(n.Block)
	case ByLayer:
		if n.Layer == NoLayer {
			return own("no layer")
		}
		return own("layer " + style.Integer(int64(n.Layer)))
	case ByOp:
		return named(n.Op, "no op")
	case BySection:
		return named(n.Section, "no section")
	}
	if w.PerNode {
		return foreign(n.ID)
	}
	return foreign(foldName(n.Section, n.Block, n.Local, n.ID))
}

// named is a name of the input, or words where there is none.
func named(name, without string) cell {
	if name == "" {
		return own(without)
	}
	return foreign(name)
}

// termRows are the rows of groups of terms.
func (w *writer) termRows() []nodeRow {
	list := newRowList[string](16)
	for i := range w.Terms {
		t := &w.Terms[i]
		if !t.Charged {
			continue
		}
		var key string
		switch w.GroupBy {
		case ByKind:
			key = string(t.Kind)
		case ByLifetime:
			key = t.Lifetime
		case ByFormat:
			key = t.Format
		}
		list.of(key, func() cell { return named(key, "no "+string(w.GroupBy)) }).takeTerm(t)
	}
	return list.rows
}

// notOnNodes is what no node has, by what it is.
func (w *writer) notOnNodes() []nodeRow {
	list := newRowList[string](8)
	for i := range w.Terms {
		t := &w.Terms[i]
		if !t.Charged || t.Bytes == 0 || t.Node != "" && columnOf(t.Class) >= 0 {
			continue
		}
		name := elsewhere(t)
		list.of(name, func() cell { return own(name) }).takeTerm(t)
	}
	for i := range list.rows {
		list.rows[i].count = 0 // of terms, where the column counts nodes
	}
	return list.rows
}

// elsewhere says what a term is that no node has.
func elsewhere(t *Term) string {
	switch t.Kind {
	case Outside:
		return "outside the circuit"
	case Activated:
		return "buffers that no node writes"
	case Gap:
		return "alignment and gaps"
	case Held:
		return "buffers of the caller"
	case Arena, Planned:
		return "arena"
	}
	switch t.Class {
	case circuit.WorkspaceClass:
		return "workspaces"
	case circuit.States:
		return "states"
	}
	return classWords(t.Class)
}

// choose sorts the rows and keeps as many as are wanted, the largest; left is the
// others together.
func (w *writer) choose(rows []nodeRow) (shown []nodeRow, left nodeRow) {
	if w.Sort != InOrder {
		slices.SortStableFunc(rows, sortings()[w.Sort])
	}
	if w.Top == 0 || len(rows) <= w.Top {
		return rows, left
	}
	places := make([]int, len(rows))
	for i := range places {
		places[i] = i
	}
	if w.Sort == InOrder {
		slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(rows[b].total, rows[a].total) })
	}
	keep := make([]bool, len(rows))
	for _, p := range places[:w.Top] {
		keep[p] = true
	}
	for i := range rows {
		if keep[i] {
			shown = append(shown, rows[i])
			continue
		}
		left.count += rows[i].count
		left.addSums(rows[i].sums)
		left.total += rows[i].without()
	}
	left.name = own("rest, " + plural(len(rows)-len(shown), "row"))
	return shown, left
}

// without is the part of the total that has no column.
func (r *nodeRow) without() int64 {
	rest := r.total
	for _, n := range r.sums {
		rest -= n
	}
	return rest
}

func sortings() map[SortBy]func(a, b nodeRow) int {
	byColumn := func(column int) func(a, b nodeRow) int {
		return func(a, b nodeRow) int { return cmp.Compare(b.sums[column], a.sums[column]) }
	}
	return map[SortBy]func(a, b nodeRow) int{
		SortName:      func(a, b nodeRow) int { return cmp.Compare(a.name.text, b.name.text) },
		SortStored:    byColumn(0),
		SortDerived:   byColumn(1),
		SortActive:    byColumn(2),
		SortWorkspace: byColumn(3),
		SortState:     byColumn(4),
		SortTotal:     func(a, b nodeRow) int { return cmp.Compare(b.total, a.total) },
	}
}

func (w *writer) nodeColumns() []column {
	first := string(w.GroupBy)
	if w.GroupBy == ByNode {
		first = "node"
	}
	return []column{
		{title: first}, {title: "op"}, {title: w.countTitle(), right: true}, {title: "each", right: true},
		{title: "stored", right: true}, {title: "derived", right: true}, {title: "activations", right: true},
		{title: "workspace", right: true}, {title: "state", right: true}, {title: "total", right: true},
		{title: "of total", right: true},
	}
}

// countColumn is the place of the column that counts nodes or terms.
const countColumn = 2

func (w *writer) countTitle() string {
	if w.GroupBy == ByNode {
		return "x"
	}
	return w.counted() + "s"
}

func (w *writer) nodeCells(kind rowKind, r *nodeRow) row {
	cells := make([]cell, 4, 11)
	cells[0] = r.name
	if kind == plainRow {
		if w.GroupBy == ByNode {
			cells[1] = r.opCell()
		}
		if w.folds() && r.count > 1 {
			cells[3] = w.bytesRange(r.least, r.most)
		}
	}
	if r.count > 0 {
		cells[countColumn] = integer(int64(r.count))
	}
	for _, n := range r.sums {
		cells = append(cells, w.bytes(n))
	}
	return row{kind: kind, cells: append(cells, w.bytes(r.total), own(share(r.total, w.Totals.Device)))}
}

// opCell is the op of what was folded, or of the first.
func (r *nodeRow) opCell() cell {
	if r.mixed {
		return foreign(r.op + " …")
	}
	return foreign(r.op)
}

// missing says by how much the rows differ from the row of totals, nil where they
// add up as they should.
func (w *writer) missing(rows, rest []nodeRow, sum *nodeRow) sentence {
	var is nodeRow
	for _, list := range [][]nodeRow{rows, rest} {
		for i := range list {
			is.addSums(list[i].sums)
			is.total += list[i].without()
		}
	}
	if is.sums == sum.sums && is.total == sum.total {
		return nil
	}
	return say("check: the rows add up to " + style.ExactBytes(is.total) + ", which is not the total, " + style.ExactBytes(sum.total) +
		", or not in each column")
}
