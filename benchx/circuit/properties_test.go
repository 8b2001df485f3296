package circuit_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// drawn draws a circuit: a few nodes that read earlier edges, with weights,
// copies, states, workspaces, runs, and a workload for it.
func drawn(t *rapid.T) *circuit.Circuit {
	formats := []circuit.Format{circuit.MustFormat("f32"), circuit.MustFormat("bf16"), circuit.MustFormat("nvfp4/g16"), circuit.MustFormat("fp8/token")}
	format := rapid.SampledFrom(formats)
	small := func(label string) int { return rapid.IntRange(1, 9).Draw(t, label) }
	c := &circuit.Circuit{
		Arch:    "drawn",
		Dims:    map[string]int64{"d": int64(16 * small("d")), "e": int64(16 * small("e"))},
		Outside: int64(rapid.IntRange(0, 999).Draw(t, "outside")),
		Driver:  circuit.Driver{Fixed: int64(small("fixed")), PerMille: int64(rapid.IntRange(0, 999).Draw(t, "per mille"))},
		Align:   int64(1) << rapid.IntRange(0, 8).Draw(t, "align"),
		Families: []circuit.Family{
			{Name: "a", Ops: []string{"a"}, Workspaces: []circuit.Workspace{{Name: "w", Bytes: []circuit.Expr{circuit.MustParse("n*d")}}}},
			{Name: "b", Ops: []string{"b"}, Workspaces: []circuit.Workspace{
				{Name: "w", Bytes: []circuit.Expr{circuit.MustParse("n*3"), circuit.MustParse("less(40,n)")}}, {Name: "v", Bytes: []circuit.Expr{circuit.Number(5)}, Arena: true},
			}},
		},
		Runs:   []circuit.Run{{Label: "narrow", Rows: circuit.MustParse("batch")}, {Label: "wide", Rows: circuit.MustParse("batch*3")}, {Label: "draft", Rows: circuit.MustParse("batch*7"), Section: circuit.Draft}},
		Copies: []circuit.CopyRule{{Copy: circuit.Copy{Rule: "twin", Format: formats[1], Count: 2, Leaked: true}, Ops: []string{"a"}}},
	}
	dims := []string{"d", "e", "d+e"}
	edge := func() int {
		c.Edges = append(c.Edges, circuit.Edge{
			ID: fmt.Sprint("x", len(c.Edges)), Format: format.Draw(t, "format"), Dim: circuit.MustParse(rapid.SampledFrom(dims).Draw(t, "dim")), Over: -1,
			Output: rapid.IntRange(0, 9).Draw(t, "output") == 0,
		})
		return len(c.Edges) - 1
	}
	edge()
	last := map[int]int{} // edge → its last reader
	for i := range rapid.IntRange(1, 12).Draw(t, "nodes") {
		n := circuit.Node{ID: fmt.Sprint("node", i), Op: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "op"), Layer: i}
		if rapid.IntRange(0, 4).Draw(t, "draft") == 0 {
			n.Section = circuit.Draft
		}
		for range rapid.IntRange(0, 3).Draw(t, "inputs") {
			e := rapid.IntRange(0, len(c.Edges)-1).Draw(t, "input")
			n.Inputs = append(n.Inputs, e)
			last[e] = i
		}
		for range rapid.IntRange(1, 2).Draw(t, "outputs") {
			n.Outputs = append(n.Outputs, edge())
		}
		if out := n.Outputs[0]; len(n.Inputs) > 0 && rapid.Bool().Draw(t, "in place") {
			in := n.Inputs[0]
			if _, taken := last[-1-in]; !taken && !c.Edges[in].Output && last[in] == i {
				c.Edges[out].Over = in
				last[-1-in] = i
			}
		}
		if rapid.Bool().Draw(t, "grouped") {
			n.Group = fmt.Sprint(i / 3)
		}
		if len(n.Inputs) > 0 {
			for j := range rapid.IntRange(0, 2).Draw(t, "weights") {
				w := circuit.Weight{Name: fmt.Sprint("w", j), Format: format.Draw(t, "weight"), K: circuit.MustParse("d")}
				if rapid.Bool().Draw(t, "shared") {
					w.Key = rapid.SampledFrom([]string{"p", "q"}).Draw(t, "key")
				}
				if rapid.IntRange(0, 3).Draw(t, "derived") == 0 {
					w.Derived, w.Leaked = "made", rapid.Bool().Draw(t, "leaked")
				}
				n.Weights = append(n.Weights, w)
			}
		}
		if rapid.IntRange(0, 2).Draw(t, "stateful") == 0 {
			c.States = append(c.States, circuit.State{ID: fmt.Sprint("s", i), Kind: circuit.Recurrent, Layer: i, Format: formats[0], Elements: circuit.MustParse("e"), Of: -1})
			n.States = []circuit.Access{{State: len(c.States) - 1, Mode: circuit.Update}}
		}
		c.Nodes = append(c.Nodes, n)
	}
	// Readers of a later node take an alias's licence away.
	for e := range c.Edges {
		if over := c.Edges[e].Over; over >= 0 {
			for i := range c.Nodes {
				for _, out := range c.Nodes[i].Outputs {
					if out == e && last[over] > i {
						c.Edges[e].Over = -1
					}
				}
			}
		}
	}
	c.States = append(c.States, circuit.State{ID: "snapshots", Kind: circuit.PrefixSnapshot, Layer: -1, Format: formats[0], Elements: circuit.MustParse("d"), Of: -1})
	c.Workload = circuit.Workload{
		Counts: map[string]int64{"batch": int64(small("batch")), "slots": int64(small("slots")), "snapshots": int64(rapid.IntRange(0, 9).Draw(t, "snapshots"))},
		Budget: int64(rapid.IntRange(0, 1<<22).Draw(t, "budget")),
	}
	if rapid.IntRange(0, 3).Draw(t, "fixed arena") == 0 {
		bytes := int64(rapid.IntRange(0, 1<<16).Draw(t, "arena"))
		c.Workload.Arena = &bytes
	}
	return c
}

func drawReport(t *rapid.T) (*circuit.Model, *circuit.Report) {
	m, err := circuit.Compile(drawn(t))
	require.NoError(t, err)
	r, err := m.Evaluate(circuit.Workload{})
	require.NoError(t, err)
	return m, r
}

func TestDeviceIsTheSumOfItsTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, r := drawReport(t)
		sum := new(big.Int)
		byClass := map[circuit.Class]int64{}
		for _, term := range r.Terms {
			byClass[term.Class] += term.Bytes
			if term.Class != circuit.HostClass {
				sum.Add(sum, big.NewInt(term.Bytes))
			}
		}
		assert.Equal(t, sum.Int64(), r.Totals.Device)
		assert.Equal(t, r.Totals.Budget-r.Totals.Device, r.Totals.Headroom)
		classes := int64(0)
		for _, c := range circuit.DeviceClasses() {
			assert.Equal(t, byClass[c], r.Totals.Of(c), c)
			classes += r.Totals.Of(c)
		}
		assert.Equal(t, classes, r.Totals.Device)
	})
}

func TestNodesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, r := drawReport(t)
		var sum circuit.NodeBytes
		for _, n := range r.Nodes {
			sum.Stored += n.Stored
			sum.Derived += n.Derived
			sum.Activations += n.Activations
			sum.Workspace += n.Workspace
			sum.State += n.State
			sum.Materialized += n.Materialized
		}
		assert.Equal(t, r.Totals.WeightsStored-r.Totals.WeightsOutside, sum.Stored)
		assert.Equal(t, r.Totals.WeightsDerived, sum.Derived)
		assert.LessOrEqual(t, r.Totals.WeightsLeaked, r.Totals.WeightsDerived)
		assert.Equal(t, r.Totals.States, sum.State)
		assert.Equal(t, r.Totals.Workspace, sum.Workspace)
		assert.LessOrEqual(t, r.Totals.Workspace, r.Totals.WorkspaceWidest)
		charged := int64(0)
		for _, w := range r.Workspaces {
			if w.Charged {
				charged += w.Bytes
			}
		}
		assert.Equal(t, charged, r.Totals.Workspace)
		peak := r.Runs[r.Peak]
		assert.Equal(t, peak.Materialized, sum.Materialized+peak.External)
		rest := int64(0)
		for _, term := range r.Terms {
			if term.Class == circuit.Activations && term.Node < 0 {
				rest += term.Bytes
			}
		}
		assert.Equal(t, r.Totals.Activations, sum.Activations+rest)
	})
}

func TestArenasHoldWhatIsAlive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, r := drawReport(t)
		for _, run := range r.Runs {
			assert.LessOrEqual(t, run.LowerBound, run.Arena)
			assert.LessOrEqual(t, run.Arena, run.Materialized+r.Circuit.Align*int64(len(run.Buffers)))
			alive := make([]int64, run.Steps)
			for i, b := range run.Buffers {
				assert.Zero(t, b.Offset%r.Circuit.Align)
				assert.LessOrEqual(t, b.Offset+b.Bytes, run.Arena)
				for step := b.First; step <= b.Last; step++ {
					alive[step] += b.Bytes
				}
				for _, o := range run.Buffers[:i] {
					together := b.First <= o.Last && o.First <= b.Last
					apart := b.Offset+b.Bytes <= o.Offset || o.Offset+o.Bytes <= b.Offset
					assert.True(t, !together || apart || b.Bytes == 0 || o.Bytes == 0, "%v and %v share bytes", b, o)
				}
			}
			for _, bytes := range alive {
				assert.LessOrEqual(t, bytes, run.LowerBound)
			}
		}
		peak := r.Runs[r.Peak]
		for _, run := range r.Runs {
			if r.Workload.Arena == nil {
				assert.LessOrEqual(t, run.Arena+run.Workspace, peak.Arena+peak.Workspace)
			} else {
				assert.LessOrEqual(t, run.Workspace, peak.Workspace)
			}
		}
	})
}

func TestScaling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, r := drawReport(t)
		batch := r.Names["batch"]
		double, err := m.Evaluate(circuit.Workload{}.WithCount("batch", 2*batch))
		require.NoError(t, err)
		for i := range r.Runs {
			assert.Equal(t, 2*r.Runs[i].Materialized, double.Runs[i].Materialized, "all formats here are linear in rows")
			assert.GreaterOrEqual(t, double.Runs[i].LowerBound, r.Runs[i].LowerBound)
		}
		assert.Equal(t, r.Totals.WeightsStored, double.Totals.WeightsStored)
		assert.Equal(t, r.Totals.WeightsDerived, double.Totals.WeightsDerived)
		assert.Equal(t, r.Totals.States, double.Totals.States)

		slots, err := m.Evaluate(circuit.Workload{}.WithCount("slots", 2*r.Names["slots"]))
		require.NoError(t, err)
		assert.Equal(t, 2*r.Totals.States, slots.Totals.States)
		assert.Equal(t, r.Totals.Device+r.Totals.States, slots.Totals.Device, "a term more never raises the headroom")
	})
}

func TestEvaluationsAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, r := drawReport(t)
		again, err := m.Evaluate(circuit.Workload{})
		require.NoError(t, err)
		assert.Equal(t, r, again)
	})
}

// The answer fits and its successor does not, and so it is at random points on
// either side.
func TestLargestIsTheBoundary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, _ := drawReport(t)
		w := circuit.Workload{Budget: int64(rapid.IntRange(1, 1<<24).Draw(t, "budget of the query"))}
		count := rapid.SampledFrom([]string{"slots", "snapshots"}).Draw(t, "count")
		hi := int64(rapid.SampledFrom([]int{0, 100}).Draw(t, "cap"))
		a, err := m.Largest(w, circuit.Query{Name: "most", Count: count, Lo: 1, Hi: hi})
		require.NoError(t, err)
		fits := func(v int64) bool {
			r, err := m.Evaluate(w.WithCount(count, v))
			require.NoError(t, err)
			return r.Fits()
		}
		if !a.Found {
			assert.False(t, fits(1))
			assert.EqualValues(t, 1, a.Next)
			assert.Positive(t, a.Shortfall)
			return
		}
		assert.True(t, fits(a.Value))
		assert.True(t, fits(rapid.Int64Range(1, a.Value).Draw(t, "below")))
		if a.Limiter == circuit.LimitCap {
			assert.GreaterOrEqual(t, a.Value, int64(1))
			return
		}
		assert.Equal(t, a.Value+1, a.Next)
		assert.False(t, fits(a.Next))
		assert.False(t, fits(a.Next+rapid.Int64Range(0, 1000).Draw(t, "above")))
		assert.GreaterOrEqual(t, a.Fraction, float64(a.Value))
		assert.LessOrEqual(t, a.Fraction, float64(a.Next))
	})
}

func TestLeastBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, _ := drawReport(t)
		least, err := m.LeastBudget(circuit.Workload{})
		require.NoError(t, err)
		headroom := func(budget int64) int64 {
			r, err := m.Evaluate(circuit.Workload{Budget: budget})
			require.NoError(t, err)
			return r.Totals.Headroom
		}
		assert.GreaterOrEqual(t, headroom(least), int64(0))
		if least > 1 {
			assert.Negative(t, headroom(least-1))
		}
	})
}

// A wider format of one thing changes the terms of that thing and no other.
func TestAFormatChangesItsOwnTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawn(t)
		type weight struct{ node, index int }
		var weights []weight
		for i := range c.Nodes {
			for j := range c.Nodes[i].Weights {
				weights = append(weights, weight{i, j})
			}
		}
		if len(weights) == 0 {
			return
		}
		bytes := func() map[string]int64 {
			m, err := circuit.Compile(c)
			require.NoError(t, err)
			r, err := m.Evaluate(circuit.Workload{})
			require.NoError(t, err)
			sizes := map[string]int64{}
			for i := range r.Terms {
				sizes[r.ID(&r.Terms[i])] = r.Terms[i].Bytes
			}
			require.Len(t, sizes, len(r.Terms), "every term has an id of its own")
			return sizes
		}
		at := rapid.SampledFrom(weights).Draw(t, "weight")
		w := &c.Nodes[at.node].Weights[at.index]
		w.Format = circuit.MustFormat("f32")
		before := bytes()
		w.Format = circuit.MustFormat("f64")
		for id, size := range bytes() {
			if id == "weights_stored/"+c.Nodes[at.node].ID+"/"+w.Name || id == "weights_derived/"+c.Nodes[at.node].ID+"/"+w.Name {
				assert.Equal(t, 2*before[id], size, id)
				continue
			}
			assert.Equal(t, before[id], size, id)
		}
	})
}
