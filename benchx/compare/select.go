package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// selectRows returns the rows of all inputs that take part.
func (g *gathered) selectRows() []entry {
	total := 0
	for _, in := range g.inputs {
		total += len(in.Report.Rows)
	}
	entries := make([]entry, 0, total)
	any := g.everyUnit()
	for i, in := range g.inputs {
		known := make(map[placeKey]*place)
		var at *place
		var last placeKey
		for j := range in.Report.Rows {
			r := &in.Report.Rows[j]
			// Rows of one place come one after the other.
			if key := (placeKey{r.Env, r.Package}); at == nil || key != last {
				if at, last = known[key], key; at == nil {
					at = g.newPlace(i, r)
					known[key] = at
				}
			}
			e := entry{row: r, at: at}
			if g.query.filtered && !e.passes(g.query, any) {
				continue
			}
			if g.left[i]++; !at.used {
				at.used = true
				g.places = append(g.places, at)
			}
			entries = append(entries, e)
		}
	}
	return entries
}

// passes applies the filter to an entry; any are the units that a row without
// measurements might have had.
func (e *entry) passes(q *queries, any []benchfmt.Value) bool {
	res := e.at.is
	e.at.setName(e.row.FullName())
	res.Values = res.Values[:0]
	for i := range e.row.Metrics {
		res.Values = append(res.Values, benchfmt.Value{Unit: e.row.Metrics[i].Unit, OrigUnit: printedUnit(e.row.Metrics[i].Unit)})
	}
	measured := len(res.Values) > 0
	if !measured {
		res.Values = append(res.Values, any...)
	}
	m, err := q.filter.Match(res)
	if err != nil || !m.Any() {
		return false
	}
	if measured && !m.All() {
		e.match = &m
	}
	return true
}

// everyUnit lists the units of the inputs where the filter asks for units. A
// benchmark that failed has none of its own, and fails in all.
func (g *gathered) everyUnit() (all []benchfmt.Value) {
	if !g.query.filters(keyUnit) {
		return nil
	}
	seen := make(map[string]bool)
	for _, in := range g.inputs {
		for i := range in.Report.Rows {
			for _, m := range in.Report.Rows[i].Metrics {
				if !seen[m.Unit] {
					seen[m.Unit] = true
					all = append(all, benchfmt.Value{Unit: m.Unit, OrigUnit: printedUnit(m.Unit)})
				}
			}
		}
	}
	return all
}

// printedUnit returns the unit in which package testing and the harness print
// values of a base unit, "" where that is the same: reports do not keep it, but
// filters may name it (.unit:ns/op).
func printedUnit(base string) string {
	switch base {
	case wire.UnitRelL2:
		return wire.UnitRelL2Eps
	case wire.UnitMaxErr:
		return wire.UnitMaxErrEps
	case wire.UnitBytesPerSec:
		return "MB/s"
	}
	numerator, per, _ := strings.Cut(base, "/")
	words := strings.Split(numerator, "-")
	changed := false
	for i, w := range words {
		if w == "sec" {
			words[i], changed = "ns", true
		}
	}
	if !changed {
		return ""
	}
	printed := strings.Join(words, "-")
	if per != "" {
		printed += "/" + per
	}
	return printed
}

// misses returns what is wrong with queries that fit no result, nil where they
// fit some or there is none.
func (g *gathered) misses() error {
	rows, left := 0, 0
	for i, in := range g.inputs {
		rows += len(in.Report.Rows)
		left += g.left[i]
	}
	switch {
	case rows == 0:
	case left == 0:
		return &QueryError{"filter", errors.New("no result matches")}
	case !g.query.byFile() && len(g.query.col.fields) > 0 && !slices.ContainsFunc(g.query.col.fields, func(f *field) bool { return !f.empty() }):
		return &QueryError{"col", fmt.Errorf("no result has %s; there are %s", strings.Join(g.query.col.keys(), " or "), strings.Join(g.knownKeys(), ", "))}
	}
	return nil
}

// listedKeys bounds the keys that an error lists.
const listedKeys = 20

// knownKeys lists keys that results have: parts of names, then configuration.
func (g *gathered) knownKeys() (keys []string) {
	add := func(key string) {
		if len(keys) < listedKeys && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, in := range g.inputs {
		for i := range in.Report.Rows {
			for _, a := range in.Report.Rows[i].Axes {
				if a.Key != "" {
					add("/" + a.Key)
				}
			}
		}
	}
	for _, p := range g.places {
		for _, c := range p.is.Config {
			add(c.Key)
		}
	}
	return keys
}
