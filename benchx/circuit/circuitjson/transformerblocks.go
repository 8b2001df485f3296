package circuitjson

import "github.com/fftstudy/fftstudy/benchx/circuit"

// maker makes a block of a transformer.
type maker struct {
	*block
	of *transformer
}

func (s *transformer) block(name string) maker {
	return maker{&block{name: word{text: name}}, s}
}

// edge adds an edge and returns its name.
func (b maker) edge(id, dim string) string {
	b.edges = append(b.edges, edge{Edge: circuit.Edge{Format: b.of.activations, Dim: circuit.MustParse(dim)}, id: word{text: id}})
	return id
}

// over adds an edge in the memory of another.
func (b maker) over(id, dim, other string) string {
	b.edge(id, dim)
	b.edges[len(b.edges)-1].over.text = other
	return id
}

// node adds a node with one output, or none.
func (b maker) node(id, op string, inputs []string, output string, weights ...circuit.Weight) *node {
	n := node{Node: circuit.Node{Op: op, Layer: -1, Weights: weights}, id: word{text: id}}
	for _, in := range inputs {
		n.inputs = append(n.inputs, word{text: in})
	}
	if output != "" {
		n.outputs = []word{{text: output}}
	}
	b.nodes = append(b.nodes, n)
	return &b.nodes[len(b.nodes)-1]
}

// norm adds a norm with a factor for each of its width.
func (b maker) norm(id, in, out, width string) {
	b.node(id, "rms_norm", []string{in}, b.edge(out, width), vector("", b.of.activations, width))
}

// vector is a weight of one number for each of a width.
func vector(name string, f circuit.Format, width string) circuit.Weight {
	return circuit.Weight{Name: name, Format: f, Out: circuit.MustParse(width), K: circuit.Number(1)}
}

// linear adds a product, with a bias or without.
func (b maker) linear(id, in, out, width string, bias bool) {
	weights := []circuit.Weight{{Format: b.of.products}}
	if bias {
		weights = append(weights, vector("bias", b.of.activations, width))
	}
	b.node(id, "linear", []string{in}, b.edge(out, width), weights...)
}

// add ends a block: what it made joins the stream.
func (b maker) add(made string) {
	if b.of.postNorms {
		b.norm("post_norm", made, "post", "hidden")
		made = "post"
	}
	b.node("add", "add", []string{"x", made}, b.over("y", "hidden", "x"))
	b.in.text, b.out.text = "x", "y"
}

const (
	queryWidth = "heads*head_dim"
	keyWidth   = "kv_heads*head_dim"
)

// attention makes the block of an attention.
func (s *transformer) attention(name string, window bool) *block {
	b := s.block(name)
	for _, side := range []string{"keys", "values"} {
		st := state{State: circuit.State{Kind: circuit.PagedKV, Setting: "kv_cache_dtype", Elements: circuit.MustParse(keyWidth), Layer: -1}, id: word{text: side}}
		if window {
			st.Units = circuit.MustParse("window_blocks*block_size")
		}
		b.states = append(b.states, st)
	}
	b.norm("norm", "x", "normed", "hidden")
	b.linear("q", "normed", "q", queryWidth, s.attentionBias)
	b.linear("k", "normed", "k", keyWidth, s.attentionBias)
	b.linear("v", "normed", "v", keyWidth, s.attentionBias)
	q, k := "q", "k"
	if s.headNorms {
		b.headNorm("q_norm", "q", queryWidth)
		b.headNorm("k_norm", "k", keyWidth)
		q, k = "q_normed", "k_normed"
	}
	turn := b.node("rope", "rope", []string{q, k, "positions"}, b.over("q_turned", queryWidth, q))
	turn.outputs = append(turn.outputs, word{text: b.over("k_turned", keyWidth, k)})
	b.node("store", "kv_write", []string{"k_turned", "v"}, "").states = accesses(circuit.Write)
	b.node("core", "attention", []string{"q_turned"}, b.edge("core", queryWidth)).states = accesses(circuit.Read)
	b.linear("o", "core", "back", "hidden", s.outBias)
	b.add("back")
	return b.block
}

// headNorm adds a norm of each head, in place.
func (b maker) headNorm(id, of, width string) {
	b.node(id, "rms_norm", []string{of}, b.over(of+"_normed", width, of), vector("", b.of.activations, "head_dim"))
}

func accesses(mode circuit.Mode) []access {
	return []access{{word{text: "keys"}, mode}, {word{text: "values"}, mode}}
}

// feedForward makes the block of a feed-forward, of one or of experts.
func (s *transformer) feedForward(name string, experts bool) *block {
	b := s.block(name)
	b.norm("norm", "x", "normed", "hidden")
	if experts {
		b.experts()
	} else {
		b.linear("gate_up", "normed", "both", "2*inter", s.ffnBias)
		b.node("act", "act_mul", []string{"both"}, b.edge("h", "inter"))
		b.linear("down", "h", "back", "hidden", s.ffnBias)
	}
	b.add("back")
	return b.block
}

// experts adds a router and experts; each row goes to some of them.
func (b maker) experts() {
	b.node("router", "router", []string{"normed"}, b.edge("scores", "experts"), circuit.Weight{Format: b.of.activations})
	first := len(b.edges)
	b.node("dispatch", "dispatch", []string{"normed", "scores"}, b.edge("sent", "hidden"))
	of := circuit.Weight{Format: b.of.products, Number: circuit.MustParse("experts")}
	b.node("gate_up", "expert_gate_up", []string{"sent"}, b.edge("both", "2*expert_inter"), of)
	b.node("act", "act_mul", []string{"both"}, b.edge("h", "expert_inter"))
	b.node("down", "expert_down", []string{"h"}, b.edge("parts", "hidden"), of)
	for i := first; i < len(b.edges); i++ {
		b.edges[i].Rows = circuit.MustParse("n*experts_per_token")
	}
	b.node("combine", "combine", []string{"parts", "scores"}, b.edge("back", "hidden"))
}
