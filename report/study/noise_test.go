package study

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDotsAreBounded(t *testing.T) {
	for _, n := range []int{1, spreadDots, spreadDots + 1, 2*spreadDots - 1, 1000} {
		samples := make([]float64, n)
		got := strings.Count(dots(samples, 1, 1, 11), "M")
		assert.LessOrEqual(t, got, spreadDots, "%d samples", n)
		assert.GreaterOrEqual(t, got, min(n, spreadDots/2), "%d samples", n)
	}
}
