package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// ISA names the instructions that planned transforms use on this machine:
// "AVX-512" or "AVX2+FMA" where the CPU has them, "Go" elsewhere and with the
// build tag purego. The eager variants are compiled Go everywhere.
func ISA() string { return kernels.ISA() }
