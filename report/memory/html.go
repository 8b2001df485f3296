package memory

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image/png"
	"io"
	"strings"
	"sync"

	"github.com/fftstudy/fftstudy/report/style"
	"github.com/fftstudy/fftstudy/report/web"
)

//go:embed memory.gohtml
var templates string

// Page is what an HTML page or section shows: documents side by side, and
// pictures of them.
type Page struct {
	Title     string        // of a page of its own; "": Memory
	Lead      template.HTML // trusted, before all else
	Documents []*Document
	Figures   []Figure
	Options   TextOptions
}

// Figure is a picture that the page carries itself.
type Figure struct {
	Name    string // of its file, without extension; not shown
	Title   string
	Caption string
	Alt     string // what it shows, for who does not see it; "": the caption
	PNG     []byte
}

// What the template shows.
type (
	htmlWord struct {
		Text    string
		Foreign bool
	}
	htmlPair struct{ Key, Value string }
	htmlCell struct{ Text, Class string }
	htmlRow  struct {
		Class string
		Sum   bool
		Cells []htmlCell
	}
	htmlTable struct {
		Label string
		Heads []htmlCell
		Rows  []htmlRow
	}
	htmlPart struct {
		Title   []htmlWord
		Pairs   []htmlPair
		Say     [][]htmlWord
		Picture string
		Table   *htmlTable
		Notes   [][]htmlWord
	}
	htmlDocument struct {
		Summary []htmlWord // of one among several, which fold
		Parts   []htmlPart
	}
	htmlFigure struct {
		Title, Caption, Alt string
		Src                 template.HTMLAttr
		Width, Height       int
	}
	htmlSection struct {
		Lead      template.HTML
		Overview  *htmlPart
		Figures   []htmlFigure
		Documents []htmlDocument
	}
)

// Section returns the documents as part of a page that has package web's style
// sheet and palette: tables under h3 titles, without a heading of its own.
// Several documents fold behind a table that has them side by side.
func Section(p Page) (template.HTML, error) {
	s, err := p.section()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = execute(&b, "section", s)
	return template.HTML(b.String()), err
}

// HTML writes the documents as a page of its own that loads nothing and runs no
// script.
func HTML(w io.Writer, p Page) error {
	body, err := Section(p)
	if err != nil {
		return err
	}
	title := p.Title
	if title == "" {
		title = "Memory"
	}
	css := web.Style() + web.Palette(0)
	return execute(w, "page", struct {
		Title, Policy string
		Style         template.CSS
		Section       template.HTML
	}{style.Visible(title), web.Policy("", css), template.CSS(css), body})
}

// parsed are the templates, parsed once and never changed afterwards.
var parsed = sync.OnceValues(func() (*template.Template, error) {
	return template.New("memory").Parse(templates)
})

func execute(w io.Writer, name string, data any) error {
	t, err := parsed()
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(w, name, data)
}

func (p *Page) section() (*htmlSection, error) {
	s := &htmlSection{Lead: p.Lead}
	for i := range p.Figures {
		f, err := figureOf(&p.Figures[i])
		if err != nil {
			return nil, err
		}
		s.Figures = append(s.Figures, f)
	}
	several := len(p.Documents) > 1
	if several {
		o, err := overview(p.Documents, p.Options)
		if err != nil {
			return nil, err
		}
		part := partHTML(o, false)
		s.Overview = &part
	}
	for _, d := range p.Documents {
		list, err := parts(d, p.Options)
		if err != nil {
			return nil, err
		}
		var doc htmlDocument
		if several {
			doc.Summary = words(summary(list))
		}
		for i := range list {
			doc.Parts = append(doc.Parts, partHTML(&list[i], len(p.Figures) == 0))
		}
		s.Documents = append(s.Documents, doc)
	}
	return s, nil
}

// summary is the title and the verdict of a document.
func summary(list []part) sentence {
	s := say(list[0].title)
	for _, verdict := range list[0].say {
		s = say(s, "; ", verdict)
	}
	return s
}

func figureOf(f *Figure) (htmlFigure, error) {
	c, err := png.DecodeConfig(bytes.NewReader(f.PNG))
	if err != nil {
		return htmlFigure{}, fmt.Errorf("figure %q: %w", f.Title, err)
	}
	alt := f.Alt
	if alt == "" {
		alt = f.Caption
	}
	return htmlFigure{
		Title: style.Visible(f.Title), Caption: style.Visible(f.Caption), Alt: style.Visible(alt),
		// base64 needs no escaping in an attribute.
		Src:   template.HTMLAttr(`src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(f.PNG) + `"`),
		Width: c.Width, Height: c.Height,
	}, nil
}

func words(s sentence) []htmlWord {
	out := make([]htmlWord, len(s))
	for i, c := range s {
		out[i] = htmlWord{style.Visible(c.text), c.foreign && !c.prose}
	}
	return out
}

func sentences(list []sentence) [][]htmlWord {
	var out [][]htmlWord
	for _, s := range list {
		out = append(out, words(s))
	}
	return out
}

func partHTML(p *part, picture bool) htmlPart {
	out := htmlPart{Title: words(p.title), Say: sentences(p.say), Notes: sentences(p.notes)}
	for _, pair := range p.pairs {
		out.Pairs = append(out.Pairs, htmlPair{style.Visible(pair.key.text), style.Visible(pair.value.text)})
	}
	if picture {
		out.Picture = strings.Join(p.picture, "\n")
	}
	if p.table != nil {
		out.Table = tableHTML(p.table, style.Visible(plainText(p.title)))
	}
	return out
}

func tableHTML(t *table, label string) *htmlTable {
	out := &htmlTable{Label: label, Rows: make([]htmlRow, len(t.rows))}
	barOf := -1
	for i, c := range t.columns {
		switch {
		case c.meter:
			barOf = i
		case c.bar:
			barOf = i - 1 // on a page it lies under the cell before
			continue
		}
		out.Heads = append(out.Heads, htmlCell{c.title, alignment(c)})
	}
	for i := range t.rows {
		r := &t.rows[i]
		row := &out.Rows[i]
		row.Sum = r.kind == totalRow
		if r.kind == restRow {
			row.Class = "skip"
		}
		row.Cells = make([]htmlCell, 0, len(out.Heads))
		for j, c := range t.columns {
			if c.bar {
				continue
			}
			text := style.Visible(r.cells[j].text)
			if j == 0 && r.depth > 0 {
				text = "– " + text
			}
			class := alignment(c)
			if r.cells[j].bad {
				class = strings.TrimSpace(class + " bad")
			} else if j == barOf && r.bar.shown() {
				class = web.BarClass(r.bar.to - r.bar.from)
			}
			row.Cells = append(row.Cells, htmlCell{text, class})
		}
	}
	return out
}

func alignment(c column) string {
	if c.right {
		return ""
	}
	return "w"
}
