package study

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// contestOf is a contest whose winner needs 1 s and the other, slower by the
// margin, 1 % of uncertainty on both sides.
func contestOf(n, batch int, winner, other string, margin float64) ablation.Contest {
	config := func(name string, sec float64) *ablation.Config {
		return &ablation.Config{Variant: name, PerTransform: sec, PerTransformLo: sec * 0.99, PerTransformHi: sec * 1.01}
	}
	c := ablation.Contest{Cell: ablation.Cell{N: n, Batch: batch}, Configs: []*ablation.Config{config(winner, 1)}, Tied: 1}
	if other != "" {
		c.Configs = append(c.Configs, config(other, margin))
		if c.Ties(1) {
			c.Tied = 2
		}
	}
	return c
}

func TestCrossovers(t *testing.T) {
	assert.Equal(t, []string{
		"Batch 1: a is clearly the fastest up to n = 128, b from n = 512.",
		"Batch 8: b is clearly the fastest up to n = 64, a from n = 128 to 256, b from n = 512.",
	}, crossovers([]ablation.Contest{
		contestOf(64, 1, "a", "b", 1.5), contestOf(64, 8, "b", "a", 1.5),
		contestOf(128, 1, "a", "b", 1.5), contestOf(128, 8, "a", "b", 1.5),
		contestOf(256, 1, "b", "a", 1.001), contestOf(256, 8, "a", "b", 1.5), // a tie, which decides nothing
		contestOf(512, 1, "b", "a", 1.5), contestOf(512, 8, "b", "a", 1.5),
	}))
	assert.Empty(t, crossovers([]ablation.Contest{contestOf(64, 1, "a", "b", 2), contestOf(128, 1, "a", "b", 2)}), "one winner")
	assert.Empty(t, crossovers([]ablation.Contest{contestOf(64, 1, "a", "b", 2), contestOf(128, 1, "b", "", 0)}), "b ran alone")
}
