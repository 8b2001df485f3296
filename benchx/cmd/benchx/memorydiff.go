package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
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
study's schema 1 too), or the memory.json of two report folders variant by variant,
and lists what B takes more or less than A: by class, node, state, workspace and
term. Each list adds up to the difference of the device totals.

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
			pairs, err := readPairs(s, args[0], args[1])
			if err != nil {
				return err
			}
			return diffPairs(s, pairs, render, failOver)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, markdown or json")
	cmd.Flags().StringVar(&unit, "unit", "", "`unit` of all bytes: B, KiB, MiB, GiB or TiB (default: what fits)")
	cmd.Flags().StringVar(&failOver, "fail-over", "", "exit with status 1 where B takes more than A by this: `1%` or a size")
	cmd.Flags().IntVar(&text.Top, "top", 0, "at most so many rows of each list")
	cmd.Flags().BoolVar(&text.ASCII, "ascii", false, "draw with ASCII only")
	return cmd
}

// pair is a report before and after.
type pair struct{ a, b *memory.Document }

// readPairs reads two reports, or those of two studies, which belong together by
// the name of their circuit. What is in one study only is told and left out.
func readPairs(s *session, was, is string) ([]pair, error) {
	before, err := readReports(s, was)
	if err != nil {
		return nil, err
	}
	after, err := readReports(s, is)
	if err != nil {
		return nil, err
	}
	if len(before) == 1 && len(after) == 1 {
		return []pair{{before[0], after[0]}}, nil
	}
	find := func(list []*memory.Document, d *memory.Document) int {
		return slices.IndexFunc(list, func(o *memory.Document) bool { return o.Header.Circuit == d.Header.Circuit })
	}
	var pairs []pair
	for _, a := range before {
		if at := find(after, a); at >= 0 {
			pairs = append(pairs, pair{a, after[at]})
		} else {
			fmt.Fprintf(s.stderr, "benchx: %s is in %s only\n", style.Terminal(a.Header.Circuit), was)
		}
	}
	for _, b := range after {
		if find(before, b) < 0 {
			fmt.Fprintf(s.stderr, "benchx: %s is in %s only\n", style.Terminal(b.Header.Circuit), is)
		}
	}
	if len(pairs) == 0 {
		return nil, usagef("%s and %s have no circuit in common", was, is)
	}
	return pairs, nil
}

// diffPairs writes the difference of each pair that differs, of one alone in any
// case, and fails where one takes more than it may.
func diffPairs(s *session, pairs []pair, render func(io.Writer, *memory.Diff) error, failOver string) error {
	var risen []string
	alike := 0
	for _, p := range pairs {
		d := memory.Compare(p.a, p.b)
		allowed, err := allowedRise(failOver, p.a.Totals.Device)
		if err != nil {
			return err
		}
		if failOver != "" && d.Delta() > allowed {
			risen = append(risen, fmt.Sprintf("%s takes %s more, and --fail-over allows %s",
				p.b.Header.Circuit, style.Bytes(float64(d.Delta())), style.Bytes(float64(allowed))))
		}
		if len(pairs) > 1 && !slices.ContainsFunc(d.Levels, func(l memory.Level) bool { return len(l.Changes) > 0 }) {
			alike++
			continue
		}
		if err := render(s.stdout, d); err != nil {
			return err
		}
	}
	if alike > 0 {
		fmt.Fprintf(s.stderr, "benchx: %s alike\n", counted(alike, "circuit is", "circuits are"))
	}
	if len(risen) > 0 {
		return regressionf("%s", strings.Join(risen, "; "))
	}
	return nil
}

// readReports reads a report of memory, or those of a study.
func readReports(s *session, name string) ([]*memory.Document, error) {
	text, err := readWhole(s, name)
	if err != nil {
		return nil, err
	}
	var docs []*memory.Document
	switch kindOfMemory(text) {
	case studyReport:
		docs, err = memory.ReadStudy(bytes.NewReader(text))
	case oneReport:
		docs = make([]*memory.Document, 1)
		docs[0], err = memory.Read(bytes.NewReader(text))
	default:
		return nil, usagef("%s is no report of memory: write one with benchx memory --format json", name)
	}
	if err != nil {
		return nil, usagef("%s: %w", name, err)
	}
	return docs, nil
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
