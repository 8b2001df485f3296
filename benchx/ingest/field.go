package ingest

import (
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Classes of bytes, for cutting lines into fields.
const (
	inField  = iota // ASCII, no white space
	asciiGap        // ASCII white space
	wide            // part of a character beyond ASCII
)

// classes is a table so that cutting takes one look per byte. It is only read.
var classes = func() (t [256]uint8) {
	for _, c := range " \t\n\v\f\r" {
		t[c] = asciiGap
	}
	for c := utf8.RuneSelf; c < len(t); c++ {
		t[c] = wide
	}
	return t
}()

// field returns the length of the field that b begins with: everything up to
// white space, as unicode.IsSpace has it.
func field(b []byte) int {
	i := 0
	for i < len(b) {
		switch classes[b[i]] {
		case inField:
			i++
		case asciiGap:
			return i
		default:
			r, size := utf8.DecodeRune(b[i:])
			if unicode.IsSpace(r) {
				return i
			}
			i += size
		}
	}
	return i
}

// eightBlanks is what the padding of names and numbers is made of.
const eightBlanks = 0x2020202020202020

// blanks returns the length of the white space that b begins with.
func blanks(b []byte) int {
	i := 0
	for i < len(b) {
		switch classes[b[i]] {
		case inField:
			return i
		case asciiGap:
			i++
			for i+8 <= len(b) {
				other := binary.LittleEndian.Uint64(b[i:]) ^ eightBlanks
				i += bits.TrailingZeros64(other) / 8 // 8 for none
				if other != 0 {
					break
				}
			}
		default:
			r, size := utf8.DecodeRune(b[i:])
			if !unicode.IsSpace(r) {
				return i
			}
			i += size
		}
	}
	return i
}

// ends reports whether a field ends at b[i]: at ASCII white space or the end of
// b. White space beyond ASCII is left to field.
func ends(b []byte, i int) bool { return i == len(b) || classes[b[i]] == asciiGap }
