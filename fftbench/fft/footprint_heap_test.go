package fft_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The heap that a plan takes is its footprint: not less, and not more than the
// allocator rounds sizes up, by 1.6 % of it and 32 KiB (large tables begin and end
// at pages of 8 KiB) with the few words that the plan has besides.
func TestFootprintIsTheHeap(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, d := range describedPlans() {
		_, err := d.build(4096) // whatever is made once
		require.NoError(t, err)
		lengths := []int{4096, 1 << 14, 1 << 16}
		if !d.powers {
			lengths = append(lengths, 67*67, 10007, 15015, 65537)
		}
		for _, n := range lengths {
			checkHeap(t, d, n)
		}
	}
}

func checkHeap(t *testing.T, d described, n int) {
	t.Helper()
	before := liveHeap()
	plan, err := d.build(n)
	require.NoError(t, err)
	held := liveHeap() - before
	told := int64(0)
	for _, part := range plan.Footprint() {
		told += part.Bytes
	}
	assert.GreaterOrEqual(t, held, told, "%s n=%d", d.name, n)
	assert.LessOrEqual(t, held, told+told/64+32<<10, "%s n=%d", d.name, n)
}

// liveHeap is the bytes of objects that are in use.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // what finalizers let go
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
