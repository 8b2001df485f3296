package ablation

import (
	"cmp"
	"errors"
	"fmt"
	"maps"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Merge joins reports into one. Rows with equal keys in equal environments are
// pooled, sample by sample, and summed up anew; rows of different environments
// are both kept. A run that several reports hold, alone or merged with others,
// counts once. What the reports contradict each other in is told in Problems;
// the first report's word stands.
func Merge(reports ...*Report) (*Report, error) {
	if len(reports) == 0 {
		return nil, errors.New("no report to merge")
	}
	for i, r := range reports {
		if r == nil {
			return nil, fmt.Errorf("report %d of %d is missing", i+1, len(reports))
		}
	}
	j := &join{out: &Report{Schema: Schema}, rows: newMerger(), told: map[Problem]bool{}}
	for _, s := range j.sources(reports) {
		j.head(s.number, s.report)
		j.add(s)
	}
	out := j.out
	for _, run := range out.Runs {
		out.ElapsedMS += run.ElapsedMS
	}
	out.Environments = j.envs.list
	if out.Environments == nil {
		out.Environments = []Environment{{}}
	}
	out.Rows, out.Units = finishAll(j.rows.order, j.units, out.Confidence)
	if len(out.Runs) == 1 {
		out.dropRuns()
	}
	out.describe()
	return out, nil
}

// dropRuns forgets of which run a sample is, where there is but one.
func (r *Report) dropRuns() {
	r.Runs = nil
	for i := range r.Rows {
		for k := range r.Rows[i].Metrics {
			r.Rows[i].Metrics[k].PerRun = nil
		}
	}
}

// A join is a merge under way.
type join struct {
	out   *Report
	rows  *merger
	envs  environmentSet
	units unitSet
	told  map[Problem]bool
}

func (j *join) warn(i int, severity ingest.Severity, format string, args ...any) {
	j.problem(Problem{
		Where: fmt.Sprintf("report %d", i+1), Severity: severity.String(), Msg: fmt.Sprintf(format, args...),
	})
}

// problem lists p once: reports that share a run share its problems.
func (j *join) problem(p Problem) {
	if !hasKey(j.told, p) {
		j.told[p] = true
		j.out.Problems = append(j.out.Problems, p)
	}
}

// A source is a report with what of it counts.
type source struct {
	number int // among the reports, from 0
	report *Report
	runs   []int // for each run of the report its place in the merged Runs, or copied
}

// copied stands for a run that an earlier report holds already.
const copied = -1

// sources lists the reports that hold a run which no earlier one does, numbers
// the runs of the merged report, and tells of those that count once though they
// were read twice.
func (j *join) sources(reports []*Report) []source {
	var kept []source
	origin := map[string]int{} // ID of a run → first report that holds it
	for i, r := range reports {
		s := source{number: i, report: r}
		all, again, holder := 0, 0, ""
		fresh := false
		for _, run := range r.runs() {
			all += run.Results
			first, known := origin[run.ID]
			if known && run.Results >= minCopied {
				s.runs = append(s.runs, copied)
				again += run.Results
				if name := fmt.Sprintf("report %d", first+1); holder == "" {
					holder = name
				} else if holder != name {
					holder = "earlier reports"
				}
				continue
			}
			if !known {
				origin[run.ID] = i
			}
			fresh = true
			s.runs = append(s.runs, len(j.out.Runs))
			j.out.Runs = append(j.out.Runs, run)
		}
		if !fresh {
			j.warn(i, ingest.Warning, "all %d results are those of %s; they count once", all, holder)
			continue
		}
		if again > 0 {
			j.warn(i, ingest.Warning, "%d of its %d results are those of %s; they count once", again, all, holder)
		}
		kept = append(kept, s)
	}
	return kept
}

// head joins what the i-th report says of itself as a whole.
func (j *join) head(i int, r *Report) {
	out := j.out
	j.keep(i, "preset", &out.Preset, r.Preset)
	j.keep(i, "command", &out.Command, r.Command)
	if i == 0 {
		out.Confidence, out.Keys = r.Confidence, cloneKeys(r.Keys)
	} else {
		if r.Confidence != out.Confidence {
			j.warn(i, ingest.Info, "its intervals are at %v, those of the merged report at %v", level(r), level(out))
		}
		if !maps.Equal(r.Keys, out.Keys) {
			j.warn(i, ingest.Warning, "its axes were mapped by %q, those of the merged report by %q", FormatKeys(r.Keys), FormatKeys(out.Keys))
		}
	}
	out.TrainSteps = max(out.TrainSteps, r.TrainSteps)
	out.BothDirs = out.BothDirs || r.BothDirs
	out.WithWelch = out.WithWelch || r.WithWelch
	out.LimitSweep = out.LimitSweep || r.LimitSweep
	out.Incomplete = out.Incomplete || r.Incomplete
	out.Catalog = out.Catalog.Extend(r.Catalog)
	for _, p := range r.Problems {
		j.problem(p)
	}
	for _, u := range r.Units {
		j.unit(i, u)
	}
}

func level(r *Report) float64 {
	if r.Confidence == 0 {
		return defaultConfidence
	}
	return r.Confidence
}

func (j *join) keep(i int, what string, dst *string, value string) {
	switch {
	case *dst == "":
		*dst = value
	case value != "" && value != *dst:
		j.warn(i, ingest.Info, "its %s %q differs from %q, which is shown", what, value, *dst)
	}
}

func (j *join) unit(i int, u Unit) {
	if k, known := j.units.at[u.Name]; known {
		if old := j.units.list[k]; old != u {
			j.warn(i, ingest.Warning, "it declares the unit %s otherwise (better %+d, exact %v) than an earlier report (better %+d, exact %v)",
				u.Name, u.Better, u.Exact, old.Better, old.Exact)
		}
		return
	}
	*j.units.add(u.Name) = u
}

// add pools what counts of a report's rows.
func (j *join) add(s source) {
	r := s.report
	home := make([]int, len(r.Environments))
	for k, e := range r.Environments {
		home[k] = j.envs.index(e)
	}
	unpooled, example := 0, ""
	for k := range r.Rows {
		row := &r.Rows[k]
		env := 0
		if row.Env >= 0 && row.Env < len(home) {
			env = home[row.Env]
		}
		p, fresh := poolOf(row, s.runs)
		if !fresh {
			continue
		}
		if units := j.rows.add(p, env); len(units) > 0 {
			unpooled++
			example = cmp.Or(example, row.FullName())
		}
	}
	if unpooled > 0 {
		j.warn(s.number, ingest.Warning, "%d rows (first %s) could not be pooled because their file kept no samples; the numbers of the earlier report stand",
			unpooled, example)
	}
}

// poolOf takes a row apart again. runs says which of its samples count, and
// where; fresh is false where all of them are of copied runs.
func poolOf(row *Row, runs []int) (p *pool, fresh bool) {
	p = &pool{row: Row{Package: row.Package, Name: row.Name, Axes: row.Axes, Procs: row.Procs}}
	p.outcome(row.Status, row.Note, row.Limiter, row.Iters)
	p.noted = row.Status != wire.OK
	for i := range row.Metrics {
		m := &row.Metrics[i]
		s := series{unit: m.Unit}
		if len(m.Samples) == 0 {
			s.summary = m
		} else if s.take(m, runs); s.samples == nil {
			continue
		}
		p.series = append(p.series, s)
	}
	return p, len(p.series) > 0 || len(row.Metrics) == 0
}

// A merger joins pools with equal keys, in order of first appearance.
type merger struct {
	order []*pool
	byKey map[Key]*pool
}

func newMerger() *merger { return &merger{byKey: map[Key]*pool{}} }

// add joins p, measured in environment env, to the pool of its key. It returns
// the units whose samples could not be pooled. p itself is not changed.
func (m *merger) add(p *pool, env int) (unpooled []string) {
	row := p.row
	row.Env = env
	key := row.Key()
	to, ok := m.byKey[key]
	if !ok {
		to = &pool{row: row}
		m.byKey[key] = to
		m.order = append(m.order, to)
	}
	return to.absorb(p)
}
