package circuitjson

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// ConfigOptions is what the configuration of a model leaves open.
type ConfigOptions struct {
	Concurrency int64 // sequences at a time; 0: 1
	ISL, OSL    int64 // tokens of a prompt, and of what follows it
	BatchTokens int64 // of prompts that run together; 0: 8192
	BlockSize   int64 // tokens of a block of keys and values; 0: 16

	Weights circuit.Format // of the products in the layers; absent: as the configuration says
	KV      circuit.Format // of keys and values; absent: as activations

	Memory int64          // of the device, in bytes; 0: no budget
	Util   string         // the decimal share of it that is the budget; "": all
	Driver circuit.Driver // what the device's runtime takes

	// Ignore are keys of the configuration that change no size, beside those
	// that are known to.
	Ignore []string
}

// FromConfig makes a circuit of the configuration of a transformer, the
// config.json of HuggingFace's transformers. It has the layers' products, norms
// and biases as that library's modules do; activations are in the configuration's
// type, logits in f32. [Architectures] lists what it knows: any other is refused,
// and so is a key that nobody knows to change no size, because a wrong answer
// would look like a right one.
func FromConfig(r io.Reader, o ConfigOptions) (*circuit.Circuit, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxText+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxText {
		return nil, fmt.Errorf("more than %d MiB of JSON are no configuration", maxText>>20)
	}
	if o.Concurrency < 0 || o.ISL < 0 || o.OSL < 0 || o.BatchTokens < 0 || o.BlockSize < 0 || o.Memory < 0 {
		return nil, errors.New("a count of the workload is negative")
	}
	c := readConfig(string(text))
	if err := c.err(); err != nil {
		return nil, err
	}
	a := c.architecture()
	if err := c.err(); err != nil {
		return nil, err
	}
	s := c.shapeOf(a, &o)
	c.refuseUnknown(o.Ignore)
	if err := c.err(); err != nil {
		return nil, err
	}
	return s.circuit(&o)
}

// circuit builds the circuit.
func (s *transformer) circuit(o *ConfigOptions) (*circuit.Circuit, error) {
	f := s.file(o)
	if o.Memory > 0 {
		var err error
		if f.workload.Budget, err = circuit.Share(o.Memory, cmp.Or(o.Util, "1")); err != nil {
			return nil, err
		}
		f.workload.budget.text = "budget"
	}
	r := newReader("")
	f.settle(r)
	c := expand(f, r)
	if len(r.faults) > 0 {
		return nil, errors.New(r.faults[0].says)
	}
	if _, err := circuit.Compile(c); err != nil {
		return nil, err
	}
	return c, nil
}
