package benchx

import (
	"runtime"
	"runtime/metrics"
)

// Heap is what some work takes of the Go heap, in bytes as its allocator rounds
// them up.
type Heap struct {
	// Held is what is alive after the work and was not before it, 0 where the
	// work let go of more than it kept.
	Held int64
	// Peak is all that the work allocated. The heap rose by so much at most, and
	// by less if it was collected meanwhile.
	Peak int64
}

// MeasureHeap runs work and returns what it takes of the heap. What work stores
// in variables that it captured counts as held; what only its own variables
// hold does not.
//
// The heap is collected twice before and once after work, and read from the
// runtime's own counters, so that equal work gives equal numbers. They hold
// what other goroutines allocate meanwhile too, and now and then a few
// kilobytes of the runtime's own, for a new thread: see Prepared.Heap for how a
// suite keeps clear of that.
//
// What work leaves in a sync.Pool counts as held, since it stays there for
// another collection; what was in one before is gone. Memory outside of the
// heap does not count: stacks, globals, what C allocates, what is mapped.
//
// MeasureHeap returns the error of work, and then no measurement.
func MeasureHeap(work func() error) (Heap, error) {
	var m heapMeter
	m.collect() // what pools hold is dropped by the second collection
	m.collect()
	live, allocated := m.live(), m.allocated()
	if err := work(); err != nil {
		return Heap{}, err
	}
	m.collect()
	runtime.KeepAlive(work)
	return Heap{Held: max(m.live()-live, 0), Peak: m.allocated() - allocated}, nil
}

// heapMeter is a reading of the heap. It allocates nothing from one to the next.
type heapMeter struct{ samples [2]metrics.Sample }

// collect collects the heap and reads it. The order matters: small allocations
// reach the runtime's counters late, at a collection at the latest.
func (m *heapMeter) collect() {
	m.samples[0].Name = "/memory/classes/heap/objects:bytes"
	m.samples[1].Name = "/gc/heap/allocs:bytes"
	runtime.GC()
	metrics.Read(m.samples[:])
}

func (m *heapMeter) live() int64      { return int64(m.samples[0].Value.Uint64()) }
func (m *heapMeter) allocated() int64 { return int64(m.samples[1].Value.Uint64()) }

// heapTries bounds how often a cell's heap is measured.
const heapTries = 3

// steadyHeap calls measure until two results agree, heapTries times at most,
// and returns the least of each number: what others allocate only adds.
func steadyHeap(measure func() (Heap, error)) (Heap, error) {
	least, err := measure()
	for try := 1; err == nil && try < heapTries; try++ {
		var h Heap
		if h, err = measure(); h == least {
			break
		}
		least = Heap{min(least.Held, h.Held), min(least.Peak, h.Peak)}
	}
	return least, err
}
