package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// calc computes rows. One goroutine each.
type calc struct {
	opt        Options
	thresholds benchmath.Thresholds
	utest      *uTester
	judge      *judge
	// With fewer samples than testable on both sides even the clearest
	// difference has P > Alpha; tooFew is benchmath's warning of it.
	testable int
	tooFew   []string
}

func newCalc(opt Options) *calc {
	c := &calc{
		opt:        opt,
		thresholds: benchmath.Thresholds{CompareAlpha: opt.Alpha},
		utest:      newUTester(),
		testable:   testable(opt.Alpha),
	}
	c.judge = newJudge(opt, c.utest)
	// benchmath words the warning; ask it with the samples least able to differ.
	one := func(x float64) *benchmath.Sample { return benchmath.NewSample([]float64{x}, &c.thresholds) }
	c.tooFew = texts(benchmath.AssumeNothing.Compare(one(1), one(2)).Warnings)
	return c
}

// testable returns the least n for which the U test of n against n values can
// come to p ≤ alpha: 2/C(2n,n). Like benchmath it looks no further than 10.
func testable(alpha float64) int {
	for n := 1; n < 10; n++ {
		if 2/float64(choose(2*n, n)) <= alpha {
			return n
		}
	}
	return 10
}

// row computes one row of a table into cells, one per column, and decisions, one
// per column but the base.
func (c *calc) row(b *benchmark, name string, table *Table, cols []Column, cells []Cell, decisions []Decision) {
	total := 0
	for _, rows := range b.rows {
		for _, r := range rows {
			if m := r.Metric(table.Unit); m != nil {
				total += len(m.Samples)
			}
		}
	}
	store := make([]float64, 0, total) // the samples of all cells of the row
	for i := range cells {
		cell := &cells[i]
		store = c.measure(cell, b.rows[i], table, cols[i].Report, store)
		switch base := &cells[0]; {
		case i == 0:
			cell.Verdict = None
		case cell.Present && base.Present:
			c.compare(cell, base, table)
		default:
			cell.Verdict = Incomparable
		}
		if i > 0 {
			decisions[i-1] = c.judge.weigh(b, table, name, cols, i, cells)
			cell.Decision = &decisions[i-1]
		}
	}
}

// measure fills a cell but for its comparison. Its samples are appended to
// store, which is returned.
func (c *calc) measure(cell *Cell, rows []*ablation.Row, table *Table, rep *ablation.Report, store []float64) []float64 {
	from := len(store)
	var bare *ablation.Metric // without samples
	var used []*ablation.Row
	dropped := 0
	for _, r := range rows {
		if cell.Status == "" || cell.Status != wire.OK && r.Status == wire.OK {
			cell.Status, cell.Note = r.Status, r.Note
		}
		m := r.Metric(table.Unit)
		if r.Status != wire.OK || m == nil || !usable(m) {
			continue
		}
		used = append(used, r)
		if len(m.Samples) == 0 {
			bare = m
		}
		for _, x := range m.Samples {
			if finite(x) {
				store = append(store, x)
			} else {
				dropped++
			}
		}
	}
	if len(used) == 0 {
		return store
	}
	cell.Present = true
	if w := pooledWarning(used, rep); w != "" {
		cell.Warnings = append(cell.Warnings, w)
	}
	if dropped > 0 {
		cell.Warnings = append(cell.Warnings, fmt.Sprintf("%d values that are no finite number left out", dropped))
	}
	if len(store) == from {
		cell.N, cell.Center, cell.Lo, cell.Hi = bare.N, bare.Median, bare.Lo, bare.Hi
		if bare.N <= 1 {
			store = append(store, bare.Median)
		} else {
			cell.Warnings = append(cell.Warnings, "samples were not kept: differences cannot be tested")
			return store
		}
	}
	// Cut to size, so that no later append reaches into the next cell.
	c.summarize(cell, slices.Clip(store[from:]), table.Exact)
	return store
}

// summarize sets the centre and interval of a cell from its samples.
func (c *calc) summarize(cell *Cell, samples []float64, exact bool) {
	sample := benchmath.NewSample(samples, &c.thresholds) // sorts in place
	sum := assumption(exact).Summary(sample, c.opt.Confidence)
	cell.Samples, cell.N = samples, len(samples)
	cell.Center, cell.Lo, cell.Hi = sum.Center, sum.Lo, sum.Hi
	cell.Warnings = append(cell.Warnings, texts(sum.Warnings)...)
}

func assumption(exact bool) benchmath.Assumption {
	if exact {
		return benchmath.AssumeExact
	}
	return benchmath.AssumeNothing
}

// compare sets what a cell is against its base, both present.
func (c *calc) compare(cell, base *Cell, table *Table) {
	cell.BaseN = base.N
	cell.Delta = delta(base.Center, cell.Center)
	if table.Exact {
		cell.Verdict = direction(cell.Center, base.Center, table.Better)
		return
	}
	cell.P, cell.Alpha = 1, c.opt.Alpha
	if cell.Samples == nil || base.Samples == nil {
		cell.Verdict = Incomparable
		return
	}
	few := cell.N < c.testable && base.N < c.testable
	p, err := c.utest.p(base.Samples, cell.Samples)
	switch {
	case err != nil:
		cell.TestWarnings = []string{err.Error()}
		cell.Verdict = Unclear
		if few || !errors.Is(err, stats.ErrSamplesEqual) {
			cell.Verdict = Incomparable
		}
		return
	case p > c.opt.Alpha && few:
		cell.TestWarnings = c.tooFew
		cell.Verdict = Incomparable
	case p > c.opt.Alpha:
		cell.Verdict = Unclear
	default:
		cell.Verdict = direction(cell.Center, base.Center, table.Better)
	}
	cell.P = p
}

// direction is the verdict on a clear difference of centres.
func direction(center, base float64, better int) Verdict {
	switch {
	case center == base:
		return Unclear
	case better == 0:
		return Changed
	case (center > base) == (better > 0):
		return Better
	}
	return Worse
}

// delta returns center/base − 1.
func delta(base, center float64) float64 {
	switch {
	case center == base:
		return 0 // also from 0 to 0
	case base == 0:
		return math.Inf(int(math.Copysign(1, center)))
	}
	return center/base - 1
}

func texts(warnings []error) []string {
	if len(warnings) == 0 {
		return nil
	}
	out := make([]string, len(warnings))
	for i, w := range warnings {
		out[i] = w.Error()
	}
	return out
}

// pooledWarning says in what the runs differ whose samples make up one cell.
func pooledWarning(rows []*ablation.Row, rep *ablation.Report) string {
	if len(rows) < 2 {
		return ""
	}
	var differ []string
	for _, f := range envFields() {
		for _, r := range rows[1:] {
			if f.of(rep, rows[0].Env) != f.of(rep, r.Env) {
				differ = append(differ, f.name)
				break
			}
		}
	}
	if len(differ) == 0 {
		return ""
	}
	return "samples of several runs pooled, which differ in " + strings.Join(differ, ", ")
}
