//go:build !purego

package kernels

// realLastVectors makes the bins of whole vectors from the ends of z inwards
// and returns how many from each.
func realLastVectors[F Float](dst, z, twiddles []F) int {
	vectors, n := realVectors[F](len(z) / 2)
	if n == 0 {
		return 0
	}
	dst, twiddles = dst[2:len(z)], twiddles[:2*n]
	if isDouble[F]() {
		realLastF64(double(dst), double(z[2:]), vectors, 16*(len(z)/2-2), double(twiddles))
	} else {
		realLastF32(single(dst), single(z[2:]), vectors, 8*(len(z)/2-2), single(twiddles))
	}
	return n
}

func realFirstVectors[F Float](z, x, twiddles []F) int {
	vectors, n := realVectors[F](len(z) / 2)
	if n == 0 {
		return 0
	}
	x, twiddles = x[2:len(z)], twiddles[:2*n]
	if isDouble[F]() {
		realFirstF64(double(z[2:]), double(x), vectors, 16*(len(z)/2-2), double(twiddles))
	} else {
		realFirstF32(single(z[2:]), single(x), vectors, 8*(len(z)/2-2), single(twiddles))
	}
	return n
}

// realVectors is how many vectors from either end of h numbers but the first
// meet without sharing a number, and how many numbers they are.
func realVectors[F Float](h int) (vectors, n int) {
	if !useVectors {
		return 0, 0
	}
	lanes := vectorParts[F]() / 2
	vectors = (h - 1) / 2 / lanes
	return vectors, vectors * lanes
}
