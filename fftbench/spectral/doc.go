// Package spectral holds what is built from Fourier transforms: windows,
// Welch's power spectral density, and frequency-domain filters.
//
// Samples of batches lie row after row in one slice. Every estimator and
// filter is planned once for a length, owns its scratch memory (so one value
// serves one goroutine at a time), allocates nothing per call and says what it
// holds through Footprint. Lengths that do not fit give an error.
//
// In: any fft.Transform. Out: plain slices. It knows nothing of benchmarks.
package spectral
