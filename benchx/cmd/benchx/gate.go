package main

import (
	"github.com/spf13/cobra"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
)

func newGate(s *session) *cobra.Command {
	var (
		policy policyFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "gate OLD NEW",
		Short: "fail when a run is worse than another",
		Long: `gate compares two runs, prints the rows that changed by name with the reason,
and says by its exit status whether one became worse: 0 none, 1 one or more, 2 when
the input could not be judged (unreadable, cut off, or nothing in common).

A benchmark that worked and fails now, a larger error, more allocations or bytes,
more parameters and a smaller largest batch of a capacity sweep are worse too.

` + policyHelp,
		Example: `  benchx gate main.txt pr.txt
  benchx gate --limit 5% --correction bh main.txt pr.txt
  benchx gate --aa same1.txt,same2.txt main.txt pr.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("gate needs two runs: benchx gate OLD NEW; see benchx gate --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			load := newLoader(s, nil, policy.options.Confidence)
			options, err := policy.resolve(cmd, load)
			if err != nil {
				return err
			}
			inputs, err := load.all(args)
			if err != nil {
				return err
			}
			relabel(inputs)
			result, err := compare.Reports(columns(inputs), options)
			if err != nil {
				return usagef("%w", err)
			}
			return runGate(s, inputs, result, asJSON)
		},
	}
	policy.add(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the judgement as JSON")
	return cmd
}

// runGate prints the judgement on the last of inputs against the first, by their
// comparison.
func runGate(s *session, inputs []input, result *compare.Result, asJSON bool) error {
	column := len(inputs) - 1
	judgement := compare.Judge(result, columns(inputs), column)
	render := comparison.Gate
	if asJSON {
		render = comparison.GateJSON
	}
	if err := render(s.stdout, result, judgement, column); err != nil {
		return err
	}
	return gateStatus(len(judgement.Worse), judgement.Judged(), warnIncomplete(s, inputs))
}

// gateStatus turns a judgement into the exit status of a gate. incomplete says
// what the inputs lack, nil where they are whole.
func gateStatus(worse int, judged bool, incomplete error) error {
	switch {
	case worse > 0:
		return regressionf("%s worse by the policy", counted(worse, "finding is", "findings are"))
	case incomplete != nil:
		return usagef("not judged: %w", incomplete)
	case !judged:
		return usagef("not judged: the runs have no benchmark that both measured under conditions that compare")
	}
	return nil
}
