package training

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// What a document may be at most: far more than any model leaves behind.
const (
	maxBytes = 32 << 20
	maxDepth = 16
	maxNotes = 20 // on fields that are not known
)

// A value is a part of a JSON document, and where in it that stands.
type value struct {
	at string // "models[2].curve.step"
	is any    // object, array, string, json.Number or bool; nil where null or absent
}

// An object keeps the order of its fields, so that what is told first does not
// depend on chance.
type object struct {
	names  []string
	fields map[string]any
}

// parse reads one JSON object and nothing behind it.
func parse(r io.Reader) (*object, error) {
	limited := &io.LimitedReader{R: r, N: maxBytes + 1}
	dec := json.NewDecoder(limited)
	dec.UseNumber()
	v, err := decode(dec, "", 0)
	if err == nil {
		if _, end := dec.Token(); !errors.Is(end, io.EOF) {
			err = fmt.Errorf("something follows the JSON object, at byte %d: one file holds one report", dec.InputOffset())
		}
	}
	switch {
	case limited.N == 0:
		return nil, fmt.Errorf("the file is larger than %d MiB, which no training report is: train fewer models, or look at fewer steps", maxBytes>>20)
	case err != nil:
		return nil, err
	}
	o, ok := v.(*object)
	if !ok {
		return nil, fmt.Errorf("no training report: want a JSON object, found %s", kindOf(v))
	}
	return o, nil
}

func decode(dec *json.Decoder, at string, depth int) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, syntaxError(at, dec, err)
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("%s: nested deeper than %d levels", at, maxDepth)
	}
	switch token {
	case json.Delim('{'):
		return decodeObject(dec, at, depth)
	case json.Delim('['):
		return decodeArray(dec, at, depth)
	}
	return token, nil
}

func decodeObject(dec *json.Decoder, at string, depth int) (any, error) {
	o := &object{fields: map[string]any{}}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, syntaxError(at, dec, err)
		}
		name := token.(string) // the decoder lets nothing else stand here
		if _, twice := o.fields[name]; twice {
			return nil, fmt.Errorf("%s: the field stands twice", join(at, name))
		}
		v, err := decode(dec, join(at, name), depth+1)
		if err != nil {
			return nil, err
		}
		o.names, o.fields[name] = append(o.names, name), v
	}
	_, err := dec.Token()
	return o, syntaxError(at, dec, err)
}

func decodeArray(dec *json.Decoder, at string, depth int) (any, error) {
	list := []any{}
	for dec.More() {
		v, err := decode(dec, at, depth+1) // an index for each number would be slow
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := dec.Token()
	return list, syntaxError(at, dec, err)
}

// syntaxError says where the text stops being JSON.
func syntaxError(at string, dec *json.Decoder, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New(strings.TrimPrefix(at+": the JSON text ends in the middle", ": "))
	}
	return fmt.Errorf("no valid JSON at byte %d: %w", dec.InputOffset(), err)
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

// kindOf names what a value is.
func kindOf(v any) string {
	switch v := v.(type) {
	case *object:
		return "an object"
	case []any:
		return "an array"
	case string:
		return "a string"
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return "null"
}

// A reader takes a document apart. It keeps the first thing that is wrong, so
// that those who use it need not look after each field.
type reader struct {
	err   error
	notes []string
	more  int // fields that are not known, beyond maxNotes
}

func (r *reader) fail(at, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", at, fmt.Sprintf(format, args...))
	}
}

func (r *reader) wrong(v value, want string) {
	r.fail(v.at, "want %s, found %s", want, kindOf(v.is))
}

// A field of an object, and who reads it.
type field struct {
	name string
	read func(value)
}

// object reads the fields of an object that are there. Others are left out and
// noted: a newer program may know them.
func (r *reader) object(v value, fields ...field) {
	o, ok := v.is.(*object)
	if !ok {
		r.wrong(v, "an object")
		return
	}
	for _, f := range fields {
		if is, there := o.fields[f.name]; there && r.err == nil {
			f.read(value{join(v.at, f.name), is})
		}
	}
	for _, name := range o.names {
		if slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			continue
		}
		if len(r.notes) >= maxNotes {
			r.more++
			continue
		}
		r.notes = append(r.notes, fmt.Sprintf("The field %s is not known to this program and was left out.", join(v.at, name)))
	}
}

// noted returns the notes that reading gave rise to.
func (r *reader) noted() []string {
	if r.more == 0 {
		return r.notes
	}
	return append(r.notes, fmt.Sprintf("%d more fields are not known to this program and were left out.", r.more))
}

// list calls read for each value of an array; null is an empty one.
func (r *reader) list(v value, read func(value)) {
	if v.is == nil {
		return
	}
	list, ok := v.is.([]any)
	if !ok {
		r.wrong(v, "an array")
		return
	}
	for i, is := range list {
		if r.err != nil {
			return
		}
		read(value{v.at + "[" + strconv.Itoa(i) + "]", is})
	}
}

func (r *reader) text(to *string) func(value) {
	return func(v value) {
		s, ok := v.is.(string)
		if !ok {
			r.wrong(v, "a string")
		}
		*to = s
	}
}

func (r *reader) flag(to *bool) func(value) {
	return func(v value) {
		b, ok := v.is.(bool)
		if !ok {
			r.wrong(v, "true or false")
		}
		*to = b
	}
}

// number reads a number; null is NaN.
func (r *reader) number(to *float64) func(value) {
	return func(v value) { *to = r.float(v) }
}

func (r *reader) float(v value) float64 {
	if v.is == nil {
		return math.NaN()
	}
	n, ok := v.is.(json.Number)
	if !ok {
		r.wrong(v, "a number or null")
		return math.NaN()
	}
	x, err := n.Float64()
	if err != nil {
		r.fail(v.at, "%s is beyond what a 64-bit number holds", n)
	}
	return x
}

// count reads a whole number that is not negative into any integer type.
func count[T int | int64 | uint64](r *reader, to *T) func(value) {
	return func(v value) {
		n, ok := v.is.(json.Number)
		if !ok {
			r.wrong(v, "a whole number")
			return
		}
		x, err := strconv.ParseUint(n.String(), 10, 64)
		if err != nil || uint64(T(x)) != x || T(x) < 0 {
			r.fail(v.at, "want a whole number from 0 on, found %s", n)
			return
		}
		*to = T(x)
	}
}

func (r *reader) texts(to *[]string) func(value) {
	return func(v value) {
		r.list(v, func(v value) {
			var s string
			r.text(&s)(v)
			*to = append(*to, s)
		})
	}
}

func (r *reader) numbers(to *[]float64) func(value) {
	return func(v value) {
		list, ok := v.is.([]any)
		if !ok {
			r.list(v, func(value) {}) // null, or wrong
			return
		}
		*to = make([]float64, len(list))
		for i, is := range list {
			(*to)[i] = r.float(value{is: is})
			if r.err != nil {
				r.err = nil // said again, with its index
				r.float(value{v.at + "[" + strconv.Itoa(i) + "]", is})
				return
			}
		}
	}
}

func (r *reader) counts(to *[]int) func(value) {
	return func(v value) {
		r.list(v, func(v value) {
			var n int
			count(r, &n)(v)
			*to = append(*to, n)
		})
	}
}
