package study

import (
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/plots"
)

// builder makes the sections of one page and knows what several of them need.
type builder struct {
	Page
	ids     anchors
	against map[*ablation.Config]*compare.Against
	refs    map[groupKey]string // variant of the reference
	counts  counts
	varies  varies
	noise   noise
	level   level
	axes    []string // keys of axes beside the study's, in order of appearance
	places  map[string]int
	shown   map[string]bool // names of figures already on the page
	data    []payload       // of the tables so far
	turned  *surfaces       // landscapes; nil without any
}

// groupKey is what summaries, top fives and contests are grouped by.
type groupKey struct {
	direction, precision string
	gpu                  bool
}

// counts are the rows by outcome.
type counts struct {
	total, ok int
	failed    map[wire.Status]int
	skipped   int
	noTime    int // ok, but without a usable time
}

func (c counts) failures() int {
	n := 0
	for _, k := range c.failed {
		n += k
	}
	return n
}

// byStatus words the failures: "8 prepare_fail, 4 timeout".
func byStatus(failed map[wire.Status]int) string {
	var parts []string
	for _, s := range wire.Statuses() {
		if n := failed[s]; n > 0 {
			parts = append(parts, whole(n)+" "+string(s))
		}
	}
	return strings.Join(parts, ", ")
}

// varies says which dimensions have more than one value and need a column.
type varies struct{ kind, procs, env, pkg, family bool }

func newBuilder(p Page) *builder {
	b := &builder{
		Page:    p,
		ids:     anchors{},
		against: make(map[*ablation.Config]*compare.Against, len(p.Within)),
		refs:    map[groupKey]string{},
		counts:  counts{failed: map[wire.Status]int{}},
		places:  make(map[string]int, len(p.Study.Variants)),
		shown:   map[string]bool{},
	}
	if p.Across != nil && len(p.Across.Columns) < 2 {
		b.Across = nil // one column compares with nothing
	}
	for i := range p.Within {
		b.against[p.Within[i].Config] = &p.Within[i]
	}
	for i := range p.Study.Contests {
		c := &p.Study.Contests[i]
		if key := keyOf(c.Cell); c.Reference != nil && b.refs[key] == "" {
			b.refs[key] = c.Reference.Variant
		}
	}
	for i, name := range p.Study.Variants {
		b.places[name] = i
	}
	b.survey()
	b.noise = findNoise(p.Study.Configs)
	b.level = levelOf(p.Study.Report)
	return b
}

func keyOf(c ablation.Cell) groupKey { return groupKey{c.Direction, c.Precision, c.GPU} }

func summaryKey(s *ablation.VariantSummary) groupKey {
	return groupKey{s.Direction, s.Precision, s.GPU}
}

// groupName names a group, with its device kind only where the study has both.
func (b *builder) groupName(k groupKey) string {
	return group(k.direction, k.precision, k.gpu, b.varies.kind)
}

// survey counts outcomes and finds the dimensions that vary, in one pass.
func (b *builder) survey() {
	seen := newDimensions()
	for i := range b.Study.Configs {
		c := &b.Study.Configs[i]
		b.count(c)
		seen.add(c)
	}
	b.varies = seen.varies()
	b.axes = otherAxes(b.Study.Report.Rows, wire.StudyAxes(), b.Study.Report.Keys)
}

func (b *builder) count(c *ablation.Config) {
	b.counts.total++
	switch status := c.Row.Status; {
	case c.OK():
		b.counts.ok++
	case status == wire.Skip:
		b.counts.skipped++
	case status.Failed():
		b.counts.failed[status]++
	default:
		b.counts.noTime++
	}
}

// isStudy reports whether the rows are variants of something, not just
// benchmarks.
func (b *builder) isStudy() bool { return b.Study.Shape.Variants }

// isTransform reports whether the rows have the study's directions, so that
// trained models and capacity sweeps make sense.
func (b *builder) isTransform() bool { return b.isStudy() && b.Study.Shape.Directions }

// slots returns how many colour slots the page needs.
func (b *builder) slots() int {
	slots := 0
	for i := range b.Study.Configs {
		slots = max(slots, b.Study.Configs[i].Slot+1)
	}
	return min(slots, maxSlots)
}

// maxSlots bounds the palette on the page; slots beyond repeat its colours.
const maxSlots = 64

// figures returns the figures of a section whose names begin with one of the
// prefixes (all of them without a prefix), each figure once on the page.
func (b *builder) figures(sectionName string, prefixes ...string) []figureView {
	var out []figureView
	for i := range b.Figures {
		f := &b.Figures[i]
		if f.Section != sectionName || b.shown[f.Name] || !hasPrefix(f.Name, prefixes) {
			continue
		}
		b.shown[f.Name] = true
		out = append(out, b.figure(f))
	}
	return out
}

func hasPrefix(name string, prefixes []string) bool {
	if len(prefixes) == 0 {
		return true
	}
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

func (b *builder) figure(f *plots.Figure) figureView {
	return newFigure(b.ids.take("fig-"+anchorID(f.Name)), f)
}

// tierOrder sorts tiers the way the catalog lists them, unknown ones last.
func tierOrder(tier string) int {
	order := []string{"baseline", "A", "B", "C", "D", "gpu", "peer"}
	if i := slices.Index(order, tier); i >= 0 {
		return i
	}
	return len(order)
}

// groups parts a slice that is sorted by group into its groups, in order.
func groups[T any, K comparable](all []T, key func(*T) K) [][]T {
	var out [][]T
	for start := 0; start < len(all); {
		end := start + 1
		for end < len(all) && key(&all[end]) == key(&all[start]) {
			end++
		}
		out = append(out, all[start:end])
		start = end
	}
	return out
}
