package fftbench

import (
	"runtime"

	"github.com/fftstudy/fftstudy/benchx"
)

// heapKey names a measurement of the heap; the cell's batch is 1.
type heapKey struct {
	cell  Cell
	procs int // GOMAXPROCS
}

// MeasureHeap measures what a cell takes of the heap beside its input and
// output: Held is what its plan holds after a first call, Peak has what planning
// and that call dropped too. What a plan holds does not depend on the batch, so
// the call is of one row, and the cells of a lab that differ in nothing else
// share one measurement.
//
// What C holds is not on the Go heap; see OnHeap.
func (c Cell) MeasureHeap(lab *Lab) (benchx.Heap, error) {
	c.Batch = 1
	key := heapKey{c, runtime.GOMAXPROCS(0)}
	if h, ok := lab.heaps[key]; ok {
		return h, nil
	}
	run, err := c.implementation() // the look into the catalog is not the plan's
	if err != nil {
		return benchx.Heap{}, err
	}
	plan, err := run.plan(c.Dir, c.N, c.Precision)
	if err != nil {
		return benchx.Heap{}, unsuited(err)
	}
	// The lab's buffers, which all cells share, are not the cell's.
	if _, err := plan.Bind(lab, c.Batch); err != nil {
		return benchx.Heap{}, err
	}
	h, err := benchx.MeasureHeap(func() (Plan, error) {
		plan, err := run.plan(c.Dir, c.N, c.Precision)
		if err != nil {
			return nil, err
		}
		op, err := plan.Bind(lab, c.Batch)
		if err != nil {
			return nil, err
		}
		return plan, op.Run()
	})
	if err == nil {
		lab.heaps[key] = h
	}
	return h, err
}

// OnHeap reports whether a variant keeps its plans on the Go heap.
func OnHeap(name string) bool {
	v, err := runnable(name)
	if err != nil {
		return false
	}
	_, inC := v.run.(peer) // devices are peers too
	return !inC
}
