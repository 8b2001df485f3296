package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// pointwise emits products of rows that passes has no use for, in AVX2.
func pointwise() {
	for _, p := range []precision{newPrecision(4), newPrecision(8)} {
		p.multiplyConjugate()
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
