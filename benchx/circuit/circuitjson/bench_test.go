package circuitjson_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
)

// large is a file of 100,001 nodes, in 33,333 layers of three.
func large(b *testing.B) string {
	return strings.Replace(text(b, "toy.json"), `"count": 2`, `"count": 33333`, 1)
}

func BenchmarkReadTemplates(b *testing.B) { benchmarkRead(b, large(b)) }

func BenchmarkReadFlat(b *testing.B) { benchmarkRead(b, write(b, read(b, large(b)))) }

func benchmarkRead(b *testing.B, text string) {
	b.ReportAllocs()
	for b.Loop() {
		_, err := circuitjson.Read(strings.NewReader(text))
		require.NoError(b, err)
	}
}

func BenchmarkWrite(b *testing.B) {
	c := read(b, large(b))
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, circuitjson.Write(io.Discard, c))
	}
}
