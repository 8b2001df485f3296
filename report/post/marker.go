package post

import (
	"fmt"
	"net/url"
	"strings"
	"time"
)

// marker is the hidden first line of a comment. It is how the next run knows
// the comment again and whether it is older.
type marker struct {
	Key  string
	SHA  string
	Base string
	Time time.Time // in UTC, whole seconds; zero if somebody damaged it
}

const (
	markerStart = "<!-- benchx:v1 "
	markerEnd   = " -->"
)

// String returns the line without its line break.
func (m marker) String() string {
	return markerStart + "key=" + escape(m.Key) + " sha=" + escape(m.SHA) + " base=" + escape(m.Base) +
		" t=" + m.Time.UTC().Format(time.RFC3339) + markerEnd
}

// readMarker splits a comment into its marker and the rest. It is not ok
// unless the comment starts with a marker that names a key: a marker further
// down is a quotation.
func readMarker(text string) (m marker, body string, ok bool) {
	rest, ok := strings.CutPrefix(text, markerStart)
	if !ok {
		return marker{}, "", false
	}
	line, body, _ := strings.Cut(rest, "\n")
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\r"), markerEnd)
	for field := range strings.FieldsSeq(line) {
		name, value, _ := strings.Cut(field, "=")
		value, err := url.PathUnescape(value)
		if err != nil {
			continue
		}
		switch name {
		case "key":
			m.Key = value
		case "sha":
			m.SHA = value
		case "base":
			m.Base = value
		case "t":
			t, _ := time.Parse(time.RFC3339, value) // a damaged time is older than any
			m.Time = t.UTC().Truncate(time.Second)
		}
	}
	return m, body, m.Key != ""
}

// escape writes a value without spaces, and without anything that could close
// the comment or open a tag: all but harmless ASCII is percent-encoded, and so
// is every hyphen that follows another.
func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '-' && i > 0 && s[i-1] == '-', !plain(c):
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func plain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._/:+,", c) >= 0
}

// draft is a comment ready to be stored.
type draft struct {
	marker marker
	body   string
	quiet  bool // not worth a new comment
}

func (d draft) text() string { return d.marker.String() + "\n" + d.body }

// same reports whether two stored texts say the same: all but the time of the
// run. Forges may change line ends and outer blanks.
func same(a, b draft) bool {
	a.marker.Time, b.marker.Time = time.Time{}, time.Time{}
	return a.marker == b.marker && tidy(a.body) == tidy(b.body)
}

func tidy(body string) string { return strings.TrimSpace(strings.ReplaceAll(body, "\r\n", "\n")) }
