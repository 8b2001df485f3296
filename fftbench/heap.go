package fftbench

import "github.com/fftstudy/fftstudy/benchx"

// heapRows is how many rows a call has whose memory is measured: enough to show
// what a plan keeps for calls, which does not grow with the rows, and few enough
// to take no time.
const heapRows = 4

// MeasureHeap measures what a cell takes of the heap beside its input and
// output: Held is what its plan holds after a first call, of four rows at most;
// Peak has what planning and that call dropped too.
//
// What C holds is not on the Go heap; see OnHeap.
func (c Cell) MeasureHeap(lab *Lab) (benchx.Heap, error) {
	c.Batch = min(c.Batch, heapRows)
	run, err := c.implementation() // the look into the catalog is not the plan's
	if err != nil {
		return benchx.Heap{}, err
	}
	plan, err := run.plan(c.Dir, c.N, c.Precision)
	if err != nil {
		return benchx.Heap{}, unsuited(err)
	}
	plan.Bind(lab, c.Batch) // the lab's buffers, which all cells share, are not the cell's
	return benchx.MeasureHeap(func() (Plan, error) {
		plan, err := run.plan(c.Dir, c.N, c.Precision)
		if err != nil {
			return nil, err
		}
		return plan, plan.Bind(lab, c.Batch).Run()
	})
}

// OnHeap reports whether a variant keeps its plans on the Go heap.
func OnHeap(name string) bool {
	v, err := runnable(name)
	if err != nil {
		return false
	}
	_, inC := v.run.(peer)
	return !inC
}
