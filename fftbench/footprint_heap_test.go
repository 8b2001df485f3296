package fftbench

import (
	"errors"
	"runtime"
	"runtime/metrics"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The heap that a plan takes is its footprint: not less, and not more than what
// the allocator makes of the parts by 1.6 % and 32 KiB, which is for parts that
// are several slices and for the few words that a plan has besides.
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
			held, told, given := liveHeap()-before, HeldBytes(plan), int64(0)
			for _, part := range plan.Footprint() {
				given += allocated(part.Bytes)
			}
			assert.GreaterOrEqual(t, held, told, "n=%d", c.N)
			assert.LessOrEqual(t, held, given+given/64+32<<10, "n=%d", c.N)
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

// allocated is what the allocator gives for so many bytes: sizes are rounded up,
// from 32 KiB on to pages of 8 KiB, and append uses what it gets.
func allocated(bytes int64) int64 {
	return int64(cap(append([]byte(nil), make([]byte, bytes)...)))
}
