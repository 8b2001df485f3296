package fftbench

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/gpu"
)

// devicePlan is what a plan on a device is but for its types.
type devicePlan struct {
	dir       string
	n         int
	precision Precision
	steps     []deviceStep
}

// Footprint implements Plan: the tables of the project's own kernels, on a
// device like the nominal one.
func (p devicePlan) Footprint() fft.Footprint {
	var f fft.Footprint
	for i := range p.steps {
		f = append(f, p.steps[i].tables...)
	}
	return f
}

// BatchBytes implements Plan.
func (p devicePlan) BatchBytes(batch int) int64 {
	return int64(batch) * (p.steps[0].in.bytes() + p.steps[len(p.steps)-1].out.bytes())
}

// devicePlanned is a plan that holds more on a device than tables, input and
// output.
type devicePlanned interface{ between(batch int) int64 }

// between is what lies between the steps and beside them, on the device.
func (p devicePlan) between(batch int) (bytes int64) {
	for i := range p.steps {
		bytes += p.steps[i].scratchBytes(batch)
		if i > 0 {
			bytes += int64(batch) * p.steps[i].in.bytes()
		}
	}
	return bytes
}

// operation is what the steps do one after the other, with choices made.
func (p devicePlan) operation(t kernels.Tuning) gpu.Operation {
	if tuned := p.steps[0].tuned; tuned != nil {
		return tuned(t)
	}
	if len(p.steps) == 1 {
		return p.steps[0].op
	}
	var q gpu.Sequence
	for i := range p.steps {
		q = append(q, p.steps[i].op)
	}
	return q
}

// tune asks the device which way is the fastest, if there are several.
func (p devicePlan) tune(lab *Lab, s *gpu.Session) (tuned, error) {
	if p.steps[0].tuned == nil {
		return tuned{}, nil
	}
	return lab.tuning(s, p.n, p.precision)
}

// typedPlan is a Plan whose input and output have elements of type T.
type typedPlan[T element] struct {
	devicePlan
	tolerance float64
}

// hostToHostBudget is for how long a cell is measured from host to host, in each
// round.
const hostToHostBudget = 5 * time.Millisecond

// Bind implements Plan.
func (p typedPlan[T]) Bind(lab *Lab, batch int) (*Op, error) {
	session, err := lab.device()
	if err != nil {
		return nil, onDeviceError(err)
	}
	tuning, err := p.tune(lab, session)
	if err != nil {
		return nil, onDeviceError(err)
	}
	work, err := session.Bind(p.operation(tuning.Tuning), batch)
	if err != nil {
		return nil, onDeviceError(err)
	}
	b := &deviceOp[T]{plan: p, lab: lab, batch: batch, work: work}
	b.rows = stockOf[T](lab).input(p.steps[0].in.count, min(batch, distinctRows))
	if err := work.Load(cuda.Bytes(b.rows)); err != nil {
		return nil, errors.Join(onDeviceError(err), work.Close())
	}
	held := work.HeldBytes()
	op := &Op{
		Heap:     &benchx.Heap{Held: held, Peak: held},
		Run:      func() error { return onDeviceError(work.Run()) },
		Errors:   b.errors,
		Timed:    b.time,
		Metrics:  func() ([]benchx.Metric, error) { return b.metrics(session) },
		Close:    work.Close,
		Bytes:    p.BatchBytes(batch),
		PlanTime: tuning.took + work.Planned(),
		Note:     spellTuning(tuning.Tuning),
	}
	if p.dir == wire.DirForward || p.dir == wire.DirInverse {
		op.Flops = 5 * float64(p.n) * math.Log2(float64(p.n)) * float64(batch)
	}
	return op, nil
}

// deviceOp is a plan with rows on the device.
type deviceOp[T element] struct {
	plan  typedPlan[T]
	lab   *Lab
	batch int
	work  *gpu.Work
	rows  []T     // the distinct ones
	ns    float64 // of one op, by the last call of time
}

func (b *deviceOp[T]) time(n int) (time.Duration, error) {
	took, err := b.work.Time(n)
	b.ns = float64(took) / float64(n)
	return took, onDeviceError(err)
}

// errors runs once more and holds rows against the truth, which it reads back
// alone.
func (b *deviceOp[T]) errors() (Errors, error) {
	if err := errors.Join(b.work.Poison(), b.work.Run()); err != nil {
		return Errors{}, onDeviceError(err)
	}
	in, out := b.plan.steps[0].in.count, b.plan.steps[len(b.plan.steps)-1].out.count
	stock, got := stockOf[T](b.lab), make([]T, out)
	var e Errors
	for _, row := range checkedRows(b.batch, b.plan.n) {
		if err := b.work.Row(row, cuda.Bytes(got)); err != nil {
			return e, onDeviceError(err)
		}
		judge, err := stock.truth(b.plan.dir, b.plan.n, b.rows, row%distinctRows*in, in)
		if err != nil {
			return e, err
		}
		of, err := judge(got)
		if err != nil {
			return e, err
		}
		e = worst(e, of)
	}
	return e, e.within(b.plan.tolerance)
}

// metrics leaves out what could not be measured: a host with less memory than
// its device has no room for the rows.
func (b *deviceOp[T]) metrics(s *gpu.Session) ([]benchx.Metric, error) {
	var metrics []benchx.Metric
	took, err := b.work.HostToHost(hostToHostBudget)
	if err == nil {
		metrics = append(metrics, benchx.Metric{Unit: wire.UnitE2ENsPerOp, Value: float64(took)})
	} else {
		err = fmt.Errorf("not measured from host to host: %w", err)
	}
	rate, rateErr := s.CopyRate()
	if rateErr == nil && b.ns > 0 {
		metrics = append(metrics, benchx.Metric{Unit: wire.UnitCopyShare, Value: float64(b.plan.BatchBytes(b.batch)) / b.ns * 1e9 / rate})
	}
	return metrics, errors.Join(err, rateErr)
}

// onDeviceError makes what the harness knows of what a device says.
func onDeviceError(err error) error {
	if errors.Is(err, cuda.ErrOutOfMemory) {
		return fmt.Errorf("%w: %w", benchx.ErrOutOfMemory, err)
	}
	return err
}
