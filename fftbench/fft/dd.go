package fft

import "math"

// dd is a double-double: the unevaluated sum hi + lo with |lo| ≤ ulp(hi)/2,
// some 106 bits. Only planning uses it. Source of the algorithms: T. J.
// Dekker, "A floating-point technique for extending the available precision"
// (1971); Hida, Li, Bailey, "Library for double-double and quad-double
// arithmetic" (2007).
type dd struct{ hi, lo float64 }

// ddTwoPi is 2π.
var ddTwoPi = dd{6.283185307179586, 2.4492935982947064e-16}

// fastTwoSum normalises hi + lo where |hi| ≥ |lo|.
func fastTwoSum(hi, lo float64) dd {
	s := hi + lo
	return dd{s, lo - (s - hi)}
}

func (a dd) add(b dd) dd {
	s := a.hi + b.hi
	v := s - a.hi
	e := (a.hi - (s - v)) + (b.hi - v)
	return fastTwoSum(s, e+(a.lo+b.lo))
}

func (a dd) neg() dd { return dd{-a.hi, -a.lo} }

func (a dd) mul(b dd) dd {
	p := a.hi * b.hi
	e := math.FMA(a.hi, b.hi, -p)
	return fastTwoSum(p, e+(a.hi*b.lo+a.lo*b.hi))
}

// ddRatio is a/b of two integers below 2^53.
func ddRatio(a, b int) dd {
	return dd{float64(a), 0}.div(float64(b))
}

func (a dd) div(b float64) dd {
	q := a.hi / b
	r := math.FMA(-q, b, a.hi) + a.lo
	return fastTwoSum(q, r/b)
}

// ddComplex is a complex double-double.
type ddComplex struct{ re, im dd }

func (a ddComplex) mul(b ddComplex) ddComplex {
	return ddComplex{
		re: a.re.mul(b.re).add(a.im.mul(b.im).neg()),
		im: a.re.mul(b.im).add(a.im.mul(b.re)),
	}
}

// ddTaylorTerms is enough for |x| ≤ π/4: (π/4)^28/28! < 2^-107.
const ddTaylorTerms = 28

// ddExpI is e^(ix) for 0 ≤ x ≤ π/4, by the Taylor series of cosine and sine
// summed together from the smallest term up (Horner in x/k).
func ddExpI(x dd) ddComplex {
	one := dd{1, 0}
	z := ddComplex{re: one}
	for k := ddTaylorTerms; k >= 1; k-- {
		t := x.div(float64(k)) // z ← 1 + (ix/k)·z
		z = ddComplex{
			re: one.add(t.mul(z.im).neg()),
			im: t.mul(z.re),
		}
	}
	return z
}
