package study

import (
	"fmt"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// problemsView is what a reader must know before trusting the rest.
type problemsView struct {
	section
	List []problemView
	More int // problems not listed

	Failures     *gridView
	MoreFailures int
	Spread       *spreadView
}

type problemView struct{ Severity, Class, Where, Msg string }

// What the page lists at most; all rows that failed are in the table of all
// rows as well.
const (
	maxProblems = 100
	maxFailures = 200
)

func (b *builder) problems() *problemsView {
	v := &problemsView{section: section{ID: "problems", Nav: "Problems", Title: "Problems, failures and noise"}}
	all := b.Study.Report.Problems
	for _, p := range all[:min(len(all), maxProblems)] {
		v.List = append(v.List, problemView{show(p.Severity), severityClass(p.Severity), show(p.Where), note(p.Msg)})
	}
	v.More = len(all) - len(v.List)
	v.Say = b.sayProblems()
	v.Spread = b.spread()
	b.failures(v)
	return v
}

func severityClass(severity string) string {
	switch severity {
	case "error":
		return "bad"
	case "warning":
		return "part"
	}
	return ""
}

func (b *builder) sayProblems() []string {
	problems := len(b.Study.Report.Problems)
	failures := b.counts.failures()
	if problems == 0 && failures == 0 && b.counts.skipped == 0 {
		return []string{"The input was read whole and everything that was tried worked."}
	}
	text := "Nothing was lost in reading the input"
	if problems > 0 {
		text = count(problems, "remark") + " about the input"
	}
	if failures > 0 {
		text += fmt.Sprintf("; %s failed (%s)", count(failures, "row"), byStatus(b.counts.failed))
	}
	if b.counts.skipped > 0 {
		text += fmt.Sprintf("; %s skipped", count(b.counts.skipped, "row"))
	}
	return []string{text + "."}
}

// failures lists what did not work, with the reason.
func (b *builder) failures(v *problemsView) {
	var rows []config
	for i := range b.Study.Configs {
		if c := &b.Study.Configs[i]; c.Row.Status != wire.OK {
			rows = append(rows, c)
		}
	}
	if len(rows) == 0 {
		return
	}
	v.MoreFailures = max(len(rows)-maxFailures, 0)
	t := table[config]{
		id: b.ids.take("failures"), label: "Rows that did not work", rows: rows[:len(rows)-v.MoreFailures], static: 15,
		columns: []column[config]{
			{key: "row", head: "row", rowHead: true, text: rowName, class: longName[config]},
			{key: "status", head: "status", facet: true, rowTint: true, text: func(c config) string { return show(string(c.Row.Status)) },
				class: func(c config) string { return statusClass(c.Row.Status) }},
			{key: "note", head: "why", class: func(config) string { return "note" }, text: reason},
		},
	}
	grid := t.view(b)
	v.Failures = &grid
}

func reason(c *ablation.Config) string {
	if c.Row.Note == "" {
		return "no reason given"
	}
	return note(c.Row.Note)
}
