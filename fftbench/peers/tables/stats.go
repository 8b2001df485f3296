package tables

import (
	"math"
	"slices"
)

// spread is a median with its quartiles.
type spread struct{ low, median, high float64 }

func spreadOf(values []float64) spread {
	v := slices.Sorted(slices.Values(values))
	return spread{quantile(v, 0.25), quantile(v, 0.5), quantile(v, 0.75)}
}

// relative is half the distance of the quartiles in parts of the median.
func (s spread) relative() float64 { return (s.high - s.low) / 2 / s.median }

// quantile interpolates between the values of a sorted list.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

func median(values []float64) float64 { return spreadOf(values).median }

func geomean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
