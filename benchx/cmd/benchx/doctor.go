package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/fftstudy/fftstudy/benchx/ab"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/machine"
	"github.com/fftstudy/fftstudy/benchx/sensitivity"
	"github.com/fftstudy/fftstudy/report/style"
)

// doctorFlags are the settings of doctor.
type doctorFlags struct {
	during  time.Duration
	asJSON  bool
	limit   percentage
	samples []int
}

func newDoctor(s *session) *cobra.Command {
	f := doctorFlags{samples: []int{10, 20, 40}, limit: percentage(compare.DefaultPolicy().Limit)}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "say what can be measured on this machine",
		Long: `doctor says what on this machine disturbs measurements and what helps: other
programs, the governor of the frequency, a quota, a virtual machine's neighbours,
a slow clock. Then it times equal work for a few seconds and says how small a
change would be found in that noise, by the rule of benchx gate for a single
benchmark: four times of five, for both versions measured one after the other, in
turn, and in turn with the best of three (benchx ab).

Exit status: 0 nothing disturbs; 1 something does; 2 wrong usage.`,
		Example: `  benchx doctor
  benchx doctor --for 20s --limit 1%
  benchx doctor && go test -bench . -count 10 > new.txt`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.during <= 0 {
				return usagef("--for %v: want a positive time, such as 3s", f.during)
			}
			if len(f.samples) == 0 || slices.Min(f.samples) < 2 || slices.Max(f.samples) > mostSamples {
				return usagef("--samples %v: want numbers from 2 to %d", f.samples, mostSamples)
			}
			d, err := f.examine(cmd.Context())
			if err != nil {
				return err
			}
			if err := f.print(s.stdout, d); err != nil {
				return err
			}
			if machine.Worst(d.Findings) == machine.Trouble {
				return regressionf("something disturbs measurements on this machine")
			}
			return nil
		},
	}
	cmd.Flags().DurationVar(&f.during, "for", 3*time.Second, "how long equal work is timed")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print as JSON")
	cmd.Flags().IntSliceVar(&f.samples, "samples", f.samples, "samples of each version")
	cmd.Flags().Var(&f.limit, "limit", "least change that counts")
	return cmd
}

// mostSamples keeps the time of a simulation to seconds.
const mostSamples = 200

// diagnosis is all that doctor has to say.
type diagnosis struct {
	Findings []machine.Finding `json:"findings"`
	Noise    machine.Noise     `json:"noise"`
	Shows    []shown           `json:"shows"`
}

// shown is the smallest change that a way to measure finds. Changes are shares,
// one for each number of samples; null is none.
type shown struct {
	Method  string     `json:"method"`
	Samples []int      `json:"samples"`
	Changes []*float64 `json:"changes"`
}

func (f *doctorFlags) examine(ctx context.Context) (diagnosis, error) {
	root := os.DirFS("/")
	before, begin := machine.Take(root), time.Now()
	took := machine.Slices(ctx, f.during)
	others := machine.Between(before, machine.Take(root), time.Since(begin), os.Getpid())
	if ctx.Err() != nil {
		return diagnosis{}, incompletef("interrupted after %s", counted(len(took), "slice of work", "slices of work"))
	}
	d := diagnosis{
		Findings: append(machine.Look(root, runtime.NumCPU()), others...),
		Noise:    machine.NoiseOf(took),
	}
	d.Findings = append(d.Findings, counters())
	times := make([]float64, len(took))
	for i, t := range took {
		times[i] = t.Seconds()
	}
	policy := compare.DefaultPolicy()
	policy.Limit = float64(f.limit)
	options := compare.Options{Policy: &policy}
	for _, m := range sensitivity.Methods() {
		line := shown{Method: m.Name, Samples: f.samples}
		for _, samples := range f.samples {
			change, found, err := sensitivity.Smallest(times, m, samples, options, 1)
			if err != nil {
				return diagnosis{}, usagef("%w", err)
			}
			var smallest *float64
			if found {
				smallest = &change
			}
			line.Changes = append(line.Changes, smallest)
		}
		d.Shows = append(d.Shows, line)
	}
	return d, nil
}

// counters says whether benchx ab --instructions works here.
func counters() machine.Finding {
	if err := ab.CanCount(); err != nil {
		return machine.Finding{Subject: "counters", Level: machine.Notice, Says: err.Error()}
	}
	return machine.Finding{Subject: "counters", Says: "instructions can be counted: benchx ab --instructions"}
}

func (f *doctorFlags) print(w io.Writer, d diagnosis) error {
	if f.asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(d)
	}
	for _, found := range d.Findings {
		fmt.Fprintf(w, "%-8s %-16s %s\n", found.Level, found.Subject, style.Terminal(found.Says))
		if found.Do != "" {
			fmt.Fprintf(w, "%-8s %-16s → %s\n", "", "", found.Do)
		}
	}
	n := d.Noise
	fmt.Fprintf(w, "\nequal work, %s: %s, from %s to %s; spread %s, without outliers %s\n",
		counted(n.Slices, "slice", "slices"), style.Time(n.Median), style.Time(n.Fastest), style.Time(n.Slowest), style.Share(n.Spread), style.Share(n.Core))
	fmt.Fprintf(w, "%s of them late by half or more; the second half %s against the first\n\n", style.Share(n.Late), style.Percent(n.Drift))
	fmt.Fprintf(w, "%-36s", "smallest change that shows, of")
	for _, samples := range f.samples {
		fmt.Fprintf(w, "%12s", fmt.Sprintf("%d samples", samples))
	}
	fmt.Fprintln(w)
	for _, line := range d.Shows {
		fmt.Fprintf(w, "  %-34s", line.Method)
		for _, change := range line.Changes {
			text := "none"
			if change != nil {
				text = style.Share(*change)
			}
			fmt.Fprintf(w, "%12s", text)
		}
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintln(w, "\nA benchmark that allocates or misses caches scatters more than this work does: benchx ab --aa measures yours.")
	return err
}
