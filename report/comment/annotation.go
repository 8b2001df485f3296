package comment

import (
	"cmp"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// Annotation is a remark for the line where a benchmark is declared.
type Annotation struct {
	Package, Benchmark string // whose function Benchmark's first part names; "" for a search over capacities
	Failed             bool   // the benchmark fails, where otherwise it became worse
	Title, Message     string // one line of plain text each
}

// Annotations returns one remark for each row that is worse, the worst first,
// and for each new benchmark that fails.
func Annotations(r *Run) (all []Annotation) {
	if r.Alone != nil {
		for i := range r.Alone.Failures {
			f := &r.Alone.Failures[i]
			all = append(all, Annotation{f.Package, f.Benchmark, true, "benchmark fails",
				plain(f.Benchmark) + ": " + plain(cmp.Or(f.Note, string(f.Status)))})
		}
		return all
	}
	for i := range r.Judgement.Worse {
		all = append(all, annotation(&r.Judgement.Worse[i], &r.Policy))
	}
	for i := range r.Judgement.Added {
		if f := &r.Judgement.Added[i]; failed(f.Cell) {
			all = append(all, Annotation{f.Package, f.Benchmark, true, "new benchmark fails", plain(f.Benchmark) + ": " + plain(reasonOf(f))})
		}
	}
	return all
}

func annotation(f *compare.Finding, p *Policy) Annotation {
	a := Annotation{Package: f.Package, Benchmark: f.Benchmark, Title: "benchmark is " + word(f)}
	reason := comparison.FindingReason(f, p.Correction)
	switch f.Kind {
	case compare.RowBroken:
		a.Failed, a.Title, reason = true, "benchmark fails", reasonOf(f)
	case compare.RowChanged:
		reason = comparison.Reason(f.Cell.Decision, f.Base, f.Cell, f.Unit, p.Correction)
		if title := style.UnitTitle(f.Unit); title != f.Unit {
			reason = title + " " + reason
		} else {
			reason = f.Unit + " " + reason
		}
	case compare.Shrunk:
		a.Benchmark, a.Title = "", "the largest batch became smaller"
		reason = f.Benchmark + ": " + reason
		a.Message = plain(reason)
		return a
	}
	a.Message = plain(f.Benchmark) + ": " + plain(reason)
	return a
}

// plain is a text of the input in one line that is safe on a terminal and in a
// log that is read for commands.
func plain(s string) string {
	return strings.TrimSpace(style.Terminal(style.Shorten(s, noteLimit)))
}
