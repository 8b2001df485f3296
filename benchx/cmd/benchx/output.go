package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/memory/measured"
	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/study"
)

// finished is all that a report folder holds, worked out.
type finished struct {
	page      study.Page
	memory    *measured.Report
	predicted *prediction
	// columns is the comparison with the other runs, or, of a single run, its
	// table of medians.
	columns *compare.Result
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
			Alpha:   f.options.Alpha,
			Command: last.Command,
			Version: version(),
		},
		memory:  measured.FromStudy(s),
		remarks: remarks,
	}
	out.memory.AddReferences(s, f.options)
	cols := columns(inputs)
	if len(cols) == 1 {
		cols[0].Label = "run"
	}
	if out.columns, err = compare.Reports(cols, f.options); err != nil {
		return nil, usagef("%w", err)
	}
	if len(cols) > 1 {
		out.page.Across = out.columns
		out.memory.AddChanges(out.columns)
	}
	if out.predicted, err = predict(s, f.budget); err != nil {
		return nil, err
	}
	out.remarks = append(out.remarks, out.predicted.remarks...)
	if out.page.Memory, err = out.memorySection(); err != nil {
		return nil, err
	}
	var failures []error
	out.page.Figures, failures = plots.Study(s, out.page.Within, out.page.Across, plots.Options{})
	for _, err := range failures {
		out.remarks = append(out.remarks, fmt.Sprintf("a figure is missing: %v", err))
	}
	return out, nil
}

// table is a file of a report folder for other programs, or for a terminal.
type table struct {
	file  string
	write func(io.Writer, *finished) error
}

// tables are the files beside the page, its plots and the run.
func tables() []table {
	list := []table{
		{ablation.JSONFile, func(w io.Writer, o *finished) error { return ablation.WriteJSON(w, o.page.Study.Report) }},
		{ablation.RowsFile, func(w io.Writer, o *finished) error { return ablation.WriteRowsCSV(w, o.page.Study) }},
		{ablation.MetaFile, func(w io.Writer, o *finished) error { return ablation.WriteMetaCSV(w, o.page.Study.Report) }},
		{ablation.Top5File, func(w io.Writer, o *finished) error { return ablation.WriteTop5CSV(w, o.page.Study) }},
		{ablation.LimitsFile, func(w io.Writer, o *finished) error { return ablation.WriteLimitsCSV(w, o.page.Study) }},
		{"memory.txt", func(w io.Writer, o *finished) error { return o.memoryText(w) }},
		{"memory.json", func(w io.Writer, o *finished) error { return o.memoryJSON(w) }},
		{"memory.html", func(w io.Writer, o *finished) error { return o.memoryHTML(w) }},
	}
	for _, form := range comparisonFormats(comparison.TextOptions{}) {
		if form.file == "" {
			continue
		}
		list = append(list, table{form.file, func(w io.Writer, o *finished) error { return form.render(w, o.columns) }})
	}
	return list
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
	for _, t := range tables() {
		if err := dir.write(t.file, func(w io.Writer) error { return t.write(w, o) }); err != nil {
			return err
		}
	}
	if err := o.writeTraining(dir); err != nil {
		return err
	}
	figures := map[string][]byte{}
	for _, fig := range o.page.Figures {
		figures[fig.Name] = fig.PNG
	}
	for _, fig := range o.predicted.figures {
		figures[fig.Name] = fig.PNG
	}
	for _, name := range slices.Sorted(maps.Keys(figures)) {
		png := func(w io.Writer) error { _, err := w.Write(figures[name]); return err }
		if err := dir.write(plotFolder+"/"+name+".png", png); err != nil {
			return err
		}
	}
	// The page comes last: where it is, the rest is.
	return dir.write(pageFile, func(w io.Writer) error { return study.Render(w, o.page) })
}

// summarize prints what a person wants to know at once, and where the rest is.
func (o *finished) summarize(w io.Writer, dir *folder) {
	for _, line := range study.Headlines(o.page) {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "\n%s  (rows, plots and tables beside it)\n", dir.path(pageFile))
}
