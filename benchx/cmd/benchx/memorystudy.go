package main

import (
	"html/template"
	"io"

	"github.com/fftstudy/fftstudy/report/memory"
	"github.com/fftstudy/fftstudy/report/memory/measured"
)

// memoryPage is what a study says about memory beyond what it measured.
func (o *finished) memoryPage() (memory.Page, error) {
	lead, err := measured.Section(o.memory)
	return memory.Page{
		Title: "Memory per variant", Lead: lead, Documents: o.predicted.documents, Figures: o.predicted.figures,
	}, err
}

// memorySection is the study page's section: what was measured, then what was
// predicted.
func (o *finished) memorySection() (template.HTML, error) {
	page, err := o.memoryPage()
	if err != nil {
		return "", err
	}
	return memory.Section(page)
}

func (o *finished) memoryHTML(w io.Writer) error {
	page, err := o.memoryPage()
	if err != nil {
		return err
	}
	return memory.HTML(w, page)
}

func (o *finished) memoryText(w io.Writer) error {
	if err := measured.Text(w, o.memory); err != nil || len(o.predicted.documents) == 0 {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return memory.Overview(w, o.predicted.documents, memory.TextOptions{})
}

func (o *finished) memoryJSON(w io.Writer) error {
	return memory.StudyJSON(w, func(w io.Writer) error { return measured.JSON(w, o.memory) }, o.predicted.documents)
}
