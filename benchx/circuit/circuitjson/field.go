package circuitjson

import (
	"maps"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// table is what an object of the file may say: one description for reading,
// writing and the JSON Schema, so that they cannot disagree.
type table[T any] struct {
	name   string
	fields []field[T]
	start  T               // what holds where nothing is said
	check  func(*T) string // what is wrong with the members together, "" if nothing
}

// field is a member of an object.
type field[T any] struct {
	key      string
	required bool
	shape    shape
	read     func(*reader, *T)
	has      func(*T) bool // whether there is something to write; nil: never
	write    func(*writer, *T)
}

// must makes a member one that has to be there.
func (f field[T]) must() field[T] {
	f.required = true
	return f
}

// read reads an object.
func (t *table[T]) read(r *reader) T {
	r.peek()
	at, faults := r.pos, len(r.faults)
	v := t.start
	object(r, t.fields, &v)
	if t.check != nil && len(r.faults) == faults && r.broken == nil {
		if says := t.check(&v); says != "" {
			r.fault(at, "%s", says)
		}
	}
	return v
}

// write writes an object.
func (t *table[T]) write(w *writer, v *T) {
	w.begin('{')
	for i := range t.fields {
		f := &t.fields[i]
		if f.has == nil || !f.has(v) {
			if f.required {
				w.failWhole(f.key + " is missing")
			}
			continue
		}
		w.key(f.key)
		f.write(w, v)
	}
	if t.check != nil {
		if says := t.check(v); says != "" {
			w.failWhole(says)
		}
	}
	w.end('}')
}

// one is a member that is an object.
func one[T, U any](key string, t *table[U], at func(*T) *U, has func(*U) bool) field[T] {
	return field[T]{
		key: key, shape: shape{object: t},
		read:  func(r *reader, v *T) { *at(v) = t.read(r) },
		has:   func(v *T) bool { return has(at(v)) },
		write: func(w *writer, v *T) { t.write(w, at(v)) },
	}
}

// many is a member that is a list of objects.
func many[T, U any](key string, t *table[U], at func(*T) *[]U) field[T] {
	return field[T]{
		key: key, shape: shape{object: t, list: true},
		read:  func(r *reader, v *T) { *at(v) = list(r, t.read) },
		has:   func(v *T) bool { return len(*at(v)) > 0 },
		write: func(w *writer, v *T) { writeList(w, *at(v), func(w *writer, u *U) { t.write(w, u) }) },
	}
}

// lift makes the members of a part of T members of T.
func lift[T, U any](fields []field[U], at func(*T) *U) []field[T] {
	lifted := make([]field[T], len(fields))
	for i, f := range fields {
		lifted[i] = field[T]{key: f.key, required: f.required, shape: f.shape, read: func(r *reader, v *T) { f.read(r, at(v)) }}
		if f.has != nil {
			lifted[i].has = func(v *T) bool { return f.has(at(v)) }
			lifted[i].write = func(w *writer, v *T) { f.write(w, at(v)) }
		}
	}
	return lifted
}

// text is a member that is a string, one of some words if there are any.
func text[T any, S ~string](key string, at func(*T) *S, words ...S) field[T] {
	allowed := make([]string, len(words))
	for i := range words {
		allowed[i] = string(words[i])
	}
	return field[T]{
		key: key, shape: shape{name: "string", words: allowed},
		read: func(r *reader, v *T) {
			w := r.word()
			if len(allowed) > 0 && r.broken == nil && !slices.Contains(allowed, w.text) {
				r.fault(w.at, "unknown %s %s, want one of %s%s", key, quote(w.text), strings.Join(allowed, ", "),
					didYouMean(w.text, slices.Values(allowed)))
			}
			*at(v) = S(w.text)
		},
		has:   func(v *T) bool { return *at(v) != "" },
		write: func(w *writer, v *T) { w.string(string(*at(v))) },
	}
}

// lines is a member that is a string, or a list of strings that are its lines.
func lines[T any](key string, at func(*T) *string) field[T] {
	return field[T]{
		key: key, shape: shape{name: "text"},
		read: func(r *reader, v *T) {
			if r.is(`"[`, "a string or an array of strings") {
				if r.text[r.pos] == '"' {
					*at(v) = r.str()
				} else {
					*at(v) = strings.Join(list(r, (*reader).string), "\n")
				}
			}
		},
		has: func(v *T) bool { return *at(v) != "" },
		write: func(w *writer, v *T) {
			if all := strings.Split(*at(v), "\n"); len(all) > 1 {
				writeList(w, all, func(w *writer, s *string) { w.string(*s) })
			} else {
				w.string(*at(v))
			}
		},
	}
}

// flag is a member that is true or false.
func flag[T any](key string, at func(*T) *bool) field[T] {
	return field[T]{
		key: key, shape: shape{name: "boolean"},
		read:  func(r *reader, v *T) { *at(v) = r.boolean() },
		has:   func(v *T) bool { return *at(v) },
		write: func(w *writer, v *T) { w.raw("true") },
	}
}

// integer is a member that is a whole number, not written where it is none.
func integer[T any](key string, at func(*T) *int64, none int64) field[T] {
	return field[T]{
		key: key, shape: shape{name: "integer"},
		read:  func(r *reader, v *T) { *at(v) = r.integer() },
		has:   func(v *T) bool { return *at(v) != none },
		write: func(w *writer, v *T) { w.integer(*at(v)) },
	}
}

// size is a member that is a number of bytes.
func size[T any](key string, at func(*T) *int64) field[T] {
	f := integer(key, at, 0)
	f.shape = shape{name: "bytes"}
	f.read = func(r *reader, v *T) { *at(v) = r.bytes() }
	return f
}

// expr is a member that is an expression.
func expr[T any](key string, at func(*T) *circuit.Expr) field[T] {
	return field[T]{
		key: key, shape: shape{name: "expression"},
		read:  func(r *reader, v *T) { *at(v) = r.expr() },
		has:   func(v *T) bool { return !at(v).Absent() },
		write: func(w *writer, v *T) { w.expr(*at(v)) },
	}
}

// exprs is a member that is a list of expressions.
func exprs[T any](key string, at func(*T) *[]circuit.Expr) field[T] {
	return field[T]{
		key: key, shape: shape{name: "expression", list: true},
		read:  func(r *reader, v *T) { *at(v) = list(r, (*reader).expr) },
		has:   func(v *T) bool { return len(*at(v)) > 0 },
		write: func(w *writer, v *T) { writeList(w, *at(v), func(w *writer, e *circuit.Expr) { w.expr(*e) }) },
	}
}

// format is a member that is a format.
func format[T any](key string, at func(*T) *circuit.Format) field[T] {
	return field[T]{
		key: key, shape: shape{name: "format"},
		read:  func(r *reader, v *T) { *at(v) = r.format() },
		has:   func(v *T) bool { return !at(v).Absent() },
		write: func(w *writer, v *T) { w.string(at(v).String()) },
	}
}

// formats is a member that is a list of formats.
func formats[T any](key string, at func(*T) *[]circuit.Format) field[T] {
	return field[T]{
		key: key, shape: shape{name: "format", list: true},
		read: func(r *reader, v *T) { *at(v) = list(r, (*reader).format) },
		has:  func(v *T) bool { return len(*at(v)) > 0 },
		write: func(w *writer, v *T) {
			writeList(w, *at(v), func(w *writer, f *circuit.Format) { w.string(f.String()) })
		},
	}
}

// texts is a member that is a list of strings.
func texts[T any](key string, at func(*T) *[]string) field[T] {
	return field[T]{
		key: key, shape: shape{name: "string", list: true},
		read:  func(r *reader, v *T) { *at(v) = list(r, (*reader).string) },
		has:   func(v *T) bool { return len(*at(v)) > 0 },
		write: func(w *writer, v *T) { writeList(w, *at(v), func(w *writer, s *string) { w.string(*s) }) },
	}
}

// word is a name and where it stands.
type word struct {
	text string
	at   int
}

// named is a member that is the name of something in the file.
func named[T any](key string, at func(*T) *word) field[T] {
	return field[T]{
		key: key, shape: shape{name: "string"},
		read:  func(r *reader, v *T) { *at(v) = r.word() },
		has:   func(v *T) bool { return at(v).text != "" },
		write: func(w *writer, v *T) { w.string(at(v).text) },
	}
}

// names is a member that is a list of such names.
func names[T any](key string, at func(*T) *[]word) field[T] {
	return field[T]{
		key: key, shape: shape{name: "string", list: true},
		read:  func(r *reader, v *T) { *at(v) = list(r, (*reader).word) },
		has:   func(v *T) bool { return len(*at(v)) > 0 },
		write: func(w *writer, v *T) { writeList(w, *at(v), func(w *writer, n *word) { w.string(n.text) }) },
	}
}

// numbers is a member that maps names to whole numbers.
func numbers[T any](key string, at func(*T) *map[string]int64) field[T] {
	return field[T]{
		key: key, shape: shape{name: "integer", dict: true},
		read:  func(r *reader, v *T) { *at(v) = dictionary(r, (*reader).integer) },
		has:   func(v *T) bool { return len(*at(v)) > 0 },
		write: func(w *writer, v *T) { writeMap(w, *at(v), w.integer) },
	}
}

// choices is a member that maps names to words.
func choices[T any](key string, at func(*T) *map[string]string) field[T] {
	return field[T]{
		key: key, shape: shape{name: "string", dict: true},
		read:  func(r *reader, v *T) { *at(v) = dictionary(r, (*reader).string) },
		has:   func(v *T) bool { return len(*at(v)) > 0 },
		write: func(w *writer, v *T) { writeMap(w, *at(v), w.string) },
	}
}

func writeList[E any](w *writer, all []E, each func(*writer, *E)) {
	w.begin('[')
	for i := range all {
		w.element()
		each(w, &all[i])
	}
	w.end(']')
}

func writeMap[V any](w *writer, m map[string]V, each func(V)) {
	w.begin('{')
	for _, key := range slices.Sorted(maps.Keys(m)) {
		w.key(key)
		each(m[key])
	}
	w.end('}')
}
