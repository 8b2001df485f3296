package circuitjson_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
)

const fixtures = "../../../testdata/circuits"

// text returns a shared fixture.
func text(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(fixtures, name))
	require.NoError(t, err)
	return string(b)
}

func read(t testing.TB, text string) *circuit.Circuit {
	t.Helper()
	c, err := circuitjson.Read(strings.NewReader(text))
	require.NoError(t, err)
	return c
}

func evaluate(t testing.TB, c *circuit.Circuit, w circuit.Workload) *circuit.Report {
	t.Helper()
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	r, err := m.Evaluate(w)
	require.NoError(t, err)
	return r
}

func TestToy(t *testing.T) {
	c := read(t, text(t, "toy.json"))
	var ids []string
	for i := range c.Nodes {
		ids = append(ids, c.Nodes[i].ID)
	}
	assert.Equal(t, []string{
		"embed.table", "l0.ffn.gate_up", "l0.ffn.act", "l0.ffn.down", "l1.ffn.gate_up", "l1.ffn.act", "l1.ffn.down", "head.lm_head",
	}, ids)
	down := c.Nodes[6]
	assert.Equal(t, "down", down.Local)
	assert.Equal(t, "ffn", down.Block)
	assert.Equal(t, 1, down.Layer)
	assert.Equal(t, "l1.ffn.h", c.Edges[down.Inputs[0]].ID)
	assert.Equal(t, c.Nodes[3].Outputs, c.Nodes[4].Inputs, "a layer's stream is the next layer's")
	assert.Equal(t, -1, c.Nodes[7].Layer)
	assert.Equal(t, c.Nodes[6].Outputs, c.Nodes[7].Inputs)

	r := evaluate(t, c, circuit.Workload{})
	assert.EqualValues(t, 32768+2*(9220+4612)+32768, r.Totals.WeightsStored)
	assert.EqualValues(t, 2000+32, r.Totals.Workspace)
	// At the gate both products' sides live: 4 rows of 256 + 128 in bf16; at the
	// head 4 of 64 in bf16 and of 256 in f32, which is more.
	assert.EqualValues(t, 4*(64*2+256*4), r.Totals.Activations)
	assert.EqualValues(t, 1<<19, r.Totals.Budget)
	assert.EqualValues(t, 64<<10+524*10, r.Totals.Driver)
}

func TestDraftGoesOnWithTheStream(t *testing.T) {
	c := read(t, `{"schema": 1, "edges": [{"id": "in", "format": "f32", "dim": 1}], "blocks": {
		"first": {"out": "x", "edges": [{"id": "x", "format": "f32", "dim": 2}], "nodes": [{"id": "make", "op": "a", "inputs": ["in"], "outputs": ["x"]}]},
		"side": {"in": "x", "edges": [{"id": "y", "format": "f32", "dim": 3}], "nodes": [{"id": "look", "op": "b", "inputs": ["x"], "outputs": ["y"], "group": "g"}]},
		"guess": {"in": "z", "states": [{"id": "s", "kind": "recurrent", "format": "f32", "elements": 5}],
			"edges": [{"id": "w", "format": "f32", "dim": 4, "over": "z"}],
			"nodes": [{"id": "go", "op": "c", "inputs": ["z", "side.y"], "outputs": ["w"], "group": "g",
				"states": [{"state": "s", "mode": "update"}],
				"weights": [{"name": "own", "key": ".w", "format": "i8"}, {"name": "shared", "key": "w", "format": "i8"}]}]}
		}, "layout": {"prologue": ["first", "side"], "draft": ["guess"]}}`)
	require.Len(t, c.Nodes, 3)
	guess := c.Nodes[2]
	assert.Equal(t, "draft.guess.go", guess.ID)
	assert.Equal(t, circuit.Draft, guess.Section)
	assert.Equal(t, "first.x", c.Edges[guess.Inputs[0]].ID, "a block without out leaves the stream as it is")
	assert.Equal(t, "side.y", c.Edges[guess.Inputs[1]].ID, "a whole id is an edge of another block")
	assert.Equal(t, guess.Inputs[0], c.Edges[guess.Outputs[0]].Over)
	assert.Equal(t, "side.g", c.Nodes[1].Group)
	assert.Equal(t, "draft.guess.g", guess.Group, "a group lies within one block")
	assert.Equal(t, "draft.guess.w", guess.Weights[0].Key)
	assert.Equal(t, "w", guess.Weights[1].Key)
	assert.Equal(t, circuit.State{
		ID: "draft.guess.s", Local: "s", Block: "guess", Layer: -1, Section: circuit.Draft, Kind: circuit.Recurrent,
		Format: circuit.MustFormat("f32"), Elements: circuit.Number(5), Of: -1,
	}, c.States[0])
}

func TestPeriodsOfLayers(t *testing.T) {
	c := read(t, `{"schema": 1, "blocks": {"a": {"nodes": [{"id": "n", "op": "x"}]}, "b": {"nodes": [{"id": "n", "op": "x"}]}},
		"layout": {"layers": [{"count": 1, "blocks": ["b"]},
			{"repeat": 2, "layers": [{"kind": "linear", "count": 3, "blocks": ["a"]}, {"blocks": ["b"]}]}]}}`)
	order := ""
	for i := range c.Nodes {
		assert.Equal(t, i, c.Nodes[i].Layer)
		order += c.Nodes[i].Block
	}
	assert.Equal(t, "baaabaaab", order)
}

func TestBudgetOfADevice(t *testing.T) {
	for device, want := range map[string]int64{
		`"device": {"memory_bytes": 130663886848, "util": 0.85}`:                  111_064_303_820,
		`"device": {"memory_bytes": "8GiB"}`:                                      8 << 30,
		`"device": {"memory_bytes": "8GiB"}, "workload": {"budget": "1.5 GiB"}`:   3 << 29,
		`"device": {"memory_bytes": "8GiB"}, "workload": {"budget": 0}`:           0,
		`"workload": {"budget": "80GB"}`:                                          80e9,
		`"device": {"driver": {"fixed": "1MiB", "per_mille": 3, "slack": "1kB"}}`: 0,
	} {
		c := read(t, `{"schema": 1, `+device+`}`)
		assert.Equal(t, want, c.Workload.Budget, device)
	}
}

// Each fault is told with its place; several of a file all at once.
func TestFaults(t *testing.T) {
	toy := text(t, "toy.json")
	for _, c := range []struct{ old, new, want string }{
		{`"weights": [{"format": "bf16", "out"`, `¦"wieghts": [{"format": "bf16", "out"`, `blocks.embed.nodes[0].wieghts: unknown key, did you mean weights?`},
		{`"weights": [{"format": "bf16", "out"`, `¦"weight": [{"format": "bf16", "out"`, `blocks.embed.nodes[0].weight: unknown key, did you mean weights?`},
		{`"op": "silu_mul"`, `"op": ¦7`, `blocks.ffn.nodes[1].op: want a string, not a number`},
		{`"op": "silu_mul"`, `"op": "a", ¦"op": "b"`, `blocks.ffn.nodes[1].op: the key is there twice`},
		{`{"id": "act", "op": "silu_mul", `, `¦{"id": "act", `, `blocks.ffn.nodes[1]: op is missing`},
		{`"inputs": ["both"]`, `"inputs": ¦"both"`, `blocks.ffn.nodes[1].inputs: want an array, not a string`},
		{`"inputs": ["both"]`, `"inputs": [¦"boht"]`, `blocks.ffn.nodes[1].inputs[0]: unknown edge "boht", did you mean both?`},
		{`"inputs": ["tokens"]`, `"inputs": [¦"token"]`, `blocks.embed.nodes[0].inputs[0]: unknown edge "token", did you mean tokens?`},
		{`"dim": "2*inter"`, `"dim": ¦"2**inter"`, `blocks.ffn.edges[0].dim: expression "2**inter": a number or a name is missing before "*"`},
		{`"dim": "2*inter"`, `"dim": ¦-1`, `blocks.ffn.edges[0].dim: want zero or more, not -1`},
		{`"dim": "2*inter"`, `"dim": ¦-0`, `blocks.ffn.edges[0].dim: want zero or more, not -0`},
		{`"dim": "2*inter"`, `"dim": ¦1.5`, `blocks.ffn.edges[0].dim: want a whole number without point or exponent, not 1.5`},
		{`"dim": "2*inter"`, `"dim": ¦1e3`, `blocks.ffn.edges[0].dim: want a whole number without point or exponent, not 1e3`},
		{`"dim": "2*inter"`, `"dim": ¦9223372036854775808`, `blocks.ffn.edges[0].dim: 9223372036854775808 does not fit 63 bits`},
		{`"dim": "2*inter"`, `"dim": ¦null`, `blocks.ffn.edges[0].dim: want an expression: a string, or a whole number, not null`},
		{`"dim": "2*inter"`, `"dim": 0¦1`, `blocks.ffn.edges[0]: unexpected "1" where a comma or } is wanted`},
		{`"format": "nvfp4/g16"`, `"format": ¦"nvpf4/g16"`, `blocks.ffn.nodes[0].weights[0].format: unknown format "nvpf4/g16"`},
		{`"memory_bytes": "1MiB"`, `"memory_bytes": ¦"1Mib."`, `device.memory_bytes: "1Mib." is no size`},
		{`"util": 0.5`, `"util": ¦1.01`, `device.util: "1.01" is no part of a whole`},
		{`"util": 0.5`, `"util": ¦1e-1`, `device.util: "1e-1" is no part of a whole`},
		{`"util": 0.5`, `"util": ¦"0.5"`, `device.util: want a number above 0, 1 at most, not a string`},
		{`"device": {
    "memory_bytes": "1MiB",`, `"device": ¦{`, `device: util is a share of memory_bytes, which is missing`},
		{`"workload": {`, `"workload": {"budget": ¦"1GiB", `, `workload.budget: the device's util gives a budget already`},
		{`{"name": "a batch of half the size", "count": "batch"}`, `¦{"name": "a", "count": "batch", "setting": "a"}`, `knobs[0]: want either count`},
		{`"schema": 1`, `"schema": ¦2`, `schema: schema 2 is not known, want 1`},
		{`{
  "schema": 1,`, `¦{`, `schema is missing`},
		{`"batch": 4`, `"batch": 4, ¦"batch": 4`, `workload.counts.batch: the key is there twice`},
		{`"batch": 4`, `"ba tch": ¦-4`, `workload.counts["ba tch"]: want zero or more, not -4`},
		{`"blocks": ["ffn"]`, `"blocks": [¦"fnn"]`, `layout.layers[0].blocks[0]: unknown block "fnn", did you mean ffn?`},
		{`"blocks": ["ffn"]`, `"blocks": ["ffn", ¦"ffn"]`, `layout.layers[0].blocks[1]: block ffn is there twice: two nodes would have one id`},
		{`{"kind": "ffn", "count": 2, "blocks": ["ffn"]}`, `¦{"kind": "ffn"}`, `layout.layers[0]: want either blocks`},
		{`"count": 2, "blocks": ["ffn"]`, `"count": 0, "blocks": ["ffn"]`, `blocks.ffn: the layout does not name this block`},
		{`"layout": {
    "prologue": ["embed"],
    "layers": [{"kind": "ffn", "count": 2`, `"layout": ¦{
    "prologue": ["embed"],
    "layers": [{"kind": "ffn", "count": 1000000`, `layout: more than 2097152 nodes`},
		{`"count": 2`, `"count": 9223372036854775807`, `layout: more than 2097152 nodes`},
		{`"prologue": ["embed"],`, ``, `blocks.ffn.in: nothing comes into l0.ffn: no block before it has an out`},
		{`"out": "y"`, `"out": ¦"z"`, `blocks.ffn.out: unknown edge "z"`},
		{`"in": "x",
      "out": "y"`, `"in": ¦"h",
      "out": "y"`, `blocks.ffn.in: h is an edge: want a name of its own for what comes in`},
		{`{"id": "both", "format"`, `{"id": "h", "format"`, `blocks.ffn.edges[1].id: edge h is there twice`},
		{`{"id": "both", "format"`, `{"id": ¦"bo.th", "format"`, `blocks.ffn.edges[0].id: an id in a block is letters, digits, _ and -`},
		{`{"id": "both", "format"`, `{"id": ¦"tokens", "format"`, `blocks.ffn.edges[0].id: edge tokens is one of the top level too`},
		{`"id": "tokens"`, `"id": ¦"l1.ffn.h"`, `edges[0].id: l1.ffn has an edge of this id`},
		{`"layout": {`, `"nodes": [{"id": ¦"a", "op": "b"}], "layout": {`, `nodes[0].id: want either nodes, or blocks and a layout that makes them`},
		{`"layout": {`, `"held": [{"name": "a", "bytes": 8, "node": ¦"ffn.act"}], "layout": {`, `held[0].node: unknown node "ffn.act"`},
		{`{
  "schema"`, `{¦,
  "schema"`, `unexpected "," where a key in double quotes is wanted`},
		{`"arch": "toy",
  "desc`, `"arch": "toy"
  ¦"desc`, `unexpected "\"" where a comma or } is wanted`},
		{`"arch": "toy",`, `"arch": ¦'toy',`, `arch: unexpected "'" where a value is wanted`},
		{`"arch": "toy",`, `"arch": "t¦` + "\n" + `oy",`, `arch: a control character in a string must be escaped`},
		{`"arch": "toy",`, `"arch": "ü¦\q",`, `arch: unknown escape "\\q"`},
		{`"arch": "toy",`, `"arch": "¦\ud800x",`, `arch: a \u escape is no character`},
		{`"arch": "toy",`, "\"arch\": \"¦\xff\",", `arch: a string that is no UTF-8`},
		{`"arch": "toy",`, `"arch": ¦tru,`, `arch: unexpected "t" where a value is wanted`},
		{`"arch": "toy",`, `"arch": ` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `,`, `nested too deep`},
		{`"epilogue": ["head"]
  }
}`, `"epilogue": ["head"]
  }
} ¦{}`, `something follows the circuit`},
		{`"epilogue": ["head"]
  }
}`, `"epilogue": ["head"¦`, `layout.epilogue: the text ends where a comma or ] is wanted`},
	} {
		require.Contains(t, toy, c.old)
		wrong := strings.TrimRight(strings.Replace(toy, c.old, c.new, 1), "\n")
		before, after, marked := strings.Cut(wrong, "¦")
		_, err := circuitjson.Read(strings.NewReader(before + after))
		if !assert.Error(t, err, c.new) {
			continue
		}
		assert.Contains(t, err.Error(), c.want, "%s", c.new)
		if marked {
			column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
			assert.Contains(t, err.Error(), fmt.Sprintf("%d:%d: ", strings.Count(before, "\n")+1, column), "%s", c.new)
		}
	}
	_, err := circuitjson.Read(strings.NewReader(strings.ReplaceAll(toy, `"nvfp4/g16"`, `"nvfp4"`)))
	assert.ErrorContains(t, err, "blocks.ffn.nodes[2].weights[0].format: unknown format \"nvfp4\", as above")
	_, err = circuitjson.Read(strings.NewReader(strings.NewReplacer(`"op"`, `"ops"`, `"dim"`, `"dom"`).Replace(toy)))
	var all circuitjson.Errors
	require.ErrorAs(t, err, &all)
	assert.Len(t, all, 20, "no more than a screen of them")
	for i, e := range all {
		assert.NotZero(t, e.Line)
		assert.True(t, i == 0 || e.Line >= all[i-1].Line, "in the order of the file")
	}
}

// What only the circuit as a whole shows names the part that is wrong.
func TestFaultsOfTheCircuit(t *testing.T) {
	_, err := circuitjson.Read(strings.NewReader(`{"schema": 1, "nodes": [{"id": "late", "op": "x", "inputs": ["e"]}, {"id": "early", "op": "x", "outputs": ["e"]}],
		"edges": [{"id": "e", "format": "f32", "dim": 1}]}`))
	assert.EqualError(t, err, "node late reads edge e before early writes it: nodes stand in the order in which they run")
	_, err = circuitjson.Read(strings.NewReader("\ufeff{}"))
	assert.EqualError(t, err, "1:1: a byte order mark: JSON has none")
	_, err = circuitjson.Read(strings.NewReader(""))
	assert.EqualError(t, err, "1:1: the text ends where a value is wanted")
	_, err = circuitjson.Read(failing{})
	assert.EqualError(t, err, "gone")
}

// A few bytes cannot ask for more memory than there is, nor for more time.
func TestHostileSizes(t *testing.T) {
	long := strings.Repeat("a+", 6000) + "a"
	for want, text := range map[string]string{
		`counts[0].value: an expression of more than 10000`:  `{"schema": 1, "counts": [{"name": "x", "value": "` + long + `"}]}`,
		`copies[0].ops[2097151]: more than 2097152 elements`: `{"schema": 1, "copies": [{"rule": "r", "bytes": 1, "ops": [` + strings.Repeat(`"",`, 1<<21) + `""]}]}`,
		`more than 64 MiB of JSON are no circuit`:            strings.Repeat(" ", 64<<20+1),
		`nested too deep`:                 strings.Repeat(`{"a":`, 1<<20),
		`edges[1].over: unknown edge "y"`: `{"schema": 1, "edges": [` + strings.Join(numbered(`{"id": "x%d", "format": "f32", "dim": 1, "over": "y"},`, 1000), "") + `{"id": "z", "format": "f32", "dim": 1}]}`,
	} {
		_, err := circuitjson.Read(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
}

func numbered(format string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return list
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("gone") }
