package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// reals emits the passes that join real and complex transforms, over vectors of
// numbers as they lie in memory, real and imaginary parts in turn.
func reals(bytes int) {
	for _, size := range []int{4, 8} {
		m := newMachine(bytes, size)
		m.realLast()
		m.realFirst()
	}
}

// numbers is how many complex numbers a vector has.
func (m machine) numbers() int { return m.lanes() / 2 }

// realPass is what both passes have in common: vectors a of x from the first
// number up meet the numbers b as far from the end, in reverse order. Those lie
// one place off whole vectors; they are joined of two of these, so that no load
// waits for two stores of the pass before.
type realPass struct {
	machine
	x, y, low, high, twiddles reg.Register
	carry                     vector // its number 0 is b for the first number of a
	signs                     Mem    // 1 and −1 in turn
}

func (m machine) realPass(name string) realPass {
	TEXT(name+m.suffix(), NOSPLIT, fmt.Sprintf("func(y, x, twiddles %s, vectors, high int)", m.pointer()))
	Pragma("noescape")
	Doc(name + m.suffix() + " joins vectors of numbers from both ends of x, of which the upper one begins high bytes on.")
	p := realPass{machine: m, y: argument("y"), x: argument("x"), twiddles: argument("twiddles")}
	p.low, p.high = GP64(), argument("high")
	XORQ(p.low, p.low)
	p.signs = m.constant("signs", func(lane int) float64 { return float64(1 - 2*(lane%2)) })
	return p
}

// realLast is RealPasses.Last.
func (m machine) realLast() {
	p := m.realPass("realLast")
	vectors := argument("vectors")
	p.carry = p.load(Mem{Base: p.x})
	half := p.load(p.same("oneHalf", 0.5))
	one := p.load(p.same("one", 1))
	Label("vector")
	a, b := p.pair()
	s := p.mul(b, half) // (a + b*)/2
	p.pick(func() { VFMSUBADD231PS(half, a, s) }, func() { VFMSUBADD231PD(half, a, s) })
	p.difference(a, b, one)
	t := p.timesNumbers(b, p.factor(), VFMADDSUB231PS, VFMADDSUB231PD)
	p.store(p.add(s, t), p.lower(p.y))
	p.opposite(s, t)
	p.store(p.reversed(t), p.upper(p.y).Offset(2*p.size))
	ADDQ(Imm(uint64(p.bytes)), p.low)
	SUBQ(Imm(uint64(p.bytes)), p.high)
	DECQ(vectors)
	JNZ(LabelRef("vector"))
	finish()
}

// realFirst is RealPasses.First. Its upper outputs are stored as whole vectors
// too, of two steps each, for the transform that reads them next.
func (m machine) realFirst() {
	p := m.realPass("realFirst")
	vectors := argument("vectors")
	p.carry = p.reversed(p.upper(p.x).Offset(2 * p.size))
	one := p.load(p.same("one", 1))
	step := func() vector {
		a, b := p.pair()
		s := p.copy(b) // a + b*
		p.pick(func() { VFMSUBADD231PS(one, a, s) }, func() { VFMSUBADD231PD(one, a, s) })
		p.difference(a, b, one)
		t := p.timesNumbers(b, p.factor(), VFMSUBADD231PS, VFMSUBADD231PD)
		t = p.add(t, t)
		p.store(p.add(s, t), p.lower(p.y))
		p.opposite(s, t)
		return t
	}
	far := p.copy(step())
	DECQ(vectors)
	JZ(LabelRef("end"))
	Label("vector")
	ADDQ(Imm(uint64(p.bytes)), p.low)
	SUBQ(Imm(uint64(p.bytes)), p.high)
	next := step()
	p.store(p.mirrored(next, far), p.upper(p.y).Offset(p.bytes))
	p.pick(func() { VMOVAPS(next, far) }, func() { VMOVAPD(next, far) })
	DECQ(vectors)
	JNZ(LabelRef("vector"))
	Label("end")
	p.storeBehindFirst(p.mirrored(far, far), p.upper(p.y))
	finish()
}

func (p *realPass) lower(base reg.Register) Mem { return Mem{Base: base, Index: p.low, Scale: 1} }
func (p *realPass) upper(base reg.Register) Mem { return Mem{Base: base, Index: p.high, Scale: 1} }

// pair loads a and makes b.
func (p *realPass) pair() (a, b vector) {
	a = p.load(p.lower(p.x))
	upper := p.load(p.upper(p.x))
	b = p.mirrored(p.carry, upper)
	p.pick(func() { VMOVAPS(upper, p.carry) }, func() { VMOVAPD(upper, p.carry) })
	return a, b
}

// difference makes a − b* of b.
func (p *realPass) difference(a, b, one vector) {
	p.pick(func() { VFMADDSUB231PS(one, a, b) }, func() { VFMADDSUB231PD(one, a, b) })
}

// opposite makes (s − t)* of t.
func (p *realPass) opposite(s, t vector) {
	p.pick(func() { VFMADDSUB231PS(p.signs, s, t) }, func() { VFMADDSUB231PD(p.signs, s, t) })
}

// factor is the twiddles of a vector: real parts and imaginary parts, each twice.
func (p *realPass) factor() factor {
	w := p.lower(p.twiddles)
	re, im := p.vector(), p.vector()
	p.pick(func() { VMOVSLDUP(w, re) }, func() { VMOVDDUP(w, re) })
	if p.double() {
		VPERMILPD(Imm(0xff), w, im)
	} else {
		VMOVSHDUP(w, im)
	}
	return factor{re, im}
}

// timesNumbers is a·w, or a·w* with the instructions that add where the others
// subtract.
func (m machine) timesNumbers(a vector, w factor, single, double func(ops ...Op)) vector {
	swapped := m.vector()
	m.pick(func() { VPERMILPS(Imm(0b10_11_00_01), a, swapped) }, func() { VPERMILPD(Imm(0b01_01_01_01), a, swapped) })
	v := m.mul(swapped, w.im)
	m.pick(func() { single(w.re, a, v) }, func() { double(w.re, a, v) })
	return v
}

// mirrored has number 0 of first, then the numbers of rest from the last one down
// to number 1.
func (m machine) mirrored(first, rest vector) vector {
	if m.wide() {
		v := m.load(m.places("mirrored", func(k int) int {
			if k == 0 {
				return 0
			}
			return 2*m.numbers() - k // numbers of rest come after those of first
		}))
		VPERMI2PD(rest, first, v)
		return v
	}
	v := m.vector()
	if m.double() {
		VBLENDPD(Imm(0b1100), rest, first, v)
		return v
	}
	VPERMPD(Imm(0b01_10_11_00), rest, v)
	VBLENDPD(Imm(0b0001), first, v, v)
	return v
}

// reversed is a vector with its numbers in reverse order.
func (m machine) reversed(a Op) vector {
	v := m.vector()
	switch {
	case m.wide():
		order := m.load(m.places("reversed", func(k int) int { return m.numbers() - 1 - k }))
		VPERMPD(a, order, v)
	case m.double():
		VPERMPD(Imm(0b01_00_11_10), a, v)
	default:
		VPERMPD(Imm(0b00_01_10_11), a, v)
	}
	return v
}

// places is a constant of indices of eight bytes that moves number from(k) to
// place k.
func (m machine) places(name string, from func(k int) int) Mem {
	if c, ok := m.constants[name]; ok {
		return c
	}
	c := GLOBL(name+m.suffix(), RODATA|NOPTR)
	m.constants[name] = c
	words := 2 * m.size / 8 // of a number
	for i := range 8 {
		DATA(8*i, U64(uint64(from(i/words)*words+i%words)))
	}
	return c
}

// storeBehindFirst stores all numbers of v but number 0.
func (m machine) storeBehindFirst(v vector, to Mem) {
	switch {
	case m.wide():
		mask, bits := K(), GP32()
		MOVL(U32(uint32(0xff<<(2*m.size/8)&0xff)), bits)
		KMOVW(bits, mask)
		VMOVUPD(v, mask, to)
	case m.double():
		VEXTRACTF128(Imm(1), v, to.Offset(16))
	default:
		VMOVHPS(v.AsX(), to.Offset(8))
		VEXTRACTF128(Imm(1), v, to.Offset(16))
	}
}
