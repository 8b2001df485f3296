package study

import (
	"bytes"
	"embed"
	"errors"
	"html/template"
	"io"
	"sync"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/web"
)

// A Page is all that study.html shows.
type Page struct {
	Title string // "" stands for a plain default
	Study *ablation.Study
	// Within compares each variant with the reference of its cell.
	Within []compare.Against
	// Across compares the run with a baseline; nil where there is none.
	Across *compare.Result
	// Alpha is what p may be at most in either comparison; 0 stands for 0.05.
	Alpha float64
	// Training is what trainers left behind; nil where no file of theirs was given.
	Training *training.Report
	// Figures are shown in the section each names, in this order.
	Figures []plots.Figure
	// Memory is the finished memory section: trusted HTML without style
	// attributes; "" where nothing is known.
	Memory template.HTML
	// Command runs the whole thing again, as one would type it; "" where the
	// input does not tell.
	Command string
	Version string // of the tool that wrote the page
}

// Render writes the page. The same page gives the same bytes; a failed write is
// the only error that does not point at a defect of this package.
func Render(w io.Writer, p Page) error {
	if p.Study == nil || p.Study.Report == nil {
		return errors.New("study: a page without a study has nothing to show")
	}
	v, err := newBuilder(p).page()
	if err != nil {
		return err
	}
	set, err := templates()
	if err != nil {
		return err
	}
	var page bytes.Buffer // whole or not at all
	if err := set.ExecuteTemplate(&page, "page", v); err != nil {
		return err
	}
	_, err = w.Write(page.Bytes())
	return err
}

//go:embed templates/*.gohtml
var templateFiles embed.FS

// templates are parsed once and never changed afterwards.
var templates = sync.OnceValues(func() (*template.Template, error) {
	return template.ParseFS(templateFiles, "templates/*.gohtml")
})

// pageView is the page as the templates see it; nil sections are left out.
type pageView struct {
	Title  string
	Policy string
	Style  template.CSS
	Script template.JS
	Data   template.HTML // of all tables, see payload.go

	Header   headerView
	Nav      []navView
	Overview *overviewView

	Summary    *summaryView
	Top        *topView
	Devices    *devicesView
	Ranked     *rankedView
	Limits     *limitsView
	Loss       *lossView
	Trained    *trainedView
	Charts     *chartsView
	Comparison *comparisonView
	Memory     *memoryView
	Problems   *problemsView
	Method     *methodView
}

type navView struct{ ID, Text string }

// section is what every section begins with.
type section struct {
	ID    string
	Nav   string // its name in the navigation
	Title string
	Say   []string // the answer, one sentence each
}

// missing is what a section shows instead of data.
type missing struct {
	Text    string // what there is none of, and why
	Command string // what fills it
}

// page builds the view: sections in page order, so that ids are handed out in
// that order.
func (b *builder) page() (*pageView, error) {
	v := &pageView{Title: b.title(), Header: b.header()}
	v.Overview = b.overview()
	v.Summary = b.summary()
	v.Top = b.top()
	v.Devices = b.devices()
	v.Ranked = b.ranked()
	v.Limits = b.limits()
	v.Loss = b.loss()
	v.Trained = b.trained()
	v.Comparison = b.comparison()
	v.Charts = b.charts()
	v.Memory = b.memory()
	v.Problems = b.problems()
	v.Method = b.method()
	data, err := pack(pageData{b.data, b.turned})
	if err != nil {
		return nil, err
	}
	v.Data = template.HTML(data)
	v.Nav = v.nav()
	css, script := web.Style()+web.Palette(b.slots()), web.Script()
	if b.Training != nil {
		css, script = css+web.TrainedStyle(), web.TrainedScript()+script
	}
	v.Style, v.Script = template.CSS(css), template.JS(script)
	v.Policy = web.Policy(script, css)
	return v, nil
}

// nav lists the sections there are.
func (v *pageView) nav() []navView {
	var out []navView
	add := func(s section) { out = append(out, navView{s.ID, s.Nav}) }
	add(v.Overview.section)
	if v.Summary != nil {
		add(v.Summary.section)
	}
	if v.Top != nil {
		add(v.Top.section)
	}
	if v.Devices != nil {
		add(v.Devices.section)
	}
	add(v.Ranked.section)
	if v.Limits != nil {
		add(v.Limits.section)
	}
	if v.Loss != nil {
		add(v.Loss.section)
	}
	if v.Trained != nil {
		add(v.Trained.section)
	}
	if v.Charts != nil {
		add(v.Charts.section)
	}
	add(v.Comparison.section)
	if v.Memory != nil {
		add(v.Memory.section)
	}
	add(v.Problems.section)
	add(v.Method.section)
	return out
}
