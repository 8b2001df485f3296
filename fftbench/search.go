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
	return sweep.Search(bounds, worker.Probe(ctx))
}

// ServeSearch is the child's side of SearchLimit: it limits its own memory and
// answers until in ends.
func ServeSearch(task string, in io.Reader, out io.Writer) error {
	var t searchTask
	if err := json.Unmarshal([]byte(task), &t); err != nil {
		return fmt.Errorf("search task %q: %w", task, err)
	}
	if err := sweep.LimitMemory(t.Limits.Memory); err != nil {
		return err
	}
	tries := &tries{searchTask: t, lab: NewLab(), now: time.Now}
	return sweep.Serve(in, out, tries.try)
}

// tries is a child's state from one try to the next.
type tries struct {
	searchTask
	lab      *Lab
	now      func() time.Time
	plan     Plan
	planTime time.Duration
	largest  int // batch that the lab has buffers for

	params, paramBytes int64 // of the plan
}

// try measures one batch.
func (t *tries) try(batch int) sweep.Outcome {
	if err := t.prepare(); err != nil {
		return sweep.Outcome{Status: statusOf(err, wire.PrepareFail), Note: err.Error()}
	}
	if need := t.plan.BatchBytes(batch) + HeldBytes(t.plan); need > t.Limits.Memory {
		return sweep.Outcome{Status: wire.OOM, OverBudget: true, Note: overMemory(need, t.Limits.Memory)}
	}
	op, err := t.bind(batch)
	if err != nil {
		return sweep.Outcome{Status: statusOf(err, wire.PrepareFail), Note: err.Error()}
	}
	errs, err := op.Errors()
	if err != nil {
		return sweep.Outcome{Status: statusOf(err, wire.BenchFail), Note: err.Error()}
	}
	watch := sweep.Stopwatch{Budget: t.Limits.Time, Aim: 10 * time.Millisecond, Now: t.now}
	timing, err := watch.Measure(op.Run)
	if err != nil {
		return sweep.Outcome{Status: statusOf(err, wire.BenchFail), Note: err.Error()}
	}
	o := sweep.Outcome{
		Status:  wire.OK,
		Note:    op.Note,
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
	one := t.Place
	one.Batch = 1
	t.params, t.paramBytes, err = one.Params()
	return err
}

// bind makes room for the batch, without the old buffers beside the new ones.
func (t *tries) bind(batch int) (*Op, error) {
	if batch > t.largest {
		t.lab.Forget()
		runtime.GC()
		t.largest = batch
	}
	return t.plan.Bind(t.lab, batch)
}

func (t *tries) metrics(op *Op, e Errors, nsPerOp float64) []sweep.Metric {
	metrics := []sweep.Metric{
		{Unit: "MB/s", Value: float64(op.Bytes) * 1e3 / nsPerOp},
		{Unit: wire.UnitPlanNs, Value: float64(t.planTime)},
		{Unit: wire.UnitParams, Value: float64(t.params)},
		{Unit: wire.UnitParamBytes, Value: float64(t.paramBytes)},
		{Unit: wire.UnitScratchBytes, Value: float64(HeldBytes(t.plan) - t.paramBytes)},
		{Unit: wire.UnitRelL2Eps, Value: e.RelL2 / wire.Eps},
		{Unit: wire.UnitMaxErrEps, Value: e.MaxErr / wire.Eps},
	}
	if op.Flops > 0 {
		metrics = append(metrics, sweep.Metric{Unit: wire.UnitGFLOPS, Value: op.Flops / nsPerOp})
	}
	return metrics
}
