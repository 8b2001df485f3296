package main

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

// reportFlags is the command line of report.
type reportFlags struct {
	out, baseline, title, reference, keys string
	size                                  string // the budget as typed
	budget                                int64  // of memory; 0: none
	merge                                 bool
	training                              []string // files of benchx train
	policy                                policyFlags
	options                               compare.Options
	// given tells whether a flag stands on the command line: what a standing
	// configuration names may be missing from a run, what was typed may not.
	given func(flag string) bool
}

func newReport(s *session) *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report [FILE…]",
		Short: "write the study: page, plots, tables",
		Long: `report reads the text of go test -bench from standard input or files (also
ablation.json, CSV rows, or a report folder) and writes a folder with study.html,
one self-contained page, and beside it the plots, the rows, the comparison and
the memory report for other programs.

Several files are columns of a comparison, the first its base, and the page shows
the last; --merge pools them instead. --baseline is one more column in front.
Other projects' axes are named by --keys, or in ` + configFile + `:

  [keys]
  variant = "algo"
  n = "size"

Which differences to the baseline count is said by the same flags and file as for
gate; see benchx gate --help.

Use it with "set -o pipefail", so that a failed run is not taken for a good one.`,
		Example: `  go test -bench . ./fftbench | benchx report
  benchx report -o out --baseline main.txt pr.txt
  benchx report --training training.json run.txt
  benchx report --keys variant=algo,n=size,batch=rows run.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.fromConfig(s, cmd); err != nil {
				return err
			}
			return runReport(s, f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "output", "o", "benchx-report", "report folder; must be new, empty or one that benchx wrote")
	flags.StringVar(&f.baseline, "baseline", "", "run to compare with")
	flags.StringVar(&f.title, "title", "", "title of the page")
	flags.StringVar(&f.reference, "reference", "", "reference variant in place of the catalog's, comma separated")
	flags.StringVar(&f.keys, "keys", "", "names of the study's axes in this project: variant=algo,n=size,batch=rows")
	flags.StringVar(&f.size, "budget", "", "`bytes` that the plans of the variants may take, as 8GiB; see benchx memory --help")
	flags.BoolVar(&f.merge, "merge", false, "pool the files into one run instead of comparing them")
	flags.StringArrayVar(&f.training, "training", nil, "`file` that benchx train wrote: its models are shown; may be given several times")
	f.policy.add(flags)
	return cmd
}

// fromConfig fills what the command line left open from the configuration file.
func (f *reportFlags) fromConfig(s *session, cmd *cobra.Command) error {
	c, err := loadConfig(f.policy.config)
	if err != nil {
		return usagef("%w", err)
	}
	if f.options, err = f.policy.over(c, cmd, newLoader(s, nil, f.policy.options.Confidence)); err != nil {
		return err
	}
	changed := cmd.Flags().Changed
	f.given = changed
	if changed("budget") {
		if f.budget, err = positive("--budget", f.size); err != nil {
			return err
		}
	}
	if !changed("title") {
		f.title = c.Title
	}
	if !changed("reference") {
		f.reference = c.Reference
	}
	if !changed("keys") {
		f.keys = ablation.FormatKeys(c.Keys)
	}
	return nil
}

// runReport goes the main road: read, work out, draw, write, sum up.
func runReport(s *session, f reportFlags, args []string) error {
	dir, err := openFolder(f.out)
	if err != nil {
		return err
	}
	defer dir.tidy()
	inputs, text, err := readForReport(s, f, dir, args)
	if err != nil {
		return err
	}
	trained, err := f.readTraining(args)
	if err != nil {
		return err
	}
	done, err := finish(f, inputs)
	if err != nil {
		return err
	}
	done.addTraining(trained)
	if text == "" && dir.holdsAny(args) {
		text = dir.path(runFile) // its rows are read again: their run stays
	}
	if err := done.write(dir, text); err != nil {
		return err
	}
	done.summarize(s.stdout, dir)
	for _, remark := range done.remarks {
		fmt.Fprintf(s.stderr, "benchx: %s\n", remark)
	}
	return warnIncomplete(s, inputs)
}

// readForReport reads the inputs and puts the baseline in front. Of a run's text
// it leaves the decoded lines in a partial file of the folder; text is that
// file's path, "" where the inputs were no text.
func readForReport(s *session, f reportFlags, dir *folder, args []string) (inputs []input, text string, err error) {
	keys, err := ablation.ParseKeys(f.keys)
	if err != nil {
		return nil, "", usagef("--keys: %w", err)
	}
	load := newLoader(s, keys, f.options.Confidence)
	var base []input
	if f.baseline != "" {
		if base, err = load.all([]string{f.baseline}); err != nil {
			return nil, "", err
		}
	}
	inputs, text, err = readKeepingText(s, load, dir, args)
	if err != nil {
		return nil, "", err
	}
	if f.merge && len(inputs) > 1 {
		pooled, err := pool(inputs)
		if err != nil {
			return nil, "", err
		}
		inputs = []input{{label: "merged", report: pooled, lost: lostOf(inputs)}}
	}
	inputs = append(base, inputs...)
	relabel(inputs)
	return inputs, text, nil
}

// readKeepingText reads the named inputs with a progress bar and keeps their
// decoded text.
func readKeepingText(s *session, load *loader, dir *folder, names []string) (inputs []input, text string, err error) {
	kept, err := os.Create(dir.partial(runFile))
	if err != nil {
		return nil, "", usagef("cannot write to the report folder: %v", err)
	}
	release := patience(s)
	bar := newProgress(s)
	load.observe, load.decoded = bar.observe, &runText{w: kept}
	inputs, err = load.all(names)
	bar.finish()
	release()
	size, sizeErr := kept.Seek(0, io.SeekCurrent)
	err = cmp.Or(err, sizeErr, kept.Close())
	if err != nil || size == 0 {
		return inputs, "", err
	}
	return inputs, kept.Name(), nil
}
