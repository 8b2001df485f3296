package ingest

import "bytes"

const (
	escape = 0x1b // opens a terminal control sequence
	syn    = 0x16 // what a test binary puts before lines that are meant for test2json
)

// stripEscapes removes terminal control sequences, in place: CSI sequences
// (colours, cursor movements) and OSC strings (titles, links).
func stripEscapes(b []byte) []byte {
	i := bytes.IndexByte(b, escape)
	if i < 0 {
		return b
	}
	out := b[:i]
	for i < len(b) {
		if b[i] != escape {
			out = append(out, b[i])
			i++
			continue
		}
		i += sequenceLen(b[i:])
	}
	return out
}

// sequenceLen returns the length of the control sequence that b begins with.
func sequenceLen(b []byte) int {
	if len(b) < 2 {
		return len(b)
	}
	switch b[1] {
	case '[': // CSI: parameters and intermediates up to a final byte @ to ~
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] <= 0x7e {
				return i + 1
			}
			if b[i] < 0x20 || b[i] > 0x7e {
				return i
			}
		}
		return len(b)
	case ']': // OSC: up to BEL or ESC \
		for i := 2; i < len(b); i++ {
			if b[i] == 0x07 {
				return i + 1
			}
			if b[i] == escape {
				return min(i+2, len(b))
			}
		}
		return len(b)
	}
	return 2
}

// trimCR removes the carriage returns of a CRLF line end.
func trimCR(b []byte) []byte {
	for len(b) > 0 && b[len(b)-1] == '\r' {
		b = b[:len(b)-1]
	}
	return b
}

// trimMarks removes a byte order mark and test2json markers from the beginning
// of a line. Files joined by cat have the former in their middle.
func trimMarks(b []byte) []byte {
	b = bytes.TrimPrefix(b, bomUTF8)
	for len(b) > 0 && b[0] == syn {
		b = b[1:]
	}
	return b
}

// stripLogPrefix takes off what log collectors put before every line: the step
// and seconds of docker buildx ("#15 22.66 "), the time stamp of a CI log
// ("2024-05-01T10:00:00.1234567Z "). what is "" if there was none.
func stripLogPrefix(b []byte) (rest []byte, what string) {
	switch {
	case len(b) < 6:
		return b, ""
	case b[0] == '#':
		if rest, ok := cutBuildkit(b); ok {
			return rest, "step and seconds of docker buildx"
		}
	case isDigit(b[0]):
		if rest, ok := cutTimestamp(b); ok {
			return rest, "time stamp"
		}
	}
	return b, ""
}

func cutBuildkit(b []byte) (rest []byte, ok bool) {
	i := 1 + digits(b[1:])
	if i == 1 || i >= len(b) || b[i] != ' ' {
		return b, false
	}
	i++
	whole := digits(b[i:])
	i += whole
	if whole == 0 || i >= len(b) || b[i] != '.' {
		return b, false
	}
	i++
	fraction := digits(b[i:])
	i += fraction
	if fraction == 0 || i >= len(b) || b[i] != ' ' {
		return b, false
	}
	return b[i+1:], true
}

func cutTimestamp(b []byte) (rest []byte, ok bool) {
	const shape = "0000-00-00T00:00:00"
	if len(b) <= len(shape) {
		return b, false
	}
	for i := range len(shape) {
		if shape[i] == '0' && !isDigit(b[i]) || shape[i] != '0' && b[i] != shape[i] {
			return b, false
		}
	}
	i := len(shape)
	for i < len(b) && (isDigit(b[i]) || b[i] == '.' || b[i] == ':' || b[i] == '+' || b[i] == '-' || b[i] == 'Z') {
		i++
	}
	if i >= len(b) || b[i] != ' ' {
		return b, false
	}
	return b[i+1:], true
}

func isDigit(c byte) bool { return c-'0' < 10 }

// digits returns how many decimal digits b begins with.
func digits(b []byte) int {
	n := 0
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}
