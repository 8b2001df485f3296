package memory

import (
	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// holdingKey is what holdings of one row have in common.
type holdingKey struct {
	fold                  foldKey
	class                 circuit.Class
	kind                  Kind
	holding, life, format string
	unit                  string
}

// holdingRow is a row of the table of states: a holding, or those of the same
// state in several layers.
type holdingRow struct {
	first           *Term
	name            string
	count           int
	units, elements [2]int64 // least and most
	bytes           int64
}

func (r *holdingRow) take(t *Term) {
	if r.count == 0 {
		r.units, r.elements = [2]int64{t.Units, t.Units}, [2]int64{t.Elements, t.Elements}
	}
	r.units = [2]int64{min(r.units[0], t.Units), max(r.units[1], t.Units)}
	r.elements = [2]int64{min(r.elements[0], t.Elements), max(r.elements[1], t.Elements)}
	r.count++
	r.bytes += t.Bytes
}

// states is the table of states and caches, in the order of the circuit.
func (w *writer) states() []part {
	rows, empty := w.holdingRows()
	if len(rows) == 0 && empty == 0 {
		return nil
	}
	t := &table{columns: []column{
		{title: "state"}, {title: "kind"}, {title: "holding"}, {title: "lifetime"}, {title: "format"}, {title: "x", right: true},
		{title: "units × elements", right: true}, {title: "bytes", right: true}, {title: "of total", right: true},
	}}
	folded := false
	for i := range rows {
		folded = folded || rows[i].count > 1
		t.rows = append(t.rows, w.holdingCells(&rows[i]))
	}
	for _, c := range []circuit.Class{circuit.States, circuit.Caches, circuit.HostClass} {
		n := w.Totals.Of(c)
		if n == 0 {
			continue
		}
		name, of := classWords(c), own(share(n, w.Totals.Device))
		if c == circuit.HostClass {
			name, of = "host caches, not charged", cell{}
		}
		t.rows = append(t.rows, row{kind: totalRow, cells: []cell{own(name), {}, {}, {}, {}, {}, {}, w.bytes(n), of}})
	}
	const counts = 5
	if !folded {
		t.without(counts)
	}
	p := part{title: say("States and caches"), table: t}
	t.drop(isNothing)
	if empty > 0 {
		p.notes = append(p.notes, notShown(empty, "holding", "without memory"))
	}
	if len(rows) == 0 {
		p.table = nil
	}
	return []part{p}
}

// holdingRows folds the holdings; empty ones are counted.
func (w *writer) holdingRows() (rows []holdingRow, empty int) {
	at := map[holdingKey]int{}
	for i := range w.Terms {
		t := &w.Terms[i]
		if t.State == "" {
			continue
		}
		if t.Bytes == 0 {
			empty++
			continue
		}
		key, name := w.holdingKey(t)
		place, ok := at[key]
		if !ok {
			place = len(rows)
			at[key] = place
			rows = append(rows, holdingRow{first: t, name: name})
		}
		rows[place].take(t)
	}
	return rows, empty
}

func (w *writer) holdingKey(t *Term) (key holdingKey, name string) {
	key = holdingKey{class: t.Class, kind: t.Kind, holding: t.Holding, life: t.Lifetime, format: t.Format, unit: t.Unit}
	if w.PerNode {
		key.fold.local = t.State
		return key, t.State
	}
	key.fold = foldOf(t.Section, t.Block, t.Local, t.State)
	return key, foldName(t.Section, t.Block, t.Local, t.State)
}

func (w *writer) holdingCells(r *holdingRow) row {
	t := r.first
	of := own(share(r.bytes, w.Totals.Device))
	if !t.Charged {
		of = cell{}
	}
	return row{cells: []cell{
		foreign(r.name), foreign(string(t.Kind)), foreign(t.Holding), foreign(t.Lifetime), foreign(t.Format), integer(int64(r.count)),
		r.amount(), w.bytes(r.bytes), of,
	}}
}

// amount words units and the elements of each: "5 slots × 1000".
func (r *holdingRow) amount() cell {
	text := integerRange(r.units)
	if r.first.Unit != "" {
		text += " " + r.first.Unit
	}
	if r.elements[1] > 0 {
		text += " × " + integerRange(r.elements)
	}
	return foreign(text)
}

// integerRange is one number, or the least and the most.
func integerRange(n [2]int64) string {
	if n[0] == n[1] {
		return style.Integer(n[0])
	}
	return style.Integer(n[0]) + "…" + style.Integer(n[1])
}
