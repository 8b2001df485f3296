package memory_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
)

func jsonOf(t require.TestingT, d *memory.Document) []byte {
	var b bytes.Buffer
	require.NoError(t, memory.JSON(&b, d))
	return b.Bytes()
}

func TestNewTellsEveryByteOfTheServedToy(t *testing.T) {
	d := servedDocument(t)
	require.NoError(t, d.Validate())
	terms := map[string]memory.Term{}
	for _, term := range d.Terms {
		terms[term.ID] = term
	}
	// By hand: the head's 256 × 64 numbers of two bytes, once more transposed and
	// never read.
	leaked := terms["weights_derived/head/transposed"]
	assert.EqualValues(t, 256*64*2, leaked.Bytes)
	assert.True(t, leaked.Leaked)
	assert.Equal(t, memory.Copied, leaked.Kind)
	assert.Equal(t, "load.go:29", leaked.Site)
	assert.Equal(t, memory.NoLayer, leaked.Layer)

	up := terms["weights_stored/l1.ffn.up"]
	assert.EqualValues(t, 9220, up.Bytes)
	assert.Equal(t, []string{"ffn", "up", "linear", "main", "nvfp4/g16", "model"}, []string{up.Block, up.Local, up.Op, up.Section, up.Format, up.Lifetime})
	assert.Equal(t, memory.Layer(1), up.Layer)
	assert.NotContains(t, terms, "weights_stored/l2.ffn.up", "a shared tensor is stored once")

	assert.EqualValues(t, 262144/1000*10, terms["driver/share of the budget"].Bytes)
	assert.Equal(t, "prefill", d.PeakRun().Label)
	// up and half are alive together while the gate runs.
	assert.Equal(t, []int64{60 * 256 * 2, 60 * 128 * 2}, []int64{d.PeakRun().Live[0].Bytes, d.PeakRun().Live[1].Bytes})
	assert.Equal(t, 11, len(d.PeakRun().Timeline))
	assert.EqualValues(t, 60*(256+128)*2, d.PeakRun().Timeline[2])
	assert.EqualValues(t, 60*(1+64)*2, d.PeakRun().Timeline[0])
}

func TestKindsOfTerms(t *testing.T) {
	kinds := map[memory.Kind]bool{}
	for _, c := range []*circuit.Circuit{served(), pingPong(3), stateful()} {
		d := documentOf(t, c, memory.Header{}, memory.Findings{})
		for _, term := range d.Terms {
			kinds[term.Kind] = true
			assert.Equal(t, term.Class != circuit.HostClass, term.Charged, term.ID)
		}
	}
	arena := int64(1 << 16)
	c := toy(1)
	c.Workload.Arena = &arena
	for _, term := range documentOf(t, c, memory.Header{}, memory.Findings{}).Terms {
		kinds[term.Kind] = true
	}
	for _, kind := range []memory.Kind{
		memory.Parameter, memory.Table, memory.Outside, memory.Copied, memory.Activated, memory.Gap, memory.Arena, memory.Scratch, memory.Driver,
		"recurrent", "paged_kv", "prefix_snapshot",
	} {
		assert.True(t, kinds[kind], kind)
	}
}

func TestHeaderFillsInWhatIsNotSaid(t *testing.T) {
	d := documentOf(t, stateful(), memory.Header{}, memory.Findings{})
	assert.Equal(t, "stateful", d.Header.Circuit)
	assert.Contains(t, d.Header.Workload, "snapshots 4, verify_slots 3, kv_cache_dtype fp8")
	assert.Equal(t, "states f32, fp8; caches f32, bf16, u8", d.Header.Formats)
	d = documentOf(t, stateful(), memory.Header{Circuit: "mine", Workload: "w", Formats: "f"}, memory.Findings{})
	assert.Equal(t, memory.Header{Circuit: "mine", Workload: "w", Formats: "f"}, d.Header)
}

func TestLongListsAreCut(t *testing.T) {
	c := pingPong(memory.MaxPlacements + 100)
	for i := range 40 { // all read at the end
		c.Edges[i+1].Output = true
	}
	d := documentOf(t, c, memory.Header{}, memory.Findings{})
	run := d.PeakRun()
	assert.Len(t, run.Placements, memory.MaxPlacements)
	assert.Equal(t, memory.MaxPlacements+101, run.Buffers)
	assert.Len(t, run.Timeline, memory.MaxTimeline)
	assert.Len(t, run.Live, memory.MaxLive)
	assert.Positive(t, run.LiveRest.Buffers)
	live := run.LiveRest.Bytes
	for _, b := range run.Live {
		live += b.Bytes
	}
	most := int64(0)
	for _, n := range run.Timeline {
		most = max(most, n)
	}
	assert.Equal(t, most, live)
	require.NoError(t, d.Validate())
}

// Sums follow from the terms, and whatever is written reads back as it was.
func TestAnyDocumentIsValidAndReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		require.NoError(t, d.Validate())
		text := jsonOf(t, d)
		back, err := memory.Read(bytes.NewReader(text))
		require.NoError(t, err)
		assert.Equal(t, string(text), string(jsonOf(t, back)))
		assert.Equal(t, d.Totals, back.Totals)
		assert.Equal(t, d.Nodes, back.Nodes)
	})
}

// The tags of the structs and what is written by hand are the same.
func TestJSONAgreesWithPackageJSON(t *testing.T) {
	for _, d := range []*memory.Document{servedDocument(t), documentOf(t, stateful(), memory.Header{}, memory.Findings{})} {
		back, err := memory.Read(bytes.NewReader(jsonOf(t, d)))
		require.NoError(t, err)
		for i := range back.Terms {
			if len(back.Terms[i].Inputs) == 0 {
				back.Terms[i].Inputs = nil
			}
		}
		assert.Equal(t, d, back)
	}
}

func TestJSONEscapesNames(t *testing.T) {
	hostile := "a\"b\\c\n\x01<script>&\xff日本"
	c := toy(1)
	c.Nodes[0].ID = hostile
	c.Workload.Settings = map[string]string{hostile: hostile}
	d := documentOf(t, c, memory.Header{}, memory.Findings{})
	text := jsonOf(t, d)
	require.True(t, json.Valid(text))
	back, err := memory.Read(bytes.NewReader(text))
	require.NoError(t, err)
	want := "a\"b\\c\n\x01<script>&\ufffd日本"
	assert.Equal(t, want, back.Nodes[0].ID)
	assert.Equal(t, map[string]string{want: want}, back.Workload.Settings)
}

func TestValidateFindsWhatDoesNotAddUp(t *testing.T) {
	is := servedDocument(t).Totals
	for _, c := range []struct {
		name   string
		change func(*memory.Document)
		want   string
	}{
		{"a term", func(d *memory.Document) { d.Terms[1].Bytes++ }, "nodes[0]: embed is said to take [32768 0 0 0 0] and its terms add up to [32769 0 0 0 0]"},
		{"a term of no node", func(d *memory.Document) { d.Terms[0].Bytes++ }, "totals: weights_stored is said to be 101908 and comes to 101909"},
		{"device", func(d *memory.Document) { d.Totals.Device-- }, fmt.Sprintf("totals: device is said to be %d and comes to %d", is.Device-1, is.Device)},
		{"headroom", func(d *memory.Document) { d.Totals.Headroom = 0 }, fmt.Sprintf("totals: headroom is said to be 0 and comes to %d", is.Headroom)},
		{"leaked", func(d *memory.Document) { d.Totals.WeightsLeaked = 1 }, "totals: weights_leaked is said to be 1 and comes to 32768"},
		{"outside", func(d *memory.Document) { d.Totals.WeightsOutside = 1 }, "totals: weights_outside is said to be 1 and comes to 4096"},
		{"negative", func(d *memory.Document) { d.Terms[2].Bytes = -1 }, "terms[2]: weights_stored/l0.ffn.up has -1 bytes"},
		{"overflow", func(d *memory.Document) { d.Terms[0].Bytes = 1<<63 - 1 }, "totals: weights_stored: 9223372036854775807 + 32768: does not fit 63 bits"},
		{"twice", func(d *memory.Document) { d.Terms[1].ID = d.Terms[0].ID }, `terms[1]: the id "weights_stored/outside the circuit" is there twice`},
		{"no id", func(d *memory.Document) { d.Terms[1].ID = "" }, "terms[1]: no id"},
		{"class", func(d *memory.Document) { d.Terms[1].Class = "x" }, `terms[1]: unknown class "x"`},
		{"node", func(d *memory.Document) { d.Terms[1].Node = "x" }, `terms[1]: there is no node "x"`},
		{"nodes", func(d *memory.Document) { d.Nodes[1].ID = "embed" }, "nodes: an id is there twice"},
		{"charge", func(d *memory.Document) { d.Terms[1].Charged = false }, "terms[1]: weights_stored/embed: what the host holds is not charged"},
		{"leak", func(d *memory.Document) { d.Terms[1].Leaked = true }, "terms[1]: weights_stored/embed: only derived weights leak"},
		{"peak", func(d *memory.Document) { d.Peak = 2 }, "peak: there is no run 2 of 2"},
		{"peak of none", func(d *memory.Document) { d.Peak = -1 }, "peak: there is no run -1 of 2"},
		{"planned", func(d *memory.Document) { d.Totals.ActivationsPlanned = 1 }, fmt.Sprintf("totals: activations_planned is said to be 1 and the arena of run prefill is %d", is.ActivationsPlanned)},
		{"gap", func(d *memory.Document) { d.Runs[0].Gap = -1 }, "runs[0]: decode: the gap is said to be -1 and comes to "},
		{"bound", func(d *memory.Document) { d.Runs[0].LowerBound = 1 << 20 }, "bytes and no plan needs less than 1048576"},
		{"timeline", func(d *memory.Document) { d.Runs[0].Steps = 3 }, "runs[0]: decode: the timeline has 11 stretches of 3 steps"},
		{"step", func(d *memory.Document) { d.Runs[0].PeakStep = 11 }, "runs[0]: decode: the peak is at step 11 of 11"},
		{"workspace", func(d *memory.Document) { d.Workspaces[1].Bytes-- }, fmt.Sprintf("totals: workspace is said to be %d and the workspaces come to %d", is.Workspace, is.Workspace-1)},
		{"widest", func(d *memory.Document) { d.Workspaces[1].Widest++ }, fmt.Sprintf("totals: workspace_widest is said to be %d and the workspaces come to %d", is.WorkspaceWidest, is.WorkspaceWidest+1)},
		{"answer", func(d *memory.Document) { d.Answers[0].Kind = "x" }, `answers[0]: unknown kind "x"`},
		{"measured", func(d *memory.Document) { d.Measured[0].Bytes = -1 }, "measured[0]: weights_stored: bytes or a tolerance are negative"},
	} {
		d := servedDocument(t)
		c.change(d)
		assert.ErrorContains(t, d.Validate(), c.want, c.name)
	}
}
