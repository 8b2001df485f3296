package memory

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/report/style"
)

// decode reads one valid JSON value into v, which points to a struct. Package
// json takes keys in any case, twice or unknown, and null for everything; a shape
// made of the same struct does not, and says where.
func decode(text []byte, v any) error {
	c := checker{text: text}
	if err := c.value(shapeOf(reflect.TypeOf(v).Elem()), nil); err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// checkSyntax says why a text is not one JSON value, and where.
func checkSyntax(text []byte) error {
	if !utf8.Valid(text) {
		return fmt.Errorf("it is not UTF-8")
	}
	if json.Valid(text) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	var skip json.RawMessage
	err := d.Decode(&skip)
	switch at := d.InputOffset(); {
	case err == io.EOF:
		return fmt.Errorf("it is empty")
	case err != nil:
		return fmt.Errorf("byte %d: %w", at, err)
	default:
		return fmt.Errorf("byte %d: there is more behind the end", at)
	}
}

// shape is what a JSON value must look like.
type shape struct {
	kind   reflect.Kind // Struct, Slice, Map, String, Int64, Float64 or Bool
	null   bool         // null is a value, too
	of     *shape       // of the elements
	fields map[string]*field
	needed int // fields that must be there
}

type field struct {
	shape    *shape
	index    int
	optional bool
}

var layerType = reflect.TypeFor[Layer]()

// shapeOf makes a shape of a Go type with the tags of package json: what may be
// left out is optional.
func shapeOf(t reflect.Type) *shape {
	s := &shape{kind: t.Kind()}
	switch t.Kind() {
	case reflect.Pointer:
		s = shapeOf(t.Elem())
		s.null = true
	case reflect.Slice, reflect.Map:
		s.of = shapeOf(t.Elem())
	case reflect.Int:
		s.kind, s.null = reflect.Int64, t == layerType
	case reflect.Struct:
		s.fields = make(map[string]*field, t.NumField())
		for i := range t.NumField() {
			name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			f := &field{shape: shapeOf(t.Field(i).Type), index: i, optional: options == "omitempty"}
			s.fields[name] = f
			if !f.optional {
				s.needed++
			}
		}
	}
	return s
}

// checker walks over valid JSON and holds it to a shape.
type checker struct {
	text []byte
	at   int
}

// place is the way to a value; a nil one leads to the whole.
type place struct {
	up    *place
	key   string
	index int // of a list; -1: it has a key
}

func (p *place) String() string {
	switch {
	case p == nil:
		return ""
	case p.index >= 0:
		return fmt.Sprintf("%s[%d]", p.up, p.index)
	case p.up == nil:
		return p.key
	}
	return p.up.String() + "." + p.key
}

// errorf is an error at a place.
func (p *place) errorf(format string, args ...any) error {
	if p == nil {
		return fmt.Errorf(format, args...)
	}
	return fmt.Errorf("%s: %w", p, fmt.Errorf(format, args...))
}

// next returns the byte that the next token begins with.
func (c *checker) next() byte {
	for {
		switch b := c.text[c.at]; b {
		case ' ', '\t', '\n', '\r', ',', ':':
			c.at++
		default:
			return b
		}
	}
}

func (c *checker) value(s *shape, p *place) error {
	first := c.next()
	if first == 'n' && s.null {
		c.at += len("null")
		return nil
	}
	switch s.kind {
	case reflect.Struct, reflect.Map:
		if first != '{' {
			return p.errorf("want an object, not %s", brief(c.word()))
		}
		return c.object(s, p)
	case reflect.Slice:
		if first != '[' {
			return p.errorf("want a list, not %s", brief(c.word()))
		}
		return c.list(s, p)
	case reflect.String:
		if first != '"' {
			return p.errorf("want a text, not %s", brief(c.word()))
		}
		c.string()
		return nil
	case reflect.Bool:
		if word := c.word(); word != "true" && word != "false" {
			return p.errorf("want true or false, not %s", brief(word))
		}
		return nil
	}
	return c.number(s, p)
}

func (c *checker) number(s *shape, p *place) error {
	word := c.word()
	if s.kind == reflect.Float64 {
		if _, err := strconv.ParseFloat(word, 64); err != nil {
			return p.errorf("want a number, not %s", brief(word))
		}
		return nil
	}
	if _, err := strconv.ParseInt(word, 10, 64); err != nil {
		return p.errorf("want a whole number of 63 bits, not %s", brief(word))
	}
	return nil
}

// word takes the next token, or says what begins there.
func (c *checker) word() string {
	start := c.at
	switch c.text[start] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		c.string()
		return string(c.text[start:c.at])
	}
	for c.at < len(c.text) && strings.IndexByte(",]} \t\r\n", c.text[c.at]) < 0 {
		c.at++
	}
	return string(c.text[start:c.at])
}

// brief shortens a token for an error.
func brief(word string) string { return style.Shorten(word, 40) }

// string takes a string and returns what stands between its quotes.
func (c *checker) string() []byte {
	start := c.at + 1
	for c.at = start; c.text[c.at] != '"'; c.at++ {
		if c.text[c.at] == '\\' {
			c.at++
		}
	}
	c.at++
	return c.text[start : c.at-1]
}

// skip takes a value of any shape.
func (c *checker) skip() {
	depth := 0
	for {
		switch c.next() {
		case '{', '[':
			depth++
			c.at++
		case '}', ']':
			depth--
			c.at++
		default:
			c.word()
		}
		if depth == 0 {
			return
		}
	}
}

// find returns the value of a key of the outermost object as it stands there, ""
// where there is none.
func (c *checker) find(key string) string {
	if c.next() != '{' {
		return ""
	}
	for c.at++; c.next() != '}'; {
		name := string(c.string())
		c.next()
		start := c.at
		c.skip()
		if name == key {
			return string(c.text[start:c.at])
		}
	}
	return ""
}

func (c *checker) list(s *shape, p *place) error {
	c.at++
	for i := 0; c.next() != ']'; i++ {
		if err := c.value(s.of, &place{up: p, index: i}); err != nil {
			return err
		}
	}
	c.at++
	return nil
}

func (c *checker) object(s *shape, p *place) error {
	c.at++
	seen, needed := uint64(0), 0
	var names map[string]bool // of a map
	for c.next() != '}' {
		raw := c.string()
		if s.kind == reflect.Map {
			if names == nil {
				names = map[string]bool{}
			}
			name := unquote(raw)
			if names[name] {
				return p.errorf("the key %q is there twice", name)
			}
			names[name] = true
			if err := c.value(s.of, &place{up: p, key: name, index: -1}); err != nil {
				return err
			}
			continue
		}
		f, ok := s.fields[string(raw)]
		if !ok {
			return p.errorf("unknown key %q, want one of %v", unquote(raw), slices.Sorted(maps.Keys(s.fields)))
		}
		if seen&(1<<f.index) != 0 {
			return p.errorf("the key %q is there twice", raw)
		}
		seen |= 1 << f.index
		if !f.optional {
			needed++
		}
		if err := c.value(f.shape, &place{up: p, key: string(raw), index: -1}); err != nil {
			return err
		}
	}
	c.at++
	if s.kind == reflect.Struct && needed < s.needed {
		return p.errorf("no %s", s.missing(seen))
	}
	return nil
}

// missing returns the first key in alphabetical order that is needed and was not
// seen.
func (s *shape) missing(seen uint64) string {
	for _, name := range slices.Sorted(maps.Keys(s.fields)) {
		if f := s.fields[name]; !f.optional && seen&(1<<f.index) == 0 {
			return name
		}
	}
	return ""
}

// unquote turns what stands between quotes into the text that is meant.
func unquote(raw []byte) string {
	var s string
	if json.Unmarshal(slices.Concat([]byte{'"'}, raw, []byte{'"'}), &s) != nil {
		return string(raw)
	}
	return s
}
