package machine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestNoise(t *testing.T) {
	ms := time.Millisecond
	n := NoiseOf([]time.Duration{10 * ms, 12 * ms, 11 * ms, 13 * ms, 14 * ms, 22 * ms, 15 * ms, 15 * ms})
	assert.Equal(t, 8, n.Slices)
	assert.InDelta(t, 0.010, n.Fastest, 1e-12)
	assert.InDelta(t, 0.0135, n.Median, 1e-12)
	assert.InDelta(t, 0.022, n.Slowest, 1e-12)
	assert.InDelta(t, 15.0/11.5-1, n.Drift, 1e-12)
	assert.InDelta(t, 0.125, n.Late, 1e-12, "one of eight took more than 15 ms")
	assert.InDelta(t, (0.015-0.01175)/1.349/0.0135, n.Core, 1e-9)
	// By hand: the mean is 14, the squares of the differences sum up to 96.
	assert.InDelta(t, 3.7033/14, n.Spread, 1e-4)
}

func TestNoiseOfOne(t *testing.T) {
	n := NoiseOf([]time.Duration{time.Second})
	assert.Equal(t, Noise{Slices: 1, Fastest: 1, Median: 1, Slowest: 1}, n)
}

func TestSlices(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Len(t, Slices(ctx, time.Hour), 1)
	assert.NotEmpty(t, Slices(t.Context(), time.Nanosecond))
}
