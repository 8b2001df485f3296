package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
)

// configFlags say what the configuration of a transformer leaves open.
type configFlags struct {
	weights, cache string
	options        circuitjson.ConfigOptions
}

func (f *configFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.weights, "weights", "", "`format` of the layers' products (default: as the configuration says)")
	flags.StringVar(&f.cache, "kv", "", "`format` of keys and values (default: that of activations)")
	flags.Int64Var(&f.options.BatchTokens, "batch-tokens", 0, "tokens of prompts that run together (default 8192)")
	flags.Int64Var(&f.options.BlockSize, "block-size", 0, "tokens of a block of keys and values (default 16)")
	flags.StringSliceVar(&f.options.Ignore, "ignore", nil, "`keys` of the configuration that change no size")
}

// read makes a circuit of a configuration.
func (f *configFlags) read(text []byte) (*circuit.Circuit, budget, error) {
	o := f.options
	for _, format := range []struct {
		flag, name string
		to         *circuit.Format
	}{{"--weights", f.weights, &o.Weights}, {"--kv", f.cache, &o.KV}} {
		if format.name == "" {
			continue
		}
		var err error
		if *format.to, err = circuit.ParseFormat(format.name); err != nil {
			return nil, budget{}, fmt.Errorf("%s: %w", format.flag, err)
		}
	}
	c, err := circuitjson.FromConfig(bytes.NewReader(text), o)
	return c, budget{}, err
}

// checkMemoryFile reads a circuit, or a report of memory, and says what it is.
func checkMemoryFile(s *session, name string) error {
	text, err := readWhole(s, name)
	if err != nil {
		return err
	}
	if kindOfMemory(text) != circuitFile {
		docs, err := readReports(s, name)
		if err != nil {
			return err
		}
		terms := 0
		for _, d := range docs {
			terms += len(d.Terms)
		}
		fmt.Fprintf(s.stdout, "%s: %s of memory, %s, whose sums add up\n", name,
			counted(len(docs), "report", "reports"), counted(terms, "term", "terms"))
		return nil
	}
	c, _, err := readCircuit(text)
	if err != nil {
		return usagef("%s: %w", name, err)
	}
	m, err := circuit.Compile(c)
	if err == nil {
		_, err = m.Evaluate(circuit.Workload{})
	}
	if err != nil {
		return usagef("%s: %w", name, err)
	}
	fmt.Fprintf(s.stdout, "%s: a circuit, %s, %s, %s\n", name,
		counted(len(c.Nodes), "node", "nodes"), counted(len(c.Edges), "edge", "edges"), counted(len(c.States), "state", "states"))
	return nil
}
