package kernels

import "unsafe"

// cacheLine is the common size of a cache line in bytes.
const cacheLine = 64

// Touch reads x in order, a part per cache line, so that a row that lies in
// far memory streams in before a pass jumps about in it. The sum it returns
// means nothing; it keeps the reads.
//
//go:noinline
func Touch[F Float](x []F) F {
	var sum F
	for i := 0; i < len(x); i += cacheLine / int(unsafe.Sizeof(sum)) {
		sum += x[i]
	}
	return sum
}
