package spectral

import "math"

// Hann returns the periodic Hann window of length n: w[i] = sin²(πi/n), the
// window whose shifts by n/2 add up to one. (The symmetric window, with n−1 in
// place of n, is for filter design and biases a spectral estimate.)
//
// F. J. Harris, "On the use of windows for harmonic analysis with the discrete
// Fourier transform", Proc. IEEE 66 (1978), section V.
func Hann(n int) []float64 {
	if n == 1 {
		return []float64{1} // the limit that every library agrees on
	}
	w := make([]float64, n)
	for i := 1; i <= n/2; i++ {
		s := math.Sin(math.Pi * float64(i) / float64(n))
		w[i] = s * s
		w[n-i] = s * s
	}
	return w
}

// energy returns Σw². Rounding errors are summed beside it (Kahan 1965): a
// plain sum over 131072 values is off by ten times what a spectrum is.
func energy(w []float64) float64 {
	sum, lost := 0.0, 0.0
	for _, v := range w {
		term := v*v - lost
		next := sum + term
		lost = (next - sum) - term
		sum = next
	}
	return sum
}
