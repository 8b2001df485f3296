package ingest

import (
	"unicode"
	"unicode/utf8"
)

// field returns the length of the field that b begins with: everything up to
// white space, as unicode.IsSpace has it.
func field(b []byte) int {
	i := 0
	for i < len(b) {
		c := b[i]
		if c > ' ' && c < utf8.RuneSelf {
			i++
			continue
		}
		n := spaceLen(b[i:])
		if n > 0 {
			return i
		}
		if c < utf8.RuneSelf {
			i++
			continue
		}
		_, size := utf8.DecodeRune(b[i:])
		i += size
	}
	return i
}

// blanks returns the length of the white space that b begins with.
func blanks(b []byte) int {
	i := 0
	for i < len(b) {
		n := spaceLen(b[i:])
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// asciiSpace has a bit set for each ASCII character that is white space.
const asciiSpace uint64 = 1<<'\t' | 1<<'\n' | 1<<'\v' | 1<<'\f' | 1<<'\r' | 1<<' '

// spaceLen returns the length of the white-space character that b begins with,
// 0 if there is none. b must not be empty.
func spaceLen(b []byte) int {
	c := b[0]
	if c < utf8.RuneSelf {
		if c <= ' ' && asciiSpace>>c&1 != 0 {
			return 1
		}
		return 0
	}
	if r, size := utf8.DecodeRune(b); unicode.IsSpace(r) {
		return size
	}
	return 0
}
