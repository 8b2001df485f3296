package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, s *session) int {
	root := newRoot(s)
	root.SetArgs(doubleDashes(root, args))
	root.SetIn(s.stdin)
	root.SetOut(s.stdout)
	root.SetErr(s.stderr)
	err := root.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprintf(s.stderr, "benchx: %v\n", err)
	}
	return exitStatus(err)
}

func newRoot(s *session) *cobra.Command {
	root := &cobra.Command{
		Use:   "benchx",
		Short: "turn a go test -bench run into a decision",
		Long: `benchx reads the text of any "go test -bench" run and turns it into a decision:
a study page with ranked configurations, plots, capacity limits and memory, and
comparisons with the numbers of benchstat.

  go test -bench . ./mypkg | benchx report           a page in benchx-report/study.html
  benchx report --baseline old.txt new.txt           the same, compared with an older run
  benchx compare old.txt new.txt                     tables as benchstat prints them
  benchx gate old.txt new.txt                        exit status 1 when something got worse
  benchx comment --baseline old.txt new.txt          the comment for a pull request
  benchx ab ./pkg -bench Parse                       two versions of the code, measured in turn
  benchx train                                       the study's learnt variants, for report --training
  benchx doctor                                      what can be measured on this machine
  benchx convert run.txt -o ablation.json            rows for other programs

Exit status: 0 fine; 1 a regression by the policy of gate; 2 wrong usage or input
that cannot be read or judged; 3 output was made, but the input was incomplete.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q; see benchx --help", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%v; see %s --help", err, cmd.CommandPath())
	})
	root.AddCommand(newReport(s), newCompare(s), newGate(s), newComment(s), newAB(s), newConvert(s), newMemory(s), newTrain(s), newDoctor(s), newVersion(s))
	return root
}

// doubleDashes lets long flags be spelled with one dash, as benchstat and the
// go command spell them: -alpha 0.01 becomes --alpha 0.01. Only names of flags
// that exist are touched.
func doubleDashes(root *cobra.Command, args []string) []string {
	cmd, _, err := root.Find(args)
	if err != nil {
		cmd = root
	}
	out := make([]string, 0, len(args))
	for i, arg := range args {
		if arg == "--" {
			return append(out, args[i:]...)
		}
		if longFlag(cmd, arg) {
			arg = "-" + arg
		}
		out = append(out, arg)
	}
	return out
}

func longFlag(cmd *cobra.Command, arg string) bool {
	if len(arg) < 3 || arg[0] != '-' || arg[1] == '-' {
		return false
	}
	name, _, _ := strings.Cut(arg[1:], "=")
	return name == "help" || cmd.Flags().Lookup(name) != nil
}
