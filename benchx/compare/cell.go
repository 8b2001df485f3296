package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

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
	// pooled are what the runs of one cell should share.
	pooled []property
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

// row computes one row of a table: its cells, one per column, and decisions, one
// per column but the base.
func (c *calc) row(b *benchmark, table *Table, row *Row, decisions []Decision) {
	total := 0
	for _, rows := range b.rows {
		for i := range rows {
			if m := rows[i].metric(table.Unit); m != nil {
				total += len(m.Samples)
			}
		}
	}
	store := make([]float64, 0, total) // the samples of all cells of the row
	for i := range row.Cells {
		store = c.measure(&row.Cells[i], b.rows[i], table, store)
	}
	base := &row.Cells[table.Base]
	for i := range row.Cells {
		cell := &row.Cells[i]
		if i == table.Base {
			continue
		}
		if cell.Present && base.Present {
			c.compare(cell, base, table)
		} else {
			cell.Verdict = Incomparable
		}
		cell.Decision, decisions = &decisions[0], decisions[1:]
		*cell.Decision = c.judge.weigh(b, table, row, i)
	}
}

// measure fills a cell but for its comparison. Its samples are appended to
// store, which is returned.
func (c *calc) measure(cell *Cell, rows []entry, table *Table, store []float64) []float64 {
	from := len(store)
	var used []*entry
	var bare *ablation.Metric // without samples
	bares, dropped := 0, 0
	for i := range rows {
		e := &rows[i]
		if cell.Status == "" || cell.Status != wire.OK && e.row.Status == wire.OK {
			cell.Status, cell.Note = e.row.Status, e.row.Note
		}
		m := e.worked(table.Unit)
		if m == nil {
			continue
		}
		used = append(used, e)
		if len(m.Samples) == 0 {
			bare = m
			bares++
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
	cell.Warnings = append(residueWarning(used), c.pooledWarning(used)...)
	if dropped > 0 {
		cell.Warnings = append(cell.Warnings, fmt.Sprintf("%d values that are no finite number left out", dropped))
	}
	if bares > 0 && len(used) > 1 {
		cell.Warnings = append(cell.Warnings, "some results kept no samples and cannot be pooled: they are left out")
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
