package plots

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// maxSeries is how many series a chart sets off in colour; the others are grey.
const maxSeries = 8

// An index is a study sorted for drawing: its contests by group.
type index struct {
	study  *ablation.Study
	groups []*group
	curves []*group       // benchmarks with sizes that compete with nothing
	order  map[string]int // of variants, as the study lists them
}

// A group is all contests that differ in size and batch only: one direction,
// one precision, one device kind.
type group struct {
	cell     ablation.Cell // N and Batch are 0
	words    string        // "forward · f32 · CPU"
	slug     string        // of file names
	contests map[spot]*ablation.Contest
	spots    []spot // of contests, by size and batch
	sizes    []int
	batches  []int
	variants []variant // by speed, the fastest first
	configs  map[place]*ablation.Config
	rows     int
	curves   bool // lines of different work: nothing in it competes
}

type spot struct{ n, batch int }

type place struct {
	variant string
	spot
}

// A variant of a group.
type variant struct {
	name      string
	slot      int
	reference bool
	cells     int
	regret    float64 // log of its geometric mean time over the winner's
}

func (v variant) label() string {
	if v.reference {
		return v.name + " (ref.)"
	}
	return v.name
}

func newIndex(s *ablation.Study, opt Options) *index {
	ix := &index{study: s, order: map[string]int{}}
	for i, v := range s.Variants {
		ix.order[v] = i
	}
	contests := make([]*ablation.Contest, len(s.Contests))
	competing := map[*ablation.Config]bool{}
	for i := range s.Contests {
		contests[i] = &s.Contests[i]
		for _, c := range s.Contests[i].Configs {
			competing[c] = true
		}
	}
	ix.groups = ix.group(contests, opt.maxGroups())
	ix.curves = ix.group(lone(s, competing), opt.maxGroups())
	ix.curves = slices.DeleteFunc(ix.curves, func(g *group) bool { return len(g.sizes) < 3 })
	for _, g := range ix.curves {
		g.curves = true
	}
	nameGroups(slices.Concat(ix.groups, ix.curves))
	return ix
}

// lone puts benchmarks that compete with nothing but have a size into contests
// of their package, as far as a chart against n needs them.
func lone(s *ablation.Study, competing map[*ablation.Config]bool) []*ablation.Contest {
	at := map[ablation.Cell]*ablation.Contest{}
	var contests []*ablation.Contest
	for i := range s.Configs {
		c := &s.Configs[i]
		if !c.OK() || c.N <= 0 || competing[c] {
			continue
		}
		cell := ablation.Cell{Package: c.Row.Package, Direction: c.Direction, N: c.N, Batch: c.Batch,
			GPU: c.GPU, Precision: c.Precision, Procs: c.Row.Procs, Env: c.Row.Env}
		if at[cell] == nil {
			at[cell] = &ablation.Contest{Cell: cell}
			contests = append(contests, at[cell])
		}
		at[cell].Configs = append(at[cell].Configs, c)
	}
	return contests
}

// group sorts contests into groups and keeps those with most rows.
func (ix *index) group(contests []*ablation.Contest, limit int) []*group {
	at := map[ablation.Cell]*group{}
	var groups []*group
	for _, c := range contests {
		if len(c.Configs) == 0 {
			continue
		}
		key := c.Cell
		key.N, key.Batch = 0, 0
		g := at[key]
		if g == nil {
			g = &group{cell: key, contests: map[spot]*ablation.Contest{}, configs: map[place]*ablation.Config{}}
			at[key] = g
			groups = append(groups, g)
		}
		g.add(c)
	}
	groups = largest(groups, limit)
	for _, g := range groups {
		g.finish(ix.order)
	}
	return groups
}

// largest keeps the groups with most rows, in their order.
func largest(groups []*group, limit int) []*group {
	if len(groups) <= limit {
		return groups
	}
	bySize := slices.Clone(groups)
	slices.SortStableFunc(bySize, func(a, b *group) int { return cmp.Compare(b.rows, a.rows) })
	keep := bySize[:limit]
	return slices.DeleteFunc(slices.Clone(groups), func(g *group) bool { return !slices.Contains(keep, g) })
}

func (g *group) add(c *ablation.Contest) {
	at := spot{c.Cell.N, c.Cell.Batch}
	g.contests[at] = c
	g.rows += len(c.Configs)
	for _, x := range c.Configs { // fastest first: of two devices the faster stays
		key := place{x.Variant, at}
		if g.configs[key] == nil {
			g.configs[key] = x
		}
	}
}

// finish lists spots, sizes, batches and variants.
func (g *group) finish(order map[string]int) {
	g.spots = slices.SortedFunc(maps.Keys(g.contests), func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.batch, b.batch))
	})
	for _, at := range g.spots {
		g.sizes, g.batches = append(g.sizes, at.n), append(g.batches, at.batch)
	}
	g.sizes, g.batches = unequal(g.sizes), unequal(g.batches)

	variants := map[string]*variant{}
	for _, at := range g.spots { // in order, so that sums are the same bits each time
		score(variants, g.contests[at])
	}
	for _, v := range variants {
		v.regret /= float64(v.cells)
		g.variants = append(g.variants, *v)
	}
	slices.SortFunc(g.variants, func(a, b variant) int {
		return cmp.Or(cmp.Compare(a.regret, b.regret), cmp.Compare(b.cells, a.cells),
			cmp.Compare(order[a.name], order[b.name]), strings.Compare(a.name, b.name))
	})
}

// score adds a contest to the scores of its variants.
func score(variants map[string]*variant, contest *ablation.Contest) {
	best := contest.Winner().PerTransform
	seen := map[string]bool{}
	for _, x := range contest.Configs {
		if seen[x.Variant] {
			continue
		}
		seen[x.Variant] = true
		v := variants[x.Variant]
		if v == nil {
			v = &variant{name: x.Variant, slot: x.Slot}
			variants[x.Variant] = v
		}
		v.reference = v.reference || contest.Reference != nil && contest.Reference.Variant == x.Variant
		v.cells++
		if r := x.PerTransform / best; r >= 1 && finite(r) {
			v.regret += math.Log(r)
		}
	}
}

// unequal sorts and drops repetitions.
func unequal(values []int) []int {
	values = slices.Clone(values)
	slices.Sort(values)
	return slices.Compact(values)
}

// at returns the variant's configuration in one cell, or nil.
func (g *group) at(name string, at spot) *ablation.Config { return g.configs[place{name, at}] }

// highlighted returns the variants that a chart sets off: all where they are
// few, else the fastest and the reference.
func (g *group) highlighted() (bright, muted []variant) {
	if len(g.variants) <= maxSeries {
		return g.variants, nil
	}
	for _, v := range g.variants {
		room := maxSeries - len(bright)
		if v.reference || room > 1 || room == 1 && g.referenceIn(bright) {
			bright = append(bright, v)
		} else {
			muted = append(muted, v)
		}
	}
	return bright, muted
}

// referenceIn reports whether no reference is left to find outside list.
func (g *group) referenceIn(list []variant) bool {
	isReference := func(v variant) bool { return v.reference }
	return slices.ContainsFunc(list, isReference) || !slices.ContainsFunc(g.variants, isReference)
}

// shownBatches returns the smallest batch and the largest one that is measured
// at as many sizes as any.
func (g *group) shownBatches() []int {
	if len(g.batches) == 0 {
		return nil
	}
	most := 0
	counts := map[int]int{}
	for at := range g.contests {
		counts[at.batch]++
		most = max(most, counts[at.batch])
	}
	small, large := g.batches[0], 0
	for _, b := range g.batches {
		if counts[b] == most {
			large = b
		}
	}
	if large <= small {
		return []int{large}
	}
	return []int{small, large}
}

// batchWords says which batch a panel shows: "batch 8"; nothing where the
// benchmarks have none.
func batchWords(batch int) string {
	if batch == 0 {
		return ""
	}
	return fmt.Sprintf("batch %d", batch)
}

// nameGroups gives each group the words and the file name part that tell it
// from the others: direction, precision and device kind always, the rest where
// it differs.
func nameGroups(groups []*group) {
	differing := func(part func(ablation.Cell) string) func(ablation.Cell) string {
		if slices.ContainsFunc(groups, func(g *group) bool { return part(g.cell) != part(groups[0].cell) }) {
			return part
		}
		return func(ablation.Cell) string { return "" }
	}
	family := differing(func(c ablation.Cell) string { return c.Name })
	pkg := differing(func(c ablation.Cell) string { return lastElement(c.Package) })
	procs := differing(func(c ablation.Cell) string { return plural(c.Procs, "proc") })
	env := differing(func(c ablation.Cell) string { return fmt.Sprintf("env %d", c.Env+1) })
	used := map[string]int{}
	for _, g := range groups {
		c := g.cell
		name := family(c)
		if c.Direction != "" {
			name = "" // the direction says what is measured
		}
		g.words = joinWords(strings.ToLower(c.Direction), c.Precision, kindWord(c), name, c.Extra, pkg(c), procs(c), env(c))
		g.slug = unique(used, slug(g.words))
	}
}

func lastElement(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// slug keeps of s what is safe in a file name on every system, in lower case.
func slug(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// unique makes s different from the names already used.
func unique(used map[string]int, s string) string {
	used[s]++
	if k := used[s]; k > 1 {
		return unique(used, fmt.Sprintf("%s-%d", s, k))
	}
	return s
}

// fileName joins a kind and a slug that may be empty.
func fileName(kind, slug string) string {
	if slug == "" {
		return kind
	}
	return kind + "-" + slug
}
