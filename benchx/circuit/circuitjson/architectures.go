package circuitjson

import (
	"maps"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// architecture is how the models of one model_type differ from each other's.
type architecture struct {
	class      string // of the library
	bias       bias
	headNorms  bool  // norms of queries and keys
	postNorms  bool  // norms after attention and feed-forward, beside those before
	tied       bool  // the head is the embedding where the configuration is silent
	headDim    int64 // where it is silent; 0: hidden / heads
	allKV      bool  // as many heads of keys as of queries where it is silent
	window     windows
	experts    string // the key of their number; "": none
	expertSize string // the key of their width
}

// bias says which products of attention have one.
type bias int

const (
	noBias       bias = iota
	inputBias         // of queries, keys and values
	settableBias      // of all four, if attention_bias says so
)

// windows says which layers see a window of tokens only.
type windows int

const (
	noWindows     windows = iota
	allWindows            // all, if sliding_window is given
	upperWindows          // those from max_window_layers on, if use_sliding_window says so
	unsureWindows         // use_sliding_window is refused: versions of the library differ
	everySecond           // 0, 2, 4 …
	fiveOfEachSix         // all but 5, 11, 17 …
)

// architectures are those that FromConfig knows, by model_type. The table is
// never changed. Source: the configuration and modelling files of HuggingFace's
// transformers, version 4.
var architectures = map[string]architecture{
	"llama":       {class: "LlamaForCausalLM", bias: settableBias, allKV: true},
	"mistral":     {class: "MistralForCausalLM", window: allWindows},
	"mixtral":     {class: "MixtralForCausalLM", window: allWindows, experts: "num_local_experts", expertSize: "intermediate_size"},
	"qwen2":       {class: "Qwen2ForCausalLM", bias: inputBias, window: upperWindows},
	"qwen3":       {class: "Qwen3ForCausalLM", bias: settableBias, headNorms: true, headDim: 128, window: upperWindows},
	"qwen3_moe":   {class: "Qwen3MoeForCausalLM", bias: settableBias, headNorms: true, window: unsureWindows, experts: "num_experts", expertSize: "moe_intermediate_size"},
	"gemma":       {class: "GemmaForCausalLM", bias: settableBias, tied: true, headDim: 256},
	"gemma2":      {class: "Gemma2ForCausalLM", bias: settableBias, postNorms: true, tied: true, headDim: 256, window: everySecond},
	"gemma3_text": {class: "Gemma3ForCausalLM", bias: settableBias, headNorms: true, postNorms: true, tied: true, headDim: 256, window: fiveOfEachSix},
}

// Architectures returns the values of model_type that [FromConfig] knows, in
// alphabetical order.
func Architectures() []string { return slices.Sorted(maps.Keys(architectures)) }

// architecture returns which one a configuration is of.
func (c *config) architecture() architecture {
	if !c.find("model_type") {
		c.missing("model_type")
		return architecture{}
	}
	at := c.pos
	name := c.string()
	a, ok := architectures[name]
	if !ok {
		c.fault(at, "%s is not known: want one of %s", quote(name), strings.Join(Architectures(), ", "))
		return a
	}
	if c.find("architectures") {
		at := c.pos
		if is := list(c.reader, (*reader).string); !slices.Equal(is, []string{a.class}) {
			c.fault(at, "of %s only %s is known", name, a.class)
		}
	}
	return a
}

// transformer is the shape of a model.
type transformer struct {
	architecture
	name           string
	dims           map[string]int64
	layers         []layerShape
	maxLength      int64
	tied           bool
	attentionBias  bool // of queries, keys and values
	outBias        bool
	ffnBias        bool
	activations    circuit.Format
	products, kept circuit.Format // of weights in the layers, and of keys and values
}

// layerShape is how one layer differs from another.
type layerShape struct{ window, experts bool }

// shapeOf reads the shape of a model.
func (c *config) shapeOf(a architecture, o *ConfigOptions) *transformer {
	s := &transformer{architecture: a, dims: map[string]int64{
		"hidden": c.count("hidden_size", 0), "vocab": c.count("vocab_size", 0), "heads": c.count("num_attention_heads", 0),
		"inter": c.count("intermediate_size", 0),
	}}
	if c.find("model_type") {
		s.name = c.string()
	}
	s.activations = c.dtype()
	s.products, s.kept = o.Weights, o.KV
	if s.products.Absent() {
		s.products = s.activations
	}
	if s.kept.Absent() {
		s.kept = s.activations
	}
	if c.find("quantization_config") && o.Weights.Absent() {
		c.fault(c.keys["quantization_config"].key, "the weights are quantised: say in which format they are")
	}
	c.heads(s)
	c.experts(s)
	s.maxLength = c.count("max_position_embeddings", 0)
	s.tied = c.truth("tie_word_embeddings", a.tied)
	c.biases(s)
	c.layers(s)
	return s
}

func (c *config) heads(s *transformer) {
	hidden, heads := s.dims["hidden"], s.dims["heads"]
	size := s.headDim
	if size == 0 {
		size = hidden / max(1, heads)
		if !c.find("head_dim") && hidden%max(1, heads) != 0 {
			c.fault(0, "head_dim is missing, and %d heads do not divide a hidden_size of %d", heads, hidden)
		}
	}
	s.dims["head_dim"] = c.count("head_dim", max(1, size))
	all := int64(0)
	if s.allKV {
		all = heads
	}
	kv := c.count("num_key_value_heads", all)
	s.dims["kv_heads"] = kv
	if kv > 0 && heads%kv != 0 {
		c.fault(c.keys["num_key_value_heads"].key, "%d heads of keys do not divide %d of queries", kv, heads)
	}
}

func (c *config) experts(s *transformer) {
	if s.architecture.experts == "" {
		return
	}
	s.dims["experts"] = c.count(s.architecture.experts, 0)
	s.dims["experts_per_token"] = c.count("num_experts_per_tok", 0)
	s.dims["expert_inter"] = c.count(s.expertSize, 0)
}

func (c *config) biases(s *transformer) {
	switch s.bias {
	case inputBias:
		s.attentionBias = true
	case settableBias:
		s.attentionBias = c.truth("attention_bias", false)
		s.outBias = s.attentionBias
	}
	if s.class == "LlamaForCausalLM" {
		s.ffnBias = c.truth("mlp_bias", false)
	}
}
