package comment

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// Sizes in bytes. Forges disagree on the longest comment that they take, and
// the smallest of their limits is 65,536; a job summary of GitHub Actions may
// have 1 MiB.
const (
	CommentSize = 60_000
	SummarySize = 1<<20 - 4<<10
	leastSize   = 2_000 // that a verdict always fits into
)

// Options say how a Run is shown.
type Options struct {
	Title     string // instead of "benchx"
	ReportURL string // of the full report; "" where there is none
	RunURL    string // of the CI run; "" where there is none
	Size      int    // limit in bytes, at least 2,000; 0 is CommentSize
}

// visibleRows is how many changed rows are shown unfolded, and names in a list.
const visibleRows = 10

// Markdown renders a run for GitHub and GitLab: the verdict, the rows that are
// worse, what failed, came and went; the rest in folds. The same run gives the
// same bytes. Where all of it is longer than o.Size, the rows without a change
// give way first, then the better ones, memory and the method, each leaving the
// number of rows that it lost; no row, code span or fold is ever cut.
//
// Names and notes of the run are always code: nothing in them is markup, a
// mention or a link.
func Markdown(r *Run, o Options) []byte {
	if o.Size == 0 {
		o.Size = CommentSize
	}
	o.Size = max(o.Size, leastSize)
	var parts []part
	if r.Alone != nil {
		parts = r.aloneParts(o)
	} else {
		parts = r.parts(o)
	}
	return []byte(fit(parts, o.Size))
}

// Summary is Markdown for the summary of a CI job, which has room for more.
func Summary(r *Run, o Options) []byte {
	o.Size = SummarySize
	return Markdown(r, o)
}

// parts are the pieces of a comment on a comparison, in the order in which they
// are read.
func (r *Run) parts(o Options) []part {
	t := tables{namer: newNamer(r.packages()), policy: &r.Policy}
	parts := []part{{rank: rankVerdict, open: r.title(o.Title) + "\n"}}
	parts = append(parts, r.otherPolicy())
	parts = append(parts, r.warnings()...)
	parts = append(parts, r.failed(t), r.worst(t))
	parts = append(parts, r.worse(t)...)
	parts = append(parts, r.missing(t, "Not in this run", r.Judgement.Removed, r.Omitted.Removed),
		r.missing(t, "New", r.Judgement.Added, r.Omitted.Added), r.errors(t))
	parts = append(parts, r.better(t), r.changed(t), r.rest(t, o.Size), r.memory(t), r.method(t), footer(o))
	return parts
}

// worst says in a sentence what a reader must know, also in a mail that shows
// no more.
func (r *Run) worst(t tables) part {
	for i := range r.Judgement.Worse {
		f := &r.Judgement.Worse[i]
		if f.Kind != compare.RowChanged {
			continue
		}
		d := f.Cell.Decision
		w := word(f)
		text := fmt.Sprintf("**%s:** %s ", strings.ToUpper(w[:1])+w[1:], shown(t.full(f.Package, f.Benchmark)))
		if f.Unit != wire.UnitSecPerOp {
			text += metricWord(f.Unit) + " "
		}
		text += words(comparison.Reason(d, f.Base, f.Cell, f.Unit, t.policy.Correction))
		if n := samples(f); d.How == compare.ByTest && n != "" {
			text += ", " + comparison.Samples(d.Pairs, f.Base.N, f.Cell.N)
		}
		return part{rank: rankVerdict, open: text + "\n"}
	}
	return part{}
}

// worse is the table of rows that are worse, but for those that fail; the first
// stand open.
func (r *Run) worse(t tables) []part {
	var all []compare.Finding
	for _, f := range r.Judgement.Worse {
		if f.Kind != compare.RowBroken {
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		return nil
	}
	t = t.of(all)
	rows := make([]string, len(all))
	for i := range all {
		rows[i] = t.changedRow(&all[i])
	}
	open := rows[:min(len(rows), visibleRows)]
	parts := []part{newRows(rankWorse, t.changedHead(), open, 0, "", "")}
	if more := rows[len(open):]; len(more) > 0 {
		n := len(more) + r.Omitted.Worse
		parts = append(parts, folded(rankMoreWorse, fmt.Sprintf("… and %d more that are worse", n), t.changedHead(), more, r.Omitted.Worse, ""))
	}
	return parts
}

func (r *Run) better(t tables) part {
	return r.changes(t, rankBetter, r.Judgement.Better, r.Omitted.Better, func() string {
		var n tally
		n.findings(r.Judgement.Better, "better", r.Omitted.Better)
		return strings.Join(n.words("faster", "better", "working again"), ", ")
	})
}

func (r *Run) changed(t tables) part {
	return r.changes(t, rankBetter, r.Judgement.Changed, r.Omitted.Changed, func() string {
		return fmt.Sprintf("%d changed in units that have no better side", len(r.Judgement.Changed)+r.Omitted.Changed)
	})
}

func (r *Run) changes(t tables, rank int, all []compare.Finding, omitted int, summary func() string) part {
	if len(all) == 0 {
		return part{}
	}
	t = t.of(all)
	rows := make([]string, len(all))
	for i := range all {
		rows[i] = t.changedRow(&all[i])
	}
	return folded(rank, summary(), t.changedHead(), rows, omitted, "")
}

// rest are the rows without a change, and without a verdict, as far as size
// bytes could show them.
func (r *Run) rest(t tables, size int) part {
	j := r.Judgement
	if j.Unclear+j.Incomparable == 0 {
		return part{}
	}
	var summary []string
	if j.Unclear > 0 {
		s := fmt.Sprintf("%d %s", j.Unclear, compare.Unclear)
		if j.CouldNot > 0 {
			s += fmt.Sprintf(" (%d could not have shown a change of %s)", j.CouldNot, r.sameLimit())
		}
		summary = append(summary, s)
	}
	if j.Incomparable > 0 {
		summary = append(summary, fmt.Sprintf("%d %s", j.Incomparable, compare.Incomparable))
	}
	t = t.of(j.Rest)
	var rows []string
	same := make(map[string]int)
	used, unseen := 0, r.Omitted.Rest
	for _, f := range nearMissesFirst(j.Rest) {
		switch {
		case f.Cell.Decision.Why == compare.WhyEqual:
			same[f.Unit]++
		case used > size: // never seen, so never written
			unseen++
		default:
			rows = append(rows, t.restRow(f))
			used += len(rows[len(rows)-1])
		}
	}
	return folded(rankRest, strings.Join(summary, ", "), t.restHead(), rows, unseen, equal(same))
}

// nearMissesFirst orders rows without a verdict before those without a change,
// and of these the largest first.
func nearMissesFirst(rest []compare.Finding) []*compare.Finding {
	excess := func(f *compare.Finding) float64 {
		if f.Verdict == compare.Incomparable {
			return math.Inf(1)
		}
		return f.Cell.Decision.Excess(f.Base, f.Cell)
	}
	sorted := make([]*compare.Finding, len(rest))
	for i := range rest {
		sorted[i] = &rest[i]
	}
	slices.SortStableFunc(sorted, func(a, b *compare.Finding) int { return cmp.Compare(excess(b), excess(a)) })
	return sorted
}

// equal counts, by unit, the rows of which there is nothing to say but that all
// their values are the same.
func equal(same map[string]int) string {
	const named = 10 // units
	var units []string
	for _, unit := range slices.Sorted(maps.Keys(same)) {
		units = append(units, fmt.Sprintf("%s (%d)", metricWord(unit), same[unit]))
	}
	switch {
	case len(units) == 0:
		return ""
	case len(units) > named:
		units = append(units[:named], "…")
	}
	return "\nAll values are equal: " + strings.Join(units, ", ") + ".\n"
}

// sameLimit is the limit of the rows that could not be decided, where they have
// one limit.
func (r *Run) sameLimit() string {
	limit := -1.0
	for i := range r.Judgement.Rest {
		f := &r.Judgement.Rest[i]
		d := f.Cell.Decision
		if f.Verdict != compare.Unclear || !d.CouldNot(f.Base, f.Cell) {
			continue
		}
		if limit >= 0 && limit != d.Limit {
			return "their limits"
		}
		limit = d.Limit
	}
	if limit < 0 {
		return "the limit"
	}
	return style.Share(limit)
}

// footer links to what the comment has no room for.
func footer(o Options) part {
	var links []string
	for _, l := range []struct{ text, url string }{{"Full report", o.ReportURL}, {"CI run", o.RunURL}} {
		u, err := url.Parse(l.url)
		if err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") {
			links = append(links, "["+l.text+"](<"+address(u.String())+">)")
		}
	}
	if len(links) == 0 {
		return part{}
	}
	return part{rank: rankFooter, open: strings.Join(links, " · ") + "\n"}
}

// address writes a URL so that it cannot end the link that it stands in.
func address(u string) string {
	var b strings.Builder
	for i := range len(u) {
		c := u[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("<>\\`|", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
