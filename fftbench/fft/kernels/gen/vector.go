package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const vectorBytes = 32

// precision emits instructions for parts of size bytes.
type precision struct {
	size      int
	constants map[string]Mem // by name
}

func newPrecision(size int) precision { return precision{size, map[string]Mem{}} }

func (p precision) double() bool { return p.size == 8 }

// suffix ends the name of a kernel.
func (p precision) suffix() string {
	if p.double() {
		return "F64"
	}
	return "F32"
}

// number is the bytes of a complex number, lanes how many a vector has.
func (p precision) number() int { return 2 * p.size }
func (p precision) lanes() int  { return vectorBytes / p.number() }

// pointer is the type of a row in a signature.
func (p precision) pointer() string {
	if p.double() {
		return "*float64"
	}
	return "*float32"
}

type vector = reg.VecVirtual

func (p precision) load(m Op) vector {
	v := YMM()
	p.pick(func() { VMOVUPS(m, v) }, func() { VMOVUPD(m, v) })
	return v
}

func (p precision) store(v vector, m Mem) {
	p.pick(func() { VMOVUPS(v, m) }, func() { VMOVUPD(v, m) })
}

func (p precision) add(a vector, b Op) vector {
	v := YMM()
	p.pick(func() { VADDPS(b, a, v) }, func() { VADDPD(b, a, v) })
	return v
}

func (p precision) sub(a vector, b Op) vector {
	v := YMM()
	p.pick(func() { VSUBPS(b, a, v) }, func() { VSUBPD(b, a, v) })
	return v
}

func (p precision) mul(a vector, b Op) vector {
	v := YMM()
	p.pick(func() { VMULPS(b, a, v) }, func() { VMULPD(b, a, v) })
	return v
}

// swap exchanges the parts of each number.
func (p precision) swap(a Op) vector {
	v := YMM()
	p.pick(func() { VPERMILPS(Imm(0b10_11_00_01), a, v) }, func() { VPERMILPD(Imm(0b0101), a, v) })
	return v
}

// broadcast repeats one part.
func (p precision) broadcast(m Mem) vector {
	v := YMM()
	p.pick(func() { VBROADCASTSS(m, v) }, func() { VBROADCASTSD(m, v) })
	return v
}

// factor is a vector of numbers to multiply by: their real parts and their
// imaginary parts, each twice.
type factor struct{ re, im Op }

// numbers makes a factor of numbers as they lie in memory or in a register.
func (p precision) numbers(w Op) factor {
	re, im := YMM(), YMM()
	p.pick(func() { VMOVSLDUP(w, re) }, func() { VMOVDDUP(w, re) })
	p.pick(func() { VMOVSHDUP(w, im) }, func() { VPERMILPD(Imm(0b1111), w, im) })
	return factor{re, im}
}

// number broadcasts the number at m.
func (p precision) repeated(m Mem) factor {
	return factor{p.broadcast(m), p.broadcast(m.Offset(p.size))}
}

// times is a·w.
func (p precision) times(a vector, w factor) vector {
	v := p.mul(p.swap(a), w.im)
	p.pick(func() { VFMADDSUB231PS(w.re, a, v) }, func() { VFMADDSUB231PD(w.re, a, v) })
	return v
}

// timesConjugate is a·w*.
func (p precision) timesConjugate(a vector, w factor) vector {
	v := p.mul(p.swap(a), w.im)
	p.pick(func() { VFMSUBADD231PS(w.re, a, v) }, func() { VFMSUBADD231PD(w.re, a, v) })
	return v
}

// turn is −i·a; signs holds 0 and −0 in turn.
func (p precision) turn(a vector, signs Op) vector {
	v := p.swap(a)
	p.pick(func() { VXORPS(signs, v, v) }, func() { VXORPD(signs, v, v) })
	return v
}

func (p precision) pick(single, double func()) {
	if p.double() {
		double()
	} else {
		single()
	}
}

// dft4 is the transform of four inputs; ones holds ones. A sum or difference with
// something turned by i is one of alternating signs with its parts exchanged, for
// which there are an instruction and, the other way round, a fused one.
func (p precision) dft4(x [4]vector, ones Op) [4]vector {
	s, d := p.add(x[0], x[2]), p.sub(x[0], x[2])
	u, v := p.add(x[1], x[3]), p.swap(p.sub(x[1], x[3]))
	plus := YMM() // d + i·v
	p.pick(func() { VADDSUBPS(v, d, plus) }, func() { VADDSUBPD(v, d, plus) })
	p.pick(func() { VFMSUBADD132PS(ones, v, d) }, func() { VFMSUBADD132PD(ones, v, d) })
	return [4]vector{p.add(s, u), d, p.sub(s, u), plus}
}

// constant is a vector of parts in read-only memory, even and odd ones in turn.
func (p precision) constant(name string, even, odd float64) Mem {
	if m, ok := p.constants[name]; ok {
		return m
	}
	m := GLOBL(name+p.suffix(), RODATA|NOPTR)
	p.constants[name] = m
	parts := [2]float64{even, odd}
	for i := range vectorBytes / p.size { // as bits: a whole number would be taken for an integer
		if p.double() {
			DATA(8*i, U64(math.Float64bits(parts[i%2])))
		} else {
			DATA(4*i, U32(math.Float32bits(float32(parts[i%2]))))
		}
	}
	return m
}

// ones is the constant of dft4.
func (p precision) ones() Mem { return p.constant("ones", 1, 1) }

// signs is the constant of turn.
func (p precision) signs() Mem { return p.constant("signs", 0, math.Copysign(0, -1)) }

// root is the constant factor e^(−2πi·k/n).
func (p precision) root(k, n int) factor {
	cos, sin := cosine(k, n), -sine(k, n)
	name := fmt.Sprintf("root%dOf%d", k, n)
	return factor{p.constant(name+"Re", cos, cos), p.constant(name+"Im", sin, sin)}
}

// strided addresses four places step bytes apart.
type strided struct {
	base, step, step3 reg.Register
}

// stride prepares the places base + k·step.
func stride(base, step reg.Register) strided {
	step3 := GP64()
	LEAQ(Mem{Base: step, Index: step, Scale: 2}, step3)
	return strided{base, step, step3}
}

func (s strided) at(k int) Mem {
	switch k {
	case 0:
		return Mem{Base: s.base}
	case 3:
		return Mem{Base: s.base, Index: s.step3, Scale: 1}
	default:
		return Mem{Base: s.base, Index: s.step, Scale: uint8(k)}
	}
}

// argument loads a parameter into a register of its own.
func argument(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// countDown takes one off a parameter where it lies, for registers are scarce.
func countDown(name string) {
	basic, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	DECQ(basic.Addr)
}

// finish ends a kernel.
func finish() {
	VZEROUPPER()
	RET()
}
