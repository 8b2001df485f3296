package comparison_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comparison"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update to make it")
	assert.Equal(t, string(want), got)
}

func compareFiles(t *testing.T, files ...string) *compare.Result {
	t.Helper()
	var cols []compare.Column
	for _, f := range files {
		cols = append(cols, readColumn(t, f))
	}
	res, err := compare.Reports(cols, compare.Options{})
	require.NoError(t, err)
	return res
}

func text(t *testing.T, res *compare.Result, opt comparison.TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, comparison.Text(&b, res, opt))
	return b.String()
}

// benchstatPath is where the go command keeps its build of cmd/benchstat.
var benchstatPath = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "benchstat").Output()
	return strings.TrimSpace(string(out)), err
})

func benchstat(t *testing.T, files ...string) string {
	t.Helper()
	path, err := benchstatPath()
	require.NoError(t, err, "go tool -n benchstat")
	cmd := exec.Command(path, files...)
	cmd.Dir = fixtures
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return string(out)
}

func TestPlainTextIsBenchstats(t *testing.T) {
	for _, files := range [][]string{
		{"real-old.txt", "real-new.txt"},
		{"real-new.txt"},
		{"edges-old.txt", "edges-new.txt"},
		{"edges-old.txt", "edges-new.txt", "edges-third.txt"},
		{"real-old.txt", "real-new.txt", "real-old.txt"}, // a third column with nothing new
	} {
		t.Run(strings.Join(files, ","), func(t *testing.T) {
			want := benchstat(t, files...)
			res := compareFiles(t, files...)
			if len(files) == 3 && files[2] == files[0] {
				res.Columns[0], res.Columns[2] = files[0]+"#0", files[2]+"#1" // as benchstat tells them apart
			}
			assert.Equal(t, want, text(t, res, comparison.TextOptions{Plain: true}))
		})
	}
}

// Where nothing is missing and nothing failed, no option is needed.
func TestTextIsBenchstats(t *testing.T) {
	assert.Equal(t, benchstat(t, "real-old.txt", "real-new.txt"),
		text(t, compareFiles(t, "real-old.txt", "real-new.txt"), comparison.TextOptions{}))
}

// hostile is a small result with everything a renderer can stumble over.
func hostile() *compare.Result {
	inf, nan := math.Inf(1), math.NaN()
	evil := "Evil/|`x`@user/<script>alert(1)</script>\x1b[31m\u202e\n=1+1"
	cell := func(center float64) compare.Cell {
		return compare.Cell{Present: true, Status: wire.OK, N: 6, Center: center, Lo: center * 0.99, Hi: center * 1.02, Samples: []float64{center}}
	}
	against := func(c compare.Cell, delta, p float64, v compare.Verdict) compare.Cell {
		c.BaseN, c.Delta, c.P, c.Alpha, c.Verdict = 6, delta, p, 0.05, v
		return c
	}
	open := cell(3e-6)
	open.N, open.Lo, open.Hi, open.Warnings = 3, -inf, inf, []string{"need >= 6 samples for confidence interval at level 0.95"}
	few := against(open, 0.1, 0.1, compare.Incomparable)
	few.TestWarnings = []string{"need >= 4 samples to detect a difference at alpha level 0.05"}
	failed := compare.Cell{Status: wire.BenchFail, Note: "rel-l2 is 0.3 | too much", Verdict: compare.Incomparable}
	failedBase, mended := failed, cell(1)
	failedBase.Verdict, mended.Verdict = compare.None, compare.Incomparable
	config := []ablation.Axis{{Key: "goos", Value: "linux"}, {Key: "goarch", Value: "amd64"}, {Key: "pkg", Value: "example.com/p"}, {Key: "cpu", Value: "CPU | one"}}
	fromZero := against(cell(7), inf, 0, compare.Worse)
	fromZero.Alpha = 0
	policy := compare.DefaultPolicy()
	because := func(c compare.Cell, d compare.Decision) compare.Cell {
		d.Alpha, d.Limit = 0.05, 0.03
		c.Decision = &d
		return c
	}
	tested := compare.Decision{Why: compare.WhyClear, Ratio: 0.5, Lo: 0.48, Hi: 0.52, P: 0.002, Adjusted: 0.0008, Tests: 3}
	chance := compare.Decision{Why: compare.WhyChance, Ratio: 1.004, Lo: 0.99, Hi: 1.02, P: 0.4, Adjusted: 1, Tests: 3, Floor: 0.05, Need: 40}
	tooFew := compare.Decision{Why: compare.WhyTooFew, Ratio: 1.1, Lo: 0, Hi: inf, P: 0.1, Adjusted: 0.1, Tests: 1, Need: 4}
	none := compare.Decision{Ratio: nan, Lo: nan, Hi: nan, P: nan, Adjusted: nan}
	failing := none
	failing.Why = compare.WhyFailed
	counted := none
	counted.How, counted.Why = compare.ByCount, compare.WhyCountStep
	failed, mended = because(failed, failing), because(mended, failing)
	return &compare.Result{
		Columns: []string{"old.txt", "@new|.txt"},
		Options: compare.Options{Alpha: 0.05, Confidence: 0.95, Policy: &policy},

		TableKeys: []string{"goos", "goarch", "pkg", "cpu"}, RowKeys: []string{".fullname"}, ColumnKeys: []string{".file"},

		Notes: []string{"1 benchmark failed in @new|.txt: " + evil},
		Tables: []compare.Table{
			{
				Config: config, Unit: "sec/op", Better: -1, Notes: []string{"@new|.txt ran on another CPU (two)"},
				Rows: []compare.Row{
					{Name: "Fast-2", Cells: []compare.Cell{cell(2e-6), because(against(cell(1e-6), -0.5, 0.002, compare.Better), tested)}},
					{Name: evil, Cells: []compare.Cell{cell(2e-6), against(cell(3e-6), 0.5, 0.002, compare.Worse)}},
					{Name: "Same", Cells: []compare.Cell{cell(2e-6), because(against(cell(2.01e-6), 0.005, 0.4, compare.Unclear), chance)}},
					{Name: "Few", Cells: []compare.Cell{open, because(few, tooFew)}},
					{Name: "Failed", Cells: []compare.Cell{cell(2e-6), failed}},
					{Name: "Added", Cells: []compare.Cell{{}, {Present: true, Status: wire.OK, N: 1, Center: 5, Lo: 5, Hi: 5, Verdict: compare.Incomparable}}},
					{Name: "Gone", Cells: []compare.Cell{cell(2e-6), because(compare.Cell{Verdict: compare.Incomparable}, none)}},
					{Name: "Mended", Cells: []compare.Cell{failedBase, mended}},
					{Name: "Broken", Cells: []compare.Cell{failedBase, failed}},
				},
				Geomean: []compare.Geomean{
					{Center: 2e-6, Ratio: 1, Count: 5},
					{Center: 3e-6, Ratio: nan, Count: 4, Warnings: []string{"benchmark set differs from baseline; geomeans may not be comparable"}},
				},
			},
			{
				Config: config, Unit: "text-bytes", Exact: true, Better: -1, Notes: []string{"@new|.txt ran on another CPU (two)"},
				Rows: []compare.Row{{Name: "Link", Cells: []compare.Cell{{Present: true, Status: wire.OK, N: 1, Samples: []float64{0}}, because(fromZero, counted)}}},
			},
		},
	}
}

func TestGoldens(t *testing.T) {
	golden(t, "hostile.txt", text(t, hostile(), comparison.TextOptions{}))
	golden(t, "hostile-verdicts.txt", text(t, hostile(), comparison.TextOptions{Verdicts: true}))
	golden(t, "edges.txt", text(t, compareFiles(t, "edges-old.txt", "edges-new.txt", "edges-third.txt"), comparison.TextOptions{}))
	for name, write := range map[string]func(io.Writer, *compare.Result) error{
		"hostile.csv": comparison.CSV, "hostile.json": comparison.JSON, "hostile.md": comparison.Markdown, "hostile.html": comparison.HTML,
	} {
		var b bytes.Buffer
		require.NoError(t, write(&b, hostile()))
		golden(t, name, b.String())
	}
}

func TestColorsTellBetterFromWorse(t *testing.T) {
	got := text(t, hostile(), comparison.TextOptions{Color: true})
	assert.Contains(t, got, "\x1b[38;5;32m-50.00%\x1b[0m")
	assert.Contains(t, got, "\x1b[38;5;166m+50.00%\x1b[0m")
	stripped := strings.NewReplacer("\x1b[38;5;32m", "", "\x1b[38;5;166m", "", "\x1b[0m", "").Replace(got)
	assert.Equal(t, text(t, hostile(), comparison.TextOptions{}), stripped, "colour takes no room")
}

func TestEmptyResults(t *testing.T) {
	res := &compare.Result{Columns: []string{"a"}, Notes: []string{"a has no benchmark results"}}
	assert.Equal(t, "note: a has no benchmark results\n", text(t, res, comparison.TextOptions{}))
	var b bytes.Buffer
	require.NoError(t, comparison.JSON(&b, res))
	assert.True(t, json.Valid(b.Bytes()), b.String())
	assert.Empty(t, comparison.Headline(res))
}

func TestJSONSaysWhatTheResultSays(t *testing.T) {
	res := compareFiles(t, "edges-old.txt", "edges-new.txt", "edges-third.txt")
	var b bytes.Buffer
	require.NoError(t, comparison.JSON(&b, res))
	var doc struct {
		Columns []string
		Tables  []struct {
			Unit string
			Rows []struct {
				Name  string
				Cells []struct {
					N      int
					Center *float64
					VsBase *struct {
						Delta, P *float64
					} `json:"vs_base"`
					Verdict string
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &doc))
	require.Len(t, doc.Tables, len(res.Tables))
	for i, table := range res.Tables {
		for j, row := range table.Rows {
			for c, cell := range row.Cells {
				got := doc.Tables[i].Rows[j].Cells[c]
				require.Equal(t, cell.N, got.N)
				require.Equal(t, string(cell.Verdict), got.Verdict)
				if cell.Present {
					require.Equal(t, cell.Center, *got.Center)
				}
				if got.VsBase != nil && got.VsBase.P != nil {
					require.Equal(t, cell.P, *got.VsBase.P)
				}
			}
		}
	}
}

// A side whose samples were not kept cannot be tested: no form shows a p.
func TestNothingIsTestedWithoutSamples(t *testing.T) {
	whole := ablation.Metric{Unit: wire.UnitSecPerOp, Median: 2, Lo: 2, Hi: 2, N: 6, Samples: []float64{2, 2, 2, 2, 2, 2}}
	bare := whole
	bare.Samples = nil
	column := func(label string, m ablation.Metric) compare.Column {
		return compare.Column{Label: label, Report: &ablation.Report{Rows: []ablation.Row{{
			Name: "X", Procs: 1, Status: wire.OK, Metrics: []ablation.Metric{m},
		}}}}
	}
	for _, cols := range [][]compare.Column{
		{column("bare", bare), column("whole", whole)}, {column("whole", whole), column("bare", bare)},
	} {
		res, err := compare.Reports(cols, compare.Options{})
		require.NoError(t, err)
		for name, write := range map[string]func(io.Writer, *compare.Result) error{
			"text":     func(w io.Writer, r *compare.Result) error { return comparison.Text(w, r, comparison.TextOptions{}) },
			"markdown": comparison.Markdown,
		} {
			var b bytes.Buffer
			require.NoError(t, write(&b, res))
			assert.Contains(t, b.String(), "(n=6)", "%s, base %s", name, cols[0].Label)
		}
		var b bytes.Buffer
		require.NoError(t, comparison.JSON(&b, res))
		assert.Contains(t, b.String(), `"p":null`)
		b.Reset()
		require.NoError(t, comparison.CSV(&b, res))
		records, err := csv.NewReader(&b).ReadAll()
		require.NoError(t, err)
		p := slices.Index(records[0], "p")
		assert.Empty(t, records[2][p])
	}
}

func TestHeadline(t *testing.T) {
	lines := comparison.Headline(compareFiles(t, "edges-old.txt", "edges-new.txt"))
	assert.Equal(t, []string{
		"edges-new.txt against edges-old.txt, time per op: 1 slower, 1 faster, 6 no clear change, 5 not comparable",
		"edges-new.txt against edges-old.txt, allocated bytes per op: 1 worse, 1 no clear change",
	}, lines[:2])
}

func TestHeadlineTellsOfAShortage(t *testing.T) {
	res := compareFiles(t, "edges-old.txt", "edges-new.txt")
	res.Short = []compare.Shortage{{Unit: "sec/op", Rows: 24, BaseN: 6, N: 6, Carries: 23, Need: 7, NeedCarries: 85}}
	lines := comparison.Headline(res)
	assert.Equal(t, "no difference in time per op can be clear: 6 samples a side carry 23 rows after Holm's correction, and 24 are tested; -count 7 carries 85", lines[len(lines)-1])
}

// Whatever a benchmark is called, every output stays in shape.
func TestNamesCannotBreakTheOutput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		res := hostile()
		res.Tables[0].Rows[1].Name, res.Columns[1] = name, name

		var b bytes.Buffer
		require.NoError(t, comparison.Text(&b, res, comparison.TextOptions{}))
		for _, r := range b.String() {
			require.False(t, r != '\n' && unicode.IsControl(r), "control character %q", r)
		}
		plainLines := strings.Count(b.String(), "\n")

		b.Reset()
		require.NoError(t, comparison.CSV(&b, res))
		records, err := csv.NewReader(&b).ReadAll() // all of one length, or an error
		require.NoError(t, err)
		require.Len(t, records, 1+9*2+2+2)

		b.Reset()
		require.NoError(t, comparison.JSON(&b, res))
		require.True(t, json.Valid(b.Bytes()))

		b.Reset()
		require.NoError(t, comparison.Markdown(&b, res))
		res.Tables[0].Rows[1].Name, res.Columns[1] = "x", "x"
		var same bytes.Buffer
		require.NoError(t, comparison.Markdown(&same, res))
		require.Equal(t, strings.Count(same.String(), "\n"), strings.Count(b.String(), "\n"))
		require.Equal(t, plainLines, strings.Count(text2(t, res), "\n"))
	})
}

func text2(t *rapid.T, res *compare.Result) string {
	var b bytes.Buffer
	require.NoError(t, comparison.Text(&b, res, comparison.TextOptions{}))
	return b.String()
}

// brokenPipe fails from the first byte.
type brokenPipe struct{}

var errPipe = errors.New("broken pipe")

func (brokenPipe) Write([]byte) (int, error) { return 0, errPipe }

func TestWriteErrorsAreReturned(t *testing.T) {
	res := hostile()
	assert.ErrorIs(t, comparison.Text(brokenPipe{}, res, comparison.TextOptions{}), errPipe)
	assert.ErrorIs(t, comparison.CSV(brokenPipe{}, res), errPipe)
	assert.ErrorIs(t, comparison.JSON(brokenPipe{}, res), errPipe)
	assert.ErrorIs(t, comparison.Markdown(brokenPipe{}, res), errPipe)
	assert.ErrorIs(t, comparison.HTML(brokenPipe{}, res), errPipe)
}

// BenchmarkRender writes 50,000 rows of two columns.
func BenchmarkRender(b *testing.B) {
	small := hostile()
	table := &small.Tables[0]
	rows := table.Rows
	table.Rows = nil
	for range 50_000 / len(rows) {
		table.Rows = append(table.Rows, rows...)
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer, *compare.Result) error
	}{
		{"text", func(w io.Writer, r *compare.Result) error {
			return comparison.Text(w, r, comparison.TextOptions{})
		}},
		{"csv", comparison.CSV}, {"json", comparison.JSON}, {"markdown", comparison.Markdown}, {"html", comparison.HTML},
	} {
		b.Run("format="+f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f.write(io.Discard, small); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
