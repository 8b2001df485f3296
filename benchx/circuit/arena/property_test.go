package arena

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawBuffers draws up to n buffers within a few steps, so that they meet.
func drawBuffers(t *rapid.T, n int, size int64) []Buffer {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Buffer {
		first := rapid.IntRange(0, 12).Draw(t, "first")
		return Buffer{
			Size:  rapid.Int64Range(0, size).Draw(t, "size"),
			First: first,
			Last:  rapid.IntRange(first, first+8).Draw(t, "last"),
		}
	}), 0, n).Draw(t, "buffers")
}

func drawAlign(t *rapid.T) int64 {
	return rapid.SampledFrom([]int64{0, 1, 2, 8, 64}).Draw(t, "align")
}

// overlapping looks at all pairs for two that share bytes.
func overlapping(buffers []Buffer, offsets []int64) bool {
	for i, a := range buffers {
		for j, b := range buffers[:i] {
			inTime := max(a.First, b.First) <= min(a.Last, b.Last)
			inSpace := max(offsets[i], offsets[j]) < min(offsets[i]+a.Size, offsets[j]+b.Size)
			if inTime && inSpace && a.Size > 0 && b.Size > 0 {
				return true
			}
		}
	}
	return false
}

// mostAlive is the sum of the sizes alive at the worst step.
func mostAlive(buffers []Buffer) int64 {
	var most int64
	for _, at := range buffers {
		var sum int64
		for _, b := range buffers {
			if b.First <= at.First && at.First <= b.Last {
				sum += b.Size
			}
		}
		most = max(most, sum)
	}
	return most
}

func TestPackProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		buffers := drawBuffers(t, 40, 300)
		o := Options{Align: drawAlign(t), Effort: rapid.SampledFrom([]int{-1, 0, 500}).Draw(t, "effort")}
		p, err := Pack(buffers, o)
		require.NoError(t, err)

		require.NoError(t, p.Validate(buffers))
		assert.False(t, overlapping(buffers, p.Offsets))
		var sum, end int64
		for i, b := range buffers {
			sum += b.Size
			end = max(end, p.Offsets[i]+b.Size)
			if b.Size == 0 {
				assert.Zero(t, p.Offsets[i])
			}
		}
		assert.Equal(t, sum, p.Materialized)
		assert.Equal(t, end, p.Bytes)
		assert.LessOrEqual(t, mostAlive(buffers), p.LowerBound)
		assert.LessOrEqual(t, p.LowerBound, p.Bytes)
		assert.LessOrEqual(t, p.Bytes, sum+max(1, o.Align)*int64(len(buffers)))
		if o.Align <= 1 {
			assert.Equal(t, mostAlive(buffers), p.LowerBound)
			var live int64
			for _, i := range p.Live {
				live += buffers[i].Size
			}
			assert.Equal(t, p.LowerBound, live)
		}
		if p.Bytes == p.LowerBound {
			assert.True(t, p.Exact)
		}

		again, err := Pack(buffers, o)
		require.NoError(t, err)
		assert.Equal(t, p, again)
	})
}

// What a plan takes depends on the buffers, not on the order they come in.
func TestPackDoesNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		buffers := drawBuffers(t, 30, 100)
		o := Options{Align: drawAlign(t), Effort: 300}
		p, err := Pack(buffers, o)
		require.NoError(t, err)
		shuffled := rapid.Permutation(buffers).Draw(t, "shuffled")
		q, err := Pack(shuffled, o)
		require.NoError(t, err)
		assert.Equal(t, p.Bytes, q.Bytes)
		assert.Equal(t, p.Order, q.Order)
		assert.Equal(t, p.Exact, q.Exact)
		assert.Equal(t, p.PeakStep, q.PeakStep)
	})
}

// Steps at which nothing begins or ends change nothing.
func TestPackDoesNotDependOnIdleSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		buffers := drawBuffers(t, 20, 100)
		p, err := Pack(buffers, Options{Effort: 300})
		require.NoError(t, err)
		late := make([]Buffer, len(buffers))
		for i, b := range buffers {
			late[i] = Buffer{b.Size, 1000 + 7*b.First, 1000 + 7*b.Last + 3}
		}
		q, err := Pack(late, Options{Effort: 300})
		require.NoError(t, err)
		assert.Equal(t, p.Bytes, q.Bytes)
		assert.Equal(t, p.Offsets, q.Offsets)
	})
}

// least tries first fit in every order; one of them is that of the offsets of a best plan.
func least(buffers []Buffer, align int64) int64 {
	best := int64(math.MaxInt64)
	offsets := make([]int64, len(buffers))
	var place func(done []int, height int64)
	place = func(done []int, height int64) {
		if len(done) == len(buffers) {
			best = min(best, height)
			return
		}
	next:
		for i, b := range buffers {
			for _, j := range done {
				if i == j {
					continue next
				}
			}
			var at int64
			for moved := true; moved; {
				moved = false
				for _, j := range done {
					o := buffers[j]
					if b.First <= o.Last && o.First <= b.Last && at < offsets[j]+o.Size && offsets[j] < at+b.Size {
						at, moved = (offsets[j]+o.Size+align-1)/align*align, true
					}
				}
			}
			offsets[i] = at
			place(append(done, i), max(height, at+b.Size))
		}
	}
	place(make([]int, 0, len(buffers)), 0)
	return best
}

func TestPackIsOptimalForFewBuffers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		align := rapid.SampledFrom([]int64{1, 4, 16}).Draw(t, "align")
		buffers := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Buffer {
			first := rapid.IntRange(0, 5).Draw(t, "first")
			return Buffer{rapid.Int64Range(1, 40).Draw(t, "size"), first, rapid.IntRange(first, 6).Draw(t, "last")}
		}), 1, 6).Draw(t, "buffers")
		p, err := Pack(buffers, Options{Align: align})
		require.NoError(t, err)
		assert.True(t, p.Exact)
		assert.Equal(t, least(buffers, align), p.Bytes)
	})
}

// The same on many more sets, for a prune that is wrong once in a thousand.
func TestPackIsOptimalForManySets(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for range 4000 {
		buffers := make([]Buffer, 4+random.IntN(3))
		for i := range buffers {
			first := random.IntN(6)
			buffers[i] = Buffer{1 + random.Int64N(40), first, min(6, first+random.IntN(4))}
		}
		align := int64(1) << (2 * random.IntN(3))
		p, err := Pack(buffers, Options{Align: align})
		require.NoError(t, err)
		require.True(t, p.Exact, "%v", buffers)
		require.Equal(t, least(buffers, align), p.Bytes, "%v at %d", buffers, align)
	}
}

// The neighbours that places finds are those a walk would.
func TestPlacesFindNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 63, 64, 65, 4096, 4097, 300_000}).Draw(t, "n")
		s, in := newPlaces(n), map[int]bool{}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 60 {
			i := random.IntN(n)
			if in[i] {
				s.remove(i)
				delete(in, i)
			} else {
				s.add(i)
				in[i] = true
			}
			at := random.IntN(n)
			below, above := -1, n
			for k := range in {
				if k < at {
					below = max(below, k)
				}
				if k > at {
					above = min(above, k)
				}
			}
			got, ok := s.before(at)
			assert.Equal(t, below >= 0, ok)
			assert.Equal(t, max(0, below), got)
			got, ok = s.after(at)
			assert.Equal(t, above < n, ok)
			if ok {
				assert.Equal(t, above, got)
			}
		}
	})
}
