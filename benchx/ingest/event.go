package ingest

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// An event is a line of go test -json, as cmd/test2json documents it.
//
// The Test field serves only to tell the end of a test from that of a package:
// test2json attributes output to the test that printed last, which for
// benchmarks is often the wrong one or none. The text itself, put together per
// package, says everything.
type event struct {
	action, pkg, test, output, importPath, failedBuild []byte
}

func (e *event) reset() {
	e.action, e.pkg, e.test = e.action[:0], e.pkg[:0], e.test[:0]
	e.output, e.importPath, e.failedBuild = e.output[:0], e.importPath[:0], e.failedBuild[:0]
}

// decode reads one event; false if b is none. An event is a flat object of
// strings and numbers with keys as test2json spells them, which makes reading
// it an order of magnitude faster than by encoding/json.
func (e *event) decode(b []byte) bool {
	e.reset()
	i := skipJSONSpace(b, 0)
	if i >= len(b) || b[i] != '{' {
		return false
	}
	for i++; ; i++ {
		key, after := plainString(b, skipJSONSpace(b, i))
		i = skipJSONSpace(b, after)
		if after < 0 || i >= len(b) || b[i] != ':' {
			return false
		}
		if i = e.member(key, b, skipJSONSpace(b, i+1)); i < 0 {
			return false
		}
		i = skipJSONSpace(b, i)
		switch {
		case i >= len(b):
			return false
		case b[i] == '}':
			return skipJSONSpace(b, i+1) == len(b)
		case b[i] != ',':
			return false
		}
	}
}

// member reads the value at b[i] and returns the index behind it, -1 if it is
// none of a flat object.
func (e *event) member(key, b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	if b[i] != '"' {
		return skipScalar(b, i)
	}
	var to *[]byte
	switch string(key) {
	case "Action":
		to = &e.action
	case "Package":
		to = &e.pkg
	case "Test":
		to = &e.test
	case "Output":
		to = &e.output
	case "ImportPath":
		to = &e.importPath
	case "FailedBuild":
		to = &e.failedBuild
	default:
		return skipString(b, i)
	}
	*to, i = appendString((*to)[:0], b, i)
	return i
}

func skipJSONSpace(b []byte, i int) int {
	for i >= 0 && i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// plainString returns the string at b[i], which has no escapes, and the index
// behind it, -1 if there is no such string.
func plainString(b []byte, i int) (s []byte, after int) {
	if i < 0 || i >= len(b) || b[i] != '"' {
		return nil, -1
	}
	for end := i + 1; end < len(b); end++ {
		switch c := b[end]; {
		case c == '"':
			return b[i+1 : end], end + 1
		case c == '\\' || c < ' ':
			return nil, -1
		}
	}
	return nil, -1
}

// skipScalar returns the index behind a number, true, false or null.
func skipScalar(b []byte, i int) int {
	start := i
	for i < len(b) {
		switch c := b[i]; {
		case isDigit(c), c >= 'a' && c <= 'z', c == '.', c == '-', c == '+', c == 'E':
			i++
		default:
			if i == start {
				return -1
			}
			return i
		}
	}
	return -1
}

// skipString returns the index behind the string at b[i].
func skipString(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return -1
}

// appendString appends the string at b[i], unescaped, and returns the index
// behind it, -1 if it is malformed.
func appendString(to, b []byte, i int) ([]byte, int) {
	for i++; i < len(b); {
		from := i
		for i < len(b) && b[i] != '"' && b[i] != '\\' && b[i] >= ' ' {
			i++
		}
		to = append(to, b[from:i]...)
		switch {
		case i+1 < len(b) && b[i] == '\\':
			to, i = appendEscape(to, b, i+1)
			if i < 0 {
				return to, -1
			}
		case i < len(b) && b[i] == '"':
			return to, i + 1
		default:
			return to, -1
		}
	}
	return to, -1
}

// appendEscape appends the character whose escape goes on at b[i], behind the
// backslash.
func appendEscape(to, b []byte, i int) ([]byte, int) {
	switch c := b[i]; c {
	case '"', '\\', '/':
		return append(to, c), i + 1
	case 'b':
		return append(to, '\b'), i + 1
	case 'f':
		return append(to, '\f'), i + 1
	case 'n':
		return append(to, '\n'), i + 1
	case 'r':
		return append(to, '\r'), i + 1
	case 't':
		return append(to, '\t'), i + 1
	case 'u':
		r, ok := hex4(b, i+1)
		if !ok {
			return to, -1
		}
		i += 5
		if utf16.IsSurrogate(r) {
			second := rune(-1)
			if i+1 < len(b) && b[i] == '\\' && b[i+1] == 'u' {
				second, _ = hex4(b, i+2)
			}
			if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
				i += 6
			}
		}
		return utf8.AppendRune(to, r), i
	}
	return to, -1
}

func hex4(b []byte, i int) (rune, bool) {
	if i+4 > len(b) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[i:i+4]), 16, 32) // takes no sign
	return rune(n), err == nil
}
