package circuitjson

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is one thing that is wrong with a file.
type Error struct {
	Line, Column int    // from 1, in characters; 0: nowhere in particular
	Path         string // of the JSON value: blocks.ffn.nodes[2].weights
	Message      string
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:%d: ", e.Line, e.Column)
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	return b.String() + e.Message
}

// Errors are the first things that are wrong with a file, in its order.
type Errors []*Error

// Error has a line for each.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i := range e {
		lines[i] = e[i].Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives them to errors.As.
func (e Errors) Unwrap() []error {
	list := make([]error, len(e))
	for i := range e {
		list[i] = e[i]
	}
	return list
}

// maxFaults is how many faults are told.
const maxFaults = 20

// errorsOf finds where faults stand.
func errorsOf(text string, faults []fault) error {
	slices.SortStableFunc(faults, func(a, b fault) int { return a.at - b.at })
	list := make(Errors, 0, len(faults))
	for _, f := range faults[:min(len(faults), maxFaults)] {
		line, column := position(text, f.at)
		list = append(list, &Error{Line: line, Column: column, Path: pathTo(text, f.at), Message: f.says})
	}
	return list
}

// position returns the line and column of an offset.
func position(text string, at int) (line, column int) {
	before := text[:min(at, len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

// pathTo names the value that begins at an offset or the innermost that holds
// it. Only what is wrong needs a path, so that reading keeps none.
func pathTo(text string, at int) string {
	p := pathFinder{scanner: scanner{text: text}, target: at}
	p.value("")
	return p.found
}

// pathFinder walks through a text until it reaches its target.
type pathFinder struct {
	scanner
	target int
	found  string
	done   bool
}

// value walks through a value of a path.
func (p *pathFinder) value(path string) {
	c := p.peek()
	if p.done = p.done || p.pos >= p.target; p.done {
		if p.pos == p.target {
			p.found = path
		}
		return
	}
	p.found = path
	switch c {
	case '{':
		p.members(func(key string, at int) {
			to := join(path, key)
			if p.at(at, to) {
				p.value(to)
				p.leave(path)
			}
		})
	case '[':
		i := 0
		p.elements(func() {
			p.value(path + "[" + strconv.Itoa(i) + "]")
			p.leave(path)
			i++
		})
	default:
		p.skip()
	}
}

// at ends the walk where a key is the target.
func (p *pathFinder) at(key int, path string) bool {
	if key == p.target {
		p.found, p.done = path, true
	}
	if p.done {
		p.pos = len(p.text)
	}
	return !p.done
}

// leave ends the walk inside a value, or goes on in the one around it.
func (p *pathFinder) leave(path string) {
	if p.done || p.pos > p.target || p.broken != nil {
		p.done, p.pos = true, len(p.text)
		return
	}
	p.found = path
}

// join appends a key to a path; one that is no plain name is quoted.
func join(path, key string) string {
	if !isPlain(key) {
		return path + "[" + quote(key) + "]"
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// isPlain reports whether a key needs no quotes in a path.
func isPlain(key string) bool {
	for i := range len(key) {
		if c := key[i]; !isDigit(c) && c != '_' && c != '-' && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return key != ""
}

// quote quotes what a file says, no more than a line of it.
func quote(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return strconv.Quote(s)
}
