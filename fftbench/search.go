package fftbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"time"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/sweep"
)

// searchTask is what a child process is told: where to search (the cell's
// batch is not used) and how far.
type searchTask struct {
	Place  Cell   `json:"place"`
	Limits Limits `json:"limits"`
}

// SearchLimit finds the largest batch at a place. Tries run in child
// processes: command returns one that calls ServeSearch with the given task.
func SearchLimit(ctx context.Context, place Cell, limits Limits, command func(task string) *exec.Cmd) (sweep.Result, error) {
	task, err := json.Marshal(searchTask{place, limits})
	if err != nil {
		return sweep.Result{}, err
	}
	worker := &sweep.Worker{
		Command:  func() *exec.Cmd { return command(string(task)) },
		Deadline: limits.Deadline,
	}
	defer worker.Close()
	bounds := sweep.Bounds{Cap: limits.MaxBatch, Resolution: limitResolution}
	if OnDevice(place.Variant) {
		bounds.Cap = maxDeviceBatch
	}
	return sweep.Search(bounds, worker.Probe(ctx))
}

// ServeSearch is the child's side of SearchLimit: it limits its own memory and
// answers until in ends.
func ServeSearch(task string, in io.Reader, out io.Writer) error {
	var t searchTask
	if err := json.Unmarshal([]byte(task), &t); err != nil {
		return fmt.Errorf("search task %q: %w", task, err)
	}
	tries := &tries{searchTask: t, lab: NewLab(), now: time.Now}
	if !OnDevice(t.Place.Variant) { // a driver reserves address space for all devices
		if err := sweep.LimitMemory(t.Limits.Memory); err != nil {
			return err
		}
	}
	return errors.Join(sweep.Serve(in, out, tries.try), tries.close())
}

// tries is a child's state from one try to the next.
type tries struct {
	searchTask
	lab      *Lab
	now      func() time.Time
	plan     Plan
	memory   int64 // that a try may take
	forecast string
	planTime time.Duration
	largest  int // batch that the lab has buffers for

	op *Op

	params, paramBytes int64 // of the plan
}

// try measures one batch.
func (t *tries) try(batch int) sweep.Outcome {
	if err := t.prepare(); err != nil {
		return sweep.Outcome{Status: statusOf(err, wire.PrepareFail), Note: err.Error()}
	}
	need := t.plan.BatchBytes(batch) + HeldBytes(t.plan)
	if d, ok := t.plan.(devicePlanned); ok {
		need += d.between(batch)
	}
	if need > t.memory {
		return sweep.Outcome{Status: wire.OOM, OverBudget: true, Note: overMemory(need, t.memory)}
	}
	op, err := t.bind(batch)
	if err != nil {
		return failedTry(err, wire.PrepareFail)
	}
	errs, err := op.Errors()
	if err != nil {
		return failedTry(err, wire.BenchFail)
	}
	watch := sweep.Stopwatch{Budget: t.Limits.Time, Aim: 10 * time.Millisecond, Clock: t.clock(op)}
	timing, err := watch.Measure()
	if err != nil {
		return failedTry(err, wire.BenchFail)
	}
	o := sweep.Outcome{
		Status:  wire.OK,
		Note:    joined(op.Note, t.forecast),
		NsPerOp: timing.NsOp,
		Iters:   timing.Iters,
		Metrics: t.metrics(op, errs, timing.NsOp),
	}
	if timing.Over {
		o.Status, o.OverBudget = wire.Timeout, true
		o.Note = fmt.Sprintf("one op takes %v, the time budget is %v", brief(timing.NsOp), t.Limits.Time)
	}
	return o
}

// failedTry is the outcome of a try that ended with err. A device that has less
// memory than was thought is no failure: cuFFT and others take their part.
func failedTry(err error, failed wire.Status) sweep.Outcome {
	if errors.Is(err, benchx.ErrOutOfMemory) {
		return sweep.Outcome{Status: wire.OOM, OverBudget: true, Note: err.Error()}
	}
	return sweep.Outcome{Status: statusOf(err, failed), Note: err.Error()}
}

// clock is that of the op, or of the host.
func (t *tries) clock(op *Op) func(n int) (time.Duration, error) {
	if op.Timed != nil {
		return op.Timed
	}
	return sweep.ByClock(t.now, op.Run)
}

// close ends the last try.
func (t *tries) close() error { return errors.Join(t.release(), t.lab.Close()) }

// release frees what an op holds that the Go heap does not.
func (t *tries) release() error {
	op := t.op
	t.op = nil
	if op == nil || op.Close == nil {
		return nil
	}
	return op.Close()
}

// overMemory says by how much too, since both may round to the same.
func overMemory(need, budget int64) string {
	return fmt.Sprintf("input, output and plan take %s, %s over the memory budget of %s",
		spellBytes(need), spellBytes(need-budget), spellBytes(budget))
}

// statusOf is failed, unless err says that the variant is not made for this.
func statusOf(err error, failed wire.Status) wire.Status {
	if errors.Is(err, ErrUnsuited) {
		return wire.Skip
	}
	return failed
}

func (t *tries) prepare() error {
	if t.plan != nil {
		return nil
	}
	begin := t.now()
	plan, err := t.Place.Plan()
	if err != nil {
		return err
	}
	t.plan, t.planTime = plan, t.now().Sub(begin)
	if t.memory, err = t.budget(); err != nil {
		return err
	}
	if t.forecast, err = t.predict(); err != nil {
		return err
	}
	one := t.Place
	one.Batch = 1
	t.params, t.paramBytes, err = one.Params()
	return err
}

// budget is what input, output and plan may take where they lie.
func (t *tries) budget() (int64, error) {
	if !OnDevice(t.Place.Variant) {
		return t.Limits.Memory, nil
	}
	session, err := t.lab.device()
	if err != nil {
		return 0, err
	}
	free, err := session.Free()
	if t.Limits.DeviceMemory > 0 {
		free = min(free, t.Limits.DeviceMemory)
	}
	return free, err
}

// predict says what the cell's circuit says about a device's memory: what a
// reader is to hold the search against.
func (t *tries) predict() (string, error) {
	if !OnDevice(t.Place.Variant) {
		return "", nil
	}
	one := t.Place
	one.Batch = 1
	m, err := Sizing{Cell: one}.Model()
	if err != nil {
		return "", err
	}
	a, err := m.Largest(circuit.Workload{Budget: t.memory}, LargestBatch())
	if err != nil {
		return "", err
	}
	if !a.Found {
		return "memory report: not even one row fits " + spellBytes(t.memory), nil
	}
	return fmt.Sprintf("memory report: up to %d rows in %s", a.Value, spellBytes(t.memory)), nil
}

// bind makes room for the batch, without the old buffers beside the new ones.
func (t *tries) bind(batch int) (*Op, error) {
	if batch > t.largest {
		t.lab.Forget()
		runtime.GC()
		t.largest = batch
	}
	if err := t.release(); err != nil {
		return nil, err
	}
	op, err := t.plan.Bind(t.lab, batch)
	t.op = op
	return op, err
}

func (t *tries) metrics(op *Op, e Errors, nsPerOp float64) []sweep.Metric {
	metrics := []sweep.Metric{
		{Unit: "MB/s", Value: float64(op.Bytes) * 1e3 / nsPerOp},
		{Unit: wire.UnitPlanNs, Value: float64(t.planTime + op.PlanTime)},
		{Unit: wire.UnitParams, Value: float64(t.params)},
		{Unit: wire.UnitParamBytes, Value: float64(t.paramBytes)},
		{Unit: wire.UnitScratchBytes, Value: float64(HeldBytes(t.plan) - t.paramBytes)},
		{Unit: wire.UnitRelL2Eps, Value: e.RelL2 / wire.Eps},
		{Unit: wire.UnitMaxErrEps, Value: e.MaxErr / wire.Eps},
	}
	if op.TrainSteps > 0 {
		metrics = append(metrics, sweep.Metric{Unit: wire.UnitTrainSteps, Value: float64(op.TrainSteps)})
	}
	if op.Flops > 0 {
		metrics = append(metrics, sweep.Metric{Unit: wire.UnitGFLOPS, Value: op.Flops / nsPerOp})
	}
	return metrics
}
