package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/fftstudy/fftstudy/report/memory"
)

const memoryHelp = `memory says where every byte of a circuit goes before anything runs: whether it
fits a budget, what takes most, and the largest workload that would fit. A circuit
is an FFT plan or pipeline of this project (--fft), or one read from a file: see
docs/circuits.md for the form, and from-config for a transformer's config.json.
A report that was written with --format json is shown again.

The budget is --budget, or --util of --device-memory, or what the file says, or
0.8 of the memory that this machine or its control group gives. Nothing of what is
predicted is built, unless --measure asks for it.

  --fft n=4096,batch=64,variant=op_fft,dir=forward,precision=f32,workers=1
        only n must be given; 2^20 is a number too
  --set concurrency=8 --set kv_cache_dtype=fp8
        counts and settings of the circuit; the ones that it knows are told when
        one is wrong

Exit status: 0 the report was made; 1 it does not fit and --must-fit was given;
2 wrong usage, or a circuit that is wrong.`

// memoryFlags is the command line of memory.
type memoryFlags struct {
	subject subjectFlags
	show    showFlags
	mustFit bool
}

func newMemory(s *session) *cobra.Command {
	var f memoryFlags
	cmd := &cobra.Command{
		Use:   "memory [FILE]",
		Short: "say what fits: where the bytes of a circuit go, before it runs",
		Long:  memoryHelp,
		Example: `  benchx memory --fft n=4096,batch=64 --budget 8GiB
  benchx memory --fft n=1000003,batch=256,precision=f64,variant=welch_op_fft --per-node
  benchx memory model.json --set concurrency=16 --util 0.9 --device-memory 80GB
  benchx memory from-config config.json --isl 4096 --osl 512 --concurrency 16 --device-memory 80GB
  benchx memory diff before.json after.json --fail-over 1%
  benchx memory explain 'weights_stored/*' --fft n=4096`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			sub, err := f.subject.open(s, args, readCircuit)
			if err != nil {
				return err
			}
			return f.run(s, sub)
		},
	}
	f.subject.add(cmd.Flags(), true)
	f.show.add(cmd.Flags())
	cmd.Flags().BoolVar(&f.mustFit, "must-fit", false, "exit with status 1 where it does not fit")
	cmd.AddCommand(newMemoryCheck(s), newMemoryFromConfig(s), newMemoryDiff(s), newMemoryExplain(s))
	return cmd
}

// run prints the report of a subject in the form that was asked for.
func (f *memoryFlags) run(s *session, sub *subject) error {
	if err := f.show.check(); err != nil {
		return err
	}
	doc, curves, err := sub.document(f.show.wantsCurves())
	if err != nil {
		return err
	}
	if err := f.show.write(s, doc, curves); err != nil {
		return err
	}
	if f.mustFit && !doc.Fits() {
		return regressionf("%s does not fit", doc.Header.Circuit)
	}
	return nil
}

// newMemoryCheck says whether a file is a circuit.
func newMemoryCheck(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE…",
		Short: "check circuits, or reports of memory, for mistakes",
		Long: `check reads circuits (see docs/circuits.md) and reports that memory wrote, and says
what is wrong with them and where: keys it does not know, sizes that no dimension
gives, states without an owner, sums that do not add up.`,
		Example: `  benchx memory check model.json`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, name := range args {
				if err := checkMemoryFile(s, name); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// newMemoryFromConfig reports on a transformer by its configuration.
func newMemoryFromConfig(s *session) *cobra.Command {
	var f memoryFlags
	var config configFlags
	var circuitFile string
	cmd := &cobra.Command{
		Use:   "from-config CONFIG",
		Short: "report on a transformer by its config.json",
		Long: `from-config makes a circuit of a transformer's config.json, as model hubs have it,
and reports on it like memory. Architectures that it does not know are refused.
--circuit writes the circuit, to be changed by hand and given to memory.`,
		Example: `  benchx memory from-config config.json --isl 4096 --osl 512 --concurrency 16 --util 0.9 --device-memory 80GB`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			sub, err := f.subject.open(s, args, config.read)
			if err != nil {
				return err
			}
			if circuitFile != "" {
				return writeTo(s, circuitFile, func(w io.Writer) error { return writeCircuit(w, sub.model.Circuit()) })
			}
			return f.run(s, sub)
		},
	}
	f.subject.add(cmd.Flags(), false)
	config.add(cmd.Flags())
	f.show.add(cmd.Flags())
	cmd.Flags().BoolVar(&f.mustFit, "must-fit", false, "exit with status 1 where it does not fit")
	cmd.Flags().StringVar(&circuitFile, "circuit", "", "write the circuit to `file` instead of reporting; - is standard output")
	return cmd
}

// newMemoryExplain tells how terms come about.
func newMemoryExplain(s *session) *cobra.Command {
	var f subjectFlags
	cmd := &cobra.Command{
		Use:   "explain TERM [FILE]",
		Short: "tell how the bytes of a term come about",
		Long: `explain prints the formula of every term whose id is TERM, begins with it, or
matches it as a pattern with * and ?, with the values that go in and where they
come from. The ids stand in the JSON and CSV forms of the report.`,
		Example: `  benchx memory explain weights_stored --fft n=4096
  benchx memory explain 'states/*/live' model.json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			sub, err := f.open(s, args[1:], readCircuit)
			if err != nil {
				return err
			}
			doc, _, err := sub.document(false)
			if err != nil {
				return err
			}
			if err := memory.ExplainText(s.stdout, doc, args[0]); err != nil {
				return usagef("%w", err)
			}
			return nil
		},
	}
	f.add(cmd.Flags(), true)
	return cmd
}
