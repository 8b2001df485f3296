package comment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// method says where the runs were measured, how noisy they were and by which
// rule rows were decided.
func (r *Run) method(t tables) part {
	var b strings.Builder
	b.WriteString("<details><summary>How this was decided · machines · noise</summary>\n\n")
	b.WriteString(r.rule() + "\n\n")
	b.WriteString(r.told())
	if n := r.noise(t); n != "" {
		b.WriteString(n + "\n\n")
	}
	b.WriteString(machines(r.Base, &r.Head))
	b.WriteString(r.remarks())
	if r.Head.Command != "" {
		b.WriteString("\nThe head was measured by " + quote(r.Head.Command) + ".\n")
	}
	b.WriteString("\n</details>\n")
	return part{rank: rankMethod, open: b.String(), short: "How this was decided, machines and noise do not fit here.\n"}
}

// rule is the policy in words.
func (r *Run) rule() string {
	p := &r.Policy
	test := "the Mann-Whitney U test"
	if r.paired() {
		test = "the Wilcoxon signed-rank test on pairs"
	}
	p1 := fmt.Sprintf("its p-value by %s, corrected (%s) for the rows of its unit,", test, comparison.CorrectionName(p.Correction))
	if p.Correction == compare.Uncorrected {
		p1 = fmt.Sprintf("its p-value by %s, not corrected for the number of rows,", test)
	}
	s := fmt.Sprintf("A measured row is slower or faster, worse or better, where %s is below %.3g **and** the %s of the ratio leaves out no change "+
		"**and** the change is at least the limit (%s) and at least the row's own noise. ", p1, p.level(), tables{policy: p}.interval(), style.Share(p.Limit))
	s += "The change is the Hodges-Lehmann estimate of head/base with its exact interval. "
	s += fmt.Sprintf("Counts that do not vary are compared exactly; errors against the truth count from a factor of %s.", style.Factor(p.ErrorFactor))
	if p.Rules > 0 {
		s += fmt.Sprintf(" %s of the policy set other limits.", plural(p.Rules, "rule"))
	}
	return s
}

// paired reports whether the measured rows are pairs.
func (r *Run) paired() bool {
	paired := false
	r.each(func(f *compare.Finding) { paired = paired || f.Cell.Decision.Pairs > 0 })
	return paired
}

// noise sums up the noise floors of the measured rows.
func (r *Run) noise(t tables) string {
	var floors []float64
	var worst *compare.Finding
	runs := 0
	r.each(func(f *compare.Finding) {
		d := f.Cell.Decision
		if d.How != compare.ByTest || math.IsNaN(d.Ratio) || !(d.Floor > 0) || math.IsInf(d.Floor, 0) {
			return
		}
		floors = append(floors, d.Floor)
		if d.FloorRun {
			runs++
		}
		if worst == nil || d.Floor > worst.Cell.Decision.Floor {
			worst = f
		}
	})
	if len(floors) == 0 {
		return ""
	}
	slices.Sort(floors)
	s := fmt.Sprintf("Noise: half of the %s have less than ±%s of their own, the noisiest ±%s (%s).",
		plural(len(floors), "measured row"), style.Share(floors[len(floors)/2]), style.Share(floors[len(floors)-1]),
		shown(t.full(worst.Package, worst.Benchmark)))
	if runs > 0 {
		s += fmt.Sprintf(" Of %s it comes from runs of equal code.", plural(runs, "row"))
	}
	return s
}

// remarks lists what was odd about the input.
func (r *Run) remarks() string {
	var lines []string
	for _, p := range r.Problems {
		lines = append(lines, fmt.Sprintf("- %s %s: %s\n", p.Severity, shown(p.Where), quote(p.Msg)))
	}
	for _, n := range r.Notes {
		lines = append(lines, "- "+quote(n)+"\n")
	}
	if len(lines) == 0 {
		return ""
	}
	text := "\nRemarks on the input:\n\n"
	if len(lines) > visibleRows {
		more := len(lines) - visibleRows
		lines = append(lines[:visibleRows:visibleRows], "- …"+strings.TrimPrefix(andMore(more), " …")+"\n")
	}
	return text + strings.Join(lines, "")
}
