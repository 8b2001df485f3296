package comment

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/report/style"
)

// aloneParts are the pieces of a comment on a run without a baseline.
func (r *Run) aloneParts(o Options) []part {
	a := r.Alone
	var packages []string
	for i := range a.Measured {
		packages = append(packages, a.Measured[i].Package)
	}
	for i := range a.Failures {
		packages = append(packages, a.Failures[i].Package)
	}
	n := newNamer(packages)
	parts := []part{{rank: rankVerdict, open: r.title(o.Title) + "\n"}}
	if r.Head.Incomplete {
		parts = append(parts, part{rank: rankWarning, open: "**Incomplete:** the run ends in the middle; benchmarks may be missing.\n"})
	}
	return append(parts, a.failed(n), a.fastest(), a.deviceRatios(), a.deviceTable(), a.errors(n), a.times(n), r.circumstances(), footer(o))
}

func (a *Alone) failed(n namer) part {
	var rows []string
	for i := range a.Failures[:min(len(a.Failures), visibleRows)] {
		f := &a.Failures[i]
		rows = append(rows, fmt.Sprintf("- %s: %s\n", shown(n.full(f.Package, f.Benchmark)), quote(cmp.Or(f.Note, string(f.Status)))))
	}
	if len(rows) == 0 {
		return part{}
	}
	return newRows(rankFailed, "**Failing:**\n\n", rows, len(a.Failures)-len(rows), "", "**Failing:** "+plural(len(a.Failures), "benchmark")+"\n")
}

// fastest names the winners of the study, if the run is one.
func (a *Alone) fastest() part {
	var rows []string
	for i := range a.Fastest {
		f := &a.Fastest[i]
		device := ""
		if f.GPU {
			device = " GPU"
		}
		group := strings.TrimSpace(f.Direction + " " + f.Precision)
		if group != "" {
			group = shown(group)
		}
		if f.Variant == f.Reference {
			rows = append(rows, fmt.Sprintf("- %s%s: the reference %s\n", group, device, shown(f.Variant)))
			continue
		}
		rows = append(rows, fmt.Sprintf("- %s%s: %s, %s the speed of %s (geometric mean over %s)\n",
			group, device, shown(f.Variant), style.Ratio(f.Ratio), shown(f.Reference), plural(f.Cells, "cell")))
	}
	if len(rows) == 0 {
		return part{}
	}
	return newRows(rankErrors, "**Fastest overall:**\n\n", rows[:min(len(rows), visibleRows)], max(0, len(rows)-visibleRows), "", "")
}

// errors names the benchmarks that are furthest from the truth.
func (a *Alone) errors(n namer) part {
	var with []*Measured
	for i := range a.Measured {
		if !math.IsNaN(a.Measured[i].RelL2) {
			with = append(with, &a.Measured[i])
		}
	}
	if len(with) == 0 {
		return part{}
	}
	slices.SortStableFunc(with, func(x, y *Measured) int { return cmp.Compare(y.RelL2, x.RelL2) })
	const named = 3
	var texts []string
	for _, m := range with[:min(len(with), named)] {
		texts = append(texts, fmt.Sprintf("%s %s", shown(n.full(m.Package, m.Benchmark)), style.ErrorValue(m.RelL2)))
	}
	return part{rank: rankErrors, open: fmt.Sprintf("**Largest errors** of %d (relative L2): %s.\n", len(with), strings.Join(texts, ", "))}
}

// times is the table of all that was measured, fastest first.
func (a *Alone) times(n namer) part {
	order := make([]*Measured, 0, len(a.Measured))
	errors := false
	for i := range a.Measured {
		if m := &a.Measured[i]; !math.IsNaN(m.Sec) {
			order = append(order, m)
			errors = errors || !math.IsNaN(m.RelL2)
		}
	}
	slices.SortStableFunc(order, func(x, y *Measured) int { return cmp.Compare(x.Sec, y.Sec) })
	head := []string{"benchmark", "time per op", "±", "n"}
	rule := "|:--|--:|--:|--:|"
	if errors {
		head, rule = append(head, "relative L2 error"), rule+"--:|"
	}
	var rows []string
	for _, m := range order {
		fields := []string{style.MarkdownName(brief(n.full(m.Package, m.Benchmark))), unbroken(style.Time(m.Sec)), unbroken(m.spread()), fmt.Sprint(m.N)}
		if errors {
			fields = append(fields, style.ErrorValue(m.RelL2))
		}
		rows = append(rows, line(fields))
	}
	if len(rows) == 0 {
		return part{}
	}
	return folded(rankRest, plural(len(rows)+a.Omitted, "benchmark")+", fastest first", line(head)+rule+"\n", rows, a.Omitted, "")
}

// spread is the larger side of the interval of a time, relative.
func (m *Measured) spread() string {
	side := max(m.SecHi-m.Sec, m.Sec-m.SecLo) / m.Sec
	if math.IsNaN(side) || math.IsInf(side, 0) {
		return style.Missing
	}
	return style.Share(side)
}

// circumstances says where the run was made.
func (r *Run) circumstances() part {
	text := "<details><summary>Machine · input</summary>\n\n" + machines(nil, &r.Head) + r.remarks()
	if r.Head.Command != "" {
		text += "\nMeasured by " + quote(r.Head.Command) + ".\n"
	}
	return part{rank: rankMethod, open: text + "\n</details>\n", short: "Machine and remarks on the input do not fit here.\n"}
}
