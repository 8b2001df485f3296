package ablation

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// defaultConfidence is benchstat's default level of an interval.
const defaultConfidence = 0.95

// A pool gathers what was measured of one row until it is summed up.
type pool struct {
	row    Row // identity; its Metrics, Status, Note and Limiter are filled at the end
	series []series
	iters  []int64

	ok, failed int
	failure    wire.Status // of the first failed outcome
	reason     string      // why it failed
	remark     string      // of the first outcome that said something and did not fail
	skipped    string      // why it was skipped
	limiter    wire.Limiter
	// noted says that reason already tells how many samples failed, or that
	// this is not known any more.
	noted bool
}

// A series holds the samples of one unit.
type series struct {
	unit    string
	samples []float64
	perRun  []int // of samples, while reports are merged; see Metric.PerRun
	// summary stands in for samples that the input did not keep.
	summary *Metric
}

// outcome books how one sample, or one row of a merged report, ended.
func (p *pool) outcome(status wire.Status, note string, limiter wire.Limiter, iters int64) {
	p.limiter = cmp.Or(p.limiter, limiter)
	switch {
	case status == wire.OK:
		p.ok++
		if iters > 0 {
			p.iters = append(p.iters, iters)
		}
		if p.remark == "" {
			p.remark = note
		}
	case status.Failed():
		p.failed++
		if p.failure == "" {
			p.failure, p.reason = status, note
		}
	case p.skipped == "":
		p.skipped = note
	}
}

// at returns the series of unit; hint is where it stood in the last sample.
func (p *pool) at(unit string, hint int) *series {
	if hint < len(p.series) && p.series[hint].unit == unit {
		return &p.series[hint]
	}
	for i := range p.series {
		if p.series[i].unit == unit {
			return &p.series[i]
		}
	}
	p.series = append(p.series, series{unit: unit})
	return &p.series[len(p.series)-1]
}

// absorb adds what q gathered to p. It returns the units that could not be
// pooled because one side kept no samples; of those p keeps what it has.
func (p *pool) absorb(q *pool) (unpooled []string) {
	for i := range q.series {
		from := &q.series[i]
		to := p.at(from.unit, i)
		switch empty := to.samples == nil && to.summary == nil; {
		case empty:
			to.samples, to.perRun, to.summary = slices.Clip(from.samples), from.perRun, from.summary
		case to.summary != nil || from.summary != nil:
			unpooled = append(unpooled, from.unit)
		default:
			to.join(from)
		}
	}
	p.iters = append(slices.Clip(p.iters), q.iters...)
	p.ok += q.ok
	p.failed += q.failed
	p.noted = p.noted || q.noted
	if p.failure == "" {
		p.failure, p.reason = q.failure, q.reason
	}
	p.remark = cmp.Or(p.remark, q.remark)
	p.skipped = cmp.Or(p.skipped, q.skipped)
	p.limiter = cmp.Or(p.limiter, q.limiter)
	return unpooled
}

// join adds the samples of from, each to those of its run.
func (s *series) join(from *series) {
	if from.perRun == nil {
		s.samples = append(s.samples, from.samples...)
		return
	}
	rest := from.samples
	for run, n := range from.perRun {
		s.put(run, rest[:n])
		rest = rest[n:]
	}
}

// take adds the samples of m. runs holds the new number of each run of the
// report that m is from, or copied for one whose samples do not count.
func (s *series) take(m *Metric, runs []int) {
	if len(runs) == 1 { // PerRun may be missing, or tell of runs that do not add up
		s.put(runs[0], m.Samples)
		return
	}
	rest := m.Samples
	for k, n := range m.PerRun {
		if runs[k] != copied {
			s.put(runs[k], rest[:n])
		}
		rest = rest[n:]
	}
}

// put adds samples of a run behind those that it has already.
func (s *series) put(run int, samples []float64) {
	if len(samples) == 0 {
		return
	}
	for len(s.perRun) <= run {
		s.perRun = append(s.perRun, 0)
	}
	s.perRun[run] += len(samples)
	switch {
	case s.samples == nil:
		s.samples = slices.Clip(samples)
	case run == len(s.perRun)-1:
		s.samples = append(s.samples, samples...)
	default:
		behind := 0
		for _, n := range s.perRun[run+1:] {
			behind += n
		}
		s.samples = slices.Insert(s.samples, len(s.samples)-behind, samples...)
	}
}

// finish turns the pool into its row.
//
// A row is ok only if no outcome of it failed: a configuration that works five
// times out of six does not work. What was measured all the same is kept, the
// status is that of the first failure, and the note says how many failed.
// A row whose outcomes were all skipped is a skip; a skip beside ok samples is
// overruled by them.
func (p *pool) finish(sum *summarizer) Row {
	row := p.row
	row.Limiter = p.limiter
	row.Iters = medianInt(p.iters)
	switch {
	case p.failed > 0:
		row.Status, row.Note = p.failure, p.reason
		if p.ok > 0 && !p.noted {
			row.Note = withCount(p.reason, p.failed, p.failed+p.ok)
		}
	case p.ok > 0:
		row.Status, row.Note = wire.OK, p.remark
	default:
		row.Status, row.Note = wire.Skip, p.skipped
	}
	if len(p.series) == 0 {
		return row
	}
	row.Metrics = make([]Metric, len(p.series))
	for i, s := range p.series {
		if s.summary != nil {
			row.Metrics[i] = *s.summary
			continue
		}
		row.Metrics[i] = sum.metric(s.unit, slices.Clip(s.samples))
		row.Metrics[i].PerRun = s.perRun
	}
	return row
}

func withCount(reason string, failed, all int) string {
	count := fmt.Sprintf("failed in %d of %d samples", failed, all)
	if reason == "" {
		return count
	}
	return reason + " (" + count + ")"
}

// medianInt returns the median, rounded down; 0 for no values.
func medianInt(v []int64) int64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Clone(v)
	slices.Sort(v)
	lo, hi := v[(len(v)-1)/2], v[len(v)/2]
	return lo + (hi-lo)/2
}

// A summarizer computes the numbers that benchstat shows: under no assumption
// the median with its order-statistics interval, under assume=exact the mode
// with the range.
type summarizer struct {
	confidence float64
	exact      map[string]bool
	scratch    []float64
}

func newSummarizer(confidence float64, units []Unit) *summarizer {
	s := &summarizer{confidence: confidence, exact: map[string]bool{}}
	if !(s.confidence > 0 && s.confidence < 1) {
		s.confidence = defaultConfidence
	}
	for _, u := range units {
		if u.Exact {
			s.exact[u.Name] = true
		}
	}
	return s
}

func (s *summarizer) metric(unit string, samples []float64) Metric {
	m := Metric{
		Unit: unit, N: len(samples), Samples: samples,
		Median: math.NaN(), Lo: math.Inf(-1), Hi: math.Inf(1),
	}
	if len(samples) == 0 || slices.ContainsFunc(samples, math.IsNaN) {
		return m // a sample that is no number poisons the whole
	}
	s.scratch = append(s.scratch[:0], samples...)
	sample := benchmath.NewSample(s.scratch, &benchmath.DefaultThresholds)
	var summary benchmath.Summary
	if s.exact[unit] {
		summary = benchmath.AssumeExact.Summary(sample, s.confidence)
	} else {
		summary = benchmath.AssumeNothing.Summary(sample, s.confidence)
	}
	m.Median, m.Lo, m.Hi = summary.Center, summary.Lo, summary.Hi
	return m
}
