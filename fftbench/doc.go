// Package fftbench is the FFT study: which variants there are, on which cells
// they run, what they run on, and how right they are.
//
//	Catalog ──▶ variants ──Study.Cells──▶ cells ──Plan, Bind──▶ Op ──▶ benchx (bench_test.go)
//	                                        Lab: inputs, outputs, truth ──┘
//
// [Catalog] tells readers of a report what a name stands for. A [Study] says
// which cells to run, from a preset and lists. A [Lab] owns the inputs, which
// depend on nothing but a row's length, so every variant sees the same ones,
// and the expected results from package truth. Variants of a GPU go by package
// gpu in a build with -tags cuda; every build knows what they take there. Variants
// with trained weights go by package learn: the lab trains each once for a length
// and keeps it. The benchmarks themselves and their flags are in bench_test.go:
//
//	go test -bench . ./fftbench
//	go test -bench . ./fftbench -study.preset full -study.n 64-1048576
//
// Adding a variant is one file, which says how to plan it, and one entry of
// the catalog.
package fftbench
