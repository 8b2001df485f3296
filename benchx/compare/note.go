package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// namesPerNote is how many benchmarks a note names before it counts the rest.
const namesPerNote = 5

// notes says what a reader must know of the runs before the numbers.
func (g *gathered) notes() (notes []string) {
	for i, in := range g.inputs {
		switch {
		case len(in.Report.Rows) == 0:
			notes = append(notes, in.Label+" has no benchmark results")
		case in.Report.Incomplete:
			notes = append(notes, in.Label+" ends in the middle of a run: benchmarks may be missing")
		}
		if len(in.Report.Rows) > 0 && g.left[i] == 0 && !g.query.filters(keyFile) {
			notes = append(notes, "no benchmark of "+in.Label+" is left by the filter")
		}
	}
	notes = append(notes, g.absentNotes()...)
	notes = append(notes, g.cpuNotes()...)
	for i := 1; i < len(g.inputs); i++ {
		notes = append(notes, g.environmentNotes(g.inputs[0], g.inputs[i])...)
		if n := procsNote(g.inputs[0], g.inputs[i]); n != "" && g.query.byFile() {
			notes = append(notes, n)
		}
	}
	return notes
}

// rowNotes names the benchmarks that one side lacks, and those that fail.
func (g *gathered) rowNotes() (notes []string) {
	if g.query.byFile() {
		for c := 1; c < len(g.columns); c++ {
			notes = append(notes, g.oneSided(c)...)
		}
	}
	for c := range g.columns {
		if n := g.failures(c); n != "" {
			notes = append(notes, n)
		}
	}
	return notes
}

// absentNotes names the keys of tables and rows that no result has.
func (g *gathered) absentNotes() (notes []string) {
	for _, a := range []*axis{g.query.table, g.query.row} {
		for _, f := range a.fields {
			if f.key != keyConfig && len(f.values) > 0 && f.empty() {
				notes = append(notes, "no benchmark has "+f.key)
			}
		}
	}
	return notes
}

// cpuNotes names each column that is compared although its CPU is another.
func (g *gathered) cpuNotes() (notes []string) {
	for _, grp := range g.groups {
		for c, at := range grp.moved {
			if at == nil {
				continue
			}
			note := fmt.Sprintf("%s ran on another CPU (%s) than the column it is compared with (%s): a difference may be the machine's, not the code's",
				named(g.columns[c].label), cmp.Or(at.config.cpu, "unknown"), cmp.Or(at.as.GetConfig("cpu"), "unknown"))
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// envField is one property of a run that is no configuration.
type envField struct {
	key, name string // in queries, in sentences
	get       func(*ablation.Environment) string
}

// of returns the property of a place.
func (f envField) of(p *place) string {
	if p.env == nil {
		return ""
	}
	return f.get(p.env)
}

// envFields are the properties of an environment that are no configuration.
func envFields() []envField {
	return []envField{
		{wire.FactGo, "toolchain", func(e *ablation.Environment) string { return e.Go }},
		{wire.FactCommit, "commit", func(e *ablation.Environment) string { return e.Commit }},
		{wire.FactDate, "date", func(e *ablation.Environment) string { return e.Date }},
		{wire.FactCores, "number of cores", func(e *ablation.Environment) string {
			if e.Cores == 0 {
				return ""
			}
			return strconv.Itoa(e.Cores)
		}},
		{wire.FactISA, "instruction set", func(e *ablation.Environment) string { return e.ISA }},
	}
}

// environmentNotes says where an input was measured in other circumstances
// than the first: not its commit or date, in which runs differ by intent, and
// not what a query names.
func (g *gathered) environmentNotes(base, in Column) (notes []string) {
	for _, f := range envFields() {
		if f.key == wire.FactCommit || f.key == wire.FactDate || g.query.names(f.key) {
			continue
		}
		was, is := f.values(base.Report), f.values(in.Report)
		if was != "" && is != "" && was != is {
			notes = append(notes, fmt.Sprintf("%s was measured with another %s (%s) than %s (%s)", in.Label, f.name, is, base.Label, was))
		}
	}
	return notes
}

// values joins the distinct values of a property over a report.
func (f envField) values(rep *ablation.Report) string {
	var all []string
	for i := range rep.Environments {
		if v := f.get(&rep.Environments[i]); v != "" && !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return strings.Join(all, ", ")
}

// procsNote says where a column ran with other values of GOMAXPROCS than the
// base: the suffix of a name is part of it, so such benchmarks do not meet.
func procsNote(base, in Column) string {
	was, is := procsOf(base.Report), procsOf(in.Report)
	if was == "" || is == "" || was == is {
		return ""
	}
	return fmt.Sprintf("%s ran with GOMAXPROCS %s and %s with %s: only benchmarks of the same are compared", in.Label, is, base.Label, was)
}

// procsOf lists the values of GOMAXPROCS in a report.
func procsOf(rep *ablation.Report) string {
	var all []int
	for i := range rep.Rows {
		if p := rep.Rows[i].Procs; !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	var words []string
	for _, p := range all {
		words = append(words, strconv.Itoa(p))
	}
	return strings.Join(words, ", ")
}

// oneSided names the benchmarks that only the base or only column c has.
func (g *gathered) oneSided(c int) (notes []string) {
	var gone, added []string
	g.each(func(b *benchmark, name string) {
		switch was, is := len(b.rows[0]) > 0, len(b.rows[c]) > 0; {
		case was && !is:
			gone = append(gone, name)
		case is && !was:
			added = append(added, name)
		}
	})
	base, col := g.columns[0].label, g.columns[c].label
	if len(gone) > 0 {
		notes = append(notes, fmt.Sprintf("%s in %s but not in %s: %s", benchmarks(len(gone)), base, col, listed(gone)))
	}
	if len(added) > 0 {
		notes = append(notes, fmt.Sprintf("%s in %s but not in %s: %s", benchmarks(len(added)), col, base, listed(added)))
	}
	return notes
}

// failures names the benchmarks that failed in column c.
func (g *gathered) failures(c int) string {
	var names []string
	g.each(func(b *benchmark, name string) {
		for _, e := range b.rows[c] {
			if !e.row.Status.Failed() {
				continue
			}
			why := string(e.row.Status)
			if e.row.Note != "" {
				why += ": " + e.row.Note
			}
			names = append(names, fmt.Sprintf("%s (%s)", name, why))
			return
		}
	})
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s failed in %s: %s", benchmarks(len(names)), named(g.columns[c].label), listed(names))
}

// each calls do for every benchmark with its name, which holds the package
// where tables are of several.
func (g *gathered) each(do func(b *benchmark, name string)) {
	packages := g.packages()
	for i, grp := range g.groups {
		for j := range grp.benchmarks {
			b := &grp.benchmarks[j]
			name := g.names[b.name]
			if packages != nil {
				name = packages[i] + "." + name
			}
			do(b, name)
		}
	}
}

// packages returns the package of every group, nil where they share one or are
// not parted by it.
func (g *gathered) packages() []string {
	at := slices.Index(g.query.table.keys(), "pkg")
	if at < 0 {
		return nil
	}
	several := false
	all := make([]string, len(g.groups))
	for i, grp := range g.groups {
		all[i] = g.query.table.valuesAt(grp.id)[at]
		several = several || all[i] != all[0]
	}
	if !several {
		return nil
	}
	return all
}

func benchmarks(n int) string {
	if n == 1 {
		return "1 benchmark"
	}
	return strconv.Itoa(n) + " benchmarks"
}

func listed(names []string) string {
	if len(names) <= namesPerNote {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:namesPerNote], ", "), len(names)-namesPerNote)
}
