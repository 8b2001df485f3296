package circuitjson

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep arrays and objects may nest: the schema needs nine.
const maxDepth = 64

// scanner reads JSON as RFC 8259 defines it: UTF-8, one value, nothing after it.
// After the first syntax error nothing more is read: every call returns a zero
// value, so that callers need not ask after each.
type scanner struct {
	text   string
	pos    int
	depth  int
	broken *fault // the syntax error
}

// fault is something wrong at an offset of the text.
type fault struct {
	at   int
	says string
}

// fail notes a syntax error and ends the text.
func (s *scanner) fail(at int, says string) {
	if s.broken == nil {
		s.broken = &fault{at, says}
	}
	s.pos = len(s.text)
}

// peek skips white space and returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; c {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// expect takes one byte, or fails.
func (s *scanner) expect(c byte, says string) bool {
	if s.peek() != c {
		s.fail(s.pos, s.unexpected(says))
		return false
	}
	s.pos++
	return true
}

// unexpected says what was wanted where something else stands.
func (s *scanner) unexpected(want string) string {
	if s.pos >= len(s.text) {
		return "the text ends where " + want + " is wanted"
	}
	r, size := utf8.DecodeRuneInString(s.text[s.pos:])
	if r == utf8.RuneError && size <= 1 {
		return "no UTF-8"
	}
	return "unexpected " + quote(string(r)) + " where " + want + " is wanted"
}

// members calls each for every member of the object that begins here; each must
// read the member's value.
func (s *scanner) members(each func(key string, at int)) {
	s.sequence('{', '}', "a key", func() {
		at := s.pos
		if s.peek() != '"' {
			s.fail(at, s.unexpected("a key in double quotes"))
			return
		}
		key := s.str()
		if s.expect(':', "a colon after the key") {
			s.peek()
			each(key, at)
		}
	})
}

// elements calls each for every element of the array that begins here; each must
// read it.
func (s *scanner) elements(each func()) { s.sequence('[', ']', "a value", each) }

// sequence reads what stands between brackets, with commas between.
func (s *scanner) sequence(open, end byte, item string, each func()) {
	if !s.expect(open, "a value") {
		return
	}
	if s.depth++; s.depth > maxDepth {
		s.fail(s.pos-1, "nested too deep")
		return
	}
	defer func() { s.depth-- }()
	if s.peek() == end {
		s.pos++
		return
	}
	for s.broken == nil {
		if s.peek() == end {
			s.fail(s.pos, s.unexpected(item))
			return
		}
		each()
		if s.peek() == end {
			s.pos++
			return
		}
		if !s.expect(',', "a comma or "+string(end)) {
			return
		}
	}
}

// skip reads a value of any kind.
func (s *scanner) skip() {
	switch c := s.peek(); {
	case c == '{':
		s.members(func(string, int) { s.skip() })
	case c == '[':
		s.elements(s.skip)
	case c == '"':
		s.str()
	case c == '-' || isDigit(c):
		s.number()
	default:
		s.word()
	}
}

// word reads true, false or null.
func (s *scanner) word() string {
	s.peek()
	for _, w := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s.text[s.pos:], w) {
			s.pos += len(w)
			return w
		}
	}
	s.fail(s.pos, s.unexpected("a value"))
	return ""
}

// number reads a number and returns it as it is written.
func (s *scanner) number() string {
	start := s.pos
	s.take('-')
	switch {
	case s.take('0'):
	case !s.digits():
		s.fail(s.pos, s.unexpected("a digit"))
		return ""
	}
	if s.take('.') && !s.digits() {
		s.fail(s.pos, s.unexpected("a digit"))
		return ""
	}
	if s.take('e') || s.take('E') {
		if !s.take('-') {
			s.take('+')
		}
		if !s.digits() {
			s.fail(s.pos, s.unexpected("a digit"))
			return ""
		}
	}
	return s.text[start:s.pos]
}

func (s *scanner) take(c byte) bool {
	if s.pos < len(s.text) && s.text[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

// digits takes digits and reports whether there were any.
func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.text) && isDigit(s.text[s.pos]) {
		s.pos++
	}
	return s.pos > start
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// str reads the string that begins here. One without escapes is a part of the
// text and costs nothing.
func (s *scanner) str() string {
	start := s.pos + 1
	for i := start; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			s.pos = i + 1
			if !utf8.ValidString(s.text[start:i]) {
				s.fail(start, "a string that is no UTF-8")
				return ""
			}
			return s.text[start:i]
		case c == '\\':
			return s.escaped(start, i)
		case c < ' ':
			s.fail(i, "a control character in a string must be escaped")
			return ""
		}
	}
	s.fail(start-1, "a string without an end")
	return ""
}

// escaped reads a string from its first escape on.
func (s *scanner) escaped(start, escape int) string {
	var b strings.Builder
	b.WriteString(s.text[start:escape])
	for s.pos = escape; s.pos < len(s.text); {
		switch c := s.text[s.pos]; {
		case c == '"':
			s.pos++
			if !utf8.ValidString(b.String()) {
				s.fail(start, "a string that is no UTF-8")
				return ""
			}
			return b.String()
		case c == '\\':
			if !s.escape(&b) {
				return ""
			}
		case c < ' ':
			s.fail(s.pos, "a control character in a string must be escaped")
			return ""
		default:
			b.WriteByte(c)
			s.pos++
		}
	}
	s.fail(start-1, "a string without an end")
	return ""
}

// escape reads one escape sequence.
func (s *scanner) escape(b *strings.Builder) bool {
	at := s.pos
	if s.pos += 2; s.pos > len(s.text) {
		s.fail(at, "an escape without an end")
		return false
	}
	c := s.text[s.pos-1]
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		b.WriteByte("\"\\/\b\f\n\r\t"[i])
		return true
	}
	if c != 'u' {
		s.fail(at, "unknown escape "+quote(s.text[at:s.pos]))
		return false
	}
	r, ok := s.hex4()
	if ok && utf16.IsSurrogate(r) {
		ok = s.take('\\') && s.take('u')
		low, isHex := rune(0), false
		if ok {
			low, isHex = s.hex4()
		}
		r = utf16.DecodeRune(r, low)
		ok = isHex && r != utf8.RuneError
	}
	if !ok {
		s.fail(at, "a \\u escape is no character")
		return false
	}
	b.WriteRune(r)
	return true
}

// hex4 reads four hexadecimal digits.
func (s *scanner) hex4() (r rune, ok bool) {
	for range 4 {
		if s.pos >= len(s.text) {
			return 0, false
		}
		d := strings.IndexByte("0123456789abcdef", s.text[s.pos]|0x20)
		if d < 0 || s.text[s.pos] < '0' {
			return 0, false
		}
		r = r<<4 | rune(d)
		s.pos++
	}
	return r, true
}
