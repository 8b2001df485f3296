package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ab"
	"github.com/fftstudy/fftstudy/benchx/ab/checkout"
	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comparison"
	"github.com/fftstudy/fftstudy/report/style"
)

// conclude writes the texts, says what went otherwise than planned, compares and
// judges.
func (f *abFlags) conclude(s *session, r *ab.Result) error {
	for _, note := range r.Notes {
		fmt.Fprintf(s.stderr, "benchx: %s\n", style.Terminal(note))
	}
	if !r.Measured() {
		if r.Reason == ab.NothingToDo {
			return usagef("no benchmark matches %q and works on both sides", f.settings.Bench)
		}
		return incompletef("%s before anything was measured; --resume goes on", r.Reason)
	}
	texts, err := f.writeTexts(r)
	if err != nil {
		return err
	}
	inputs, err := f.readTexts(s, texts[oldFile], texts[newFile])
	if err != nil {
		return err
	}
	options := lookOptions(f.options, r.Looks)
	if f.settings.AA {
		floors := [2][]byte{texts[floorOld], texts[floorNew]}
		if options, err = f.withFloors(s, options, floors); err != nil {
			return err
		}
	}
	result, err := compare.Reports(columns(inputs), options)
	if err != nil {
		return usagef("%w", err)
	}
	if err := comparison.Text(s.stdout, result, comparison.TextOptions{Verdicts: true}); err != nil {
		return err
	}
	ended := f.finalWord(s, r)
	var reported error
	if f.report != "" {
		reported = f.writeReport(s, options)
	}
	switch {
	case f.gate:
		result.Notes = nil // they stand under the comparison
		return cmp.Or(runGate(s, inputs, result, false), reported, ended)
	case f.report != "":
		return cmp.Or(reported, ended)
	}
	return cmp.Or(ended, warnIncomplete(s, inputs))
}

// writeReport writes the study page.
func (f *abFlags) writeReport(s *session, options compare.Options) error {
	c, err := loadConfig(f.policy.config)
	if err != nil {
		return usagef("%w", err)
	}
	fmt.Fprintln(s.stdout)
	return runReport(s, reportFlags{
		out: f.report, options: options,
		baseline: f.label(ab.Old) + "=" + f.path(oldFile),
		title:    c.Title, reference: c.Reference, keys: ablation.FormatKeys(c.Keys),
		given: func(string) bool { return false },
	}, []string{f.label(ab.New) + "=" + f.path(newFile)})
}

// writeTexts writes the texts of the run and returns them by file.
func (f *abFlags) writeTexts(r *ab.Result) (map[string][]byte, error) {
	texts := map[string][]byte{}
	write := func(file string, content func(io.Writer, ab.Side) error, side ab.Side) error {
		var text bytes.Buffer
		if err := content(&text, side); err != nil {
			return err
		}
		texts[file] = text.Bytes()
		return os.WriteFile(f.path(file), text.Bytes(), 0o666)
	}
	for _, t := range []struct {
		side       ab.Side
		file, same string
	}{{ab.Old, oldFile, floorOld}, {ab.New, newFile, floorNew}} {
		if err := write(t.file, r.WriteText, t.side); err != nil {
			return nil, err
		}
		if !f.settings.AA {
			continue
		}
		if err := write(t.same, r.WriteFloor, t.side); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// finalWord says how the run ended.
func (f *abFlags) finalWord(s *session, r *ab.Result) error {
	fmt.Fprintf(s.stderr, "benchx: %d rounds, %s; %s and %s are the samples\n", r.Rounds, r.Reason, f.path(oldFile), f.path(newFile))
	if n := len(r.Undecided); n > 0 {
		fmt.Fprintf(s.stderr, "benchx: %s undecided; more rounds (--max-rounds) or longer samples (-benchtime) would tell\n",
			counted(n, "benchmark stays", "benchmarks stay"))
	}
	if r.Reason == ab.Stopped || r.Reason == ab.OutOfBudget && r.Rounds < r.Least {
		return incompletef("%s after %d of %d rounds; --resume goes on", r.Reason, r.Rounds, r.Least)
	}
	return nil
}

// label names a side as the user did.
func (f *abFlags) label(side ab.Side) string {
	ref := f.refs[side]
	switch {
	case ref == f.refs[side.Other()]:
		return side.String()
	case ref == checkout.WorkingTree:
		return "working tree"
	case len(ref) == 40: // a whole commit
		return ref[:12]
	}
	return strings.ReplaceAll(ref, "=", "_") // a label ends at the first =
}
