package circuitjson

import (
	"slices"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// The tables of nodes, edges and states: in a block their names are local, at
// the top level they are whole and say where they come from.

var blockTable = table[block]{
	name: "block",
	fields: []field[block]{
		named("in", func(b *block) *word { return &b.in }),
		named("out", func(b *block) *word { return &b.out }),
		many("states", &stateTable, func(b *block) *[]state { return &b.states }),
		many("edges", &edgeTable, func(b *block) *[]edge { return &b.edges }),
		many("nodes", &nodeTable, func(b *block) *[]node { return &b.nodes }),
	},
}

var nodeFields = []field[node]{
	named("id", func(n *node) *word { return &n.id }).must(),
	text("op", func(n *node) *string { return &n.Op }).must(),
	names("inputs", func(n *node) *[]word { return &n.inputs }),
	names("outputs", func(n *node) *[]word { return &n.outputs }),
	many("weights", &weightTable, func(n *node) *[]circuit.Weight { return &n.Weights }),
	many("states", &accessTable, func(n *node) *[]access { return &n.states }),
	text("family", func(n *node) *string { return &n.Family }),
	text("group", func(n *node) *string { return &n.Group }),
}

// origin are the members that say where a flat part comes from.
func origin[T any](local, block func(*T) *string, layer func(*T) *int, section func(*T) *circuit.Section) []field[T] {
	return []field[T]{
		text("local", local),
		text("block", block),
		{
			key: "layer", shape: shape{name: "integer"},
			read:  func(r *reader, v *T) { *layer(v) = int(r.integer()) },
			has:   func(v *T) bool { return *layer(v) >= 0 },
			write: func(w *writer, v *T) { w.integer(int64(*layer(v))) },
		},
		text("section", section, circuit.Main, circuit.Draft),
	}
}

var nodeTable = table[node]{name: "node", fields: nodeFields, start: node{Node: circuit.Node{Layer: -1}}}

var flatNodeTable = table[node]{name: "flat_node", fields: slices.Concat(nodeFields, nodeOrigin()), start: nodeTable.start}

func nodeOrigin() []field[node] {
	return origin(
		func(n *node) *string { return &n.Local }, func(n *node) *string { return &n.Block },
		func(n *node) *int { return &n.Layer }, func(n *node) *circuit.Section { return &n.Section },
	)
}

var weightTable = table[circuit.Weight]{
	name: "weight",
	fields: []field[circuit.Weight]{
		text("name", func(w *circuit.Weight) *string { return &w.Name }),
		text("key", func(w *circuit.Weight) *string { return &w.Key }),
		format("format", func(w *circuit.Weight) *circuit.Format { return &w.Format }).must(),
		format("served", func(w *circuit.Weight) *circuit.Format { return &w.Served }),
		expr("out", func(w *circuit.Weight) *circuit.Expr { return &w.Out }),
		expr("k", func(w *circuit.Weight) *circuit.Expr { return &w.K }),
		expr("bytes", func(w *circuit.Weight) *circuit.Expr { return &w.Bytes }),
		expr("number", func(w *circuit.Weight) *circuit.Expr { return &w.Number }),
		flag("shared", func(w *circuit.Weight) *bool { return &w.Shared }),
		text("role", func(w *circuit.Weight) *circuit.Role { return &w.Role }, circuit.Table),
		text("derived", func(w *circuit.Weight) *string { return &w.Derived }),
		flag("leaked", func(w *circuit.Weight) *bool { return &w.Leaked }),
		many("copies", &copyTable, func(w *circuit.Weight) *[]circuit.Copy { return &w.Copies }),
	},
	check: func(w *circuit.Weight) string {
		if w.Leaked && w.Derived == "" {
			return "leaked is for a tensor that was made while loading: derived is missing"
		}
		return ""
	},
}

var accessTable = table[access]{
	name: "access",
	fields: []field[access]{
		named("state", func(a *access) *word { return &a.state }).must(),
		text("mode", func(a *access) *circuit.Mode { return &a.mode }, circuit.Read, circuit.Write, circuit.Update, circuit.Snapshot).must(),
	},
}

var edgeTable = table[edge]{
	name: "edge",
	fields: []field[edge]{
		named("id", func(e *edge) *word { return &e.id }).must(),
		format("format", func(e *edge) *circuit.Format { return &e.Format }).must(),
		expr("rows", func(e *edge) *circuit.Expr { return &e.Rows }),
		expr("dim", func(e *edge) *circuit.Expr { return &e.Dim }).must(),
		flag("output", func(e *edge) *bool { return &e.Output }),
		named("over", func(e *edge) *word { return &e.over }),
	},
}

var stateFields = []field[state]{
	named("id", func(s *state) *word { return &s.id }).must(),
	text("kind", func(s *state) *circuit.Kind { return &s.Kind }, circuit.Kinds()...).must(),
	format("format", func(s *state) *circuit.Format { return &s.Format }),
	text("setting", func(s *state) *string { return &s.Setting }),
	expr("elements", func(s *state) *circuit.Expr { return &s.Elements }),
	expr("units", func(s *state) *circuit.Expr { return &s.Units }),
	text("verify", func(s *state) *circuit.Verify { return &s.Verify }, circuit.HSteps, circuit.ConvSteps),
	named("of", func(s *state) *word { return &s.of }),
	expr("law", func(s *state) *circuit.Expr { return &s.Law }),
}

func checkState(s *state) string {
	if !s.Format.Absent() && s.Setting != "" {
		return "want either format or the setting that names one"
	}
	return ""
}

var stateTable = table[state]{name: "state", fields: stateFields, start: state{State: circuit.State{Layer: -1}}, check: checkState}

var flatStateTable = table[state]{
	name: "flat_state", fields: slices.Concat(stateFields, stateOrigin()), start: stateTable.start, check: checkState,
}

func stateOrigin() []field[state] {
	return origin(
		func(s *state) *string { return &s.Local }, func(s *state) *string { return &s.Block },
		func(s *state) *int { return &s.Layer }, func(s *state) *circuit.Section { return &s.Section },
	)
}
