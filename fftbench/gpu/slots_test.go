package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLayOut(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		name                     string
		in, out, cache, free     int64
		count, rounds            int
		stepIn, stepOut, atLeast int64
	}{
		// 4 × 50 MiB in slots of 16 MiB are thirteen.
		{"cold", 8 * mib, 8 * mib, 50 * mib, 1 << 37, 13, 2, 8 * mib, 8 * mib, 200 * mib},
		{"a gap keeps slots aligned", 100, 300, 1000, 1 << 30, 6, 2, 256, 512, 4000},
		{"no more than a graph is to hold", 256, 256, 50 * mib, 1 << 37, 1024, 1, 256, 256, 0},
		{"no more than memory has room for", 8 * mib, 8 * mib, 50 * mib, 256 * mib, 4, 7, 8 * mib, 8 * mib, 0},
		{"one at least, as it is", 300 * mib, 100, 50 * mib, 256 * mib, 1, 2, 300 * mib, 100, 0},
		{"one that is long enough", 1 << 30, 1 << 30, 50 * mib, 1 << 37, 1, 1, 1 << 30, 1 << 30, 0},
		{"a device that tells of no cache", mib, mib, 0, 1 << 37, 128, 2, mib, mib, 256 * mib},
	} {
		l := layOut(c.in, c.out, c.cache, c.free)
		assert.Equal(t, c.count, l.count, c.name)
		assert.Equal(t, c.rounds, l.rounds, c.name)
		assert.Equal(t, [2]int64{c.stepIn, c.stepOut}, [2]int64{l.stepIn, l.stepOut}, c.name)
		assert.GreaterOrEqual(t, int64(l.count)*(l.stepIn+l.stepOut), c.atLeast, c.name)
	}
}

func TestIndexOfLeast(t *testing.T) {
	for want, list := range [][]float64{{3, 4}, {0, 3, 4}, {5, 0, 2, 3}} {
		assert.Equal(t, want, indexOfLeast(list))
	}
}
