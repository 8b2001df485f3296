package circuit_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

func TestFormatBytes(t *testing.T) {
	type bytesOf func(circuit.Format, int64, int64) (int64, error)
	weight, activation := bytesOf(circuit.Format.WeightBytes), bytesOf(circuit.Format.ActivationBytes)
	for _, c := range []struct {
		format    string
		of        bytesOf
		rows, dim int64
		want      int64
	}{
		{"nvfp4/g16", weight, 256, 64, 8192 + 1024 + 4},
		{"nvfp4/g16", weight, 64, 128, 4096 + 512 + 4},
		{"nvfp4/g16", activation, 8, 5120, 8 * (2560 + 320 + 4)},
		{"bf16", weight, 256, 64, 32768},
		{"f32", activation, 3, 5, 60},
		{"fp8/tensor", weight, 4, 256, 1024 + 4},
		{"fp8/token", activation, 4, 256, 1040},
		{"fp8/g128", activation, 2, 256, 528},
		{"fp8/channel", weight, 16384, 5120, 16384*5120 + 4*16384},
		{"fp8/block128x128", weight, 200, 129, 200*129 + 4*2*2},
		{"mxfp4/g32", weight, 4, 64, 128 + 8},
		{"int4/g128", weight, 4, 256, 512 + 2*4*2},
		{"c64", activation, 2, 1024, 16384},
		{"c128", activation, 2, 1024, 32768},
		{"i16", activation, 1, 3, 6},
		{"f64", weight, 0, 5, 0},
	} {
		f, err := circuit.ParseFormat(c.format)
		require.NoError(t, err)
		assert.Equal(t, c.format, f.String())
		got, err := c.of(f, c.rows, c.dim)
		require.NoError(t, err, c.format)
		assert.Equal(t, c.want, got, "%s of %d × %d", c.format, c.rows, c.dim)
	}
}

func TestFormatsWithoutASize(t *testing.T) {
	f := circuit.MustFormat
	_, err := f("nvfp4/g16").WeightBytes(4, 24)
	assert.EqualError(t, err, "rows of 24 are no whole groups of nvfp4/g16")
	_, err = f("nvfp4/g1").WeightBytes(3, 3)
	assert.EqualError(t, err, "3 × 3 of nvfp4/g1 are no whole bytes")
	_, err = f("fp8/channel").ActivationBytes(1, 8)
	assert.EqualError(t, err, "format fp8/channel is for weights only")
	_, err = f("f64").WeightBytes(1<<40, 1<<40)
	assert.ErrorIs(t, err, circuit.ErrOverflow)
	for _, name := range []string{"", "f3", "fp8/", "fp8/g0", "fp8/g01", "fp8/g+1", "fp8/block0x4", "fp8/block4", "mxfp4/g16", "bf16/tensor", "nvfp4/block2x2"} {
		_, err := circuit.ParseFormat(name)
		assert.ErrorContains(t, err, fmt.Sprintf("unknown format %q", name))
	}
}

// Bits overflow before bytes do.
func TestHugeFormatsStillHaveASize(t *testing.T) {
	got, err := circuit.MustFormat("f64").WeightBytes(1<<30, 1<<29)
	require.NoError(t, err)
	assert.EqualValues(t, 1<<62, got)
}

// toy is a model of some layers of two products, between an embedding and a head.
func toy(layers int) *circuit.Circuit {
	bf16, nvfp4 := circuit.MustFormat("bf16"), circuit.MustFormat("nvfp4/g16")
	c := &circuit.Circuit{Arch: "toy", Dims: map[string]int64{"vocab": 256, "hidden": 64, "inter": 128, "ffn": 256}}
	edge := func(id, dim string) int {
		c.Edges = append(c.Edges, circuit.Edge{ID: id, Format: bf16, Dim: circuit.MustParse(dim), Over: -1})
		return len(c.Edges) - 1
	}
	node := func(n circuit.Node) { c.Nodes = append(c.Nodes, n) }
	tokens := edge("tokens", "1")
	stream := edge("embedded", "hidden")
	node(circuit.Node{ID: "embed", Op: "embed", Layer: -1, Inputs: []int{tokens}, Outputs: []int{stream},
		Weights: []circuit.Weight{{Format: bf16, Out: circuit.MustParse("vocab"), K: circuit.MustParse("hidden")}}})
	for i := range layers {
		up := edge(fmt.Sprintf("l%d.up", i), "ffn")
		// The second product reads half of what the first wrote.
		half := edge(fmt.Sprintf("l%d.half", i), "inter")
		down := edge(fmt.Sprintf("l%d.down", i), "hidden")
		node(circuit.Node{ID: fmt.Sprintf("l%d.ffn.up", i), Local: "up", Block: "ffn", Layer: i, Op: "linear",
			Inputs: []int{stream}, Outputs: []int{up}, Weights: []circuit.Weight{{Format: nvfp4}}})
		node(circuit.Node{ID: fmt.Sprintf("l%d.ffn.act", i), Local: "act", Block: "ffn", Layer: i, Op: "gate",
			Inputs: []int{up}, Outputs: []int{half}})
		node(circuit.Node{ID: fmt.Sprintf("l%d.ffn.down", i), Local: "down", Block: "ffn", Layer: i, Op: "linear",
			Inputs: []int{half}, Outputs: []int{down}, Weights: []circuit.Weight{{Format: nvfp4}}})
		stream = down
	}
	logits := edge("logits", "vocab")
	c.Edges[logits].Output = true
	node(circuit.Node{ID: "head", Op: "lm_head", Layer: -1, Inputs: []int{stream}, Outputs: []int{logits},
		Weights: []circuit.Weight{{Format: bf16}}})
	c.Runs = []circuit.Run{{Label: "decode", Rows: circuit.MustParse("batch")}}
	c.Workload = circuit.Workload{Counts: map[string]int64{"batch": 4}}
	return c
}

func evaluate(t *testing.T, c *circuit.Circuit, w circuit.Workload) *circuit.Report {
	t.Helper()
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	r, err := m.Evaluate(w)
	require.NoError(t, err)
	return r
}

func TestWeightsOfTheToy(t *testing.T) {
	for _, layers := range []int{1, 2, 7} {
		r := evaluate(t, toy(layers), circuit.Workload{})
		assert.EqualValues(t, 32768+layers*(9220+4612)+32768, r.Totals.WeightsStored)
		assert.EqualValues(t, 32768, r.Nodes[0].Stored)
		assert.Zero(t, r.Totals.WeightsDerived)
	}
}

func TestExpertsCountWhateverTheRows(t *testing.T) {
	c := toy(1)
	c.Nodes[1].Weights = []circuit.Weight{{
		Format: circuit.MustFormat("nvfp4/g16"), Out: circuit.Number(64), K: circuit.Number(64), Number: circuit.MustParse("experts"),
	}}
	c.Dims["experts"] = 16
	for _, batch := range []int64{1, 100} {
		r := evaluate(t, c, circuit.Workload{Counts: map[string]int64{"batch": batch}})
		assert.EqualValues(t, 16*(2048+256+4), r.Nodes[1].Stored)
	}
}

func TestCopies(t *testing.T) {
	bf16, nvfp4 := circuit.MustFormat("bf16"), circuit.MustFormat("nvfp4/g16")
	c := toy(1)
	c.Nodes[1].Weights[0] = circuit.Weight{Format: bf16}
	c.Copies = []circuit.CopyRule{{
		Copy: circuit.Copy{Rule: "repack", Format: nvfp4}, Ops: []string{"linear"}, Stored: []circuit.Format{bf16},
		When: map[string]string{"quantize": "nvfp4"},
	}}
	assert.Zero(t, evaluate(t, c, circuit.Workload{}).Totals.WeightsDerived, "a rule whose setting does not hold")

	quantized := circuit.Workload{Settings: map[string]string{"quantize": "nvfp4"}}
	assert.EqualValues(t, 9220, evaluate(t, c, quantized).Totals.WeightsDerived)

	c.Copies = append(c.Copies, circuit.CopyRule{
		Copy: circuit.Copy{Rule: "twice", Format: nvfp4, Count: 2, Leaked: true}, Ops: []string{"linear"}, Stored: []circuit.Format{bf16},
	})
	r := evaluate(t, c, quantized)
	assert.EqualValues(t, 27660, r.Totals.WeightsDerived)
	assert.EqualValues(t, 18440, r.Totals.WeightsLeaked)
	assert.EqualValues(t, 27660, r.Nodes[1].Derived)

	c.Copies = []circuit.CopyRule{
		{Copy: circuit.Copy{Rule: "row scales", Bytes: circuit.MustParse("4*out")}, Ops: []string{"linear"}, Stored: []circuit.Format{bf16}},
		{Copy: circuit.Copy{Rule: "block grid", Bytes: circuit.MustParse("4*out/128*k/48")}, Ops: []string{"linear"}, Stored: []circuit.Format{bf16}},
	}
	assert.EqualValues(t, 4*256+4*2*2, evaluate(t, c, circuit.Workload{}).Totals.WeightsDerived)
}

func TestPaddedTensors(t *testing.T) {
	c := toy(1)
	c.Nodes[1].Weights[0].Bytes = circuit.MustParse("out*80/2")
	r := evaluate(t, c, circuit.Workload{})
	assert.EqualValues(t, 256*40, r.Nodes[1].Stored)
	assert.EqualValues(t, 2*256*64+256*64+64*128, r.Params, "padding is no parameter")
	assert.EqualValues(t, 2*32768+256*40+4612, r.ParamBytes, "but takes room")
}

func TestOneTensorIsStoredOnce(t *testing.T) {
	c := toy(2)
	for _, i := range []int{1, 4} {
		c.Nodes[i].Weights[0].Key = "shared.up"
		c.Nodes[i].Weights[0].Copies = []circuit.Copy{{Rule: "own copy", Format: circuit.MustFormat("bf16")}}
	}
	r := evaluate(t, c, circuit.Workload{})
	assert.EqualValues(t, 9220, r.Nodes[1].Stored)
	assert.Zero(t, r.Nodes[4].Stored)
	assert.EqualValues(t, 32768, r.Nodes[4].Derived, "a copy may be made of it again")
	assert.EqualValues(t, 2*32768+9220+2*4612, r.Totals.WeightsStored)
	assert.EqualValues(t, 2*256*64+256*64+2*64*128, r.Params)
}

func TestWorkspaces(t *testing.T) {
	c := toy(2)
	c.Families = []circuit.Family{{Name: "matmul", Ops: []string{"linear"}, Workspaces: []circuit.Workspace{
		{Name: "split", Bytes: []circuit.Expr{circuit.MustParse("n*hidden*4"), circuit.MustParse("sm*1000")}, Arena: true},
		{Name: "scales", Bytes: []circuit.Expr{circuit.MustParse("n*hidden/32*4")}},
	}}}
	c.Workload.Counts["sm"] = 2
	r := evaluate(t, c, circuit.Workload{})
	require.Len(t, r.Workspaces, 2)
	assert.EqualValues(t, 2000, r.Workspaces[0].Bytes)
	assert.EqualValues(t, 32, r.Workspaces[1].Bytes)
	assert.Equal(t, 4, r.Workspaces[0].Nodes)
	assert.EqualValues(t, 2032, r.Totals.Workspace)
	sum := int64(0)
	for _, n := range r.Nodes {
		sum += n.Workspace
	}
	assert.EqualValues(t, 2032, sum, "one buffer serves the family: charged to one node")

	exists := int64(10)
	r = evaluate(t, c, circuit.Workload{Arena: &exists})
	assert.EqualValues(t, 32, r.Totals.Workspace)
	assert.EqualValues(t, 10, r.Totals.Activations)
	assert.Positive(t, r.Totals.ActivationsPlanned, "both figures are told")

	c.Families[0].Workspaces[0].Bytes[0] = circuit.MustParse("n*hiden")
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	_, err = m.Evaluate(circuit.Workload{})
	assert.EqualError(t, err, `run decode: node l0.ffn.up: workspace split of matmul: "n*hiden": unknown name "hiden"`)
}

// The peak run is that of the largest arena and workspace together, which may be
// neither the run of the largest arena nor that of the largest workspace.
func TestPeakIsOfOneRun(t *testing.T) {
	c := toy(1)
	c.Runs = []circuit.Run{
		{Label: "decode", Rows: circuit.Number(1)},
		{Label: "prefill", Rows: circuit.MustParse("batch")},
		{Label: "speculate", Rows: circuit.Number(2), When: circuit.MustParse("speculating")},
	}
	c.Families = []circuit.Family{{Name: "matmul", Ops: []string{"linear"}, Workspaces: []circuit.Workspace{
		{Name: "w", Bytes: []circuit.Expr{circuit.MustParse("less(9,n)*1000")}}, // shrinks with the rows
	}}}
	r := evaluate(t, c, circuit.Workload{Counts: map[string]int64{"batch": 8, "speculating": 0}})
	require.Len(t, r.Runs, 2)
	for _, run := range r.Runs {
		assert.EqualValues(t, run.Rows*(512+256)+alignment(run.Rows*256), run.Arena, "up and half together in %s", run.Label)
	}
	assert.EqualValues(t, 8000, r.Runs[0].Workspace)
	assert.EqualValues(t, 1000, r.Runs[1].Workspace)
	assert.Equal(t, 0, r.Peak)
	assert.Equal(t, r.Runs[0].Arena, r.Totals.Activations)
	assert.EqualValues(t, 8000, r.Totals.Workspace)
	assert.EqualValues(t, 8000, r.Totals.WorkspaceWidest)

	r = evaluate(t, c, circuit.Workload{Counts: map[string]int64{"batch": 80, "speculating": 1}})
	require.Len(t, r.Runs, 3)
	assert.Equal(t, 1, r.Peak)
	assert.Zero(t, r.Totals.Workspace)
	assert.EqualValues(t, 8000, r.Totals.WorkspaceWidest, "told and not charged")
}

func alignment(size int64) int64 { return (256 - size%256) % 256 }

func TestDriver(t *testing.T) {
	c := &circuit.Circuit{Driver: circuit.Driver{Fixed: 1000, PerMille: 10, Slack: 7}}
	r := evaluate(t, c, circuit.Workload{Budget: 1_000_000})
	assert.EqualValues(t, 11_007, r.Totals.Driver)
	assert.EqualValues(t, 1_000_000-11_007, r.Totals.Headroom)

	c.Driver = circuit.Driver{Fixed: 1 << 30, PerMille: 21}
	r = evaluate(t, c, circuit.Workload{Budget: 111_064_303_820})
	assert.Equal(t, "3248.3", fmt.Sprintf("%.1f", float64(r.Totals.Driver)/(1<<20)))
}

func TestExpressions(t *testing.T) {
	c := &circuit.Circuit{Dims: map[string]int64{"q_heads": 24, "head_dim": 256, "kv_heads": 4, "hidden": 64}}
	value := func(text string) (int64, error) {
		e, err := circuit.Parse(text)
		if err != nil {
			return 0, err
		}
		c.Counts = []circuit.Count{{Name: "is", Value: e}}
		m, err := circuit.Compile(c)
		require.NoError(t, err)
		r, err := m.Evaluate(circuit.Workload{})
		if err != nil {
			return 0, err
		}
		return r.Names["is"], nil
	}
	for text, want := range map[string]int64{
		"q_heads*head_dim*2+kv_heads": 24*256*2 + 4,
		" q_heads + 1 ":               25,
		"4*hidden/32*4":               32,
		"4*hidden/33*4":               32, // rounded up
		"hidden/65":                   1,
		"(q_heads+1)*2":               50,
		"div(hidden,33)":              1,
		"less(kv_heads,hidden)":       0,
		"less(hidden,kv_heads)":       60,
		"max(1,min(hidden,q_heads))":  24,
		"pow2(17)":                    32,
		"pow2(16)":                    16,
		"when(kv_heads,2,3)":          2,
		"hash_table(less(1,1),16)":    0,
		"hash_table(1,16)":            84,
		"hash_table(7,16)":            152,
		"hash_table(14,16)":           288,
		"hash_table(15,16)":           560,
		"hash_table(1000,16)":         34832,
	} {
		got, err := value(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"":                           "a number or a name is missing at the end",
		"0":                          "zero sizes nothing",
		"a-b":                        `unexpected "-"`,
		"a**b":                       `a number or a name is missing before "*"`,
		"a+":                         "a number or a name is missing at the end",
		"+a":                         `a number or a name is missing before "+"`,
		"Hidden":                     `a number or a name is missing before "H"`,
		"2x":                         `"2x" begins with a digit`,
		"(a":                         "missing )",
		"a)":                         `unexpected ")"`,
		"sqrt(a)":                    "unknown law sqrt(), want one of [div hash_table less max min pow2 when]",
		"max(a)":                     "max() takes 2 arguments, not 1",
		"max(a,b":                    "missing ) after max(",
		"hiden":                      `unknown name "hiden"`,
		"a/less(1,1)":                `unknown name "a"`,
		"1/less(1,1)":                "division by zero",
		"n":                          `unknown name "n"`,
		"99999999999999999999":       "99999999999999999999 does not fit 63 bits",
		"hidden*4611686018427387904": "does not fit 63 bits",
	} {
		_, err := value(text)
		assert.ErrorContains(t, err, want, text)
	}
}

// stateful returns a circuit with states that nobody needs nodes for.
func stateful(states ...circuit.State) *circuit.Circuit {
	c := &circuit.Circuit{States: states}
	for i := range c.States {
		c.States[i].Layer, c.States[i].Of = -1, -1
		switch c.States[i].Kind {
		case circuit.Recurrent:
			c.Nodes = append(c.Nodes, circuit.Node{ID: fmt.Sprint("updates", i), Op: "x", Layer: -1, States: []circuit.Access{{State: i, Mode: circuit.Update}}})
		case circuit.PagedKV:
			c.Nodes = append(c.Nodes, circuit.Node{ID: fmt.Sprint("writes", i), Op: "x", Layer: -1, States: []circuit.Access{{State: i, Mode: circuit.Write}, {State: i, Mode: circuit.Read}}})
		}
	}
	return c
}

func TestStates(t *testing.T) {
	c := stateful(
		circuit.State{ID: "h", Kind: circuit.Recurrent, Format: circuit.MustFormat("f32"), Elements: circuit.Number(1000), Verify: circuit.HSteps},
		circuit.State{ID: "conv", Kind: circuit.Recurrent, Format: circuit.MustFormat("f32"), Elements: circuit.Number(30), Verify: circuit.ConvSteps},
		circuit.State{ID: "kv", Kind: circuit.PagedKV, Setting: "kv_cache_dtype", Elements: circuit.Number(8)},
	)
	r := evaluate(t, c, circuit.Workload{
		Counts:   map[string]int64{"slots": 5, "verify_slots": 3, "h_steps": 3 + 1 + 3, "conv_steps": 4, "blocks": 10, "block_size": 16},
		Settings: map[string]string{"kv_cache_dtype": "fp8"},
	})
	got := map[string][2]int64{}
	for _, term := range r.Terms {
		got[r.ID(&term)] = [2]int64{term.Units, term.Bytes}
	}
	assert.Equal(t, map[string][2]int64{
		"states/h/live": {5, 20000}, "states/h/steps": {7, 28000}, "states/h/checkpoint": {3, 12000},
		"states/conv/live": {5, 600}, "states/conv/steps": {12, 1440}, "states/conv/checkpoint": {3, 360},
		"states/kv/blocks": {160, 1280},
	}, got)

	half := evaluate(t, c, circuit.Workload{Counts: r.Workload.Counts, Settings: map[string]string{"kv_cache_dtype": "f16"}})
	assert.Equal(t, r.Totals.States+1280, half.Totals.States, "a setting changes its own terms only")

	without := evaluate(t, c, circuit.Workload{Counts: map[string]int64{"slots": 5}, Settings: r.Workload.Settings})
	assert.EqualValues(t, 20600, without.Totals.States, "a pool that nobody sized is no term")
}

func TestCaches(t *testing.T) {
	of := func(kind circuit.Kind, format string, elements int64) circuit.State {
		return circuit.State{ID: string(kind), Kind: kind, Format: circuit.MustFormat(format), Elements: circuit.Number(elements)}
	}
	c := stateful(
		of(circuit.RingSnapshot, "f32", 10), of(circuit.TokenTreeMask, "u8", 1), of(circuit.DraftTokens, "i32", 1),
		of(circuit.PromptLookupIndex, "u8", 16), of(circuit.PrefixSnapshot, "f32", 3), of(circuit.CarryStash, "f32", 3),
		of(circuit.CarryTable, "u64", 1), of(circuit.VerifyTable, "u64", 1), of(circuit.AcceptStash, "bf16", 64), of(circuit.HiddenCapture, "bf16", 64),
	)
	require.Len(t, c.States, len(circuit.Kinds())-2, "every kind of cache")
	r := evaluate(t, c, circuit.Workload{Counts: map[string]int64{
		"ring_depth": 8, "ring_slots": 3, "tree_slots": 4, "tree_nodes": 16, "lookup_sequences": 2, "lookup_history": 1000, "capture_rows": 5,
	}})
	got := map[string][2]int64{}
	for _, term := range r.Terms {
		got[c.States[term.State].ID] = [2]int64{term.Units, term.Bytes}
	}
	assert.Equal(t, map[string][2]int64{
		"ring_snapshot": {24, 960}, "token_tree_mask": {1024, 1024}, "draft_tokens": {64, 256}, "prompt_lookup_index": {2000, 69664},
		"prefix_snapshot": {0, 0}, "carry_stash": {0, 0}, "carry_table": {0, 0}, "verify_table": {0, 0}, "accept_stash": {0, 0},
		"hidden_capture": {5, 640},
	}, got, "a count that is missing sizes nothing, and is still a term")
	assert.EqualValues(t, 960+1024+256+640, r.Totals.Caches)
	assert.EqualValues(t, 69664, r.Totals.Host)
	assert.Equal(t, r.Totals.Caches, r.Totals.Device, "what the host holds is not charged")
}

// A block beyond the tokens of each sequence, and one for the pool.
func TestBlocksOfAWorkload(t *testing.T) {
	c := &circuit.Circuit{Counts: []circuit.Count{
		{Name: "per_sequence", Value: circuit.MustParse("div(tokens,block_size)+1")},
		{Name: "blocks", Value: circuit.MustParse("concurrency*per_sequence+1")},
	}}
	for tokens, want := range map[int64]int64{1: 1, 15: 1, 16: 2, 17: 2, 31: 2, 32: 3, 1152: 73} {
		r := evaluate(t, c, circuit.Workload{Counts: map[string]int64{"tokens": tokens, "block_size": 16, "concurrency": 3}})
		assert.Equal(t, 3*want+1, r.Names["blocks"], "%d tokens", tokens)
	}
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	_, err = m.Evaluate(circuit.Workload{Counts: map[string]int64{"tokens": 1, "block_size": 0, "concurrency": 3}})
	assert.EqualError(t, err, `count "per_sequence": "div(tokens,block_size)+1": division by zero`)
}

// A chain of passes needs two buffers whatever their number, one where a pass
// works in place.
func TestChainNeedsTwoBuffers(t *testing.T) {
	chain := func(passes int, inPlace bool) *circuit.Circuit {
		c := &circuit.Circuit{Dims: map[string]int64{"len": 1 << 20}}
		for i := range passes {
			edge := circuit.Edge{ID: fmt.Sprint("x", i), Format: circuit.MustFormat("c128"), Dim: circuit.MustParse("len"), Over: -1}
			node := circuit.Node{ID: fmt.Sprint("pass", i), Op: "pass", Layer: i, Outputs: []int{i}}
			if i > 0 {
				node.Inputs = []int{i - 1}
				if inPlace {
					edge.Over = i - 1
				}
			}
			edge.Output = i == passes-1
			c.Edges, c.Nodes = append(c.Edges, edge), append(c.Nodes, node)
		}
		return c
	}
	r := evaluate(t, chain(20, false), circuit.Workload{})
	assert.EqualValues(t, 32<<20, r.Totals.Activations)
	assert.EqualValues(t, 320<<20, r.Runs[0].Materialized)
	assert.EqualValues(t, 10, r.Runs[0].Materialized/r.Runs[0].Arena)
	r = evaluate(t, chain(20, true), circuit.Workload{})
	assert.EqualValues(t, 16<<20, r.Totals.Activations)
}

// Buffers that exist anyway are charged by name instead of a planned arena, and
// both figures are told.
func TestHeldBuffers(t *testing.T) {
	c := toy(1)
	c.Held = []circuit.Held{
		{Name: "caller's data", Bytes: circuit.MustParse("batch*1000"), Node: -1},
		{Name: "scratch", Bytes: circuit.Number(77), Node: 2},
	}
	r := evaluate(t, c, circuit.Workload{})
	assert.EqualValues(t, 4077, r.Totals.Activations)
	assert.EqualValues(t, 77, r.Nodes[2].Activations)
	assert.EqualValues(t, 4*(512+256), r.Totals.ActivationsPlanned)
	assert.EqualValues(t, 8077, evaluate(t, c, circuit.Workload{}.WithCount("batch", 8)).Totals.Activations)

	exists := int64(10)
	assert.EqualValues(t, 10, evaluate(t, c, circuit.Workload{Arena: &exists}).Totals.Activations)
}
