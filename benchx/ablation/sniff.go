package ablation

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Format is a form in which a report may be stored.
type Format int

// The formats.
const (
	FormatNone Format = iota // no report
	FormatJSON               // ReadJSON
	FormatRows               // ReadRowsCSV
)

// Sniff tells from the first bytes of a file, 512 are plenty, whether it may
// hold a report. A JSON object counts unless it is an event of test2json; the
// reader then says whether it really is one.
func Sniff(head []byte) Format {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	text := bytes.TrimLeft(head, " \t\r\n")
	if len(text) > 0 && text[0] == '{' {
		if isTestEvent(text) {
			return FormatNone
		}
		return FormatJSON
	}
	line, _, _ := strings.Cut(string(head), "\n")
	if isRowsHeader(strings.Split(strings.TrimSuffix(line, "\r"), ",")) {
		return FormatRows
	}
	return FormatNone
}

// isTestEvent reports whether a JSON object opens like an event of
// `go test -json`: {"Time":…, {"Action":… or {"ImportPath":….
func isTestEvent(text []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(text))
	for range 2 { // the brace, then the first key
		token, err := dec.Token()
		if err != nil {
			return false
		}
		switch token {
		case "Time", "Action", "ImportPath":
			return true
		}
	}
	return false
}
