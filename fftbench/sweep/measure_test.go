package sweep

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeClock advances by what the op says it takes.
type fakeClock struct{ now time.Time }

func (c *fakeClock) Now() time.Time { return c.now }

func TestStopwatch(t *testing.T) {
	cases := []struct {
		name  string
		takes func(call int) time.Duration
		want  Timing
		calls int
	}{
		// A block of one op, then three of a hundred: 3 ms are a third of 9 ms.
		{"short", func(int) time.Duration { return 30 * time.Microsecond }, Timing{NsOp: 30000, Iters: 300}, 1 + 300},
		{"near the budget", func(int) time.Duration { return 40 * time.Millisecond }, Timing{NsOp: 40e6, Iters: 3}, 3},
		{"just over", func(int) time.Duration { return 55 * time.Millisecond }, Timing{NsOp: 55e6, Iters: 3, Over: true}, 3},
		{"well over", func(int) time.Duration { return 100 * time.Millisecond }, Timing{NsOp: 100e6, Iters: 2, Over: true}, 2},
		{"far over", func(int) time.Duration { return time.Second }, Timing{NsOp: 1e9, Iters: 1, Over: true}, 1},
		{"slow neighbours", func(call int) time.Duration {
			if call == 3 {
				return 40 * time.Millisecond
			}
			return 55 * time.Millisecond
		}, Timing{NsOp: 55e6, Iters: 3}, 3},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			clock, calls := &fakeClock{}, 0
			s := Stopwatch{Budget: 50 * time.Millisecond, Aim: 9 * time.Millisecond, Clock: ByClock(clock.Now, func() error {
				calls++
				clock.now = clock.now.Add(c.takes(calls))
				return nil
			})}
			got, err := s.Measure()
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.calls, calls)
		})
	}
}

func TestStopwatchPassesErrorsOn(t *testing.T) {
	for failing := 1; failing <= 3; failing++ {
		clock, calls := &fakeClock{}, 0
		boom := errors.New("boom")
		s := Stopwatch{Budget: time.Second, Aim: 3 * time.Millisecond, Clock: ByClock(clock.Now, func() error {
			calls++
			clock.now = clock.now.Add(time.Millisecond)
			if calls == failing {
				return boom
			}
			return nil
		})}
		_, err := s.Measure()
		assert.ErrorIs(t, err, boom)
		assert.Equal(t, failing, calls)
	}
}
