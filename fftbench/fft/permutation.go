package fft

import "math/bits"

// bitReversal maps each index below n, a power of two, to the index with its
// log2 n bits in reverse order. It is its own inverse.
func bitReversal(n int) []int32 {
	order := make([]int32, n)
	shift := 32 - log2(n)
	for i := range order {
		order[i] = int32(bits.Reverse32(uint32(i)) >> shift) // n = 1 shifts all bits out
	}
	return order
}
