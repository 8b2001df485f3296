package circuitjson

import "unicode/utf8"

// string writes a string. What is no UTF-8 cannot be written.
func (w *writer) string(s string) {
	if !utf8.ValidString(s) {
		w.fail("%s is no UTF-8", quote(s))
	}
	w.spare = appendString(w.spare[:0], s)
	w.w.Write(w.spare)
}

// appendString appends a JSON string.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
