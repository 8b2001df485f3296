package memory_test

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/fftstudy/fftstudy/report/memory"
)

func picture(t testing.TB) []byte {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))))
	return b.Bytes()
}

func pageOf(t testing.TB, p memory.Page) string {
	var b bytes.Buffer
	require.NoError(t, memory.HTML(&b, p))
	return b.String()
}

// elements walks over a page.
func elements(t testing.TB, page string, visit func(*html.Node)) {
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	for n := range root.Descendants() {
		visit(n)
	}
}

func TestPageLoadsNothingAndRunsNothing(t *testing.T) {
	page := pageOf(t, memory.Page{
		Title: "Memory", Documents: []*memory.Document{hostile(t), servedDocument(t)},
		Figures: []memory.Figure{{Title: "<b>bold", Caption: "\"quoted\"", PNG: picture(t)}},
	})
	policy := ""
	elements(t, page, func(n *html.Node) {
		if n.Type != html.ElementNode {
			return
		}
		assert.NotContains(t, []string{"script", "link", "iframe", "form", "b-"}, n.Data)
		for _, a := range n.Attr {
			assert.False(t, strings.HasPrefix(a.Key, "on"), a.Key)
			assert.NotEqual(t, "style", a.Key, "the policy forbids it")
			if a.Key == "src" {
				assert.True(t, strings.HasPrefix(a.Val, "data:image/png;base64,"))
			}
			if a.Key == "content" && strings.Contains(a.Val, "default-src") {
				policy = a.Val
			}
		}
	})
	assert.Contains(t, policy, "default-src 'none'")
	assert.NotContains(t, page, "\x1b")
}

func TestFiguresHaveSizesAndWords(t *testing.T) {
	section, err := memory.Section(memory.Page{
		Documents: []*memory.Document{servedDocument(t)},
		Figures:   []memory.Figure{{Title: "Live set", Caption: "What is alive.", PNG: picture(t)}, {Title: "Map", Alt: "A map.", PNG: picture(t)}},
	})
	require.NoError(t, err)
	assert.Contains(t, string(section), `alt="What is alive." width="3" height="2"`)
	assert.Contains(t, string(section), `alt="A map." width="3" height="2"`)
	assert.NotContains(t, string(section), "<pre", "the picture in text is for where there is no other")

	_, err = memory.Section(memory.Page{Figures: []memory.Figure{{Title: "Broken", PNG: []byte("GIF")}}})
	assert.ErrorContains(t, err, `figure "Broken": `)
}

func TestSectionSaysWhatTheTextSays(t *testing.T) {
	d := servedDocument(t)
	section, err := memory.Section(memory.Page{Documents: []*memory.Document{d}})
	require.NoError(t, err)
	var words strings.Builder
	elements(t, string(section), func(n *html.Node) {
		if n.Type == html.TextNode {
			words.WriteString(n.Data + " ")
		}
	})
	said := strings.Join(strings.Fields(words.String()), "")
	text := textOf(t, d, memory.TextOptions{})
	for _, line := range strings.Split(text, "\n") {
		for _, cell := range strings.Split(line, "  ") {
			cell = strings.Trim(cell, " █▏▎▍▌▋▊▉░▒─")
			if cell == "" || strings.ContainsAny(cell, "┤└▲") || cell == "0" || cell == "10" {
				continue
			}
			assert.True(t, strings.Contains(said, strings.Join(strings.Fields(cell), "")), "%q is not in the section", cell)
		}
	}
}

func TestSeveralDocumentsStandSideBySide(t *testing.T) {
	d, e := servedDocument(t), documentOf(t, pingPong(2), memory.Header{}, memory.Findings{})
	section, err := memory.Section(memory.Page{Documents: []*memory.Document{d, e}})
	require.NoError(t, err)
	head, rest, ok := strings.Cut(string(section), "<details")
	require.True(t, ok)
	assert.Contains(t, head, "<h3>Predicted, side by side</h3>")
	for _, cell := range []string{"weights stored", "device total", "measured", "error", ">8.00 MiB<", ">-23.69 %<", ">283 KiB<", ">ping-pong<"} {
		assert.Contains(t, head, cell)
	}
	assert.NotContains(t, head, "caches", "none has any")
	assert.Equal(t, 1, strings.Count(rest, "<details"))
	assert.Contains(t, rest, "<summary>Memory of <code>ping-pong</code>; needs ")

	var text bytes.Buffer
	require.NoError(t, memory.Overview(&text, []*memory.Document{d, e}, memory.TextOptions{}))
	golden(t, "overview.txt", text.Bytes())

	_, err = memory.Section(memory.Page{Documents: []*memory.Document{d, e}, Options: memory.TextOptions{Sort: "x"}})
	assert.ErrorContains(t, err, `cannot sort by "x"`)
}
