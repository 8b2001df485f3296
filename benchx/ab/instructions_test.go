package ab

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Counts are exact whatever a process does besides, for both ways to loop, and
// stand in the texts in pairs beside the times.
func TestRunCountsInstructions(t *testing.T) {
	w := newWorld(
		fakeBench{name: "N", old: 7, new: 8},
		fakeBench{name: "Loop", old: 3, new: 3, loop: true},
		fakeBench{name: "Fails", old: 1, new: 1, fate: fateAt("fail", "new", 3)}, // when it is counted
	)
	s := settings(2)
	s.MaxRounds, s.Instructions, s.Slice = 4, true, time.Hour
	run := w.runner(t, s)
	run.Undecided = func(Look) ([]Key, error) { return []Key{{"example.com/p", "N"}}, nil }
	r, err := run.Run(t.Context())
	require.NoError(t, err)
	old, new := texts(t, r)
	assert.Equal(t, 2, strings.Count(old, "BenchmarkN-2 \t2\t7000 instructions/op\n"), "in the least number of rounds")
	assert.Equal(t, 2, strings.Count(new, "BenchmarkN-2 \t2\t8000 instructions/op\n"))
	assert.Equal(t, 2, strings.Count(new, "BenchmarkLoop-2 \t2\t3000 instructions/op\n"))
	assert.Len(t, times(t, old, "N"), 4+2, "times, and zeros of counts")
	assert.Contains(t, new, "Unit instructions/op better=lower\n")
	assert.Equal(t, strings.Count(old, "BenchmarkFails"), strings.Count(new, "BenchmarkFails"))
	assert.NotContains(t, new, "bench_fail")
}

func TestCountedIters(t *testing.T) {
	assert.EqualValues(t, 2, countedIters(time.Hour), "never one, which is run in another way")
	assert.EqualValues(t, 50_000, countedIters(time.Microsecond))
	assert.EqualValues(t, 10_000_000, countedIters(0))
}
