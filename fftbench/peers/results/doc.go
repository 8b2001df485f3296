// Package results is the text of a peers run: what cmd/peerbench writes and
// package tables reads.
//
// The text is that of go test -bench, so benchx and benchstat read it as well.
// Facts about the run come first, in "# benchx" lines; then there is one line
// for every round of every contender:
//
//	# benchx isa=AVX2+FMA
//	BenchmarkC2C/n=1024/lib=ours 812 642 ns/op
//	BenchmarkC2C/n=1024/lib=fftw-avx2/place=in 790 655 ns/op
//
// The i-th lines of the contenders of a cell were measured in one round,
// within a few milliseconds of each other: ratios are taken of these.
package results
