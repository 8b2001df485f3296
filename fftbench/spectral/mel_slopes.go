package spectral

import (
	"cmp"
	"slices"
)

// slope is the bins between edges edge and edge+1, of which there are some.
type slope struct{ edge, first, end int }

func (s slope) count() int { return s.end - s.first }

// slopes returns the slopes of a bank by length. Empty ones are left out: the
// sums of their places stay zero.
func (b MelBank) slopes(edges []float64, n int) []slope {
	from, slopes := b.binsFrom(edges, n), make([]slope, 0, b.Bands+1)
	for e := range b.Bands + 1 {
		if from[e] < from[e+1] {
			slopes = append(slopes, slope{e, from[e], from[e+1]})
		}
	}
	slices.SortStableFunc(slopes, func(a, b slope) int { return cmp.Compare(a.count(), b.count()) })
	return slopes
}

// slopesSize is how much sorted slopes are.
type slopesSize struct{ slopes, lengths, bins int }

func sizeOf(slopes []slope) slopesSize {
	size := slopesSize{slopes: len(slopes)}
	for i, s := range slopes {
		size.bins += s.count()
		if i == 0 || s.count() != slopes[i-1].count() {
			size.lengths++
		}
	}
	return size
}
