package truth

import "math"

// number is complex arithmetic of some precision.
type number[T any] interface {
	add(T) T
	sub(T) T
	mul(T) T
	// fromRoot rounds a value of full precision to T.
	fromRoot(quad) T
}

// double is a complex number of two float64.
type double struct{ re, im float64 }

func (a double) add(b double) double { return double{a.re + b.re, a.im + b.im} }
func (a double) sub(b double) double { return double{a.re - b.re, a.im - b.im} }

func (a double) mul(b double) double {
	return double{a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re}
}

func (double) fromRoot(q quad) double { return double{q.re.hi, q.im.hi} }

// real2 is a real number as the unevaluated sum of two float64, |lo| at most
// half an ulp of hi. Sums are exact to 2^-105 and products to 2^-102 (Joldes,
// Muller, Popescu, "Tight and rigorous error bounds for basic building blocks
// of double-word arithmetic", 2017: AccurateDWPlusDW, DWTimesDW2).
type real2 struct{ hi, lo float64 }

// twoSum is a + b without any error.
func twoSum(a, b float64) real2 {
	s := a + b
	aa := s - b
	bb := s - aa
	return real2{s, (a - aa) + (b - bb)}
}

// quickTwoSum is twoSum for |a| ≥ |b|.
func quickTwoSum(a, b float64) real2 {
	s := a + b
	return real2{s, b - (s - a)}
}

func (a real2) add(b real2) real2 {
	s, t := twoSum(a.hi, b.hi), twoSum(a.lo, b.lo)
	v := quickTwoSum(s.hi, s.lo+t.hi)
	return quickTwoSum(v.hi, t.lo+v.lo)
}

func (a real2) neg() real2 { return real2{-a.hi, -a.lo} }

func (a real2) mul(b real2) real2 {
	p := a.hi * b.hi
	e := math.FMA(a.hi, b.hi, -p)
	cross := math.FMA(a.hi, b.lo, a.lo*b.hi)
	return quickTwoSum(p, e+cross)
}

// quad is a complex number of two real2.
type quad struct{ re, im real2 }

func (a quad) add(b quad) quad { return quad{a.re.add(b.re), a.im.add(b.im)} }
func (a quad) sub(b quad) quad { return quad{a.re.add(b.re.neg()), a.im.add(b.im.neg())} }

func (a quad) mul(b quad) quad {
	return quad{
		a.re.mul(b.re).add(a.im.mul(b.im).neg()),
		a.re.mul(b.im).add(a.im.mul(b.re)),
	}
}

func (quad) fromRoot(q quad) quad { return q }
