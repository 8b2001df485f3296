// Package fft computes discrete Fourier transforms.
//
// A plan is made for one length and used for any number of rows of it:
//
//	plan, err := fft.New[complex64](1000)
//	…
//	err = plan.Forward(dst, src) // any whole number of rows of 1000, or dst == src
//
// [New] takes any length and picks the fastest algorithm that the package has
// for it, in complex64 or complex128. [NewReal32] and [NewReal64] plan
// transforms of real signals, at half the work. [NewMasked] fuses a transform,
// a mask and the way back.
//
// Kernels are assembly for AVX2 and AVX-512, chosen at run time, and plain Go
// everywhere else and with the build tag purego. [ISA] names what runs.
//
// # Conventions
//
// Forward is X[k] = Σ x[j]·e^(−2πi·jk/n). Inverse has the conjugate roots and no
// factor 1/n, as in FFTW and gonum. Rows do not touch each other: one that holds
// a NaN or an infinity comes out without a finite bin, and its neighbours as
// without it. Twiddles are good to half an ulp, so that errors grow as √(log n).
//
// Wrong lengths, layouts and overlaps are errors, never panics; compare them
// with errors.Is. Slices may begin anywhere.
//
// # Concurrency and memory
//
// A plan may be used by any number of goroutines at once. Tables are never
// written after planning. Scratch is lent to each call and kept for the next
// one, so that calls allocate nothing once as many were in flight together;
// [Plan.ForwardScratch] takes the caller's. [WithGoroutines] lets one call share
// its rows among several goroutines.
//
// # Rows in other places
//
// [Plan.ForwardBatch] takes the columns of a matrix, channels in turn, frames
// that overlap: a [Batch] says where the elements of its rows lie, in and out.
//
// # Planning
//
// Plans are cheap to keep and not to make: make one for each length and keep it.
// The algorithm is chosen by a cost model or, [WithPlanner] of [Measure], by
// timing; a [Wisdom] keeps what was measured and can be saved as text.
//
// # Plans that are not built
//
// [Describe] tells what a plan consists of without building it, its tables, its
// scratch and its stages, for lengths that no memory holds and for machines with
// other instructions: [ForISA]. Each constructor has a function like it.
//
// # The algorithms of the study
//
// The other constructors exist to be compared. "Eager" is the textbook
// algorithm, one pass a stage, written as one would explain it; "Compiled" is
// the same network specialised for its length when it is planned. They take
// powers of two and are [Transform]s like a [Plan].
//
//	ButterflyEager     radix-2 decimation in time after a bit reversal
//	ButterflyCompiled  the same network, radix 8 or 16 first, then radix 4
//	StockhamEager      radix-2 autosort: no bit reversal, two buffers
//	StockhamCompiled   the same, radix 8 or 16 first, in blocks that fit a cache
//	StockhamArchsimd   the same, radix 8 and 4, by package simd/archsimd, if built with it
//	ButterflyQ8        integers: int8 twiddles, int16 block floating point
package fft
