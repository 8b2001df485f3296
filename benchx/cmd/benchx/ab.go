package main

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fftstudy/fftstudy/benchx/ab"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

// abFlags is the command line of ab.
type abFlags struct {
	refs     [2]string // by ab.Side
	packages []string
	settings ab.Settings
	benchMem bool
	// fixedRounds says that --rounds was given: then it holds, even where it is too
	// few for any verdict.
	fixedRounds bool

	tags, buildFlags string
	race             bool

	out             string
	resume, restart bool
	report          string

	budget, deadline, cooldown, waitQuiet time.Duration
	verbose                               bool
	command                               string // how the run can be repeated
	gate                                  bool
	policy                                policyFlags
	options                               compare.Options // what policy says
}

func newAB(s *session) *cobra.Command {
	var f abFlags
	var order string
	cmd := &cobra.Command{
		Use:   "ab [packages] [-- test flags]",
		Short: "measure two versions side by side, then compare them",
		Long: `ab builds the benchmarks of two git revisions and runs them in turn on this
machine: in every round each benchmark once on either side, one right after the
other, the side that goes first alternating by a Thue-Morse sequence. What the
machine does to one side it does to the other, so that a small change shows.

The old version is, unless --old names one, where the branch left the default
branch; on the default branch itself the last commit, or, with no change on top of
it, the one before. The new version is the working tree as it is. A revision is
checked out into a temporary git worktree; your files and index stay as they are.
Files that are not committed are in the working tree only, and submodules are
left empty in worktrees.

First all benchmarks run for one iteration: those that fail are named and left
out, so are later those that hang or crash; the rest goes on. After --rounds, and
each time their number has doubled, up to --max-rounds, the samples are looked at:
benchmarks whose time could still turn out to have changed by the limit go on.
Each look gets the same part of --alpha, so that looking often raises no more
false alarms than looking once.

Every pair of samples is kept in a journal at once, and --resume goes on with it.
Ctrl-C ends after the current slice and still writes and compares; the second one
quits at once.

The folder gets old.txt and new.txt, the text of go test -bench, in which sample i
of a benchmark in one file was measured beside sample i in the other: benchx
compare and report take them as pairs. --aa adds aa-old.txt and aa-new.txt, the
old version against a copy of itself: the noise that is left.

A benchmark is judged as by benchx gate, with the noise that --aa measured as its
floor; --gate prints the judgement and makes the exit status that of gate.

Exit status: 0 measured; 1 worse by the policy, with --gate; 2 nothing could be
measured or judged; 3 measured in part: it was interrupted, the budget ended
before --rounds, or a package did not build.`,
		Example: `  benchx ab ./pkg -bench Parse
  benchx ab --old v1.4.0 --new HEAD ./... -benchtime 100ms --budget 30m
  benchx ab --old HEAD --new . ./fftbench -- -study.preset=demo`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.complete(cmd, args, order); err != nil {
				return err
			}
			var err error
			if f.options, err = f.policy.resolve(cmd, newLoader(s, nil, 0)); err != nil {
				return err
			}
			return runAB(cmd.Context(), s, f)
		},
	}
	f.define(cmd.Flags(), &order)
	return cmd
}

func (f *abFlags) define(flags *pflag.FlagSet, order *string) {
	set := &f.settings
	flags.StringVar(&f.refs[ab.Old], "old", "", "git revision to compare with (default: see above)")
	flags.StringVar(&f.refs[ab.New], "new", ".", "git revision to judge; . is the working tree")
	flags.StringVar(&set.Bench, "bench", ".", "run the benchmarks that match, as go test -bench")
	flags.StringVar(&set.Skip, "skip", "", "but not those, as go test -skip")
	flags.StringVar(&set.BenchTime, "benchtime", "", "time or iterations of one sample, as go test -benchtime (default 1s)")
	flags.StringVar(&set.CPU, "cpu", "", "values of GOMAXPROCS, as go test -cpu")
	flags.BoolVar(&f.benchMem, "benchmem", true, "measure allocations")
	flags.StringVar(&f.tags, "tags", "", "build tags")
	flags.BoolVar(&f.race, "race", false, "build with the race detector")
	flags.StringVar(&f.buildFlags, "build-flags", "", "further flags for go test -c, separated by blanks")

	flags.IntVar(&set.Rounds, "rounds", 10, "samples of every benchmark on each side; unless given, more where there are many benchmarks")
	flags.IntVar(&set.MaxRounds, "max-rounds", 40, "samples of a benchmark that stays undecided")
	flags.IntVar(&set.Best, "best", 1, "take the fastest of so many measurements as one sample: for a machine that others use, with a short -benchtime")
	flags.DurationVar(&f.budget, "budget", 10*time.Minute, "end after this time; 0 is no end")
	flags.DurationVar(&set.Slice, "slice", 2*time.Second, "change sides after about this time; 0 is after every benchmark")
	flags.DurationVar(&f.deadline, "deadline", 2*time.Minute, "kill a benchmark that gives no result for so long, or ten times what it should take")
	flags.DurationVar(&f.cooldown, "cooldown", 0, "pause after each slice")
	flags.DurationVar(&f.waitQuiet, "wait-quiet", 0, "wait at most this long for the machine to be quiet")
	flags.StringVar(order, "order", string(ab.ThueMorse), "which side goes first: thue-morse, or abba (ABBA and BAAB at random)")
	flags.Uint64Var(&set.Seed, "seed", 0, "seed of the order (default: from the revisions)")
	flags.BoolVar(&set.AA, "aa", false, "also measure the old version against a copy of itself")

	flags.BoolVar(&set.Instructions, "instructions", false, "also count instructions, where the kernel allows it (Linux)")

	flags.StringVarP(&f.out, "output", "o", "benchx-ab", "folder of the journal and the texts")
	flags.BoolVar(&f.resume, "resume", false, "go on with the journal in the folder")
	flags.BoolVar(&f.restart, "restart", false, "throw an unfinished journal in the folder away")
	flags.StringVar(&f.report, "report", "", "write the study page to this folder")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "say more: one line a round")
	flags.BoolVar(&f.gate, "gate", false, "exit with status 1 when something is worse, as benchx gate")
	f.policy.addRule(flags)
}

// complete fills in what the flags left open, and checks them.
func (f *abFlags) complete(cmd *cobra.Command, args []string, order string) (err error) {
	f.packages = args
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		f.packages, f.settings.Args = args[:dash], args[dash:]
	}
	if len(f.packages) == 0 {
		f.packages = []string{"."}
	}
	f.settings.NoMem = !f.benchMem
	f.fixedRounds = cmd.Flags().Changed("rounds")
	if f.settings.Order, err = ab.ParseOrder(order); err != nil {
		return usagef("--order: %w", err)
	}
	if !cmd.Flags().Changed("max-rounds") {
		f.settings.MaxRounds = max(f.settings.MaxRounds, f.settings.Rounds)
	}
	if err := f.settings.Check(); err != nil {
		return usagef("%w", err)
	}
	if f.resume && f.restart {
		return usagef("--resume goes on with a run and --restart throws it away: name one of them")
	}
	f.command = commandLine(cmd, f)
	return nil
}
