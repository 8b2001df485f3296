// Package kernels has the study's CUDA kernels and plans how they are launched:
// transforms, filters and Welch densities of batches of rows whose length is a
// power of two, in single and double precision, forward and inverse.
//
// A [Plan] is a value: the source to compile (by NVRTC, or by gcc with package
// shim), the tables to upload, the scratch to allocate, and for a batch the
// launches with grid, block, shared memory and the bytes of the kernel's struct.
// The package knows nothing of a driver; sizes are known without building what
// they are of.
//
//	plan, err := kernels.Transform(kernels.Spec{N: 4096}, device)
//	module := compile(plan.Source())
//	for _, t := range plan.Tables { t.Fill(bytes of t.Bytes) … upload }
//	for _, l := range plan.Launches(batch) {
//		launch(module.Function(l.Kernel), l.Grid, l.Block, l.SharedBytes, l.Args(addresses))
//	}
//
// # How the kernels work
//
// A thread holds 16 values (fewer for short rows) in registers and does radix-16
// butterflies; between passes values change threads through shared memory, laid out
// so that no two threads of an access meet in a bank. A row of up to 8192 or more,
// as far as it fits, is one kernel: read once, written once, each time in whole
// 32-byte sectors. Teams of up to 32 threads wait for their warp only. The last
// pass leaves values where the next transform's first pass wants them, so that a
// filter is two transforms in one kernel without a step between.
//
// Longer rows are matrices of LENGTH by WIDTH (Bailey 1990): transforms of columns
// with the turns between the steps, then transforms of rows that are written as
// columns; each kernel does several neighbours side by side, so that both read and
// write whole sectors, and each reads and writes memory once. A long filter has
// three kernels: columns, rows with gains, columns back.
//
// Roots come from tables, computed in float64 and rounded once, and of radix 16
// nine of fifteen are products of two: errors stay near 1.5e-7 in single precision
// at any length.
//
// Literature: Stockham (1966), High-speed convolution and correlation; Govindaraju
// et al. (2008), High performance discrete Fourier transforms on graphics
// processors; Bailey (1990), FFTs in external or hierarchical memory; Volkov and
// Kazian (2008), Fitting FFT onto the G80 architecture.
package kernels
