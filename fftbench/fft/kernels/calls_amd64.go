//go:build !purego

package kernels

import "unsafe"

// stackBytes is the memory for work in the frame of runCallsOnStack. Scratch that
// a plan lends costs two atomic exchanges, each of which waits for the stores
// before it: as long as a transform of 32 numbers. A variable on the stack would be
// cleared, which takes as long; the frame of assembly is not.
const stackBytes = 8192

// runCalls makes calls; zero is 0.
//
//go:noescape
func runCalls(dst, src, work unsafe.Pointer, zero uintptr, calls *kernelCall, count int)

// runCallsOnStack is runCalls with stackBytes of work on the stack.
//
//go:noescape
func runCallsOnStack(dst, src unsafe.Pointer, calls *kernelCall, count int)
