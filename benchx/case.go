package benchx

import (
	"errors"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Errors that a case function returns, wrapped or not, to say how the cell
// ended. An error that wraps context.DeadlineExceeded is a timeout; every other
// one is a prepare_fail when Prepare returns it and a bench_fail after that.
var (
	// ErrSkip: the cell makes no sense here, for example for want of a device.
	// It counts neither as covered nor as failed.
	ErrSkip = errors.New("skipped")
	// ErrOutOfMemory: memory ran out.
	ErrOutOfMemory = errors.New("out of memory")
)

// A Case is one cell of a benchmark: a place in the space of axes and the way
// to get something measurable there.
type Case struct {
	// Axes name the cell, in the order in which they stand in the name. At
	// least one is required.
	Axes []Axis

	// Prepare builds what the cell measures: plans, tables, trained weights,
	// buffers. It is called only when -bench selects the cell, once a round
	// (see Prepared.HeldBytes), and its time is reported as plan-ns.
	Prepare func() (*Prepared, error)

	// Deadline bounds one round of the cell, Prepare included; 0 means
	// Options.Deadline. It is checked between calls. A single call that is
	// still running at twice the deadline ends the process, as a test that
	// times out does: nothing else stops a benchmark that hangs.
	Deadline time.Duration
}

// Prepared is a cell that is ready to run. Only Op is required. Numbers that
// are 0 are not reported; all of them, Note and Limiter too, are read after the
// last Op, so Op may set them.
type Prepared struct {
	// Op is the timed call. It is first called once without being timed. The
	// harness adds some 3 ns to each call; an Op of a few nanoseconds should
	// do its work several times.
	Op func() error

	// Timed, if set, is what is measured, by a clock of the case's own, such as a
	// device's events: it runs n Ops and returns how long they took. It is called
	// with growing n until one call takes -benchtime. What the host allocates
	// meanwhile is not counted (-benchmem prints zeros). Op is still what warm-up and checks run.
	Timed func(n int) (time.Duration, error)

	// Check looks at what an Op left behind and returns nil if that is right.
	// It is called once per cell, not once per round, after an untimed Op.
	Check func() error

	// Accuracy measures how far what an Op left behind is from the truth, once
	// per cell like Check. A NaN or an infinity in it makes the cell a
	// bench_fail.
	Accuracy func() (Accuracy, error)

	// Heap measures what the cell takes of the heap, as a rule by MeasureHeap of
	// what Prepare makes and a first call of it. It is called once per cell, before
	// the first Op of the first round; every round reports held-bytes and
	// peak-bytes.
	Heap func() (Heap, error)

	// Close releases what Prepare took. It is called once.
	Close func() error

	Bytes        int64   // bytes one Op processes, reported as MB/s
	Flops        float64 // floating-point operations of one Op, reported as GFLOP/s
	Params       int64   // distinct stored parameters
	ParamBytes   int64   // bytes those parameters occupy
	ScratchBytes int64   // bytes of all else that stays for the next Op: tables, scratch, state
	TrainSteps   int64   // optimiser steps taken in Prepare

	// PlanTime replaces the measured time of Prepare, for a Prepare that also
	// makes inputs or expected results.
	PlanTime time.Duration

	// Metrics, if set, is called after the last of n timed Ops and returns
	// further metrics of the cell.
	Metrics func(n int) []Metric

	Note    string       // a remark for the reader
	Limiter wire.Limiter // what ended a capacity search at this cell

	// HeldBytes is the memory this value keeps alive. If it is not 0 and fits
	// into what is left of Options.KeepBytes, the next round uses this value
	// again instead of calling Prepare: worth it where Prepare is slow.
	HeldBytes int64
}

// Accuracy is the error of a result against the truth, as plain numbers: 1e-7,
// not multiples of an epsilon.
type Accuracy struct {
	RelL2  float64 // ‖X−T‖₂ / ‖T‖₂
	MaxErr float64 // max |Δ| over all components
}

// A Metric is one number of a cell. Unit is printable and has no blanks; by
// convention it ends in "/op" where the value is per operation.
type Metric struct {
	Unit  string
	Value float64
}
