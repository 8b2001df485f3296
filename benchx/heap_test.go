package benchx_test

import (
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx"
)

// heapNoise is what the runtime and package testing may allocate besides.
const heapNoise = 64 << 10

func heapOf[T any](t *testing.T, build func() T) benchx.Heap {
	t.Helper()
	h, err := benchx.MeasureHeap(func() (T, error) { return build(), nil })
	require.NoError(t, err)
	return h
}

func assertBytes(t *testing.T, want, got int64, what string) {
	t.Helper()
	assert.GreaterOrEqual(t, got, want, what)
	assert.LessOrEqual(t, got, want+heapNoise, what)
}

func TestHeapOfWhatStays(t *testing.T) {
	const size = 64 << 20
	calls := 0
	h := heapOf(t, func() []byte { calls++; return make([]byte, size) })
	assertBytes(t, size, h.Held, "held")
	assertBytes(t, size, h.Peak, "peak")
	assert.LessOrEqual(t, calls, 3)
}

func TestHeapOfGarbage(t *testing.T) {
	const size = 64 << 20
	h := heapOf(t, func() int {
		garbage := make([]byte, size)
		runtime.KeepAlive(garbage)
		return len(garbage)
	})
	assertBytes(t, 0, h.Held, "held")
	assertBytes(t, size, h.Peak, "peak")
}

// Objects that share spans are counted one by one: 10,000 of 48 bytes, a size
// class of their own, in a slice of 80,000 bytes, which takes 10 pages of 8 KiB.
func TestHeapOfSmallObjects(t *testing.T) {
	type object [6]uint64
	h := heapOf(t, func() []*object {
		all := make([]*object, 10_000)
		for i := range all {
			all[i] = new(object)
		}
		return all
	})
	assertBytes(t, 10_000*48+10*8192, h.Held, "held")
	assert.GreaterOrEqual(t, h.Peak, h.Held)
}

// What lies in a pool afterwards is there for the next user; what lay there
// before is nobody's.
func TestHeapOfPools(t *testing.T) {
	const size = 1 << 20
	var pool sync.Pool
	fill := func() any { pool.Put(new([size]byte)); return nil }
	fill()
	h := heapOf(t, fill)
	assertBytes(t, size, h.Held, "the piece of this time, not less for the one before")
}

// What stays though its value is gone was kept by build elsewhere.
func TestHeapOfWhatIsKeptElsewhere(t *testing.T) {
	const size = 1 << 20
	var all [][]byte
	h := heapOf(t, func() any { all = append(all, make([]byte, size)); return nil })
	assertBytes(t, size, h.Held, "held")
	assert.Equal(t, 3, len(all), "the heap does not fall again, so the result is in doubt")
}

func TestHeapThatShrinks(t *testing.T) {
	const size = 1 << 20
	var old [3][]byte
	for i := range old {
		old[i] = make([]byte, 2*size)
	}
	calls := 0
	h := heapOf(t, func() []byte {
		old[calls] = nil
		calls++
		return make([]byte, size)
	})
	runtime.KeepAlive(&old)
	assert.Equal(t, benchx.Heap{Peak: h.Peak}, h, "one came and another of twice the size went, each time")
	assertBytes(t, size, h.Peak, "peak")
	assert.Equal(t, 3, calls)
}

func TestHeapOfNothing(t *testing.T) {
	h := heapOf(t, func() any { return nil })
	assertBytes(t, 0, h.Held, "held")
	assertBytes(t, 0, h.Peak, "peak")
}

func TestHeapOfFailure(t *testing.T) {
	broken, calls := errors.New("broken"), 0
	h, err := benchx.MeasureHeap(func() ([]byte, error) { calls++; return make([]byte, 1<<20), broken })
	assert.ErrorIs(t, err, broken)
	assert.Zero(t, h)
	assert.Equal(t, 1, calls)
}
