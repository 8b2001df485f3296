package compare_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchmath"

	"github.com/fftstudy/fftstudy/benchx/compare"
)

// The same files through cmd/benchstat, cell by cell.
func TestReportsEqualsBenchstat(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		args  []string
		opt   compare.Options
	}{
		{name: "a real pair", files: []string{"real-old.txt", "real-new.txt"}},
		{name: "the other way round", files: []string{"real-new.txt", "real-old.txt"}},
		{name: "one file", files: []string{"real-old.txt"}},
		{name: "edges", files: []string{"edges-old.txt", "edges-new.txt", "edges-third.txt"}},
		{name: "edges, third first", files: []string{"edges-third.txt", "edges-new.txt", "edges-old.txt"}},
		{name: "GOMAXPROCS 1, 2 and 4", files: []string{"../bench-output/cpu.txt"}},
		{name: "CRLF", files: []string{"../bench-output/once.txt", "../bench-output/crlf.txt"}},
		{name: "strict", files: []string{"edges-old.txt", "edges-new.txt"}, args: []string{"-alpha=0.001", "-confidence=0.99"}, opt: compare.Options{Alpha: 0.001, Confidence: 0.99}},
		{name: "lax", files: []string{"edges-old.txt", "edges-new.txt"}, args: []string{"-alpha=0.5", "-confidence=0.5"}, opt: compare.Options{Alpha: 0.5, Confidence: 0.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var cols []compare.Column
			for _, f := range c.files {
				cols = append(cols, readColumn(t, f))
			}
			res, err := compare.Reports(cols, c.opt)
			require.NoError(t, err)

			want := benchstatCSV(t, append(c.args, c.files...)...)
			require.Len(t, res.Tables, len(want))
			for i := range res.Tables {
				table := &res.Tables[i]
				w, ok := want[tableKey(table)]
				require.True(t, ok, "benchstat has no table %s", tableKey(table))
				checkTable(t, res.Columns, table, w)
			}
		})
	}
}

// tableKey names a table like the keys of benchstatCSV.
func tableKey(table *compare.Table) string {
	var b strings.Builder
	for _, a := range table.Config {
		fmt.Fprintf(&b, "%s: %s\n", a.Key, a.Value)
	}
	return b.String() + table.Unit
}

// statTable is a table of benchstat's CSV: row name → column → fields (centre,
// CI, and from the second column on delta and P).
type statTable struct {
	columns []string
	rows    []string
	cells   map[string]map[string][4]string
}

func checkTable(t *testing.T, columns []string, table *compare.Table, want *statTable) {
	t.Helper()
	var rows []string
	for _, row := range table.Rows {
		rows = append(rows, row.Name)
		for c := range row.Cells {
			at := fmt.Sprintf("%s, %s, %s", table.Unit, row.Name, columns[c])
			w, shown := want.cells[row.Name][columns[c]]
			require.Equal(t, shown, row.Cells[c].Present, at)
			if shown {
				// benchstat's base is the first column that the table has.
				checkCell(t, at, &row.Cells[c], &row.Cells[0], w, want.columns[0] == columns[0])
			}
		}
	}
	assert.Equal(t, want.rows[:len(want.rows)-1], rows, "%s: rows", table.Unit)
	if len(rows) < 2 {
		assert.Nil(t, table.Geomean)
		return
	}
	for c, g := range table.Geomean {
		w := want.cells["geomean"][columns[c]]
		assert.Equal(t, w[0], number(g.Center), "%s, geomean of %s", table.Unit, columns[c])
		if c > 0 && w[2] != "" && want.columns[0] == columns[0] {
			ratio := "?"
			if !math.IsNaN(g.Ratio) {
				ratio = fmt.Sprintf("%+.2f%%", (g.Ratio-1)*100)
			}
			assert.Equal(t, w[2], ratio, "%s, geomean ratio of %s", table.Unit, columns[c])
		}
	}
}

// checkCell holds a cell against benchstat's fields, spelled by the functions
// that benchstat spells them with.
func checkCell(t *testing.T, at string, cell, base *compare.Cell, want [4]string, sameBase bool) {
	t.Helper()
	center, err := strconv.ParseFloat(want[0], 64)
	require.NoError(t, err, at)
	assert.Equal(t, center, cell.Center, at)
	assert.Equal(t, want[1], benchmath.Summary{Center: cell.Center, Lo: cell.Lo, Hi: cell.Hi}.PctRangeString(), at)
	if want[3] == "" || !sameBase {
		return
	}
	require.NotZero(t, cell.BaseN, at)
	cmp := benchmath.Comparison{P: cell.P, N1: cell.BaseN, N2: cell.N, Alpha: cell.Alpha}
	assert.Equal(t, want[2], cmp.FormatDelta(base.Center, cell.Center), at)
	assert.Equal(t, want[3], cmp.String(), at)
	// The policy asks for more than benchstat: what is ~ there is no change here,
	// but for counts, which need no test.
	if (want[2] == "~" || want[2] == "0.00%") && cell.Decision.How == compare.ByTest {
		assert.Contains(t, []compare.Verdict{compare.Unclear, compare.Incomparable}, cell.Verdict, at)
	}
}

func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprint(x)
}

// benchstatPath is where the go command keeps its build of cmd/benchstat.
var benchstatPath = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "benchstat").Output()
	return strings.TrimSpace(string(out)), err
})

// benchstat runs cmd/benchstat among the fixtures.
func benchstat(t *testing.T, args ...string) string {
	t.Helper()
	path, err := benchstatPath()
	require.NoError(t, err, "go tool -n benchstat")
	cmd := exec.Command(path, args...)
	cmd.Dir = fixtures
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "benchstat: %s", stderr.String())
	return string(out)
}

// benchstatCSV returns benchstat's tables by configuration and unit. Its
// configuration lines are printed only where they change.
func benchstatCSV(t *testing.T, args ...string) map[string]*statTable {
	t.Helper()
	tables := make(map[string]*statTable)
	var keys []string
	config := make(map[string]string)
	for _, block := range strings.Split(benchstat(t, append([]string{"-format=csv"}, args...)...), "\n\n") {
		r := csv.NewReader(strings.NewReader(block))
		r.FieldsPerRecord = -1
		var records [][]string
		for {
			rec, err := r.Read()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			if len(rec) > 1 {
				records = append(records, rec)
				continue
			}
			key, value, ok := strings.Cut(rec[0], ": ")
			require.True(t, ok, "%q", rec[0])
			if _, seen := config[key]; !seen {
				keys = append(keys, key)
			}
			config[key] = value
		}
		if len(records) == 0 {
			continue
		}
		var name strings.Builder
		for _, k := range keys {
			fmt.Fprintf(&name, "%s: %s\n", k, config[k])
		}
		tables[name.String()+records[1][1]] = statTableOf(records)
	}
	return tables
}

func statTableOf(records [][]string) *statTable {
	s := &statTable{cells: make(map[string]map[string][4]string)}
	starts := []int{}
	for i, label := range records[0] {
		if label != "" {
			s.columns = append(s.columns, label)
			starts = append(starts, i)
		}
	}
	for _, rec := range records[2:] {
		s.rows = append(s.rows, rec[0])
		cells := make(map[string][4]string)
		for c, from := range starts {
			to := len(rec)
			if c+1 < len(starts) {
				to = min(to, starts[c+1])
			}
			var f [4]string
			if from < to {
				copy(f[:], rec[from:to])
			}
			if f != [4]string{} {
				cells[s.columns[c]] = f
			}
		}
		s.cells[rec[0]] = cells
	}
	return s
}
