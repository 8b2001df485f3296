package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/learn"
	"github.com/fftstudy/fftstudy/report/style"
)

// trainFlags are the settings of train.
type trainFlags struct {
	out       string
	variants  []string
	sizes     []int
	regimes   bool
	config    learn.Config // but for variant and n
	noSeconds bool
}

// defaultTrainSize is trained in seconds; regimes have sizes of their own.
const defaultTrainSize = 128

func newTrain(s *session) *cobra.Command {
	var f trainFlags
	cmd := &cobra.Command{
		Use:   "train",
		Short: "train the study's learnt variants, and keep how that went",
		Long: `train trains butterfly networks and writes what came of it: losses on data of
training and on data that training never saw, scores beside the weights of theory,
maps of gates and twiddles, the loss around the trained weights. benchx report
--training shows the file on the study page.

  domain_twiddle     8-bit twiddles of a radix-2 transform: which way to round each,
                     so that signals of two tones come out best
  butterfly_unitary  butterflies that are unitary whatever their angles; learns the
                     DFT from examples
  learned_e2e        how many butterflies a log-mel spectrum needs

--regimes also trains encoders and decoders, whose weights all lengths share, on one
length and on several, and evaluates each at every length. What a flag leaves open
is the model's own default. The same seed gives the same numbers, but for seconds.

Ctrl-C ends after the step that runs; what there is by then is written, and the exit
status is 3.`,
		Example: `  benchx train
  benchx train --variant domain_twiddle --n 64,256 --steps 500 --seed 42 -o t.json
  benchx train --regimes && go test -bench . ./fftbench | benchx report --training training.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			context.AfterFunc(ctx, stop) // a second Ctrl-C quits at once
			return f.run(ctx, s)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "output", "o", trainingFile, "file to write; - is standard output")
	flags.StringSliceVar(&f.variants, "variant", learn.Variants(), "models to train")
	flags.IntSliceVar(&f.sizes, "n", []int{defaultTrainSize}, "points: powers of two")
	flags.BoolVar(&f.regimes, "regimes", false, "train over several lengths too: those of --n where it names more than one, else 32, 64, 128")
	flags.IntVar(&f.config.Batch, "batch", 0, "examples of a step (default 32)")
	flags.IntVar(&f.config.Steps, "steps", 0, "steps (default: the model's)")
	flags.Float64Var(&f.config.Rate, "rate", 0, "of the first step (default: the model's)")
	flags.StringVar(&f.config.Optimizer, "optimizer", "", "adam or sgd (default adam)")
	flags.Uint64Var(&f.config.Seed, "seed", 42, "of start and data")
	flags.BoolVar(&f.noSeconds, "no-seconds", false, "read no clock: the same settings write the same bytes")
	return cmd
}

// run trains, writes and sums up. Nothing is trained before every setting is known
// to be possible.
func (f *trainFlags) run(ctx context.Context, s *session) error {
	jobs, err := f.jobs()
	if err != nil {
		return usagef("%w; see benchx train --help", err)
	}
	r := &training.Report{Facts: f.facts()}
	show := newTrainProgress(s)
	defer show.finish()
	var ended error
	for _, c := range jobs {
		c.Progress = show.observe
		m, err := learn.Train(ctx, c)
		if err == nil || m.Steps > 0 {
			r.Models = append(r.Models, m)
		}
		if err != nil {
			ended = fmt.Errorf("%s, n = %d: %w", c.Variant, c.N, err)
			break
		}
	}
	if f.regimes && ended == nil {
		c := f.regimesConfig()
		c.Progress = show.observe
		if r.Regimes, ended = learn.Regimes(ctx, c); ended != nil {
			ended = fmt.Errorf("regimes: %w", ended)
		}
	}
	show.finish()
	if ended != nil {
		if ctx.Err() != nil {
			ended = errors.New("interrupted")
		}
		ended = incompletef("%w; models and regimes after that are missing", ended)
	}
	return cmp.Or(f.write(s, r), ended)
}

// jobs are the trainings that were asked for, checked and with their defaults.
func (f *trainFlags) jobs() ([]learn.Config, error) {
	var jobs []learn.Config
	for _, variant := range f.variants {
		if !slices.Contains(learn.Variants(), variant) {
			return nil, fmt.Errorf("--variant: no model %q; there are %s", variant, strings.Join(learn.Variants(), ", "))
		}
		for _, n := range f.sizes {
			c := f.config
			c.Variant, c.N = variant, n
			if !f.noSeconds {
				c.Now = time.Now
			}
			c, err := c.Complete()
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, c)
		}
	}
	if f.regimes {
		if _, err := f.regimesConfig().Complete(); err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

func (f *trainFlags) regimesConfig() learn.RegimesConfig {
	c := learn.RegimesConfig{Seed: f.config.Seed}
	if len(f.sizes) > 1 {
		c.Sizes = f.sizes
	}
	if !f.noSeconds {
		c.Now = time.Now
	}
	return c
}

// facts say where the numbers are from. The command line names what is not a
// default.
func (f *trainFlags) facts() []wire.Fact {
	command := []string{"benchx train"}
	if !slices.Equal(f.variants, learn.Variants()) {
		command = append(command, "--variant", strings.Join(f.variants, ","))
	}
	if !slices.Equal(f.sizes, []int{defaultTrainSize}) {
		command = append(command, "--n", sizesText(f.sizes))
	}
	if f.regimes {
		command = append(command, "--regimes")
	}
	for _, flag := range []struct {
		name  string
		value string
		given bool
	}{
		{"--batch", strconv.Itoa(f.config.Batch), f.config.Batch != 0},
		{"--steps", strconv.Itoa(f.config.Steps), f.config.Steps != 0},
		{"--rate", strconv.FormatFloat(f.config.Rate, 'g', -1, 64), f.config.Rate != 0},
		{"--optimizer", f.config.Optimizer, f.config.Optimizer != ""},
		{"--seed", strconv.FormatUint(f.config.Seed, 10), f.config.Seed != 42},
	} {
		if flag.given {
			command = append(command, flag.name, flag.value)
		}
	}
	return []wire.Fact{
		{Key: wire.FactGo, Value: runtime.Version()},
		{Key: wire.FactCommand, Value: strings.Join(command, " ")},
	}
}

func sizesText(sizes []int) string {
	words := make([]string, len(sizes))
	for i, n := range sizes {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

// write writes the file, and sums up on standard output unless the file is that.
func (f *trainFlags) write(s *session, r *training.Report) error {
	if len(r.Models) == 0 && len(r.Regimes) == 0 {
		return nil
	}
	if err := writeTo(s, f.out, func(w io.Writer) error { return training.Write(w, r) }); err != nil {
		return err
	}
	if f.out == stdinName {
		return nil
	}
	sumUp(s.stdout, r)
	_, err := fmt.Fprintf(s.stdout, "%s; benchx report --training %s shows it\n", f.out, f.out)
	return err
}

// sumUp prints a line for each model, best first, and the best regime of each
// length.
func sumUp(w io.Writer, r *training.Report) {
	scores := []struct{ head, name string }{
		{"trained", training.Trained}, {"start", training.AtStart}, {"rounded", training.Rounded}, {"exact", training.Exact},
	}
	if len(r.Models) > 0 {
		fmt.Fprintf(w, "%-26s %6s %10s", "error on held-out data", "steps", "time")
		for _, score := range scores {
			fmt.Fprintf(w, " %10s", score.head)
		}
		fmt.Fprintln(w)
	}
	for _, m := range r.Ranked() {
		took := style.Missing
		if sec := m.Curve.Seconds; len(sec) > 0 {
			took = style.Time(sec[len(sec)-1])
		}
		fmt.Fprintf(w, "%-26s %6d %10s", m.ID, m.Steps, took)
		for _, score := range scores {
			text := style.Missing
			if row := m.Score(score.name); row != nil && len(row.Values) > 0 {
				text = style.ErrorValue(row.Values[0])
			}
			fmt.Fprintf(w, " %10s", text)
		}
		if len(m.Scores.Metrics) > 0 {
			fmt.Fprintf(w, "  %s", m.Scores.Metrics[0])
		}
		fmt.Fprintln(w)
	}
	if len(r.Regimes) == 0 {
		return
	}
	best := r.BestRegimes()
	var sizes []int
	for n := range best {
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	for _, n := range sizes {
		fmt.Fprintf(w, "n = %d: best trained by %s, round trip within %s\n", n, best[n].Regime, style.ErrorValue(best[n].RoundTripMax))
	}
}

// trainProgress shows on a terminal how far a training is; nil does nothing.
type trainProgress struct{ bar *progressbar.ProgressBar }

func newTrainProgress(s *session) *trainProgress {
	if !s.stderrIsTTY {
		return nil
	}
	return &trainProgress{progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(s.stderr),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)}
}

// observe shows a step; a bar that cannot be drawn is no reason to stop.
func (p *trainProgress) observe(at learn.Progress) {
	if p == nil {
		return
	}
	p.bar.ChangeMax(at.Steps)
	p.bar.Describe(fmt.Sprintf("%s: loss %s", style.Terminal(at.What), style.ErrorValue(at.Loss)))
	_ = p.bar.Set(at.Step)
}

func (p *trainProgress) finish() {
	if p != nil {
		_ = p.bar.Clear()
	}
}
