package circuitjson_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
)

// published are models whose number of parameters is known: by the index files
// of their checkpoints, and by the sums in the comments.
var published = map[string]struct {
	config string
	params int64
}{
	// 2·128256·4096 + 32·(2·4096² + 2·1024·4096 + 3·14336·4096 + 2·4096) + 4096
	"Llama-3-8B": {`{"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336,
		"num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192,
		"torch_dtype": "bfloat16", "tie_word_embeddings": false, "attention_bias": false, "rms_norm_eps": 1e-05, "eos_token_id": [1, -2]}`,
		8_030_261_248},
	// 2·32000·4096 + 32·(2·4096² + 2·1024·4096 + 3·14336·4096 + 2·4096) + 4096
	"Mistral-7B": {`{"model_type": "mistral", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
		"num_key_value_heads": 8, "vocab_size": 32000, "max_position_embeddings": 32768, "sliding_window": 4096, "torch_dtype": "bfloat16"}`,
		7_241_732_096},
	// 2·152064·3584 + 28·(2·3584² + 2·512·3584 + 3584+2·512 + 3·18944·3584 + 2·3584) + 3584
	"Qwen2-7B": {`{"model_type": "qwen2", "hidden_size": 3584, "intermediate_size": 18944, "num_hidden_layers": 28, "num_attention_heads": 28,
		"num_key_value_heads": 4, "vocab_size": 152064, "max_position_embeddings": 131072, "use_sliding_window": false, "sliding_window": 131072,
		"max_window_layers": 28, "tie_word_embeddings": false, "torch_dtype": "bfloat16"}`,
		7_615_616_512},
	// 151936·1024 + 28·(2·2048·1024 + 2·1024·1024 + 2·128 + 3·3072·1024 + 2·1024) + 1024
	"Qwen3-0.6B": {`{"model_type": "qwen3", "hidden_size": 1024, "intermediate_size": 3072, "num_hidden_layers": 28, "num_attention_heads": 16,
		"num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936, "max_position_embeddings": 40960, "tie_word_embeddings": true,
		"attention_bias": false, "torch_dtype": "bfloat16"}`,
		596_049_920},
	// 256000·3072 + 28·(4·4096·3072 + 3·24576·3072 + 2·3072) + 3072
	"Gemma-7B": {`{"model_type": "gemma", "hidden_size": 3072, "intermediate_size": 24576, "num_hidden_layers": 28, "num_attention_heads": 16,
		"num_key_value_heads": 16, "head_dim": 256, "vocab_size": 256000, "max_position_embeddings": 8192, "torch_dtype": "bfloat16"}`,
		8_537_680_896},
	// 256000·3584 + 42·(2·4096·3584 + 2·2048·3584 + 3·14336·3584 + 4·3584) + 3584
	"Gemma-2-9B": {`{"model_type": "gemma2", "hidden_size": 3584, "intermediate_size": 14336, "num_hidden_layers": 42, "num_attention_heads": 16,
		"num_key_value_heads": 8, "head_dim": 256, "vocab_size": 256000, "max_position_embeddings": 8192, "sliding_window": 4096, "dtype": "float32"}`,
		9_241_705_984},
	// 262144·1152 + 26·(2·1024·1152 + 2·256·1152 + 2·256 + 3·6912·1152 + 4·1152) + 1152
	"Gemma-3-1B": {`{"model_type": "gemma3_text", "hidden_size": 1152, "intermediate_size": 6912, "num_hidden_layers": 26, "num_attention_heads": 4,
		"num_key_value_heads": 1, "head_dim": 256, "vocab_size": 262144, "max_position_embeddings": 32768, "sliding_window": 512,
		"sliding_window_pattern": 6, "torch_dtype": "bfloat16"}`,
		999_885_952},
	// 2·32000·4096 + 32·(2·4096² + 2·1024·4096 + 8·(3·14336·4096 + 4096) + 2·4096) + 4096
	"Mixtral-8x7B": {`{"model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
		"num_key_value_heads": 8, "num_local_experts": 8, "num_experts_per_tok": 2, "vocab_size": 32000, "max_position_embeddings": 32768,
		"sliding_window": null, "torch_dtype": "bfloat16"}`,
		46_702_792_704},
	// 2·151936·2048 + 48·(2·4096·2048 + 2·512·2048 + 2·128 + 128·(3·768·2048 + 2048) + 2·2048) + 2048
	"Qwen3-30B-A3B": {`{"model_type": "qwen3_moe", "hidden_size": 2048, "intermediate_size": 6144, "moe_intermediate_size": 768, "num_hidden_layers": 48,
		"num_attention_heads": 32, "num_key_value_heads": 4, "head_dim": 128, "num_experts": 128, "num_experts_per_tok": 8, "decoder_sparse_step": 1,
		"mlp_only_layers": [], "vocab_size": 151936, "max_position_embeddings": 40960, "use_sliding_window": false, "sliding_window": null,
		"max_window_layers": 48, "torch_dtype": "bfloat16"}`,
		30_532_122_624},
}

func fromConfig(t *testing.T, config string, o circuitjson.ConfigOptions) *circuit.Report {
	t.Helper()
	c, err := circuitjson.FromConfig(strings.NewReader(config), o)
	require.NoError(t, err)
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	r, err := m.Evaluate(circuit.Workload{})
	require.NoError(t, err)
	return r
}

func TestParametersOfPublishedModels(t *testing.T) {
	for name, model := range published {
		r := fromConfig(t, model.config, circuitjson.ConfigOptions{ISL: 100, OSL: 10})
		assert.Equal(t, model.params, r.Params, name)
		size := int64(2)
		if name == "Gemma-2-9B" {
			size = 4
		}
		assert.Equal(t, size*model.params, r.Totals.WeightsStored, name)
	}
}
