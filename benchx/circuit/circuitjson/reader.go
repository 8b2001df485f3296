package circuitjson

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// reader reads the values that a circuit's file has. What is wrong is noted and
// skipped, so that one reading tells all of it.
type reader struct {
	scanner
	faults  []fault
	items   int                       // elements of lists and dictionaries
	exprs   map[string]circuit.Expr   // parsed before: most sizes are written often
	formats map[string]circuit.Format // likewise; absent for what is none
}

func newReader(text string) *reader {
	return &reader{
		scanner: scanner{text: text},
		exprs:   map[string]circuit.Expr{}, formats: map[string]circuit.Format{},
	}
}

// fault notes what is wrong at an offset.
func (r *reader) fault(at int, format string, args ...any) {
	r.faults = append(r.faults, fault{at, fmt.Sprintf(format, args...)})
	if len(r.faults) > maxFaults {
		r.pos = len(r.text) // enough
	}
}

// err returns what is wrong, nil if nothing is.
func (r *reader) err() error {
	faults := slices.Clone(r.faults)
	if r.broken != nil && len(faults) <= maxFaults { // else it is where reading was given up
		faults = append(faults, *r.broken)
	}
	if len(faults) == 0 {
		return nil
	}
	return errorsOf(r.text, faults)
}

// is reports whether the value that begins here has one of some first bytes;
// else it says what is wanted and skips the value.
func (r *reader) is(first string, want string) bool {
	c := r.peek()
	for i := range len(first) {
		if c == first[i] {
			return true
		}
	}
	at, what := r.pos, kindOf(c)
	r.skip()
	if r.broken == nil {
		r.fault(at, "want %s, not %s", want, what)
	}
	return false
}

// kindOf names a JSON value by its first byte.
func kindOf(first byte) string {
	switch first {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}

// string reads a string.
func (r *reader) string() string {
	if !r.is(`"`, "a string") {
		return ""
	}
	return r.str()
}

// word reads a string and remembers where it stands.
func (r *reader) word() word {
	r.peek()
	at := r.pos
	return word{r.string(), at}
}

// boolean reads true or false.
func (r *reader) boolean() bool { return r.is("tf", "true or false") && r.scanner.word() == "true" }

const numberStart = "-0123456789"

// integer reads a whole number, zero or more.
func (r *reader) integer() int64 {
	if !r.is(numberStart, "a whole number") {
		return 0
	}
	at := r.pos
	return r.whole(at, r.number())
}

// whole is the value of a number that was read at an offset.
func (r *reader) whole(at int, digits string) int64 {
	v, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case r.broken != nil:
	case err == nil && digits[0] != '-':
		return v
	case digits[0] == '-':
		r.fault(at, "want zero or more, not %s", brief(digits))
	case errors.Is(err, strconv.ErrRange):
		r.fault(at, "%s does not fit 63 bits", brief(digits))
	default:
		r.fault(at, "want a whole number without point or exponent, not %s", brief(digits))
	}
	return 0
}

// bytes reads a number of bytes, plain or as a string with a unit.
func (r *reader) bytes() int64 {
	if !r.is(`"`+numberStart, `a number of bytes, or a string such as "8GiB"`) {
		return 0
	}
	at := r.pos
	if r.text[at] != '"' {
		return r.whole(at, r.number())
	}
	v, err := circuit.ParseBytes(brief(r.str()))
	if err != nil && r.broken == nil {
		r.fault(at, "%v", err)
	}
	return v
}

// share reads a decimal number above 0 and at most 1, as it is written.
func (r *reader) share() string {
	if !r.is(numberStart, "a number above 0, 1 at most") {
		return ""
	}
	at := r.pos
	part := brief(r.number())
	if _, err := circuit.Share(0, part); err != nil && r.broken == nil {
		r.fault(at, "%v", err)
	}
	return part
}

// maxExpr is how long an expression may be.
const maxExpr = 10000

// expr reads an expression: a string, or a whole number.
func (r *reader) expr() circuit.Expr {
	if !r.is(`"`+numberStart, "an expression: a string, or a whole number") {
		return circuit.Expr{}
	}
	at := r.pos
	if r.text[at] != '"' {
		return circuit.Number(r.whole(at, r.number()))
	}
	text := r.str()
	e, ok := r.exprs[text]
	if ok || r.broken != nil {
		return e
	}
	if len(text) > maxExpr {
		r.fault(at, "an expression of more than %d characters", maxExpr)
		return e
	}
	e, err := circuit.Parse(text)
	if err != nil {
		r.fault(at, "%v", err)
		return e
	}
	r.exprs[text] = e
	return e
}

// format reads a format.
func (r *reader) format() circuit.Format {
	if !r.is(`"`, "a format") {
		return circuit.Format{}
	}
	at := r.pos
	name := r.str()
	f, ok := r.formats[name]
	if ok && f.Absent() {
		r.fault(at, "unknown format %s, as above", quote(name))
	}
	if ok || r.broken != nil {
		return f
	}
	f, err := circuit.ParseFormat(name)
	if err != nil {
		r.fault(at, "%v", err)
	}
	r.formats[name] = f
	return f
}

// count counts an element, and gives up where there are too many.
func (r *reader) count() {
	if r.items++; r.items > maxItems {
		r.fail(r.pos, fmt.Sprintf("more than %d elements of lists", maxItems))
	}
}

// list reads an array.
func list[E any](r *reader, each func(*reader) E) []E {
	if !r.is("[", "an array") {
		return nil
	}
	var all []E
	r.elements(func() {
		r.count()
		if len(all) == cap(all) {
			all = slices.Grow(all, 1+len(all)) // append alone would copy long lists five times
		}
		all = append(all, each(r))
	})
	return all
}

// dictionary reads an object of any keys.
func dictionary[V any](r *reader, each func(*reader) V) map[string]V {
	if !r.is("{", "an object") {
		return nil
	}
	m := map[string]V{}
	r.members(func(key string, at int) {
		r.count()
		if _, twice := m[key]; twice {
			r.fault(at, "the key is there twice")
		}
		m[key] = each(r)
	})
	if len(m) == 0 {
		return nil
	}
	return m
}

// object reads an object of known keys, each at most once.
func object[T any](r *reader, fields []field[T], into *T) {
	r.peek()
	start := r.pos
	if !r.is("{", "an object") {
		return
	}
	var seen uint64
	next := 0 // most files keep the order of the table
	r.members(func(key string, at int) {
		if key == noteKey {
			if seen&(1<<noteBit) != 0 {
				r.fault(at, "the key is there twice")
			}
			seen |= 1 << noteBit
			r.string()
			return
		}
		i := find(fields, key, next)
		if i < 0 {
			r.fault(at, "unknown key%s", didYouMean(key, keysOf(fields)))
			r.skip()
			return
		}
		if seen&(1<<i) != 0 {
			r.fault(at, "the key is there twice")
		}
		seen, next = seen|1<<i, i+1
		fields[i].read(r, into)
	})
	for i := range fields {
		if fields[i].required && seen&(1<<i) == 0 && r.broken == nil && len(r.faults) <= maxFaults {
			r.fault(start, "%s is missing", fields[i].key)
		}
	}
}

// noteKey may stand in every object of known keys; what it says is for people.
const (
	noteKey = "note"
	noteBit = 63
)

// find returns the index of a key, searched from a place on; -1: unknown.
func find[T any](fields []field[T], key string, from int) int {
	for i := range fields {
		if at := (from + i) % len(fields); fields[at].key == key {
			return at
		}
	}
	return -1
}

func keysOf[T any](fields []field[T]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range fields {
			if !yield(fields[i].key) {
				return
			}
		}
		yield(noteKey)
	}
}

// brief shortens what is too long for a number, which makes it none.
func brief(number string) string {
	const most = 40
	if len(number) > most {
		return number[:most] + "…"
	}
	return number
}
