package style

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns s with everything that a reader could not see, or that would
// change how the rest reads, as a Go escape: control and bidirectional
// characters, zero-width ones, line breaks, broken UTF-8. It is for text of an
// HTML page; html/template does the rest.
func Visible(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s // the common case; invalid UTF-8 decodes as RuneError, which is hidden
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case hidden(r):
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		default:
			b.WriteRune(r)
		}
		s = s[size:]
	}
	return b.String()
}

// hidden reports whether r is shown as an escape. Spaces other than the plain
// one are visible enough; formats (bidi controls, joiners), controls, line and
// paragraph separators, private and unassigned characters are not.
func hidden(r rune) bool {
	if r == utf8.RuneError {
		return true
	}
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r)
}

// Terminal returns s safe to print on a terminal: no escape sequence, carriage
// return or bidirectional override gets through.
func Terminal(s string) string { return Visible(s) }

// Markdown returns s as one cell of a GitHub table: a code span, so that
// nothing in it is markup, a mention or an issue link. The empty string is
// Missing.
func Markdown(s string) string {
	if s == "" {
		return Missing
	}
	s = Visible(s)
	if strings.Contains(s, `\|`) {
		// The table parser reads `\\|` as an escaped backslash and a cell
		// border: no code span can hold a backslash before a bar.
		return codeElement(s)
	}
	return strings.ReplaceAll(codeSpan(s), "|", `\|`)
}

// wideName is how many characters of a name a table has room for in one line.
const wideName = 30

// MarkdownName is Markdown for a benchmark's name: a long one may break after
// each slash, where a code span would push the rest of the row out of sight.
func MarkdownName(s string) string {
	s = Visible(s)
	if utf8.RuneCountInString(s) <= wideName || !strings.Contains(s, "/") {
		return Markdown(s)
	}
	return "<code>" + strings.ReplaceAll(entities(s, harmless), "/", "/<wbr>") + "</code>"
}

// harmless reports whether the character at s[i] is no markup there.
func harmless(s string, i int) bool {
	switch s[i] {
	case '/', '=', ',', '-':
		return true
	case '_': // within a word it emphasises nothing
		return i > 0 && i+1 < len(s) && alphanumeric(s[i-1]) && alphanumeric(s[i+1])
	}
	return false
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Code returns s as a code span in running Markdown, outside tables, with the
// same promise as Markdown.
func Code(s string) string {
	if s == "" {
		return Missing
	}
	return codeSpan(Visible(s))
}

// longestFence is how many backticks open a code span at most: GitHub's parser
// takes more than 80 for text.
const longestFence = 20

func codeSpan(s string) string {
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	if len(fence) > longestFence {
		return codeElement(s)
	}
	pad := ""
	if strings.Trim(s, " ") != "" && (s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ') {
		pad = " " // a code span strips one space at both ends, unless it is all spaces
	}
	return fence + pad + s + pad + fence
}

func codeElement(s string) string {
	return "<code>" + entities(s, func(string, int) bool { return false }) + "</code>"
}

// entities writes ASCII punctuation as character references, but where keep
// says that it may stay.
func entities(s string, keep func(s string, i int) bool) string {
	var b strings.Builder
	for i, r := range s {
		if r < utf8.RuneSelf && (unicode.IsPunct(r) || unicode.IsSymbol(r)) && !keep(s, i) {
			fmt.Fprintf(&b, "&#%d;", r)
			if r == '@' {
				b.WriteString("<wbr>") // else GitHub finds addresses of mail in what the references spell
			}
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func longestRun(s string, c byte) (longest int) {
	run := 0
	for i := range len(s) {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// CSVCell returns s with a ' before it where a spreadsheet would take it for a
// formula (= + - @, tab, carriage return in front). Numbers stay numbers.
// Quoting is encoding/csv's.
func CSVCell(s string) string {
	if s == "" || !strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return s
	}
	return "'" + s
}

// Shorten returns s with at most limit characters; what does not fit is cut
// out of the middle, where names differ least, and marked by "…".
func Shorten(s string, limit int) string {
	if limit < 1 || utf8.RuneCountInString(s) <= limit {
		return s
	}
	r := []rune(s)
	head := limit / 2
	tail := limit - 1 - head
	return string(r[:head]) + "…" + string(r[len(r)-tail:])
}
