package arena

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The picker finds what a walk over all items would.
func TestPickerFindsTheFirstWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		steps := rapid.IntRange(1, 30).Draw(t, "steps")
		c := component{steps: steps, items: make([]item, rapid.IntRange(1, 70).Draw(t, "items"))}
		for i := range c.items {
			first := random.IntN(steps)
			c.items[i] = item{size: 1, room: 1, first: first, last: first + random.IntN(steps-first)}
		}
		p := newPicker(c)
		for range 2 { // a second order on the same tree
			order := random.Perm(len(c.items))
			left := append([]int(nil), order...)
			p.reset(order)
			for range 2 * len(c.items) {
				from := random.IntN(steps)
				to := from + random.IntN(steps-from)
				want := none
				for k, i := range left {
					if from <= c.items[i].first && c.items[i].last <= to {
						want = i
						left = append(left[:k:k], left[k+1:]...)
						break
					}
				}
				require.Equal(t, want, p.take(from, to))
			}
		}
	})
}
