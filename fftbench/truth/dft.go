package truth

import "math/bits"

// DFT returns the transform of x, computed in float64: good to some 1e-15 of
// the spectrum's norm.
func DFT(x []complex128, dir Direction) []complex128 {
	spectrum := transform(doubles(x), dir)
	out := make([]complex128, len(x))
	for k, v := range spectrum {
		out[k] = complex(v.re, v.im)
	}
	return out
}

// DFT2 returns the transform of x, computed in double-double, as the
// unevaluated sum hi + lo: good to some 1e-30 of the spectrum's norm.
func DFT2(x []complex128, dir Direction) (hi, lo []complex128) {
	return parts(transform(quads(x), dir))
}

func doubles[C Complex](x []C) []double {
	out := make([]double, len(x))
	for j, v := range x {
		c := complex128(v)
		out[j] = double{real(c), imag(c)}
	}
	return out
}

func quads[C Complex](x []C) []quad {
	out := make([]quad, len(x))
	for j, v := range x {
		c := complex128(v)
		out[j] = quad{real2{hi: real(c)}, real2{hi: imag(c)}}
	}
	return out
}

func parts(x []quad) (hi, lo []complex128) {
	hi, lo = make([]complex128, len(x)), make([]complex128, len(x))
	for k, v := range x {
		hi[k], lo[k] = complex(v.re.hi, v.im.hi), complex(v.re.lo, v.im.lo)
	}
	return hi, lo
}

// transform is the DFT in the arithmetic of T.
func transform[T number[T]](x []T, dir Direction) []T {
	n := len(x)
	switch {
	case n == 0:
		return nil
	case n&(n-1) == 0:
		return radix2(x, halfCircle[T](n, dir))
	default:
		return bluestein(x, dir)
	}
}

// halfCircle is e^(±2πi·k/n) for k < n/2.
func halfCircle[T number[T]](n int, dir Direction) []T {
	var t T
	c := newCircle(n)
	w := make([]T, n/2)
	for k := range w {
		w[k] = t.fromRoot(c.at(int(dir) * k))
	}
	return w
}

// radix2 transforms x, a power of two long; w is its half circle.
func radix2[T number[T]](x, w []T) []T {
	out := make([]T, len(x))
	combine(out, x, 1, w)
	return out
}

// combine stores the transform of every stride-th element of x in out:
// transforms of the even and of the odd ones first, then butterflies.
func combine[T number[T]](out, x []T, stride int, w []T) {
	half := len(out) / 2
	if half == 0 {
		out[0] = x[0]
		return
	}
	combine(out[:half], x, 2*stride, w)
	combine(out[half:], x[stride:], 2*stride, w)
	for k := range half {
		a, b := out[k], out[half+k]
		if k > 0 {
			b = b.mul(w[k*stride])
		}
		out[k], out[half+k] = a.add(b), a.sub(b)
	}
}

// bluestein transforms x of any length n as a cyclic convolution with a chirp,
// by transforms of a power of two m ≥ 2n−1: jk = (j² + k² − (k−j)²)/2.
func bluestein[T number[T]](x []T, dir Direction) []T {
	n := len(x)
	m := 1 << bits.Len(uint(2*n-2))
	var t T
	c := newCircle(2 * n)
	a, b, chirp := make([]T, m), make([]T, m), make([]T, n)
	for j := range x {
		square := j * j % (2 * n)
		chirp[j] = t.fromRoot(c.at(int(dir) * square))
		a[j] = x[j].mul(chirp[j])
		b[j] = t.fromRoot(c.at(-int(dir) * square))
		if j > 0 {
			b[m-j] = b[j]
		}
	}
	w := halfCircle[T](m, Forward)
	a, b = radix2(a, w), radix2(b, w)
	scale := t.fromRoot(quad{re: real2{hi: 1 / float64(m)}}) // exact: m is a power of two
	for k := range a {
		a[k] = a[k].mul(b[k]).mul(scale)
	}
	a = radix2(a, halfCircle[T](m, Inverse))
	for k := range chirp {
		chirp[k] = chirp[k].mul(a[k])
	}
	return chirp
}

// bin is Σ x[j]·z^j by Horner's rule, one bin of a DFT for z = e^(±2πi·k/n).
func bin(x []quad, z quad) quad {
	var sum quad
	for j := len(x) - 1; j >= 0; j-- {
		sum = sum.mul(z).add(x[j])
	}
	return sum
}
