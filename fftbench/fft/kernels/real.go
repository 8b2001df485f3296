package kernels

// Transforms of 2h real numbers by one of h complex ones, which are the real
// numbers in pairs: with z the transform of the pairs, a = z[k] and b =
// z[h−k]*,
//
//	X[k]    =  (a + b)/2 + w·(a − b)
//	X[h−k]* =  (a + b)/2 − w·(a − b),  w = −i/2·e^(−2πi·k/2h)
//
// and back, with a = X[k] and b = X[h−k]*,
//
//	z[k]    =  (a + b) + 2w*·(a − b)
//	z[h−k]* =  (a + b) − 2w*·(a − b)
//
// for n times the pairs (Cooley, Lewis and Welch, "The fast Fourier transform
// algorithm: programming considerations in the calculation of sine, cosine and
// Laplace transforms", 1970). Twiddles hold w for k from 0 to h/2. Bins 0 and h
// are those of k = 0, where z[h] stands for z[0].

// RealLast is the last pass of a real transform: it makes h+1 bins of z, the
// transform of h pairs. dst may begin where z does.
func RealLast[F Float](dst, z, twiddles []F) {
	h := len(z) / 2
	re, im := z[0], z[1]
	done := realLastVectors(dst, z, twiddles)
	plainRealLast(dst, z, twiddles, max(1, done))
	dst[0], dst[1] = re+im, 0
	dst[2*h], dst[2*h+1] = re-im, 0
}

// plainRealLast makes the bins from k to h−k.
func plainRealLast[F Float](dst, z, twiddles []F, k int) {
	dst = dst[:len(z)]
	for k, j := 2*k, len(z)-2*k; k <= j; k, j = k+2, j-2 {
		w := twiddles[k:][:2]
		a, b := z[k:][:2], z[j:][:2]
		sr := (a[0] + b[0]) / 2
		si := (a[1] - b[1]) / 2
		dr := a[0] - b[0]
		di := a[1] + b[1]
		tr := dr*w[0] - di*w[1]
		ti := dr*w[1] + di*w[0]
		dst[k], dst[k+1] = sr+tr, si+ti
		dst[j], dst[j+1] = sr-tr, ti-si
	}
}

// RealFirst is the first pass of the way back: it makes z, h pairs to be
// transformed back, of h+1 bins. What bins 0 and h have for imaginary parts,
// which those of real numbers have not, is not read. z may begin where x does.
func RealFirst[F Float](z, x, twiddles []F) {
	h := len(z) / 2
	first, last := x[0], x[2*h]
	done := realFirstVectors(z, x, twiddles)
	plainRealFirst(z, x, twiddles, max(1, done))
	z[0], z[1] = first+last, first-last
}

// plainRealFirst makes the pairs from k to h−k.
func plainRealFirst[F Float](z, x, twiddles []F, k int) {
	x = x[:len(z)]
	for k, j := 2*k, len(z)-2*k; k <= j; k, j = k+2, j-2 {
		w := twiddles[k:][:2]
		a, b := x[k:][:2], x[j:][:2]
		sr := a[0] + b[0]
		si := a[1] - b[1]
		dr := 2 * (a[0] - b[0])
		di := 2 * (a[1] + b[1])
		tr := dr*w[0] + di*w[1]
		ti := di*w[0] - dr*w[1]
		z[k], z[k+1] = sr+tr, si+ti
		z[j], z[j+1] = sr-tr, ti-si
	}
}
