package ablation

import (
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"math"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Merge joins reports into one. Rows with equal keys in equal environments are
// pooled, sample by sample, and summed up anew; rows of different environments
// are both kept. A report that repeats an earlier one row by row and sample by
// sample counts once. What the reports contradict each other in is told in
// Problems; the first report's word stands.
func Merge(reports ...*Report) (*Report, error) {
	if len(reports) == 0 {
		return nil, errors.New("no report to merge")
	}
	for i, r := range reports {
		if r == nil {
			return nil, fmt.Errorf("report %d of %d is missing", i+1, len(reports))
		}
	}
	j := &join{out: &Report{Schema: Schema}, rows: newMerger()}
	for _, i := range j.originals(reports) {
		j.head(i, reports[i])
		j.add(i, reports[i])
	}
	out := j.out
	out.Environments = j.envs.list
	if out.Environments == nil {
		out.Environments = []Environment{{}}
	}
	var units []Unit
	out.Rows, units = finishAll(j.rows.order, j.units, out.Confidence)
	out.Units = units
	trainSteps := out.TrainSteps
	out.describe()
	out.TrainSteps = max(out.TrainSteps, trainSteps)
	return out, nil
}

// A join is a merge under way.
type join struct {
	out   *Report
	rows  *merger
	envs  environmentSet
	units unitSet
}

func (j *join) warn(i int, severity ingest.Severity, format string, args ...any) {
	j.out.Problems = append(j.out.Problems, Problem{
		Where: fmt.Sprintf("report %d", i+1), Severity: severity.String(), Msg: fmt.Sprintf(format, args...),
	})
}

// originals lists the reports that are no copies of earlier ones.
func (j *join) originals(reports []*Report) []int {
	seed := maphash.MakeSeed()
	seen := map[runText]int{}
	var kept []int
	for i, r := range reports {
		text := r.text(seed)
		if first, copied := seen[text]; copied && text.results >= minCopied {
			j.warn(i, ingest.Warning, "all %d results are those of report %d; they count once", text.results, first+1)
			continue
		}
		seen[text] = i
		kept = append(kept, i)
	}
	return kept
}

// text stands for all that was measured in a report, to find copies by.
func (r *Report) text(seed maphash.Seed) runText {
	var h maphash.Hash
	h.SetSeed(seed)
	places := make([]string, len(r.Environments))
	for i := range places {
		e := &r.Environments[i]
		places[i] = e.identity() + e.Date
	}
	results := 0
	for i := range r.Rows {
		row := &r.Rows[i]
		h.WriteString(row.Package)
		h.WriteByte(0)
		h.WriteString(row.FullName())
		h.WriteByte(0)
		if row.Env >= 0 && row.Env < len(places) {
			h.WriteString(places[row.Env])
		}
		h.WriteString(string(row.Status))
		most := 0
		for _, m := range row.Metrics {
			h.WriteString(m.Unit)
			h.WriteByte(0)
			for _, x := range m.Samples {
				writeUint64(&h, math.Float64bits(x))
			}
			most = max(most, len(m.Samples))
		}
		results += most
	}
	return runText{results, h.Sum64()}
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
	out.ElapsedMS += r.ElapsedMS
	out.Catalog = out.Catalog.Extend(r.Catalog)
	out.Problems = append(out.Problems, r.Problems...)
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

// add pools the rows of the i-th report.
func (j *join) add(i int, r *Report) {
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
		if units := j.rows.add(poolOf(row), env); len(units) > 0 {
			unpooled++
			example = firstOf(example, row.FullName())
		}
	}
	if unpooled > 0 {
		j.warn(i, ingest.Warning, "%d rows (first %s) could not be pooled because their file kept no samples; the numbers of the earlier report stand",
			unpooled, example)
	}
}

// poolOf takes a row apart again.
func poolOf(row *Row) *pool {
	p := &pool{row: Row{Package: row.Package, Name: row.Name, Axes: row.Axes, Procs: row.Procs}}
	p.outcome(row.Status, row.Note, row.Limiter, row.Iters)
	p.noted = row.Status != wire.OK
	for i := range row.Metrics {
		m := &row.Metrics[i]
		s := series{unit: m.Unit, samples: m.Samples}
		if len(m.Samples) == 0 {
			s.samples, s.summary = nil, m
		}
		p.series = append(p.series, s)
	}
	return p
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
