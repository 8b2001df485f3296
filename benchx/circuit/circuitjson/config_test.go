package circuitjson_test

import (
	"os"
	"path/filepath"
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

func TestWorkloadOfAConfiguration(t *testing.T) {
	llama := published["Llama-3-8B"].config
	r := fromConfig(t, llama, circuitjson.ConfigOptions{
		Concurrency: 3, ISL: 1000, OSL: 152, Memory: 80e9, Util: "0.9", Driver: circuit.Driver{Fixed: 1 << 29},
	})
	// 73 blocks of each sequence and one more; 128 KiB a token: 2 · 32 layers · 8 · 128 · 2 bytes.
	assert.EqualValues(t, (3*73+1)*16*131072, r.Totals.States)
	assert.EqualValues(t, 72e9, r.Totals.Budget)
	assert.EqualValues(t, 1<<29, r.Totals.Driver)
	require.Len(t, r.Runs, 2)
	assert.EqualValues(t, 3, r.Runs[0].Rows)
	assert.EqualValues(t, 3000, r.Runs[1].Rows)
	// Widest in a feed-forward: the stream, and between its two products 28672 + 14336.
	assert.GreaterOrEqual(t, r.Runs[1].Arena, int64(3000*2*(4096+28672+14336)))
	assert.Less(t, r.Runs[1].Arena, int64(3000*2*(4096+28672+14336)+1<<16))
	assert.Empty(t, r.Refusals)

	r = fromConfig(t, llama, circuitjson.ConfigOptions{Concurrency: 9, ISL: 4000, BatchTokens: 2048, BlockSize: 32, KV: circuit.MustFormat("fp8")})
	assert.EqualValues(t, 2048, r.Runs[1].Rows)
	assert.EqualValues(t, (9*126+1)*32*65536, r.Totals.States)
	assert.Zero(t, r.Totals.Budget)
	r = fromConfig(t, llama, circuitjson.ConfigOptions{ISL: 8192, OSL: 1})
	assert.Equal(t, []circuit.Refusal{{Limit: "max_seq_len", Value: 8193, Most: 8192}}, r.Refusals)
}

// Layers that see a window keep its tokens: of 26 layers 5, 11, 17 and 23 keep all.
func TestWindowsOfAConfiguration(t *testing.T) {
	const perToken = 2 * 256 * 2 // keys and values of one head
	gemma := published["Gemma-3-1B"].config
	r := fromConfig(t, gemma, circuitjson.ConfigOptions{ISL: 10000})
	assert.EqualValues(t, perToken*16*(4*(625+1+1)+22*(32+1+1)), r.Totals.States)
	listed := strings.Replace(gemma, `"sliding_window_pattern": 6`, `"layer_types": [`+strings.Repeat(`"full_attention", `, 25)+`"sliding_attention"]`, 1)
	r = fromConfig(t, listed, circuitjson.ConfigOptions{ISL: 10000})
	assert.EqualValues(t, perToken*16*(25*(625+1+1)+(32+1+1)), r.Totals.States)

	mistral := published["Mistral-7B"].config
	kv := func(config string) int64 {
		return fromConfig(t, config, circuitjson.ConfigOptions{ISL: 16000}).Totals.States
	}
	blocks := func(n int64) int64 { return n * 16 * 131072 }
	assert.Equal(t, blocks(257+1), kv(mistral))
	assert.Equal(t, blocks(257+1), kv(strings.Replace(mistral, `"sliding_window": 4096, `, ``, 1)), "the library's default")
	assert.Equal(t, blocks(1001+1), kv(strings.Replace(mistral, `"sliding_window": 4096`, `"sliding_window": null`, 1)))

	qwen := published["Qwen2-7B"].config
	assert.EqualValues(t, 28*2*4*128*2*16*1002, kv(qwen), "a window that use_sliding_window turns off")
	on := strings.NewReplacer(`"use_sliding_window": false`, `"use_sliding_window": true`, `"sliding_window": 131072`, `"sliding_window": 4096`, `"max_window_layers": 28`, `"max_window_layers": 20`)
	assert.EqualValues(t, 2*4*128*2*16*(20*1002+8*258), kv(on.Replace(qwen)))
	gemma2 := published["Gemma-2-9B"].config
	assert.EqualValues(t, 2*8*256*4*16*(21*1002+21*258), fromConfig(t, gemma2, circuitjson.ConfigOptions{ISL: 16000, OSL: 0}).Totals.States)
}

func TestExpertsOfAConfiguration(t *testing.T) {
	config := published["Qwen3-30B-A3B"].config
	r := fromConfig(t, config, circuitjson.ConfigOptions{ISL: 100, Weights: circuit.MustFormat("fp8/block128x128")})
	assert.EqualValues(t, published["Qwen3-30B-A3B"].params, r.Params, "formats change no numbers")
	// 8 experts a row: their products' outputs are 8 times as many rows.
	for _, b := range r.Runs[1].Buffers {
		if id := r.Circuit.Edges[b.Edge].ID; id == "l0.moe.both" {
			assert.EqualValues(t, 800, b.Rows)
			assert.EqualValues(t, 2*768, b.Dim)
		}
	}
	dense := strings.Replace(config, `"mlp_only_layers": []`, `"mlp_only_layers": [0, 3]`, 1)
	r = fromConfig(t, dense, circuitjson.ConfigOptions{ISL: 100})
	experts, one := int64(128*(3*768*2048+2048)), int64(3*6144*2048)
	assert.Equal(t, published["Qwen3-30B-A3B"].params-2*experts+2*one, r.Params)
	r = fromConfig(t, strings.Replace(config, `"decoder_sparse_step": 1`, `"decoder_sparse_step": 2`, 1), circuitjson.ConfigOptions{ISL: 100})
	assert.Equal(t, published["Qwen3-30B-A3B"].params-24*experts+24*one, r.Params)
}

func TestBiasesOfAConfiguration(t *testing.T) {
	llama := published["Llama-3-8B"]
	with := strings.Replace(llama.config, `"attention_bias": false`, `"attention_bias": true, "mlp_bias": true`, 1)
	r := fromConfig(t, with, circuitjson.ConfigOptions{})
	assert.Equal(t, llama.params+32*(2*4096+2*1024)+32*(2*14336+4096), r.Params)
}

// A configuration that is not understood has no circuit.
func TestConfigurationsAreRefused(t *testing.T) {
	for _, c := range []struct{ model, old, new, want string }{
		{"Llama-3-8B", `"llama"`, `"mamba2"`, `1:16: model_type: "mamba2" is not known: want one of gemma, gemma2, gemma3_text, llama, mistral, mixtral, qwen2, qwen3, qwen3_moe`},
		{"Llama-3-8B", `"model_type": "llama", `, ``, `model_type is missing`},
		{"Llama-3-8B", `"LlamaForCausalLM"`, `"LlamaForSequenceClassification"`, `architectures: of llama only LlamaForCausalLM is known`},
		{"Llama-3-8B", `"hidden_size": 4096`, `"hidden_size": "4096"`, `hidden_size: want a whole number, not a string`},
		{"Llama-3-8B", `"hidden_size": 4096`, `"hidden_size": 0`, `hidden_size: want one at least`},
		{"Llama-3-8B", `"hidden_size": 4096, `, ``, `hidden_size is missing`},
		{"Llama-3-8B", `"hidden_size": 4096`, `"hidden_size": 4095`, `head_dim is missing, and 32 heads do not divide a hidden_size of 4095`},
		{"Llama-3-8B", `"hidden_size": 4096`, `"hidden_size": 4096, "hidden_size": 8`, `hidden_size: the key is there twice`},
		{"Llama-3-8B", `"num_key_value_heads": 8`, `"num_key_value_heads": 7`, `num_key_value_heads: 7 heads of keys do not divide 32 of queries`},
		{"Llama-3-8B", `"num_hidden_layers": 32`, `"num_hidden_layers": 3000000`, `num_hidden_layers: more than 2097152 layers`},
		{"Llama-3-8B", `"num_hidden_layers": 32`, `"num_hidden_layers": 2000000`, `more than 2097152 nodes`},
		{"Llama-3-8B", `"bfloat16"`, `"float8"`, `torch_dtype: torch_dtype "float8" is not known, want one of bfloat16, float16, float32`},
		{"Llama-3-8B", `"torch_dtype": "bfloat16", `, ``, `torch_dtype is missing`},
		{"Llama-3-8B", `"torch_dtype"`, `"num_experts": 8, "torch_dtype"`, `num_experts: this key is not known and may change a size`},
		{"Llama-3-8B", `"torch_dtype"`, `"quantization_config": {"bits": 4}, "torch_dtype"`, `quantization_config: the weights are quantised: say in which format they are`},
		{"Qwen3-30B-A3B", `"use_sliding_window": false`, `"use_sliding_window": true`, `use_sliding_window: windows of qwen3_moe are not known`},
		{"Gemma-3-1B", `"sliding_window_pattern": 6`, `"layer_types": ["full_attention"]`, `layer_types: types of 1 layers, of 26`},
		{"Gemma-3-1B", `"sliding_window_pattern": 6`, `"layer_types": [` + strings.Repeat(`"linear_attention", `, 25) + `"x"]`, `layer_types: layers of "linear_attention" are not known`},
		{"Llama-3-8B", `]}`, `]`, `the text ends`},
	} {
		require.Contains(t, published[c.model].config, c.old)
		_, err := circuitjson.FromConfig(strings.NewReader(strings.Replace(published[c.model].config, c.old, c.new, 1)), circuitjson.ConfigOptions{ISL: 1})
		assert.ErrorContains(t, err, c.want, c.new)
	}
	odd := strings.Replace(published["Llama-3-8B"].config, `"torch_dtype"`, `"quantization_config": {}, "some_feature": null, "other": false, "auto_map": {}, "torch_dtype"`, 1)
	_, err := circuitjson.FromConfig(strings.NewReader(odd), circuitjson.ConfigOptions{Weights: circuit.MustFormat("fp8/tensor"), Ignore: []string{"auto_map"}})
	assert.NoError(t, err)
	_, err = circuitjson.FromConfig(strings.NewReader("{}"), circuitjson.ConfigOptions{ISL: -1})
	assert.EqualError(t, err, "a count of the workload is negative")
	_, err = circuitjson.FromConfig(strings.NewReader("[]"), circuitjson.ConfigOptions{})
	assert.EqualError(t, err, "1:1: want an object, not an array")
	_, err = circuitjson.FromConfig(strings.NewReader(odd), circuitjson.ConfigOptions{Memory: 1, Util: "2", Weights: circuit.MustFormat("u8"), Ignore: []string{"auto_map"}})
	assert.ErrorContains(t, err, `"2" is no part of a whole`)
}

// dense-small.json is what comes of a configuration.
func TestSmallDenseModel(t *testing.T) {
	c, err := circuitjson.FromConfig(strings.NewReader(text(t, "small-dense/config.json")), circuitjson.ConfigOptions{
		Concurrency: 8, ISL: 1024, OSL: 128, BatchTokens: 2048, Memory: 1 << 30, Util: "0.9", Driver: circuit.Driver{Fixed: 64 << 20},
	})
	require.NoError(t, err)
	got := write(t, c)
	golden := filepath.Join(fixtures, "dense-small.json")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	assert.Equal(t, text(t, "dense-small.json"), got)
	r := evaluate(t, c, circuit.Workload{})
	// 32000·512 + 4·(2·512² + 2·128·512 + 3·1376·512 + 2·512) + 512
	assert.EqualValues(t, 27_464_192, r.Params)
	assert.EqualValues(t, (8*73+1)*16*4*2*2*64*2, r.Totals.States)
	assert.True(t, r.Fits())
}
