package comment

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// Headline is the verdict of a run in one line of plain text without names:
// "2 slower, 5 faster, 113 no clear change".
func Headline(r *Run) string {
	switch {
	case r.Alone != nil:
		return r.Alone.headline()
	case !r.Judgement.Judged() && r.Judgement.Withheld > 0:
		return "no verdict: base and head ran on different CPUs"
	}
	counts := r.counts()
	if len(counts) == 0 {
		return "nothing to compare"
	}
	text := strings.Join(counts, ", ")
	if r.Asked != nil {
		text = "no verdict, by another policy " + text
	}
	return text
}

// counts words the numbers of rows, the most important first.
func (r *Run) counts() []string {
	j, o := r.Judgement, &r.Omitted
	var t tally
	t.findings(j.Worse, "worse", o.Worse)
	t.findings(j.Better, "better", o.Better)
	t.add("changed", len(j.Changed)+o.Changed)
	t.add("removed", len(j.Removed)+o.Removed)
	t.add("added", len(j.Added)+o.Added)
	t.add(string(compare.Unclear), j.Unclear)
	t.add(string(compare.Incomparable), j.Incomparable-j.Withheld)
	t.add("on another CPU", j.Withheld)
	return t.words("failing", "slower", "worse", "removed", "faster", "better", "working again", "changed", "added",
		string(compare.Unclear), string(compare.Incomparable), "on another CPU")
}

// tally counts rows by what is said of them.
type tally struct{ counts map[string]int }

func (t *tally) add(word string, n int) {
	if t.counts == nil {
		t.counts = make(map[string]int)
	}
	t.counts[word] += n
}

// findings counts rows by their own words, and those without a name by rest.
func (t *tally) findings(all []compare.Finding, rest string, omitted int) {
	for i := range all {
		t.add(word(&all[i]), 1)
	}
	t.add(rest, omitted)
}

// words lists the counts that are not zero. Words that are not listed are worse
// or better in other words, and counted as such.
func (t *tally) words(order ...string) (out []string) {
	for _, w := range order {
		if n := t.counts[w]; n > 0 {
			out = append(out, strconv.Itoa(n)+" "+w)
		}
	}
	return out
}

// word says in a word or two what became of a row.
func word(f *compare.Finding) string {
	switch f.Kind {
	case compare.RowBroken:
		return "failing"
	case compare.RowMended:
		return "working again"
	case compare.Shrunk, compare.Grown:
		return string(f.Verdict)
	case compare.RowRemoved, compare.RowAdded:
		return string(f.Kind)
	}
	if f.Verdict == compare.Changed {
		return comparison.CellWord(f.Unit, f.Direction, f.Base, f.Cell)
	}
	return comparison.Word(f.Unit, f.Direction, f.Verdict)
}

// arrow tells by its shape which way a row went, before the word does.
func arrow(v compare.Verdict) string {
	switch v {
	case compare.Better:
		return "▲ "
	case compare.Worse:
		return "▼ "
	}
	return ""
}

func (a *Alone) headline() string {
	s := plural(len(a.Measured)+a.Omitted, "benchmark")
	if n := len(a.Failures); n > 0 {
		s += fmt.Sprintf(", %d failing", n)
	}
	if a.Skipped > 0 {
		s += fmt.Sprintf(", %d skipped", a.Skipped)
	}
	return s + ", no baseline to compare with"
}

// title is the first line of the comment.
func (r *Run) title(title string) string {
	about := "benchx"
	if title != "" {
		about = style.Code(name(title))
	}
	s := "### " + about + ": " + Headline(r)
	if r.Base == nil {
		return s + " (" + r.Head.show() + ")"
	}
	return fmt.Sprintf("%s (base %s → head %s)", s, r.Base.show(), r.Head.show())
}

// show names a side as briefly as it can.
func (s *Side) show() string {
	const brief = 7 // characters of a commit, and as many as never to be wrapped
	switch {
	case s.SHA != "" && s.Dirty:
		return style.Code(s.SHA[:brief]) + " with uncommitted changes"
	case s.SHA != "":
		return style.Code(s.SHA[:brief])
	case s.Ref != "":
		return shown(s.Ref)
	}
	return shown(s.Label)
}

// plural counts things: "1 row", "2 rows".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
