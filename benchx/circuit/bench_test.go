package circuit_test

import (
	"testing"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// A circuit of 100,000 nodes: checked, and evaluated.
func BenchmarkHundredThousandNodes(b *testing.B) {
	c := toy(33_333)
	b.Run("compile", func(b *testing.B) {
		for b.Loop() {
			if _, err := circuit.Compile(c); err != nil {
				b.Fatal(err)
			}
		}
	})
	m, err := circuit.Compile(c)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("evaluate", func(b *testing.B) {
		for b.Loop() {
			if _, err := m.Evaluate(circuit.Workload{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
