package comment

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// Bounds of what a Run holds; New keeps within them and ReadJSON insists.
const (
	nameLimit    = 200 // characters of a benchmark, package, unit or label
	noteLimit    = 500 // characters of a note, a message or a command
	noteCount    = 50
	problemCount = 50
	machineCount = 16
	shaMin       = 7
	shaMax       = 64
)

// New sums up a comparison of one column with a base, or of one column alone:
// res compares cols, the last of which is the head and the first, where there
// are two or more, its base. Names and notes of extreme length are shortened.
func New(res *compare.Result, cols []compare.Column, m Meta) *Run {
	column := len(cols) - 1
	head := cols[column]
	run := &Run{
		Key: Key(m.Key), Pull: max(m.Pull, 0), Time: m.Time.UTC().Truncate(time.Second),
		Head:     newSide(head, m.Head),
		Notes:    notes(res, column),
		Problems: problems(head.Report.Problems),
	}
	if column == 0 {
		run.Alone = newAlone(head.Report, res.Options)
		return run
	}
	base := newSide(cols[0], m.Base)
	run.Base = &base
	labels := style.FileLabels([]string{cols[0].Label, head.Label})
	run.Base.Label, run.Head.Label = name(labels[0]), name(labels[1])
	run.Policy = newPolicy(&res.Options)
	run.judge(compare.Judge(res, cols, column))
	run.carried = &carried{cols[0].Report, head.Report, res.Options.Policy.Floors}
	return run
}

// judge takes the lists of a judgement over, as far as there is room; the least
// important rows come last.
func (r *Run) judge(j *compare.Judgement) {
	r.Judgement = j
	room := Rows
	for _, l := range r.lists() {
		keep := min(room, len(*l.findings))
		*l.omitted = len(*l.findings) - keep
		*l.findings = (*l.findings)[:keep]
		room -= keep
		for i := range *l.findings {
			f := &(*l.findings)[i]
			f.Package, f.Benchmark, f.Unit = name(f.Package), name(f.Benchmark), name(f.Unit)
			f.Note = note(f.Note)
		}
	}
}

// list is one of the lists of a judgement with the count of what it leaves out.
type list struct {
	findings *[]compare.Finding
	omitted  *int
}

// lists returns the lists of the judgement, the most important first.
func (r *Run) lists() []list {
	j, o := r.Judgement, &r.Omitted
	return []list{
		{&j.Worse, &o.Worse}, {&j.Removed, &o.Removed}, {&j.Changed, &o.Changed},
		{&j.Better, &o.Better}, {&j.Added, &o.Added}, {&j.Rest, &o.Rest},
	}
}

func newSide(c compare.Column, ref Ref) Side {
	s := Side{Label: name(c.Label), Ref: name(ref.Name), Incomplete: c.Report.Incomplete, Command: note(c.Report.Command)}
	s.SHA, s.Dirty = commit(ref.SHA)
	for i := range c.Report.Environments {
		e := &c.Report.Environments[i]
		if s.SHA == "" {
			s.SHA, s.Dirty = commit(e.Commit)
		}
		m := Machine{GOOS: name(e.GOOS), GOARCH: name(e.GOARCH), CPU: name(e.CPU), Cores: max(e.Cores, 0), Go: name(e.Go), ISA: name(e.ISA), GPU: name(devicesOf(e))}
		if !slices.Contains(s.Machines, m) && len(s.Machines) < machineCount {
			s.Machines = append(s.Machines, m)
		}
	}
	return s
}

// dirtyMark is what the harness puts behind a commit with changes that are none.
const dirtyMark = "+dirty"

// commit reads a revision as the harness and git print it. What is none is "".
func commit(text string) (sha string, dirty bool) {
	sha, dirty = strings.CutSuffix(strings.ToLower(text), dirtyMark)
	if !isSHA(sha) {
		return "", false
	}
	return sha, dirty
}

func isSHA(s string) bool {
	return len(s) >= shaMin && len(s) <= shaMax && strings.Trim(s, "0123456789abcdef") == ""
}

var notInKey = regexp.MustCompile(`[^A-Za-z0-9._/-]+`)

// keyLimit bounds a key; it stands in every comment's marker.
const keyLimit = 100

// Key returns text as the key of a run: letters, digits, dots, underscores,
// dashes and slashes; anything else becomes a dash. "benchx" stands for what
// leaves nothing.
func Key(text string) string {
	key := strings.Trim(notInKey.ReplaceAllString(text, "-"), "-/")
	if len(key) > keyLimit {
		key = strings.Trim(key[:keyLimit], "-/")
	}
	if key == "" {
		return "benchx"
	}
	return key
}

func isKey(s string) bool { return s != "" && Key(s) == s }

// notes gathers the remarks on the cells of the head that say more than how few
// samples there were, which each row's reason tells.
func notes(res *compare.Result, column int) (out []string) {
	seen := make(map[string]bool)
	for t := range res.Tables {
		for i := range res.Tables[t].Rows {
			row := &res.Tables[t].Rows[i]
			for _, c := range []int{0, column} {
				cell := &row.Cells[c]
				for _, w := range cell.Warnings {
					w = note(w)
					if math.IsInf(cell.Hi, 1) || math.IsInf(cell.Lo, -1) || seen[w] || len(out) == noteCount {
						continue
					}
					seen[w] = true
					out = append(out, w)
				}
			}
		}
	}
	return out
}

func problems(all []ablation.Problem) (out []ablation.Problem) {
	for _, p := range all {
		if p.Severity == "info" {
			continue
		}
		if len(out) == problemCount {
			break
		}
		out = append(out, ablation.Problem{Where: name(p.Where), Severity: p.Severity, Msg: note(p.Msg)})
	}
	return out
}

// name and note bound texts of the input. Both are valid UTF-8 afterwards.
func name(s string) string { return bound(s, nameLimit) }
func note(s string) string { return bound(s, noteLimit) }

func bound(s string, limit int) string {
	return style.Shorten(strings.ToValidUTF8(s, string(utf8.RuneError)), limit)
}
