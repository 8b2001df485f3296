package arena

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// chain returns s buffers of which each lives on while its successor is made.
func chain(s int, size int64) []Buffer {
	buffers := make([]Buffer, s)
	for i := range buffers {
		buffers[i] = Buffer{Size: size, First: i, Last: i + 1}
	}
	return buffers
}

func TestPackByHand(t *testing.T) {
	tests := map[string]struct {
		buffers []Buffer
		align   int64
		bytes   int64
		bound   int64
		peak    int
		live    []int
	}{
		"nothing":       {},
		"one":           {buffers: []Buffer{{Size: 7, First: 3, Last: 9}}, bytes: 7, bound: 7, peak: 3, live: []int{0}},
		"no bytes":      {buffers: []Buffer{{Size: 0, First: 0, Last: 9}, {Size: 0, First: 2, Last: 2}}},
		"one after one": {buffers: []Buffer{{5, 0, 0}, {9, 1, 1}, {3, 2, 2}}, bytes: 9, bound: 9, peak: 1, live: []int{1}},
		"the last step counts": {
			buffers: []Buffer{{5, 0, 1}, {9, 1, 2}}, bytes: 14, bound: 14, peak: 1, live: []int{1, 0},
		},
		// 10 lives throughout; 4 and 6 alternate above it.
		"nested": {
			buffers: []Buffer{{10, 0, 5}, {4, 1, 2}, {6, 3, 4}, {0, 0, 5}}, bytes: 16, bound: 16, peak: 3, live: []int{0, 2},
		},
		// Of two buffers of 100 bytes the upper begins at 256 and ends at 356.
		"the end is not rounded": {
			buffers: []Buffer{{100, 0, 1}, {100, 1, 2}}, align: 256, bytes: 356, bound: 356, peak: 1, live: []int{0, 1},
		},
		// 300 takes 512, 256 takes 256: rounding can spare only the 300, on top.
		"the widest pad goes on top": {
			buffers: []Buffer{{300, 0, 1}, {256, 1, 2}}, align: 256, bytes: 556, bound: 556, peak: 1, live: []int{0, 1},
		},
		// Twenty passes over 2^20 complex128 numbers.
		"ping-pong of transforms": {
			buffers: chain(20, 1<<24), align: 256, bytes: 2 << 24, bound: 2 << 24, peak: 1, live: []int{0, 1},
		},
		"ties by index": {
			buffers: []Buffer{{4, 0, 0}, {8, 0, 0}, {4, 0, 0}, {8, 0, 0}}, bytes: 24, bound: 24, live: []int{1, 3, 0, 2},
		},
		"steps far apart": {
			buffers: []Buffer{{4, 0, math.MaxInt}, {8, math.MaxInt, math.MaxInt}}, bytes: 12, bound: 12, peak: math.MaxInt, live: []int{1, 0},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p, err := Pack(tc.buffers, Options{Align: tc.align})
			require.NoError(t, err)
			require.NoError(t, p.Validate(tc.buffers))
			assert.Equal(t, tc.bytes, p.Bytes)
			assert.Equal(t, tc.bound, p.LowerBound)
			assert.Equal(t, tc.peak, p.PeakStep)
			assert.Equal(t, tc.live, p.Live)
			assert.True(t, p.Exact)
			assert.Zero(t, p.Gap())
		})
	}
}

// The bound wants 300 above 512 at either end, hence both of 300 at 512; they meet
// at step 1. So one of them lies at 0, or above 1024, and a 512 beside it ends
// at 1024 or higher: the search must prove what the bound does not say.
func TestPackProvesWhatTheBoundDoesNot(t *testing.T) {
	buffers := []Buffer{{512, 0, 0}, {300, 0, 1}, {300, 1, 2}, {512, 2, 2}}
	p, err := Pack(buffers, Options{Align: 256})
	require.NoError(t, err)
	require.NoError(t, p.Validate(buffers))
	assert.EqualValues(t, 812, p.LowerBound)
	assert.EqualValues(t, 1024, p.Bytes)
	assert.True(t, p.Exact)
	assert.InDelta(t, 212.0/812, p.Gap(), 1e-15)

	p, err = Pack(buffers, Options{Align: 256, Effort: -1})
	require.NoError(t, err)
	assert.False(t, p.Exact, "without a search nothing is proven")
}

func TestChainTakesTwoBuffers(t *testing.T) {
	for _, s := range []int{2, 3, 20, 1000, 100_000} {
		buffers := chain(s, 4096)
		p, err := Pack(buffers, Options{Align: 256})
		require.NoError(t, err)
		require.NoError(t, p.Validate(buffers))
		assert.EqualValues(t, 2*4096, p.Bytes, "%d buffers", s)
		assert.EqualValues(t, s*4096, p.Materialized)
		assert.Equal(t, float64(s)/2, p.Reuse())
	}
}

func TestPackRefuses(t *testing.T) {
	tests := map[string]struct {
		buffers []Buffer
		align   int64
		message string
	}{
		"size":      {buffers: []Buffer{{1, 0, 0}, {-1, 0, 0}}, message: "buffer 1: size -1 is negative"},
		"range":     {buffers: []Buffer{{1, 3, 2}}, message: "buffer 0: first step 3 comes after the last, 2"},
		"step":      {buffers: []Buffer{{1, -1, 2}}, message: "buffer 0: first step -1 is negative"},
		"align":     {align: 24, message: "alignment 24 is no power of two"},
		"below":     {align: -8, message: "alignment -8 is no power of two"},
		"sum":       {buffers: []Buffer{{1 << 62, 0, 0}, {1 << 62, 1, 1}}, message: "buffer 1: with its 4611686018427387904 bytes"},
		"rounding":  {buffers: []Buffer{{math.MaxInt64, 0, 0}}, align: 2, message: "buffer 0: with its 9223372036854775807 bytes"},
		"round sum": {buffers: []Buffer{{1, 0, 0}, {math.MaxInt64 - 8, 0, 0}}, align: 8, message: "buffer 1: with its"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Pack(tc.buffers, Options{Align: tc.align})
			assert.ErrorContains(t, err, tc.message)
		})
	}
	_, err := Pack([]Buffer{{math.MaxInt64 - 1, 0, 0}, {1, 0, 0}}, Options{})
	assert.NoError(t, err, "the sum just fits")
}

func TestValidateFindsFaults(t *testing.T) {
	buffers := []Buffer{{8, 0, 2}, {8, 2, 4}, {8, 5, 6}, {0, 0, 9}}
	tests := map[string]struct {
		plan    Plan
		message string
	}{
		"good":        {plan: Plan{Align: 8, Bytes: 16, Offsets: []int64{0, 8, 0, 0}}},
		"count":       {plan: Plan{Align: 8, Bytes: 16, Offsets: []int64{0, 8}}, message: "2 offsets for 4 buffers"},
		"alignment":   {plan: Plan{Align: 8, Bytes: 20, Offsets: []int64{0, 12, 0, 0}}, message: "buffer 1: offset 12 is no multiple of 8"},
		"below zero":  {plan: Plan{Align: 1, Bytes: 20, Offsets: []int64{0, 8, -1, 0}}, message: "buffer 2: offset -1"},
		"outside":     {plan: Plan{Align: 1, Bytes: 15, Offsets: []int64{0, 8, 0, 0}}, message: "buffer 1: 8 bytes at offset 8 exceed the arena of 15 bytes"},
		"one byte":    {plan: Plan{Align: 1, Bytes: 16, Offsets: []int64{0, 7, 0, 0}}, message: "buffers 0 and 1 share bytes while both are alive: [0,8) in steps 0 to 2, [7,15) in steps 2 to 4"},
		"from below":  {plan: Plan{Align: 1, Bytes: 16, Offsets: []int64{7, 0, 0, 0}}, message: "buffers 0 and 1 share"},
		"same place":  {plan: Plan{Align: 1, Bytes: 16, Offsets: []int64{4, 4, 0, 0}}, message: "buffers 0 and 1 share"},
		"far outside": {plan: Plan{Align: 1, Bytes: 16, Offsets: []int64{math.MaxInt64, 4, 0, 0}}, message: "buffer 0: 8 bytes"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			err := tc.plan.Validate(buffers)
			if tc.message == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tc.message)
		})
	}
}
