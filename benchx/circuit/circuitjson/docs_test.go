package circuitjson_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
)

func docs(t *testing.T) string {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "circuits.md"))
	require.NoError(t, err)
	return string(b)
}

// assertSays is assert.Contains without the whole page in its message.
func assertSays(t *testing.T, page, what string) {
	t.Helper()
	assert.True(t, strings.Contains(page, what), "the page does not say %s", what)
}

// The example of the page is read, and comes to what the page says.
func TestExampleOfTheDocs(t *testing.T) {
	page := docs(t)
	_, rest, _ := strings.Cut(page, "```json\n")
	example, _, ok := strings.Cut(rest, "```")
	require.True(t, ok)
	c := read(t, example)
	r := evaluate(t, c, circuit.Workload{})
	for _, row := range []struct {
		name, printed string
		bytes, want   int64
	}{
		{"weights stored", "136,704", r.Totals.WeightsStored, 1000*64*2 + 2*(64*64+4*64)},
		{"activations", "16,512", r.Totals.Activations, 4*64*2 + 4*1000*4},
		{"states", "131,072", r.Totals.States, 2 * 4 * 8 * 16 * 64 * 2},
		{"driver", "16,384", r.Totals.Driver, 16384},
		{"device", "300,672", r.Totals.Device, 136704 + 16512 + 131072 + 16384},
		{"budget", "943,718", r.Totals.Budget, 943718},
	} {
		assert.Equal(t, row.want, row.bytes, row.name)
		assertSays(t, page, "| "+row.name+" | "+row.printed+" |")
	}
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	a, err := m.Largest(circuit.Workload{}, c.Queries[0])
	require.NoError(t, err)
	// A sequence takes 2·8·16·64·2 bytes of states and 64·2 + 1000·4 of activations.
	assert.EqualValues(t, (943718-136704-16384)/(32768+4128), a.Value)
	assertSays(t, page, "21 sequences would fit, by the memory")
}

// Every object has a section, and every key stands in that of its object.
func TestDocsNameEveryKey(t *testing.T) {
	page := docs(t)
	var schema struct {
		Defs map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(circuitjson.Schema(), &schema))
	inherits := map[string]string{"flat_node": "node", "flat_state": "state", "layer_group": "layers"}
	section := func(name string) string {
		_, rest, ok := strings.Cut(page, "\n### "+name+"\n")
		assert.True(t, ok, "no section on %s", name)
		section, _, _ := strings.Cut(rest, "\n##")
		return section
	}
	objects := 0
	for name, def := range schema.Defs {
		if def.Properties == nil {
			continue
		}
		objects++
		says := section(name)
		if parent := inherits[name]; parent != "" {
			says += section(parent)
		}
		for key := range def.Properties {
			if key != "note" {
				assertSays(t, says, "`"+key+"`")
			}
		}
	}
	assert.Greater(t, objects, 20)
	for _, kind := range circuit.Kinds() {
		assertSays(t, section("state"), "| `"+string(kind)+"` |")
		_, counts := kind.CountUnits()
		for _, count := range strings.Split(counts, "*") {
			assertSays(t, section("state"), "`"+count+"`")
		}
	}
	for _, law := range circuit.Laws() {
		assertSays(t, page, "`"+law[0]+"`")
	}
	for _, name := range circuitjson.Architectures() {
		assertSays(t, page, "`"+name+"`")
	}
}
