package measured

import (
	"cmp"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// FromStudy reads the memory of every variant that worked out of a study.
// A variant is taken once per device and precision; where it runs in several
// directions the first of Forward, Inverse, Fused, Welch, Mel, Peaks and STFT
// stands for it.
func FromStudy(s *ablation.Study) *Report {
	r := &Report{Schema: Schema}
	subjects := group(s)
	if len(subjects) == 0 {
		return r
	}
	refs := references(s)
	r.SideBySide = table(sideBySide(subjects), refs, s.Variants)
	largest := table(eachLargest(subjects), refs, s.Variants)
	if !same(r.SideBySide, largest) {
		r.Largest = largest
	}
	return r
}

// subject is a variant on one device in one precision.
type subject struct{ pkg, variant, device, precision string }

// group collects the configurations that worked by subject, in the order of
// first appearance.
func group(s *ablation.Study) (subjects [][]*ablation.Config) {
	index := make(map[subject]int)
	for i := range s.Configs {
		c := &s.Configs[i]
		if !c.OK() || !anyKnown(c) {
			continue
		}
		k := subject{c.Row.Package, c.Variant, c.Device, c.Precision}
		j, ok := index[k]
		if !ok {
			j = len(subjects)
			index[k] = j
			subjects = append(subjects, nil)
		}
		subjects[j] = append(subjects[j], c)
	}
	return subjects
}

// anyKnown reports whether anything about memory was measured.
func anyKnown(c *ablation.Config) bool {
	for _, x := range []float64{c.Params, c.ParamBytes, c.ScratchBytes, c.HeldBytes, c.PeakBytes, c.BytesPerOp, c.AllocsPerOp} {
		if !math.IsNaN(x) {
			return true
		}
	}
	return false
}

// references maps the row of every configuration of a contest to its
// reference.
func references(s *ablation.Study) map[*ablation.Row]*ablation.Config {
	refs := make(map[*ablation.Row]*ablation.Config)
	for i := range s.Contests {
		for _, c := range s.Contests[i].Configs {
			refs[c.Row] = s.Contests[i].Reference
		}
	}
	return refs
}

// sideBySide picks one configuration per subject: at the largest size that most
// subjects ran, and there at the largest batch that most ran.
func sideBySide(subjects [][]*ablation.Config) (picked []*ablation.Config) {
	n := mostShared(subjects, func(c *ablation.Config) int { return c.N })
	at := make([][]*ablation.Config, 0, len(subjects))
	for _, configs := range subjects {
		configs = slices.DeleteFunc(slices.Clone(configs), func(c *ablation.Config) bool { return c.N != n })
		if len(configs) > 0 {
			at = append(at, configs)
		}
	}
	batch := mostShared(at, func(c *ablation.Config) int { return c.Batch })
	for _, configs := range at {
		picked = append(picked, slices.MinFunc(configs, func(a, b *ablation.Config) int {
			return cmp.Or(
				compareBool(b.Batch == batch, a.Batch == batch),
				cmp.Compare(b.Batch, a.Batch),
				byDirection(a, b),
			)
		}))
	}
	return picked
}

// mostShared returns the value that the most subjects have, the largest of
// several.
func mostShared(subjects [][]*ablation.Config, value func(*ablation.Config) int) (best int) {
	count := make(map[int]int)
	for _, configs := range subjects {
		seen := make(map[int]bool)
		for _, c := range configs {
			if v := value(c); !seen[v] {
				seen[v] = true
				count[v]++
			}
		}
	}
	most := 0
	for v, n := range count { // the order does not matter: no two values are equal
		if n > most || n == most && v > best {
			best, most = v, n
		}
	}
	return best
}

// eachLargest picks per subject the configuration with the largest n×batch.
func eachLargest(subjects [][]*ablation.Config) (picked []*ablation.Config) {
	size := func(c *ablation.Config) float64 { return float64(c.N) * float64(max(c.Batch, 1)) }
	for _, configs := range subjects {
		picked = append(picked, slices.MinFunc(configs, func(a, b *ablation.Config) int {
			return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(b.N, a.N), byDirection(a, b))
		}))
	}
	return picked
}

func byDirection(a, b *ablation.Config) int {
	order := []string{"Forward", "Inverse", "Fused", "Welch", "Mel", "Peaks", "STFT"}
	rank := func(c *ablation.Config) int {
		if i := slices.Index(order, c.Direction); i >= 0 {
			return i
		}
		return len(order)
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Direction, b.Direction))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// table measures the picked configurations, sorts them, and names the variants
// that are not among them.
func table(picked []*ablation.Config, refs map[*ablation.Row]*ablation.Config, variants []string) *Table {
	t := &Table{}
	here := make(map[string]bool)
	for _, c := range picked {
		t.Entries = append(t.Entries, entry(c, refs[c.Row]))
		here[c.Variant] = true
	}
	for _, v := range variants {
		if !here[v] {
			t.Absent = append(t.Absent, v)
		}
	}
	slices.SortStableFunc(t.Entries, func(a, b Entry) int {
		return cmp.Or(
			compareBool(b.Total.Known, a.Total.Known),
			cmp.Compare(b.Total.Value, a.Total.Value),
			cmp.Compare(a.Variant, b.Variant),
			cmp.Compare(a.Device, b.Device),
			cmp.Compare(a.Precision, b.Precision),
		)
	})
	t.N, t.Batch = t.Entries[0].N, t.Entries[0].Batch
	for _, e := range t.Entries {
		if e.N != t.N {
			t.N = 0
		}
		if e.Batch != t.Batch {
			t.Batch = 0
		}
	}
	return t
}

func entry(c, ref *ablation.Config) Entry {
	e := measure(c)
	e.Ratio = math.NaN()
	if ref == nil || !ref.OK() {
		return e
	}
	e.Reference = ref.Variant
	if total := measure(ref).Total; e.Total.Known && total.Known && total.Value > 0 {
		e.Ratio = float64(e.Total.Value) / float64(total.Value)
	}
	return e
}

func measure(c *ablation.Config) Entry {
	e := Entry{
		Variant: c.Variant, Tier: c.Tier, Direction: c.Direction,
		Device: c.Device, Precision: c.Precision, Package: c.Row.Package,
		N: c.N, Batch: c.Batch,
		Params:       known(c.Params),
		ParamBytes:   known(c.ParamBytes),
		ScratchBytes: known(c.ScratchBytes),
		HeldBytes:    known(c.HeldBytes),
		PeakBytes:    known(c.PeakBytes),
		DataBytes:    dataBytes(c),
		AllocBytes:   known(c.BytesPerOp),
		Allocs:       known(c.AllocsPerOp),
		row:          c.Row,
		gpu:          c.GPU,
	}
	e.Total = e.ParamBytes.plus(e.ScratchBytes).plus(e.DataBytes).plus(e.AllocBytes)
	return e
}

// dataBytes returns what a batch occupies: n complex numbers a row, in and out,
// for the transforms and the fused pipelines; n real numbers a row for the
// rest, whose output has another shape and is not counted. Unknown outside a
// study.
func dataBytes(c *ablation.Config) Amount {
	var scalar int64
	switch c.Precision {
	case "f32":
		scalar = 4
	case "f64":
		scalar = 8
	default:
		return Amount{}
	}
	perPoint := scalar
	switch c.Direction {
	case "":
		return Amount{}
	case "Forward", "Inverse", "Fused":
		perPoint = 2 * 2 * scalar // complex, in and out
	}
	return product(int64(c.N), int64(max(c.Batch, 1)), perPoint)
}

// same reports whether two tables have the same configurations.
func same(a, b *Table) bool {
	return slices.EqualFunc(a.Entries, b.Entries, func(x, y Entry) bool {
		return x.N == y.N && x.Batch == y.Batch && x.Variant == y.Variant && x.Direction == y.Direction &&
			x.Device == y.Device && x.Precision == y.Precision && x.Package == y.Package
	})
}

// memoryUnits are the units in which changes against a baseline are reported.
func memoryUnits() []string {
	return []string{
		wire.UnitBytesPerOp, wire.UnitAllocsPerOp, wire.UnitParams, wire.UnitParamBytes,
		wire.UnitScratchBytes, wire.UnitHeldBytes, wire.UnitPeakBytes,
	}
}
