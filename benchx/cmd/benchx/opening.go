package main

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/report/style"
)

// opening keeps the first lines of a text: where a run has no results, they say
// why (a flag that its test binary does not know, a test that fails).
type opening struct{ head []byte }

// How much of a text is quoted.
const (
	openingBytes = 4 << 10
	openingLines = 6
	openingWidth = 160
)

// Write keeps what still fits, and never fails.
func (o *opening) Write(p []byte) (int, error) {
	o.head = append(o.head, p[:min(len(p), openingBytes-len(o.head))]...)
	return len(p), nil
}

// quote returns the first lines that hold something, indented and shortened,
// safe to print on a terminal.
func (o *opening) quote() string {
	var lines []string
	for line := range bytes.Lines(o.head) {
		text := strings.ReplaceAll(strings.TrimSpace(string(line)), "\t", "  ")
		if text == "" {
			continue
		}
		if len(lines) == openingLines {
			lines = append(lines, "  …")
			break
		}
		lines = append(lines, "  "+style.Terminal(shorten(text, openingWidth)))
	}
	return strings.Join(lines, "\n")
}

func shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
