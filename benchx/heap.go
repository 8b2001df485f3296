package benchx

import (
	"runtime"
	"runtime/metrics"
)

// Heap is what something takes of the Go heap, in bytes as its allocator rounds
// them up.
type Heap struct {
	// Held is what stays alive, 0 where making it let go of more than it kept.
	Held int64
	// Peak is all that was allocated in making it. The heap rose by so much at
	// most, and by less if it was collected meanwhile.
	Peak int64
}

// heapTries bounds how often MeasureHeap makes a thing.
const heapTries = 3

// MeasureHeap returns what the value that build returns takes of the heap, with
// all that it refers to and all else that build leaves there:
//
//	heap, err := benchx.MeasureHeap(func() (*Index, error) { return NewIndex(docs) })
//
// The heap is read from the runtime's own counters after collections: twice
// before build, once after it, and once more when its value is gone. If it then
// falls by as much as it rose, nothing else moved meanwhile, neither in other
// goroutines nor in the runtime, which allocates some kilobytes for a new
// thread. Otherwise build is called again, three times at most; if it never
// agrees, Heap has the middle of each number.
//
// What build leaves in a sync.Pool counts as held, since it stays there for
// another collection; what was in one before is gone. Memory outside of the
// heap does not count: stacks, globals, what C allocates, what is mapped.
//
// MeasureHeap returns the first error of build, and then no measurement.
func MeasureHeap[T any](build func() (T, error)) (Heap, error) {
	var meter heapMeter
	value := new(T)
	meter.collect() // what pools hold is dropped by the next one
	var tries [heapTries]Heap
	for i := range tries {
		before := meter.collect()
		var err error
		if *value, err = build(); err != nil {
			return Heap{}, err
		}
		with := meter.collect()
		runtime.KeepAlive(value)
		*value = *new(T)
		after := meter.collect()
		tries[i] = Heap{Held: max(with.live-before.live, 0), Peak: with.allocated - before.allocated}
		if tries[i].Held == with.live-after.live {
			return tries[i], nil
		}
	}
	return Heap{
		Held: middle(tries[0].Held, tries[1].Held, tries[2].Held),
		Peak: middle(tries[0].Peak, tries[1].Peak, tries[2].Peak),
	}, nil
}

func middle(a, b, c int64) int64 { return max(min(a, b), min(max(a, b), c)) }

// heapReading is the heap's state in bytes.
type heapReading struct {
	live      int64 // objects that the last collection found reachable
	allocated int64 // since the program began
}

// heapMeter reads the heap and allocates nothing.
type heapMeter struct{ samples [2]metrics.Sample }

// collect collects the heap and reads it. The order matters: small allocations
// reach the runtime's counters late, at a collection at the latest.
func (m *heapMeter) collect() heapReading {
	m.samples[0].Name = "/memory/classes/heap/objects:bytes"
	m.samples[1].Name = "/gc/heap/allocs:bytes"
	runtime.GC()
	metrics.Read(m.samples[:])
	return heapReading{
		live:      int64(m.samples[0].Value.Uint64()),
		allocated: int64(m.samples[1].Value.Uint64()),
	}
}
