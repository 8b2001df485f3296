package memory_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
)

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
		half := edge(fmt.Sprintf("l%d.half", i), "inter") // the second product reads half of what the first wrote
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

// served is the toy as a server runs it: copies, workspaces, two runs, a driver,
// tensors that no node reads, limits and knobs.
func served() *circuit.Circuit {
	c := toy(3)
	c.Description = "a toy of three layers"
	c.Outside = 4096
	c.Align = 4096
	c.Nodes[4].Weights[0].Key, c.Nodes[7].Weights[0].Key = "shared.up", "shared.up"
	c.Copies = []circuit.CopyRule{
		{Copy: circuit.Copy{Rule: "row scales", Bytes: circuit.MustParse("4*out"), Site: "load.go:17"}, Ops: []string{"linear"}},
		{Copy: circuit.Copy{Rule: "transposed", Format: circuit.MustFormat("bf16"), Leaked: true, Site: "load.go:29"}, Ops: []string{"lm_head"}},
	}
	c.Families = []circuit.Family{{Name: "matmul", Ops: []string{"linear"}, Workspaces: []circuit.Workspace{
		{Name: "split", Bytes: []circuit.Expr{circuit.MustParse("n*k*4"), circuit.MustParse("sm*1000")}, Reason: "partial sums"},
		{Name: "scales", Bytes: []circuit.Expr{circuit.MustParse("less(70,n)*32")}}, // shrinks with the rows
	}}}
	c.Counts = []circuit.Count{{Name: "tokens", Value: circuit.MustParse("isl+osl"), Unit: "tokens"}}
	c.Runs = append(c.Runs, circuit.Run{Label: "prefill", Rows: circuit.MustParse("min(tokens,60)")})
	c.Driver = circuit.Driver{Fixed: 1000, PerMille: 10}
	c.Limits = []circuit.Limit{{Name: "slots", Value: circuit.MustParse("batch"), Most: circuit.MustParse("slots")}}
	c.Knobs = []circuit.Knob{{Name: "batch", Count: "batch"}, {Name: "prompt", Count: "isl", Step: 40}, {Name: "slots", Count: "slots"}}
	c.Workload = circuit.Workload{
		Counts: map[string]int64{"batch": 4, "sm": 2, "isl": 100, "osl": 20, "slots": 16},
		Budget: 256 << 10,
	}
	return c
}

// pingPong is a transform of passes between two buffers of n numbers.
func pingPong(passes int) *circuit.Circuit {
	c := &circuit.Circuit{Arch: "ping-pong", Dims: map[string]int64{"len": 1 << 20}, Workload: circuit.Workload{Counts: map[string]int64{"batch": 1}}}
	c.Runs = []circuit.Run{{Label: "forward", Rows: circuit.MustParse("batch")}}
	c128 := circuit.MustFormat("c128")
	c.Edges = []circuit.Edge{{ID: "in", Format: c128, Dim: circuit.MustParse("len"), Over: -1}}
	for i := range passes {
		c.Edges = append(c.Edges, circuit.Edge{ID: fmt.Sprint("x", i), Format: c128, Dim: circuit.MustParse("len"), Over: -1, Output: i == passes-1})
		c.Nodes = append(c.Nodes, circuit.Node{
			ID: fmt.Sprintf("l%d.stockham.pass", i), Block: "stockham", Local: "pass", Layer: i, Op: "radix2", Inputs: []int{i}, Outputs: []int{i + 1},
			Weights: []circuit.Weight{{Name: "twiddles", Role: circuit.Table, Key: "twiddles", Format: c128, Out: circuit.MustParse("len/2"), K: circuit.Number(1)}},
		})
	}
	return c
}

// stateful carries on states of every holding, a pool, caches of the device and
// of the host.
func stateful() *circuit.Circuit {
	f32, bf16 := circuit.MustFormat("f32"), circuit.MustFormat("bf16")
	c := &circuit.Circuit{Arch: "stateful"}
	for i := range 2 {
		prefix := fmt.Sprintf("l%d.mix.", i)
		c.States = append(c.States,
			circuit.State{ID: prefix + "h", Local: "h", Block: "mix", Layer: i, Kind: circuit.Recurrent, Format: f32,
				Elements: circuit.Number(1000 + 500*int64(i)), Verify: circuit.HSteps, Of: -1},
			circuit.State{ID: prefix + "conv", Local: "conv", Block: "mix", Layer: i, Kind: circuit.Recurrent, Format: f32,
				Elements: circuit.Number(30), Verify: circuit.ConvSteps, Of: -1})
		c.Nodes = append(c.Nodes, circuit.Node{ID: prefix + "scan", Local: "scan", Block: "mix", Layer: i, Op: "recurrence",
			States: []circuit.Access{{State: 2 * i, Mode: circuit.Update}, {State: 2*i + 1, Mode: circuit.Update}}})
	}
	c.States = append(c.States,
		circuit.State{ID: "draft.attn.kv", Local: "kv", Block: "attn", Layer: -1, Section: circuit.Draft, Kind: circuit.PagedKV,
			Setting: "kv_cache_dtype", Elements: circuit.Number(8), Of: -1},
		circuit.State{ID: "prefix.h", Layer: -1, Kind: circuit.PrefixSnapshot, Of: 0},
		circuit.State{ID: "capture", Layer: -1, Kind: circuit.HiddenCapture, Format: bf16, Elements: circuit.Number(64), Of: -1},
		circuit.State{ID: "carry", Layer: -1, Kind: circuit.CarryStash, Format: f32, Elements: circuit.Number(3), Of: -1},
		circuit.State{ID: "lookup", Layer: -1, Kind: circuit.PromptLookupIndex, Format: circuit.MustFormat("u8"), Elements: circuit.Number(16), Of: -1})
	c.Nodes = append(c.Nodes, circuit.Node{ID: "draft.attn.q", Local: "q", Block: "attn", Layer: -1, Section: circuit.Draft, Op: "attention",
		States: []circuit.Access{{State: 4, Mode: circuit.Write}, {State: 4, Mode: circuit.Read}}})
	c.Workload = circuit.Workload{
		Counts: map[string]int64{"slots": 5, "verify_slots": 3, "h_steps": 7, "conv_steps": 4, "draft_blocks": 10, "draft_block_size": 16,
			"snapshots": 4, "capture_rows": 5, "lookup_sequences": 2, "lookup_history": 1000},
		Settings: map[string]string{"kv_cache_dtype": "fp8"},
		Budget:   64 << 10,
	}
	return c
}

func compile(t testing.TB, c *circuit.Circuit) *circuit.Model {
	t.Helper()
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	return m
}

// documentOf evaluates a circuit as it asks itself.
func documentOf(t testing.TB, c *circuit.Circuit, h memory.Header, f memory.Findings) *memory.Document {
	t.Helper()
	r, err := compile(t, c).Evaluate(circuit.Workload{})
	require.NoError(t, err)
	return memory.New(r, h, f)
}

// servedDocument has everything that a document can have.
func servedDocument(t testing.TB) *memory.Document {
	t.Helper()
	m := compile(t, served())
	var f memory.Findings
	for _, q := range []circuit.Query{
		{Name: "largest batch", Count: "batch", Unit: "sequences", Lo: 1},
		{Name: "longest prompt", Count: "isl", Unit: "tokens", Lo: 1, Hi: 40},
		{Name: "most multiprocessors", Count: "sm", Lo: 1},
	} {
		a, err := m.Largest(circuit.Workload{Budget: 400 << 10}, q)
		require.NoError(t, err)
		f.Answers = append(f.Answers, a)
	}
	var err error
	f.Savings, err = m.Sensitivity(circuit.Workload{})
	require.NoError(t, err)
	f.LeastBudget, err = m.LeastBudget(circuit.Workload{})
	require.NoError(t, err)
	f.Measured = []memory.Measurement{
		{Of: string(circuit.WeightsStored), What: "tensors", Bytes: 110_000, Source: "allocation ledger", Tolerance: 0.01},
		{Of: "workspace/matmul/split", Bytes: 32768, Source: "allocation ledger"},
		{Of: "weights_stored/tail", Bytes: 3},
		{Of: memory.OfDevice, What: "everything", Bytes: 290_000, Source: "runtime/metrics", Tolerance: 0.05},
	}
	r, err := m.Evaluate(circuit.Workload{})
	require.NoError(t, err)
	return memory.New(r, memory.Header{
		Budget: "given", Go: "go1.26", Tool: "benchx", Digest: "sha256:0123456789abcdef",
		Lines: []memory.Line{{Key: "device", Value: "a toy"}},
	}, f)
}
