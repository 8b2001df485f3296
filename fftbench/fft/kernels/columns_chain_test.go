package kernels

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Rows of 64 bytes, as AVX2 has them: 64 of them are a page of 4096 bytes.
func TestGapsIn(t *testing.T) {
	for _, c := range []struct {
		about   string
		rows    int
		radices []int
		want    Gaps
	}{
		{"a single pass", 8, []int{8}, Gaps{}},
		{"blocks of half a page", 128, []int{4, 4, 8}, Gaps{}},
		{"blocks of a page", 256, []int{4, 8, 8}, Gaps{5, 0}},
		{"64 KiB", 1024, []int{4, 4, 8, 8}, Gaps{5, 0}},
		{"128 KiB, blocks of eight pages, then of one", 2048, []int{4, 8, 8, 8}, Gaps{5, 3}},
		{"a factor of three", 3 << 12, []int{4, 4, 4, 8, 8, 3}, Gaps{5, 3}},
		{"blocks of no whole pages", 12500, []int{4, 5, 5, 5, 5, 5}, Gaps{}},
		{"whole pages after the first pass alone", 7 << 10, []int{8, 4, 4, 8, 7}, Gaps{5, 0}},
	} {
		assert.Equal(t, c.want, GapsIn(c.rows, 64, c.radices), c.about)
	}
}
