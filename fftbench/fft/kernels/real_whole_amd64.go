//go:build !purego

package kernels

// The functions below do what is whole vectors and return how many parts of the
// shorter row that is.

func widenVectors[F Float](dst, src []F) int {
	n := wholeVectors[F](len(src))
	if n == 0 {
		return 0
	}
	dst = dst[:2*n]
	if isDouble[F]() {
		widenF64(double(dst), double(src), 8*n)
	} else {
		widenF32(single(dst), single(src), 4*n)
	}
	return n
}

func narrowVectors[F Float](dst, src []F) int {
	n := wholeVectors[F](len(dst))
	if n == 0 {
		return 0
	}
	src = src[:2*n]
	if isDouble[F]() {
		narrowF64(double(dst), double(src), 8*n)
	} else {
		narrowF32(single(dst), single(src), 4*n)
	}
	return n
}

func mirrorVectors[F Float](dst, src []F) int {
	n := wholeVectors[F](len(src))
	if n == 0 {
		return 0
	}
	last := dst[len(src)-vectorParts[F]():] // the vector that is stored first
	if isDouble[F]() {
		mirrorF64(double(last), double(src), 8*n)
	} else {
		mirrorF32(single(last), single(src), 4*n)
	}
	return n
}

// wholeVectors is how many of n parts are whole vectors on a CPU that has them.
func wholeVectors[F Float](n int) int {
	if !useVectors {
		return 0
	}
	return n - n%vectorParts[F]()
}
