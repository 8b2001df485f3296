package circuitjson

import (
	"cmp"
	"fmt"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// file writes the circuit of a transformer in the form that templates have.
func (s *transformer) file(o *ConfigOptions) *file {
	windowed := s.dims["window"] > 0
	f := &file{
		Circuit: circuit.Circuit{
			Arch: s.name, Description: s.describe(), Dims: s.dims, Counts: counts(windowed), Memory: o.Memory, Driver: o.Driver,
			Limits: []circuit.Limit{{Name: "max_seq_len", Value: circuit.MustParse("tokens"), Most: circuit.MustParse("max_seq_len")}},
			Knobs: []circuit.Knob{
				{Name: "keep keys and values in fp8", Setting: "kv_cache_dtype", To: "fp8"},
				{Name: "half as many tokens of prompts at a time", Count: "max_batch_tokens"},
				{Name: "one sequence less", Count: "concurrency", Step: 1},
				{Name: "half the prompt", Count: "isl"},
			},
			Queries: []circuit.Query{
				{Name: "most sequences", Count: "concurrency", Unit: "sequences", Lo: 1},
				{Name: "longest prompt", Count: "isl", Unit: "tokens", Lo: 1},
				{Name: "largest pool of keys and values", Count: "blocks", Unit: "blocks", Lo: 1},
			},
			Runs: []circuit.Run{
				{Label: "decode", Rows: circuit.MustParse("concurrency")},
				{Label: "prefill", Rows: circuit.MustParse("max(1,min(concurrency*isl,max_batch_tokens))")},
			},
		},
		device: device{memory: o.Memory, driver: o.Driver},
		blocks: map[string]*block{}, layout: &layout{prologue: []word{{text: "embed"}}, epilogue: []word{{text: "head"}}},
	}
	f.workload.Counts = map[string]int64{
		"concurrency": cmp.Or(o.Concurrency, 1), "isl": o.ISL, "osl": o.OSL, "max_seq_len": s.maxLength,
		"max_batch_tokens": cmp.Or(o.BatchTokens, 8192), "block_size": cmp.Or(o.BlockSize, 16),
	}
	f.workload.Settings = map[string]string{"kv_cache_dtype": s.kept.String()}
	f.top.edges = []edge{outside("tokens"), outside("positions")}
	s.blocks(f)
	s.layerBlocks(f)
	return f
}

// outside is an edge that the caller writes: a number for each row.
func outside(id string) edge {
	return edge{Edge: circuit.Edge{Format: circuit.MustFormat("i32"), Dim: circuit.Number(1)}, id: word{text: id}}
}

// counts says how the pool follows from the workload: a block beyond the tokens
// of each sequence, and one that nobody uses.
func counts(windowed bool) []circuit.Count {
	list := []circuit.Count{
		{Name: "tokens", Value: circuit.MustParse("isl+osl"), Unit: "tokens of a sequence"},
		{Name: "blocks", Value: circuit.MustParse("concurrency*(div(tokens,block_size)+1)+1"), Unit: "blocks"},
	}
	if windowed {
		list = append(list, circuit.Count{
			Name: "window_blocks", Value: circuit.MustParse("concurrency*(div(min(tokens,window),block_size)+1)+1"), Unit: "blocks",
		})
	}
	return list
}

func (s *transformer) describe() string {
	text := fmt.Sprintf("A %s of %d layers, as its configuration says. Activations are %s, logits f32, products of the layers %s.",
		s.name, len(s.layers), s.activations, s.products)
	if s.dims["window"] > 0 {
		text += " Layers that see a window keep the keys and values of its tokens only."
	}
	return text + "\nNot counted: workspaces of kernels, and what the runtime takes unless it was given."
}

// layerBlocks lists the layers, equal neighbours together, and drops the blocks
// that no layer has.
func (s *transformer) layerBlocks(f *file) {
	for i, l := range s.layers {
		if last := len(f.layout.layers) - 1; i > 0 && l == s.layers[i-1] {
			f.layout.layers[last].count++
			continue
		}
		attn, ffn := "attn", "ffn"
		if l.window {
			attn = "window_attn"
		}
		if l.experts {
			ffn = "moe"
		}
		if f.blocks[attn] == nil {
			f.blocks[attn] = s.attention(attn, l.window)
		}
		if f.blocks[ffn] == nil {
			f.blocks[ffn] = s.feedForward(ffn, l.experts)
		}
		f.layout.layers = append(f.layout.layers, group{
			layers: layers{count: 1, blocks: []word{{text: attn}, {text: ffn}}}, repeat: 1,
		})
	}
}

// blocks makes what stands before and after the layers.
func (s *transformer) blocks(f *file) {
	table := circuit.Weight{Key: "embed", Format: s.activations, Out: circuit.MustParse("vocab"), K: circuit.MustParse("hidden")}
	embed := s.block("embed")
	embed.node("table", "embedding", []string{"tokens"}, embed.edge("x", "hidden"), table)
	embed.out.text = "x"
	f.blocks["embed"] = embed.block

	const last = "min(n,concurrency)" // of a prompt only its end has logits
	head := s.block("head")
	head.in.text = "x"
	head.node("gather", "gather_rows", []string{"x"}, head.edge("last", "hidden"))
	head.norm("norm", "last", "normed", "hidden")
	if !s.tied {
		table = circuit.Weight{Key: "lm_head", Format: s.activations}
	}
	head.node("lm_head", "lm_head", []string{"normed"}, head.edge("logits", "vocab"), table)
	for i := range head.edges {
		head.edges[i].Rows = circuit.MustParse(last)
	}
	head.nodes[0].Group, head.nodes[1].Group = "last", "last"
	head.edges[2].Format, head.edges[2].Output = circuit.MustFormat("f32"), true
	f.blocks["head"] = head.block
}
