package circuitjson

import "github.com/fftstudy/fftstudy/benchx/circuit"

// schemaVersion is the form of file that this package reads and writes.
const schemaVersion = 1

// The tables are never changed.

var fileTable = table[file]{
	name: "circuit",
	fields: []field[file]{
		{key: "$schema", shape: shape{name: "string"}, read: func(r *reader, _ *file) { r.string() }},
		schemaField(),
		text("arch", func(f *file) *string { return &f.Arch }),
		lines("description", func(f *file) *string { return &f.Description }),
		numbers("dims", func(f *file) *map[string]int64 { return &f.Dims }),
		many("counts", &countTable, func(f *file) *[]circuit.Count { return &f.Counts }),
		one("device", &deviceTable, func(f *file) *device { return &f.device }, func(d *device) bool { return *d != device{} }),
		one("workload", &workloadTable, func(f *file) *workload { return &f.workload }, (*workload).isThere),
		many("limits", &limitTable, func(f *file) *[]circuit.Limit { return &f.Limits }),
		many("knobs", &knobTable, func(f *file) *[]circuit.Knob { return &f.Knobs }),
		many("queries", &queryTable, func(f *file) *[]circuit.Query { return &f.Queries }),
		many("runs", &runTable, func(f *file) *[]circuit.Run { return &f.Runs }),
		many("copies", &ruleTable, func(f *file) *[]circuit.CopyRule { return &f.Copies }),
		many("families", &familyTable, func(f *file) *[]circuit.Family { return &f.Families }),
		many("held", &heldTable, func(f *file) *[]held { return &f.held }),
		size("outside", func(f *file) *int64 { return &f.Outside }),
		integer("align", func(f *file) *int64 { return &f.Align }, 0),
		many("states", &flatStateTable, func(f *file) *[]state { return &f.top.states }),
		many("edges", &edgeTable, func(f *file) *[]edge { return &f.top.edges }),
		many("nodes", &flatNodeTable, func(f *file) *[]node { return &f.top.nodes }),
		blocksField(),
		{
			key: "layout", shape: shape{object: &layoutTable},
			read: func(r *reader, f *file) {
				r.peek()
				at := r.pos
				f.layout = &layout{}
				*f.layout = layoutTable.read(r)
				f.layout.at = at
			},
		},
	},
}

// schemaField must be 1.
func schemaField() field[file] {
	return field[file]{
		key: "schema", required: true, shape: shape{name: "version"},
		read: func(r *reader, _ *file) {
			r.peek()
			at := r.pos
			if v := r.integer(); v != schemaVersion && r.broken == nil {
				r.fault(at, "schema %d is not known, want %d", v, schemaVersion)
			}
		},
		has:   func(*file) bool { return true },
		write: func(w *writer, _ *file) { w.integer(schemaVersion) },
	}
}

// blocksField maps names to blocks.
func blocksField() field[file] {
	return field[file]{
		key: "blocks", shape: shape{object: &blockTable, dict: true},
		read: func(r *reader, f *file) {
			if !r.is("{", "an object") {
				return
			}
			f.blocks = map[string]*block{}
			r.members(func(name string, at int) {
				if f.blocks[name] != nil {
					r.fault(at, "the key is there twice")
				}
				b := blockTable.read(r)
				b.name = word{name, at}
				f.blocks[name] = &b
			})
		},
	}
}

var countTable = table[circuit.Count]{
	name: "count",
	fields: []field[circuit.Count]{
		text("name", func(c *circuit.Count) *string { return &c.Name }).must(),
		expr("value", func(c *circuit.Count) *circuit.Expr { return &c.Value }).must(),
		text("unit", func(c *circuit.Count) *string { return &c.Unit }),
	},
}

var driverFields = []field[circuit.Driver]{
	size("fixed", func(d *circuit.Driver) *int64 { return &d.Fixed }),
	integer("per_mille", func(d *circuit.Driver) *int64 { return &d.PerMille }, 0),
	size("slack", func(d *circuit.Driver) *int64 { return &d.Slack }),
}

var driverTable = table[circuit.Driver]{name: "driver", fields: driverFields}

var deviceTable = table[device]{
	name: "device",
	fields: []field[device]{
		size("memory_bytes", func(d *device) *int64 { return &d.memory }),
		{
			key: "util", shape: shape{name: "utilisation"},
			read: func(r *reader, d *device) { d.util = r.share() },
		},
		one("driver", &driverTable, func(d *device) *circuit.Driver { return &d.driver },
			func(d *circuit.Driver) bool { return *d != circuit.Driver{} }),
	},
	check: func(d *device) string {
		if d.util != "" && d.memory == 0 {
			return "util is a share of memory_bytes, which is missing"
		}
		return ""
	},
}

var workloadTable = table[workload]{
	name: "workload",
	fields: []field[workload]{
		numbers("counts", func(w *workload) *map[string]int64 { return &w.Counts }),
		choices("settings", func(w *workload) *map[string]string { return &w.Settings }),
		{
			key: "budget", shape: shape{name: "bytes"},
			read: func(r *reader, w *workload) {
				r.peek()
				w.budget = word{"budget", r.pos}
				w.Budget = r.bytes()
			},
			has:   func(w *workload) bool { return w.Budget != 0 || w.budget.text != "" },
			write: func(w *writer, v *workload) { w.integer(v.Budget) },
		},
		{
			key: "arena", shape: shape{name: "bytes"},
			read: func(r *reader, w *workload) {
				bytes := r.bytes()
				w.Arena = &bytes
			},
			has:   func(w *workload) bool { return w.Arena != nil },
			write: func(w *writer, v *workload) { w.integer(*v.Arena) },
		},
	},
}

var limitTable = table[circuit.Limit]{
	name: "limit",
	fields: []field[circuit.Limit]{
		text("name", func(l *circuit.Limit) *string { return &l.Name }).must(),
		expr("value", func(l *circuit.Limit) *circuit.Expr { return &l.Value }).must(),
		expr("most", func(l *circuit.Limit) *circuit.Expr { return &l.Most }).must(),
	},
}

var knobTable = table[circuit.Knob]{
	name: "knob",
	fields: []field[circuit.Knob]{
		text("name", func(k *circuit.Knob) *string { return &k.Name }).must(),
		text("count", func(k *circuit.Knob) *string { return &k.Count }),
		integer("step", func(k *circuit.Knob) *int64 { return &k.Step }, 0),
		text("setting", func(k *circuit.Knob) *string { return &k.Setting }),
		text("to", func(k *circuit.Knob) *string { return &k.To }),
	},
	check: func(k *circuit.Knob) string {
		switch {
		case (k.Count == "") == (k.Setting == ""):
			return "want either count, with step or to halve it, or setting and to"
		case (k.Setting == "") != (k.To == ""):
			return "setting and to go together"
		case k.Setting != "" && k.Step != 0:
			return "step is for a count"
		}
		return ""
	},
}

var queryTable = table[circuit.Query]{
	name: "query",
	fields: []field[circuit.Query]{
		text("name", func(q *circuit.Query) *string { return &q.Name }).must(),
		text("count", func(q *circuit.Query) *string { return &q.Count }).must(),
		text("unit", func(q *circuit.Query) *string { return &q.Unit }),
		integer("lo", func(q *circuit.Query) *int64 { return &q.Lo }, 0),
		integer("hi", func(q *circuit.Query) *int64 { return &q.Hi }, 0),
	},
}

var heldTable = table[held]{
	name: "held",
	fields: []field[held]{
		text("name", func(h *held) *string { return &h.Name }).must(),
		expr("bytes", func(h *held) *circuit.Expr { return &h.Bytes }).must(),
		named("node", func(h *held) *word { return &h.node }),
	},
}

var runTable = table[circuit.Run]{
	name: "run",
	fields: []field[circuit.Run]{
		text("label", func(r *circuit.Run) *string { return &r.Label }).must(),
		expr("rows", func(r *circuit.Run) *circuit.Expr { return &r.Rows }),
		text("section", func(r *circuit.Run) *circuit.Section { return &r.Section }, circuit.Main, circuit.Draft),
		expr("when", func(r *circuit.Run) *circuit.Expr { return &r.When }),
	},
}

var copyFields = []field[circuit.Copy]{
	text("rule", func(c *circuit.Copy) *string { return &c.Rule }).must(),
	format("format", func(c *circuit.Copy) *circuit.Format { return &c.Format }),
	expr("bytes", func(c *circuit.Copy) *circuit.Expr { return &c.Bytes }),
	integer("count", func(c *circuit.Copy) *int64 { return &c.Count }, 0),
	flag("leaked", func(c *circuit.Copy) *bool { return &c.Leaked }),
	text("site", func(c *circuit.Copy) *string { return &c.Site }),
}

func checkCopy(c *circuit.Copy) string {
	if c.Format.Absent() == c.Bytes.Absent() {
		return "want either format, of a whole copy, or bytes"
	}
	return ""
}

var copyTable = table[circuit.Copy]{name: "copy", fields: copyFields, check: checkCopy}

var ruleTable = table[circuit.CopyRule]{
	name: "copy_rule",
	fields: append(lift(copyFields, func(r *circuit.CopyRule) *circuit.Copy { return &r.Copy }),
		texts("arch", func(r *circuit.CopyRule) *[]string { return &r.Arch }),
		texts("ops", func(r *circuit.CopyRule) *[]string { return &r.Ops }),
		text("section", func(r *circuit.CopyRule) *circuit.Section { return &r.Section }, circuit.Main, circuit.Draft),
		formats("stored", func(r *circuit.CopyRule) *[]circuit.Format { return &r.Stored }),
		formats("served", func(r *circuit.CopyRule) *[]circuit.Format { return &r.Served }),
		choices("when", func(r *circuit.CopyRule) *map[string]string { return &r.When }),
	),
	check: func(r *circuit.CopyRule) string { return checkCopy(&r.Copy) },
}

var workspaceTable = table[circuit.Workspace]{
	name: "workspace",
	fields: []field[circuit.Workspace]{
		text("name", func(w *circuit.Workspace) *string { return &w.Name }).must(),
		exprs("bytes", func(w *circuit.Workspace) *[]circuit.Expr { return &w.Bytes }).must(),
		flag("arena", func(w *circuit.Workspace) *bool { return &w.Arena }),
		text("reason", func(w *circuit.Workspace) *string { return &w.Reason }),
	},
}

var familyTable = table[circuit.Family]{
	name: "family",
	fields: []field[circuit.Family]{
		text("name", func(f *circuit.Family) *string { return &f.Name }).must(),
		texts("ops", func(f *circuit.Family) *[]string { return &f.Ops }),
		many("workspaces", &workspaceTable, func(f *circuit.Family) *[]circuit.Workspace { return &f.Workspaces }),
	},
}

var layoutTable = table[layout]{
	name: "layout",
	fields: []field[layout]{
		names("prologue", func(l *layout) *[]word { return &l.prologue }),
		many("layers", &groupTable, func(l *layout) *[]group { return &l.layers }),
		names("epilogue", func(l *layout) *[]word { return &l.epilogue }),
		names("draft", func(l *layout) *[]word { return &l.draft }),
	},
}

var layerFields = []field[layers]{
	text("kind", func(l *layers) *string { return &l.kind }),
	integer("count", func(l *layers) *int64 { return &l.count }, 0),
	names("blocks", func(l *layers) *[]word { return &l.blocks }),
}

var layersTable = table[layers]{
	name: "layers", fields: layerFields, start: layers{count: 1},
	check: func(l *layers) string {
		if len(l.blocks) == 0 {
			return "blocks is missing: the blocks of each layer"
		}
		return ""
	},
}

var groupTable = table[group]{
	name: "layer_group",
	fields: append(lift(layerFields, func(g *group) *layers { return &g.layers }),
		integer("repeat", func(g *group) *int64 { return &g.repeat }, 0),
		many("layers", &layersTable, func(g *group) *[]layers { return &g.period }),
	),
	start: group{layers: layers{count: 1}, repeat: 1},
	check: func(g *group) string {
		one, period := len(g.blocks) > 0, len(g.period) > 0
		if one == period || one && g.repeat != 1 || period && (g.kind != "" || g.count != 1) {
			return "want either blocks, of each of count layers of a kind, or layers and how often they repeat"
		}
		return ""
	},
}
