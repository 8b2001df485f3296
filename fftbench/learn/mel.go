package learn

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// The mel head of the study: Slaney's filters at 16 kHz, decimal logarithms.
const (
	melBands = 40
	melRate  = 16000
	melFloor = 1e-10
)

// Bank is the bank of filters behind learned_e2e.
func Bank() spectral.MelBank { return spectral.MelBank{Rate: melRate, Bands: melBands} }

// melHead makes levels of spectra: log10 Σ w·|X|². Bands that have no bin at this
// length are left out; their level is the floor whatever the spectrum is.
type melHead struct {
	bins  int
	bands []melBand
	power []float64 // of one example
}

// melBand is what is not zero of a filter.
type melBand struct {
	number  int // in the bank
	first   int
	weights []float64
}

func newMelHead(n int) *melHead {
	h := &melHead{bins: n/2 + 1}
	h.power = make([]float64, h.bins)
	weights := Bank().Weights(n)
	for m := range melBands {
		row := weights[m*h.bins:][:h.bins]
		first, end := 0, len(row)
		for first < end && row[first] == 0 {
			first++
		}
		for end > first && row[end-1] == 0 {
			end--
		}
		if first < end {
			h.bands = append(h.bands, melBand{m, first, row[first:end]})
		}
	}
	return h
}

// energies writes what the filters let through of spectra, rows of one number of
// every example.
func (h *melHead) energies(dst []float64, spectrum []complex128, examples int) {
	for e := range examples {
		for k := range h.power {
			v := spectrum[k*examples+e]
			h.power[k] = real(v)*real(v) + imag(v)*imag(v)
		}
		for b := range h.bands {
			dst[b*examples+e] = h.bands[b].energy(h.power)
		}
	}
}

// level is the logarithm of an energy.
func level(energy float64) float64 { return math.Log10(max(energy, melFloor)) }

func (b *melBand) energy(power []float64) float64 {
	sum := 0.0
	for i, p := range power[b.first:][:len(b.weights)] {
		sum += b.weights[i] * p
	}
	return sum
}

// weights is how many weights the filters have that are not zero at an end.
func (h *melHead) weights() int {
	count := 0
	for i := range h.bands {
		count += len(h.bands[i].weights)
	}
	return count
}
