package comment_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

// checkStructure reads a comment by the rules of GitHub's Markdown as far as
// they matter here and reports whatever a name or a cut could have broken: a
// fold left open, a table row with another number of cells than its head, text
// outside code that is markup, a mention or a link to an issue.
func checkStructure(t assert.TestingT, text string) {
	depth, cells := 0, 0
	for _, l := range strings.Split(text, "\n") {
		tags := withoutCode(l)
		depth += strings.Count(tags, "<details>") - strings.Count(tags, "</details>")
		assert.True(t, depth == 0 || depth == 1, "folds: %q", l)
		assert.Equal(t, strings.Count(tags, "<summary>"), strings.Count(tags, "</summary>"), l)
		if !strings.HasPrefix(l, "|") {
			cells = 0
			checkInline(t, l, l)
			continue
		}
		fields := splitCells(l)
		if cells == 0 {
			cells = len(fields)
		}
		assert.Len(t, fields, cells, l)
		for _, f := range fields {
			checkInline(t, strings.ReplaceAll(f, `\|`, "|"), l)
		}
	}
	assert.Zero(t, depth, "a fold is left open")
}

// splitCells splits a row of a table at its bars, as GitHub does: before any
// code span is looked for.
func splitCells(row string) (cells []string) {
	row = strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|")
	from := 0
	for i := range len(row) {
		if row[i] != '|' {
			continue
		}
		escapes := 0
		for i-escapes > 0 && row[i-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			cells = append(cells, row[from:i])
			from = i + 1
		}
	}
	return append(cells, row[from:])
}

// own is the markup that a comment has outside code spans.
var own = regexp.MustCompile(`^(### |- )|</?(details|summary)>|\[Full report\]\(<https://example\.org/[^<>]*>\)|\*\*[A-Z][A-Za-z ]*:?\*\*|\*\*and\*\*|&lt;|<code>([^<>@|` + "`" + `]|<wbr>)*</code>`)

func checkInline(t assert.TestingT, text, where string) {
	rest := own.ReplaceAllString(withoutCode(text), "")
	assert.NotContains(t, rest, "`", where)
	assert.NotRegexp(t, `[@<>*~\\]|#|!\[|\]\(|&|https?:`, rest, where)
	for _, r := range text {
		if r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			assert.Fail(t, "a character that cannot be seen", "%U in %q", r, where)
		}
	}
}

// longestFence is how many backticks GitHub's parser takes for a fence.
const longestFence = 80

// withoutCode cuts the code spans out: a run of backticks opens one, and the
// next run of the same length closes it.
func withoutCode(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		i := strings.IndexByte(s, '`')
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[i:]
		n := len(s) - len(strings.TrimLeft(s, "`"))
		end := closing(s[n:], n)
		if end < 0 || n > longestFence {
			b.WriteString(s[:n]) // opens nothing
			s = s[n:]
			continue
		}
		s = s[n+end+n:]
	}
	return b.String() + s
}

// closing finds the run of exactly n backticks.
func closing(s string, n int) int {
	for i := 0; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		if run == n {
			return i
		}
		i += run
	}
	return -1
}

// The checker itself must see what it is there for.
func TestCheckStructureSees(t *testing.T) {
	for _, bad := range []string{
		"<details><summary>a</summary>\n", "</details>", "| a | b |\n|--|--|\n| a |\n", "| a |\n| `a|b` |\n",
		"hello @here", "see #12", "<b>", "`open", "[a](b)", "\u202e", "https://example.com",
	} {
		var seen recorder
		checkStructure(&seen, bad)
		assert.True(t, seen.failed, "%q", bad)
	}
	var seen recorder
	checkStructure(&seen, "### a `@here #12 <b>`: 1\n\n| ``a`\\|b`` | 1 |\n|:--|--:|\n| `` `x `` | 2 |\n\n<details><summary>a</summary>\n\nb\n\n</details>\n")
	assert.False(t, seen.failed)
}

type recorder struct{ failed bool }

func (r *recorder) Errorf(string, ...any) { r.failed = true }
