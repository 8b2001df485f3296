package compare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// tableJob is a table whose rows are known but not yet computed.
type tableJob struct {
	table      Table
	benchmarks []*benchmark // one per row
}

// layTables decides which tables there are and which rows they have.
func (g *gathered) layTables() (jobs, idle []*tableJob) {
	meta := make(map[string]ablation.Unit, len(g.units))
	for _, unit := range g.units {
		meta[unit] = unitOf(g.inputs, unit)
	}
	keys := g.query.table.keys()
	for _, grp := range g.groups {
		first := len(jobs)
		for _, unit := range g.units {
			job := &tableJob{}
			for i := range grp.benchmarks {
				if b := &grp.benchmarks[i]; b.has(unit) {
					job.benchmarks = append(job.benchmarks, b)
				}
			}
			if len(job.benchmarks) == 0 {
				continue
			}
			m := meta[unit]
			job.table = Table{Unit: unit, Better: m.Better, Exact: m.Exact, Base: g.baseOf(job, unit), OtherCPU: grp.otherCPU()}
			job.table.Notes = append(grp.notes(g), g.baseNote(job.table.Base)...)
			jobs = append(jobs, job)
		}
		grp.placeFailed(jobs[first:])
		all := jobs[first:]
		if rest := grp.unlisted(all); rest != nil {
			idle = append(idle, rest)
			all = append(slices.Clip(all), rest)
		}
		values := g.query.table.valuesAt(grp.id)
		for _, job := range all {
			for i, key := range keys {
				job.table.Config = append(job.table.Config, ablation.Axis{Key: key, Value: values[i]})
			}
		}
	}
	dropEmptyAxes(jobs)
	dropEmptyAxes(idle)
	return jobs, idle
}

// baseOf returns the column that the others of a table are compared with: of
// files the first, so that all tables have one base; else the first that the
// table has, as with benchstat.
func (g *gathered) baseOf(job *tableJob, unit string) int {
	if g.query.byFile() {
		return 0
	}
	for c := range g.columns {
		for _, b := range job.benchmarks {
			if b.measured(c, unit) {
				return c
			}
		}
	}
	return 0
}

// baseNote names the base where it is not that of the whole comparison.
func (g *gathered) baseNote(base int) []string {
	if base == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the base is %s here: %s has no such results", named(g.columns[base].label), named(g.columns[0].label))}
}

// placeFailed gives benchmarks that worked nowhere a row in one table of their
// group: that of the time, else the first.
func (g *group) placeFailed(jobs []*tableJob) {
	if len(jobs) == 0 {
		return // the notes name them
	}
	home := jobs[0]
	for _, job := range jobs {
		if job.table.Unit == wire.UnitSecPerOp {
			home = job
			break
		}
	}
	listed := inTables(jobs)
	for i := range g.benchmarks {
		if b := &g.benchmarks[i]; !listed[b] && b.failed() {
			home.benchmarks = append(home.benchmarks, b)
		}
	}
	slices.SortFunc(home.benchmarks, func(a, b *benchmark) int { return a.name - b.name })
}

func inTables(jobs []*tableJob) map[*benchmark]bool {
	all := make(map[*benchmark]bool)
	for _, job := range jobs {
		for _, b := range job.benchmarks {
			all[b] = true
		}
	}
	return all
}

// unlisted returns those benchmarks that no table lists although a column lacks
// them or they fail there; nil where there are none.
func (g *group) unlisted(jobs []*tableJob) *tableJob {
	rest := &tableJob{}
	listed := inTables(jobs)
	for i := range g.benchmarks {
		if b := &g.benchmarks[i]; !listed[b] && (b.failed() || b.absent()) {
			rest.benchmarks = append(rest.benchmarks, b)
		}
	}
	if len(rest.benchmarks) == 0 {
		return nil
	}
	return rest
}

// absent reports whether a column lacks the benchmark.
func (b *benchmark) absent() bool {
	return slices.ContainsFunc(b.rows, func(rows []entry) bool { return len(rows) == 0 })
}

// has reports whether any column measured the unit.
func (b *benchmark) has(unit string) bool {
	for c := range b.rows {
		if b.measured(c, unit) {
			return true
		}
	}
	return false
}

// measured reports whether a column measured the unit.
func (b *benchmark) measured(column int, unit string) bool {
	for i := range b.rows[column] {
		if b.rows[column][i].worked(unit) != nil {
			return true
		}
	}
	return false
}

// failed reports whether the benchmark failed in any column.
func (b *benchmark) failed() bool {
	for _, rows := range b.rows {
		for _, e := range rows {
			if e.row.Status.Failed() {
				return true
			}
		}
	}
	return false
}

// dropEmptyAxes leaves out the keys that no table has a value for.
func dropEmptyAxes(jobs []*tableJob) {
	used := make(map[string]bool)
	for _, job := range jobs {
		for _, a := range job.table.Config {
			if a.Value != "" {
				used[a.Key] = true
			}
		}
	}
	for _, job := range jobs {
		job.table.Config = slices.DeleteFunc(job.table.Config, func(a ablation.Axis) bool { return !used[a.Key] })
	}
}

// unitOf returns what the reports say of a unit. Where one of them declares a
// direction other than the unit's name suggests, that holds for all.
func unitOf(cols []Column, name string) ablation.Unit {
	var silent ablation.Report
	u := silent.Unit(name)
	guess := u.Better
	for _, c := range cols {
		said := c.Report.Unit(name)
		if u.Better == guess {
			u.Better = said.Better
		}
		u.Exact = u.Exact || said.Exact
	}
	return u
}

// otherCPU tells per column whether it ran on another CPU than the first.
func (g *group) otherCPU() []bool {
	other := make([]bool, len(g.moved))
	for c, at := range g.moved {
		other[c] = at != nil
	}
	return other
}

// notes says of one group's tables which columns ran on another CPU.
func (g *group) notes(all *gathered) (notes []string) {
	for c, at := range g.moved {
		if at != nil {
			notes = append(notes, fmt.Sprintf("%s ran on another CPU (%s): a difference may be the machine's, not the code's",
				named(all.columns[c].label), cmp.Or(at.config.cpu, "unknown")))
		}
	}
	return notes
}

// named spells a label in a sentence.
func named(label string) string { return cmp.Or(label, "the column without a name") }
