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

// mulRounded is mul rounded to float64.
func (a *ddComplex) mulRounded(b *ddComplex) (re, im float64) {
	re = dot2(a.re, b.re, dd{-a.im.hi, -a.im.lo}, b.im)
	im = dot2(a.re, b.im, a.im, b.re)
	return re, im
}

// dot2 is a·b + c·d, rounded once.
func dot2(a, b, c, d dd) float64 {
	p, q := a.hi*b.hi, c.hi*d.hi
	low := math.FMA(a.hi, b.hi, -p) + math.FMA(c.hi, d.hi, -q)
	low = math.FMA(a.hi, b.lo, low)
	low = math.FMA(a.lo, b.hi, low)
	low = math.FMA(c.hi, d.lo, low)
	low = math.FMA(c.lo, d.hi, low)
	s := p + q
	v := s - p
	return s + (low + ((p - (s - v)) + (q - v)))
}

// ddReach is the largest angle of the Taylor series in ddExpI; ddTerms terms of
// it are enough: (1/16)^16/16! < 2^-108.
const (
	ddReach = 1.0 / 16
	ddTerms = 15
)

// ddExpI is e^(ix) for x ≥ 0: the Taylor series of cosine and sine, summed
// together from the smallest term up (Horner in x/k), of an angle halved into
// reach, whose power is then squared as often.
func ddExpI(x dd) ddComplex {
	halvings := 0
	for ; x.hi > ddReach; halvings++ {
		x = dd{x.hi / 2, x.lo / 2}
	}
	one := dd{1, 0}
	z := ddComplex{re: one}
	for k := ddTerms; k >= 1; k-- {
		t := x.div(float64(k)) // z ← 1 + (ix/k)·z
		z = ddComplex{
			re: one.add(t.mul(z.im).neg()),
			im: t.mul(z.re),
		}
	}
	for range halvings {
		z = z.mul(z)
	}
	return z
}
