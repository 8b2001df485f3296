package main

import (
	"fmt"
	"io"
	"os"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/memory"
	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/study"
)

// finished is all that a report folder holds, worked out.
type finished struct {
	page    study.Page
	memory  *memory.Report
	remarks []string // what did not go as asked, for standard error
}

// finish works everything out of the inputs: the page shows the last, the
// comparison has them all as columns.
func finish(f reportFlags, inputs []input) (*finished, error) {
	last := inputs[len(inputs)-1].report
	s := ablation.NewStudy(last, ablation.StudyOptions{Reference: f.reference})
	remarks, err := f.checkNames(s)
	if err != nil {
		return nil, err
	}
	out := &finished{
		page: study.Page{
			Title:   f.title,
			Study:   s,
			Within:  compare.Within(s, f.options),
			Command: last.Command,
			Version: version(),
		},
		memory:  memory.FromStudy(s),
		remarks: remarks,
	}
	if len(inputs) > 1 {
		across, err := compare.Reports(columns(inputs), f.options)
		if err != nil {
			return nil, usagef("%w", err)
		}
		out.page.Across = across
		out.memory.AddChanges(across)
	}
	section, err := memory.Section(out.memory)
	if err != nil {
		return nil, err
	}
	out.page.Memory = section
	var failures []error
	out.page.Figures, failures = plots.Study(s, out.page.Within, out.page.Across, plots.Options{})
	for _, err := range failures {
		out.remarks = append(out.remarks, fmt.Sprintf("a figure is missing: %v", err))
	}
	return out, nil
}

// write fills the folder. runText is the file of the folder, partial or not, that
// holds the decoded text of the run; "" where there is none.
func (o *finished) write(dir *folder, runText string) error {
	if err := dir.clear(runText); err != nil {
		return err
	}
	if runText == dir.partial(runFile) {
		if err := os.Rename(runText, dir.path(runFile)); err != nil {
			return err
		}
	}
	s := o.page.Study
	files := []struct {
		name    string
		content func(io.Writer) error
	}{
		{ablation.JSONFile, func(w io.Writer) error { return ablation.WriteJSON(w, s.Report) }},
		{ablation.RowsFile, func(w io.Writer) error { return ablation.WriteRowsCSV(w, s) }},
		{ablation.MetaFile, func(w io.Writer) error { return ablation.WriteMetaCSV(w, s.Report) }},
		{ablation.Top5File, func(w io.Writer) error { return ablation.WriteTop5CSV(w, s) }},
		{ablation.LimitsFile, func(w io.Writer) error { return ablation.WriteLimitsCSV(w, s) }},
		{"memory.txt", func(w io.Writer) error { return memory.Text(w, o.memory) }},
		{"memory.json", func(w io.Writer) error { return memory.JSON(w, o.memory) }},
		{"memory.html", func(w io.Writer) error { return memory.HTML(w, o.memory) }},
	}
	for _, file := range files {
		if err := dir.write(file.name, file.content); err != nil {
			return err
		}
	}
	if err := o.writeComparison(dir); err != nil {
		return err
	}
	for _, fig := range o.page.Figures {
		png := func(w io.Writer) error { _, err := w.Write(fig.PNG); return err }
		if err := dir.write(plotFolder+"/"+fig.Name+".png", png); err != nil {
			return err
		}
	}
	// The page comes last: where it is, the rest is.
	return dir.write(pageFile, func(w io.Writer) error { return study.Render(w, o.page) })
}

// writeComparison writes the comparison with the other runs, or, of a single
// run, its table of medians.
func (o *finished) writeComparison(dir *folder) error {
	result := o.page.Across
	if result == nil {
		single, err := compare.Reports([]compare.Column{{Label: "run", Report: o.page.Study.Report}}, compare.Options{})
		if err != nil {
			return err
		}
		result = single
	}
	for _, form := range comparisonFormats(comparison.TextOptions{}) {
		if err := dir.write(form.file, func(w io.Writer) error { return form.render(w, result) }); err != nil {
			return err
		}
	}
	return nil
}

// summarize prints what a person wants to know at once, and where the rest is.
func (o *finished) summarize(w io.Writer, dir *folder) {
	for _, line := range study.Headlines(o.page) {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "\n%s  (rows, plots and tables beside it)\n", dir.path(pageFile))
}
