package memory_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
)

// deep is a chain of layers of ten nodes, each with a weight, a copy and a state.
func deep(layers int) *circuit.Circuit {
	f32 := circuit.MustFormat("f32")
	c := &circuit.Circuit{Arch: "deep", Dims: map[string]int64{"width": 64}, Workload: circuit.Workload{Counts: map[string]int64{"slots": 4}, Budget: 1 << 40}}
	c.Copies = []circuit.CopyRule{{Copy: circuit.Copy{Rule: "scales", Bytes: circuit.MustParse("4*out"), Site: "load.go:1"}}}
	width := circuit.MustParse("width")
	for i := range layers {
		for j := range 10 {
			e, n := len(c.Edges), len(c.Nodes)
			c.Edges = append(c.Edges, circuit.Edge{ID: fmt.Sprintf("x%d.%d", i, j), Format: f32, Dim: width, Over: -1})
			node := circuit.Node{ID: fmt.Sprintf("l%d.mix.n%d", i, j), Block: "mix", Local: fmt.Sprintf("n%d", j), Layer: i, Op: "linear", Outputs: []int{e},
				Weights: []circuit.Weight{{Format: f32, Out: width, K: width}}}
			if n > 0 {
				node.Inputs = []int{e - 1}
			}
			if j == 0 {
				c.States = append(c.States, circuit.State{ID: fmt.Sprintf("l%d.mix.h", i), Block: "mix", Local: "h", Layer: i, Kind: circuit.Recurrent,
					Format: f32, Elements: width, Of: -1})
				node.States = []circuit.Access{{State: i, Mode: circuit.Update}}
			}
			c.Nodes = append(c.Nodes, node)
		}
	}
	return c
}

func BenchmarkRender100k(b *testing.B) {
	r, err := compile(b, deep(10_000)).Evaluate(circuit.Workload{})
	require.NoError(b, err)
	d := memory.New(r, memory.Header{}, memory.Findings{})
	for _, bench := range []struct {
		name string
		run  func() error
	}{
		{"new", func() error { memory.New(r, memory.Header{}, memory.Findings{}); return nil }},
		{"text+json", func() error {
			if err := memory.Text(io.Discard, d, memory.TextOptions{}); err != nil {
				return err
			}
			return memory.JSON(io.Discard, d)
		}},
		{"per-node", func() error { return memory.Text(io.Discard, d, memory.TextOptions{PerNode: true}) }},
		{"markdown", func() error { return memory.Markdown(io.Discard, d, memory.TextOptions{}) }},
		{"csv", func() error { return memory.CSV(io.Discard, d) }},
		{"diff", func() error { return memory.DiffText(io.Discard, memory.Compare(d, d), memory.TextOptions{}) }},
		{"profile", func() error { return memory.Profile(io.Discard, d) }},
		{"validate", d.Validate},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, bench.run())
			}
		})
	}
	b.Run("read", func(b *testing.B) {
		var text bytes.Buffer
		require.NoError(b, memory.JSON(&text, d))
		b.SetBytes(int64(text.Len()))
		for b.Loop() {
			_, err := memory.Read(bytes.NewReader(text.Bytes()))
			require.NoError(b, err)
		}
	})
}

// From a checked circuit of 100,000 nodes to the report on a terminal: equal
// layers that fold to ten rows.
func BenchmarkEvaluateAndRender100k(b *testing.B) {
	m := compile(b, deep(10_000))
	for b.Loop() {
		r, err := m.Evaluate(circuit.Workload{})
		if err != nil {
			b.Fatal(err)
		}
		if err := memory.Text(io.Discard, memory.New(r, memory.Header{}, memory.Findings{}), memory.TextOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
