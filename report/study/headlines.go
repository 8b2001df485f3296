package study

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comparison"
)

// Headlines sums the page up in a few sentences for a terminal: who wins, how
// the run compares with the baseline, what failed, what is wrong with the input.
func Headlines(p Page) []string {
	b := newBuilder(p)
	lines := b.verdicts()
	if p.Across != nil {
		lines = append(lines, comparison.Headline(p.Across)...)
	}
	failed := map[wire.Status]int{}
	for i := range p.Study.Report.Rows {
		if status := p.Study.Report.Rows[i].Status; status != wire.OK {
			failed[status]++
		}
	}
	for _, status := range wire.Statuses() {
		if n := failed[status]; n > 0 {
			lines = append(lines, count(n, "configuration")+": "+string(status)+".")
		}
	}
	if p.Study.Report.Incomplete {
		lines = append(lines, "The run was cut off; this is what arrived.")
	}
	return lines
}
