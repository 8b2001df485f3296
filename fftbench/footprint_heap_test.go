package fftbench

import (
	"errors"
	"runtime"
	"runtime/metrics"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The heap that a plan takes is its footprint: not less, and not more than the
// allocator rounds sizes up, by 1.6 % of it and 32 KiB (large tables begin and
// end at pages of 8 KiB) with the few words that the plan has besides.
func TestFootprintIsTheHeap(t *testing.T) {
	everyCell(t, func(t *testing.T, c Cell) {
		if c.Variant == "fftw" || c.Variant == "kissfft" {
			t.Skip("its plans are in the memory of C")
		}
		c.N = 64
		_, err := c.Plan() // what is made once
		require.NoError(t, err)
		for _, c.N = range []int{1 << 14, 10007} {
			before := liveHeap()
			plan, err := c.Plan()
			if errors.Is(err, ErrUnsuited) {
				continue
			}
			require.NoError(t, err)
			held, told := liveHeap()-before, HeldBytes(plan)
			assert.GreaterOrEqual(t, held, told, "n=%d", c.N)
			assert.LessOrEqual(t, held, told+told/64+32<<10, "n=%d", c.N)
		}
	})
}

// liveHeap is the bytes of objects that are in use.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // what finalizers let go
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
