package sweep

import (
	"errors"
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// upTo is a probe that manages every batch up to limit and ends as beyond says
// past it.
func upTo(limit int, beyond wire.Status) Probe {
	return func(batch int) (Outcome, error) {
		if batch <= limit {
			return Outcome{Status: wire.OK, NsPerOp: float64(batch)}, nil
		}
		return Outcome{Status: beyond, OverBudget: true, Note: fmt.Sprintf("%d is too much", batch)}, nil
	}
}

func batches(tried []Outcome) []int {
	var out []int
	for _, o := range tried {
		out = append(out, o.Batch)
	}
	return out
}

func TestSearchDoublesThenBisects(t *testing.T) {
	r, err := Search(Bounds{Cap: 1024}, upTo(21, wire.Timeout))
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 4, 8, 16, 32, 24, 20, 22, 21}, batches(r.Tried))
	assert.Equal(t, 21, r.Largest.Batch)
	assert.Equal(t, 22, r.Beyond.Batch)
	assert.Equal(t, wire.LimitTime, r.Limiter)
	assert.Equal(t, "22 is too much", r.Beyond.Note)
}

func TestSearchStopsAtItsCap(t *testing.T) {
	r, err := Search(Bounds{Cap: 100}, upTo(1<<30, wire.Timeout))
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 4, 8, 16, 32, 64, 100}, batches(r.Tried))
	assert.Equal(t, 100, r.Largest.Batch)
	assert.Nil(t, r.Beyond)
	assert.Equal(t, wire.LimitCap, r.Limiter)
}

func TestSearchWhereNothingWorks(t *testing.T) {
	r, err := Search(Bounds{Cap: 100}, func(int) (Outcome, error) {
		return Outcome{Status: wire.PrepareFail, Note: "n is odd"}, nil
	})
	require.NoError(t, err)
	assert.Equal(t, []int{1}, batches(r.Tried))
	assert.Nil(t, r.Largest)
	assert.Equal(t, wire.PrepareFail, r.Beyond.Status)
	assert.Equal(t, wire.LimitFailure, r.Limiter)
}

func TestSearchStopsAtItsResolution(t *testing.T) {
	r, err := Search(Bounds{Cap: 1 << 20, Resolution: 1.0 / 16}, upTo(21000, wire.OOM))
	require.NoError(t, err)
	assert.Equal(t, []int{16384, 32768, 24576, 20480, 22528, 21504}, batches(r.Tried[14:]))
	assert.Equal(t, 20480, r.Largest.Batch)
	assert.Equal(t, wire.LimitMemory, r.Limiter)
}

func TestSearchKeepsWhatItHasOnError(t *testing.T) {
	cancelled := errors.New("cancelled")
	r, err := Search(Bounds{Cap: 64}, func(batch int) (Outcome, error) {
		if batch > 4 {
			return Outcome{}, cancelled
		}
		return Outcome{Status: wire.OK}, nil
	})
	assert.ErrorIs(t, err, cancelled)
	assert.Equal(t, []int{1, 2, 4}, batches(r.Tried))
	assert.Equal(t, 4, r.Largest.Batch)
	assert.Empty(t, r.Limiter, "nothing ended the search but the error")
}

func TestSearchFindsEveryMonotoneLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 1<<20).Draw(t, "limit")
		highest := rapid.IntRange(1, 1<<20).Draw(t, "cap")
		r, err := Search(Bounds{Cap: highest}, upTo(limit, wire.OOM))
		require.NoError(t, err)

		assert.LessOrEqual(t, len(r.Tried), 2*bits.Len(uint(highest-1))+1)
		want := min(limit, highest)
		if want == 0 {
			assert.Nil(t, r.Largest)
		} else {
			assert.Equal(t, want, r.Largest.Batch)
		}
		if limit >= highest {
			assert.Nil(t, r.Beyond)
			assert.Equal(t, wire.LimitCap, r.Limiter)
		} else {
			assert.Equal(t, limit+1, r.Beyond.Batch)
			assert.Equal(t, wire.LimitMemory, r.Limiter)
		}
		seen := map[int]bool{}
		for _, b := range batches(r.Tried) {
			assert.False(t, seen[b], "batch %d was tried twice", b)
			assert.LessOrEqual(t, b, highest)
			seen[b] = true
		}
	})
}
