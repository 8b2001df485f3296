//go:build !purego

package kernels

import (
	"slices"
	"sync"

	"golang.org/x/sys/cpu"
)

// useWide reports whether this CPU has what the kernels on 64-byte registers
// are made of.
var useWide = useVectors && cpu.X86.HasAVX512F

// AllColumns are the kernels that this machine can run, the widest first. The
// slice is the same for every call, and not to be changed.
func AllColumns[F Float]() []*Columns[F] {
	if isDouble[F]() {
		return any(columnsF64()).([]*Columns[F])
	}
	return any(columnsF32()).([]*Columns[F])
}

// CodeletOf returns the codelet for rows of n numbers, nil without one.
func CodeletOf[F Float](n int) *Codelet[F] {
	var all []*Codelet[F]
	if isDouble[F]() {
		all = any(codeletsF64()).([]*Codelet[F])
	} else {
		all = any(codeletsF32()).([]*Codelet[F])
	}
	for _, c := range all {
		if c.N == n {
			return c
		}
	}
	return nil
}

// AutosortOf returns the passes of autosorts by vectors, nil without them.
func AutosortOf[F Float]() *Autosort[F] {
	if !useVectors {
		return nil
	}
	if isDouble[F]() {
		return any(autosortOnceF64()).(*Autosort[F])
	}
	return any(autosortOnceF32()).(*Autosort[F])
}

// Lists are put together once: it takes as long as several short transforms.
// The widest kernels come first.
var (
	columnsF32 = sync.OnceValue(func() []*Columns[float32] { return byWidth(columnsF32AVX512, columnsF32AVX2) })
	columnsF64 = sync.OnceValue(func() []*Columns[float64] { return byWidth(columnsF64AVX512, columnsF64AVX2) })

	codeletsF32 = sync.OnceValue(func() []*Codelet[float32] { return slices.Concat(byWidth(codeletsF32AVX512, codeletsF32AVX2)...) })
	codeletsF64 = sync.OnceValue(func() []*Codelet[float64] { return slices.Concat(byWidth(codeletsF64AVX512, codeletsF64AVX2)...) })

	autosortOnceF32 = sync.OnceValue(autosortF32)
	autosortOnceF64 = sync.OnceValue(autosortF64)
)

// byWidth is what this machine can run of kernels for registers of 64 and of 32
// bytes.
func byWidth[T any](wide, narrow func() T) []T {
	switch {
	case useWide:
		return []T{wide(), narrow()}
	case useVectors:
		return []T{narrow()}
	}
	return nil
}
