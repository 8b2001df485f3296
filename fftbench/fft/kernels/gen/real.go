package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// reals emits the passes that join real and complex transforms, in AVX2.
func reals() {
	for _, p := range []precision{newPrecision(4), newPrecision(8)} {
		p.realPass("realLast", false)
		p.realPass("realFirst", true)
	}
}

// realPass is RealLast, or RealFirst if first: vectors of numbers from the
// first one of x up meet those from the one last bytes after it down.
func (p precision) realPass(name string, first bool) {
	TEXT(name+p.suffix(), NOSPLIT, fmt.Sprintf("func(y, x %[1]s, vectors, last int, twiddles %[1]s)", p.pointer()))
	Pragma("noescape")
	Doc(name + p.suffix() + " joins numbers from both ends of x, the farthest last bytes apart.")
	y, x, vectors := argument("y"), argument("x"), argument("vectors")
	low, high, twiddles := GP64(), argument("last"), argument("twiddles")
	XORQ(low, low)
	SUBQ(Imm(uint64(vectorBytes-p.number())), high) // from the last number to its vector
	times, sum, difference := p.times, 0.5, 1.0
	if first {
		times, sum, difference = p.timesConjugate, 1, 2
	}
	conjugate := p.load(p.constant("conjugate", 0, math.Copysign(0, -1)))

	Label("vector")
	a := p.load(Mem{Base: x, Index: low, Scale: 1})
	b := p.conjugate(p.reversed(Mem{Base: x, Index: high, Scale: 1}), conjugate)
	s, d := p.scaled(p.add(a, b), sum), p.scaled(p.sub(a, b), difference)
	t := times(d, p.numbers(Mem{Base: twiddles, Index: low, Scale: 1}))
	p.store(p.add(s, t), Mem{Base: y, Index: low, Scale: 1})
	far := p.conjugate(p.sub(s, t), conjugate)
	p.store(p.reversed(far), Mem{Base: y, Index: high, Scale: 1})
	ADDQ(Imm(vectorBytes), low)
	SUBQ(Imm(vectorBytes), high)
	DECQ(vectors)
	JNZ(LabelRef("vector"))
	finish()
}

// scaled is a·factor.
func (p precision) scaled(a vector, factor float64) vector {
	if factor == 1 {
		return a
	}
	if factor == 2 {
		return p.add(a, a)
	}
	return p.mul(a, p.constant("half", factor, factor))
}

// conjugate changes the signs of imaginary parts; signs holds 0 and −0 in turn.
func (p precision) conjugate(a, signs vector) vector {
	v := YMM()
	p.pick(func() { VXORPS(a, signs, v) }, func() { VXORPD(a, signs, v) })
	return v
}

// reversed is a vector with its numbers in reverse order.
func (p precision) reversed(a Op) vector {
	v := YMM()
	p.pick(func() { VPERMPD(Imm(0b00_01_10_11), a, v) }, func() { VPERMPD(Imm(0b01_00_11_10), a, v) })
	return v
}
