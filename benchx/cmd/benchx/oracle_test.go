package main

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/fftstudy/fftstudy/report/style"
)

// TestPageNumbersAreBenchstats reads the comparison back out of study.html and
// holds it against what cmd/benchstat prints for the same two files.
func TestPageNumbersAreBenchstats(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "testdata", "compare")
	before, after := filepath.Join(dir, "real-old.txt"), filepath.Join(dir, "real-new.txt")
	out := filepath.Join(t.TempDir(), "out")
	s, _, stderr := fakeSession("")
	require.Equal(t, exitFine, run(t.Context(), []string{"report", "-o", out, "--baseline", before, after}, s), stderr.String())

	page := pageRows(t, filepath.Join(out, pageFile))
	want := benchstatRows(t, before, after)
	require.Greater(t, len(want), 40, "benchstat printed its tables")
	require.Len(t, page, len(want))
	for key, w := range want {
		got, ok := page[key]
		if !assert.True(t, ok, "%v is missing on the page", key) {
			continue
		}
		for i, column := range []string{"center-0", "center-1"} {
			assert.Equal(t, style.Value(w.centers[i], key.unit), strings.TrimSpace(strings.SplitN(got[column], "±", 2)[0]), "%v %s", key, column)
		}
		assert.Equal(t, w.change, got["delta-1"], "%v", key)
		if w.p != "" {
			assert.Equal(t, w.p, got["p-1"], "%v", key)
		}
	}
}

type rowKey struct{ unit, name string }

type benchstatRow struct {
	centers [2]float64
	change  string // as the page spells it
	p       string // three decimals
}

// benchstatRows runs cmd/benchstat and reads its CSV.
func benchstatRows(t *testing.T, before, after string) map[rowKey]benchstatRow {
	t.Helper()
	out, err := exec.Command("go", "tool", "benchstat", "-format", "csv", before, after).Output()
	require.NoError(t, err)
	r := csv.NewReader(strings.NewReader(string(out)))
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	require.NoError(t, err)
	rows := map[rowKey]benchstatRow{}
	unit := ""
	for _, f := range records {
		switch {
		case len(f) < 7:
		case f[0] == "" && f[2] == "CI":
			unit = f[1]
		case f[0] != "" && f[0] != "geomean":
			rows[rowKey{unit, f[0]}] = benchstatRow{
				centers: [2]float64{number(t, f[1]), number(t, f[3])},
				change:  pageChange(t, f[5]),
				p:       strings.TrimPrefix(strings.Fields(f[6] + " ")[0], "p="),
			}
		}
	}
	return rows
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return v
}

// pageChange turns benchstat's "+211.02%" into the page's one decimal.
func pageChange(t *testing.T, text string) string {
	t.Helper()
	percent, ok := strings.CutSuffix(text, "%")
	if !ok {
		return text
	}
	return style.Percent(number(t, percent) / 100)
}

// pageRows reads the tables of the comparison with a baseline: per unit and
// benchmark the cells by column key.
func pageRows(t *testing.T, path string) map[rowKey]map[string]string {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	doc, err := html.Parse(f)
	require.NoError(t, err)
	rows := map[rowKey]map[string]string{}
	across := find(doc, func(n *html.Node) bool { return attr(n, "id") == "across" })
	require.Len(t, across, 1)
	for _, table := range find(across[0], func(n *html.Node) bool { return n.Data == "table" }) {
		caption := find(table, func(n *html.Node) bool { return n.Data == "caption" })
		unit := strings.TrimPrefix(text(caption[0]), "Comparison by ")
		var keys []string
		for _, th := range find(table, func(n *html.Node) bool { return attr(n, "data-key") != "" }) {
			keys = append(keys, attr(th, "data-key"))
		}
		for _, tr := range find(table, func(n *html.Node) bool { return n.Data == "tr" }) {
			cells := find(tr, func(n *html.Node) bool { return n.Data == "td" || attr(n, "scope") == "row" })
			if len(cells) != len(keys) {
				continue
			}
			row := map[string]string{}
			for i, cell := range cells {
				row[keys[i]] = strings.TrimSpace(text(cell))
			}
			rows[rowKey{unit, row["benchmark"]}] = row
		}
	}
	return rows
}

func find(n *html.Node, match func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && match(d) {
			found = append(found, d)
		}
	}
	return found
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
