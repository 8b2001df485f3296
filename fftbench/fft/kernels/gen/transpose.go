package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// transposes emits the transposition of matrices of complex numbers, in AVX2.
func transposes() {
	for _, p := range []precision{newPrecision(4), newPrecision(8)} {
		p.transpose()
	}
}

// prefetched is how many blocks ahead along the outer loop memory is asked for:
// no prefetcher of the hardware follows rows that are pages apart.
const prefetched = 4

// transpose walks over blocks of as many rows and columns as a vector has
// numbers: outer times over inner ones. The loops move dst and src by their own
// steps, so that either may be the one along the rows; all steps count bytes.
func (p precision) transpose() {
	name := "transpose" + p.suffix()
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst, src %s, dstPitch, srcPitch, outer, inner, dstOuter, srcOuter, dstInner, srcInner int)", p.pointer()))
	Pragma("noescape")
	Doc(name + " transposes outer times inner blocks of a matrix.")
	dst, src := argument("dst"), argument("src")
	to, from := p.rows(argument("dstPitch")), p.rows(argument("srcPitch"))
	dstInner, srcInner := argument("dstInner"), argument("srcInner")
	far, left, step := GP64(), GP64(), GP64()

	Label("outer")
	MOVQ(dst, to.base)
	MOVQ(src, from.base)
	Load(Param("inner"), left)
	Load(Param("srcOuter"), step)
	LEAQ(Mem{Base: src, Index: step, Scale: prefetched}, far)
	Label("inner")
	block := make([]vector, p.lanes())
	for k := range block {
		block[k] = p.load(from.at(k))
	}
	ahead := strided{far, from.step, from.step3}
	for k := range block {
		PREFETCHT0(ahead.at(k))
	}
	for k, v := range p.transposed(block) {
		p.store(v, to.at(k))
	}
	ADDQ(srcInner, from.base)
	ADDQ(srcInner, far)
	ADDQ(dstInner, to.base)
	DECQ(left)
	JNZ(LabelRef("inner"))
	ADDQ(step, src)
	Load(Param("dstOuter"), step)
	ADDQ(step, dst)
	Load(Param("outer"), left)
	DECQ(left)
	Store(left, Param("outer"))
	JNZ(LabelRef("outer"))
	finish()
}

// rows addresses as many rows as a vector has numbers, pitch bytes apart.
func (p precision) rows(pitch reg.Register) strided {
	if p.double() {
		return strided{base: GP64(), step: pitch}
	}
	return stride(GP64(), pitch)
}

// transposed is a square of numbers the other way.
func (p precision) transposed(x []vector) []vector {
	if p.double() {
		return []vector{halves(x[0], x[1], 0x20), halves(x[0], x[1], 0x31)}
	}
	var low, high [2]vector // numbers 0 and 2, 1 and 3 of two rows
	for k := range 2 {
		low[k], high[k] = YMM(), YMM()
		VUNPCKLPD(x[2*k+1], x[2*k], low[k])
		VUNPCKHPD(x[2*k+1], x[2*k], high[k])
	}
	return []vector{
		halves(low[0], low[1], 0x20), halves(high[0], high[1], 0x20),
		halves(low[0], low[1], 0x31), halves(high[0], high[1], 0x31),
	}
}

// halves are the lower (0x20) or the upper (0x31) halves of two vectors.
func halves(a, b vector, which uint64) vector {
	v := YMM()
	VPERM2F128(Imm(which), b, a, v)
	return v
}
