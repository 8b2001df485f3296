package machine

import (
	"context"
	"math"
	"slices"
	"time"
)

// sliceWork is the work of a slice of noise, some two milliseconds: about a sample
// of the benchmarks that benchx ab measures on busy machines.
const sliceWork = 2_000_000

// Slices times equal work again and again for so long, at least once.
func Slices(ctx context.Context, during time.Duration) []time.Duration {
	var slices []time.Duration
	for start := time.Now(); len(slices) == 0 || time.Since(start) < during && ctx.Err() == nil; {
		slices = append(slices, spin(sliceWork))
	}
	return slices
}

// Noise is how much the times of equal work vary. Shares are of 1.
type Noise struct {
	Slices  int     `json:"slices"`
	Fastest float64 `json:"fastest_seconds"`
	Median  float64 `json:"median_seconds"`
	Slowest float64 `json:"slowest_seconds"`
	// Spread is the standard deviation in parts of the mean.
	Spread float64 `json:"spread"`
	// Core is the same of the middle half, as a normal distribution with its
	// quartiles would have it: what is left without outliers.
	Core float64 `json:"core"`
	// Drift is the median of the second half against that of the first, less 1.
	Drift float64 `json:"drift"`
	// Late is the share of slices that took more than one and a half times the
	// fastest one.
	Late float64 `json:"late"`
}

// quartilesOfNormal is the distance of the quartiles of a normal distribution in
// standard deviations.
const quartilesOfNormal = 1.349

// NoiseOf sums up slices, of which there must be one.
func NoiseOf(times []time.Duration) Noise {
	x := make([]float64, len(times))
	for i, t := range times {
		x[i] = t.Seconds()
	}
	half := len(x) / 2
	first, second := median(x[:max(1, half)]), median(x[half:])
	sorted := slices.Sorted(slices.Values(x))
	n := Noise{
		Slices: len(x), Fastest: sorted[0], Median: quantile(sorted, 0.5), Slowest: sorted[len(sorted)-1],
		Drift: second/first - 1,
	}
	n.Core = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / quartilesOfNormal / n.Median
	mean, late := 0.0, 0
	for _, v := range x {
		mean += v / float64(len(x))
		if v > 1.5*n.Fastest {
			late++
		}
	}
	squares := 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	n.Spread = math.Sqrt(squares/float64(max(1, len(x)-1))) / mean
	n.Late = float64(late) / float64(len(x))
	return n
}

func median(x []float64) float64 { return quantile(slices.Sorted(slices.Values(x)), 0.5) }

// quantile interpolates between the values of a sorted list.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
