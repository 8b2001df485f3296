package study

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/fftstudy/fftstudy/report/style"
)

// each runs a test on the page of every scene.
func each(t *testing.T, test func(t *testing.T, p Page, page string, doc *html.Node)) {
	for name, scene := range scenes() {
		t.Run(name, func(t *testing.T) {
			if name == "large" && testing.Short() {
				t.Skip("the large page is slow to parse")
			}
			p := scene(t)
			page := render(t, p)
			test(t, p, page, parse(t, page))
		})
	}
}

// The policy lets exactly the bytes of the page run.
func TestPolicyHashesTheBytes(t *testing.T) {
	each(t, func(t *testing.T, _ Page, page string, doc *html.Node) {
		var policy string
		for _, m := range elements(doc, "meta") {
			if attr(m, "http-equiv") == "Content-Security-Policy" {
				policy = attr(m, "content")
			}
		}
		require.NotEmpty(t, policy)
		for _, directive := range []string{"default-src 'none'", "img-src data:", "base-uri 'none'", "form-action 'none'"} {
			assert.Contains(t, policy, directive)
		}
		assert.NotContains(t, policy, "unsafe")
		raw := regexp.MustCompile(`(?s)<(script|style)>(.*?)</(?:script|style)>`).FindAllStringSubmatch(page, -1)
		require.Len(t, raw, 2)
		for _, m := range raw {
			sum := sha256.Sum256([]byte(m[2]))
			assert.Contains(t, policy, m[1]+"-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
		assert.Less(t, strings.Index(page, "Content-Security-Policy"), strings.Index(page, "<style>"), "the policy must come first")
	})
}

// The structure holds whatever the names are.
func TestStructure(t *testing.T) {
	each(t, func(t *testing.T, _ Page, page string, doc *html.Node) {
		assert.NotContains(t, page, "ZgotmplZ")
		assert.NotContains(t, page, "/* json:")
		assert.Len(t, elements(doc, "script"), 2, "the data and the page's own script")
		assert.Len(t, elements(doc, "style"), 1)
		assert.Len(t, elements(doc, "main"), 1)
		assert.Len(t, elements(doc, "h1"), 1)
		for _, kind := range []string{"iframe", "link", "object", "embed", "base", "template"} {
			assert.Empty(t, elements(doc, kind), kind)
		}
		ids := map[string]bool{}
		for _, n := range elements(doc) {
			if id := attr(n, "id"); id != "" {
				assert.False(t, ids[id], "id %q twice", id)
				assert.Regexp(t, `^[a-z][a-z0-9-]*$`, id)
				ids[id] = true
			}
		}
		for _, n := range elements(doc) {
			for _, a := range n.Attr {
				switch {
				case a.Key == "style" || strings.HasPrefix(a.Key, "on"):
					assert.Fail(t, "forbidden attribute", "%s on %s", a.Key, n.Data)
				case a.Key == "href":
					require.True(t, strings.HasPrefix(a.Val, "#"), a.Val)
					assert.True(t, ids[a.Val[1:]], "link to nothing: %s", a.Val)
				case a.Key == "src":
					assert.True(t, strings.HasPrefix(a.Val, "data:image/png;base64,"), a.Val[:min(len(a.Val), 40)])
				case a.Key == "aria-labelledby":
					assert.True(t, ids[a.Val], a.Val)
				}
			}
		}
		for _, img := range elements(elements(doc, "main")[0], "img") {
			assert.NotEmpty(t, attr(img, "alt"))
		}
		outside := regexp.MustCompile(`(?i)(https?:)?//[a-z0-9-]+\.[a-z]`)
		for _, n := range elements(doc, "script", "style") {
			assert.NotRegexp(t, outside, textOf(n))
		}
	})
}

// Comments, posts and other pages link to these.
func TestAnchors(t *testing.T) {
	for _, scene := range []string{"demo", "small", "baseline", "trained", "models"} {
		doc := parse(t, render(t, scenes()[scene](t)))
		for _, id := range []string{
			"overview", "summary", "top5", "top5-charts", "ranked", "limits", "limit-scaling", "limit-coverage", "limit-max-batch",
			"loss", "scatter-ms-err", "trained", "train-heat", "charts", "comparison", "memory", "problems", "method",
		} {
			byID(t, doc, id)
		}
		if scene == "trained" {
			assert.Contains(t, textOf(byID(t, doc, "model-0")), "domain_twiddle")
			assert.Contains(t, textOf(byID(t, doc, "model-1")), "butterfly_unitary")
		}
	}
}

// What a study of variants needs is left out where there are none.
func TestGenericLeavesOut(t *testing.T) {
	page := render(t, genericPage(t))
	doc := parse(t, page)
	var sections []string
	for _, s := range elements(doc, "section") {
		sections = append(sections, attr(s, "id"))
	}
	assert.Equal(t, []string{"overview", "ranked", "comparison", "memory", "problems", "method"}, sections)
	rows := rowsOf(t, doc, "ranked-table")
	require.Len(t, rows, 18)
	assert.Equal(t, "Encode/code.json", rows[0]["benchmark"], "in input order")
	for _, key := range []string{"procs", "axis-", "unit-sec/op", "interval", "unit-B/s", "unit-B/op", "unit-allocs/op", "unit-tokens/op", "samples", "status", "note"} {
		assert.Contains(t, rows[0], key)
	}
	assert.Equal(t, "skip", rows[17]["status"])
	assert.Equal(t, "too small to time", rows[17]["note"])
	assert.Contains(t, textOf(byID(t, doc, "spread")), "Each dot is one sample")
	for _, word := range []string{"regret", "rfft", "truth"} {
		assert.NotContains(t, textOf(byID(t, doc, "method")), word)
	}
}

// A section without data says what fills it.
func TestMissingNamesTheCommand(t *testing.T) {
	doc := parse(t, render(t, smallPage(t)))
	for id, command := range map[string]string{
		"trained": "benchx train", "limits": "-study.preset limit", "across": "--baseline",
	} {
		assert.Contains(t, textOf(byID(t, doc, id)), command, id)
	}
	assert.Contains(t, textOf(byID(t, doc, "overview")), "None yet")
	assert.Contains(t, textOf(byID(t, doc, "memory")), "12 of 42 rows allocate nothing in a call")
	assert.Contains(t, textOf(byID(t, parse(t, render(t, brokenPage(t))), "memory")), "-benchmem")
}

func TestIncompleteRun(t *testing.T) {
	doc := parse(t, render(t, brokenPage(t)))
	top := textOf(byID(t, doc, "top"))
	assert.Contains(t, top, "Incomplete run.")
	assert.Contains(t, top, "21 failed rows")
	assert.Contains(t, textOf(byID(t, doc, "overview")), "Nothing could be measured")
	assert.Contains(t, textOf(byID(t, doc, "problems")), "run.txt:9 the run was cut off")
}

// Names are shown, never run, and never vanish.
func TestHostileNames(t *testing.T) {
	page := render(t, hostilePage(t))
	doc := parse(t, page)
	text := textOf(doc)
	for _, name := range hostileNames() {
		assert.Contains(t, text, show(name))
	}
	for _, r := range []string{"\u202e", "\u2028", "\u200b", "\x00"} {
		assert.NotContains(t, page, r)
	}
	data := unpacked(t, doc)
	ranked := data["ranked-table"]
	var variants []string
	for _, e := range ranked.column("variant").Dict {
		variants = append(variants, e.Text)
		if e.Text == `=cmd|' /C calc'!A0` {
			assert.Equal(t, `'`+e.Text, e.CSV)
			assert.Equal(t, style.Markdown(e.Text), e.Markdown)
		}
	}
	assert.Contains(t, variants, `</script><script>alert(1)</script>`)
	assert.Contains(t, variants, `\u202egnp.exe`)
}

func TestSameInputSameBytes(t *testing.T) {
	for _, scene := range []string{"demo", "baseline", "generic", "hostile", "models", "strange"} {
		assert.Equal(t, render(t, scenes()[scene](t)), render(t, scenes()[scene](t)), scene)
	}
}

func TestRenderErrors(t *testing.T) {
	require.Error(t, Render(io.Discard, Page{}))
	broken := errors.New("disk full")
	require.ErrorIs(t, Render(failingWriter{broken}, emptyPage(t)), broken)
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// 20,160 rows stay a page that one can mail: beside the pictures at most
// 400 KiB.
func TestLargePageStaysSmall(t *testing.T) {
	p := largePage(t)
	p.Figures = nil
	page := render(t, p)
	assert.LessOrEqual(t, len(page), 400<<10)
	doc := parse(t, page)
	assert.Len(t, rowsOf(t, doc, "ranked-table"), 100)
	data := unpacked(t, doc)
	assert.Equal(t, 20160, data["ranked-table"].Rows)
}
