package style

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"FFT/n=64":         "FFT/n=64",
		"快速傅里叶 é µ":        "快速傅里叶 é µ",
		"a\nb\tc":          `a\nb\tc`,
		"\x1b[31mred":      `\x1b[31mred`,
		"user\u202eexe":    `user\u202eexe`,
		"zero\u200bwidth":  `zero\u200bwidth`,
		"\ufeffbom":        `\ufeffbom`,
		"broken\xff\xc3":   `broken\xff\xc3`,
		"line\u2028sep":    `line\u2028sep`,
		"10\u202f000":      "10\u202f000",
		"<b>&amp;":         "<b>&amp;",
		"replaced\ufffdok": `replaced\ufffdok`,
		"":                 "",
	} {
		assert.Equal(t, want, Visible(in))
		assert.Equal(t, want, Terminal(in))
	}
}

func TestMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"":                  Missing,
		"FFT/n=64":          "`FFT/n=64`",
		"@here #1":          "`@here #1`",
		"a|b":               "`a\\|b`",
		"a`b":               "``a`b``",
		"`a``":              "``` `a`` ```",
		"line\nbreak":       "`line\\nbreak`",
		" both ":            "`  both  `",
		"</script><!--":     "`</script><!--`",
		`back\|slash @here`: "<code>back&#92;&#124;slash &#64;<wbr>here</code>",
	} {
		assert.Equal(t, want, Markdown(in))
	}
}

// GitHub's parser looks for no fence of more than 80 backticks.
func TestManyBackticks(t *testing.T) {
	assert.Equal(t, strings.Repeat("`", 20)+" "+strings.Repeat("`", 19)+" "+strings.Repeat("`", 20), Code(strings.Repeat("`", 19)))
	want := "<code>a" + strings.Repeat("&#96;", 80) + "</code>"
	assert.Equal(t, want, Code("a"+strings.Repeat("`", 80)))
	assert.Equal(t, want, Markdown("a"+strings.Repeat("`", 80)))
}

func TestMarkdownName(t *testing.T) {
	for in, want := range map[string]string{
		"":                                      Missing,
		"FFT/n=64":                              "`FFT/n=64`",
		"a|b/c":                                 "`a\\|b/c`",
		"FFT/variant=op_fft/dir=forward/n=64-2": "<code>FFT/<wbr>variant=op_fft/<wbr>dir=forward/<wbr>n=64-2</code>",
		"FFT/<b>@here #1 www.example.com|`a`":   "<code>FFT/<wbr>&#60;b&#62;&#64;<wbr>here &#35;1 www&#46;example&#46;com&#124;&#96;a&#96;</code>",
		"FFT/_em_/phasis=__strong__/so/it/is_not": "<code>FFT/<wbr>&#95;em&#95;/<wbr>phasis=&#95;&#95;strong&#95;&#95;/<wbr>so/<wbr>it/<wbr>is_not</code>",
		"NoSlashInThisNameOfThirtyOneChars":       "`NoSlashInThisNameOfThirtyOneChars`",
	} {
		assert.Equal(t, want, MarkdownName(in))
	}
}

func TestCode(t *testing.T) {
	for in, want := range map[string]string{
		"":                  Missing,
		"a|b":               "`a|b`",
		`back\|slash @here`: "`back\\|slash @here`",
		"a`b":               "``a`b``",
		"line\nbreak":       "`line\\nbreak`",
	} {
		assert.Equal(t, want, Code(in))
	}
}

// TestMarkdownIsOneCell reads every cell back by the rules of GFM's table and
// code span: no unescaped bar, one line, and the text itself inside.
func TestMarkdownIsOneCell(t *testing.T) {
	name := rapid.StringOf(rapid.SampledFrom([]rune("a`|\\ \n@#<>&")))
	rapid.Check(t, func(t *rapid.T) {
		s := name.Draw(t, "s")
		cell := Markdown(s)
		assert.NotContains(t, cell, "\n")
		if s == "" || strings.HasPrefix(cell, "<code>") {
			assert.NotContains(t, cell, "|")
			assert.NotContains(t, cell, "@")
			return
		}
		for i := range len(cell) {
			if cell[i] == '|' {
				assert.True(t, cell[i-1] == '\\' && cell[i-2] != '\\', "bar ends the cell: %q", cell)
			}
		}
		span := strings.ReplaceAll(cell, `\|`, "|")
		fence := span[:len(span)-len(strings.TrimLeft(span, "`"))]
		inner := strings.TrimSuffix(strings.TrimPrefix(span, fence), fence)
		assert.NotContains(t, "x"+inner+"x", fence, "the span ends early")
		if strings.HasPrefix(inner, " ") && strings.HasSuffix(inner, " ") && strings.Trim(inner, " ") != "" {
			inner = inner[1 : len(inner)-1]
		}
		assert.Equal(t, Visible(s), inner)
	})
}

func TestCSVCell(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "name": "name", "=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
		"+1": "+1", "-1.5e-7": "-1.5e-7", "-": "'-", "@SUM(A1)": "'@SUM(A1)", "\tx": "'\tx",
		"\rx": "'\rx", "-2+3": "'-2+3", "1=1": "1=1",
	} {
		assert.Equal(t, want, CSVCell(in))
	}
}

func TestShorten(t *testing.T) {
	assert.Equal(t, "short", Shorten("short", 5))
	assert.Equal(t, "ab…ij", Shorten("abcdefghij", 5))
	assert.Equal(t, "…", Shorten("abc", 1))
	assert.Equal(t, "快速…里叶", Shorten("快速快速傅里叶", 5))
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.String().Draw(t, "s"), rapid.IntRange(1, 50).Draw(t, "n")
		assert.LessOrEqual(t, utf8.RuneCountInString(Shorten(s, n)), max(n, 0))
	})
}
