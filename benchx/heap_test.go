package benchx_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx"
)

// heapNoise is what the runtime and package testing may allocate besides.
const heapNoise = 64 << 10

// measureHeap returns what work takes, which cannot fail.
func measureHeap(t *testing.T, work func()) benchx.Heap {
	t.Helper()
	h, err := benchx.MeasureHeap(func() error { work(); return nil })
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
	var kept, other []byte
	h := measureHeap(t, func() { kept = make([]byte, size) })
	assertBytes(t, size, h.Held, "held")
	assertBytes(t, size, h.Peak, "peak")

	h = measureHeap(t, func() { kept, other = nil, make([]byte, size/4) })
	assert.Zero(t, h.Held, "more was let go of than kept")
	assertBytes(t, size/4, h.Peak, "peak")
	assert.Len(t, other, size/4)
	assert.Nil(t, kept)
}

func TestHeapOfGarbage(t *testing.T) {
	const size = 64 << 20
	length := 0
	h := measureHeap(t, func() {
		garbage := make([]byte, size)
		length = len(garbage)
	})
	assert.Equal(t, size, length)
	assertBytes(t, 0, h.Held, "held")
	assertBytes(t, size, h.Peak, "peak")
}

// Objects that share spans are counted one by one: 10,000 of 48 bytes, a size
// class of their own, in a slice of 80,000 bytes, which takes 10 pages of 8 KiB.
func TestHeapOfSmallObjects(t *testing.T) {
	type object [6]uint64
	var kept []*object
	h := measureHeap(t, func() {
		kept = make([]*object, 10_000)
		for i := range kept {
			kept[i] = new(object)
		}
	})
	assertBytes(t, 10_000*48+10*8192, h.Held, "held")
	assert.GreaterOrEqual(t, h.Peak, h.Held)
	assert.Len(t, kept, 10_000)
}

// What lies in a pool after the work is there for the next; what lay there
// before is nobody's.
func TestHeapOfPools(t *testing.T) {
	const size = 1 << 20
	var pool sync.Pool
	fill := func() { pool.Put(new([size]byte)) }
	assertBytes(t, size, measureHeap(t, fill).Held, "one piece in the pool")
	assertBytes(t, size, measureHeap(t, fill).Held, "the first one is gone, and does not count against it")
}

func TestHeapOfNothing(t *testing.T) {
	h := measureHeap(t, func() {})
	assertBytes(t, 0, h.Held, "held")
	assertBytes(t, 0, h.Peak, "peak")
}

func TestHeapOfFailure(t *testing.T) {
	broken := errors.New("broken")
	var kept []byte
	h, err := benchx.MeasureHeap(func() error { kept = make([]byte, 1<<20); return broken })
	assert.ErrorIs(t, err, broken)
	assert.Zero(t, h, "%d bytes were kept, but the work was not done", len(kept))
}
