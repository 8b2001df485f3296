package memory_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
)

func schema1(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/schema1.json")
	require.NoError(t, err)
	return string(text)
}

func readSchema1(t testing.TB) *memory.Document {
	t.Helper()
	d, err := memory.Read(strings.NewReader(schema1(t)))
	require.NoError(t, err)
	return d
}

func TestSchema1KeepsItsSums(t *testing.T) {
	d := readSchema1(t)
	assert.Equal(t, 1, d.FromSchema)
	assert.Equal(t, "example/toy", d.Header.Circuit)
	assert.Equal(t, memory.Line{Key: "device", Value: "toy0 (class toy, 1.0 GiB x 0.85)"}, d.Header.Lines[1])
	assert.EqualValues(t, 191435, d.Totals.Device)
	assert.EqualValues(t, 808565, d.Totals.Headroom)
	assert.Equal(t, 1, d.Peak, "the run of the largest arena")

	bytesOf := map[string]int64{}
	for _, term := range d.Terms {
		bytesOf[term.ID] = term.Bytes
	}
	assert.Equal(t, map[string]int64{
		"weights_stored/outside the circuit": 1000, "weights_stored/embed": 32768, "weights_stored/l0.ffn.up": 9220,
		"weights_stored/l0.ffn.down": 4612, "weights_stored/draft.attn.q": 128, "weights_stored/head": 32768,
		"weights_derived/l0.ffn.up/repack": 9220, "weights_derived/l0.ffn.up/twice": 18440,
		"activations/arena": 10000, "workspace/matmul/scales": 32,
		"states/l0.mix.h/live": 20000, "states/l0.mix.h/steps": 28000, "states/l0.mix.h/checkpoint": 12000,
		"states/draft.attn.kv/blocks": 1280, "caches/ring/cache": 960, "caches/stash/cache": 0, "host/lookup/host": 69664,
		"driver/driver": 11007,
	}, bytesOf)

	assert.False(t, d.Workspaces[0].Charged, "the total is without what is in the arena")
	assert.Equal(t, memory.Node{
		ID: "l0.ffn.up", Block: "ffn", Local: "up", Layer: 0, Section: "main", Op: "linear:up", Stored: 9220, Derived: 27660, Materialized: 2048,
	}, d.Nodes[1])
	assert.Equal(t, "draft", d.Nodes[4].Section)
	assert.Equal(t, []memory.Answer{
		{Kind: memory.Largest, Name: "largest concurrency at isl 12, osl 4", Count: "concurrency", Unit: "sequences", Found: true, Value: 17},
		{Kind: memory.Largest, Name: "longest isl at concurrency 3, osl 4", Count: "isl", Unit: "tokens"},
		{Kind: memory.Largest, Name: "largest KV pool", Count: "blocks", Unit: "blocks", Found: true, Value: 50, Asked: 10},
	}, d.Answers)

	again, err := memory.Read(bytes.NewReader(jsonOf(t, d)))
	require.NoError(t, err)
	assert.Equal(t, d, again, "as schema 2 it says the same")
}

func TestReadRefuses(t *testing.T) {
	good := string(jsonOf(t, servedDocument(t)))
	old := schema1(t)
	for _, c := range []struct{ name, text, from, to, want string }{
		{"nothing", "", "", "", "it is empty"},
		{"no JSON", "{", "", "", "byte 0: unexpected EOF"},
		{"half of it", good[:len(good)/2], "", "", "unexpected EOF"},
		{"two", good + "{}", "", "", "there is more behind the end"},
		{"a list", "[]", "", "", "no schema: this is no memory report"},
		{"null", "null", "", "", "no schema: this is no memory report"},
		{"another file", `{"rows":[]}`, "", "", "no schema: this is no memory report"},
		{"a later schema", good, `"schema":2`, `"schema":3`, "schema: 3 is unknown, want 1 or 2"},
		{"no number", good, `"schema":2`, `"schema":"2"`, `schema: want a whole number, not "2"`},
		{"half a schema", good, `"schema":2`, `"schema":1.5`, "schema: want a whole number, not 1.5"},
		{"a key", good, `"id":"weights_stored/embed",`, `"id":"weights_stored/embed","bites":1,`, `terms[1]: unknown key "bites", want one of [block bytes charged`},
		{"a key in capitals", good, `"params":`, `"Params":`, `unknown key "Params"`},
		{"a key twice", good, `"params":`, `"params":1,"params":`, `the key "params" is there twice`},
		{"a key escaped", good, `"params":`, `"par\u0061ms":`, `unknown key "params"`},
		{"a missing key", good, `"leaked":true,"charged":true`, `"leaked":true`, "terms[14]: no charged"},
		{"a text", good, `"peak":1`, `"peak":"1"`, `peak: want a whole number of 63 bits, not "1"`},
		{"a fraction", good, `"device":`, `"device":0.5,"x":`, "totals.device: want a whole number of 63 bits, not 0.5"},
		{"64 bits", good, `"headroom":`, `"headroom":9223372036854775808,"x":`, "totals.headroom: want a whole number of 63 bits, not 9223372036854775808"},
		{"null for a number", good, `"params":90112`, `"params":null`, "params: want a whole number of 63 bits, not null"},
		{"an object for a list", good, `"refusals":[]`, `"refusals":{}`, "refusals: want a list, not an object"},
		{"a list for an object", good, `"workload":{"counts":{`, `"workload":{"counts":[],"x":{`, "workload.counts: want an object, not a list"},
		{"a number for a word", good, `"from":"node"`, `"from":3`, "terms[1].inputs[0].from: want a text, not 3"},
		{"a word for a truth", good, `"charged":true`, `"charged":1`, "charged: want true or false, not 1"},
		{"a count twice", good, `"counts":{`, `"counts":{"sm":1,`, `workload.counts: the key "sm" is there twice`},
		{"a wrong sum", good, `"weights_outside":4096`, `"weights_outside":4097`, "totals: weights_outside is said to be 4097 and comes to 4096"},
		{"no UTF-8", good, `"given"`, "\"\xff\"", "it is not UTF-8"},
		{"a wrong origin", good, `"schema":2,`, `"schema":2,"from_schema":3,`, "from_schema: 3 is unknown, want 1 or none"},

		{"a key of schema 1", old, `"op": "embed"`, `"opp": "embed"`, `nodes[0]: unknown key "opp"`},
		{"a state without a shape", old, `"holding": "live", `, ``, "states[0]: want holding and lifetime of a state, or kind and host of a cache"},
		{"headroom as a word", old, `"808565"`, `"much"`, `totals.headroom: want a whole number of 63 bits, not "much"`},
		{"a wrong headroom", old, `"808565"`, `"808566"`, "totals: headroom is said to be 808566 and comes to 808565"},
		{"weights that do not add up", old, `"stored": 9220`, `"stored": 9221`, "totals: weights_stored is said to be 80496 and comes to 80497"},
		{"workspaces that do not add up", old, `"bytes": 32,`, `"bytes": 33,`, "totals.workspace: 32 is said, and the workspaces come to 2033, or 33 without those of the arena"},
	} {
		text := c.text
		if c.from != "" {
			require.True(t, strings.Contains(text, c.from), c.name)
			text = strings.Replace(text, c.from, c.to, 1)
		}
		_, err := memory.Read(strings.NewReader(text))
		if assert.Error(t, err, c.name) {
			assert.ErrorContains(t, err, "memory report: ", c.name)
			assert.ErrorContains(t, err, c.want, c.name)
		}
	}
}

func TestReadTakesLongNumbers(t *testing.T) {
	long := "0.01000000000000000020816681711721685133"
	d, err := memory.Read(strings.NewReader(strings.Replace(string(jsonOf(t, servedDocument(t))), `"tolerance":0.01}`, `"tolerance":`+long+"0000000000}", 1)))
	require.NoError(t, err)
	assert.Equal(t, 0.01, d.Measured[0].Tolerance)
}

func TestReadTakesKeysInAnyOrder(t *testing.T) {
	d, err := memory.Read(strings.NewReader(strings.Replace(schema1(t), `"schema": 1,`, "", 1)[:strings.LastIndex(schema1(t), "}")-13] + `, "schema": 1}`))
	require.NoError(t, err)
	assert.Equal(t, readSchema1(t), d)
}

// Whatever is accepted is valid, and every form of it can be written and read.
func FuzzRead(f *testing.F) {
	f.Add([]byte(schema1(f)))
	for _, c := range []*circuit.Circuit{toy(1), pingPong(2), stateful()} {
		f.Add(jsonOf(f, documentOf(f, c, memory.Header{}, memory.Findings{})))
	}
	f.Add(jsonOf(f, servedDocument(f)))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := memory.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		require.NoError(t, d.Validate())
		written := jsonOf(t, d)
		again, err := memory.Read(bytes.NewReader(written))
		require.NoError(t, err)
		require.Equal(t, string(written), string(jsonOf(t, again)))
		for _, o := range []memory.TextOptions{{}, {PerNode: true, Unit: "MiB", ASCII: true, Top: 2}, {GroupBy: memory.ByKind}} {
			require.Equal(t, textOf(t, d, o), textOf(t, again, o))
			markdownOf(t, d, o)
		}
		_, err = memory.Section(memory.Page{Documents: []*memory.Document{d, again}})
		require.NoError(t, err)
		for _, l := range memory.Compare(d, again).Levels {
			require.Empty(t, l.Changes)
		}
		profileOf(t, d)
		for i := range d.Terms {
			_, err := d.Match(d.Terms[i].ID)
			_ = err // an id may be a broken glob
		}
	})
}
