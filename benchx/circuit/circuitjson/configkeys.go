package circuitjson

import (
	"maps"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// config is a configuration whose keys are read by name. What is wrong is noted.
type config struct {
	*reader
	keys map[string]place
	used map[string]bool
}

// place is where a key and its value stand.
type place struct{ key, value int }

// readConfig finds the keys of a configuration.
func readConfig(text string) *config {
	c := &config{reader: newReader(text), keys: map[string]place{}, used: map[string]bool{}}
	if !c.is("{", "an object") {
		return c
	}
	c.members(func(key string, at int) {
		if _, twice := c.keys[key]; twice {
			c.fault(at, "the key is there twice")
		}
		c.keys[key] = place{at, c.pos}
		c.skip()
	})
	if c.peek(); c.pos < len(text) && c.broken == nil {
		c.fail(c.pos, "something follows the configuration")
	}
	return c
}

// find goes to the value of a key; ok is false where there is none, or null.
func (c *config) find(key string) bool {
	c.used[key] = true
	at, ok := c.keys[key]
	if !ok || strings.HasPrefix(c.text[at.value:], "null") {
		return false
	}
	c.pos = at.value
	return true
}

// missing says that a key has to be there.
func (c *config) missing(key string) { c.fault(0, "%s is missing", key) }

// count returns a number of one at least; where the key is missing, a default,
// and 0 for none says that it must not be.
func (c *config) count(key string, absent int64) int64 {
	if !c.find(key) {
		if absent == 0 {
			c.missing(key)
		}
		return absent
	}
	at, faults := c.pos, len(c.faults)
	v := c.integer()
	if v == 0 && len(c.faults) == faults {
		c.fault(at, "want one at least")
	}
	return v
}

// truth returns a boolean or its default.
func (c *config) truth(key string, absent bool) bool {
	if !c.find(key) {
		return absent
	}
	return c.boolean()
}

// strings returns a list of strings, nil for none.
func (c *config) strings(key string) []string {
	if !c.find(key) {
		return nil
	}
	return list(c.reader, (*reader).string)
}

// dtypes are the types of numbers by the names that PyTorch gives them.
var dtypes = map[string]string{"bfloat16": "bf16", "float16": "f16", "float32": "f32"}

// dtype returns the type of the model's numbers.
func (c *config) dtype() circuit.Format {
	key := "dtype"
	if !c.find("torch_dtype") && !c.find("dtype") {
		c.missing("torch_dtype")
		return circuit.Format{}
	}
	if c.pos == c.keys["torch_dtype"].value {
		key = "torch_dtype"
	}
	at := c.pos
	name := c.string()
	format, ok := dtypes[strings.TrimPrefix(name, "torch.")]
	if !ok {
		c.fault(at, "%s %s is not known, want one of %s", key, quote(name), strings.Join(slices.Sorted(maps.Keys(dtypes)), ", "))
		return circuit.Format{}
	}
	return circuit.MustFormat(format)
}

// sizeless are keys that change no size: tokens, activation functions, constants,
// positions, training.
var sizeless = []string{
	"_name_or_path", "name_or_path", "transformers_version", "model_type", "architectures", "tokenizer_class", "use_cache", "cache_implementation",
	"bos_token_id", "eos_token_id", "pad_token_id", "unk_token_id", "sep_token_id", "decoder_start_token_id",
	"hidden_act", "hidden_activation", "initializer_range", "rms_norm_eps", "norm_topk_prob", "query_pre_attn_scalar",
	"attn_logit_softcapping", "final_logit_softcapping", "attention_dropout", "hidden_dropout", "resid_pdrop", "embd_pdrop",
	"rope_theta", "rope_scaling", "rope_parameters", "rope_local_base_freq", "partial_rotary_factor", "original_max_position_embeddings",
	"router_aux_loss_coef", "router_jitter_noise", "output_router_logits", "pretraining_tp",
}

// refuseUnknown refuses keys that may change a size. What is null or false is
// taken for a feature that the model does without.
func (c *config) refuseUnknown(ignore []string) {
	for _, key := range slices.Sorted(maps.Keys(c.keys)) {
		known := c.used[key] || slices.Contains(sizeless, key) || slices.Contains(ignore, key)
		if known || !c.find(key) || strings.HasPrefix(c.text[c.pos:], "false") {
			continue
		}
		c.fault(c.keys[key].key, "this key is not known and may change a size; if it does not, say that it is to be ignored")
	}
}
