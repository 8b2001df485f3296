package arena

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// floors spells a terrain out, step by step, and checks that it has no gap.
func floors(t *rapid.T, g *terrain) []int64 {
	var f []int64
	for l := 0; l < len(g.floor); l = g.right[l] + 1 {
		at := g.at(l)
		assert.Equal(t, l, g.left[at.right])
		for range at.right - at.left + 1 {
			f = append(f, at.floor)
		}
	}
	return f
}

// A terrain is what the raised steps make it, and can be taken back to any
// earlier state.
func TestTerrainRaisesAndTakesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.IntRange(1, 20).Draw(t, "steps")
		g := newTerrain(steps)
		g.level()
		model := [][]int64{make([]int64, steps)}
		marks := []int{0}
		for range rapid.IntRange(1, 20).Draw(t, "moves") {
			if len(marks) > 1 && rapid.IntRange(0, 3).Draw(t, "back") == 0 {
				to := rapid.IntRange(0, len(marks)-1).Draw(t, "to")
				g.back(marks[to])
				model, marks = model[:to+1], marks[:to+1]
			}
			was := model[len(model)-1]
			left := g.left[g.right[0]]
			for range rapid.IntRange(0, 3).Draw(t, "along") {
				if next := g.right[left] + 1; next < steps {
					left = next
				}
			}
			at := g.at(left)
			from := rapid.IntRange(at.left, at.right).Draw(t, "from")
			to := rapid.IntRange(from, at.right).Draw(t, "to")
			up := rapid.Int64Range(1, 3).Draw(t, "up")
			now := append([]int64(nil), was...)
			for k := from; k <= to; k++ {
				now[k] += up
			}
			var by []stretch
			if at.left < from {
				by = append(by, stretch{at.left, from - 1, at.floor})
			}
			by = append(by, stretch{from, to, at.floor + up})
			if to < at.right {
				by = append(by, stretch{to + 1, at.right, at.floor})
			}
			g.replace(at, by...)
			model, marks = append(model, now), append(marks, len(g.trail))
			assert.Equal(t, now, floors(t, g))
		}
		for len(marks) > 1 {
			marks, model = marks[:len(marks)-1], model[:len(model)-1]
			g.back(marks[len(marks)-1])
			assert.Equal(t, model[len(model)-1], floors(t, g))
		}
	})
}

func TestContestFindsTheLowest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		score := make([]float64, n)
		for i := range score {
			score[i] = math.Inf(1)
		}
		c := newContest(n)
		c.reset()
		for range 30 {
			i := rapid.IntRange(0, n-1).Draw(t, "i")
			score[i] = float64(rapid.IntRange(0, 5).Draw(t, "score"))
			c.enter(i, score)
			lowest := 0
			for k, s := range score {
				if s < score[lowest] {
					lowest = k
				}
			}
			assert.Equal(t, lowest, c.winner())
		}
	})
}
