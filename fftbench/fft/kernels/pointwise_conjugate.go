package kernels

// MultiplyConjugate stores the products of the complex numbers of a and the
// conjugates of those of b, which are as long as dst. dst may be a or b.
func MultiplyConjugate[F Float](dst, a, b []F) {
	done := multiplyConjugateVectors(dst, a, b)
	plainMultiplyConjugate(dst[done:], a[done:], b[done:])
}

func plainMultiplyConjugate[F Float](dst, a, b []F) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := 0; i < len(dst)-1; i += 2 {
		ar, ai, br, bi := a[i], a[i+1], b[i], b[i+1]
		dst[i] = ar*br + ai*bi
		dst[i+1] = ai*br - ar*bi
	}
}
