package benchx

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// cellKey identifies a cell over the rounds of a run. A cell that fails on one
// processor may work on two.
type cellKey struct {
	name  string
	procs int
}

// cell is what a suite remembers of a cell between rounds.
type cell struct {
	failure  *outcome  // set once the cell did not work: it is not tried again
	verified bool      // Check and Accuracy have passed
	accuracy *Accuracy // nil if the case measures none
	heap     *Heap     // nil if the case measures none, or not yet
	kept     *instance // nil unless held over to the next round
	said     string    // the log line that is out
}

// instance is a prepared cell.
type instance struct {
	*Prepared
	planNs float64
}

// A round is one pass of one cell: from Prepare to the last metric.
type round struct {
	suite *Suite
	cell  *cell
	b     *testing.B
	watch *watch
	at    phase
	dirty bool // Prepare, Heap, Check or Accuracy ran: their garbage is about

	taken *timing // by a clock of the case's own; nil if testing's timer ran
}

// run measures c and reports its metrics. A non-nil error says that the cell
// did not work; r.at is then where.
func (r *round) run(c Case) (out outcome, err error) {
	inst, err := r.instance(c)
	if err != nil {
		return outcome{}, err
	}
	defer func() {
		if err == nil && r.suite.keep(r.cell, inst) {
			return
		}
		if cerr := inst.close(); err == nil && cerr != nil {
			r.at, err = inClose, cerr
		}
	}()
	if err := r.measureHeap(inst); err != nil {
		return outcome{}, err
	}
	if err := r.step(inWarmUp, inst.Op); err != nil {
		return outcome{}, err
	}
	if err := r.verify(inst); err != nil {
		return outcome{}, err
	}
	if err := r.measure(inst); err != nil {
		return outcome{}, err
	}
	return r.report(inst)
}

var errNoOp = errors.New("nothing to run: Prepare returned no Op")

// instance returns the cell as the last round left it, or prepares it.
func (r *round) instance(c Case) (*instance, error) {
	if kept := r.suite.takeKept(r.cell); kept != nil {
		return kept, nil
	}
	r.at, r.dirty = inPrepare, true
	if c.Prepare == nil {
		return nil, errors.New("the case has no Prepare function")
	}
	var p *Prepared
	start := time.Now()
	err := guard(func() (err error) { p, err = c.Prepare(); return err })
	took := time.Since(start)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return nil, errNoOp
	}
	if p.PlanTime > 0 {
		took = p.PlanTime
	}
	inst := &instance{Prepared: p, planNs: float64(took.Nanoseconds())}
	err = r.watch.check()
	if p.Op == nil {
		err = errNoOp
	}
	if err != nil {
		return nil, errors.Join(err, inst.close())
	}
	return inst, nil
}

// step runs f as phase p, unless f is nil.
func (r *round) step(p phase, f func() error) error {
	if f == nil {
		return nil
	}
	r.at = p
	if err := guard(f); err != nil {
		return err
	}
	return r.watch.check()
}

// measureHeap runs Heap the first time the cell gets this far. That is before
// the warm-up, which fills what the collections emptied: a pool that Op uses.
func (r *round) measureHeap(inst *instance) error {
	if inst.Heap == nil || r.cell.heap != nil {
		return nil
	}
	r.dirty = true
	var h Heap
	err := r.step(inHeap, func() (err error) { h, err = inst.Heap(); return err })
	if err == nil {
		r.cell.heap = &h
	}
	return err
}

// verify runs Check and Accuracy the first time the cell gets this far.
func (r *round) verify(inst *instance) error {
	if r.cell.verified {
		return nil
	}
	r.dirty = true
	if err := r.step(inCheck, inst.Check); err != nil {
		return err
	}
	if inst.Accuracy != nil {
		var a Accuracy
		err := r.step(inAccuracy, func() (err error) { a, err = inst.Accuracy(); return err })
		if err != nil {
			return err
		}
		if err := a.check(); err != nil {
			return err
		}
		r.cell.accuracy = &a
	}
	r.cell.verified = true
	return nil
}

func (a Accuracy) check() error {
	if !finite(a.RelL2) {
		return fmt.Errorf("the relative L2 error is %v: the result is poisoned", a.RelL2)
	}
	if !finite(a.MaxErr) {
		return fmt.Errorf("the maximum error is %v: the result is poisoned", a.MaxErr)
	}
	return nil
}

// measure times the cell: by its own clock if it has one, else in b.Loop. On an
// error it runs the loop dry, because testing fails a benchmark that leaves
// b.Loop early and would then print no result.
func (r *round) measure(inst *instance) error {
	r.at = inOp
	if r.dirty {
		runtime.GC() // testing collected before Prepare and Check left their garbage
	}
	if inst.Timed != nil {
		taken, err := timeByClock(inst.Timed, r.watch)
		r.taken = &taken
		return err
	}
	err := timeLoop(r.b, inst.Op, r.watch)
	if err != nil {
		r.watch.stop() // running the loop dry must not count as hanging
		for r.b.Loop() {
		}
	}
	return err
}

func timeLoop(b *testing.B, op func() error, w *watch) (err error) {
	defer rescue(&err)
	for b.Loop() {
		if err := op(); err != nil {
			return err
		}
		if w.expired() {
			return w.check()
		}
	}
	return nil
}

// report hands the metrics of a finished measurement to b.
func (r *round) report(inst *instance) (outcome, error) {
	elapsed, n := r.b.Elapsed(), r.b.N
	if r.taken != nil {
		elapsed, n = r.taken.elapsed, r.taken.ops
	}
	metrics := inst.metrics(elapsed, n)
	if a := r.cell.accuracy; a != nil {
		metrics = append(metrics,
			Metric{wire.UnitRelL2Eps, a.RelL2 / wire.Eps},
			Metric{wire.UnitMaxErrEps, a.MaxErr / wire.Eps})
	}
	if h := r.cell.heap; h != nil {
		metrics = append(metrics,
			Metric{wire.UnitHeldBytes, float64(h.Held)},
			Metric{wire.UnitPeakBytes, float64(h.Peak)})
	}
	if inst.Metrics != nil {
		var own []Metric
		err := r.step(inMetrics, func() error { own = inst.Metrics(n); return nil })
		if err != nil {
			return outcome{}, err
		}
		metrics = append(metrics, own...)
	}
	complaint := ""
	if r.taken != nil {
		r.taken.bytes, r.taken.metrics = inst.Bytes, metrics
		complaint = r.taken.print(r.b)
	} else {
		r.b.SetBytes(inst.Bytes)
		complaint = reportMetrics(r.b, metrics)
	}
	return outcome{status: wire.OK, note: joinNotes(inst.Note, complaint), limiter: inst.Limiter}, nil
}

// metrics returns the metrics that follow from the instance's own numbers and
// from n operations in elapsed.
func (inst *instance) metrics(elapsed time.Duration, n int) []Metric {
	metrics := []Metric{{wire.UnitPlanNs, inst.planNs}}
	add := func(unit string, v float64) {
		if v != 0 {
			metrics = append(metrics, Metric{unit, v})
		}
	}
	if elapsed > 0 {
		add(wire.UnitGFLOPS, inst.Flops*float64(n)/float64(elapsed.Nanoseconds()))
	}
	add(wire.UnitParams, float64(inst.Params))
	add(wire.UnitParamBytes, float64(inst.ParamBytes))
	add(wire.UnitScratchBytes, float64(inst.ScratchBytes))
	add(wire.UnitTrainSteps, float64(inst.TrainSteps))
	return metrics
}

func (inst *instance) close() error {
	if inst.Close == nil {
		return nil
	}
	return guard(inst.Close)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
