package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

func newConvert(s *session) *cobra.Command {
	var out, format, keys string
	cmd := &cobra.Command{
		Use:   "convert [FILE…]",
		Short: "turn a run into rows for other programs (JSON or CSV)",
		Long: `convert reads what report reads (the text of a run, ablation.json or CSV rows,
also those of the reference study's schema 1, or a report folder), pools several
inputs, and writes the rows: json is ablation.json, csv is ablation_rows.csv.`,
		Example: `  benchx convert run.txt -o ablation.json
  go test -bench . ./mypkg | benchx convert --format csv > rows.csv`,
		RunE: func(_ *cobra.Command, args []string) error {
			write, err := rowsFormat(format)
			if err != nil {
				return err
			}
			keyMap, err := ablation.ParseKeys(keys)
			if err != nil {
				return usagef("--keys: %w", err)
			}
			load := newLoader(s, keyMap, 0)
			inputs, err := load.all(args)
			if err != nil {
				return err
			}
			report, err := pool(inputs)
			if err != nil {
				return err
			}
			if err := writeTo(s, out, func(w io.Writer) error { return write(w, report) }); err != nil {
				return err
			}
			return warnIncomplete(s, inputs)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", stdinName, "file to write; - is standard output")
	cmd.Flags().StringVar(&format, "format", "json", "json or csv")
	cmd.Flags().StringVar(&keys, "keys", "", "names of the study's axes in this project: variant=algo,n=size")
	return cmd
}

func rowsFormat(name string) (func(io.Writer, *ablation.Report) error, error) {
	switch name {
	case "json":
		return ablation.WriteJSON, nil
	case "csv":
		return func(w io.Writer, r *ablation.Report) error {
			return ablation.WriteRowsCSV(w, ablation.NewStudy(r, ablation.StudyOptions{}))
		}, nil
	}
	return nil, usagef("--format %q: want json or csv", name)
}

// pool merges several inputs into one report.
func pool(inputs []input) (*ablation.Report, error) {
	if len(inputs) == 1 {
		return inputs[0].report, nil
	}
	reports := make([]*ablation.Report, len(inputs))
	for i, in := range inputs {
		reports[i] = in.report
	}
	merged, err := ablation.Merge(reports...)
	if err != nil {
		return nil, usagef("cannot merge: %w", err)
	}
	return merged, nil
}

func writeTo(s *session, path string, content func(io.Writer) error) error {
	if path == stdinName {
		return content(s.stdout)
	}
	f, err := os.Create(path)
	if err != nil {
		return usagef("cannot write %s: %v", path, err)
	}
	if err := content(f); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	return f.Close()
}
