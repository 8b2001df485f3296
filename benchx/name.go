package benchx

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// An Axis is one key=value part of a benchmark's name.
type Axis struct{ Key, Value string }

// At returns the axis key=value, the value printed as fmt.Sprint prints it.
func At(key string, value any) Axis { return Axis{Key: key, Value: fmt.Sprint(value)} }

// Name returns the full name that Run gives to the cell at axes in the
// benchmark function fn: "BenchmarkSort/algo=pdq/n=1000".
func Name(fn string, axes []Axis) string { return fn + "/" + join(axes) }

func join(axes []Axis) string {
	var s strings.Builder
	for i, a := range axes {
		if i > 0 {
			s.WriteByte('/')
		}
		s.WriteString(a.Key)
		s.WriteByte('=')
		s.WriteString(a.Value)
	}
	return s.String()
}

// checkAxes refuses axes that would not come back from the text as they went
// in: package testing splits names at slashes and rewrites blanks and
// non-printing characters.
func checkAxes(axes []Axis) error {
	if len(axes) == 0 {
		return errors.New("a cell needs at least one axis to be named by")
	}
	for _, a := range axes {
		if a.Key == "" || strings.ContainsFunc(a.Key, unfitAxis) || strings.Contains(a.Key, "=") {
			return fmt.Errorf("axis key %q must be non-empty, printable and free of blanks, '/' and '='", a.Key)
		}
		if a.Value == "" || strings.ContainsFunc(a.Value, unfitAxis) {
			return fmt.Errorf("value %q of axis %s must be non-empty, printable and free of blanks and '/'", a.Value, a.Key)
		}
	}
	return nil
}

func unfitAxis(r rune) bool { return r == '/' || unfit(r) }

// unfit reports whether r would end or spoil a word of the text: a part of a
// name, a unit, the key of a fact.
func unfit(r rune) bool {
	return r == unicode.ReplacementChar || unicode.IsSpace(r) || !strconv.IsPrint(r)
}
