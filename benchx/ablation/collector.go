package ablation

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// CollectOptions steer a Collector; the zero value is fine.
type CollectOptions struct {
	// Catalog is what is known of the variants beforehand; what the run itself
	// says of its variants (reference=, compiled=) extends it.
	Catalog Catalog
	// Confidence is the level of the intervals; 0 is benchstat's 0.95.
	Confidence float64
	// Keys maps study axes to the names they have in this input, see ParseKeys.
	// Rows keep their own names: the map travels in the report and is applied
	// by NewStudy.
	Keys map[string]string
}

// maxProblems bounds what a report carries of a hopelessly noisy input; the
// rest is counted.
const maxProblems = 1000

// A Collector turns ingest's records into a Report, in one pass. All inputs
// added to one Collector are pooled: samples of one benchmark in one
// environment become one row, samples of different environments stay apart.
//
// A Collector copies what it keeps; the caller may reuse records. Names must be
// strings that do not change.
type Collector struct {
	opt    CollectOptions
	seed   maphash.Seed
	inputs []*input
	byName map[string]*input
	cur    *input

	preset, command string
	catalog         Catalog // what the run says of its variants
	units           unitSet
	repeated        int // results dropped because their line was read before
	incomplete      bool

	problems []Problem
	known    map[Problem]struct{}
	dropped  int
}

// NewCollector returns an empty collector.
func NewCollector(opt CollectOptions) *Collector {
	if !(opt.Confidence > 0 && opt.Confidence < 1) {
		opt.Confidence = defaultConfidence
	}
	return &Collector{
		opt:    opt,
		seed:   maphash.MakeSeed(),
		byName: map[string]*input{},
		known:  map[Problem]struct{}{},
	}
}

// Add takes one record.
func (c *Collector) Add(r ingest.Record) {
	switch r := r.(type) {
	case *ingest.Sample:
		if !c.input(r.File).add(r) {
			c.repeated++
		}
	case *ingest.Fact:
		c.fact(r)
	case *ingest.UnitInfo:
		if old, ok := c.units.declare(r.Unit, r.Key, r.Value); !ok {
			c.problem(r.Position.String(), ingest.Warning,
				fmt.Sprintf("unit %s: %s=%s contradicts %s=%s before; the first one stands", r.Unit, r.Key, r.Value, r.Key, old))
		}
	case *ingest.PackageEnd:
		c.packageEnd(r)
	case *ingest.Diagnostic:
		c.diagnostic(r)
	}
}

// MarkIncomplete says that the input ended in the middle of a run, as the
// Scanner's Summary tells (CutOff).
func (c *Collector) MarkIncomplete() { c.incomplete = true }

func (c *Collector) input(name string) *input {
	if c.cur != nil && c.cur.name == name {
		return c.cur
	}
	in, ok := c.byName[name]
	if !ok {
		in = newInput(name, c.seed)
		c.byName[name] = in
		c.inputs = append(c.inputs, in)
	}
	c.cur = in
	return in
}

func (c *Collector) fact(f *ingest.Fact) {
	in := c.input(f.File)
	switch f.Key {
	case wire.FactPreset:
		c.once(&c.preset, f)
	case wire.FactCommand:
		c.once(&c.command, f)
	case wire.FactElapsedMS:
		if ms, err := strconv.ParseFloat(f.Value, 64); err == nil && ms >= 0 && ms <= maxFloat {
			in.elapsed[f.Line] = ms
		}
	case wire.FactReference:
		c.catalog = c.catalog.Extend(roles(f.Value, Entry{Slot: -1, Reference: true}))
	case wire.FactCompiled:
		c.catalog = c.catalog.Extend(roles(f.Value, Entry{Slot: -1, Compiled: true}))
	default:
		changed, full := in.facts.set(f.Fact)
		if full {
			c.problem(f.Position.String(), ingest.Warning, "more facts about the run than a report keeps; "+f.Key+" was dropped")
		}
		if changed {
			in.env = -1
		}
	}
}

// once keeps the first value of a run-wide fact and tells where another
// contradicts it.
func (c *Collector) once(dst *string, f *ingest.Fact) {
	if *dst == "" {
		*dst = f.Value
	}
	if *dst != f.Value {
		c.problem(f.Position.String(), ingest.Info,
			fmt.Sprintf("%s %q differs from %q before; the first one is shown", f.Key, f.Value, *dst))
	}
}

func roles(names string, role Entry) Catalog {
	var c Catalog
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name != "" {
			role.Name = name
			c = append(c, role)
		}
	}
	return c
}

func (c *Collector) packageEnd(p *ingest.PackageEnd) {
	in := c.input(p.File)
	// The next package is another program: what this one said of itself does
	// not hold for it.
	in.facts, in.env = Environment{}, -1
	if !p.Failed {
		return
	}
	msg := "package failed"
	if p.Reason != "" {
		msg += ": " + p.Reason
	}
	c.problem(cmp.Or(p.Package, p.Position.String()), ingest.Error, msg)
}

func (c *Collector) diagnostic(d *ingest.Diagnostic) {
	msg := d.Msg
	if d.Hint != "" {
		msg += " (" + d.Hint + ")"
	}
	c.problem(d.Position.String(), d.Severity, msg)
}

func (c *Collector) problem(where string, severity ingest.Severity, msg string) {
	p := Problem{Where: where, Severity: severity.String(), Msg: msg}
	if _, twice := c.known[p]; twice {
		return
	}
	if len(c.problems) >= maxProblems {
		c.dropped++
		return
	}
	c.known[p] = struct{}{}
	c.problems = append(c.problems, p)
}

// Report sums up what was added so far.
func (c *Collector) Report() *Report {
	r := &Report{
		Schema:     Schema,
		Preset:     c.preset,
		Command:    c.command,
		Confidence: c.opt.Confidence,
		Keys:       cloneKeys(c.opt.Keys),
		Catalog:    c.opt.Catalog.Extend(c.catalog),
		Problems:   slices.Clone(c.problems),
		Incomplete: c.incomplete,
	}
	inputs := c.originals(r)
	var envs environmentSet
	pools := c.combine(inputs, &envs)
	for _, in := range inputs {
		r.ElapsedMS += in.totalElapsed()
	}
	r.Environments = envs.list
	r.Rows, r.Units = finishAll(pools, c.units, c.opt.Confidence)
	r.describe()
	if c.dropped > 0 {
		r.Problems = append(r.Problems, Problem{
			Severity: ingest.Warning.String(), Msg: fmt.Sprintf("%d more problems of this kind are not listed", c.dropped),
		})
	}
	return r
}

// originals returns the inputs that are no copies of an earlier one, and tells
// r of every result that counts once though it was read twice.
func (c *Collector) originals(r *Report) []*input {
	if c.repeated > 0 {
		r.Problems = append(r.Problems, Problem{
			Severity: ingest.Warning.String(),
			Msg:      fmt.Sprintf("%d results were read twice from the same lines of the same input and count once", c.repeated),
		})
	}
	var kept []*input
	seen := map[runText]*input{}
	for _, in := range c.inputs {
		text := in.text()
		if first, copied := seen[text]; copied && text.results >= minCopied {
			r.Problems = append(r.Problems, Problem{
				Where: in.name, Severity: ingest.Warning.String(),
				Msg: fmt.Sprintf("all %d results are those of %s; they count once", text.results, first.name),
			})
			continue
		}
		seen[text] = in
		kept = append(kept, in)
	}
	return kept
}

// combine pools the inputs into one list of rows to be.
func (c *Collector) combine(inputs []*input, envs *environmentSet) []*pool {
	m := newMerger()
	for _, in := range inputs {
		home := in.settle()
		final := make([]int, len(home))
		for i, to := range home {
			final[i] = -1
			if to == i {
				final[i] = envs.index(in.envs.list[i])
			}
		}
		for _, p := range in.order {
			m.add(p, final[home[p.row.Env]])
		}
	}
	return m.order
}
