package compare_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// read returns a run's text as a column.
func read(t require.TestingT, label, text string, config ...string) compare.Column {
	s := ingest.NewScanner(strings.NewReader(text), label)
	s.Config(config...)
	c := ablation.NewCollector(ablation.CollectOptions{})
	for s.Scan() {
		c.Add(s.Record())
	}
	require.NoError(t, s.Err())
	return compare.Column{Label: label, Report: c.Report()}
}

// layout is the default one but for what change sets.
func layout(change func(*compare.Layout)) compare.Layout {
	l := compare.DefaultLayout()
	change(&l)
	return l
}

func laidOut(t require.TestingT, l compare.Layout, cols ...compare.Column) *compare.Result {
	res, err := compare.Reports(cols, compare.Options{Layout: l})
	require.NoError(t, err)
	return res
}

// drawRows draws the rows of one input.
func drawRows(t *rapid.T) (rows []ablation.Row) {
	seen := make(map[string]bool)
	for range rapid.IntRange(1, 12).Draw(t, "rows") {
		r := ablation.Row{
			Package: rapid.SampledFrom([]string{"p", "q"}).Draw(t, "pkg"),
			Name:    rapid.SampledFrom([]string{"A", "B"}).Draw(t, "name"),
			Procs:   rapid.SampledFrom([]int{1, 4, 16}).Draw(t, "procs"),
			Env:     rapid.IntRange(0, 1).Draw(t, "env"),
			Status:  wire.OK,
		}
		if v := rapid.SampledFrom([]string{"", "json", "gob"}).Draw(t, "format"); v != "" {
			r.Axes = append(r.Axes, ablation.Axis{Key: "format", Value: v})
		}
		if rapid.Bool().Draw(t, "fast") {
			r.Axes = append(r.Axes, ablation.Axis{Value: "fast"})
		}
		if v := rapid.SampledFrom([]string{"", "64", "1k", "x"}).Draw(t, "size"); v != "" {
			r.Axes = append(r.Axes, ablation.Axis{Key: "size", Value: v})
		}
		if id := fmt.Sprint(r.Package, r.FullName(), r.Env); seen[id] {
			continue
		} else {
			seen[id] = true
		}
		sample := rapid.SliceOfN(rapid.Float64Range(1, 2), 1, 3)
		r.Metrics = append(r.Metrics, metric("sec/op", sample.Draw(t, "sec")...))
		if rapid.Bool().Draw(t, "bytes") {
			r.Metrics = append(r.Metrics, metric("B/op", sample.Draw(t, "B")...))
		}
		rows = append(rows, r)
	}
	return rows
}

// drawLayout deals keys to the queries.
func drawLayout(t *rapid.T) compare.Layout {
	keys := rapid.Permutation([]string{
		".name", ".fullname", ".file", "/format", "/size", "/gomaxprocs", "pkg", "goos", "commit",
	}).Draw(t, "keys")
	take := func(label string) string {
		var list []string
		for range rapid.IntRange(0, 2).Draw(t, label) {
			k := keys[0]
			keys = keys[1:]
			list = append(list, k+rapid.SampledFrom([]string{"", "", "@alpha", "@num"}).Draw(t, "order"))
		}
		return strings.Join(list, ",")
	}
	l := compare.Layout{
		Row: take("row"), Col: take("col"), Ignore: take("ignore"),
		Table: rapid.SampledFrom([]string{"", ".config"}).Draw(t, "table"),
		Filter: rapid.SampledFrom([]string{
			"*", ".unit:ns/op", "-.unit:sec/op", "/format:(json OR gob)", "-/size:1k .unit:B/op", ".unit:B/op OR .name:A", "goos:/x$/", "/gomaxprocs:4",
		}).Draw(t, "filter"),
	}
	if rapid.Bool().Draw(t, "fixed") && !strings.Contains(l.Row+l.Col+l.Ignore, "/size") {
		l.Table += " /size@(1k 64)"
	}
	return l
}

// expected is what benchproc makes of the inputs, parsed whole and fed sample
// by sample: per table the rows and columns in order, and the cells.
func expected(t require.TestingT, l compare.Layout, cols []compare.Column) map[string]string {
	filter, err := benchproc.NewFilter(l.Filter)
	require.NoError(t, err)
	var parser benchproc.ProjectionParser
	parse := func(q string) *benchproc.Projection {
		p, err := parser.Parse(q, filter)
		require.NoError(t, err, q)
		return p
	}
	table, row, col := parse(l.Table), parse(l.Row), parse(l.Col)
	parse(l.Ignore)
	residue := parser.Residue()
	type cell struct {
		values  []float64
		residue []benchproc.Key
	}
	type place struct {
		table    benchproc.Key
		unit     string
		row, col benchproc.Key
	}
	cells := make(map[place]*cell)
	for _, c := range cols {
		for _, r := range c.Report.Rows {
			e := c.Report.Environments[r.Env]
			for _, m := range r.Metrics {
				for _, x := range m.Samples {
					res := &benchfmt.Result{Name: benchfmt.Name(r.FullName())}
					for _, kv := range [][2]string{{"goos", e.GOOS}, {"goarch", e.GOARCH}, {"pkg", r.Package}, {"cpu", e.CPU}} {
						res.Config = append(res.Config, benchfmt.Config{Key: kv[0], Value: []byte(kv[1]), File: true})
					}
					res.Config = append(res.Config, benchfmt.Config{Key: ".file", Value: []byte(c.Label)}, benchfmt.Config{Key: "commit", Value: []byte(e.Commit)})
					res.Values = []benchfmt.Value{{Value: x, Unit: m.Unit, OrigUnit: map[string]string{"sec/op": "ns/op"}[m.Unit]}}
					if ok, _ := filter.Apply(res); !ok {
						continue
					}
					at := place{table.Project(res), m.Unit, row.Project(res), col.Project(res)}
					if cells[at] == nil {
						cells[at] = &cell{}
					}
					cells[at].values = append(cells[at].values, x)
					cells[at].residue = append(cells[at].residue, residue.Project(res))
				}
			}
		}
	}
	texts := make(map[string]string)
	of := make(map[string][]place)
	for at := range cells {
		key := at.table.StringValues() + " " + at.unit
		of[key] = append(of[key], at)
	}
	for key, places := range of {
		slices.SortFunc(places, func(a, b place) int {
			return cmp.Or(order(a.row, b.row), order(a.col, b.col))
		})
		for _, at := range places {
			c := cells[at]
			slices.Sort(c.values)
			var vary []string
			for _, f := range benchproc.NonSingularFields(c.residue) {
				vary = append(vary, f.Name)
			}
			texts[key] += fmt.Sprintf("%s | %s: %v %v\n", at.row.StringValues(), at.col.StringValues(), c.values, vary)
		}
	}
	return texts
}

func order(a, b benchproc.Key) int {
	switch {
	case a.Less(b):
		return -1
	case b.Less(a):
		return 1
	}
	return 0
}

// got spells a result as expected does.
func got(res *compare.Result) map[string]string {
	texts := make(map[string]string)
	for _, table := range res.Tables {
		var config []string
		for _, a := range table.Config {
			if a.Value != "" {
				config = append(config, a.Value)
			}
		}
		key := strings.Join(config, " ") + " " + table.Unit
		for _, r := range table.Rows {
			for c, cell := range r.Cells {
				if !cell.Present {
					continue
				}
				var vary []string
				for _, w := range cell.Warnings {
					if list, ok := strings.CutPrefix(w, "benchmarks vary in "); ok {
						vary = strings.Split(list, ", ")
					}
				}
				texts[key] += fmt.Sprintf("%s | %s: %v %v\n", r.Name, res.Columns[c], cell.Samples, vary)
			}
		}
	}
	return texts
}

// Tables, rows, columns, cells, their order and the warnings of what varies in
// them are benchproc's for any layout.
func TestLayoutEqualsBenchproc(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cols []compare.Column
		for i := range rapid.IntRange(1, 2).Draw(t, "inputs") {
			c := column(string(rune('a'+i)), drawRows(t)...)
			c.Report.Environments = []ablation.Environment{
				{GOOS: "linux", GOARCH: "amd64", CPU: "one", Commit: "c1"},
				{GOOS: "linux", GOARCH: "amd64", CPU: "two", Commit: "c2"},
			}
			cols = append(cols, c)
		}
		l := drawLayout(t)
		if strings.Contains(l.Col, ".file") {
			for _, c := range cols { // nothing to overlook: both CPUs in each
				c.Report.Environments[1].CPU = "one"
			}
		}
		want := expected(t, l, cols)
		res, err := compare.Reports(cols, compare.Options{Layout: l})
		if err != nil {
			var q *compare.QueryError
			require.ErrorAs(t, err, &q)
			if q.Query == "filter" {
				require.Empty(t, want)
			}
			return
		}
		require.Equal(t, want, got(res), "%+v", l)
		for _, table := range res.Tables {
			first := -1
			for c := len(res.Columns) - 1; c >= 0; c-- {
				if slices.ContainsFunc(table.Rows, func(r compare.Row) bool { return r.Cells[c].Present }) {
					first = c
				}
			}
			if strings.TrimRight(l.Col, "@alphnum") == ".file" {
				first = 0
			}
			require.Equal(t, first, table.Base)
			for _, r := range table.Rows {
				require.Nil(t, r.Cells[table.Base].Decision)
				require.Equal(t, compare.None, r.Cells[table.Base].Verdict)
			}
		}
	})
}

const formats = `pkg: p
BenchmarkEncode/format=json-8 1 100 ns/op
BenchmarkEncode/format=gob-8 1 200 ns/op
BenchmarkDecode/format=json-8 1 300 ns/op
BenchmarkDecode/format=gob-8 1 150 ns/op
PASS
ok  	p	1s
`

func TestColumnsFromOneFile(t *testing.T) {
	res := laidOut(t, layout(func(l *compare.Layout) { l.Col = "/format" }), read(t, "new.txt", formats))
	assert.Equal(t, []string{"json", "gob"}, res.Columns)
	assert.Equal(t, []string{"/format"}, res.ColumnKeys)
	require.Len(t, res.Tables, 1)
	assert.Equal(t, []string{"Encode-8", "Decode-8"}, rowNames(res.Tables[0]))
	cells := res.Tables[0].Rows[0].Cells
	assert.InDelta(t, 1, cells[1].Delta, 1e-15)
	assert.Empty(t, res.Notes)
}

func TestKeysOfSeveralFields(t *testing.T) {
	res := laidOut(t, layout(func(l *compare.Layout) { l.Row, l.Col = ".name,/gomaxprocs", ".file /format" }), read(t, "new.txt", formats))
	assert.Equal(t, []string{".file", "/format"}, res.ColumnKeys)
	assert.Equal(t, [][]string{{"new.txt", "json"}, {"new.txt", "gob"}}, res.ColumnValues)
	assert.Equal(t, []string{"new.txt json", "new.txt gob"}, res.Columns)
	assert.Equal(t, []string{".name", "/gomaxprocs"}, res.RowKeys)
	row := res.Tables[0].Rows[0]
	assert.Equal(t, "Encode 8", row.Name)
	assert.Equal(t, []string{"Encode", "8"}, row.Values)
}

// Where columns are no files each table has a base of its own, and says so.
func TestBaseIsTheFirstColumnOfTheTable(t *testing.T) {
	res := laidOut(t, layout(func(l *compare.Layout) { l.Col = "/format" }), read(t, "new.txt", formats+`pkg: q
BenchmarkWrite/format=xml-8 1 10 ns/op
BenchmarkWrite/format=gob-8 1 20 ns/op
`))
	require.Equal(t, []string{"json", "gob", "xml"}, res.Columns)
	q := res.Tables[1]
	assert.Equal(t, 1, q.Base)
	assert.Equal(t, []string{"the base is gob here: json has no such results"}, q.Notes)
	assert.InDelta(t, -0.5, q.Rows[0].Cells[2].Delta, 1e-15)
	assert.Nil(t, q.Rows[0].Cells[1].Decision)
	assert.Equal(t, compare.WhyMissing, q.Rows[0].Cells[0].Decision.Why)
}

// A filter of units leaves what failed: it has none of its own.
func TestFilters(t *testing.T) {
	text := formats + "pkg: q\nBenchmarkX/format=json-8 1 10 ns/op 5 B/op\n--- FAIL: BenchmarkY/format=gob\n    x_test.go:1: no\nFAIL\nFAIL\tq\t1s\n"
	tables := func(filter string) (list []string) {
		res := laidOut(t, layout(func(l *compare.Layout) { l.Filter = filter }), read(t, "f", text))
		for _, table := range res.Tables {
			list = append(list, table.Package()+" "+table.Unit+": "+strings.Join(rowNames(table), " "))
		}
		return list
	}
	assert.Equal(t, []string{"q B/op: X/format=json-8 Y/format=gob-8"}, tables(".unit:B/op"))
	assert.Equal(t, []string{"q sec/op: X/format=json-8 Y/format=gob-8"}, tables(".unit:ns/op pkg:q"))
	assert.Equal(t, []string{"q sec/op: X/format=json-8", "q B/op: X/format=json-8"}, tables("pkg:q .name:X"))
	assert.Equal(t, []string{"p sec/op: Encode/format=gob-8"}, tables("/format:gob .name:Encode"))
}

// Lines of a key that a query names are configuration, as all are for
// benchstat; without that they are what the program printed.
func TestConfigurationIsWhatAQueryNames(t *testing.T) {
	text := "note: cold\nBenchmarkA 1 100 ns/op\nnote: warm\nBenchmarkA 1 90 ns/op\n"
	byNote := layout(func(l *compare.Layout) { l.Col = "note" })
	res := laidOut(t, byNote, read(t, "f", text, byNote.ConfigKeys()...))
	assert.Equal(t, []string{"cold", "warm"}, res.Columns)
	assert.InDelta(t, -0.1, res.Tables[0].Rows[0].Cells[1].Delta, 1e-12)

	only := layout(func(l *compare.Layout) { l.Filter = "note:/./" })
	assert.Equal(t, []string{"note"}, only.ConfigKeys())
	res = laidOut(t, only, read(t, "f", text, only.ConfigKeys()...))
	assert.Len(t, res.Tables, 2, "a key that only the filter names still parts tables")

	res = laidOut(t, compare.Layout{}, read(t, "f", text))
	require.Len(t, res.Tables, 1)
	assert.Equal(t, 2, res.Tables[0].Rows[0].Cells[0].N)
}

// Facts of the run can be named, but what runs differ in by intent parts no
// tables.
func TestFactsAreKeys(t *testing.T) {
	old := read(t, "old", "# benchx commit=c1 gpu=a\nBenchmarkA 1 100 ns/op\n")
	new := read(t, "new", "# benchx commit=c2 gpu=b\nBenchmarkA 1 110 ns/op\n")
	assert.Len(t, laidOut(t, compare.Layout{}, old, new).Tables, 1)
	assert.Len(t, laidOut(t, layout(func(l *compare.Layout) { l.Filter = "commit:/./" }), old, new).Tables, 1)
	assert.Equal(t, []string{"c1", "c2"}, laidOut(t, layout(func(l *compare.Layout) { l.Col = "commit" }), old, new).Columns)
	assert.Equal(t, []string{"b", "a"}, laidOut(t, layout(func(l *compare.Layout) { l.Col = "gpu@(b a)" }), old, new).Columns)
}

// Files that share a column are pooled, and that is said.
func TestPooledFilesAreNoted(t *testing.T) {
	old, new := read(t, "old", formats), read(t, "new", formats)
	l := layout(func(l *compare.Layout) { l.Col = "/format" })
	cell := laidOut(t, l, old, new).Tables[0].Rows[0].Cells[0]
	assert.Equal(t, 2, cell.N)
	assert.Equal(t, "samples of several runs pooled, which differ in file", cell.Warnings[0])
	l.Ignore = ".file"
	assert.NotContains(t, laidOut(t, l, old, new).Tables[0].Rows[0].Cells[0].Warnings, "samples of several runs pooled, which differ in file")
}

// The CPU is overlooked only where files are compared and nobody asks for it.
func TestCPUsAreOverlookedBetweenFiles(t *testing.T) {
	run := func(cpu string) string { return "cpu: " + cpu + "\n" + formats }
	old, new := read(t, "old", run("one")), read(t, "new", run("two"))
	for _, c := range []struct {
		change func(*compare.Layout)
		tables int
	}{
		{func(*compare.Layout) {}, 1},
		{func(l *compare.Layout) { l.Col = ".file,/format" }, 1},
		{func(l *compare.Layout) { l.Col = "/format" }, 2},
		{func(l *compare.Layout) { l.Table = ".config,cpu" }, 2},
		{func(l *compare.Layout) { l.Ignore = "cpu" }, 1},
		{func(l *compare.Layout) { l.Filter = "cpu:one" }, 1},
	} {
		res := laidOut(t, layout(c.change), old, new)
		assert.Len(t, res.Tables, c.tables, "%+v", res.Options.Layout)
	}
	res := laidOut(t, layout(func(l *compare.Layout) { l.Filter = "cpu:one" }), old, new)
	assert.Equal(t, []string{"old"}, res.Columns)
	assert.Equal(t, []string{"no benchmark of new is left by the filter"}, res.Notes)
}

func TestQueryErrors(t *testing.T) {
	cols := []compare.Column{read(t, "f", formats)}
	for _, c := range []struct {
		change func(*compare.Layout)
		query  string
		want   string
	}{
		{func(l *compare.Layout) { l.Col = "/format@" }, "col", "\n\t/format@\n\t        ^"},
		{func(l *compare.Layout) { l.Row = ".unit" }, "row", ".unit is only allowed in filters"},
		{func(l *compare.Layout) { l.Table = "pkg@up" }, "table", `unknown order "up"`},
		{func(l *compare.Layout) { l.Ignore = "a b(" }, "ignore", "expected key"},
		{func(l *compare.Layout) { l.Filter = "a:(b" }, "filter", "\n\ta:(b\n\t    ^"},
		{func(l *compare.Layout) { l.Filter = ".config:x" }, "filter", ".config is only allowed in projections"},
		{func(l *compare.Layout) { l.Filter = ".nmae:x" }, "filter", "no key is called .nmae"},
		{func(l *compare.Layout) { l.Col = ".files" }, "col", "no key is called .files"},
		{func(l *compare.Layout) { l.Col = "/fromat" }, "col", "no result has /fromat; there are /format, pkg, .file"},
		{func(l *compare.Layout) { l.Filter = "/format:xml" }, "filter", "no result matches"},
		{func(l *compare.Layout) { l.Row = "/format@(xml)" }, "filter", "no result matches"},
	} {
		_, err := compare.Reports(cols, compare.Options{Layout: layout(c.change)})
		var q *compare.QueryError
		require.ErrorAs(t, err, &q, c.want)
		assert.Equal(t, c.query, q.Query)
		assert.ErrorContains(t, q.Err, c.want)
	}
	res := laidOut(t, layout(func(l *compare.Layout) { l.Row = ".fullname,/fromat" }), cols...)
	assert.Equal(t, []string{"no benchmark has /fromat"}, res.Notes)
}

func TestConfigKeys(t *testing.T) {
	l := compare.Layout{Table: "pkg,toolchain", Row: ".name,/n", Col: `"a b"@(x y)`, Ignore: "note", Filter: "commit:/x:y/ (goos:a OR note:b)"}
	assert.Equal(t, []string{"commit", "note", "toolchain", "a b"}, l.ConfigKeys())
	assert.Empty(t, compare.Layout{}.ConfigKeys())
}

func TestSortRows(t *testing.T) {
	a := column("a", okRow("p", "M", metric("sec/op", around(1, 6)...)), okRow("p", "Z", metric("sec/op", around(1, 6)...)),
		okRow("p", "A", metric("sec/op", around(1, 6)...)), okRow("p", "Gone", metric("sec/op", 1)), okRow("p", "Same", metric("sec/op", around(1, 6)...)),
		okRow("p", "Broken", metric("sec/op", 1)))
	b := column("b", okRow("p", "M", metric("sec/op", around(1.2, 6)...)), okRow("p", "Z", metric("sec/op", around(.5, 6)...)),
		okRow("p", "A", metric("sec/op", around(1.6, 6)...)), okRow("p", "Same", metric("sec/op", around(1, 6)...)),
		ablation.Row{Package: "p", Name: "Broken", Procs: 1, Status: wire.Panic})
	for by, want := range map[compare.Order]string{
		compare.AsLaidOut: "M Z A Gone Same Broken",
		compare.ByName:    "A Broken Gone M Same Z",
		compare.ByDelta:   "Z A M Same Gone Broken", // ½, 1.6, 1.2 times
		compare.ByWorst:   "Broken A M Gone Same Z",
	} {
		require.NoError(t, by.Check())
		res := reports(t, a, b)
		res.SortRows(by)
		assert.Equal(t, want, strings.Join(rowNames(res.Tables[0]), " "), by)
	}
	assert.ErrorContains(t, compare.Order("up").Check(), `no order is called "up"`)
}
