package circuitjson_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
)

var update = flag.Bool("update", false, "write the goldens anew")

func write(t testing.TB, c *circuit.Circuit) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, circuitjson.Write(&b, c))
	return b.String()
}

// circuitFixtures are all circuits in the shared fixtures.
func circuitFixtures(t testing.TB) []string {
	names, err := filepath.Glob(filepath.Join(fixtures, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for i := range names {
		names[i] = filepath.Base(names[i])
	}
	return names
}

func TestFixturesComeBack(t *testing.T) {
	for _, name := range circuitFixtures(t) {
		c := read(t, text(t, name))
		flat := write(t, c)
		assert.Equal(t, c, read(t, flat), name)
		assert.Equal(t, flat, write(t, read(t, flat)), name)
		assert.Equal(t, evaluate(t, c, circuit.Workload{}).Totals, evaluate(t, read(t, flat), circuit.Workload{}).Totals, name)
	}
}

// everything says all that a circuit can.
func everything() *circuit.Circuit {
	e, f := circuit.MustParse, circuit.MustFormat
	arena := int64(0)
	return &circuit.Circuit{
		Arch: "all\t\"of\\ it\"\x01", Description: "two\nlines of ünicode",
		Dims:   map[string]int64{"a": 0, "b": 7},
		Counts: []circuit.Count{{Name: "c", Value: e(" a + b"), Unit: "things"}, {Name: "d", Value: circuit.Number(0)}},
		Nodes: []circuit.Node{
			{ID: "l0.x.n", Local: "n", Op: "o", Block: "x", Layer: 0, Section: circuit.Draft, Outputs: []int{1, 0}, Family: "f", Group: "g",
				States: []circuit.Access{{State: 0, Mode: circuit.Update}, {State: 0, Mode: circuit.Snapshot}, {State: 1, Mode: circuit.Read}},
				Weights: []circuit.Weight{
					{Name: "w", Key: "k", Format: f("bf16"), Served: f("nvfp4/g16"), Out: circuit.Number(3), K: e("b"), Bytes: e("5*out"), Number: e("2"), Shared: true, Role: circuit.Table,
						Copies: []circuit.Copy{{Rule: "r", Format: f("u8"), Count: 2, Leaked: true, Site: "a.go:1"}, {Rule: "s", Bytes: e("4*out")}}},
					{Name: "v", Format: f("f32"), Derived: "by", Leaked: true},
				}},
			{ID: "m", Op: "o", Layer: -1, Inputs: []int{0, 1}, States: []circuit.Access{{State: 1, Mode: circuit.Write}}},
		},
		Edges: []circuit.Edge{
			{ID: "e.0", Format: f("c64"), Rows: e("n*2"), Dim: e("a"), Output: true, Over: -1},
			{ID: "e.1", Format: f("c64"), Dim: circuit.Number(9), Over: 2},
			{ID: "e.2", Format: f("c64"), Dim: circuit.Number(9), Over: -1},
		},
		States: []circuit.State{
			{ID: "h", Local: "l", Block: "x", Layer: 3, Section: circuit.Main, Kind: circuit.Recurrent, Format: f("f16"), Elements: e("b"), Verify: circuit.HSteps, Of: -1},
			{ID: "kv", Layer: -1, Kind: circuit.PagedKV, Setting: "kv", Elements: e("b"), Units: e("b"), Of: -1},
			{ID: "s", Layer: -1, Kind: circuit.PrefixSnapshot, Law: e("units"), Of: 0},
		},
		Copies: []circuit.CopyRule{{
			Copy: circuit.Copy{Rule: "q", Bytes: e("k")}, Arch: []string{"all"}, Ops: []string{"o", "p"}, Section: circuit.Draft,
			Stored: []circuit.Format{f("bf16")}, Served: []circuit.Format{f("u8"), f("i8")}, When: map[string]string{"kv": "fp8"},
		}},
		Families: []circuit.Family{{Name: "f", Ops: []string{"p"}, Workspaces: []circuit.Workspace{{Name: "w", Bytes: []circuit.Expr{e("n"), e("1")}, Arena: true, Reason: "why"}}}},
		Runs:     []circuit.Run{{Label: "r", Rows: e("b"), Section: circuit.Draft, When: e("a")}},
		Limits:   []circuit.Limit{{Name: "l", Value: e("a"), Most: e("b")}},
		Knobs:    []circuit.Knob{{Name: "k", Count: "c", Step: 2}, {Name: "j", Setting: "kv", To: "fp8"}, {Name: "i", Count: "c"}},
		Queries:  []circuit.Query{{Name: "q", Count: "c", Unit: "things", Lo: 1, Hi: 9}},
		Held:     []circuit.Held{{Name: "mine", Bytes: e("8*a"), Node: -1}, {Name: "its", Bytes: circuit.Number(5), Node: 1}},
		Outside:  12, Memory: 1 << 40, Driver: circuit.Driver{Fixed: 1, PerMille: 2, Slack: 3}, Align: 64,
		Workload: circuit.Workload{Counts: map[string]int64{"a2": 1}, Settings: map[string]string{"kv": "bf16"}, Arena: &arena},
	}
}

func TestEverythingComesBack(t *testing.T) {
	c := everything()
	assert.Equal(t, c, read(t, write(t, c)))
	c.Workload.Budget, c.Memory, c.Workload.Arena = 99, 0, nil
	assert.Equal(t, c, read(t, write(t, c)))
	assert.Equal(t, &circuit.Circuit{Nodes: []circuit.Node{}, Edges: []circuit.Edge{}, States: []circuit.State{}}, read(t, write(t, &circuit.Circuit{})))
}

// What a file cannot say is refused, not left out.
func TestWriteRefuses(t *testing.T) {
	for want, change := range map[string]func(c *circuit.Circuit){
		`nodes[0]: op is missing`:                                     func(c *circuit.Circuit) { c.Nodes[0].Op = "" },
		`edge e.2 has no dim`:                                         func(c *circuit.Circuit) { c.Edges[2].Dim = circuit.Expr{} },
		`edges[1]: format is missing`:                                 func(c *circuit.Circuit) { c.Edges[1].Format = circuit.Format{} },
		`states[0]: want either format or the setting that names one`: func(c *circuit.Circuit) { c.States[0].Setting = "kv" },
		`copies[0]: want either format, of a whole copy, or bytes`:    func(c *circuit.Circuit) { c.Copies[0].Bytes = circuit.Expr{} },
		`workload.counts.a2: -1 is negative`:                          func(c *circuit.Circuit) { c.Workload.Counts["a2"] = -1 },
		`arch: "\xff" is no UTF-8`:                                    func(c *circuit.Circuit) { c.Arch = "\xff" },
		`edge e.2 is there twice`:                                     func(c *circuit.Circuit) { c.Edges[1].ID = "e.2" },
	} {
		c := everything()
		change(c)
		assert.EqualError(t, circuitjson.Write(new(bytes.Buffer), c), want)
	}
	assert.EqualError(t, circuitjson.Write(full{}, everything()), "no space")
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("no space") }

func TestWrittenForm(t *testing.T) {
	got := write(t, read(t, text(t, "toy.json")))
	golden := filepath.Join("testdata", "toy.flat.json")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// shuffled is a JSON text with the members of every object in another order.
func shuffled(t testing.TB, text string, r *rand.Rand) string {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	var b strings.Builder
	var put func(v any)
	put = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			keys := make([]string, 0, len(v))
			for key := range v {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
			b.WriteString("{")
			for i, key := range keys {
				if i > 0 {
					b.WriteString(" ,\n")
				}
				fmt.Fprintf(&b, "%q:", key)
				put(v[key])
			}
			b.WriteString("}")
		case []any:
			b.WriteString("[")
			for i := range v {
				if i > 0 {
					b.WriteString(",")
				}
				put(v[i])
			}
			b.WriteString("]")
		default:
			one, err := json.Marshal(v)
			require.NoError(t, err)
			b.Write(one)
		}
	}
	put(v)
	return b.String()
}

func TestOrderOfKeysMeansNothing(t *testing.T) {
	for _, name := range circuitFixtures(t) {
		if testing.Short() && name != "toy.json" {
			continue
		}
		original := text(t, name)
		want := write(t, read(t, original))
		for seed := range int64(5) {
			assert.Equal(t, want, write(t, read(t, shuffled(t, original, rand.New(rand.NewSource(seed))))), name)
		}
	}
}

// Whatever chain of blocks is drawn, its flat form is the same circuit.
func TestDrawnCircuitsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawnCircuit(t)
		var b bytes.Buffer
		require.NoError(t, circuitjson.Write(&b, c))
		again, err := circuitjson.Read(&b)
		require.NoError(t, err)
		assert.Equal(t, c, again)
	})
}

// drawnCircuit is a circuit in which each node reads edges that were written.
func drawnCircuit(t *rapid.T) *circuit.Circuit {
	names := rapid.StringMatching(`[ -~äß\n]{0,8}`)
	formats := rapid.SampledFrom([]string{"f32", "bf16", "fp8/token", "nvfp4/g16"})
	exprs := rapid.SampledFrom([]string{"1", "a", "a*2+3", "min(a, 4)", "(a+1)/2"})
	c := &circuit.Circuit{
		Arch: names.Draw(t, "arch"), Dims: map[string]int64{"a": rapid.Int64Min(0).Draw(t, "a")},
		Nodes: []circuit.Node{}, Edges: []circuit.Edge{}, States: []circuit.State{},
	}
	for i := range rapid.IntRange(1, 6).Draw(t, "nodes") {
		n := circuit.Node{ID: fmt.Sprint(names.Draw(t, "id"), i), Op: names.Draw(t, "op") + "x", Layer: rapid.IntRange(-1, 3).Draw(t, "layer"), Group: names.Draw(t, "group")}
		if len(c.Edges) > 0 {
			n.Inputs = rapid.SliceOfN(rapid.IntRange(0, len(c.Edges)-1), 1, 3).Draw(t, "inputs")
		}
		for range rapid.IntRange(0, 2).Draw(t, "outputs") {
			n.Outputs = append(n.Outputs, len(c.Edges))
			c.Edges = append(c.Edges, circuit.Edge{
				ID: fmt.Sprint(names.Draw(t, "edge"), len(c.Edges)), Format: circuit.MustFormat(formats.Draw(t, "format")),
				Dim: circuit.MustParse(exprs.Draw(t, "dim")), Output: rapid.Bool().Draw(t, "output"), Over: -1,
			})
		}
		if rapid.Bool().Draw(t, "weight") {
			n.Weights = []circuit.Weight{{Name: names.Draw(t, "weight"), Format: circuit.MustFormat(formats.Draw(t, "stored")), Out: circuit.MustParse(exprs.Draw(t, "out"))}}
		}
		c.Nodes = append(c.Nodes, n)
	}
	return c
}

// A field that is added to circuits must be added to everything, and so to the
// JSON.
func TestEverythingIsAll(t *testing.T) {
	said := map[string]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() {
					name := v.Type().Name() + "." + f.Name
					said[name] = said[name] || !v.Field(i).IsZero()
					walk(v.Field(i))
				}
			}
		}
	}
	c := everything()
	c.Workload.Budget = 1
	walk(reflect.ValueOf(c))
	for name, is := range said {
		assert.True(t, is, "nothing says %s", name)
	}
	assert.Greater(t, len(said), 90)
}
