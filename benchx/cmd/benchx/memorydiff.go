package main

import (
	"bytes"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
	"github.com/fftstudy/fftstudy/report/style"
)

// newMemoryDiff compares two reports of memory.
func newMemoryDiff(s *session) *cobra.Command {
	var format, unit, failOver string
	var text memory.TextOptions
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "say where two reports of memory differ",
		Long: `diff compares two reports that memory wrote with --format json (of the reference
study's schema 1 too) and lists what B takes more or less than A: by class, node,
state, workspace and term. Each list adds up to the difference of the device totals.

--fail-over 1% (or 64MiB) exits with status 1 where B takes so much more.`,
		Example: `  benchx memory --fft n=4096 --format json -o before.json
  benchx memory diff before.json after.json --fail-over 1%`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			render, ok := map[string]func(io.Writer, *memory.Diff) error{
				"text":     func(w io.Writer, d *memory.Diff) error { return memory.DiffText(w, d, text) },
				"markdown": func(w io.Writer, d *memory.Diff) error { return memory.DiffMarkdown(w, d, text) },
				"json":     memory.DiffJSON,
			}[format]
			if !ok {
				return usagef("--format %q: want text, markdown or json", format)
			}
			var err error
			if unit != "" {
				if text.Unit, err = style.ParseByteUnit(unit); err != nil {
					return usagef("--unit: %w", err)
				}
			}
			a, err := readReport(s, args[0])
			if err != nil {
				return err
			}
			b, err := readReport(s, args[1])
			if err != nil {
				return err
			}
			allowed, err := allowedRise(failOver, a.Totals.Device)
			if err != nil {
				return err
			}
			d := memory.Compare(a, b)
			if err := render(s.stdout, d); err != nil {
				return err
			}
			if rise := d.Delta(); failOver != "" && rise > allowed {
				return regressionf("%s takes %s more than %s, and --fail-over allows %s",
					args[1], style.Bytes(float64(rise)), args[0], style.Bytes(float64(allowed)))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, markdown or json")
	cmd.Flags().StringVar(&unit, "unit", "", "`unit` of all bytes: B, KiB, MiB, GiB or TiB (default: what fits)")
	cmd.Flags().StringVar(&failOver, "fail-over", "", "exit with status 1 where B takes more than A by this: `1%` or a size")
	cmd.Flags().IntVar(&text.Top, "top", 0, "at most so many rows of each list")
	cmd.Flags().BoolVar(&text.ASCII, "ascii", false, "draw with ASCII only")
	return cmd
}

// readReport reads a report of memory.
func readReport(s *session, name string) (*memory.Document, error) {
	text, err := readWhole(s, name)
	if err != nil {
		return nil, err
	}
	if !isMemoryReport(text) {
		return nil, usagef("%s is no report of memory: write one with benchx memory --format json", name)
	}
	d, err := memory.Read(bytes.NewReader(text))
	if err != nil {
		return nil, usagef("%s: %w", name, err)
	}
	return d, nil
}

// allowedRise reads --fail-over: a share of what there was, or bytes.
func allowedRise(text string, was int64) (int64, error) {
	percent, isShare := strings.CutSuffix(text, "%")
	if !isShare {
		if text == "" {
			return 0, nil
		}
		bytes, err := circuit.ParseBytes(text)
		if err != nil {
			return 0, usagef("--fail-over: %w", err)
		}
		return bytes, nil
	}
	share, err := strconv.ParseFloat(percent, 64)
	if err != nil || !(share >= 0) || share > 1e6 {
		return 0, usagef("--fail-over %q: want a share such as 1%%, or a size such as 64MiB", text)
	}
	return int64(math.Floor(float64(was) * share / 100)), nil
}
