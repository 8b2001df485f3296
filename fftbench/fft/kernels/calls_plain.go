//go:build !amd64 || purego

package kernels

import "unsafe"

// Without vector kernels there are no calls.

const stackBytes = 0

func runCalls(_, _, _ unsafe.Pointer, _ uintptr, _ *kernelCall, _ int) {}

func runCallsOnStack(_, _ unsafe.Pointer, _ *kernelCall, _ int) {}
