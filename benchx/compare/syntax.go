package compare

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// benchproc parses queries but does not say which keys a filter names, nor
// where one field of a projection ends. The functions here find that out in
// queries that benchproc has accepted, by the lexical syntax that
// golang.org/x/perf/benchproc/syntax documents.

// A token is one lexical element of a query.
type token struct {
	kind       tokenKind
	text       string // of words, unquoted
	start, end int    // in the query
}

type tokenKind byte

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenRegexp
	tokenSign // one of ( ) : @ , and at the beginning of a word - *
)

// wordEnds are the characters that end a word; a word begins with none of them,
// nor with - or *.
const wordEnds = "():@,"

// nextToken returns the token of q that begins at or after position at.
// A regexp is possible where a filter has values.
func nextToken(q string, at int, values bool) token {
	for at < len(q) {
		r, size := utf8.DecodeRuneInString(q[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += size
	}
	t := token{start: at, end: at}
	switch {
	case at == len(q):
	case strings.IndexByte(wordEnds+"-*", q[at]) >= 0:
		t.kind, t.text, t.end = tokenSign, q[at:at+1], at+1
	case values && q[at] == '/':
		t.kind, t.end = tokenRegexp, at+1+regexpLen(q[at+1:])
	case q[at] == '"':
		t.kind, t.end = tokenWord, at+1+quotedLen(q[at+1:])
		t.text, _ = strconv.Unquote(q[at:t.end])
	default:
		t.kind, t.end = tokenWord, at+wordLen(q[at:])
		t.text = q[at:t.end]
	}
	return t
}

func wordLen(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(wordEnds, r) })
	if n < 0 {
		return len(s)
	}
	return n
}

// quotedLen returns the length of a quoted word up to and with its closing
// quote.
func quotedLen(s string) int {
	for i := range len(s) {
		if s[i] == '"' && (i == 0 || s[i-1] != '\\') {
			return i + 1
		}
	}
	return len(s)
}

// regexpLen returns the length of a regexp up to and with the slash that closes
// it: the first outside brackets and parentheses that no backslash escapes.
func regexpLen(s string) int {
	class, group := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '/':
			if class == 0 && group == 0 {
				return i + 1
			}
		case '\\':
			i++
		case '[':
			class++
		case ']':
			class = max(0, class-1)
		case '(':
			if class == 0 {
				group++
			}
		case ')':
			if class == 0 {
				group--
			}
		}
	}
	return len(s)
}

// filterKeys lists the keys of a filter, in order, repetitions included.
func filterKeys(q string) (keys []string) {
	var last token
	values := false // a value may come
	list := false   // within key:( … )
	for at := 0; ; {
		t := nextToken(q, at, values)
		at = t.end
		colon := values
		values = list
		switch {
		case t.kind == tokenEnd:
			return keys
		case t.kind != tokenSign:
		case t.text == ":" && last.kind == tokenWord && !list:
			keys = append(keys, last.text)
			values = true
		case t.text == "(" && colon:
			list, values = true, true
		case t.text == ")":
			list, values = false, false
		}
		last = t
	}
}

// fieldText is one field of a projection as it is written.
type fieldText struct {
	key, order string // order is "" or "@…"
}

// splitProjection cuts a projection into its fields.
func splitProjection(q string) (fields []fieldText) {
	for at := 0; ; {
		key := nextToken(q, at, false)
		at = key.end
		switch {
		case key.kind == tokenEnd:
			return fields
		case key.kind != tokenWord:
			continue // a comma
		}
		f := fieldText{key: q[key.start:key.end]}
		if sign := nextToken(q, at, false); sign.kind == tokenSign && sign.text == "@" {
			at = orderEnd(q, sign.end)
			f.order = q[sign.start:at]
		}
		fields = append(fields, f)
	}
}

// orderEnd returns where the order ends that follows an @ at position at: a
// word, or a list in parentheses.
func orderEnd(q string, at int) int {
	t := nextToken(q, at, false)
	if t.kind != tokenSign {
		return t.end
	}
	for t.kind != tokenEnd && !(t.kind == tokenSign && t.text == ")") {
		t = nextToken(q, t.end, false)
	}
	return t.end
}
