package comment

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// ReadJSON reads a file of WriteJSON that may come from a stranger, and judges it
// by the policy of opt, whatever policy it was judged by before: from the samples
// that it carries. Of a file that was too large to carry them the verdicts stand,
// unless they are by another policy; see Run.Asked.
//
// It accepts nothing that New could not have made: no unknown field, no number or
// text out of bounds, no verdict other than the one that the row's own numbers
// give. Errors name the field, and nothing that the file says in words. An error
// may also be that opt is out of range.
func ReadJSON(r io.Reader, opt compare.Options) (*Run, error) {
	opt, err := opt.WithDefaults()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, FileSize+1))
	if err != nil {
		return nil, fmt.Errorf("run file: %w", err)
	}
	f, err := decode(text)
	if err != nil {
		return nil, fmt.Errorf("run file: %w", err)
	}
	run, err := f.run(opt)
	if err != nil {
		return nil, fmt.Errorf("run file: %w", err)
	}
	return run, nil
}

func decode(text []byte) (*fileRun, error) {
	switch {
	case len(text) > FileSize:
		return nil, fmt.Errorf("larger than %s", style.Bytes(FileSize))
	case len(bytes.TrimSpace(text)) == 0:
		return nil, errors.New("it is empty")
	case !utf8.Valid(text):
		return nil, errors.New("it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var f fileRun
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("it is not the JSON that benchx comment --json writes: %s", style.Terminal(style.Shorten(err.Error(), nameLimit)))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind its end")
	}
	return &f, nil
}

// run checks the file and turns it into what it stands for.
func (f *fileRun) run(opt compare.Options) (*Run, error) {
	var c checker
	f.check(&c)
	if c.err != nil {
		return nil, c.err
	}
	if f.Reports != nil {
		return f.rejudge(opt)
	}
	r := &Run{Key: f.Key, Pull: f.Pull, Time: f.time(), Head: *f.Head.side(), Notes: f.Notes}
	for _, p := range f.Problems {
		r.Problems = append(r.Problems, ablation.Problem{Where: p.Where, Severity: p.Severity, Msg: p.Message})
	}
	if f.Alone != nil {
		r.Alone = f.Alone.alone()
		return r, nil
	}
	r.Base = f.Base.side()
	r.Policy = f.Policy.policy()
	if err := f.judge(r); err != nil {
		return nil, err
	}
	if asked := newPolicy(&opt); !r.judgedBy(&asked, opt.Policy) {
		r.Asked = &asked
	}
	return r, nil
}

// time is when a checked file was made.
func (f *fileRun) time() time.Time {
	t, _ := time.Parse(time.RFC3339, f.Time) // zero where the file does not say
	return t
}

// judge sorts the findings into the lists of a judgement, by what they are.
func (f *fileRun) judge(r *Run) error {
	j := &compare.Judgement{}
	r.Judgement = j
	for i := range *f.Findings {
		finding, err := (*f.Findings)[i].finding(&r.Policy)
		if err != nil {
			return fmt.Errorf("findings[%d]: %w", i, err)
		}
		switch {
		case finding.Kind == compare.RowRemoved:
			j.Removed = append(j.Removed, *finding)
		case finding.Kind == compare.RowAdded:
			j.Added = append(j.Added, *finding)
		case finding.Verdict == compare.Worse:
			j.Worse = append(j.Worse, *finding)
		case finding.Verdict == compare.Better:
			j.Better = append(j.Better, *finding)
		case finding.Verdict == compare.Changed:
			j.Changed = append(j.Changed, *finding)
		default:
			j.Rest = append(j.Rest, *finding)
		}
	}
	for _, list := range [][]compare.Finding{j.Worse, j.Better, j.Changed} {
		slices.SortStableFunc(list, func(a, b compare.Finding) int { return cmp.Compare(b.Excess, a.Excess) })
	}
	o := f.Omitted
	if o == nil {
		o = &fileOmitted{}
	}
	r.Omitted = Omitted{Worse: o.Worse, Better: o.Better, Changed: o.Changed, Removed: o.Removed, Added: o.Added, Rest: o.Unclear + o.Incomparable}
	r.count(o)
	return nil
}

// count counts the rows of a judgement that are no changes.
func (r *Run) count(o *fileOmitted) {
	j := r.Judgement
	j.Unclear, j.CouldNot, j.Incomparable, j.Withheld = o.Unclear, o.CouldNot, o.Incomparable, o.Withheld
	for i := range j.Rest {
		f := &j.Rest[i]
		d := f.Cell.Decision
		switch {
		case f.Verdict == compare.Unclear:
			j.Unclear++
			if d.CouldNot(f.Base, f.Cell) {
				j.CouldNot++
			}
		default:
			j.Incomparable++
			if d.Why == compare.WhyOtherCPU {
				j.Withheld++
			}
		}
	}
}

// finding turns a checked finding of the file into what it stands for, unless
// its numbers do not give what it claims.
func (f *fileFinding) finding(p *Policy) (*compare.Finding, error) {
	out := &compare.Finding{
		Kind: compare.FindingKind(f.Kind), Verdict: compare.Verdict(f.Verdict), Package: f.Package, Benchmark: f.Benchmark,
		Unit: f.Unit, Direction: f.Better, Note: f.Note,
	}
	if out.Kind == compare.Shrunk || out.Kind == compare.Grown {
		out.MaxBatch = [2]int{f.MaxBatch[0], f.MaxBatch[1]}
		out.Excess = math.Abs(math.Log(float64(max(f.MaxBatch[1], 1)) / float64(max(f.MaxBatch[0], 1))))
		return out, batchAgrees(out)
	}
	out.Base, out.Cell = f.Base.cell(), f.Head.cell()
	out.Cell.Verdict, out.Cell.BaseN = out.Verdict, out.Base.N
	out.Cell.Decision = f.Decision.decision(p)
	if out.Kind != compare.RowChanged {
		out.Excess = math.Inf(1)
		return out, sidesAgree(out)
	}
	if err := f.Decision.agrees(out, p); err != nil {
		return nil, err
	}
	if out.Verdict == compare.Worse || out.Verdict == compare.Better || out.Verdict == compare.Changed {
		out.Excess = out.Cell.Decision.Excess(out.Base, out.Cell)
	}
	return out, nil
}
