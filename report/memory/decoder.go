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

// decode reads one valid JSON value into v, which points to a struct with the
// tags of package json. That package takes keys in any case, twice or unknown,
// and null for everything; this does not, says where, and is faster.
func decode(text []byte, v any) error {
	d := decoder{text: text, common: map[string]string{}}
	to := reflect.ValueOf(v).Elem()
	return d.value(shapeOf(to.Type()), to, nil)
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
	name     string
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
			f := &field{name: name, shape: shapeOf(t.Field(i).Type), index: i, optional: options == "omitempty"}
			s.fields[name] = f
			if !f.optional {
				s.needed++
			}
		}
	}
	return s
}

// decoder walks over valid JSON, holds it to a shape and takes it over.
type decoder struct {
	text   []byte
	at     int
	common map[string]string // texts that come again and again, kept once
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
func (d *decoder) next() byte {
	for {
		switch b := d.text[d.at]; b {
		case ' ', '\t', '\n', '\r', ',', ':':
			d.at++
		default:
			return b
		}
	}
}

func (d *decoder) value(s *shape, to reflect.Value, p *place) error {
	first := d.next()
	if first == 'n' && s.null {
		d.at += len("null")
		if to.Type() == layerType {
			to.SetInt(int64(NoLayer))
		}
		return nil
	}
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	want := ""
	switch s.kind {
	case reflect.Struct, reflect.Map:
		if first == '{' {
			return d.object(s, to, p)
		}
		want = "an object"
	case reflect.Slice:
		if first == '[' {
			return d.list(s, to, p)
		}
		want = "a list"
	case reflect.String:
		if first == '"' {
			to.SetString(d.keep(d.string()))
			return nil
		}
		want = "a text"
	case reflect.Bool:
		if first == 't' || first == 'f' {
			to.SetBool(d.word() == "true")
			return nil
		}
		want = "true or false"
	default:
		return d.number(s, to, p)
	}
	return p.errorf("want %s, not %s", want, brief(d.word()))
}

func (d *decoder) number(s *shape, to reflect.Value, p *place) error {
	word := d.word()
	if s.kind == reflect.Float64 {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return p.errorf("want a number, not %s", brief(word))
		}
		to.SetFloat(n)
		return nil
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || to.OverflowInt(n) {
		return p.errorf("want a whole number of 63 bits, not %s", brief(word))
	}
	to.SetInt(n)
	return nil
}

// longCommon is how long a text is at most that is likely to come again.
const longCommon = 16

// keep returns a text, of short ones the same each time.
func (d *decoder) keep(raw []byte) string {
	if bytes.IndexByte(raw, '\\') >= 0 {
		return unquote(raw)
	}
	if len(raw) > longCommon {
		return string(raw)
	}
	s, ok := d.common[string(raw)]
	if !ok {
		s = string(raw)
		d.common[s] = s
	}
	return s
}

// word takes the next token, or says what begins there.
func (d *decoder) word() string {
	start := d.at
	switch d.text[start] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		d.string()
		return string(d.text[start:d.at])
	}
	for d.at < len(d.text) && strings.IndexByte(",]} \t\r\n", d.text[d.at]) < 0 {
		d.at++
	}
	return string(d.text[start:d.at])
}

// brief shortens a token for an error.
func brief(word string) string { return style.Shorten(word, 40) }

// string takes a string and returns what stands between its quotes.
func (d *decoder) string() []byte {
	start := d.at + 1
	for d.at = start; d.text[d.at] != '"'; d.at++ {
		if d.text[d.at] == '\\' {
			d.at++
		}
	}
	d.at++
	return d.text[start : d.at-1]
}

// skip takes a value of any shape.
func (d *decoder) skip() {
	depth := 0
	for {
		switch d.next() {
		case '{', '[':
			depth++
			d.at++
		case '}', ']':
			depth--
			d.at++
		default:
			d.word()
		}
		if depth == 0 {
			return
		}
	}
}

// find returns the value of a key of the outermost object as it stands there, ""
// where there is none.
func (d *decoder) find(key string) string {
	if d.next() != '{' {
		return ""
	}
	for d.at++; d.next() != '}'; {
		name := string(d.string())
		d.next()
		start := d.at
		d.skip()
		if name == key {
			return string(d.text[start:d.at])
		}
	}
	return ""
}

func (d *decoder) list(s *shape, to reflect.Value, p *place) error {
	d.at++
	to.Set(reflect.MakeSlice(to.Type(), 0, 0))
	for i := 0; d.next() != ']'; i++ {
		if i == to.Cap() {
			to.Grow(1)
		}
		to.SetLen(i + 1)
		if err := d.value(s.of, to.Index(i), &place{up: p, index: i}); err != nil {
			return err
		}
	}
	d.at++
	return nil
}

func (d *decoder) object(s *shape, to reflect.Value, p *place) error {
	d.at++
	if s.kind == reflect.Map {
		return d.pairs(s, to, p)
	}
	seen, needed := uint64(0), 0
	for d.next() != '}' {
		raw := d.string()
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
		if err := d.value(f.shape, to.Field(f.index), &place{up: p, key: f.name, index: -1}); err != nil {
			return err
		}
	}
	d.at++
	if needed < s.needed {
		return p.errorf("no %s", s.missing(seen))
	}
	return nil
}

// pairs takes an object of any keys.
func (d *decoder) pairs(s *shape, to reflect.Value, p *place) error {
	to.Set(reflect.MakeMap(to.Type()))
	for d.next() != '}' {
		name := unquote(d.string())
		key := reflect.ValueOf(name)
		if to.MapIndex(key).IsValid() {
			return p.errorf("the key %q is there twice", name)
		}
		value := reflect.New(to.Type().Elem()).Elem()
		if err := d.value(s.of, value, &place{up: p, key: name, index: -1}); err != nil {
			return err
		}
		to.SetMapIndex(key, value)
	}
	d.at++
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
