package kernels

// Multiply stores the products of the complex numbers of a and b, which are as
// long as dst. dst may be a or b.
func Multiply[F Float](dst, a, b []F) {
	done := multiplyVectors(dst, a, b)
	plainMultiply(dst[done:], a[done:], b[done:])
}

func plainMultiply[F Float](dst, a, b []F) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := 0; i < len(dst)-1; i += 2 {
		ar, ai, br, bi := a[i], a[i+1], b[i], b[i+1]
		dst[i] = ar*br - ai*bi
		dst[i+1] = ar*bi + ai*br
	}
}

// Reverse turns a forward spectrum into an inverse one, X[k] ↔ X[−k mod n].
func Reverse[F Float](x []F) {
	for i, j := 2, len(x)-2; i < j; i, j = i+2, j-2 {
		x[i], x[i+1], x[j], x[j+1] = x[j], x[j+1], x[i], x[i+1]
	}
}
