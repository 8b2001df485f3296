package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/fftstudy/fftstudy/report/memory"
	"github.com/fftstudy/fftstudy/report/style"
)

// showFlags is how a report of memory is shown.
type showFlags struct {
	format, out    string
	unit           string
	group, sort    string
	text           memory.TextOptions
	profile, plots string
}

// The forms of a report of memory.
const memoryForms = "text, json, markdown, csv or html"

func (f *showFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", "text", memoryForms)
	flags.StringVarP(&f.out, "output", "o", stdinName, "`file` to write; - is standard output")
	flags.StringVar(&f.unit, "unit", "", "`unit` of all bytes: B, KiB, MiB, GiB or TiB (default: what fits)")
	flags.BoolVar(&f.text.PerNode, "per-node", false, "a row for each node instead of folding equal ones")
	flags.StringVar(&f.group, "group-by", "", "rows by "+words(memory.Groupings()))
	flags.StringVar(&f.sort, "sort", "", "rows by falling "+words(memory.Sortings())+" (default: in the order of execution)")
	flags.IntVar(&f.text.Top, "top", 0, "at most so many rows, and one for the rest")
	flags.BoolVar(&f.text.ASCII, "ascii", false, "draw with ASCII only")
	flags.StringVar(&f.profile, "pprof", "", "also write a profile to `file`, for go tool pprof")
	flags.StringVar(&f.plots, "plots", "", "also write the figures to a `folder`, as PNG")
}

// words lists what a flag may say.
func words[T ~string](list []T) string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = string(x)
	}
	return strings.Join(names, ", ")
}

// wantsCurves reports whether figures are drawn.
func (f *showFlags) wantsCurves() bool { return f.format == "html" || f.plots != "" }

// check takes the flags over into the options.
func (f *showFlags) check() error {
	f.text.GroupBy, f.text.Sort = memory.GroupBy(f.group), memory.SortBy(f.sort)
	f.text.Unit = style.AutoUnit
	if f.unit != "" {
		unit, err := style.ParseByteUnit(f.unit)
		if err != nil {
			return usagef("--unit: %w", err)
		}
		f.text.Unit = unit
	}
	if err := f.text.Check(); err != nil {
		return usagef("%w", err)
	}
	if _, ok := f.renderer(nil); !ok {
		return usagef("--format %q: want %s", f.format, memoryForms)
	}
	return nil
}

// renderer returns how a document is written.
func (f *showFlags) renderer(figures []memory.Figure) (write func(io.Writer, *memory.Document) error, ok bool) {
	switch f.format {
	case "text":
		return func(w io.Writer, d *memory.Document) error { return memory.Text(w, d, f.text) }, true
	case "json":
		return memory.JSON, true
	case "markdown":
		return func(w io.Writer, d *memory.Document) error { return memory.Markdown(w, d, f.text) }, true
	case "csv":
		return memory.CSV, true
	case "html":
		return func(w io.Writer, d *memory.Document) error {
			return memory.HTML(w, memory.Page{Title: "Memory of " + d.Header.Circuit, Documents: []*memory.Document{d}, Figures: figures, Options: f.text})
		}, true
	}
	return nil, false
}

// write writes the report, and the files beside it.
func (f *showFlags) write(s *session, d *memory.Document, curves []memory.Curve) error {
	var figures []memory.Figure
	if f.wantsCurves() {
		var failures []error
		figures, failures = memory.Draw(d, curves)
		for _, err := range failures {
			fmt.Fprintf(s.stderr, "benchx: a figure is missing: %v\n", err)
		}
	}
	render, _ := f.renderer(figures)
	if err := writeTo(s, f.out, func(w io.Writer) error { return render(w, d) }); err != nil {
		return err
	}
	if f.profile != "" {
		if err := writeTo(s, f.profile, func(w io.Writer) error { return memory.Profile(w, d) }); err != nil {
			return err
		}
	}
	return writeFigures(f.plots, figures)
}

// writeFigures writes figures to a folder, "" for none.
func writeFigures(dir string, figures []memory.Figure) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usagef("--plots: %w", err)
	}
	for _, fig := range figures {
		if err := os.WriteFile(filepath.Join(dir, fig.Name+".png"), fig.PNG, 0o644); err != nil {
			return usagef("--plots: %w", err)
		}
	}
	return nil
}
