package benchx

import (
	"regexp"
	"strings"
)

// A filter selects benchmarks by their full names as -bench and -skip do: a
// pattern is a sequence of regular expressions separated by slashes, one for
// each level of the name, or several such sequences separated by bars.
type filter [][]*regexp.Regexp

// selector returns the predicate that -bench=bench and -skip=skip stand for.
func selector(bench, skip string) (func(name string) bool, error) {
	want, err := newFilter(bench)
	if err != nil {
		return nil, err
	}
	var refuse filter
	if skip != "" {
		if refuse, err = newFilter(skip); err != nil {
			return nil, err
		}
	}
	return func(name string) bool {
		levels := strings.Split(name, "/")
		return want.matches(levels) && !refuse.matches(levels)
	}, nil
}

func newFilter(pattern string) (filter, error) {
	var f filter
	for _, sequence := range splitOutside(pattern, '|') {
		var levels []*regexp.Regexp
		for _, level := range splitOutside(sequence, '/') {
			re, err := regexp.Compile(strings.Map(blankToUnderscore, level))
			if err != nil {
				return nil, err
			}
			levels = append(levels, re)
		}
		f = append(f, levels)
	}
	return f, nil
}

// matches reports whether the first sequence that fits levels as far as both
// go is not longer than levels: if it is, testing takes the benchmark for the
// container of the one that is meant, and looks no further.
func (f filter) matches(levels []string) bool {
	for _, sequence := range f {
		if fits(sequence, levels) {
			return len(sequence) <= len(levels)
		}
	}
	return false
}

func fits(sequence []*regexp.Regexp, levels []string) bool {
	for i := range min(len(sequence), len(levels)) {
		if !sequence[i].MatchString(levels[i]) {
			return false
		}
	}
	return true
}

// splitOutside splits s at each sep that stands outside of brackets and
// parentheses and is not escaped.
func splitOutside(s string, sep byte) []string {
	var parts []string
	brackets, parens, start := 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '[':
			brackets++
		case c == ']':
			brackets = max(brackets-1, 0)
		case c == '(' && brackets == 0:
			parens++
		case c == ')' && brackets == 0:
			parens--
		case c == sep && brackets == 0 && parens == 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// blankToUnderscore is what testing does to the blanks of a name.
func blankToUnderscore(r rune) rune {
	if r == ' ' || r == '\t' {
		return '_'
	}
	return r
}
