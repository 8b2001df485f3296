package comment

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// Policy is what was asked of a change; see compare.Policy.
type Policy struct {
	Alpha, Confidence float64
	Correction        compare.Correction
	Limit             float64 // relative
	ErrorFactor       float64
	Looks             int // how often the data were looked at; 0 is 1
	AcrossMachines    bool
	Rules             int // exceptions for some benchmarks
	Floors            int // rows whose noise comes from a comparison of equal code
}

// level is what corrected p-values are held against.
func (p *Policy) level() float64 { return p.Alpha / float64(max(1, p.Looks)) }

func newPolicy(o *compare.Options) Policy {
	p := o.Policy
	return Policy{
		Alpha: o.Alpha, Confidence: o.Confidence, Correction: p.Correction,
		Limit: p.Limit, ErrorFactor: p.ErrorFactor, Looks: p.Looks,
		AcrossMachines: p.AcrossMachines, Rules: len(p.Rules), Floors: len(p.Floors),
	}
}

// like reports whether two policies ask the same, as far as a Policy tells. What
// was measured with the runs, looks and floors, is no part of that.
func (p *Policy) like(q *Policy) bool { return len(p.unlike(q)) == 0 }

// unlike words what p asks where q asks something else.
func (p *Policy) unlike(q *Policy) (words []string) {
	for _, w := range []struct {
		differs bool
		text    string
	}{
		{p.Limit != q.Limit, "limit " + style.Share(p.Limit)},
		{p.ErrorFactor != q.ErrorFactor, "error factor " + style.Factor(p.ErrorFactor)},
		{p.Alpha != q.Alpha, fmt.Sprintf("level %.3g", p.Alpha)},
		{p.Correction != q.Correction, "correction " + comparison.CorrectionName(p.Correction)},
		{p.Confidence != q.Confidence, style.Share(p.Confidence) + " intervals"},
		{p.Rules != q.Rules, plural(p.Rules, "rule")},
		{p.AcrossMachines != q.AcrossMachines, "times of different CPUs " + map[bool]string{true: "judged", false: "not judged"}[p.AcrossMachines]},
	} {
		if w.differs {
			words = append(words, w.text)
		}
	}
	return words
}

// judgedBy reports whether the verdicts of a run without samples are those of a
// policy: asked, of which policy has the rules.
func (r *Run) judgedBy(asked *Policy, policy *compare.Policy) bool {
	if !r.Policy.like(asked) || policy.Pairing != compare.PairedIfSaid || policy.Floors != nil || policy.Looks != 0 {
		return false
	}
	if r.Omitted != (Omitted{}) && (r.Policy.Rules > 0 || len(policy.Rules) > 0) {
		return false // of rows that are not there nobody knows which rule they went by
	}
	same := true
	r.each(func(f *compare.Finding) { same = same && boundsAre(f, policy.Bounds(f.Package, f.Benchmark, f.Unit)) })
	return same
}

// boundsAre reports whether a measured finding was held against the bounds of its
// row.
func boundsAre(f *compare.Finding, b compare.Bounds) bool {
	d := f.Cell.Decision
	limit := b.Limit
	if d.How == compare.ByError {
		limit = b.ErrorFactor
	}
	ignored := d.Why == compare.WhyIgnored
	return ignored == b.Ignore && (ignored || d.Limit == limit)
}

// otherPolicy warns of verdicts that are by another policy than the reader's.
func (r *Run) otherPolicy() part {
	if r.Asked == nil {
		return part{}
	}
	text := "**Another policy:** the run was judged where it was measured"
	if theirs := r.Policy.unlike(r.Asked); len(theirs) > 0 {
		text += fmt.Sprintf(", with %s in place of %s", strings.Join(theirs, ", "), strings.Join(r.Asked.unlike(&r.Policy), ", "))
	} else {
		text += ", by other rules than asked for"
	}
	return part{rank: rankVerdict, open: text + ", and came without samples to judge it anew. These are no verdicts by the policy asked for.\n"}
}

// told says that verdicts were others where the run was measured.
func (r *Run) told() string {
	if r.Told == nil {
		return ""
	}
	return fmt.Sprintf("Where it was measured the run was judged with %s; here it was judged anew.\n\n", strings.Join(r.Told.unlike(&r.Policy), ", "))
}
