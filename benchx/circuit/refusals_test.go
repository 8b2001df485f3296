package circuit_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// Every mistake in a circuit is an error that names what is wrong.
func TestCompileRefuses(t *testing.T) {
	for want, spoil := range map[string]func(c *circuit.Circuit){
		`dimension "Hidden": a name is a letter or _ and then letters, digits or _, all lower case`: func(c *circuit.Circuit) { c.Dims["Hidden"] = 1 },
		`dimension "n": the name is taken by what a run or a node gives`:                            func(c *circuit.Circuit) { c.Dims["n"] = 1 },
		`dimension "hidden" is negative`:                                                            func(c *circuit.Circuit) { c.Dims["hidden"] = -1 },
		`count "hidden" is there twice`:                                                             func(c *circuit.Circuit) { c.Counts = []circuit.Count{{Name: "hidden"}} },
		"node 1 has no id":                                                                          func(c *circuit.Circuit) { c.Nodes[1].ID = "" },
		"node embed is there twice":                                                                 func(c *circuit.Circuit) { c.Nodes[1].ID = "embed" },
		"node embed reads edge 99 of 6":                                                             func(c *circuit.Circuit) { c.Nodes[0].Inputs = []int{99} },
		"node embed writes edge -1 of 6":                                                            func(c *circuit.Circuit) { c.Nodes[0].Outputs = []int{-1} },
		"edge embedded is written by embed and by head":                                             func(c *circuit.Circuit) { c.Nodes[4].Outputs = []int{1} },
		"node embed reads edge l0.up before l0.ffn.up writes it: nodes stand in the order in which they run": func(c *circuit.Circuit) { c.Nodes[0].Inputs = []int{2} },
		`node l0.ffn.up has two weights named ""`:                                                            func(c *circuit.Circuit) { c.Nodes[1].Weights = append(c.Nodes[1].Weights, circuit.Weight{}) },
		"edge tokens has no dim":                                             func(c *circuit.Circuit) { c.Edges[0].Dim = circuit.Expr{} },
		"edge 2 has no id":                                                   func(c *circuit.Circuit) { c.Edges[2].ID = "" },
		"edge embedded is there twice":                                       func(c *circuit.Circuit) { c.Edges[2].ID = "embedded" },
		"edge l0.half takes over edge 77 of 6":                               func(c *circuit.Circuit) { c.Edges[3].Over = 77 },
		"edge tokens takes over embedded and is written by no node":          func(c *circuit.Circuit) { c.Edges[0].Over = 1 },
		"edge embedded takes over logits, which the caller reads at the end": func(c *circuit.Circuit) { c.Edges[1].Over = 5 },
		"edge embedded takes over l0.up, which is written later":             func(c *circuit.Circuit) { c.Edges[1].Over = 2 },
		"edges l0.up and l0.half both take over embedded":                    func(c *circuit.Circuit) { c.Edges[2].Over, c.Edges[3].Over = 1, 1 },
		"edge l0.half takes over embedded, which node head reads later": func(c *circuit.Circuit) {
			c.Edges[3].Over = 1
			c.Nodes[4].Inputs = append(c.Nodes[4].Inputs, 1)
		},
		`family "f" is there twice`: func(c *circuit.Circuit) { c.Families = []circuit.Family{{Name: "f"}, {Name: "f"}} },
		`op "gate" is of family f and of family g`: func(c *circuit.Circuit) {
			c.Families = []circuit.Family{{Name: "f", Ops: []string{"gate"}}, {Name: "g", Ops: []string{"gate"}}}
		},
		`node head is of family "none", which is not there`: func(c *circuit.Circuit) { c.Nodes[4].Family = "none" },
		"node head has state 0 of 0":                        func(c *circuit.Circuit) { c.Nodes[4].States = []circuit.Access{{}} },
	} {
		c := toy(1)
		spoil(c)
		_, err := circuit.Compile(c)
		assert.EqualError(t, err, want)
	}
}

func TestOwnershipOfStates(t *testing.T) {
	h := circuit.State{ID: "h", Kind: circuit.Recurrent}
	kv := circuit.State{ID: "kv", Kind: circuit.PagedKV}
	for want, make := range map[string]func() *circuit.Circuit{
		"state h is owned by updates0 and by second: one node may update it": func() *circuit.Circuit {
			c := stateful(h)
			c.Nodes = append(c.Nodes, circuit.Node{ID: "second", States: []circuit.Access{{State: 0, Mode: circuit.Update}}})
			return c
		},
		`node updates0 has access "write" to h, a recurrent state: want "update"`: func() *circuit.Circuit {
			c := stateful(h)
			c.Nodes[0].States[0].Mode = circuit.Write
			return c
		},
		`node updates0: unknown access "steal" to h, want read, write, update or snapshot`: func() *circuit.Circuit {
			c := stateful(h)
			c.Nodes[0].States[0].Mode = "steal"
			return c
		},
		`state h: no node has access "update" to it`: func() *circuit.Circuit {
			c := stateful(h)
			c.Nodes = nil
			return c
		},
		"state h: a recurrent state is updated, not read": func() *circuit.Circuit {
			c := stateful(h)
			c.Nodes[0].States = append(c.Nodes[0].States, circuit.Access{State: 0, Mode: circuit.Read})
			return c
		},
		"state h: snapshotted but has no verify rule: h_steps or conv_steps": func() *circuit.Circuit {
			c := stateful(h)
			c.Nodes[0].States = append(c.Nodes[0].States, circuit.Access{State: 0, Mode: circuit.Snapshot})
			return c
		},
		"state kv: no node reads it": func() *circuit.Circuit {
			c := stateful(kv)
			c.Nodes[0].States = c.Nodes[0].States[:1]
			return c
		},
		"node updates0 touches copies: a cache is not part of a layer": func() *circuit.Circuit {
			c := stateful(h, circuit.State{ID: "copies", Kind: circuit.PrefixSnapshot})
			c.Nodes[0].States = append(c.Nodes[0].States, circuit.Access{State: 1, Mode: circuit.Read})
			return c
		},
		`state h: unknown kind "odd", want one of [accept_stash carry_stash carry_table draft_tokens hidden_capture paged_kv prefix_snapshot prompt_lookup_index recurrent ring_snapshot token_tree_mask verify_table]`: func() *circuit.Circuit {
			return stateful(circuit.State{ID: "h", Kind: "odd"})
		},
		`state kv: verify "h_steps": want h_steps or conv_steps, of a recurrent state`: func() *circuit.Circuit {
			return stateful(circuit.State{ID: "kv", Kind: circuit.PagedKV, Verify: circuit.HSteps})
		},
		"state kv: only a snapshot copies a state, this is a paged_kv": func() *circuit.Circuit {
			c := stateful(h, kv)
			c.States[1].Of = 0
			return c
		},
		"state h is there twice": func() *circuit.Circuit { return stateful(h, h) },
	} {
		_, err := circuit.Compile(make())
		assert.EqualError(t, err, want)
	}
}

func TestEvaluateRefuses(t *testing.T) {
	huge := int64(1) << 62
	for want, spoil := range map[string]func(c *circuit.Circuit){
		`count "hidden": the circuit has a dimension of that name`: func(c *circuit.Circuit) { c.Workload.Counts["hidden"] = 1 },
		`count "batch" is -1, want zero or more`:                   func(c *circuit.Circuit) { c.Workload.Counts["batch"] = -1 },
		`node embed: weight "" has no format`:                      func(c *circuit.Circuit) { c.Nodes[0].Weights[0].Format = circuit.Format{} },
		`node embed: weight "": out: "vocabulary": unknown name "vocabulary"`: func(c *circuit.Circuit) {
			c.Nodes[0].Weights[0].Out = circuit.MustParse("vocabulary")
		},
		`node embed: weight "": 4611686018427387904 × 64 of bf16: does not fit 63 bits`: func(c *circuit.Circuit) {
			c.Nodes[0].Weights[0].Out = circuit.Number(huge)
		},
		`run decode: edge l0.up: no format`: func(c *circuit.Circuit) { c.Edges[2].Format = circuit.Format{} },
		`run decode: edge l0.up: format fp8/channel is for weights only`: func(c *circuit.Circuit) {
			c.Edges[2].Format = circuit.MustFormat("fp8/channel")
		},
		`run decode: rows: "rows": unknown name "rows"`: func(c *circuit.Circuit) { c.Runs[0].Rows = circuit.MustParse("rows") },
		"outside is negative: -5 bytes":                 func(c *circuit.Circuit) { c.Outside = -5 },
		"driver: slack is negative: -1":                 func(c *circuit.Circuit) { c.Driver.Slack = -1 },
		"driver: does not fit 63 bits":                  func(c *circuit.Circuit) { c.Driver.PerMille, c.Workload.Budget = huge, huge },
		"the budget is negative: -1":                    func(c *circuit.Circuit) { c.Workload.Budget = -1 },
		"device total: does not fit 63 bits": func(c *circuit.Circuit) {
			c.Outside, c.Driver.Fixed = huge, huge
		},
		`limit slots: "slot": unknown name "slot"`: func(c *circuit.Circuit) {
			c.Limits = []circuit.Limit{{Name: "slots", Value: circuit.MustParse("slot"), Most: circuit.Number(1)}}
		},
	} {
		c := toy(1)
		spoil(c)
		m, err := circuit.Compile(c)
		require.NoError(t, err)
		_, err = m.Evaluate(circuit.Workload{})
		assert.EqualError(t, err, want)
	}
}

func TestStatesRefuse(t *testing.T) {
	for want, s := range map[string]circuit.State{
		"state s: no format": {Kind: circuit.Recurrent, Elements: circuit.Number(1)},
		`state s: its format is the setting "kv", which is not there`:   {Kind: circuit.Recurrent, Setting: "kv", Elements: circuit.Number(1)},
		"state s: elements: none are given":                             {Kind: circuit.Recurrent, Format: circuit.MustFormat("f32")},
		"state s: format nvfp4/g16 has no whole bytes for each element": {Kind: circuit.Recurrent, Format: circuit.MustFormat("nvfp4/g16"), Elements: circuit.Number(1)},
		"state s: live: does not fit 63 bits":                           {Kind: circuit.Recurrent, Format: circuit.MustFormat("f32"), Elements: circuit.Number(1 << 62)},
		`state s: units: "channels": unknown name "channels"`:           {Kind: circuit.Recurrent, Format: circuit.MustFormat("f32"), Elements: circuit.Number(1), Units: circuit.MustParse("channels")},
		"state s: steps may be taken back (verify_slots is 2) but it has no verify rule: h_steps or conv_steps": {
			Kind: circuit.Recurrent, Format: circuit.MustFormat("f32"), Elements: circuit.Number(1),
			Local: "speculating",
		},
	} {
		s.ID = "s"
		m, err := circuit.Compile(stateful(s))
		require.NoError(t, err)
		counts := map[string]int64{"slots": 3}
		if s.Local != "" {
			counts["verify_slots"] = 2
		}
		_, err = m.Evaluate(circuit.Workload{Counts: counts})
		assert.EqualError(t, err, want)
	}
}

func TestExplain(t *testing.T) {
	c := toy(1)
	c.Counts = []circuit.Count{{Name: "batch", Value: circuit.MustParse("sequences*2")}}
	c.Workload = circuit.Workload{Counts: map[string]int64{"sequences": 2, "sm": 2}, Budget: 1 << 20}
	c.Families = []circuit.Family{{Name: "matmul", Ops: []string{"linear"}, Workspaces: []circuit.Workspace{
		{Name: "split", Bytes: []circuit.Expr{circuit.MustParse("n*k*sm")}, Reason: "partial sums"},
	}}}
	c.Copies = []circuit.CopyRule{{Copy: circuit.Copy{Rule: "scales", Bytes: circuit.MustParse("4*out"), Count: 2, Site: "load.go:7"}, Ops: []string{"lm_head"}}}
	c.Driver = circuit.Driver{Fixed: 5, PerMille: 3}
	r := evaluate(t, c, circuit.Workload{})
	got := map[string]circuit.Explanation{}
	for i := range r.Terms {
		id := r.ID(&r.Terms[i])
		require.NotContains(t, got, id, "an id of its own")
		got[id] = r.Explain(&r.Terms[i])
	}
	hidden := circuit.Input{Name: "hidden", Value: 64, From: circuit.FromCircuit}
	assert.Equal(t, circuit.Explanation{Formula: "out*k*2", Inputs: []circuit.Input{
		{Name: "out", Expr: "vocab", Value: 256, From: circuit.FromNode}, {Name: "vocab", Value: 256, From: circuit.FromCircuit},
		{Name: "k", Expr: "hidden", Value: 64, From: circuit.FromNode}, hidden,
	}}, got["weights_stored/embed"])
	assert.Equal(t, "out*k/2 + out*k/16 + 4", got["weights_stored/l0.ffn.up"].Formula)
	assert.Equal(t, circuit.Explanation{Formula: "4*out*2", Site: "load.go:7", Inputs: []circuit.Input{
		{Name: "out", Value: 256, From: circuit.FromNode}, {Name: "k", Value: 64, From: circuit.FromNode},
	}}, got["weights_derived/head/scales"])
	assert.Equal(t, circuit.Explanation{Formula: "n*k*sm", Reason: "partial sums", Inputs: []circuit.Input{
		{Name: "n", Expr: "rows of run decode", Value: 4, From: circuit.FromRun}, {Name: "sm", Value: 2, From: circuit.FromWorkload},
		{Name: "k", Expr: "inter", Value: 128, From: circuit.FromNode}, {Name: "inter", Value: 128, From: circuit.FromCircuit},
	}}, got["workspace/matmul/split"])
	assert.Equal(t, "div(budget,1000)*3", got["driver/share of the budget"].Formula)
	assert.Equal(t, "5", got["driver/fixed"].Formula)
	assert.Equal(t, "rows*dim*2", got["activations/l0.up"].Formula)
	var rows circuit.Input
	for _, in := range got["activations/l0.up"].Inputs {
		if in.Name == "rows" {
			rows = in
		}
	}
	assert.Equal(t, circuit.Input{Name: "rows", Expr: "n", Value: 4, From: circuit.FromRun}, rows)
}
