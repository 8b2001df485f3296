package measured

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
	"github.com/fftstudy/fftstudy/report/web"
)

//go:embed memory.gohtml
var templates string

// cell is a cell of an HTML table.
type cell struct{ Text, Class string }

type htmlTable struct {
	Title string
	Heads []cell
	Rows  [][]cell
	Note  string
}

type htmlSection struct {
	Missing     string
	Tables      []htmlTable
	Definitions []string
	Changes     *htmlTable
}

// Section returns the report as part of a page that has package web's style
// sheet and palette: tables under h3 titles, without a heading of its own.
func Section(r *Report) (template.HTML, error) {
	t, err := parsed()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.ExecuteTemplate(&b, "section", section(r))
	return template.HTML(b.String()), err
}

// parsed are the templates, parsed once and never changed afterwards.
var parsed = sync.OnceValues(func() (*template.Template, error) {
	return template.New("memory").Parse(templates)
})

func section(r *Report) htmlSection {
	var s htmlSection
	if r.SideBySide == nil {
		s.Missing = "Nothing about memory was measured. To measure it:"
	} else {
		s.Tables = append(s.Tables, tableHTML(sideBySideTitle(r.SideBySide), r.SideBySide, columns(r.SideBySide)))
		if r.Largest != nil {
			s.Tables = append(s.Tables, tableHTML(largestTitle, r.Largest, columns(r.Largest)))
		}
		if t := r.SideBySide.compared(); t != nil {
			s.Tables = append(s.Tables, tableHTML(againstTitle(t), t, againstColumns(t)))
		}
		s.Definitions = definitions(r)
	}
	if r.Base != "" {
		s.Changes = changesHTML(r)
	}
	return s
}

func tableHTML(title string, t *Table, cols []column) htmlTable {
	out := htmlTable{Title: title}
	if len(t.Absent) > 0 {
		out.Note = absentTitle + ": " + style.Visible(strings.Join(t.Absent, ", "))
	}
	for _, c := range cols {
		out.Heads = append(out.Heads, cell{c.title, wordClass(c.words)})
	}
	top := 0.0
	for i := range t.Entries {
		top = max(top, float64(t.Entries[i].Total.Value))
	}
	for i := range t.Entries {
		e := &t.Entries[i]
		var row []cell
		for _, c := range cols {
			class := wordClass(c.words)
			if c.title == totalTitle && e.Total.Known && top > 0 {
				class = web.BarClass(float64(e.Total.Value) / top)
			}
			if c.verdict != nil {
				class = verdictClass(c.verdict(e))
			}
			row = append(row, cell{style.Visible(c.cell(e)), class})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func changesHTML(r *Report) *htmlTable {
	out := &htmlTable{Title: r.changeTitle()}
	if len(r.Changes) == 0 {
		return out
	}
	words := []bool{true, true, true, false, false, false, true, false}
	for i, h := range changeHeads() {
		out.Heads = append(out.Heads, cell{h, wordClass(words[i])})
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		var row []cell
		for j, f := range c.fields() {
			class := wordClass(words[j])
			if j == verdictField {
				class = strings.TrimSpace(class + " " + verdictClass(c.Verdict))
			}
			row = append(row, cell{style.Visible(f), class})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func wordClass(words bool) string {
	if words {
		return "w"
	}
	return ""
}

func verdictClass(verdict string) string {
	switch compare.Verdict(verdict) {
	case compare.Better:
		return "better"
	case compare.Worse:
		return "worse"
	}
	return ""
}
