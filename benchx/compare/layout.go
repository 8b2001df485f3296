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
	cols       []Column
	benchmarks []*benchmark // one per row
	names      []string
}

// layTables decides which tables there are and which rows they have.
func (g *gathered) layTables() []*tableJob {
	meta := make(map[string]ablation.Unit, len(g.units))
	for _, unit := range g.units {
		meta[unit] = unitOf(g.cols, unit)
	}
	var jobs []*tableJob
	for _, cfg := range g.configs {
		first := len(jobs)
		for _, unit := range g.units {
			job := &tableJob{cols: g.cols, names: g.names}
			for i := range cfg.benchmarks {
				if b := &cfg.benchmarks[i]; b.has(unit) {
					job.benchmarks = append(job.benchmarks, b)
				}
			}
			if len(job.benchmarks) == 0 {
				continue
			}
			m := meta[unit]
			job.table = Table{Unit: unit, Better: m.Better, Exact: m.Exact, OtherCPU: cfg.moved, Notes: cfg.notes(g.cols)}
			jobs = append(jobs, job)
		}
		cfg.placeFailed(jobs[first:])
		for _, job := range jobs[first:] {
			job.table.Config = cfg.axes()
		}
	}
	dropEmptyAxes(jobs)
	return jobs
}

// placeFailed gives benchmarks that worked nowhere a row in one table of their
// configuration: that of the time, else the first.
func (cfg *config) placeFailed(jobs []*tableJob) {
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
	listed := make(map[*benchmark]bool)
	for _, job := range jobs {
		for _, b := range job.benchmarks {
			listed[b] = true
		}
	}
	for i := range cfg.benchmarks {
		if b := &cfg.benchmarks[i]; !listed[b] && b.failed() {
			home.benchmarks = append(home.benchmarks, b)
		}
	}
	slices.SortFunc(home.benchmarks, func(a, b *benchmark) int { return a.name - b.name })
}

// has reports whether any column measured the unit.
func (b *benchmark) has(unit string) bool {
	for _, rows := range b.rows {
		for _, r := range rows {
			if r.Status == wire.OK {
				if m := r.Metric(unit); m != nil && usable(m) {
					return true
				}
			}
		}
	}
	return false
}

// failed reports whether the benchmark failed in any column.
func (b *benchmark) failed() bool {
	for _, rows := range b.rows {
		for _, r := range rows {
			if r.Status.Failed() {
				return true
			}
		}
	}
	return false
}

func (cfg *config) axes() []ablation.Axis {
	return []ablation.Axis{
		{Key: "goos", Value: cfg.goos},
		{Key: "goarch", Value: cfg.goarch},
		{Key: "pkg", Value: cfg.pkg},
		{Key: "cpu", Value: cfg.cpu},
	}
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

// notes says of one configuration's tables which columns ran on another CPU.
func (cfg *config) notes(cols []Column) (notes []string) {
	for c := range cols {
		if cfg.moved[c] {
			notes = append(notes, fmt.Sprintf("%s ran on another CPU (%s): a difference may be the machine's, not the code's",
				cols[c].Label, cmp.Or(cfg.otherCPU[c], "unknown")))
		}
	}
	return notes
}
