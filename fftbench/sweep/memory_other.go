//go:build !linux

package sweep

import "runtime/debug"

// slack is what a child may use beside the memory of a try.
const slack = 256 << 20

// LimitMemory asks the garbage collector to keep to budget bytes. Here the
// kernel is not asked to enforce it.
func LimitMemory(budget int64) error {
	debug.SetMemoryLimit(budget + slack)
	return nil
}
