package study

import (
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
	if n := b.counts.failures(); n > 0 {
		lines = append(lines, count(n, "configuration")+" failed: "+byStatus(b.counts.failed)+".")
	}
	if n := b.counts.skipped; n > 0 {
		lines = append(lines, count(n, "configuration")+" skipped.")
	}
	if p.Study.Report.Incomplete {
		lines = append(lines, "The run was cut off; this is what arrived.")
	}
	return lines
}
