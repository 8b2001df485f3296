package fft

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every row is worked on once, whatever the numbers.
func TestTeamTakesEachRowOnce(t *testing.T) {
	for _, rows := range []int{1, 2, 15, 16, 17, 1000} {
		for _, goroutines := range []int{1, 2, 3, 7} {
			for _, chunk := range []int{1, 3, 16, 2000} {
				var mu sync.Mutex
				count := make([]int, rows)
				team := newTeam(func(first, last int) {
					mu.Lock()
					defer mu.Unlock()
					for r := first; r < last; r++ {
						count[r]++
					}
				})
				for range 2 { // a team is used again
					team.run(rows, chunk, goroutines, chunk == 3)
				}
				for r, n := range count {
					require.Equal(t, 2, n, "row %d of %d", r, rows)
				}
			}
		}
	}
}

// A short call that comes alone is the caller's, whole.
func TestTeamLeavesShortCallsAlone(t *testing.T) {
	var got [][2]int
	team := newTeam(func(first, last int) { got = append(got, [2]int{first, last}) })
	team.run(40, 3, 4, true)
	assert.Equal(t, [][2]int{{0, 40}}, got)
	assert.Zero(t, team.members.Load())

	s := sharing{goroutines: 2, rowTime: 1000}
	assert.True(t, s.short(99))
	assert.False(t, s.short(100))
}

// Little work stays on one goroutine, and much is cut into chunks that none
// waits long for.
func TestSharing(t *testing.T) {
	for _, test := range []struct {
		s                       sharing
		rows, chunk, goroutines int
	}{
		{sharing{1, 1e6}, 100, 100, 1},
		{sharing{4, 100}, 50, 50, 1},
		{sharing{1 << 20, 1e6}, 1, 1, 1},
	} {
		chunk, goroutines := test.s.of(test.rows)
		assert.Equal(t, test.chunk, chunk, test)
		assert.Equal(t, test.goroutines, goroutines, test)
	}
	for rows := 1; rows < 5000; rows += 7 {
		for _, rowTime := range []float64{10, 1000, 1e6} {
			s := sharing{2, rowTime}
			chunk, goroutines := s.of(rows)
			assert.Positive(t, chunk)
			if goroutines == 2 {
				assert.LessOrEqual(t, chunk, rows/(2*chunksEach)+chunkRows, "rows %d", rows)
				assert.GreaterOrEqual(t, float64(rows)*rowTime, 2*shareTime)
			}
		}
	}
}

// A team of goroutines, and goroutines with a team each, give the bits of one.
func TestTeamsTransform(t *testing.T) {
	for _, n := range []int{64, 134, 1000, 4096} {
		checkTeams[complex64](t, n)
		checkTeams[complex128](t, n)
	}
}

func checkTeams[C Complex](t *testing.T, n int) {
	alone, err := New[C](n)
	require.NoError(t, err)
	plan, err := New[C](n, WithGoroutines(3))
	require.NoError(t, err)
	plan.shareTime(1e5) // so that few rows are worth sharing
	rows := 37
	x := make([]C, rows*n)
	for i := range x {
		x[i] = C(complex(float64(i%17), float64(i%29)))
	}
	want, wantBack := make([]C, len(x)), make([]C, len(x))
	require.NoError(t, alone.Forward(want, x))
	require.NoError(t, alone.Inverse(wantBack, x))
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			got := make([]C, len(x))
			columns := Layout{Stride: rows, Distance: 1}
			for range 2 {
				assert.NoError(t, plan.Forward(got, x))
				assert.True(t, slices.Equal(want, got), "n=%d", n)
				assert.NoError(t, plan.Inverse(got, x))
				assert.True(t, slices.Equal(wantBack, got), "n=%d", n)
				copy(got, x)
				assert.NoError(t, plan.Forward(got, got))
				assert.True(t, slices.Equal(want, got), "n=%d", n)
				turned := make([]C, len(x))
				assert.NoError(t, plan.ForwardBatch(turned, x, Batch{Rows: rows, Dst: columns}))
				for i, v := range turned {
					got[i%rows*n+i/rows] = v
				}
				assert.True(t, slices.Equal(want, got), "n=%d", n)
			}
		})
	}
	wait.Wait()
	calls := 200
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		require.NoError(t, plan.Forward(want, x))
	}
	runtime.ReadMemStats(&after)
	assert.Less(t, int(after.Mallocs-before.Mallocs), calls, "a team takes no memory, but for stacks now and then")
}

// shareTime makes a plan believe that a row takes so many nanoseconds.
func (p *Plan[C]) shareTime(ns float64) {
	if p.rows.single != nil {
		p.rows.single.share.rowTime = ns
	} else {
		p.rows.double.share.rowTime = ns
	}
}
