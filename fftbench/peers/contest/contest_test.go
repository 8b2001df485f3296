package contest_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
)

// bench is a machine whose contenders need a known time.
type bench struct {
	now time.Duration
	ran []string // who ran, in order
}

func (b *bench) clock() time.Duration { return b.now }

func (b *bench) contender(name string, perOp time.Duration) contest.Contender {
	return contest.Timed(name, b.clock, func(times int) error {
		b.ran = append(b.ran, name)
		b.now += time.Duration(times) * perOp
		return nil
	})
}

func rules(rounds int) contest.Rules {
	return contest.Rules{Slot: time.Millisecond, Rounds: rounds, Rand: rand.New(rand.NewPCG(1, 0))}
}

func TestSlotsAreFilled(t *testing.T) {
	b := &bench{}
	results, err := rules(5).Run([]contest.Contender{
		b.contender("fast", 40*time.Nanosecond),
		b.contender("slow", 300*time.Microsecond),
		b.contender("longer than a slot", 3*time.Millisecond),
		b.contender("no time at all", 0),
	})
	require.NoError(t, err)
	var names []string
	for _, r := range results {
		names = append(names, r.Name)
		assert.Len(t, r.Slots, 5)
	}
	assert.Equal(t, []string{"fast", "slow", "longer than a slot", "no time at all"}, names)
	assert.Equal(t, 25000, results[0].Times)
	assert.Equal(t, 3, results[1].Times)
	assert.Equal(t, 1, results[2].Times)
	assert.Equal(t, []float64{40, 40, 40, 40, 40}, results[0].PerOp())
	assert.Equal(t, []float64{3e6, 3e6, 3e6, 3e6, 3e6}, results[2].PerOp())
}

// Every round has everyone once, and the orders differ.
func TestRoundsAreShuffled(t *testing.T) {
	b := &bench{}
	const rounds = 40
	_, err := rules(rounds).Run([]contest.Contender{
		b.contender("a", time.Millisecond), b.contender("b", time.Millisecond), b.contender("c", time.Millisecond),
	})
	require.NoError(t, err)
	last := b.ran[len(b.ran)-3*rounds:]
	orders := map[string]int{}
	for r := range rounds {
		orders[strings.Join(last[3*r:3*r+3], "")]++
	}
	assert.Len(t, orders, 6, "all orders of three, and nothing else: %v", orders)
}

func TestSeedRepeats(t *testing.T) {
	order := func() []string {
		b := &bench{}
		_, err := rules(9).Run([]contest.Contender{b.contender("a", time.Millisecond), b.contender("b", time.Millisecond)})
		require.NoError(t, err)
		return b.ran
	}
	assert.Equal(t, order(), order())
}

func TestErrorsSayWhose(t *testing.T) {
	broken := errors.New("broken")
	calls := 0
	_, err := rules(3).Run([]contest.Contender{{Name: "late", Time: func(int) (time.Duration, error) {
		if calls++; calls > 4 {
			return 0, broken
		}
		return time.Second, nil
	}}})
	assert.ErrorIs(t, err, broken)
	assert.EqualError(t, err, "late: broken")

	_, err = rules(3).Run([]contest.Contender{{Name: "first", Time: func(int) (time.Duration, error) { return 0, broken }}})
	assert.EqualError(t, err, "first: broken")
}

// The clocks run while the thread computes. How fast is no matter here.
func TestClocksRun(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, clock := range map[string]contest.Clock{"CPU": contest.CPUClock, "wall": contest.WallClock} {
		begin := clock()
		for clock() == begin {
		}
		assert.Greater(t, clock(), begin, name)
	}
}
