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

// RealPasses are the passes between 2h real numbers and h complex ones.
type RealPasses[F Float] struct {
	Twiddles []F
	h, done  int // numbers from either end that vectors make
	vectors  realVectors[F]
	middle   bool // number h/2 is all that vectors leave
}

// NewRealPasses prepares the passes for h pairs. It needs the factors w, in the
// precision of F.
func NewRealPasses[F Float](h int, twiddles []F) *RealPasses[F] {
	p := &RealPasses[F]{Twiddles: twiddles[:2*(h/2+1)], h: h, vectors: realVectorsOf[F](h)}
	p.done = max(1, p.vectors.done) // plain code makes neither bin 0 nor bin h
	p.middle = 2*p.vectors.done == h
	return p
}

// Last is the last pass of a real transform: it makes h+1 bins of z, the
// transform of h pairs. dst may begin where z does.
func (p *RealPasses[F]) Last(dst, z []F) {
	last := 2 * p.h
	dst, z = dst[:last+2], z[:last]
	re, im := z[0], z[1]
	if p.vectors.done > 0 {
		p.vectors.last(&dst[0], &z[0], &p.Twiddles[0], p.vectors.count, p.vectors.high)
	}
	if p.middle { // w = −1/2: the code for any k takes as long as two vectors
		dst[p.h], dst[p.h+1] = z[p.h], -z[p.h+1]
	} else {
		plainRealLast(dst, z, p.Twiddles, p.done)
	}
	dst[0], dst[1] = re+im, 0
	dst[last], dst[last+1] = re-im, 0
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

// First is the first pass of the way back: it makes z, h pairs to be transformed
// back, of h+1 bins. What bins 0 and h have for imaginary parts, which those of
// real numbers have not, is not used. z may begin where x does.
func (p *RealPasses[F]) First(z, x []F) {
	last := 2 * p.h
	z, x = z[:last], x[:last+2]
	low, high := x[0], x[last]
	if p.vectors.done > 0 {
		p.vectors.first(&z[0], &x[0], &p.Twiddles[0], p.vectors.count, p.vectors.high)
	}
	if p.middle {
		z[p.h], z[p.h+1] = 2*x[p.h], -2*x[p.h+1]
	} else {
		plainRealFirst(z, x, p.Twiddles, p.done)
	}
	z[0], z[1] = low+high, low-high
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

// realVectors are vectors from either end of a row that share no number, and
// what joins them: count vectors, done numbers, the upper ones from the byte
// high on downwards.
type realVectors[F Float] struct {
	count, done, high int
	last, first       func(y, x, twiddles *F, vectors, high int)
}
