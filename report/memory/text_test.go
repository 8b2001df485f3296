package memory_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
	"github.com/fftstudy/fftstudy/report/style"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update to make it")
	assert.Equal(t, string(want), string(got), name)
}

func textOf(t require.TestingT, d *memory.Document, o memory.TextOptions) string {
	var b bytes.Buffer
	require.NoError(t, memory.Text(&b, d, o))
	return b.String()
}

func markdownOf(t require.TestingT, d *memory.Document, o memory.TextOptions) string {
	var b bytes.Buffer
	require.NoError(t, memory.Markdown(&b, d, o))
	return b.String()
}

// withoutPlan takes out of a document what a better planner would change: where
// buffers lie and how that was found. How much they take is proven for so few.
func withoutPlan(d *memory.Document) *memory.Document {
	for i := range d.Runs {
		r := &d.Runs[i]
		r.Order = ""
		for _, list := range [][]memory.Buffer{r.Live, r.Placements} {
			for j := range list {
				list[j].Offset = 0
			}
		}
	}
	return d
}

func TestGoldens(t *testing.T) {
	header := memory.Header{Budget: "given", Go: "go1.26", Tool: "benchx", Digest: "sha256:0123456789abcdef"}
	for name, d := range map[string]*memory.Document{
		"toy":          documentOf(t, toy(2), header, memory.Findings{}),
		"served":       servedDocument(t),
		"pingpong":     documentOf(t, pingPong(20), header, memory.Findings{}),
		"stateful":     documentOf(t, stateful(), header, memory.Findings{}),
		"from-schema1": readSchema1(t),
	} {
		golden(t, name+".txt", []byte(textOf(t, d, memory.TextOptions{})))
		golden(t, name+".json", jsonOf(t, withoutPlan(d)))
	}
	d := servedDocument(t)
	golden(t, "served-mib-per-node.txt", []byte(textOf(t, d, memory.TextOptions{Unit: "MiB", PerNode: true, ASCII: true, Width: 40})))
	golden(t, "served-by-kind.txt", []byte(textOf(t, d, memory.TextOptions{GroupBy: memory.ByKind, Sort: memory.SortTotal, Top: 3})))
	golden(t, "served.md", []byte(markdownOf(t, d, memory.TextOptions{})))
	var csv bytes.Buffer
	require.NoError(t, memory.CSV(&csv, d))
	golden(t, "served.csv", csv.Bytes())
}

// markdownTable reads the table under a title: its heads and its rows.
func markdownTable(t require.TestingT, text, title string) (heads []string, rows [][]string) {
	_, table, ok := strings.Cut(text, "### "+title+"\n")
	require.True(t, ok, "no table %q", title)
	table, _, _ = strings.Cut(table, "\n### ")
	for _, line := range strings.Split(table, "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| :-") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " *")
		}
		if heads == nil {
			heads = cells
			continue
		}
		require.Len(t, cells, len(heads), line)
		rows = append(rows, cells)
	}
	return heads, rows
}

// bytesOf reads a cell of exact bytes.
func bytesOf(t require.TestingT, cell string) int64 {
	cell = strings.ReplaceAll(strings.TrimSuffix(cell, " B"), "\u202f", "")
	if cell == "" {
		return 0
	}
	n, err := strconv.ParseInt(cell, 10, 64)
	require.NoError(t, err)
	return n
}

// columnSums adds up the rows of a column before the total, and returns the
// total's cell beside.
func columnSums(t require.TestingT, heads []string, rows [][]string, column string) (sum, total int64) {
	at := slices.Index(heads, column)
	if at < 0 {
		return 0, 0
	}
	for _, r := range rows {
		if r[0] == "total" {
			return sum, bytesOf(t, r[at])
		}
		sum += bytesOf(t, r[at])
	}
	require.Fail(t, "no total")
	return 0, 0
}

// Every column of the table of nodes adds up to a row of the totals, whatever is
// shown, and so do the classes.
func TestColumnsAddUpToTheTotals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		o := memory.TextOptions{
			Unit: "B", PerNode: rapid.Bool().Draw(t, "per node"), Top: rapid.IntRange(0, 4).Draw(t, "top"),
			GroupBy: rapid.SampledFrom(append(memory.Groupings(), memory.ByNode)).Draw(t, "group"),
			Sort:    rapid.SampledFrom(append(memory.Sortings(), memory.InOrder)).Draw(t, "sort"),
		}
		text := markdownOf(t, d, o)
		title := "Per node"
		if o.GroupBy != memory.ByNode {
			title = "Per " + string(o.GroupBy)
		}
		if len(d.Nodes) > 0 {
			heads, rows := markdownTable(t, text, title)
			for column, want := range map[string]int64{
				"stored": d.Totals.WeightsStored, "derived": d.Totals.WeightsDerived, "activations": d.Totals.Activations,
				"workspace": d.Totals.Workspace, "state": d.Totals.States, "total": d.Totals.Device,
			} {
				sum, total := columnSums(t, heads, rows, column)
				assert.Equal(t, want, sum, "%s in\n%s", column, text)
				assert.Equal(t, want, total, column)
			}
			if o.Top > 0 {
				own := slices.IndexFunc(rows, func(r []string) bool { return strings.HasPrefix(r[0], "rest, ") })
				assert.LessOrEqual(t, own, o.Top)
			}
		}
		_, rows := markdownTable(t, text, "Where it goes")
		sum := int64(0)
		for _, r := range rows {
			switch {
			case r[0] == "budget":
				assert.Equal(t, d.Totals.Budget, bytesOf(t, r[1]))
			case r[0] == "headroom":
				assert.Equal(t, d.Totals.Headroom, bytesOf(t, r[1]))
			case r[0] == "device total":
				assert.Equal(t, sum, bytesOf(t, r[1]))
				assert.Equal(t, d.Totals.Device, sum)
			case !strings.HasPrefix(r[0], "– "): // a part of the row before
				sum += bytesOf(t, r[1])
			}
		}
		assert.NotContains(t, text, "check: the")
		statesAddUp(t, d, text)
	})
}

// statesAddUp holds the table of states to its totals.
func statesAddUp(t *rapid.T, d *memory.Document, text string) {
	if !slices.ContainsFunc(d.Terms, func(term memory.Term) bool { return term.State != "" && term.Bytes > 0 }) {
		return
	}
	heads, rows := markdownTable(t, text, "States and caches")
	at := slices.Index(heads, "bytes")
	sum := int64(0)
	totals := map[string]int64{}
	for _, r := range rows {
		if slices.Contains([]string{"states", "caches", "host caches, not charged"}, r[0]) {
			totals[r[0]] = bytesOf(t, r[at])
			continue
		}
		sum += bytesOf(t, r[at])
	}
	assert.Equal(t, d.Totals.States+d.Totals.Caches+d.Totals.Host, sum)
	assert.Equal(t, d.Totals.States, totals["states"])
	assert.Equal(t, d.Totals.Caches, totals["caches"])
	assert.Equal(t, d.Totals.Host, totals["host caches, not charged"])
}

// Buffers that exist anyway are charged to the caller or to their node, and the
// plan stands beside.
func TestHeldBuffersAreTold(t *testing.T) {
	c := pingPong(3)
	c.Held = []circuit.Held{{Name: "data", Bytes: circuit.MustParse("batch*len*16"), Node: -1}, {Name: "scratch", Bytes: circuit.MustParse("len*8"), Node: 1}}
	d := documentOf(t, c, memory.Header{}, memory.Findings{})
	require.NoError(t, d.Validate())
	text := textOf(t, d, memory.TextOptions{PerNode: true})
	assert.Regexp(t, `l1.stockham.pass +radix2 +0 +8.00 MiB +8.00 MiB`, text)
	assert.Regexp(t, `buffers of the caller +0 +16.0 MiB +16.0 MiB`, text)
	assert.Contains(t, text, "what exists anyway, 24.0 MiB, is charged instead of the planned 32.0 MiB\n")
	assert.Regexp(t, `data +the caller +16.0 MiB +66.7 %`, text)
	assert.Regexp(t, `scratch +l1.stockham.pass +8.00 MiB +33.3 %`, text)
	assert.Contains(t, explanation(t, d, "activations/scratch"), "  = len*8\n  = 1048576*8\n")
}

// A document that was changed by hand says so itself.
func TestTextSaysWhereSumsDiffer(t *testing.T) {
	d := servedDocument(t)
	d.Nodes[0].Stored++
	assert.Contains(t, textOf(t, d, memory.TextOptions{}), "check: the rows add up to ")
	d = servedDocument(t)
	d.Totals.Device++
	assert.Contains(t, textOf(t, d, memory.TextOptions{}), ", which is not the device total, ")
}

// Numbers of the text are those of the JSON, rounded.
func TestTextNumbersAreThoseOfTheJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		back, err := memory.Read(bytes.NewReader(jsonOf(t, d)))
		require.NoError(t, err)
		unit := rapid.SampledFrom([]style.ByteUnit{"", "B", "KiB", "MiB", "TiB"}).Draw(t, "unit")
		o := memory.TextOptions{Unit: unit}
		text := textOf(t, back, o)
		assert.Equal(t, textOf(t, d, o), text, "the same once it was stored")
		for _, n := range []int64{back.Totals.Device, back.Totals.Headroom} {
			if n > 0 && back.Totals.Budget > 0 {
				assert.Contains(t, text, unit.Format(n))
			}
		}
		assert.NotRegexp(t, `-0(\.0+)? `, text, "no negative zero")
		assert.NotRegexp(t, ` 0\.0+ [KMGT]iB`, text, "only zero looks like zero")
	})
}

func TestVerdictComesInWords(t *testing.T) {
	verdict := func(budget, batch int64) string {
		c := served()
		c.Workload.Budget, c.Workload.Counts["batch"] = budget, batch
		text := textOf(t, documentOf(t, c, memory.Header{}, memory.Findings{}), memory.TextOptions{})
		_, text, _ = strings.Cut(text, "\n")
		text, _, _ = strings.Cut(text, "\n  description")
		return text
	}
	assert.Regexp(t, `^fits: [0-9.]+ KiB of 256 KiB left$`, verdict(256<<10, 4))
	assert.Regexp(t, `^does not fit: [0-9.]+ KiB over the budget of 64.0 KiB; most goes to weights$`, verdict(64<<10, 4))
	assert.Regexp(t, `^needs [0-9.]+ KiB; no budget was given; most goes to weights$`, verdict(0, 4))
	assert.Regexp(t, `^refused: slots is 17, at most 16 are allowed\nmemory would do: [0-9.]+ KiB of 256 KiB left$`, verdict(256<<10, 17))
	assert.Regexp(t, `^refused: .*\ndoes not fit: `, verdict(64<<10, 17))
}

func TestAnswersComeInWords(t *testing.T) {
	for _, c := range []struct {
		answer memory.Answer
		want   string
	}{
		{memory.Answer{Kind: memory.Largest, Name: "largest batch", Asked: 64, Found: true, Value: 960, Limiter: "memory", Next: 961, Shortfall: 1258291, Fraction: 960.4},
			"largest batch (asked: 64): 960, then memory (961 lacks 1.20 MiB)"},
		{memory.Answer{Kind: memory.Largest, Name: "sequences", Unit: "sequences", Found: true, Value: 6, Limiter: "memory", Next: 7, Shortfall: 3 << 30, Fraction: 6.36},
			"sequences: 6 sequences, then memory (7 lacks 3.00 GiB; memory is for 6.36)"},
		{memory.Answer{Kind: memory.Largest, Name: "largest batch", Found: true, Value: 64, Limiter: "cap"}, "largest batch: 64, the cap of the query"},
		{memory.Answer{Kind: memory.Largest, Name: "largest batch", Found: true, Value: 12345, Limiter: "slots", Next: 12346}, "largest batch: 12 345, then slots (12 346 is refused)"},
		{memory.Answer{Kind: memory.Largest, Name: "largest batch", Limiter: "memory", Next: 1, Shortfall: 5}, "largest batch: none: even 1 lacks 5 B"},
		{memory.Answer{Kind: memory.Largest, Name: "largest batch", Limiter: "slots", Next: 1}, "largest batch: none: even 1 is refused by slots"},
		{memory.Answer{Kind: memory.Largest, Name: "largest batch"}, "largest batch: none"},
		{memory.Answer{Kind: memory.Largest, Name: "largest n", Found: true, Value: 9, Limiter: "memory", Next: 10, Shortfall: 1 << 62},
			"largest n: 9, then memory (10 lacks more bytes than 63 bits count)"},
		{memory.Answer{Kind: memory.Ladder, Name: "largest n", Found: true, Value: 1024, AllBelow: 512, Limiter: "memory", Miss: 521, MissLacks: 2048, Next: 1031, Shortfall: 4096},
			"largest n: 1024, but not all below it: 521 lacks 2.00 KiB, and all up to 512 fit; the next after it, 1031, lacks 4.00 KiB"},
		{memory.Answer{Kind: memory.Ladder, Name: "largest n", Found: true, Value: 512, AllBelow: 512, Limiter: "memory", Miss: 1024, MissLacks: 1, Next: 1024, Shortfall: 1},
			"largest n: 512 and all candidates below it; 1024 lacks 1 B"},
		{memory.Answer{Kind: memory.Ladder, Name: "largest n", Found: true, Value: 512, AllBelow: 512, Limiter: "cap"}, "largest n: 512, the last candidate; all below it fit, too"},
		{memory.Answer{Kind: memory.Ladder, Name: "largest n", Limiter: "memory", Miss: 2, MissLacks: 7}, "largest n: none: even 2 lacks 7 B"},
		{memory.Answer{Kind: memory.Ladder, Name: "largest n", Limiter: "cap"}, "largest n: none: there was no candidate"},
		{memory.Answer{Kind: memory.Ladder, Name: "n", Found: true, Value: 8, AllBelow: 4, Limiter: "slots", Miss: 6}, "n: 8, but not all below it: 6 is refused by slots, and all up to 4 fit; it is the last candidate"},
		{memory.Answer{Kind: memory.LeastBudget, Name: "least budget", Found: true, Value: 2048}, "least budget: 2.00 KiB, 2048 B"},
	} {
		d := documentOf(t, toy(1), memory.Header{}, memory.Findings{})
		d.Answers = []memory.Answer{c.answer}
		_, text, ok := strings.Cut(textOf(t, d, memory.TextOptions{}), "What would fit\n")
		require.True(t, ok)
		assert.Equal(t, c.want+"\n", text)
	}
}

func TestAdviceIsForWhatDoesNotFit(t *testing.T) {
	d := servedDocument(t)
	d.Advice = []memory.Saving{
		{Knob: "kv format", From: "bf16", To: "fp8", Saves: 5000, Headroom: 100, Fits: true},
		{Knob: "batch", From: "4", To: "2", Saves: 3000, Headroom: -1024},
		{Knob: "slots", From: "", To: "2", Saves: 2000, Headroom: 0, Fits: false},
		{Knob: "fourth", From: "4", To: "2", Saves: 1000},
		{Knob: "costs", From: "4", To: "2", Saves: -1000},
	}
	assert.NotContains(t, textOf(t, d, memory.TextOptions{}), "save")
	d.Totals.Budget, d.Totals.Headroom = 1000, 1000-d.Totals.Device
	_, text, ok := strings.Cut(textOf(t, d, memory.TextOptions{}), "What would save most\n")
	require.True(t, ok)
	text, _, _ = strings.Cut(text, "\n\n")
	assert.Equal(t, `kv format bf16 → fp8 saves 4.88 KiB: then it fits with 100 B left
batch 4 → 2 saves 2.93 KiB: still 1.00 KiB over
slots → 2 saves 1.95 KiB: then memory would do, but a limit refuses it`, text)
}

func TestMeasuredIsNeverSilent(t *testing.T) {
	d := documentOf(t, pingPong(2), memory.Header{}, memory.Findings{})
	assert.NotContains(t, textOf(t, d, memory.TextOptions{}), "measured", "nothing was measured and nobody claims so")

	d.Measured = []memory.Measurement{{Of: "weights_stored", Bytes: 0, Tolerance: 0.1}, {Of: "driver", Bytes: 7}}
	text := textOf(t, d, memory.TextOptions{})
	assert.Regexp(t, `weights stored +8.00 MiB +0 B +10 % +predicted too high`, text, "zero was measured")
	assert.Regexp(t, `driver +0 B +7 B +-100.00 % +no tolerance`, text)
	assert.Regexp(t, `activations +[0-9.]+ MiB +— +not measured`, text)
	assert.Contains(t, text, "unaccounted: not known, since the total was not measured")

	d.Measured = []memory.Measurement{{Of: memory.OfDevice, Bytes: d.Totals.Device - 1024}}
	assert.Contains(t, textOf(t, d, memory.TextOptions{}), "unaccounted: -1.00 KiB (measured total - device total)")
	bytes, ok := d.Unaccounted()
	assert.True(t, ok)
	assert.EqualValues(t, -1024, bytes)
}

func TestJudgementsFollowTheTolerance(t *testing.T) {
	d := documentOf(t, pingPong(2), memory.Header{}, memory.Findings{})
	stored := d.Totals.WeightsStored // 8 MiB
	for _, c := range []struct {
		bytes     int64
		tolerance float64
		want      memory.Verdict
	}{
		{stored, 0, memory.Within},
		{stored + 1, 0, memory.NoClaim},
		{stored * 100 / 99, 0.0101, memory.Within},
		{stored * 2, 0.01, memory.TooLow},
		{stored / 2, 0.01, memory.TooHigh},
	} {
		d.Measured = []memory.Measurement{{Of: "weights_stored", Bytes: c.bytes, Tolerance: c.tolerance}}
		assert.Equal(t, c.want, d.Judge()[0].Verdict, "%d within %g", c.bytes, c.tolerance)
	}
	d.Measured = []memory.Measurement{{Of: "weights_stored", Bytes: stored * 2}}
	assert.Equal(t, -0.5, d.Judge()[0].Error)
	assert.Equal(t, memory.Unproven, d.Judge()[1].Verdict)
}

func TestOptionsAreChecked(t *testing.T) {
	d := documentOf(t, toy(1), memory.Header{}, memory.Findings{})
	for want, o := range map[string]memory.TextOptions{
		`unknown unit "MB" of bytes`: {Unit: "MB"},
		`cannot group by "colour", want one of [block layer op section kind lifetime format]`:          {GroupBy: "colour"},
		`cannot sort by "colour", want one of [name stored derived activations workspace state total]`: {Sort: "colour"},
		`top -1: want 0 for all rows, or how many`:                                                     {Top: -1},
	} {
		assert.ErrorContains(t, memory.Text(&bytes.Buffer{}, d, o), want)
		assert.ErrorContains(t, memory.Markdown(&bytes.Buffer{}, d, o), want)
	}
}

// hostile has names that would break tables, pages and terminals.
func hostile(t testing.TB) *memory.Document {
	name := "<script>alert(1)</script>|`**x**\n\x1b[31m@someone"
	c := served()
	c.Nodes[0].ID, c.Nodes[1].Op, c.Nodes[1].Block = name, name, name
	c.Edges[2].ID, c.Runs[1].Label = name+"e", name
	c.Families[0].Name, c.Families[0].Workspaces[0].Name = name, "="+name
	c.States = append(c.States, circuit.State{ID: name, Layer: -1, Kind: circuit.CarryStash, Format: circuit.MustFormat("u8"), Elements: circuit.Number(3), Of: -1})
	c.Workload.Counts["carry_slots"] = 2
	d := documentOf(t, c, memory.Header{Circuit: name, Budget: name, Lines: []memory.Line{{Key: name, Value: name}}}, memory.Findings{
		Measured: []memory.Measurement{{Of: name, What: name, Bytes: 1, Source: name}},
	})
	d.Answers = []memory.Answer{{Kind: memory.Largest, Name: name, Unit: name, Found: true, Value: 1, Limiter: name, Next: 2}}
	d.Refusals = []memory.Refusal{{Limit: name, Value: 2, Most: 1}}
	d.Advice = []memory.Saving{{Knob: name, From: name, To: name, Saves: 5}}
	d.Totals.Budget, d.Totals.Headroom = 1000, 1000-d.Totals.Device
	return d
}

func TestHostileNamesStayText(t *testing.T) {
	d := hostile(t)
	text := textOf(t, d, memory.TextOptions{})
	assert.NotContains(t, text, "\x1b")
	for _, line := range strings.Split(text, "\n") {
		assert.False(t, strings.HasPrefix(line, "\x1b") || strings.HasPrefix(line, "@"), line)
	}
	md := markdownOf(t, d, memory.TextOptions{})
	for _, title := range []string{"Per node", "States and caches", "Workspaces", "Activation runs"} {
		_, table, _ := strings.Cut(md, "### "+title+"\n\n")
		head, rest, _ := strings.Cut(table, "\n")
		for _, line := range strings.Split(rest, "\n") {
			if !strings.HasPrefix(line, "|") {
				break
			}
			assert.Equal(t, strings.Count(head, "|"), strings.Count(strings.ReplaceAll(line, "\\|", ""), "|"), line)
		}
	}
	var csv bytes.Buffer
	require.NoError(t, memory.CSV(&csv, d))
	assert.NotContains(t, csv.String(), "\x1b")
}

// Zero rows, one row, everything equal: nothing panics on small documents.
func TestEmptyCircuit(t *testing.T) {
	d := documentOf(t, &circuit.Circuit{}, memory.Header{}, memory.Findings{})
	require.NoError(t, d.Validate())
	assert.Contains(t, textOf(t, d, memory.TextOptions{}), "needs 0 B; no budget was given\n")
	markdownOf(t, d, memory.TextOptions{})
	for _, g := range memory.Groupings() {
		textOf(t, d, memory.TextOptions{GroupBy: g})
	}
}
