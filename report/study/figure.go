package study

import (
	"encoding/base64"
	"html/template"

	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/style"
)

// figureView is a picture that the page carries itself.
type figureView struct {
	ID, Title, Caption string
	Src                template.HTMLAttr
	Width, Height      int
}

func newFigure(id string, f *plots.Figure) figureView {
	return figureView{
		ID: id, Title: style.Visible(f.Title), Caption: style.Visible(f.Caption),
		// base64 needs no escaping in an attribute; as an attribute it is
		// copied once instead of being normalised byte by byte.
		Src:   template.HTMLAttr(`src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(f.PNG) + `"`),
		Width: f.Width, Height: f.Height,
	}
}

// chartsView shows every figure that no other section has shown.
type chartsView struct {
	section
	Figures []figureView
	Missing *missing
}

func (b *builder) charts() *chartsView {
	v := &chartsView{section: section{ID: "charts", Nav: "Charts", Title: "All charts"}}
	for i := range b.Figures {
		if f := &b.Figures[i]; !b.shown[f.Name] {
			b.shown[f.Name] = true
			v.Figures = append(v.Figures, b.figure(f))
		}
	}
	if len(v.Figures) == 0 {
		if !b.isStudy() {
			return nil
		}
		v.Missing = &missing{Text: "No further charts: the rows have no sizes or no times to draw."}
		return v
	}
	v.Say = []string{count(len(v.Figures), "more picture") + ". The same files lie in plots/ of the report folder."}
	return v
}
