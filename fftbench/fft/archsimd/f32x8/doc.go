// Package f32x8 transforms rows of complex64 by vectors of eight float32, those of
// AVX2, written with Go's package simd/archsimd. It is empty in builds for others
// than amd64 or without GOEXPERIMENT=simd.
//
// # Passes
//
// A row of n = 8·m numbers goes through Stockham's autosort, decimation in
// frequency. The first pass, of radix 8, has butterflies of the numbers p, m+p,
// …, 7m+p. A vector holds those of eight neighbours p; transposed, one holds the
// eight results of one butterfly, which is their place in the output of the
// pass. Passes after it go over whole such vectors, so a twiddle is one number
// for all lanes, and sort by storing vectors elsewhere. Between the passes real
// and imaginary parts are in vectors of their own.
//
// # Widths
//
// The same passes are in package f64x4 for complex128, as a copy that go generate
// makes: vectors cannot be type arguments, since the compiler ends with an
// internal error where they are (Go 1.26). What belongs to a width is in
// vector.go. AVX-512's widths would each need a first pass of twice the radix and
// thirty-two registers, of which the compiler uses fifteen.
//
// # Code
//
// What is written so that the compiler makes good code of it: pointers that walk
// instead of indices (see block); results that are stored before the next ones
// are computed, since a store is what keeps the loads after it from being
// scheduled before it and spilled; functions below the inliner's budget, with
// intrinsics on the last lines of small ones, where an inlined call would leave
// a NOP behind if no instruction had its line.
package f32x8
