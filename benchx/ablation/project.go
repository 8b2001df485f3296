package ablation

import (
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// StudyOptions steer NewStudy; the zero value takes all from the report.
type StudyOptions struct {
	// Reference names the reference variants, comma separated, in place of the
	// catalog's: the first one that a cell has is its reference.
	Reference string
	// Keys maps study axes to the names they have in the rows, see ParseKeys;
	// nil means Report.Keys.
	Keys map[string]string
}

// NewStudy works out what the report says. It never fails: a report of any Go
// benchmarks gives a study, whose Shape tells which parts of it are filled.
// The study points into r, which must not change afterwards.
func NewStudy(r *Report, opt StudyOptions) *Study {
	s := &Study{Report: r}
	keys := opt.Keys
	if keys == nil {
		keys = r.Keys
	}
	s.project(newAxisReader(keys))
	s.assignRoles(opt.Reference)
	s.Shape = shapeOf(s.Configs, r.LimitSweep)
	s.rank()

	references := s.findReferences()
	s.Contests = s.findContests(references)
	s.Summaries = s.summarize()
	s.Overall = overall(s.Summaries)
	s.TierWins = tierWins(s.Contests)
	s.TopFives = s.findTopFives()
	s.Capacities = s.findCapacities()
	s.Limits = s.findLimits()
	s.Fronts = findFronts(s.Contests)
	s.Best = s.mostPrecise()
	s.LargestModel = s.largestModel()
	return s
}

// project fills Configs, one per row, in input order.
func (s *Study) project(reader axisReader) {
	s.Configs = make([]Config, len(s.Report.Rows))
	for i := range s.Report.Rows {
		row := &s.Report.Rows[i]
		c := &s.Configs[i]
		c.Row, c.index = row, i
		c.place(reader.read(row), s.Report.environmentOf(row))
		c.measure()
	}
}

// place fills the columns that come from the row's name, and from what the
// place that it was measured in tells of its device.
func (c *Config) place(a axes, env *Environment) {
	c.named = a.variant != ""
	c.Variant = a.variant
	if !c.named {
		c.Variant = genericName(c.Row.Name, a.extra)
	}
	c.Direction = directionTitle(a.dir)
	c.N, c.Batch = a.n, a.batch
	c.Device = a.device
	c.GPU = gpuIn(env, a.device)
	c.Precision, c.own = a.precision, a.precision != ""
	if !c.own && a.transform() {
		c.Precision = "f32"
	}
	c.name, c.extra = a.name, a.extra
}

// genericName names a benchmark that has no variant axis.
func genericName(family, extra string) string {
	name := family
	if extra != "" {
		name += "/" + extra
	}
	if name == "" {
		return "(Benchmark)" // func Benchmark(b *testing.B)
	}
	return name
}

// measure fills the columns that come from the row's metrics.
func (c *Config) measure() {
	nan := math.NaN()
	c.Sec, c.SecLo, c.SecHi = nan, nan, nan
	for _, dst := range c.numbers() {
		*dst.value = nan
	}
	for i := range c.Row.Metrics {
		m := &c.Row.Metrics[i]
		if m.Unit == wire.UnitSecPerOp {
			c.Sec, c.SecLo, c.SecHi, c.Samples = m.Median, m.Lo, m.Hi, m.N
			continue
		}
		for _, dst := range c.numbers() {
			if dst.unit == m.Unit {
				*dst.value = m.Median
			}
		}
	}
	batch := float64(max(c.Batch, 1))
	c.PerTransform = c.Sec / batch
	c.PerTransformLo = c.SecLo / batch
	c.PerTransformHi = c.SecHi / batch
}

// A number is a column of a Config and the unit it holds the median of.
type number struct {
	unit  string
	value *float64
}

func (c *Config) numbers() [14]number {
	return [...]number{
		{wire.UnitRelL2, &c.RelL2},
		{wire.UnitMaxErr, &c.MaxErr},
		{wire.UnitGFLOPS, &c.GFLOPS},
		{wire.UnitPlanSec, &c.PlanSec},
		{wire.UnitTrainSteps, &c.TrainSteps},
		{wire.UnitParams, &c.Params},
		{wire.UnitParamBytes, &c.ParamBytes},
		{wire.UnitScratchBytes, &c.ScratchBytes},
		{wire.UnitHeldBytes, &c.HeldBytes},
		{wire.UnitPeakBytes, &c.PeakBytes},
		{wire.UnitBytesPerOp, &c.BytesPerOp},
		{wire.UnitAllocsPerOp, &c.AllocsPerOp},
		{wire.UnitE2ESecPerOp, &c.E2ESec},
		{wire.UnitCopyShare, &c.CopyShare},
	}
}

// A role is what the catalog says of a variant.
type role struct {
	entry Entry
	place int // in the catalog, or behind it by first appearance
	slot  int
}

// assignRoles fills tier, slot, compiled and reference of the configurations,
// and lists the variants.
func (s *Study) assignRoles(reference string) {
	roles := s.roles()
	for i := range s.Configs {
		c := &s.Configs[i]
		r := roles[c.Variant]
		c.Tier, c.Slot = r.entry.Tier, r.slot
		c.Compiled = r.entry.Compiled
		c.Reference, c.precedence = r.entry.Reference && c.named, r.place
	}
	if reference == "" {
		return
	}
	order := precedences(reference)
	for i := range s.Configs {
		c := &s.Configs[i]
		var named bool
		c.precedence, named = order[c.Variant]
		c.Reference = named && c.named
	}
}

// precedences numbers the names of a comma separated list.
func precedences(list string) map[string]int {
	order := map[string]int{}
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); !hasKey(order, name) {
			order[name] = len(order)
		}
	}
	return order
}

func hasKey[K comparable, V any](m map[K]V, key K) bool {
	_, ok := m[key]
	return ok
}

// roles looks every variant of the report up, once, and gives each its colour
// slot: the catalog's, unless another variant of this report has it already;
// variants that the catalog does not know get the lowest free slots by first
// appearance.
func (s *Study) roles() map[string]role {
	catalog := s.Report.Catalog
	names, aliases := catalog.index()
	roles := map[string]role{}
	for i := range s.Configs {
		name := s.Configs[i].Variant
		if hasKey(roles, name) {
			continue
		}
		r := role{place: len(catalog) + len(roles), slot: -1}
		if k, ok := names[name]; ok {
			r = role{entry: catalog[k], place: k, slot: catalog[k].Slot}
		} else if k, ok := aliases[name]; ok {
			r.entry = catalog[k] // tier and roles; the name and its colour are its own
		}
		roles[name] = r
		s.Variants = append(s.Variants, name)
	}
	slices.SortFunc(s.Variants, func(a, b string) int { return roles[a].place - roles[b].place })
	assignSlots(s.Variants, roles)
	return roles
}

func assignSlots(variants []string, roles map[string]role) {
	taken := map[int]bool{}
	var without []string
	for _, v := range variants {
		r := roles[v]
		if r.slot < 0 || taken[r.slot] {
			without = append(without, v)
			continue
		}
		taken[r.slot] = true
	}
	next := 0
	for _, v := range without {
		for taken[next] {
			next++
		}
		r := roles[v]
		r.slot = next
		taken[next] = true
		roles[v] = r
	}
}

// shapeOf says what the configurations can fill.
func shapeOf(configs []Config, limitSweep bool) Shape {
	shape := Shape{Limits: limitSweep}
	for i := range configs {
		c := &configs[i]
		shape.Variants = shape.Variants || c.named
		shape.Sizes = shape.Sizes || c.N > 0
		shape.Batches = shape.Batches || c.Batch > 0
		shape.Directions = shape.Directions || c.Direction != ""
		shape.Devices = shape.Devices || c.Device != ""
		shape.Errors = shape.Errors || measured(c.RelL2) || measured(c.MaxErr)
		shape.Params = shape.Params || measured(c.Params) || measured(c.ParamBytes)
		shape.Memory = shape.Memory || measured(c.BytesPerOp) || measured(c.AllocsPerOp)
		shape.Heap = shape.Heap || measured(c.HeldBytes) || measured(c.PeakBytes)
		shape.GFLOPS = shape.GFLOPS || measured(c.GFLOPS)
		shape.GPUs = shape.GPUs || c.GPU
	}
	return shape
}

func measured(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
