// Package kernels holds the inner loops of package fft: passes over one row of
// complex numbers. A plan of package fft decides which pass runs with which
// tables; a kernel knows neither plans nor batches.
//
// # Data
//
// A row is a slice of real numbers, real and imaginary parts in turn, the
// memory of a []complex64 or []complex128; all lengths and strides of slices
// count real numbers, n complex numbers are 2n of them. This form is chosen
// for the code that the compiler makes of it: Go multiplies complex64 in
// float64 and back, type parameters cannot be taken apart by real and imag,
// and a slice of structs costs an address computation for each float32 access
// (1.2 times the time of a radix-4 pass).
//
// # Code
//
// Bodies are written out, one operation a line, in the order in which values
// die: the compiler schedules by line, and calls or early loads make it spill
// (1.35 times the time of a radix-8 pass). Slices that a loop reads together
// are cut to one length first, so that one bounds check serves all.
//
// # Contract
//
// All kernels compute the forward transform. The inverse is the forward
// transform of the input read backwards, x[−j mod n], and only first passes,
// which read the input, know of it. Kernels trust their caller's lengths; a
// wrong one ends in Go's bounds panic. Where vectors store to places that a
// table gives, the table is trusted too.
//
// # Vectors
//
// On amd64 the passes that read whole vectors run as AVX2 and FMA assembly,
// where the CPU has both and unless the build tag purego is set; see gen. An
// exported pass asks its …Vectors function first and runs its plain twin
// otherwise: the twin is the reference that tests hold the vectors against.
//
// # Columns and vectors
//
// [Columns], [Codelet], [Chain] and [Calls] have no plain form: they are the kernels of
// transforms in columns, whose rows are vectors, for registers of AVX2 and of
// AVX-512. Nor has [Autosort], whose passes go over numbers as they lie and take
// any length of small factors; it is AVX2. Tests hold them against definitions.
// The tables that list the kernels are generated with them.
//
//go:generate go -C gen run . -family passes -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg kernels
//go:generate go -C gen run . -family autosort_f32 -out ../autosort_f32_avx2_amd64.s -stubs ../autosort_f32_avx2_amd64.go -table ../autosort_f32_avx2_table_amd64.go -entries ../autosort_f32_avx2_entries_amd64.s -pkg kernels
//go:generate go -C gen run . -family autosort_f64 -out ../autosort_f64_avx2_amd64.s -stubs ../autosort_f64_avx2_amd64.go -table ../autosort_f64_avx2_table_amd64.go -entries ../autosort_f64_avx2_entries_amd64.s -pkg kernels
//go:generate go -C gen run . -family codelets_avx2 -out ../codelets_avx2_amd64.s -stubs ../codelets_avx2_amd64.go -table ../codelets_avx2_table_amd64.go -pkg kernels
//go:generate go -C gen run . -family codelets_avx512 -out ../codelets_avx512_amd64.s -stubs ../codelets_avx512_amd64.go -table ../codelets_avx512_table_amd64.go -pkg kernels
//go:generate go -C gen run . -family columns_avx2 -out ../columns_avx2_amd64.s -stubs ../columns_avx2_amd64.go -table ../columns_avx2_table_amd64.go -entries ../columns_avx2_entries_amd64.s -pkg kernels
//go:generate go -C gen run . -family columns_avx512 -out ../columns_avx512_amd64.s -stubs ../columns_avx512_amd64.go -table ../columns_avx512_table_amd64.go -entries ../columns_avx512_entries_amd64.s -pkg kernels
//go:generate go -C gen run . -family frames_avx2 -out ../frames_avx2_amd64.s -stubs ../frames_avx2_amd64.go -pkg kernels
//go:generate go -C gen run . -family frames_avx512 -out ../frames_avx512_amd64.s -stubs ../frames_avx512_amd64.go -pkg kernels
//go:generate go -C gen run . -family transpose -out ../transpose_avx2_amd64.s -stubs ../transpose_avx2_amd64.go -pkg kernels
//go:generate go -C gen run . -family pointwise -out ../pointwise_avx2_amd64.s -stubs ../pointwise_avx2_amd64.go -pkg kernels
//go:generate go -C gen run . -family real_avx2 -out ../real_avx2_amd64.s -stubs ../real_avx2_amd64.go -pkg kernels
//go:generate go -C gen run . -family real_avx512 -out ../real_avx512_amd64.s -stubs ../real_avx512_amd64.go -pkg kernels
//go:generate go -C gen run . -family q8 -out ../q8_amd64.s -stubs ../q8_amd64.go -pkg kernels
package kernels

// Float is the type of a real or imaginary part.
type Float interface{ float32 | float64 }
