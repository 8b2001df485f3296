package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// maxPages is how many figures of benchmark times one package gets.
const maxPages = 3

// generic: the times of benchmarks that compete with nothing or have no size,
// sorted, one figure for every 40 of a package.
func (ix *index) generic() []job {
	competing := map[*ablation.Config]bool{}
	for i := range ix.study.Contests {
		c := &ix.study.Contests[i]
		if c.Cell.N <= 0 {
			continue // variants without sizes have no other picture
		}
		for _, x := range c.Configs {
			competing[x] = true
		}
	}
	byPackage := map[string][]*ablation.Config{}
	var packages []string
	for i := range ix.study.Configs {
		c := &ix.study.Configs[i]
		if !c.OK() || competing[c] {
			continue
		}
		if byPackage[c.Row.Package] == nil {
			packages = append(packages, c.Row.Package)
		}
		byPackage[c.Row.Package] = append(byPackage[c.Row.Package], c)
	}
	slices.Sort(packages)
	var jobs []job
	used := map[string]int{}
	for _, pkg := range packages[:min(len(packages), maxFigures)] {
		jobs = append(jobs, genericJobs(byPackage[pkg], pkg, used)...)
	}
	return jobs
}

func genericJobs(list []*ablation.Config, pkg string, used map[string]int) []job {
	slices.SortStableFunc(list, func(a, b *ablation.Config) int {
		return cmp.Or(cmp.Compare(a.Sec, b.Sec), strings.Compare(a.Row.FullName(), b.Row.FullName()))
	})
	total := len(list)
	pages := min((total+maxRows-1)/maxRows, maxPages)
	perPage := min((total+pages-1)/pages, maxRows)
	var jobs []job
	for page := range pages {
		part := list[page*perPage : min((page+1)*perPage, total)]
		name := fileName("times", slug(lastElement(pkg)))
		jobs = append(jobs, job{unique(used, name), func() *sheet { return drawGeneric(part, pkg, page, pages, total) }})
	}
	return jobs
}

func drawGeneric(list []*ablation.Config, pkg string, page, pages, total int) *sheet {
	full := make([]string, len(list))
	var values []float64
	var marks dots
	for i, c := range list {
		full[i] = c.Row.FullName()
		values = append(values, c.Sec)
		if finite(c.SecLo) && finite(c.SecHi) {
			values = append(values, c.SecLo, c.SecHi)
		}
		l := look{color: style.Series(0), radius: 4.2, width: 2}
		marks = append(marks, dot{i, c.Sec, c.SecLo, c.SecHi, l, style.Time(c.Sec)})
	}
	s := &sheet{section: SectionCharts, rowHeight: listHeight(len(list))}
	s.title = "Time per op: " + cmp.Or(pkg, "benchmarks")
	names, common := compact(full)
	s.subtitle = "Lower is better, fastest on top. Logarithmic. Line: confidence interval of the median." + common
	if pages > 1 {
		s.title += fmt.Sprintf(" (%d of %d)", page+1, pages)
	}
	if page == pages-1 && total > pages*maxRows {
		s.note("%d slower benchmarks are left out.", total-pages*maxRows)
	}
	x := logAxis("time per op", style.TimeTicks, values...)
	x.extend((x.hi-x.lo)*0.2+0.05, style.TimeTicks)
	s.panels = [][]*panel{{newPanel(x, topDown(names), bodyWidth(&s.legend), zebra{}, grid{}, marks)}}
	fast, slow := list[0], list[len(list)-1]
	if len(list) == 1 {
		s.caption = fmt.Sprintf("%s takes %s per op.", fast.Row.FullName(), style.Time(fast.Sec))
		return s
	}
	s.caption = fmt.Sprintf("%s from %s (%s) to %s (%s).", plural(len(list), "benchmark"),
		style.Time(fast.Sec), fast.Row.FullName(), style.Time(slow.Sec), slow.Row.FullName())
	if !slices.ContainsFunc(list, func(c *ablation.Config) bool { return finite(c.SecHi) }) {
		s.caption += " Too few samples for intervals."
	}
	return s
}
