package compare

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"
)

// residueWarning says in which keys the results of one cell differ that no
// query names: samples were put together that may measure different things.
func residueWarning(entries []*entry) []string {
	if len(entries) < 2 || entries[0].residue.IsZero() {
		return nil
	}
	var keys []benchproc.Key
	for _, e := range entries {
		if !slices.Contains(keys, e.residue) {
			keys = append(keys, e.residue)
		}
	}
	var vary []string
	for _, f := range benchproc.NonSingularFields(keys) {
		vary = append(vary, f.Name)
	}
	if len(vary) == 0 {
		return nil
	}
	return []string{"benchmarks vary in " + strings.Join(vary, ", ")}
}

// property is something that the runs of one cell are expected to share.
type property struct {
	name string
	of   func(*place) string
}

// pooledProperties returns those that no query names.
func (g *gathered) pooledProperties() (all []property) {
	if !g.query.projects[keyFile] {
		all = append(all, property{"file", func(p *place) string { return g.inputs[p.input].Label }})
	}
	for _, f := range envFields() {
		if !g.query.projects[f.key] {
			all = append(all, property{f.name, f.of})
		}
	}
	return all
}

// pooledWarning says in what the runs differ whose samples make up one cell.
func (c *calc) pooledWarning(entries []*entry) []string {
	if len(entries) < 2 {
		return nil
	}
	var differ []string
	first := entries[0].at
	for _, p := range c.pooled {
		for _, e := range entries[1:] {
			if e.at != first && p.of(e.at) != p.of(first) {
				differ = append(differ, p.name)
				break
			}
		}
	}
	if len(differ) == 0 {
		return nil
	}
	return []string{"samples of several runs pooled, which differ in " + strings.Join(differ, ", ")}
}
