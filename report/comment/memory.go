package comment

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// each calls do for every row of the run that was measured on both sides.
func (r *Run) each(do func(*compare.Finding)) {
	for _, l := range r.lists() {
		for i := range *l.findings {
			if f := &(*l.findings)[i]; f.Kind == compare.RowChanged && f.Base.Present && f.Cell.Present {
				do(f)
			}
		}
	}
}

// measured yields the same findings.
func (r *Run) measured() iter.Seq[*compare.Finding] {
	return func(yield func(*compare.Finding) bool) {
		more := true
		r.each(func(f *compare.Finding) { more = more && yield(f) })
	}
}

// footprint sums up one unit of memory.
type footprint struct {
	unit              string
	logs              float64 // of the ratios
	ratios            int
	more, less, equal int
	largest           *compare.Finding
	change            float64 // of the largest, in logarithms
}

func isMemory(unit string) bool {
	return unit == wire.UnitAllocsPerOp || unit == wire.UnitParams || style.Volume(unit)
}

func (r *Run) footprints() (all []*footprint) {
	byUnit := make(map[string]*footprint)
	r.each(func(f *compare.Finding) {
		if !isMemory(f.Unit) {
			return
		}
		m := byUnit[f.Unit]
		if m == nil {
			m = &footprint{unit: f.Unit}
			byUnit[f.Unit] = m
			all = append(all, m)
		}
		m.add(f)
	})
	return all
}

func (m *footprint) add(f *compare.Finding) {
	was, is := f.Base.Center, f.Cell.Center
	switch {
	case is > was:
		m.more++
	case is < was:
		m.less++
	default:
		m.equal++
	}
	change := math.Abs(math.Log(is / was))
	if was > 0 && is > 0 {
		m.logs += math.Log(is / was)
		m.ratios++
	}
	if was != is && (m.largest == nil || change > m.change) {
		m.largest, m.change = f, change
	}
}

// geomean is the change in the geometric mean, or how many rows moved where
// none of those has a ratio.
func (m *footprint) geomean() string {
	switch {
	case m.more+m.less == 0:
		return "equal"
	case m.ratios == 0:
		return m.moved()
	}
	return style.Percent(math.Exp(m.logs/float64(m.ratios)) - 1)
}

func (m *footprint) moved() string {
	switch {
	case m.less == 0:
		return "more in " + plural(m.more, "row")
	case m.more == 0:
		return "less in " + plural(m.less, "row")
	}
	return fmt.Sprintf("more in %s, less in %d", plural(m.more, "row"), m.less)
}

// memory sums up how much memory moved, whether or not a row is worse by it.
func (r *Run) memory(t tables) part {
	var summary, rows []string
	for _, m := range r.footprints() {
		if title := style.UnitTitle(m.unit); title != m.unit { // no names in a summary
			summary = append(summary, title+" "+m.geomean())
		}
		largest := style.Missing
		if m.largest != nil {
			largest = fmt.Sprintf("%s: %s", t.name(m.largest), changeOf(m.largest))
		}
		rows = append(rows, line([]string{metricWord(m.unit), m.geomean(), strconv.Itoa(m.ratios), strconv.Itoa(m.more), strconv.Itoa(m.less), strconv.Itoa(m.equal), largest}))
	}
	if len(rows) == 0 {
		return part{}
	}
	title := "Memory"
	if len(summary) > 0 {
		title += ": " + strings.Join(summary, ", ")
	}
	return folded(rankMemory, title, "| measured | geometric mean | over rows | more | less | equal | largest change |\n|:--|--:|--:|--:|--:|--:|:--|\n", rows, 0, "")
}

// changeOf words the change of a row by its values.
func changeOf(f *compare.Finding) string {
	d := *f.Cell.Decision
	if d.How == compare.ByTest {
		d.How = compare.ByCount
	}
	return comparison.Change(&d, f.Base, f.Cell, f.Unit) // memory and errors are spelt without their unit
}

// errors names the largest changes of errors against the truth, whether or not
// they reach the limit.
func (r *Run) errors(t tables) part {
	const named = 3
	var worst []*compare.Finding
	rows := 0
	r.each(func(f *compare.Finding) {
		if f.Cell.Decision.How != compare.ByError {
			return
		}
		rows++
		if !(growth(f) > 1) {
			return
		}
		at := len(worst)
		for at > 0 && growth(f) > growth(worst[at-1]) {
			at--
		}
		if at < named {
			worst = append(worst[:at], append([]*compare.Finding{f}, worst[at:]...)...)
			worst = worst[:min(len(worst), named)]
		}
	})
	switch {
	case rows == 0:
		return part{}
	case len(worst) == 0:
		return part{rank: rankErrors, open: fmt.Sprintf("**Errors against the truth:** none grew, of %d.\n", rows)}
	}
	var texts []string
	for _, f := range worst {
		texts = append(texts, fmt.Sprintf("%s %s", shown(t.full(f.Package, f.Benchmark)), changeOf(f)))
	}
	return part{rank: rankErrors, open: fmt.Sprintf("**Errors against the truth** that grew most: %s (limit %s).\n",
		strings.Join(texts, ", "), style.Factor(worst[0].Cell.Decision.Limit))}
}

// growth is an error over the base's.
func growth(f *compare.Finding) float64 { return f.Cell.Center / f.Base.Center }
