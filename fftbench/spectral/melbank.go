package spectral

import (
	"fmt"
	"math"
	"sort"
)

// MelScale is a scale of pitch.
type MelScale int

const (
	// Slaney is linear to 1000 Hz, three mels to 200 Hz, and logarithmic above,
	// 27 mels to a factor of 6.4.
	//
	// M. Slaney, "Auditory Toolbox" version 2, Interval Research 1998-010.
	Slaney MelScale = iota
	// HTK is 2595·log₁₀(1 + f/700).
	//
	// S. Young et al., "The HTK Book" version 3.4, section 5.4.
	HTK
)

func (s MelScale) String() string {
	switch s {
	case Slaney:
		return "Slaney"
	case HTK:
		return "HTK"
	}
	return fmt.Sprintf("MelScale(%d)", int(s))
}

// The corner of Slaney's scale.
const (
	slaneyCorner = 1000.0               // Hz
	slaneyLinear = 3.0 / 200            // mel/Hz below
	slaneyMels   = 15.0                 // at the corner
	slaneyStep   = 0.068751777420949118 // ln 6.4 / 27
)

// Mel returns the pitch of a frequency in Hz.
func (s MelScale) Mel(hz float64) float64 {
	switch {
	case s == HTK:
		return 2595 * math.Log10(1+hz/700)
	case hz < slaneyCorner:
		return hz * slaneyLinear
	}
	return slaneyMels + math.Log(hz/slaneyCorner)/slaneyStep
}

// Hz returns the frequency of a pitch.
func (s MelScale) Hz(mel float64) float64 {
	switch {
	case s == HTK:
		return 700 * (math.Pow(10, mel/2595) - 1)
	case mel < slaneyMels:
		return mel / slaneyLinear
	}
	return slaneyCorner * math.Exp((mel-slaneyMels)*slaneyStep)
}

// MelBank is a bank of triangular filters whose edges lie evenly on a scale of
// pitch: filter m rises from edge m to edge m+1 and falls to edge m+2.
type MelBank struct {
	Rate      float64 // samples per second
	Bands     int     // filters
	Low, High float64 // Hz; High 0 is Rate/2
	Scale     MelScale
	// Area gives every filter the same area (of 1 Hz) instead of the same
	// height (of 1).
	Area bool
}

// Edges returns the Bands+2 frequencies in Hz between which the filters lie.
func (b MelBank) Edges() []float64 {
	low, high := b.Scale.Mel(b.Low), b.Scale.Mel(b.high())
	edges := make([]float64, b.Bands+2)
	for i := range edges {
		edges[i] = b.Scale.Hz(low + (high-low)*float64(i)/float64(b.Bands+1))
	}
	return edges
}

// Weights returns what bin k of an n-point spectrum counts in filter m, as
// Bands rows of ⌊n/2⌋+1. At most two filters count a bin; a filter that lies
// between two bins is empty.
func (b MelBank) Weights(n int) []float64 {
	bins, edges := n/2+1, b.Edges()
	rows := make([]float64, b.Bands*bins)
	for m, f := range b.filters(edges, n) {
		for k := f.first; k < f.end; k++ {
			rows[m*bins+k] = b.weight(edges, f, m, k, n)
		}
	}
	return rows
}

func (b MelBank) high() float64 {
	if b.High == 0 {
		return b.Rate / 2
	}
	return b.High
}

func (b MelBank) check() error {
	switch {
	case !(b.Rate > 0) || math.IsInf(b.Rate, 0):
		return fmt.Errorf("spectral: sampling rate of %g Hz, want a positive one", b.Rate)
	case b.Bands < 1 || b.Bands > maxBands:
		return fmt.Errorf("spectral: %d mel bands, want 1 … %d", b.Bands, maxBands)
	case !(b.Low >= 0) || !(b.high() > b.Low) || !(b.high() <= b.Rate/2):
		return fmt.Errorf("spectral: mel bands from %g to %g Hz, want a range within 0 … %g", b.Low, b.high(), b.Rate/2)
	case b.Scale != Slaney && b.Scale != HTK:
		return fmt.Errorf("spectral: no mel scale is called %v", b.Scale)
	}
	return nil
}

// maxBands is far beyond what hearing tells apart.
const maxBands = 1 << 16

// binsFrom returns, for each edge, the first bin of an n-point spectrum that
// does not lie below it. Between edges e and e+1 filter e rises and filter e−1
// falls.
func (b MelBank) binsFrom(edges []float64, n int) []int {
	from, bins := make([]int, len(edges)), n/2+1
	for e, edge := range edges {
		from[e] = sort.Search(bins, func(k int) bool { return b.hz(k, n) >= edge })
	}
	return from
}

// hz is the frequency of bin k of an n-point spectrum.
func (b MelBank) hz(k, n int) float64 { return float64(k) * b.Rate / float64(n) }

// weights returns what bin k between edges e and e+1 counts in filters e and e−1.
func (b MelBank) weights(edges []float64, e, k, n int) (up, down float64) {
	rise := (b.hz(k, n) - edges[e]) / (edges[e+1] - edges[e])
	return rise * b.height(edges, e), (1 - rise) * b.height(edges, e-1)
}

// height is that of filter m, 0 of none.
func (b MelBank) height(edges []float64, m int) float64 {
	switch {
	case m < 0 || m >= b.Bands:
		return 0
	case b.Area:
		return 2 / (edges[m+2] - edges[m])
	}
	return 1
}

// filterBins are the bins of a filter, from first on and below end, without
// those at both ends whose weight is zero.
type filterBins struct{ first, top, end int }

// filters returns the bins of every filter of an n-point spectrum; from top on a
// filter falls.
func (b MelBank) filters(edges []float64, n int) []filterBins {
	from, filters := b.binsFrom(edges, n), make([]filterBins, b.Bands)
	for m := range filters {
		f := filterBins{from[m], from[m+1], from[m+2]}
		for f.first < f.end && b.weight(edges, f, m, f.first, n) == 0 {
			f.first++
		}
		for f.first < f.end && b.weight(edges, f, m, f.end-1, n) == 0 {
			f.end--
		}
		filters[m] = f
	}
	return filters
}

// weight is what bin k of its bins counts in filter m.
func (b MelBank) weight(edges []float64, f filterBins, m, k, n int) float64 {
	if k < f.top {
		up, _ := b.weights(edges, m, k, n)
		return up
	}
	_, down := b.weights(edges, m+1, k, n)
	return down
}
