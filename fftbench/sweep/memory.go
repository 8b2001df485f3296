package sweep

import "runtime/debug"

// slack is what a child may use beside the memory of a try.
const slack = 256 << 20

// LimitMemory makes the calling process fail, rather than the machine, if it
// takes much more memory than budget bytes: the garbage collector keeps to the
// budget, and on Linux the kernel refuses what goes far beyond. Call it in the
// child before anything is allocated.
func LimitMemory(budget int64) error {
	debug.SetMemoryLimit(budget + slack)
	return limitAddressSpace(budget)
}
