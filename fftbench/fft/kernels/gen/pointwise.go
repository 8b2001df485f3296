package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// pointwise emits loops over rows that passes has no use for, in AVX2.
func pointwise() {
	for _, p := range []precision{newPrecision(4), newPrecision(8)} {
		p.multiplyConjugate()
		p.widen()
		p.narrow()
		p.mirror()
	}
}

// multiplyConjugate is MultiplyConjugate of count bytes.
func (p precision) multiplyConjugate() {
	name := "multiplyConjugate" + p.suffix()
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst, a, b %s, count int)", p.pointer()))
	Pragma("noescape")
	Doc(name + " stores the products of the numbers in count bytes of a and the conjugates of b.")
	dst, a, b, count := argument("dst"), argument("a"), argument("b"), argument("count")
	i := GP64()
	XORQ(i, i)
	Label("vector")
	product := p.timesConjugate(p.load(Mem{Base: a, Index: i, Scale: 1}), p.numbers(Mem{Base: b, Index: i, Scale: 1}))
	p.store(product, Mem{Base: dst, Index: i, Scale: 1})
	ADDQ(Imm(vectorBytes), i)
	CMPQ(i, count)
	JL(LabelRef("vector"))
	finish()
}

// widen is Widen of count bytes of real numbers.
func (p precision) widen() {
	p.loop("widen", "makes complex numbers of count bytes of real ones.", func(dst, src Mem) {
		zero, v := YMM(), YMM()
		VXORPS(zero, zero, zero)
		VPERMPD(Imm(inTurn), src, v)
		low, high := YMM(), YMM()
		p.pick(func() { VUNPCKLPS(zero, v, low) }, func() { VUNPCKLPD(zero, v, low) })
		p.pick(func() { VUNPCKHPS(zero, v, high) }, func() { VUNPCKHPD(zero, v, high) })
		p.store(low, dst)
		p.store(high, dst.Offset(vectorBytes))
	}, 2, 1)
}

// narrow is Narrow to count bytes of real numbers.
func (p precision) narrow() {
	p.loop("narrow", "stores count bytes of the real parts of complex numbers.", func(dst, src Mem) {
		a, v := p.load(src), YMM()
		next := src.Offset(vectorBytes)
		p.pick(func() { VSHUFPS(Imm(0b10_00_10_00), next, a, v) }, func() { VUNPCKLPD(next, a, v) })
		VPERMPD(Imm(inTurn), v, v)
		p.store(v, dst)
	}, 1, 2)
}

// inTurn exchanges the middle quarters of a vector, which instructions that work
// on each half by itself leave the wrong way round.
const inTurn = 0b11_01_10_00

// mirror is Mirror of count bytes, from the last vector of dst down.
func (p precision) mirror() {
	p.loop("mirror", "stores the conjugates of count bytes of numbers in reverse order, from dst down.", func(dst, src Mem) {
		v := YMM()
		p.pick(func() { VPERMPD(Imm(0b00_01_10_11), src, v) }, func() { VPERMPD(Imm(0b01_00_11_10), src, v) })
		p.pick(func() { VXORPS(p.conjugateSigns(), v, v) }, func() { VXORPD(p.conjugateSigns(), v, v) })
		p.store(v, dst)
	}, -1, 1)
}

func (p precision) conjugateSigns() Mem {
	return p.constant("conjugate", 0, math.Copysign(0, -1))
}

// loop emits a kernel that goes over dst and src by so many vectors at a time,
// until count bytes of the one that goes by one are done.
func (p precision) loop(name, doc string, body func(dst, src Mem), dstStep, srcStep int) {
	name += p.suffix()
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst, src %s, count int)", p.pointer()))
	Pragma("noescape")
	Doc(name + " " + doc)
	dst, src, count := argument("dst"), argument("src"), argument("count")
	Label("vector")
	body(Mem{Base: dst}, Mem{Base: src})
	ADDQ(Imm(uint64(srcStep*vectorBytes)), src)
	if dstStep > 0 {
		ADDQ(Imm(uint64(dstStep*vectorBytes)), dst)
	} else {
		SUBQ(Imm(uint64(-dstStep*vectorBytes)), dst)
	}
	SUBQ(Imm(vectorBytes), count)
	JNZ(LabelRef("vector"))
	finish()
}
