package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comment"
	"github.com/fftstudy/fftstudy/report/post"
)

func newComment(s *session) *cobra.Command {
	f := &commentFlags{}
	cmd := &cobra.Command{
		Use:   "comment [--baseline OLD] NEW",
		Short: "say in a pull request what a run changed",
		Long:  commentHelp,
		Example: `  benchx comment --baseline main.txt pr.txt                   print it
  benchx comment --baseline main.txt pr.txt --post github     post it, from GitHub Actions
  benchx comment --baseline main.txt pr.txt --json run.json   in a job that may not post, and
  benchx comment --from run.json --post github                in the one that may`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.from != "" {
				return f.checkFrom(cmd.Flags(), args)
			}
			return f.checkArgs(args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(s, cmd, args) },
	}
	f.add(cmd.Flags())
	return cmd
}

const commentHelp = `comment prints the Markdown of a pull request comment on NEW: the verdict first,
the rows that are worse by name and reason, what fails, went and came, and folded
behind that what is better, what is unchanged and why, memory, machines and
noise. It is at most 60,000 bytes long. Without --baseline it sums NEW up.

  --post github|gitlab   keeps one comment on the pull or merge request up to date: found
      again by a hidden line with the --key and by its author, edited and not repeated, an
      older run never over a newer one. Where nothing changed no comment is begun
      (--always begins one). The token comes from GITHUB_TOKEN or GITLAB_TOKEN. A run that
      may not post, such as that of a fork's pull request, says so and is no error; with
      --require-post it is.
  --json FILE            writes the run for a job that may post: benchx comment --from FILE
      reads it against its schema, judges its samples anew by the policy of this
      command line and this folder's ` + configFile + `, and renders the comment, so
      that it may come from a stranger. A run too large to keep its samples is not
      judged where that policy is another one, and passes no --gate.

In GitHub Actions comment also appends to the summary of the job and annotates the
benchmarks that are worse, which needs no permission; --check adds a check run, which
needs checks: write.

Exit status: 0 also where something is worse, for the gate is to fail (--gate does
it here: 1, or 2 where nothing could be judged); 2 for wrong usage or input that
cannot be read, and where posting failed. A run that was cut off is commented on as
such.

` + policyHelp

// commentFlags is the command line of comment.
type commentFlags struct {
	policy                      policyFlags
	baseline, from, jsonFile    string
	forge                       string
	requirePost, dryRun, always bool
	check, gate                 bool
	key, title, reportURL       string
	baseSHA, headSHA            string
	baseRef, headRef            string
}

func (f *commentFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.baseline, "baseline", "", "`run` to compare with")
	flags.StringVar(&f.from, "from", "", "`file` that --json wrote, instead of runs; - is standard input")
	flags.StringVar(&f.jsonFile, "json", "", "write the run to a `file`, for --from; - is standard output")
	flags.StringVar(&f.forge, "post", "", "post to github or gitlab")
	flags.BoolVar(&f.requirePost, "require-post", false, "fail where this run may not post")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print what would be posted, and post nothing")
	flags.BoolVar(&f.always, "always", false, "begin a comment also where nothing changed")
	flags.BoolVar(&f.check, "check", false, "with --post github: add a check run with annotations")
	flags.BoolVar(&f.gate, "gate", false, "exit with 1 when something is worse")
	flags.StringVar(&f.key, "key", "", "suite/job, names the comment within its thread (default from the CI job)")
	flags.StringVar(&f.title, "title", "", "instead of benchx in the first line")
	flags.StringVar(&f.reportURL, "report-url", "", "`address` of the full report, https://…")
	flags.StringVar(&f.baseSHA, "base-sha", "", "`commit` of the baseline (default what its run says)")
	flags.StringVar(&f.headSHA, "head-sha", "", "`commit` of NEW (default what the run says)")
	flags.StringVar(&f.baseRef, "base-ref", "", "`branch` of the baseline (default from the CI job)")
	flags.StringVar(&f.headRef, "head-ref", "", "`branch` of NEW (default from the CI job)")
	f.policy.add(flags)
}

func (f *commentFlags) checkArgs(args []string) error {
	switch {
	case len(args) != 1:
		return usagef("comment takes one run: benchx comment [--baseline OLD] NEW; see benchx comment --help")
	case f.gate && f.baseline == "":
		return usagef("--gate needs a --baseline: without one nothing can be worse")
	}
	return f.checkPost()
}

func (f *commentFlags) checkPost() error {
	switch {
	case f.forge != "" && f.forge != "github" && f.forge != "gitlab":
		return usagef("--post %q: want github or gitlab", f.forge)
	case f.check && f.forge != "github":
		return usagef("--check is for --post github: other forges have no check runs")
	case f.requirePost && f.forge == "":
		return usagef("--require-post without --post: say where to, github or gitlab")
	}
	return nil
}

// checkFrom refuses what a finished comparison leaves no room for.
func (f *commentFlags) checkFrom(flags *pflag.FlagSet, args []string) error {
	if len(args) > 0 {
		return usagef("--from FILE holds both runs: name none with it")
	}
	var odd []string
	flags.Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "baseline", "base-sha", "head-sha", "base-ref", "head-ref":
			odd = append(odd, "--"+flag.Name)
		}
	})
	if len(odd) > 0 {
		return usagef("%s: --from FILE holds both runs, which have their own", strings.Join(odd, ", "))
	}
	return f.checkPost()
}

func (f *commentFlags) run(s *session, cmd *cobra.Command, args []string) error {
	run, incomplete, err := f.read(s, cmd, args)
	if err != nil {
		return err
	}
	if err := f.writeRun(s, run); err != nil {
		return err
	}
	options := comment.Options{Title: f.title, ReportURL: f.reportURL}
	if f.from == "" {
		options.RunURL = post.System().RunURL() // with its artifacts, the samples
	}
	if f.forge == "" || f.dryRun {
		if err := f.print(s, run, options); err != nil {
			return err
		}
	}
	var told, posted error // one does not keep the other from being done
	if f.from == "" {      // the job that wrote a file has told its own reader
		told = tellActions(s, run, options)
	}
	if f.forge != "" && !f.dryRun {
		posted = f.postComment(cmd.Context(), s, run, options)
	}
	if err := errors.Join(told, posted); err != nil {
		return err
	}
	if f.gate {
		if run.Asked != nil {
			return usagef("not judged: --from %s was judged by another policy and has no samples to judge it anew", f.from)
		}
		return gateStatus(run.Worse(), run.Judged(), incomplete)
	}
	return nil
}

// print writes the comment, unless the run's JSON goes there.
func (f *commentFlags) print(s *session, run *comment.Run, o comment.Options) error {
	if f.jsonFile == stdinName {
		return nil
	}
	if f.dryRun && run.Quiet() && !f.always {
		fmt.Fprintln(s.stderr, "benchx: nothing changed: this would correct an earlier comment, and begin none (--always does)")
	}
	_, err := s.stdout.Write(comment.Markdown(run, o))
	return err
}

// read compares the runs of the command line, or reads a comparison. incomplete
// says what the inputs lack.
func (f *commentFlags) read(s *session, cmd *cobra.Command, args []string) (run *comment.Run, incomplete, err error) {
	load := newLoader(s, nil, f.policy.options.Confidence)
	options, err := f.policy.resolve(cmd, load)
	if err != nil {
		return nil, nil, err
	}
	if f.from != "" {
		run, err = f.readRun(s, options)
		if err == nil && (run.Head.Incomplete || run.Base != nil && run.Base.Incomplete) {
			incomplete = incompletef("a run was cut off")
		}
		return run, incomplete, err
	}
	if f.baseline != "" {
		args = []string{f.baseline, args[0]}
	}
	inputs, err := load.all(args)
	if err != nil {
		return nil, nil, err
	}
	relabel(inputs)
	cols := columns(inputs)
	result, err := compare.Reports(cols, options)
	if err != nil {
		return nil, nil, usagef("%w", err)
	}
	meta, err := f.meta(inputs[len(inputs)-1].report)
	if err != nil {
		return nil, nil, err
	}
	return comment.New(result, cols, meta), warnIncomplete(s, inputs), nil
}

// readRun reads runs that somebody else measured, and judges them by options.
func (f *commentFlags) readRun(s *session, options compare.Options) (*comment.Run, error) {
	var in io.Reader = s.stdin
	if f.from != stdinName {
		file, err := os.Open(f.from)
		if err != nil {
			return nil, usagef("--from: %w", err)
		}
		defer file.Close()
		in = file
	} else if s.stdinIsTTY {
		return nil, usagef("--from -: nothing to read on standard input")
	}
	run, err := comment.ReadJSON(in, options)
	if err != nil {
		return nil, usagef("--from %s: %w", f.from, err)
	}
	if f.key != "" {
		run.Key = comment.Key(f.key)
	}
	return run, nil
}

// writeRun writes the run for --from.
func (f *commentFlags) writeRun(s *session, run *comment.Run) (err error) {
	switch f.jsonFile {
	case "":
		return nil
	case stdinName:
		return comment.WriteJSON(s.stdout, run)
	}
	file, err := os.Create(f.jsonFile)
	if err != nil {
		return usagef("--json: %w", err)
	}
	defer func() {
		if closing := file.Close(); err == nil && closing != nil {
			err = fmt.Errorf("--json: %w", closing)
		}
	}()
	return comment.WriteJSON(file, run)
}
