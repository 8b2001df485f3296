package comparison_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
)

// compareArgs compares as a command line of benchstat asks.
func compareArgs(t *testing.T, args ...string) *compare.Result {
	t.Helper()
	opt := compare.Options{Layout: compare.DefaultLayout()}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.StringVar(&opt.Layout.Table, "table", opt.Layout.Table, "")
	flags.StringVar(&opt.Layout.Row, "row", opt.Layout.Row, "")
	flags.StringVar(&opt.Layout.Col, "col", opt.Layout.Col, "")
	flags.StringVar(&opt.Layout.Ignore, "ignore", opt.Layout.Ignore, "")
	flags.StringVar(&opt.Layout.Filter, "filter", opt.Layout.Filter, "")
	flags.Float64Var(&opt.Alpha, "alpha", 0, "")
	flags.Float64Var(&opt.Confidence, "confidence", 0, "")
	require.NoError(t, flags.Parse(args))
	var cols []compare.Column
	for _, name := range flags.Args() {
		label, file, ok := strings.Cut(name, "=")
		if !ok {
			file = label
		}
		c := readColumn(t, file, opt.Layout.ConfigKeys()...)
		c.Label = label
		cols = append(cols, c)
	}
	res, err := compare.Reports(cols, opt)
	require.NoError(t, err)
	return res
}

// What benchstat prints for its flags, line by line. Its input has lines "note:"
// and "toolchain:", which are configuration for benchstat in any case, and here
// where a query names them: so each case does. Files that are pooled are
// ignored by name, since we warn of them.
func TestPlainTextIsBenchstatsForItsFlags(t *testing.T) {
	axes := []string{"axes-old.txt", "axes-new.txt"}
	for _, c := range []struct {
		args  string // flags, parted by bars
		files []string
	}{
		{"-ignore|note,toolchain", axes},
		{"-ignore|note,toolchain|-col|/format", axes[1:]},
		{"-ignore|note,toolchain|-col|/format|-row|.name,/size", axes[1:]},
		{"-ignore|note,toolchain|-col|/size@num|-row|.name,/format", axes[1:]},
		{"-ignore|note,toolchain|-col|/size@(1k 64)", axes[1:]},
		{"-ignore|note,toolchain,.file|-col|/format@(gob json)|-row|.name", axes},
		{"-ignore|note,toolchain|-col|.file,/format|-row|.name,/size", axes},
		{"-ignore|note,toolchain|-col|/format .file|-row|.name,/size", axes},
		{"-ignore|note,toolchain|-col|/size@num .file /format|-row|.name|-table|", axes},
		{"-ignore|note,toolchain|-row|.name", axes[1:]},
		{"-ignore|note,toolchain|-row|.name|-col|.file@alpha", axes},
		{"-ignore|note,toolchain|-table|pkg", axes},
		{"-ignore|note,toolchain|-table|pkg@alpha,/format", axes},
		{"-ignore|note,toolchain|-table|.config,.name|-row|/size@num,/format", axes},
		{"-col|note,toolchain", axes},
		{"-col|toolchain|-row|.fullname@alpha|-ignore|note", axes},
		{"-col|note|-ignore|toolchain", axes[1:]},
		{"-table|note,pkg|-ignore|toolchain|-filter|note:warm", axes},
		{"-ignore|note,toolchain|-filter|.unit:ns/op", axes},
		{"-ignore|note,toolchain|-filter|.unit:(sec/op OR MB/s) /format:json", axes},
		{"-ignore|note,toolchain|-filter|-.unit:B/s -(/size:4Mi OR .name:Decode)", axes},
		{"-ignore|note,toolchain|-filter|.unit:ns/op OR /format:gob", axes},
		{`-ignore|note,toolchain|-filter|.fullname:/^Encode\/format=(json|gob)/ pkg:"example.com/codec"`, axes},
		{"-ignore|note,toolchain|-col|/gomaxprocs", axes[1:]},
		{"-ignore|note,toolchain|-col|/gomaxprocs@num|-filter|.name:Scale", axes[1:]},
		{"-ignore|note,toolchain|-row|", axes[1:]},
		{"-ignore|note,toolchain|-col|", axes[1:]},
		{"-ignore|note,toolchain|-table||-row|.fullname,pkg", axes},
		{"-ignore|note,toolchain|-table|", axes},
		{"-ignore|note,toolchain,.file|-col|/format", axes},
		{"-ignore|note,toolchain,/size", axes},
		{"-ignore|note,toolchain,.fullname|-row|.name,/format", axes},
		{"-ignore|note,toolchain|-alpha|0.001|-confidence|0.9|-col|/format@alpha", axes[1:]},
		{"-ignore|note,toolchain|-filter|.file:a", []string{"a=axes-old.txt", "b=axes-new.txt"}},
		{"-ignore|note,toolchain|-col|goos,/format", axes[:1]},
		{"-col|/tool", []string{"edges-old.txt"}},
		{"-col|.name|-row|.config", []string{"edges-new.txt"}},
		{"-col|/n|-table|.name|-ignore|.file", []string{"edges-old.txt", "edges-new.txt"}},
		{"-row|.name", []string{"real-old.txt", "real-new.txt"}},
		{"-col|pkg,.file", []string{"real-old.txt", "real-new.txt"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			// "|" also stands in a regexp.
			args := strings.Split(strings.ReplaceAll(c.args, "(json|gob)", "(json¦gob)"), "|")
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "¦", "|")
			}
			args = append(args, c.files...)
			assert.Equal(t, benchstat(t, args...), text(t, compareArgs(t, args...), comparison.TextOptions{Plain: true}))
		})
	}
}

// Every record of CSV has all fields and stands on one line; keys that several
// make up rows or columns have fields of their own, none of one name.
func TestCSVIsRectangular(t *testing.T) {
	res := compareArgs(t, "-col", "n,/format,.file", "-row", ".name,/size", "-table", "p,pkg", "-ignore", "note,toolchain", "axes-old.txt", "axes-new.txt")
	var b bytes.Buffer
	require.NoError(t, comparison.CSV(&b, res))
	records, err := csv.NewReader(&b).ReadAll() // all of one length, or an error
	require.NoError(t, err)
	assert.Equal(t, []string{
		"kind", "key:p", "pkg", "unit", "better", "exact", "name", ".name", "/size", "column", "key:n", "/format", ".file",
		"n", "center", "lo", "hi", "base_n", "delta", "p", "verdict", "status", "note", "warnings",
		"ratio", "ratio_lo", "ratio_hi", "adjusted_p", "why",
	}, records[0])
	assert.Equal(t, []string{
		"row", "", "example.com/codec", "sec/op", "lower", "false", "Encode 64", "Encode", "64", "json axes-old.txt", "", "json", "axes-old.txt",
		"6", "1.7095e-06", "1.692e-06", "1.728e-06", "", "", "", "", "ok", "", "",
		"", "", "", "", "",
	}, records[1])
}

func TestCSVHasOneRecordALine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		res := hostile()
		res.Tables[0].Rows[1].Name = rapid.String().Draw(t, "name")
		res.Columns[1] = rapid.String().Draw(t, "column")
		res.Tables[0].Rows[4].Cells[1].Note = rapid.String().Draw(t, "note")
		var b bytes.Buffer
		require.NoError(t, comparison.CSV(&b, res))
		require.Equal(t, 1+9*2+2+2, strings.Count(b.String(), "\n"))
	})
}

// The binary nature of a float does not show: 1718 ns is 1.718e-06 s.
func TestCSVNumbersAreDecimal(t *testing.T) {
	res := hostile()
	cell := &res.Tables[0].Rows[0].Cells[0]
	cell.Center, cell.Lo, cell.Hi = 1718*1e-9, 0.1+0.2, 2253*1e-9
	var b bytes.Buffer
	require.NoError(t, comparison.CSV(&b, res))
	assert.Contains(t, b.String(), ",1.718e-06,0.3,2.253e-06,")
}

// tags parses a fragment and returns its elements by name.
func tags(t require.TestingT, fragment string) map[string][]*html.Node {
	doc, err := html.Parse(strings.NewReader("<!DOCTYPE html><body>" + fragment))
	require.NoError(t, err)
	found := make(map[string][]*html.Node)
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			found[n.Data] = append(found[n.Data], n)
		}
	}
	return found
}

func content(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// Whatever anything is called, the fragment has the same elements, and every
// row of a table is as wide as its header.
func TestHTMLCannotBeBroken(t *testing.T) {
	width := func(tr *html.Node) (w int) {
		for c := range tr.ChildNodes() {
			span := 1
			for _, a := range c.Attr {
				if a.Key == "colspan" {
					span = int(a.Val[0] - '0')
				}
			}
			w += span
		}
		return w
	}
	rapid.Check(t, func(t *rapid.T) {
		evil := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{`"><script>alert(1)</script>`, "</section>", "<!--", "&lt;b&gt;", "'", "\x00\u202e"})).Draw(t, "name")
		res := hostile()
		res.Columns[0], res.Columns[1], res.Notes[0], res.Tables[0].Notes[0], res.Tables[1].Unit = evil, evil, evil, evil, evil
		row := &res.Tables[0].Rows[1]
		row.Name, row.Cells[1].Warnings = evil, []string{evil}
		var b bytes.Buffer
		require.NoError(t, comparison.HTML(&b, res))
		found := tags(t, b.String())
		for tag := range found {
			require.Contains(t, "html head body section p code table caption thead tbody tfoot tr th td sup ol ul li", tag)
		}
		require.Len(t, found["table"], 2)
		require.Len(t, found["section"], 1)
		require.NotContains(t, b.String(), "style=")
		require.NotContains(t, b.String(), "id=\"")
		for i, tr := range found["tr"] {
			if i != 1 && i != 13 { // the second lines of the headers, under "benchmark"
				require.Equal(t, 8, width(tr), "%d: %s", i, content(tr))
			}
		}
	})
}

// The fragment says what the text says.
func TestHTMLHasTheNumbers(t *testing.T) {
	res := compareArgs(t, "-col", "/format .file", "-row", ".name,/size", "-ignore", "note,toolchain", "axes-old.txt", "axes-new.txt")
	var b bytes.Buffer
	require.NoError(t, comparison.HTML(&b, res))
	found := tags(t, b.String())
	require.Len(t, found["table"], len(res.Tables))
	assert.Equal(t, "time per op (sec/op), lower is better", content(found["caption"][0]))
	var heads []string
	for c := range found["tr"][0].ChildNodes() {
		heads = append(heads, content(c))
	}
	assert.Equal(t, []string{"benchmark", "json", "gob", "—", "xml", "yaml"}, heads)
	var first []string
	for c := range found["tr"][3].ChildNodes() {
		first = append(first, content(c))
	}
	assert.Equal(t, []string{"Encode 64", "1.710 µs ± 1%", "1.429 µs ± 2%", "-16.38%", "p=0.002 n=6", "0.834 [0.822, 0.846]", "faster", "p=0.013 (Holm, 7 rows), limit 3 %"}, first[:8])
}

// A layout without any key still has its table.
func TestNoKeysAtAll(t *testing.T) {
	res := compareArgs(t, "-col", "", "-row", "", "-table", "", "axes-new.txt")
	for _, f := range []struct {
		name, want string
		write      func(io.Writer, *compare.Result) error
	}{
		{"text", "│     sec/op      │", func(w io.Writer, r *compare.Result) error { return comparison.Text(w, r, comparison.TextOptions{}) }},
		{"csv", "row,sec/op,lower,false,,,", comparison.CSV},
		{"json", `"unit":"sec/op"`, comparison.JSON},
		{"markdown", "| benchmark | — |", comparison.Markdown},
		{"html", `<th scope="col">benchmark</th><th scope="col">median</th>`, comparison.HTML},
	} {
		var b bytes.Buffer
		require.NoError(t, f.write(&b, res), f.name)
		assert.Contains(t, b.String(), f.want, f.name)
	}
}
