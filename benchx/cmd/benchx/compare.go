package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

func newCompare(s *session) *cobra.Command {
	var (
		format   string
		verdicts bool
		options  compare.Options
	)
	cmd := &cobra.Command{
		Use:   "compare OLD NEW…",
		Short: "compare runs: benchstat's tables and numbers",
		Long: `compare reads two or more runs and prints, per unit, the median of every
benchmark with its interval and the difference to the first run: the numbers of
benchstat (order-statistic intervals, Mann-Whitney U test, geometric means).
Inputs are the text of go test -bench, ablation.json or a report folder; "-" is
standard input; label=path names a column.`,
		Example: `  benchx compare old.txt new.txt
  benchx compare --format csv main=old.txt pr=new.txt > diff.csv`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("compare needs two runs or more: benchx compare OLD NEW; see benchx compare --help")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			form, err := findComparisonFormat(format, comparison.TextOptions{Verdicts: verdicts})
			if err != nil {
				return err
			}
			if err := checkLevels(options); err != nil {
				return err
			}
			load := newLoader(s, nil, options.Confidence)
			inputs, err := load.all(args)
			if err != nil {
				return err
			}
			relabel(inputs)
			result, err := compare.Reports(columns(inputs), options)
			if err != nil {
				return usagef("%w", err)
			}
			if err := form.render(s.stdout, result); err != nil {
				return err
			}
			return warnIncomplete(s, inputs)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&format, "format", "text", "text, csv, json or markdown")
	flags.BoolVar(&verdicts, "verdicts", false, "add a column with better, worse, no clear change (text)")
	levelFlags(flags, &options)
	return cmd
}

// levelFlags adds the flags of the statistical settings.
func levelFlags(flags *pflag.FlagSet, o *compare.Options) {
	flags.Float64Var(&o.Alpha, "alpha", 0.05, "call a difference clear when p is at most this")
	flags.Float64Var(&o.Confidence, "confidence", 0.95, "level of the intervals")
}

func checkLevels(o compare.Options) error {
	if !isLevel(o.Alpha) {
		return usagef("--alpha %v: want a number between 0 and 1", o.Alpha)
	}
	if !isLevel(o.Confidence) {
		return usagef("--confidence %v: want a number between 0 and 1", o.Confidence)
	}
	return nil
}

func isLevel(p float64) bool { return p > 0 && p < 1 }

// comparisonFormat is a form in which a comparison can be had.
type comparisonFormat struct {
	name   string // on the command line
	file   string // in a report folder
	render func(io.Writer, *compare.Result) error
}

func comparisonFormats(text comparison.TextOptions) []comparisonFormat {
	return []comparisonFormat{
		{"text", "comparison.txt", func(w io.Writer, r *compare.Result) error { return comparison.Text(w, r, text) }},
		{"csv", "comparison.csv", comparison.CSV},
		{"json", "comparison.json", comparison.JSON},
		{"markdown", "comparison.md", comparison.Markdown},
	}
}

func findComparisonFormat(name string, text comparison.TextOptions) (comparisonFormat, error) {
	for _, f := range comparisonFormats(text) {
		if name == f.name || "."+name == filepath.Ext(f.file) {
			return f, nil
		}
	}
	return comparisonFormat{}, usagef("--format %q: want text, csv, json or markdown", name)
}

func columns(inputs []input) []compare.Column {
	cols := make([]compare.Column, len(inputs))
	for i, in := range inputs {
		cols[i] = compare.Column{Label: in.label, Report: in.report}
	}
	return cols
}

// warnIncomplete says on stderr what is wrong with the inputs; inputs that
// lost something make the status incomplete.
func warnIncomplete(s *session, inputs []input) error {
	var cut []string
	for _, in := range inputs {
		printProblems(s.stderr, in.report)
		if in.report.Incomplete {
			cut = append(cut, in.label)
		}
	}
	if len(cut) > 0 {
		return incompletef("the run was cut off (%s); what arrived was used", strings.Join(cut, ", "))
	}
	if lost := lostOf(inputs); lost > 0 {
		return incompletef("%d results or packages of the input are missing, as said above; the rest was used", lost)
	}
	return nil
}

func lostOf(inputs []input) int {
	lost := 0
	for _, in := range inputs {
		lost += in.lost
	}
	return lost
}

// shownProblems bounds what is printed of a hopelessly noisy input; the report
// has them all.
const shownProblems = 10

func printProblems(w io.Writer, r *ablation.Report) {
	shown := 0
	for _, p := range r.Problems {
		if p.Severity == "info" {
			continue
		}
		if shown == shownProblems {
			fmt.Fprintf(w, "benchx: … and more; the report lists all %d remarks on the input\n", len(r.Problems))
			return
		}
		shown++
		fmt.Fprintf(w, "benchx: %s: %s: %s\n", style.Terminal(p.Where), style.Terminal(p.Severity), style.Terminal(p.Msg))
	}
}
