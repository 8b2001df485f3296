package memory

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/report/style"
)

// runs is the table of runs, and what the peak run looks like.
func (w *writer) runs() []part {
	if !slices.ContainsFunc(w.Runs, func(r Run) bool { return r.Arena > 0 || r.Workspace > 0 }) {
		return nil
	}
	t := &table{columns: []column{
		{title: "run"}, {title: ""}, {title: "rows", right: true}, {title: "steps", right: true}, {title: "arena", right: true},
		{title: "lower bound", right: true}, {title: "gap", right: true}, {title: "materialized", right: true}, {title: "external", right: true},
		{title: "reuse", right: true}, {title: "workspace", right: true}, {title: w.togetherTitle(), right: true},
	}}
	for i := range w.Runs {
		t.rows = append(t.rows, w.runCells(i))
	}
	t.drop(isNothing)
	list := []part{{title: say("Activation runs"), table: t}}
	if w.fixed {
		list[0].notes = append(list[0].notes, say("what exists anyway, "+w.Unit.Format(w.Totals.Activations)+", is charged instead of the planned "+
			w.Unit.Format(w.Totals.ActivationsPlanned)))
		list = append(list, w.held()...)
	}
	if peak := w.PeakRun(); peak != nil {
		list = append(list, w.peak(peak)...)
	}
	return list
}

// held is the table of buffers that exist anyway.
func (w *writer) held() []part {
	t := &table{columns: []column{{title: "buffer"}, {title: "of"}, {title: "bytes", right: true}, {title: "of activations", right: true}}}
	for i := range w.Terms {
		if h := &w.Terms[i]; h.Kind == Held && h.Bytes > 0 {
			t.rows = append(t.rows, row{cells: []cell{
				foreign(h.Name), named(h.Node, "the caller"), w.bytes(h.Bytes), own(share(h.Bytes, w.Totals.Activations)),
			}})
		}
	}
	if len(t.rows) == 0 {
		return nil
	}
	return []part{{title: say("Buffers that exist"), table: t}}
}

func (w *writer) togetherTitle() string {
	if w.fixed {
		return "charged"
	}
	return "arena + workspace"
}

func (w *writer) runCells(i int) row {
	r := &w.Runs[i]
	mark := cell{}
	if i == w.Peak {
		mark = own("peak")
	}
	charged := r.Arena
	if w.fixed {
		charged = w.Totals.Activations
	}
	cells := []cell{foreign(r.Label), mark, integer(r.Rows), integer(int64(r.Steps)), w.bytes(r.Arena)}
	if r.known() {
		cells = append(cells, w.bytes(r.LowerBound), own(gapWords(r)))
	} else {
		cells[3] = own(style.Missing)
		cells = append(cells, own(style.Missing), own(style.Missing))
	}
	return row{cells: append(cells, w.bytes(r.Materialized), w.bytes(r.External), own(reuseWords(r)), w.bytes(r.Workspace), w.bytes(charged+r.Workspace))}
}

// known reports whether more is known of the run than schema 1 tells.
func (r *Run) known() bool { return r.Steps > 0 || r.Arena == 0 }

// gapWords is by how much the arena is above the lower bound.
func gapWords(r *Run) string {
	if r.LowerBound == 0 {
		return nothing
	}
	return share(r.Gap, r.LowerBound)
}

// reuseWords is how often the arena is used.
func reuseWords(r *Run) string {
	if r.Arena == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f×", float64(r.Materialized)/float64(r.Arena))
}

// peak shows bytes over steps, and what is alive where they are most.
func (w *writer) peak(r *Run) []part {
	alive := r.alive()
	if alive == 0 || len(r.Timeline) == 0 {
		return nil
	}
	at := say(fmt.Sprintf("step %d of 0…%d", r.PeakStep, max(r.Steps-1, 0)))
	if r.PeakNode != "" {
		at = say(at, ", ", foreign(r.PeakNode))
	}
	p := part{title: say("Peak of ", foreign(r.Label)), table: w.liveTable(r, alive)}
	if slices.Min(r.Timeline) == slices.Max(r.Timeline) { // a picture would be a full block
		p.say = append(p.say, say("at every step "+w.Unit.Format(alive)+" are alive; those of ", at))
	} else {
		p.say = append(p.say, say("bytes alive over the steps; most at ", at))
		p.picture = w.picture(r)
	}
	if lost := r.Arena - alive; lost > 0 && !w.fixed {
		p.notes = append(p.notes, say("the arena is "+w.Unit.Format(r.Arena)+": "+w.Unit.Format(lost)+" go to alignment and gaps"))
	}
	return []part{p}
}

// liveTable lists the buffers that are alive at the peak, largest first.
func (w *writer) liveTable(r *Run, alive int64) *table {
	t := &table{columns: []column{
		{title: "alive at the peak"}, {title: "written by"}, {title: "shape"}, {title: "steps"}, {title: "bytes", right: true},
		{title: "of peak", right: true}, {bar: true},
	}}
	at := int64(0)
	add := func(kind rowKind, bytes int64, name, node, shape, steps cell) {
		part := bar{float64(at) / float64(alive), float64(at+bytes) / float64(alive), fullBar}
		t.rows = append(t.rows, row{kind: kind, bar: part, cells: []cell{name, node, shape, steps, w.bytes(bytes), own(share(bytes, alive))}})
		at += bytes
	}
	for i := range r.Live {
		b := &r.Live[i]
		add(plainRow, b.Bytes, foreign(b.Edge), foreign(b.Node), foreign(shapeWords(b)), own(stepsWords(b)))
	}
	if r.LiveRest.Buffers > 0 {
		add(restRow, r.LiveRest.Bytes, own("rest, "+plural(r.LiveRest.Buffers, "buffer")), cell{}, cell{}, cell{})
	}
	if len(t.rows) > 1 {
		t.rows = append(t.rows, row{kind: totalRow, cells: []cell{own("alive"), {}, {}, {}, w.bytes(alive), own(share(alive, alive))}})
	}
	t.drop(isNothing)
	return t
}

// shapeWords is what a buffer holds: "4 × 256 bf16".
func shapeWords(b *Buffer) string {
	text := style.Integer(b.Rows) + " × " + style.Integer(b.Dim)
	if b.Format != "" {
		text += " " + b.Format
	}
	return text
}

func stepsWords(b *Buffer) string {
	if b.First == b.Last {
		return fmt.Sprint(b.First)
	}
	return fmt.Sprintf("%d…%d", b.First, b.Last)
}

// workspaces is the table of workspaces.
func (w *writer) workspaces() []part {
	if len(w.Workspaces) == 0 {
		return nil
	}
	t := &table{columns: []column{
		{title: "family"}, {title: "workspace"}, {title: "nodes", right: true}, {title: "first needed by"}, {title: "in peak run", right: true},
		{title: "widest", right: true}, {title: "in run"}, {title: ""},
	}}
	for i := range w.Workspaces {
		s := &w.Workspaces[i]
		note := cell{}
		if !s.Charged {
			note = own("in the arena that exists, not charged")
		}
		t.rows = append(t.rows, row{cells: []cell{
			foreign(s.Family), foreign(s.Name), integer(int64(s.Nodes)), foreign(s.Node), w.bytes(s.Bytes), w.bytes(s.Widest), foreign(s.WidestRun), note,
		}})
	}
	t.rows = append(t.rows, row{kind: totalRow, cells: []cell{
		own("charged"), {}, {}, {}, w.bytes(w.Totals.Workspace), {}, {}, {},
	}})
	t.drop(isNothing)
	p := part{title: say("Workspaces"), table: t}
	if w.Totals.WorkspaceWidest != w.Totals.Workspace {
		p.notes = append(p.notes, say("each in its own widest run: "+w.Unit.Format(w.Totals.WorkspaceWidest)+"; no run needs that, so it is not charged"))
	}
	return []part{p}
}
