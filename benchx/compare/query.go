package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"
)

// Layout says which results are compared, and which of them share a table, a
// row and a column. Its queries are benchstat's -table, -row, -col, -ignore and
// -filter, in the language of golang.org/x/perf/benchproc/syntax.
//
// The zero Layout is DefaultLayout. To change one query start from that: in any
// other Layout an empty query names no key.
type Layout struct {
	Table  string // results that differ in these keys are in different tables
	Row    string // … in different rows
	Col    string // … in different columns, which are compared
	Ignore string // differences in these keys do not matter
	Filter string // results, and units of them, that are compared; "" is all
}

// DefaultLayout compares files, benchmark by benchmark, in a table per
// configuration: as benchstat does without flags.
func DefaultLayout() Layout {
	return Layout{Table: keyConfig, Row: keyFullname, Col: keyFile, Filter: "*"}
}

// The keys with a meaning of their own.
const (
	keyConfig   = ".config"
	keyFile     = ".file"
	keyFullname = ".fullname"
	keyName     = ".name"
	keyUnit     = ".unit"
)

// A QueryError says what is wrong with one query of a Layout.
type QueryError struct {
	Query string // "table", "row", "col", "ignore" or "filter"
	Err   error  // of a syntax error, it shows the place under the query
}

func (e *QueryError) Error() string { return fmt.Sprintf("compare: %s: %v", e.Query, e.Err) }

// Unwrap returns what is wrong without the name of the query.
func (e *QueryError) Unwrap() error { return e.Err }

// Check returns the first error of the queries, a *QueryError.
func (l Layout) Check() error {
	_, err := l.parse()
	return err
}

// ConfigKeys lists the configuration keys that the queries name, beside those
// of every run (goos, goarch, pkg, cpu), in the order in which they are first
// named: a reader of benchmark text takes "key: value" lines of these keys for
// configuration. It returns nil for a Layout with an error.
func (l Layout) ConfigKeys() []string {
	q, err := l.parse()
	if err != nil {
		return nil
	}
	return q.configKeys()
}

// queries are the parsed queries of a Layout. They keep what they have seen of
// the data, so they serve for one comparison.
type queries struct {
	filter          *benchproc.Filter
	filtered        bool // filter may leave something out
	table, row, col *axis
	residue         *benchproc.Projection // keys that no query names
	projects        map[string]bool       // keys of table, row, col and ignore
	named           []string              // keys of all queries
	inFilter        int                   // how many of them the filter names
}

func (l Layout) parse() (*queries, error) {
	if l == (Layout{}) {
		l = DefaultLayout()
	}
	l.Filter = cmp.Or(l.Filter, "*")
	filter, err := benchproc.NewFilter(l.Filter)
	if err != nil {
		return nil, &QueryError{"filter", err}
	}
	q := &queries{
		filter:   filter,
		filtered: strings.TrimSpace(l.Filter) != "*",
		named:    filterKeys(l.Filter),
		projects: make(map[string]bool),
	}
	q.inFilter = len(q.named)
	if err := checkKeys(q.named); err != nil {
		return nil, &QueryError{"filter", err}
	}
	var parser benchproc.ProjectionParser
	for _, p := range []struct {
		name, query string
		to          **axis
	}{
		{"table", l.Table, &q.table}, {"row", l.Row, &q.row}, {"col", l.Col, &q.col}, {"ignore", l.Ignore, new(*axis)},
	} {
		if *p.to, err = q.parseAxis(&parser, p.query); err != nil {
			return nil, &QueryError{p.name, err}
		}
	}
	q.residue = parser.Residue()
	for _, a := range []*axis{q.table, q.row, q.col} {
		for _, f := range a.fields {
			f.whole = f.first && f.key == keyFullname && !q.projectsParts()
		}
	}
	return q, nil
}

// parseAxis parses one projection, field by field. Together the fields of all
// axes are what benchproc calls a mutually exclusive group.
func (q *queries) parseAxis(parser *benchproc.ProjectionParser, query string) (*axis, error) {
	// First as a whole, so that errors show the whole query; into a parser that
	// is thrown away, since a group takes each field once.
	var trial benchproc.ProjectionParser
	whole, err := trial.Parse(query, q.filter)
	if err != nil {
		return nil, err
	}
	fields := splitProjection(query)
	if len(fields) != len(whole.Fields()) {
		return nil, fmt.Errorf("cannot read %q as a list of keys", query)
	}
	a := &axis{}
	for i, text := range fields {
		key := whole.Fields()[i].Name
		if err := checkKeys([]string{key}); err != nil {
			return nil, err
		}
		ordered := text.order != ""
		// A fixed order is a filter too; the trial has added it.
		q.filtered = q.filtered || ordered && strings.Contains(text.order, "(")
		own, _ := benchproc.NewFilter("*")
		proj, err := parser.Parse(text.key+text.order, own)
		if err != nil {
			return nil, err
		}
		a.add(&field{
			key: key, proj: proj, first: !ordered, byName: nameKey(key),
			index: make(map[benchproc.Key]int), byText: make(map[string]int),
		})
		q.named = append(q.named, key)
		q.projects[key] = true
	}
	return a, nil
}

// checkKeys refuses keys that look like special ones and are none: benchproc
// takes them for configuration that no result has.
func checkKeys(keys []string) error {
	for _, key := range keys {
		if strings.HasPrefix(key, ".") && !slices.Contains([]string{keyConfig, keyFile, keyFullname, keyName, keyUnit}, key) {
			return fmt.Errorf("no key is called %s; there are .name, .fullname, .file, .config (not in filters), "+
				".unit (in filters only), /part of a name, and configuration such as goos or pkg", key)
		}
	}
	return nil
}

// nameKey reports whether the value of a key depends on the benchmark's name.
func nameKey(key string) bool {
	return key == keyName || key == keyFullname || strings.HasPrefix(key, "/")
}

// configKeys are the named keys that are neither special nor everywhere.
func (q *queries) configKeys() (keys []string) {
	for _, key := range q.named {
		switch {
		case key == "" || key[0] == '.' || key[0] == '/' || slices.Contains(keys, key):
		case key == "goos" || key == "goarch" || key == "pkg" || key == "cpu":
		default:
			keys = append(keys, key)
		}
	}
	return keys
}

// projectsParts reports whether a projection takes parts out of the name.
func (q *queries) projectsParts() bool {
	for key := range q.projects {
		if key == keyName || key != "" && key[0] == '/' {
			return true
		}
	}
	return false
}

// names reports whether any query names the key.
func (q *queries) names(key string) bool { return slices.Contains(q.named, key) }

// filters reports whether the filter names the key.
func (q *queries) filters(key string) bool { return slices.Contains(q.named[:q.inFilter], key) }

// byFile reports whether columns are files and nothing but files.
func (q *queries) byFile() bool { return len(q.col.fields) == 1 && q.col.fields[0].key == keyFile }
