//go:build !purego

package kernels

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Stacks that grow during calls, wherever in them, move the work and the row, which
// are on them.
func TestCallsWhileTheStackGrows(t *testing.T) {
	needVectors(t)
	calls := AutosortOf[float64]().Calls([]int{24, 4}, [][]float64{groupTwiddles[float64](24, 4)})
	require.True(t, calls.Short())
	var want [2 * 96]float64
	callBelow(calls, 0, &want)
	assert.InDelta(t, 96*95/2, want[0], 1e-9)
	for depth := range 700 {
		got := make(chan [2 * 96]float64)
		go func() {
			var row [2 * 96]float64
			callBelow(calls, depth, &row)
			got <- row
		}()
		require.Equal(t, want, <-got, "depth %d", depth)
	}
}

// callBelow transforms a row on the stack below so many small frames.
//
//go:noinline
func callBelow(calls *Calls[float64], depth int, out *[2 * 96]float64) {
	if depth > 0 {
		callBelow(calls, depth-1, out)
		return
	}
	var row [2 * 96]float64
	for i := range 96 {
		row[2*i] = float64(i)
	}
	calls.Run(out[:], row[:], nil, false)
}

// Calls allocate nothing.
func TestCallsAllocateNothing(t *testing.T) {
	needVectors(t)
	calls := AutosortOf[float32]().Calls([]int{4, 4}, [][]float32{groupTwiddles[float32](4, 4)})
	row := make([]float32, 2*16)
	assert.Zero(t, testing.AllocsPerRun(100, func() { calls.Run(row, row, nil, false) }))
}
