package study

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// parse reads a page the way a browser does.
func parse(t testing.TB, page string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	return doc
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// elements returns the elements with one of the names, all of them without a
// name, in document order.
func elements(root *html.Node, names ...string) []*html.Node {
	var out []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (len(names) == 0 || slices.Contains(names, n.Data)) {
			out = append(out, n)
		}
	}
	return out
}

func byID(t testing.TB, root *html.Node, id string) *html.Node {
	t.Helper()
	for _, n := range elements(root) {
		if attr(n, "id") == id {
			return n
		}
	}
	require.Fail(t, "no element", "id %q", id)
	return nil
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// tableRow is one row of a table by column key.
type tableRow map[string]string

// rowsOf reads the static rows of the table with the given id.
func rowsOf(t testing.TB, doc *html.Node, id string) []tableRow {
	t.Helper()
	grid := byID(t, doc, id)
	var keys []string
	for _, th := range elements(grid, "th") {
		if key := attr(th, "data-key"); key != "" {
			keys = append(keys, key)
		}
	}
	var out []tableRow
	for _, tr := range elements(elements(grid, "tbody")[0], "tr") {
		row := tableRow{}
		cells := elements(tr, "td", "th")
		require.Len(t, cells, len(keys))
		for i, cell := range cells {
			row[keys[i]] = textOf(cell)
		}
		out = append(out, row)
	}
	return out
}

// unpacked returns the data of the page's tables by id.
func unpacked(t testing.TB, doc *html.Node) map[string]payload {
	t.Helper()
	packed, err := base64.RawURLEncoding.DecodeString(textOf(byID(t, doc, "data")))
	require.NoError(t, err)
	zr, err := gzip.NewReader(strings.NewReader(string(packed)))
	require.NoError(t, err)
	text, err := io.ReadAll(zr)
	require.NoError(t, err)
	var data pageData
	require.NoError(t, json.Unmarshal(text, &data))
	out := map[string]payload{}
	for _, p := range data.Tables {
		out[p.ID] = p
	}
	return out
}

// shown returns the texts of a column as the page's script makes them.
func (p *payload) shown(key string) []string {
	c := p.column(key)
	out := make([]string, p.Rows)
	switch {
	case c.Dict != nil:
		for i, k := range c.At {
			out[i] = c.Dict[k].Text
		}
	case c.Serial > 0:
		for i := range out {
			out[i] = "—"
			if i < c.Serial {
				out[i] = whole(i + 1)
			}
		}
	default:
		for i, line := range c.lines(p) {
			digits, u := c.split(line)
			out[i] = digits + u.Text
		}
	}
	return out
}

// keys returns the sort keys of a column of texts as the script makes them.
func (p *payload) keys(key string) []float64 {
	c := p.column(key)
	out := make([]float64, p.Rows)
	for i, line := range c.lines(p) {
		digits, u := c.split(line)
		x, err := strconv.ParseFloat(strings.ReplaceAll(digits, groupSpace, ""), 64)
		if err != nil {
			continue
		}
		out[i] = x * u.Scale
	}
	return out
}

func (p *payload) column(key string) *payloadColumn {
	for i := range p.Columns {
		if p.Columns[i].Key == key {
			return &p.Columns[i]
		}
	}
	panic("no column " + key)
}

// lines returns the texts in row order.
func (c *payloadColumn) lines(p *payload) []string {
	lines := strings.Split(c.Text, "\n")
	if c.By == "" {
		return lines
	}
	out := make([]string, len(lines))
	for to, from := range regroup(ascending(len(lines)), p.column(c.By).At) {
		out[from] = lines[to]
	}
	return out
}

func ascending(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func (c *payloadColumn) split(line string) (digits string, u unit) {
	r := []rune(line)
	last := len(r) - 1
	return string(r[:last]), c.Units[r[last]-'A']
}
