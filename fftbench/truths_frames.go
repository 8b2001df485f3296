package fftbench

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// frameSpectrum is the one-sided spectrum of a frame under a periodic Hann
// window, real and imaginary parts in turn. As in density, the window is a
// convolution in frequency.
func frameSpectrum(frame []float64, p Precision) (hi, lo []float64) {
	n := len(frame)
	hi, lo = make([]float64, 2*(n/2+1)), make([]float64, 2*(n/2+1))
	x := make([]complex128, n)
	for i, v := range frame {
		x[i] = complex(v, 0)
	}
	xh, xl := spectrum(x, truth.Forward, p)
	high, low := complexParts(xh), complexParts(xl)
	for at := range hi {
		s := windowed(high, low, at, n)
		hi[at], lo[at] = s.hi, s.lo
	}
	return hi, lo
}

// levels are the decimal logarithms of the energies of a frame in the study's
// mel bands, each filter drawn from its definition: zero at the edges of its
// neighbours, one at its own. The filters are in float64, whatever p is, which
// is good to some 1e-15 of an energy.
func levels(frame []float64, p Precision) (hi, lo []float64) {
	n := len(frame)
	xh, xl := frameSpectrum(frame, p)
	edges := melEdges(studyMels + 2)
	for m := range studyMels {
		var energy pairSum
		for k := range n/2 + 1 {
			hz := float64(k) * sampleRate / float64(n)
			rise := (hz - edges[m]) / (edges[m+1] - edges[m])
			fall := (edges[m+2] - hz) / (edges[m+2] - edges[m+1])
			w := min(rise, fall)
			if w <= 0 {
				continue
			}
			var power pairSum
			for _, at := range []int{2 * k, 2*k + 1} {
				power.addSquare(pairSum{xh[at], xl[at]})
			}
			product := w * power.hi
			energy.add(product)
			energy.lo += math.FMA(w, power.hi, -product) + w*power.lo
		}
		if energy.hi < 1e-10 {
			energy = pairSum{hi: 1e-10}
		}
		level := math.Log10(energy.hi)
		hi, lo = append(hi, level), append(lo, energy.lo/energy.hi/math.Ln10)
	}
	return hi, lo
}

// melEdges are frequencies from 0 to half the sampling rate that lie evenly on
// Slaney's scale, 200/3 Hz a mel to 1 kHz and then a factor of 6.4 to 27 mels.
// Steps of the logarithmic part multiply.
func melEdges(count int) []float64 {
	const corner = 1000.0
	top := 15 + 27*math.Log2(sampleRate/2/corner)/math.Log2(6.4)
	edges := make([]float64, count)
	for i := range edges {
		mel := top * float64(i) / float64(count-1)
		edges[i] = mel * 200 / 3
		if mel > 15 {
			edges[i] = corner * math.Pow(6.4, (mel-15)/27)
		}
	}
	return edges
}
