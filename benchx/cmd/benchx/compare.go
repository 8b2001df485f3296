package main

import (
	"errors"
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

// compareFlags is the command line of compare.
type compareFlags struct {
	policy policyFlags
	layout compare.Layout
	format string
	sort   string
	text   comparison.TextOptions
}

func newCompare(s *session) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare RUN…",
		Short: "compare runs: benchstat's tables and numbers",
		Long:  compareHelp,
		Example: `  benchx compare old.txt new.txt
  benchx compare --verdicts main=old.txt pr=new.txt
  benchx compare --col /variant --row .name,/n run.txt
  benchx compare --filter '.unit:(ns/op OR B/op) /n:1024' old.txt new.txt
  benchx compare --format csv old.txt new.txt > diff.csv`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("compare needs a run: benchx compare OLD NEW, or one run and --col; see benchx compare --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(s, cmd, args) },
	}
	f.add(cmd.Flags())
	return cmd
}

const compareHelp = `compare prints, per unit, the median of every benchmark with its interval and the
difference to the first column: the tables and numbers of benchstat, under its
flags. Inputs are the text of go test -bench, ablation.json or a report folder;
"-" is standard input; label=path names a column.

What is compared with what, in benchstat's query language:
  --table KEYS    one table for each value (default .config: goos, goarch, pkg, cpu)
  --row KEYS      one row for each value (default .fullname)
  --col KEYS      one column for each value, the first is the base (default .file)
  --ignore KEYS   differences in these do not matter
  --filter QUERY  key:value, key:(a OR b), key:/regexp/, x y, x OR y, -x, (…); .unit:ns/op
Keys are .name, .fullname, .file, .config, /part of a name (/gomaxprocs for the
-N), and configuration: goos, goarch, pkg, cpu, facts of the run (go, commit, …),
and "key: value" lines of the text whose key a query names. KEYS are separated by
commas, and key@alpha, key@num or key@(a b c) orders values, the last one leaving
out all others.

Beside benchstat's difference, --verdicts says what it comes to, by how much and
why; csv, json, markdown and html always do:

` + policyHelp

func (f *compareFlags) add(flags *pflag.FlagSet) {
	f.layout = compare.DefaultLayout()
	flags.StringVar(&f.layout.Table, "table", f.layout.Table, "`keys` that part tables")
	flags.StringVar(&f.layout.Row, "row", f.layout.Row, "`keys` that part rows")
	flags.StringVar(&f.layout.Col, "col", f.layout.Col, "`keys` that part columns")
	flags.StringVar(&f.layout.Ignore, "ignore", f.layout.Ignore, "`keys` whose differences do not matter")
	flags.StringVar(&f.layout.Filter, "filter", f.layout.Filter, "`query` of the results and units to use")
	flags.StringVar(&f.format, "format", "text", "text, csv, json, markdown or html (a fragment)")
	flags.StringVar(&f.sort, "sort", string(compare.AsLaidOut), "rows as seen, by name, by delta (largest first) or worst first")
	flags.BoolVar(&f.text.Verdicts, "verdicts", false, "add a column with slower, faster, no clear change, and why (text)")
	flags.BoolVar(&f.text.Plain, "plain", false, "print what benchstat prints and no more (text)")
	f.policy.add(flags)
}

func (f *compareFlags) run(s *session, cmd *cobra.Command, args []string) error {
	f.text.Color = s.color
	form, err := findComparisonFormat(f.format, f.text)
	if err != nil {
		return err
	}
	order := compare.Order(f.sort)
	if err := order.Check(); err != nil {
		return usagef("--sort: %w", err)
	}
	if err := f.layout.Check(); err != nil {
		return queryError(err)
	}
	if len(f.policy.aa) > 0 && (cmd.Flags().Changed("col") || cmd.Flags().Changed("row")) {
		return usagef("--aa gives noise floors of whole benchmarks between files: use it without --row and --col")
	}
	load := newLoader(s, nil, f.policy.options.Confidence)
	load.config = f.layout.ConfigKeys()
	options, err := f.policy.resolve(cmd, load)
	if err != nil {
		return err
	}
	options.Layout = f.layout
	inputs, err := load.all(args)
	if err != nil {
		return err
	}
	relabel(inputs)
	result, err := compare.Reports(columns(inputs), options)
	if err != nil {
		return queryError(err)
	}
	result.SortRows(order)
	if err := form.render(s.stdout, result); err != nil {
		return err
	}
	return warnIncomplete(s, inputs)
}

// queryError names the flag of a query that is wrong.
func queryError(err error) error {
	var q *compare.QueryError
	if errors.As(err, &q) {
		return usagef("--%s: %w", q.Query, q.Err)
	}
	return usagef("%w", err)
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
	file   string // in a report folder; "" for a format that none has
	render func(io.Writer, *compare.Result) error
}

func comparisonFormats(text comparison.TextOptions) []comparisonFormat {
	return []comparisonFormat{
		{"text", "comparison.txt", func(w io.Writer, r *compare.Result) error { return comparison.Text(w, r, text) }},
		{"csv", "comparison.csv", comparison.CSV},
		{"json", "comparison.json", comparison.JSON},
		{"markdown", "comparison.md", comparison.Markdown},
		{"html", "", comparison.HTML},
	}
}

func findComparisonFormat(name string, text comparison.TextOptions) (comparisonFormat, error) {
	for _, f := range comparisonFormats(text) {
		if name == f.name || name != "" && "."+name == filepath.Ext(f.file) {
			return f, nil
		}
	}
	return comparisonFormat{}, usagef("--format %q: want text, csv, json, markdown or html", name)
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
