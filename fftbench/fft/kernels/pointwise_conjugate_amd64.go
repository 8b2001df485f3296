//go:build !purego

package kernels

// multiplyConjugateVectors multiplies what is whole vectors and returns its
// length.
func multiplyConjugateVectors[F Float](dst, a, b []F) int {
	n := len(dst) - len(dst)%vectorParts[F]()
	if !useVectors || n == 0 {
		return 0
	}
	a, b = a[:n], b[:n]
	if isDouble[F]() {
		multiplyConjugateF64(double(dst), double(a), double(b), 8*n)
	} else {
		multiplyConjugateF32(single(dst), single(a), single(b), 4*n)
	}
	return n
}
