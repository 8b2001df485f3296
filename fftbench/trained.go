package fftbench

import (
	"context"
	"fmt"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/learn"
)

// longestTrained is the longest row that a variant of the study is trained for:
// training takes up to a second there, and more than twice as long for twice the
// length.
const longestTrained = 512

// studyTraining is how the study trains, from scratch in every process: in small
// batches, for the models are to be had within a second. The seed is not that of
// the study's inputs.
func studyTraining(variant string, n int) learn.Config {
	return learn.Config{Variant: variant, N: n, Batch: 8, Seed: 2 * seed}
}

// trainedKey names a model of a lab.
type trainedKey struct {
	variant string
	n       int
}

// trainedModel is a model and how long it took.
type trainedModel struct {
	*learn.Fitted
	took time.Duration
}

// trained returns the lab's model of a variant for rows of n, and trains it where
// there is none yet.
func (l *Lab) trained(variant string, n int) (trainedModel, error) {
	key := trainedKey{variant, n}
	if m, ok := l.models[key]; ok {
		return m, nil
	}
	begin := time.Now()
	fitted, err := learn.Fit(context.Background(), studyTraining(variant, n))
	if err != nil {
		return trainedModel{}, err
	}
	m := trainedModel{fitted, time.Since(begin)}
	l.models[key] = m
	return m, nil
}

// trainedPlan is a rowOp whose operation is made of what a lab has trained, once
// the plan is bound. What it holds does not depend on that.
type trainedPlan[T element] struct {
	rowOp[T]
	variant string
	build   func(m *learn.Fitted, dir string, n int) (func(dst, src []T) error, error)
}

// Bind implements Plan.
func (p *trainedPlan[T]) Bind(lab *Lab, batch int) (*Op, error) {
	model, err := lab.trained(p.variant, p.n)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	if p.apply, err = p.build(model.Fitted, p.dir, p.n); err != nil {
		return nil, err
	}
	took := model.took + time.Since(begin)
	op, err := p.rowOp.Bind(lab, batch)
	if err != nil {
		return nil, err
	}
	op.PlanTime, op.TrainSteps = took, model.Steps()
	return op, nil
}

// uptoTrained is what trained variants have in common: where the study ends for
// them.
type uptoTrained struct{}

func (uptoTrained) beyond(n int) bool { return n > longestTrained }

// checkTrained refuses lengths that the study trains nothing for.
func checkTrained(n int) error {
	if (uptoTrained{}).beyond(n) {
		return fmt.Errorf("%w: models are trained for rows of up to %d", ErrUnsuited, longestTrained)
	}
	return nil
}

// trainedTransforms is an implementation by a trained network that makes spectra.
type trainedTransforms struct {
	uptoTrained
	variant   string
	tolerance float64
	note      string
}

func (t trainedTransforms) directions() []string {
	return []string{wire.DirForward, wire.DirInverse}
}
func (t trainedTransforms) precisions() []Precision { return []Precision{F32} }

func (t trainedTransforms) plan(dir string, n int, _ Precision) (Plan, error) {
	a, err := t.anatomy(n)
	if err != nil {
		return nil, err
	}
	return &trainedPlan[complex64]{
		rowOp: rowOp[complex64]{
			dir: dir, n: n, in: n, out: n,
			footprint: a.Footprint(), flops: nominalFlops(n), tolerance: t.tolerance, note: t.note,
		},
		variant: t.variant,
		build: func(m *learn.Fitted, dir string, _ int) (func(dst, src []complex64) error, error) {
			transform, err := m.Transform()
			if err != nil {
				return nil, err
			}
			if dir == wire.DirInverse {
				return transform.Inverse, nil
			}
			return transform.Forward, nil
		},
	}, nil
}

func (t trainedTransforms) anatomy(n int) (*fft.Anatomy, error) {
	if err := checkTrained(n); err != nil {
		return nil, err
	}
	return learn.DescribeTransform(t.variant, n)
}

func (t trainedTransforms) describe(c Cell, _ []fft.Option) (*Description, error) {
	a, err := t.anatomy(c.N)
	if err != nil {
		return nil, err
	}
	return describeRows[complex64, complex64](c, a, rows{in: c.N, out: c.N}, t.note)
}

// trainedMel is an implementation by a trained network that makes mel levels.
type trainedMel struct {
	uptoTrained
	tolerance float64
	note      string
}

func (t trainedMel) directions() []string    { return []string{wire.DirMel} }
func (t trainedMel) precisions() []Precision { return []Precision{F32} }

func (t trainedMel) plan(dir string, n int, _ Precision) (Plan, error) {
	a, err := t.anatomy(n)
	if err != nil {
		return nil, err
	}
	return &trainedPlan[float32]{
		rowOp: rowOp[float32]{
			dir: dir, n: n, in: n, out: studyMels, hop: studyFraming(n).Hop,
			footprint: a.Footprint(), tolerance: t.tolerance, note: t.note,
		},
		variant: learn.LearnedE2E,
		build: func(m *learn.Fitted, _ string, n int) (func(dst, src []float32) error, error) {
			mel, err := m.LogMel(studyFraming(n).Hop)
			if err != nil {
				return nil, err
			}
			return mel.Spectrogram, nil
		},
	}, nil
}

func (t trainedMel) anatomy(n int) (*fft.Anatomy, error) {
	if err := checkTrained(n); err != nil {
		return nil, err
	}
	return learn.DescribeLogMel(n, studyFraming(n).Hop)
}

func (t trainedMel) describe(c Cell, _ []fft.Option) (*Description, error) {
	a, err := t.anatomy(c.N)
	if err != nil {
		return nil, err
	}
	return describeRows[float32, float32](c, a, rows{in: c.N, out: studyMels, hop: studyFraming(c.N).Hop}, t.note)
}
