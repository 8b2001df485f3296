package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/plots"
)

// trainingFile is the training report of a report folder, and what train writes
// where nothing else is asked for.
const trainingFile = "training.json"

// readTraining reads the reports that --training names; without one, that of the
// folder whose run is reported again, which is the last of args. nil is none.
func (f *reportFlags) readTraining(args []string) (*training.Report, error) {
	paths := f.training
	if len(paths) == 0 && len(args) > 0 {
		_, path := splitLabel(args[len(args)-1])
		if kept := filepath.Join(path, trainingFile); exists(kept) {
			paths = []string{kept}
		}
	}
	var reports []*training.Report
	for _, path := range paths {
		r, err := readTrainingFile(path)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	switch len(reports) {
	case 0:
		return nil, nil
	case 1:
		return reports[0], nil
	}
	return training.Merge(reports...), nil
}

func readTrainingFile(path string) (*training.Report, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, usagef("--training: %w; benchx train writes such a file", err)
	}
	defer file.Close()
	r, err := training.Read(file, path)
	if err != nil {
		return nil, usagef("--training: %w", err)
	}
	return r, nil
}

// addTraining puts a training report on the page.
func (o *finished) addTraining(r *training.Report) {
	o.page.Training = r
	figures, failures := plots.Training(r, plots.Options{})
	o.page.Figures = append(o.page.Figures, figures...)
	for _, err := range failures {
		o.remarks = append(o.remarks, fmt.Sprintf("a figure is missing: %v", err))
	}
}

// writeTraining keeps the report in the folder, where there is one.
func (o *finished) writeTraining(dir *folder) error {
	if o.page.Training == nil {
		return nil
	}
	return dir.write(trainingFile, func(w io.Writer) error { return training.Write(w, o.page.Training) })
}
