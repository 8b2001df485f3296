package arena

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// quality sums up gaps over lower bounds.
type quality struct{ sum, worst float64 }

func (q *quality) add(bytes, bound int64) {
	gap := float64(bytes-bound) / float64(bound)
	q.sum += gap
	q.worst = max(q.worst, gap)
}

func (q *quality) log(t *testing.T, what string, sets int) {
	t.Logf("%-28s mean %.4f %%, worst %.2f %%", what, 100*q.sum/float64(sets), 100*q.worst)
}

// randomSet returns 5 to 40 buffers; k chooses by turns one of two laws of sizes
// (uniform, and uniform in the logarithm), of lifetimes and of alignments.
func randomSet(k int) ([]Buffer, int64) {
	random := rand.New(rand.NewPCG(uint64(k), 2024))
	n := 5 + random.IntN(36)
	steps := n
	if k&2 != 0 {
		steps = 20
	}
	longest := steps
	if k&4 != 0 {
		longest = max(1, steps/4)
	}
	buffers := make([]Buffer, n)
	for i := range buffers {
		size := 1 + random.Int64N(1<<16)
		if k&1 != 0 {
			size = int64(math.Exp2(16 * random.Float64()))
		}
		first := random.IntN(steps)
		buffers[i] = Buffer{Size: size, First: first, Last: min(steps-1, first+random.IntN(longest))}
	}
	if k&8 != 0 {
		return buffers, 256
	}
	return buffers, 1
}

// reference is the planner to be better than: first fit in the order of the
// first step, the larger first.
func reference(buffers []Buffer, align int64) int64 {
	order := make([]int, len(buffers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := buffers[i], buffers[j]
		if a.First != b.First {
			return a.First - b.First
		}
		return int(b.Size - a.Size)
	})
	offsets := make([]int64, len(buffers))
	var height int64
	for at, i := range order {
		b := buffers[i]
		for moved := true; moved; {
			moved = false
			for _, j := range order[:at] {
				o := buffers[j]
				if b.First <= o.Last && o.First <= b.Last && offsets[i] < offsets[j]+o.Size && offsets[j] < offsets[i]+b.Size {
					offsets[i], moved = roundUp(offsets[j]+o.Size, align), true
				}
			}
		}
		height = max(height, offsets[i]+b.Size)
	}
	return height
}

// bestFirstFit is the best of the orders, each by first fit.
func bestFirstFit(buffers []Buffer, align int64) int64 {
	var height int64
	for _, c := range components(itemsOf(buffers, align), align) {
		w, s := newCrowd(c), newShelf(c.items)
		best := int64(math.MaxInt64)
		for o := range orders {
			best = min(best, s.fill(w.sequence(o), false, math.MaxInt64))
		}
		height = max(height, best)
	}
	return height
}

func TestQualityOnRandomSets(t *testing.T) {
	const sets = 2000
	var byStart, byOrders, withoutSearch, packed quality
	exact := 0
	for k := range sets {
		buffers, align := randomSet(k)
		p, err := Pack(buffers, Options{Align: align})
		require.NoError(t, err)
		require.NoError(t, p.Validate(buffers))
		packed.add(p.Bytes, p.LowerBound)
		if p.Exact {
			exact++
		}
		q, err := Pack(buffers, Options{Align: align, Effort: -1})
		require.NoError(t, err)
		withoutSearch.add(q.Bytes, p.LowerBound)
		byStart.add(reference(buffers, align), p.LowerBound)
		byOrders.add(bestFirstFit(buffers, align), p.LowerBound)
	}
	byStart.log(t, "first fit by start", sets)
	byOrders.log(t, "best of five by first fit", sets)
	withoutSearch.log(t, "all orders, no search", sets)
	packed.log(t, "Pack", sets)
	t.Logf("proven least: %d of %d", exact, sets)
	assert.LessOrEqual(t, packed.sum/sets, 0.001)
	assert.LessOrEqual(t, packed.worst, 0.05)
	assert.GreaterOrEqual(t, exact, sets*99/100)
}
