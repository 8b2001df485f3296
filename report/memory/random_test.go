package memory_test

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
)

// draw makes circuits of any shape: blocks in layers and nodes outside of them,
// a draft, shared tensors, copies, states of all kinds, caches, workspaces,
// several runs, buffers that no node writes, perhaps an arena that exists.
func draw(t *rapid.T) *circuit.Circuit {
	f := func(names ...string) circuit.Format {
		return circuit.MustFormat(rapid.SampledFrom(names).Draw(t, "format"))
	}
	size := func(most int64) circuit.Expr { return circuit.Number(rapid.Int64Range(1, most).Draw(t, "size")) }
	flip := func(what string) bool { return rapid.Bool().Draw(t, what) }
	c := &circuit.Circuit{Arch: "random", Dims: map[string]int64{"dim": rapid.Int64Range(1, 64).Draw(t, "dim")}}
	c.Align = 1 << rapid.IntRange(0, 8).Draw(t, "align")
	c.Edges = []circuit.Edge{{ID: "in", Format: f("f32", "c64"), Dim: size(500), Over: -1}}
	nodes := rapid.IntRange(0, 12).Draw(t, "nodes")
	for i := range nodes {
		n := circuit.Node{ID: fmt.Sprintf("n%d", i), Op: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "op"), Layer: -1}
		if flip("block") {
			n.Block, n.Local = rapid.SampledFrom([]string{"x", "y"}).Draw(t, "block"), rapid.SampledFrom([]string{"p", "q"}).Draw(t, "local")
			n.Layer = rapid.IntRange(-1, 3).Draw(t, "layer")
		}
		if flip("draft") {
			n.Section = circuit.Draft
		}
		n.Inputs = []int{rapid.IntRange(0, len(c.Edges)-1).Draw(t, "input")}
		n.Outputs = []int{len(c.Edges)}
		c.Edges = append(c.Edges, circuit.Edge{ID: fmt.Sprintf("e%d", i), Format: f("f32", "bf16", "c128"), Dim: size(1000), Over: -1, Output: flip("output")})
		for w := range rapid.IntRange(0, 2).Draw(t, "weights") {
			n.Weights = append(n.Weights, circuit.Weight{
				Name: fmt.Sprintf("w%d", w), Format: f("f32", "bf16", "fp8/channel"), Out: size(50), K: size(50), Number: size(3),
				Key:     rapid.SampledFrom([]string{"", "k1", "k2"}).Draw(t, "key"),
				Role:    rapid.SampledFrom([]circuit.Role{circuit.Parameter, circuit.Table}).Draw(t, "role"),
				Derived: rapid.SampledFrom([]string{"", "", "repack"}).Draw(t, "derived"),
			})
		}
		if flip("state") {
			n.States = []circuit.Access{{State: len(c.States), Mode: circuit.Update}}
			c.States = append(c.States, circuit.State{ID: fmt.Sprintf("s%d", i), Block: n.Block, Local: n.Local, Layer: n.Layer, Section: n.Section,
				Kind: circuit.Recurrent, Format: f("f32", "f16"), Elements: size(100), Verify: circuit.HSteps, Of: -1})
		}
		c.Nodes = append(c.Nodes, n)
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "caches") {
		kind := rapid.SampledFrom([]circuit.Kind{circuit.PrefixSnapshot, circuit.HiddenCapture, circuit.PromptLookupIndex}).Draw(t, "cache")
		c.States = append(c.States, circuit.State{ID: fmt.Sprintf("cache%d", i), Layer: -1, Kind: kind, Format: f("u8", "f32"), Elements: size(20), Of: -1})
	}
	if flip("copies") {
		c.Copies = []circuit.CopyRule{
			{Copy: circuit.Copy{Rule: "scales", Bytes: circuit.MustParse("4*out"), Leaked: flip("leaked")}, Ops: []string{"a", "b"}},
			{Copy: circuit.Copy{Rule: "scales", Bytes: circuit.MustParse("k"), Count: 2}, Ops: []string{"a"}}, // of the same name
		}
	}
	if flip("families") {
		c.Families = []circuit.Family{{Name: "f", Ops: []string{"a", "c"}, Workspaces: []circuit.Workspace{
			{Name: "one", Bytes: []circuit.Expr{circuit.MustParse("n*k*4")}, Arena: flip("in arena")},
			{Name: "two", Bytes: []circuit.Expr{circuit.MustParse("less(9,n)*100")}},
		}}}
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "runs") {
		run := circuit.Run{Label: fmt.Sprintf("run%d", i), Rows: size(20)}
		if flip("of the draft") {
			run.Section = circuit.Draft
		}
		c.Runs = append(c.Runs, run)
	}
	c.Outside = rapid.Int64Range(0, 1000).Draw(t, "outside")
	c.Driver = circuit.Driver{Fixed: rapid.Int64Range(0, 100).Draw(t, "fixed"), PerMille: rapid.Int64Range(0, 100).Draw(t, "per mille")}
	c.Workload = circuit.Workload{
		Budget: rapid.Int64Range(0, 1<<20).Draw(t, "budget"),
		Counts: map[string]int64{"slots": rapid.Int64Range(0, 3).Draw(t, "slots"), "verify_slots": rapid.Int64Range(0, 2).Draw(t, "verify"), "h_steps": 5,
			"snapshots": 2, "lookup_sequences": rapid.Int64Range(0, 2).Draw(t, "lookups"), "lookup_history": 9},
	}
	if nodes > 0 && flip("buffers exist") {
		c.Held = []circuit.Held{
			{Name: "data", Bytes: size(3000), Node: -1}, {Name: "e0", Bytes: size(3000), Node: rapid.IntRange(0, nodes-1).Draw(t, "holder")},
		}
	}
	if flip("an arena exists") {
		arena := rapid.Int64Range(0, 5000).Draw(t, "arena")
		c.Workload.Arena = &arena
	}
	return c
}

// drawDocument makes documents of any circuit.
func drawDocument(t *rapid.T) *memory.Document {
	m, err := circuit.Compile(draw(t))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Evaluate(circuit.Workload{})
	if err != nil {
		t.Fatal(err)
	}
	return memory.New(r, memory.Header{}, memory.Findings{})
}
