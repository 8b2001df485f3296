package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// passes emits the passes over interleaved rows, in AVX2. Each kernel exists for
// both precisions. A vector is a register of 32 bytes, two complex128 or four
// complex64 as they lie in memory, real and imaginary parts in turn.
func passes() {
	for _, p := range []precision{newPrecision(4), newPrecision(8)} {
		p.dit4("dit4", false)
		p.dit4("inverseDIT4", true)
		p.dif4()
		p.stockham4()
		p.stockhamLast4()
		p.multiply()
		for _, radix := range []int{8, 16} {
			p.first(radix, false)
			p.first(radix, true)
		}
	}
}

// dit4 is DIT4 and InverseDIT4: groups times four runs of run bytes.
func (p precision) dit4(name string, inverse bool) {
	TEXT(name+p.suffix(), NOSPLIT, fmt.Sprintf("func(x %[1]s, run, groups int, w1, w2, w3 %[1]s)", p.pointer()))
	Pragma("noescape")
	Doc(name + p.suffix() + " joins groups of four transforms of run bytes.")
	times := p.times
	if inverse {
		times = p.timesConjugate
	}
	p.inPlace(func(x [4]Mem, w [4]factor, signs vector) {
		a, b := times(p.load(x[1]), w[1]), times(p.load(x[3]), w[3])
		u, v := p.add(a, b), p.turn(p.sub(a, b), signs)
		c, d := p.load(x[0]), times(p.load(x[2]), w[2])
		s, e := p.add(c, d), p.sub(c, d)
		p.store(p.add(s, u), x[0])
		p.store(p.sub(s, u), x[2])
		first, last := x[1], x[3]
		if inverse {
			first, last = last, first
		}
		p.store(p.add(e, v), first)
		p.store(p.sub(e, v), last)
	})
}

// dif4 is DIF4.
func (p precision) dif4() {
	TEXT("dif4"+p.suffix(), NOSPLIT, fmt.Sprintf("func(x %[1]s, run, groups int, w1, w2, w3 %[1]s)", p.pointer()))
	Pragma("noescape")
	Doc("dif4" + p.suffix() + " splits groups of transforms into four of run bytes.")
	p.inPlace(func(x [4]Mem, w [4]factor, _ vector) {
		y := p.dft4([4]vector{p.load(x[0]), p.load(x[1]), p.load(x[2]), p.load(x[3])}, p.ones())
		p.store(y[0], x[0])
		for k := 1; k < 4; k++ {
			p.store(p.times(y[k], w[k]), x[k])
		}
	})
}

// inPlace loops over groups of four runs that lie one after the other.
func (p precision) inPlace(body func(x [4]Mem, w [4]factor, signs vector)) {
	x, run, groups := argument("x"), argument("run"), argument("groups")
	w1, w2, w3 := argument("w1"), argument("w2"), argument("w3")
	signs := p.load(p.signs())
	runs := stride(x, run)
	i := GP64()

	Label("group")
	XORQ(i, i)
	Label("vector")
	var w [4]factor
	w[1] = p.numbers(Mem{Base: w1, Index: i, Scale: 1})
	w[2] = p.numbers(Mem{Base: w2, Index: i, Scale: 1})
	w[3] = p.numbers(Mem{Base: w3, Index: i, Scale: 1})
	body([4]Mem{runs.at(0), runs.at(1), runs.at(2), runs.at(3)}, w, signs)
	ADDQ(Imm(vectorBytes), x)
	ADDQ(Imm(vectorBytes), i)
	CMPQ(i, run)
	JL(LabelRef("vector"))
	ADDQ(runs.step3, x)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}

// stockham4 is Stockham4: groups of four runs of run bytes, part bytes apart
// in x and one after the other in y.
func (p precision) stockham4() {
	name := "stockham4" + p.suffix()
	TEXT(name, NOSPLIT, fmt.Sprintf("func(y, x %[1]s, part, run, groups int, twiddles %[1]s)", p.pointer()))
	Pragma("noescape")
	Doc(name + " is a pass of radix 4 over groups of runs of run bytes, part bytes apart in x.")
	x, part, run := argument("x"), argument("part"), argument("run")
	y, groups, twiddles := argument("y"), argument("groups"), argument("twiddles")
	ones := p.load(p.ones())
	parts, runs := stride(x, part), stride(y, run)
	end := GP64()

	Label("group")
	var w [4]factor
	for k := 1; k < 4; k++ {
		w[k] = p.repeated(Mem{Base: twiddles, Disp: (k - 1) * p.number()})
	}
	ADDQ(Imm(uint64(3*p.number())), twiddles)
	LEAQ(Mem{Base: x, Index: run, Scale: 1}, end)
	Label("vector")
	out := p.dft4([4]vector{p.load(parts.at(0)), p.load(parts.at(1)), p.load(parts.at(2)), p.load(parts.at(3))}, ones)
	p.store(out[0], runs.at(0))
	for k := 1; k < 4; k++ {
		p.store(p.times(out[k], w[k]), runs.at(k))
	}
	ADDQ(Imm(vectorBytes), x)
	ADDQ(Imm(vectorBytes), y)
	CMPQ(x, end)
	JL(LabelRef("vector"))
	ADDQ(runs.step3, y)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}

// stockhamLast4 is StockhamLast4, with parts of part bytes.
func (p precision) stockhamLast4() {
	name := "stockhamLast4" + p.suffix()
	TEXT(name, NOSPLIT, fmt.Sprintf("func(y, x %[1]s, part int)", p.pointer()))
	Pragma("noescape")
	Doc(name + " is the last pass of radix 4, with parts of part bytes.")
	y, x, part := argument("y"), argument("x"), argument("part")
	ones := p.load(p.ones())
	from, to := stride(x, part), strided{base: y, step: part}
	to.step3 = from.step3
	end := GP64()
	LEAQ(Mem{Base: x, Index: part, Scale: 1}, end)
	Label("vector")
	out := p.dft4([4]vector{p.load(from.at(0)), p.load(from.at(1)), p.load(from.at(2)), p.load(from.at(3))}, ones)
	for k, v := range out {
		p.store(v, to.at(k))
	}
	ADDQ(Imm(vectorBytes), x)
	ADDQ(Imm(vectorBytes), y)
	CMPQ(x, end)
	JL(LabelRef("vector"))
	finish()
}

// multiply is Multiply of count bytes.
func (p precision) multiply() {
	name := "multiply" + p.suffix()
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst, a, b %[1]s, count int)", p.pointer()))
	Pragma("noescape")
	Doc(name + " stores the products of the numbers in count bytes of a and b.")
	dst, a, b, count := argument("dst"), argument("a"), argument("b"), argument("count")
	i := GP64()
	XORQ(i, i)
	Label("vector")
	product := p.times(p.load(Mem{Base: a, Index: i, Scale: 1}), p.numbers(Mem{Base: b, Index: i, Scale: 1}))
	p.store(product, Mem{Base: dst, Index: i, Scale: 1})
	ADDQ(Imm(vectorBytes), i)
	CMPQ(i, count)
	JL(LabelRef("vector"))
	finish()
}
