package memory_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
)

// Every level sums to the difference of the device totals; a document differs
// in nothing from itself; and the way back is the same with the other sign.
func TestDifferencesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawDocument(t), drawDocument(t)
		d, back := memory.Compare(a, b), memory.Compare(b, a)
		require.Len(t, d.Levels, 5)
		for i, l := range d.Levels {
			sum := int64(0)
			require.Len(t, back.Levels[i].Changes, len(l.Changes))
			for j, c := range l.Changes {
				assert.Equal(t, c.B-c.A, c.Delta)
				assert.NotZero(t, c.Delta)
				sum += c.Delta
				r := back.Levels[i].Changes[j]
				assert.Equal(t, memory.Change{Name: c.Name, Rest: c.Rest, A: c.B, B: c.A, InA: c.InB, InB: c.InA, Delta: -c.Delta}, r)
			}
			assert.Equal(t, b.Totals.Device-a.Totals.Device, sum, l.By)
			assert.Equal(t, l.Equal, back.Levels[i].Equal)
		}
		for _, l := range memory.Compare(a, a).Levels {
			assert.Empty(t, l.Changes)
		}
	})
}

func diffOf(t testing.TB, d *memory.Diff, o memory.TextOptions) string {
	var b bytes.Buffer
	require.NoError(t, memory.DiffText(&b, d, o))
	return b.String()
}

func TestDiffOfTheServedToy(t *testing.T) {
	a := servedDocument(t)
	c := served()
	c.Outside = 0                                             // gone
	c.Nodes[3].Weights[0].Format = circuit.MustFormat("bf16") // 4612 bytes become 64·128·2
	c.Workload.Counts["sm"] = 40                              // 40 000 bytes of workspace instead of 60·128·4
	c.Copies[1].Leaked = false
	c.Workload.Budget = 200 << 10
	b := documentOf(t, c, memory.Header{}, memory.Findings{})
	d := memory.Compare(a, b)

	wider := int64(64*128*2 - 4612)
	share := int64(200<<10/1000*10 - 256<<10/1000*10) // the driver's part of the budget
	workspace := int64(40000 - 60*128*4)
	assert.Equal(t, -4096+wider+workspace+share, d.Delta())
	assert.Equal(t, float64(d.Delta())/float64(a.Totals.Device), d.Share())
	assert.Equal(t, []memory.Change{
		{Name: "workspace", InA: true, InB: true, A: a.Totals.Workspace, B: b.Totals.Workspace, Delta: workspace},
		{Name: "weights_stored", InA: true, InB: true, A: a.Totals.WeightsStored, B: b.Totals.WeightsStored, Delta: wider - 4096},
		{Name: "driver", InA: true, InB: true, A: a.Totals.Driver, B: b.Totals.Driver, Delta: share},
	}, d.Level(memory.PerClass).Changes, "largest first")
	terms := map[string]int64{}
	for _, change := range d.Level(memory.PerTerm).Changes {
		terms[change.Name] = change.Delta
	}
	assert.Equal(t, map[string]int64{
		"weights_stored/outside the circuit": -4096, "weights_stored/l0.ffn.down": wider, "workspace/matmul/split": workspace,
		"driver/share of the budget": share,
	}, terms)
	golden(t, "diff.txt", []byte(diffOf(t, d, memory.TextOptions{})))
	var text bytes.Buffer
	require.NoError(t, memory.DiffJSON(&text, d))
	golden(t, "diff.json", text.Bytes())
	var back struct{ Delta int64 }
	require.NoError(t, json.Unmarshal(text.Bytes(), &back))
	assert.Equal(t, d.Delta(), back.Delta)
	text.Reset()
	require.NoError(t, memory.DiffMarkdown(&text, d, memory.TextOptions{Unit: "B"}))
	golden(t, "diff.md", text.Bytes())
	assert.Contains(t, diffOf(t, d, memory.TextOptions{Top: 1}), "rest, 2 rows")
}

func TestDiffOfTheSame(t *testing.T) {
	d := servedDocument(t)
	assert.Equal(t, `Difference in memory
b takes the same as a, 216 KiB
  a  toy, batch 4, isl 100, osl 20, slots 16, sm 2
  b  toy, batch 4, isl 100, osl 20, slots 16, sm 2
`, diffOf(t, memory.Compare(d, d), memory.TextOptions{}))
	empty := documentOf(t, &circuit.Circuit{}, memory.Header{}, memory.Findings{})
	assert.Equal(t, math.Inf(1), memory.Compare(empty, d).Share())
	assert.Zero(t, memory.Compare(empty, empty).Share())
	assert.Equal(t, -1.0, memory.Compare(d, empty).Share())
	diffOf(t, memory.Compare(empty, d), memory.TextOptions{})
}

// Between schemas: weights by node, states and workspaces, but no terms.
func TestDiffBetweenSchemas(t *testing.T) {
	old := readSchema1(t)
	now := servedDocument(t)
	for _, d := range []*memory.Diff{memory.Compare(old, now), memory.Compare(now, old)} {
		require.Len(t, d.Levels, 4)
		assert.Nil(t, d.Level(memory.PerTerm))
		for _, l := range d.Levels {
			sum := int64(0)
			for _, c := range l.Changes {
				sum += c.Delta
			}
			assert.Equal(t, d.Delta(), sum, l.By)
		}
	}
	nodes := map[string]int64{}
	for _, c := range memory.Compare(old, now).Level(memory.PerNode).Changes {
		nodes[c.Name] = c.Delta
	}
	// Three layers of which two share the first product, with row scales, for one
	// layer with two copies.
	assert.Equal(t, int64(2*9220+3*1024-9220-27660), nodes["ffn.up"])
	assert.Equal(t, int64(-128), nodes["draft.attn.q"])
	assert.NotContains(t, nodes, "ffn.act", "it has activations only")
}
