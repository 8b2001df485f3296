package measured

import (
	"math"
	"slices"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// againstUnits are the figures in which entries are compared with their
// references.
func againstUnits() []string {
	return []string{wire.UnitHeldBytes, wire.UnitPeakBytes, wire.UnitParamBytes, wire.UnitBytesPerOp, wire.UnitAllocsPerOp}
}

// AddReferences compares the entries of SideBySide with their references by the
// statistics of compare.Within. The study is the one that r was made from.
func (r *Report) AddReferences(s *ablation.Study, opt compare.Options) {
	if r.SideBySide == nil {
		return
	}
	at := make(map[*ablation.Row]*Entry)
	for i := range r.SideBySide.Entries {
		e := &r.SideBySide.Entries[i]
		at[e.row] = e
	}
	var shown ablation.Study
	shown.Report = s.Report
	for _, contest := range s.Contests {
		contest.Configs = slices.DeleteFunc(slices.Clone(contest.Configs), func(c *ablation.Config) bool { return at[c.Row] == nil })
		if len(contest.Configs) > 0 {
			shown.Contests = append(shown.Contests, contest)
		}
	}
	for _, a := range compare.WithinUnits(&shown, againstUnits(), opt) {
		e := at[a.Config.Row]
		e.Against = append(e.Against, Against{a.Unit, a.Delta, a.P, string(a.Verdict)})
	}
}

// compared returns the entries that were compared with a reference, as a table
// of their own; nil if there are none.
func (t *Table) compared() *Table {
	own := &Table{N: t.N, Batch: t.Batch}
	for _, e := range t.Entries {
		if len(e.Against) > 0 {
			own.Entries = append(own.Entries, e)
		}
	}
	if own.Entries == nil {
		return nil
	}
	return own
}

// in returns the comparison in a unit, or nil.
func (e *Entry) in(unit string) *Against {
	i := slices.IndexFunc(e.Against, func(a Against) bool { return a.Unit == unit })
	if i < 0 {
		return nil
	}
	return &e.Against[i]
}

// againstColumns are those of a table of compared entries.
func againstColumns(t *Table) []column {
	cols := append(subjectColumns(t), column{title: "reference", words: true, cell: func(e *Entry) string { return e.Reference }})
	for _, unit := range againstUnits() {
		if !t.any(func(e *Entry) bool { return e.in(unit) != nil }) {
			continue
		}
		cols = append(cols, column{
			title: style.UnitTitle(unit),
			cell:  func(e *Entry) string { return e.in(unit).String() },
			verdict: func(e *Entry) string {
				if a := e.in(unit); a != nil {
					return a.Verdict
				}
				return ""
			},
		})
	}
	return cols
}

// String spells the difference, and ~ where none is clear.
func (a *Against) String() string {
	if a == nil {
		return style.Missing
	}
	text, p := "~", "exact"
	if a.P != 0 {
		p = style.P(a.P)
	}
	switch verdict := compare.Verdict(a.Verdict); {
	case a.Delta == 0:
		return "equal"
	case verdict != compare.Better && verdict != compare.Worse && verdict != compare.Changed:
	case math.IsInf(a.Delta, 0):
		text = "from 0"
	default:
		text = style.Percent(a.Delta)
	}
	return text + " (" + p + ")"
}

// pText spells the p of a change that is clear.
func pText(p float64) string {
	if p == 0 {
		return "exact"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

func againstTitle(t *Table) string {
	if at := t.where(); at != "" {
		return "Against the reference at " + at
	}
	return "Against the reference"
}
