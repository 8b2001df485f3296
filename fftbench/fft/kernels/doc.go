// Package kernels holds the inner loops of package fft: passes over one row of
// complex numbers. A plan of package fft decides which pass runs with which
// tables; a kernel knows neither plans nor rows nor batches.
//
// Kernels trust their caller: slices have the lengths that each comment asks
// for, which is checked where it is free and otherwise ends in Go's own bounds
// panic, never in a wild access. All kernels compute the forward transform;
// plans turn it around by reading an input or writing an output backwards.
//
// This plain Go is the reference of any kernel in assembly that joins it here.
package kernels
