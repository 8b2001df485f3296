// Package spectral holds what is built from Fourier transforms of signals:
// windows, short-time spectra, log-mel levels, power spectral densities and
// their peaks, filters.
//
// In: samples, or any fft.Transform. Out: plain slices. It knows nothing of
// benchmarks.
//
// # What there is
//
//	STFT       spectra of overlapping frames
//	LogMel     levels of the frames in mel bands, as speech models take them
//	PSD        Welch's density of a signal of any length
//	RealWelch  Welch's density of many short frames, eight segments each
//	Peaks      the strongest bins of such frames, exactly or by fewer segments
//	FIR        a filter by overlap and save
//	TwoPass    a frequency mask, forward and back; see fft.Masked too
//
// What begins with Describe tells what a plan holds and does without building it.
//
// [Welch], [Textbook], [TextbookMel] and what begins with Gonum are other ways
// to the same results, there to be compared.
//
// # Signals and chunks
//
// STFT, LogMel and PSD take a whole signal in one call; their streams, and FIR,
// take one that comes in chunks of any length. Where frames are cut does not
// depend on the chunks, and neither does what comes out, to the last bit.
//
// # Contract
//
// Samples of batches lie row after row in one slice. Every value is planned
// once, owns its scratch memory (so one value serves one goroutine at a time),
// allocates nothing per call and says what it holds through Footprint. Lengths
// and parameters that do not fit give an error. A NaN or an infinity in a frame
// leaves no finite number in what comes of its bins, and other frames alone.
//
// # Speed
//
// Frames of 2^a·3^b·5^c samples, a ≥ 2, are transformed side by side, one a
// lane of a vector: eight float32 or four float64 with AVX2, twice as many with
// AVX-512. Other lengths take the planned real transform of package fft.
package spectral
