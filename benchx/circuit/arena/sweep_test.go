package arena

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestSweepKeepsItemsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var buffers []Buffer
		for range rapid.IntRange(1, 60).Draw(t, "buffers") {
			first := rapid.IntRange(0, 40).Draw(t, "first")
			buffers = append(buffers, Buffer{
				Size: rapid.Int64Range(1, 50).Draw(t, "size"), First: first, Last: first + rapid.IntRange(0, 9).Draw(t, "life"),
			})
		}
		align := int64(1) << rapid.IntRange(0, 4).Draw(t, "align")
		items := itemsOf(buffers, align)
		s := sweep{items: items, offsets: make([]int64, len(items))}
		height := s.fill()
		top := int64(0)
		for i, a := range items {
			assert.Zero(t, s.offsets[i]%align)
			top = max(top, s.offsets[i]+a.size)
			for j, b := range items[:i] {
				together := a.first <= b.last && b.first <= a.last
				apart := s.offsets[i]+a.size <= s.offsets[j] || s.offsets[j]+b.size <= s.offsets[i]
				assert.True(t, !together || apart, "%v at %d and %v at %d", a, s.offsets[i], b, s.offsets[j])
			}
		}
		assert.Equal(t, top, height)
		again := s.fill()
		assert.Equal(t, height, again, "what is left of a sweep does not touch the next")
	})
}

// Among many holes a sweep gives up: every other of many items dies.
func TestSweepGivesUp(t *testing.T) {
	var buffers []Buffer
	for i := range 2*manyHoles + 4 {
		buffers = append(buffers, Buffer{Size: 1, First: 0, Last: 1 + i%2})
	}
	buffers = append(buffers, Buffer{Size: 1, First: 2, Last: 2})
	items := itemsOf(buffers, 1)
	for i := range items { // alternate in memory, too
		items[i].first = min(items[i].first, 2)
	}
	alternate := make([]item, 0, len(items))
	for i := range len(items) / 2 {
		alternate = append(alternate, items[i], items[len(items)/2+i])
	}
	alternate = append(alternate, items[len(items)-1])
	s := sweep{items: alternate, offsets: make([]int64, len(alternate))}
	assert.EqualValues(t, math.MaxInt64, s.fill())
}
