package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// namesPerNote is how many benchmarks a note names before it counts the rest.
const namesPerNote = 5

// notes says what a reader must know before the numbers.
func (g *gathered) notes() (notes []string) {
	for _, c := range g.cols {
		switch {
		case len(c.Report.Rows) == 0:
			notes = append(notes, c.Label+" has no benchmark results")
		case c.Report.Incomplete:
			notes = append(notes, c.Label+" ends in the middle of a run: benchmarks may be missing")
		}
	}
	notes = append(notes, g.cpuNotes()...)
	for c := 1; c < len(g.cols); c++ {
		notes = append(notes, environmentNotes(g.cols[0], g.cols[c])...)
	}
	for c := 1; c < len(g.cols); c++ {
		notes = append(notes, g.oneSided(c)...)
	}
	for c := range g.cols {
		if n := g.failures(c); n != "" {
			notes = append(notes, n)
		}
	}
	return notes
}

// cpuNotes names each column that is compared although its CPU is another.
func (g *gathered) cpuNotes() (notes []string) {
	for _, cfg := range g.configs {
		for c, moved := range cfg.moved {
			if !moved {
				continue
			}
			note := fmt.Sprintf("%s ran on another CPU (%s) than the column it is compared with (%s): a difference may be the machine's, not the code's",
				g.cols[c].Label, cmp.Or(cfg.otherCPU[c], "unknown"), cmp.Or(cfg.cpu, "unknown"))
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// envField is one property of an environment.
type envField struct {
	name string
	get  func(*ablation.Environment) string
}

func (f envField) of(rep *ablation.Report, env int) string {
	if env < 0 || env >= len(rep.Environments) {
		return ""
	}
	return f.get(&rep.Environments[env])
}

// envFields are the properties of an environment that are no configuration.
func envFields() []envField {
	return []envField{
		{"toolchain", func(e *ablation.Environment) string { return e.Go }},
		{"commit", func(e *ablation.Environment) string { return e.Commit }},
		{"date", func(e *ablation.Environment) string { return e.Date }},
		{"number of cores", func(e *ablation.Environment) string {
			if e.Cores == 0 {
				return ""
			}
			return strconv.Itoa(e.Cores)
		}},
		{"instruction set", func(e *ablation.Environment) string { return e.ISA }},
	}
}

// environmentNotes says where a column was measured in other circumstances
// than the base: not its commit or date, in which runs differ by intent.
func environmentNotes(base, col Column) (notes []string) {
	for _, f := range envFields() {
		if f.name == "commit" || f.name == "date" {
			continue
		}
		was, is := f.values(base.Report), f.values(col.Report)
		if was != "" && is != "" && was != is {
			notes = append(notes, fmt.Sprintf("%s was measured with another %s (%s) than %s (%s)", col.Label, f.name, is, base.Label, was))
		}
	}
	return notes
}

// values joins the distinct values of a property over a report.
func (f envField) values(rep *ablation.Report) string {
	var all []string
	for i := range rep.Environments {
		if v := f.of(rep, i); v != "" && !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return strings.Join(all, ", ")
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
	base, col := g.cols[0].Label, g.cols[c].Label
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
		for _, r := range b.rows[c] {
			if !r.Status.Failed() {
				continue
			}
			why := string(r.Status)
			if r.Note != "" {
				why += ": " + r.Note
			}
			names = append(names, fmt.Sprintf("%s (%s)", name, why))
			return
		}
	})
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s failed in %s: %s", benchmarks(len(names)), g.cols[c].Label, listed(names))
}

// each calls do for every benchmark with its name, which holds the package
// where there are several.
func (g *gathered) each(do func(b *benchmark, name string)) {
	packages := make(map[string]bool)
	for _, cfg := range g.configs {
		packages[cfg.pkg] = true
	}
	for _, cfg := range g.configs {
		for i := range cfg.benchmarks {
			b := &cfg.benchmarks[i]
			name := g.names[b.name]
			if len(packages) > 1 {
				name = cfg.pkg + "." + name
			}
			do(b, name)
		}
	}
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
