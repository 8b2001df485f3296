package compare

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"
)

// An axis places results along one dimension of a comparison: tables, rows or
// columns. A place is a tuple with one value per field, known by its number.
// Numbers are dealt as tuples are first seen; order sorts them.
type axis struct {
	fields []*field
	byName bool // a field depends on the benchmark's name
	tuples [][]int
	ids    map[tupleStep]int
}

// A tupleStep leads from the number of a tuple's first fields to that with one
// more. Only the numbers of whole tuples are places.
type tupleStep struct{ level, prefix, value int }

func (a *axis) add(f *field) {
	a.fields = append(a.fields, f)
	a.byName = a.byName || f.byName
}

// place returns the number of what was measured at p.
func (a *axis) place(p *place) int {
	switch len(a.fields) {
	case 0:
		return 0
	case 1:
		return a.fields[0].place(p)
	}
	if a.ids == nil {
		a.ids = make(map[tupleStep]int)
	}
	id, last := 0, len(a.fields)-1
	for level, f := range a.fields {
		step := tupleStep{level, id, f.place(p)}
		next, ok := a.ids[step]
		if !ok {
			next = len(a.ids)
			if level == last {
				next = len(a.tuples)
				a.tuples = append(a.tuples, a.tuple(p))
			}
			a.ids[step] = next
		}
		id = next
	}
	return id
}

func (a *axis) tuple(p *place) []int {
	tuple := make([]int, len(a.fields))
	for i, f := range a.fields {
		tuple[i] = f.place(p)
	}
	return tuple
}

// len returns how many places there are.
func (a *axis) len() int {
	switch len(a.fields) {
	case 0:
		return 1
	case 1:
		return a.fields[0].len()
	}
	return len(a.tuples)
}

// at returns the numbers of the values that place id has in the fields.
func (a *axis) at(id int) []int {
	switch len(a.fields) {
	case 0:
		return nil
	case 1:
		return []int{id}
	}
	return a.tuples[id]
}

// order returns the places as they are sorted: by the first field, then by the
// second, …
func (a *axis) order() []int {
	ids := make([]int, a.len())
	for i := range ids {
		ids[i] = i
	}
	if len(a.fields) == 1 && a.fields[0].first {
		return ids
	}
	ranks := make([][]int, len(a.fields))
	for i, f := range a.fields {
		ranks[i] = f.ranks()
	}
	slices.SortFunc(ids, func(x, y int) int {
		tx, ty := a.at(x), a.at(y)
		for i, r := range ranks {
			if d := r[tx[i]] - r[ty[i]]; d != 0 {
				return d
			}
		}
		return 0
	})
	return ids
}

// keys names the values of a place, groups such as .config by their members.
func (a *axis) keys() (keys []string) {
	for _, f := range a.fields {
		for _, sub := range f.proj.FlattenedFields() {
			keys = append(keys, sub.Name)
		}
	}
	return keys
}

// valuesAt returns the values of place id, one per key.
func (a *axis) valuesAt(id int) (values []string) {
	for i, v := range a.at(id) {
		values = append(values, a.fields[i].texts(v)...)
	}
	return values
}

// labelAt returns the values of place id that are not empty, a blank between
// two.
func (a *axis) labelAt(id int) string {
	if len(a.fields) == 1 && a.fields[0].whole {
		return a.fields[0].names[id]
	}
	return strings.Join(slices.DeleteFunc(a.valuesAt(id), func(v string) bool { return v == "" }), " ")
}

// field is one key of a query. Its values, for .config a tuple of its own, are
// numbered as they are first seen.
type field struct {
	key    string
	proj   *benchproc.Projection // of this key alone
	first  bool                  // ordered as first seen
	byName bool                  // depends on the benchmark's name, not on where it ran
	index  map[benchproc.Key]int
	values []benchproc.Key
	// whole is set where the value is the whole name, the common case, which
	// needs no projection: names and byText stand in for values and index.
	whole  bool
	names  []string
	byText map[string]int
}

func (f *field) place(p *place) int {
	if f.whole {
		return f.placeName(p.name)
	}
	v := f.proj.Project(p.as)
	i, ok := f.index[v]
	if !ok {
		i = len(f.values)
		f.index[v] = i
		f.values = append(f.values, v)
	}
	return i
}

func (f *field) placeName(full string) int {
	i, ok := f.byText[full]
	if !ok {
		i = len(f.names)
		f.byText[full] = i
		f.names = append(f.names, full)
	}
	return i
}

func (f *field) len() int { return len(f.values) + len(f.names) }

// texts spells a value for people: one text, or the members of a tuple.
func (f *field) texts(v int) (texts []string) {
	if f.whole {
		return f.names[v : v+1]
	}
	for _, sub := range f.proj.FlattenedFields() {
		text := f.values[v].Get(sub)
		if f.key == keyFile {
			text, _, _ = strings.Cut(text, labelMark)
		}
		texts = append(texts, text)
	}
	return texts
}

// ranks returns where each value comes in the order of the field.
func (f *field) ranks() []int {
	ranks := make([]int, f.len())
	if f.first {
		for i := range ranks {
			ranks[i] = i
		}
		return ranks
	}
	sorted := slices.Clone(f.values)
	benchproc.SortKeys(sorted)
	for rank, v := range sorted {
		ranks[f.index[v]] = rank
	}
	return ranks
}

// empty reports whether no result had a value.
func (f *field) empty() bool {
	return !f.whole && !slices.ContainsFunc(f.values, func(v benchproc.Key) bool { return v.StringValues() != "" })
}
