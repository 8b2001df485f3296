// Package fft holds FFT algorithms and the plans that run them.
//
// In go complex numbers, out come their discrete Fourier transforms; the
// package knows nothing of benchmarks and uses no other FFT library. Every
// constructor plans one algorithm for one length and returns a [Transform]
// that works on batches of rows without allocating:
//
//	plan, err := fft.New[complex64](1000)
//	…
//	err = plan.Forward(dst, src) // any whole number of rows of 1000
//
// # Which one
//
// [New] is the one to use: it takes any length and picks the fastest
// algorithm the package has. The others exist to be compared. "Eager" is the
// textbook algorithm, one pass a stage, written as one would explain it;
// "Compiled" is the same network specialised for its length when it is
// planned (fused radices, packed twiddles).
//
//	ButterflyEager     radix-2 decimation in time after a bit reversal
//	ButterflyCompiled  the same network, radix 8 or 16 first, then radix 4
//	StockhamEager      radix-2 autosort: no bit reversal, two buffers
//	StockhamCompiled   the same, radix 8 or 16 first, in blocks that fit a cache
//	ButterflyQ8        integers: int8 twiddles, int16 block floating point
//	InPlace            natural → permuted order and back, one buffer
//
// # Conventions
//
// Forward is X[k] = Σ x[j]·e^(−2πi·jk/n), Inverse has the conjugate root and
// no factor 1/n, as in FFTW and gonum. A row that holds a NaN or an infinity
// comes out without one finite bin. Twiddles are rounded once from values good
// to some 100 bits.
//
// # Concurrency
//
// A plan may be used by any number of goroutines at once. Tables are never
// written after planning; scratch is lent to each call and kept for the next
// one, so a plan holds as much scratch as calls were ever in flight together.
package fft
