package ablation

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLoadOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells [][2]int
		want  Load
	}{
		{"none", nil, ByBatch},
		{"one", [][2]int{{64, 8}}, ByBatch},
		{"a grid", [][2]int{{64, 1}, {64, 8}, {256, 1}, {256, 8}}, ByBatch},
		{"what fills a device", [][2]int{{64, 64}, {64, 256}, {256, 16}, {256, 64}, {1024, 4}, {1024, 16}}, ByElements},
		{"as many of both", [][2]int{{64, 4}, {256, 1}, {64, 1}}, ByBatch},
	} {
		got := LoadOf(func(yield func(int, int) bool) {
			for _, cell := range c.cells {
				if !yield(cell[0], cell[1]) {
					return
				}
			}
		})
		assert.Equal(t, c.want, got, c.name)
	}
	assert.Equal(t, 512, ByElements.Of(64, 8))
	assert.Equal(t, 8, ByBatch.Of(64, 8))
	assert.Equal(t, "batch n·batch", ByBatch.String()+" "+ByElements.String())
}
