package memory

import (
	"io"
	"maps"
	"slices"
)

// JSON writes the document as one object of schema 2, with one record of a list
// per line.
func JSON(w io.Writer, d *Document) error {
	e := newEncoder(w)
	e.open()
	e.integer("schema", Schema)
	e.integerIf("from_schema", int64(d.FromSchema))
	e.line("header", d.Header.encode)
	e.line("workload", d.Workload.encode)
	e.line("totals", d.Totals.encode)
	e.line("params", func(e *encoder) { e.whole(d.Params) })
	e.line("param_bytes", func(e *encoder) { e.whole(d.ParamBytes) })
	lines(e, "refusals", d.Refusals, (*Refusal).encode)
	lines(e, "answers", d.Answers, (*Answer).encode)
	lines(e, "advice", d.Advice, (*Saving).encode)
	lines(e, "measured", d.Measured, (*Measurement).encode)
	e.line("peak", func(e *encoder) { e.whole(int64(d.Peak)) })
	lines(e, "runs", d.Runs, (*Run).encode)
	lines(e, "workspaces", d.Workspaces, (*Workspace).encode)
	lines(e, "nodes", d.Nodes, (*Node).encode)
	lines(e, "terms", d.Terms, (*Term).encode)
	e.raw("\n")
	e.end()
	e.raw("\n")
	return e.flush()
}

// lines writes a list with one record per line.
func lines[T any](e *encoder, key string, list []T, encode func(*T, *encoder)) {
	e.line(key, func(e *encoder) {
		e.raw("[")
		for i := range list {
			if i > 0 {
				e.raw(",")
			}
			e.raw("\n")
			encode(&list[i], e)
		}
		e.raw("]")
	})
}

// list writes a list within a line.
func list[T any](e *encoder, key string, of []T, encode func(*T, *encoder)) {
	e.key(key)
	e.raw("[")
	for i := range of {
		if i > 0 {
			e.raw(",")
		}
		encode(&of[i], e)
	}
	e.raw("]")
}

func (h *Header) encode(e *encoder) {
	e.open()
	e.words("circuit", h.Circuit)
	e.wordsIf("description", h.Description)
	e.wordsIf("workload", h.Workload)
	e.wordsIf("budget", h.Budget)
	e.wordsIf("formats", h.Formats)
	e.wordsIf("go", h.Go)
	e.wordsIf("tool", h.Tool)
	e.wordsIf("digest", h.Digest)
	if len(h.Lines) > 0 {
		list(e, "lines", h.Lines, (*Line).encode)
	}
	e.end()
}

func (l *Line) encode(e *encoder) {
	e.open()
	e.words("key", l.Key)
	e.words("value", l.Value)
	e.end()
}

func (w *Workload) encode(e *encoder) {
	e.open()
	e.key("counts")
	e.open()
	for _, name := range slices.Sorted(maps.Keys(w.Counts)) {
		e.name(name)
		e.whole(w.Counts[name])
	}
	e.end()
	e.key("settings")
	e.open()
	for _, name := range slices.Sorted(maps.Keys(w.Settings)) {
		e.name(name)
		e.quote(w.Settings[name])
	}
	e.end()
	if w.Arena == nil {
		e.key("arena")
		e.raw("null")
	} else {
		e.integer("arena", *w.Arena)
	}
	e.end()
}

func (t *Totals) encode(e *encoder) {
	e.open()
	for _, row := range totalRows() {
		e.integer(row.name, *row.of(t))
	}
	e.end()
}

func (r *Refusal) encode(e *encoder) {
	e.open()
	e.words("limit", r.Limit)
	e.integer("value", r.Value)
	e.integer("most", r.Most)
	e.end()
}

func (a *Answer) encode(e *encoder) {
	e.open()
	e.words("kind", string(a.Kind))
	e.words("name", a.Name)
	e.wordsIf("count", a.Count)
	e.wordsIf("unit", a.Unit)
	e.integerIf("asked", a.Asked)
	e.integerIf("lo", a.Lo)
	e.integerIf("hi", a.Hi)
	e.boolean("found", a.Found)
	e.integer("value", a.Value)
	e.integerIf("all_below", a.AllBelow)
	e.integerIf("headroom", a.Headroom)
	e.wordsIf("limiter", a.Limiter)
	e.integerIf("next", a.Next)
	e.integerIf("shortfall", a.Shortfall)
	e.integerIf("miss", a.Miss)
	e.integerIf("miss_lacks", a.MissLacks)
	e.numberIf("fraction", a.Fraction)
	e.end()
}

func (s *Saving) encode(e *encoder) {
	e.open()
	e.words("knob", s.Knob)
	e.words("from", s.From)
	e.words("to", s.To)
	e.integer("saves", s.Saves)
	e.integer("headroom", s.Headroom)
	e.boolean("fits", s.Fits)
	e.end()
}

func (m *Measurement) encode(e *encoder) {
	e.open()
	e.words("of", m.Of)
	e.wordsIf("what", m.What)
	e.integer("bytes", m.Bytes)
	e.wordsIf("source", m.Source)
	e.numberIf("tolerance", m.Tolerance)
	e.end()
}

func (r *Run) encode(e *encoder) {
	e.open()
	e.words("label", r.Label)
	e.integer("rows", r.Rows)
	e.integer("steps", int64(r.Steps))
	e.integer("arena", r.Arena)
	e.integer("lower_bound", r.LowerBound)
	e.integer("gap", r.Gap)
	e.integer("materialized", r.Materialized)
	e.integer("external", r.External)
	e.integer("workspace", r.Workspace)
	e.integer("peak_step", int64(r.PeakStep))
	e.wordsIf("peak_node", r.PeakNode)
	e.wordsIf("order", r.Order)
	list(e, "timeline", r.Timeline, func(n *int64, e *encoder) { e.whole(*n) })
	list(e, "live", r.Live, (*Buffer).encode)
	e.key("live_rest")
	e.open()
	e.integer("buffers", int64(r.LiveRest.Buffers))
	e.integer("bytes", r.LiveRest.Bytes)
	e.end()
	e.integer("buffers", int64(r.Buffers))
	list(e, "placements", r.Placements, (*Buffer).encode)
	e.end()
}

func (b *Buffer) encode(e *encoder) {
	e.open()
	e.words("edge", b.Edge)
	e.wordsIf("node", b.Node)
	e.wordsIf("format", b.Format)
	e.integer("rows", b.Rows)
	e.integer("dim", b.Dim)
	e.integer("bytes", b.Bytes)
	e.integer("offset", b.Offset)
	e.integer("first", int64(b.First))
	e.integer("last", int64(b.Last))
	e.end()
}

func (w *Workspace) encode(e *encoder) {
	e.open()
	e.words("family", w.Family)
	e.words("name", w.Name)
	e.integer("bytes", w.Bytes)
	e.boolean("charged", w.Charged)
	e.integer("widest", w.Widest)
	e.wordsIf("widest_run", w.WidestRun)
	e.wordsIf("node", w.Node)
	e.integer("nodes", int64(w.Nodes))
	e.end()
}

func (n *Node) encode(e *encoder) {
	e.open()
	e.words("id", n.ID)
	e.wordsIf("local", n.Local)
	e.wordsIf("op", n.Op)
	e.wordsIf("block", n.Block)
	n.Layer.encode(e)
	e.words("section", n.Section)
	e.integer("stored", n.Stored)
	e.integer("derived", n.Derived)
	e.integer("activations", n.Activations)
	e.integer("workspace", n.Workspace)
	e.integer("state", n.State)
	e.integer("materialized", n.Materialized)
	e.end()
}

func (l Layer) encode(e *encoder) {
	if l == NoLayer {
		e.key("layer")
		e.raw("null")
		return
	}
	e.integer("layer", int64(l))
}

func (t *Term) encode(e *encoder) {
	e.open()
	e.words("id", t.ID)
	e.words("class", string(t.Class))
	e.words("kind", string(t.Kind))
	e.wordsIf("name", t.Name)
	e.wordsIf("node", t.Node)
	e.wordsIf("state", t.State)
	e.wordsIf("block", t.Block)
	e.wordsIf("local", t.Local)
	t.Layer.encode(e)
	e.wordsIf("section", t.Section)
	e.wordsIf("op", t.Op)
	e.wordsIf("family", t.Family)
	e.wordsIf("holding", t.Holding)
	e.words("lifetime", t.Lifetime)
	e.wordsIf("format", t.Format)
	e.integerIf("rows", t.Rows)
	e.integerIf("width", t.Width)
	e.integerIf("number", t.Number)
	if t.State != "" {
		e.integer("units", t.Units)
		e.integer("elements", t.Elements)
	} else {
		e.integerIf("units", t.Units)
		e.integerIf("elements", t.Elements)
	}
	e.wordsIf("unit", t.Unit)
	e.integer("bytes", t.Bytes)
	if t.Leaked {
		e.boolean("leaked", true)
	}
	e.boolean("charged", t.Charged)
	e.wordsIf("formula", t.Formula)
	if len(t.Inputs) > 0 {
		list(e, "inputs", t.Inputs, (*Input).encode)
	}
	e.wordsIf("site", t.Site)
	e.wordsIf("reason", t.Reason)
	e.end()
}

func (in *Input) encode(e *encoder) {
	e.open()
	e.words("name", in.Name)
	e.wordsIf("expr", in.Expr)
	e.integer("value", in.Value)
	e.words("from", string(in.From))
	e.end()
}
