package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// first is Q8First4 and Q8First8: for each group, step bytes apart, it reads
// radix rows, part bytes apart, and stores as many from row *places on.
func (q q8Code) first(radix int, swapped bool, measure bool) {
	suffix, result, doc := measured(measure)
	name := fmt.Sprintf("q8First%d%s%s", radix, q8Swapped(swapped), suffix)
	TEXT(name, NOSPLIT, "func(x *int16, src *float32, step, part int, places *int32, groups int, scale float32)"+result)
	Pragma("noescape")
	Doc(name + " quantises and transforms groups of rows part bytes apart, the groups step bytes apart." + doc)
	x, src, part := argument("x"), argument("src"), argument("part")
	step, places, groups := argument("step"), argument("places"), argument("groups")
	f := q8First{q8Code: q, swapped: swapped, scale: YMM(), magic: YMM(), top: q.extremes(measure)}
	VBROADCASTSS(parameter("scale"), f.scale)
	// Adding 1.5·2^23 leaves the integer next to a number in its low bits.
	VBROADCASTSS(q.float("q8Magic", 3<<22), f.magic)
	f.inputs = stride(src, part)
	if radix == 8 {
		f.upper = GP64()
	}

	Label("group")
	place := GP64()
	MOVLQSX(Mem{Base: places}, place)
	SHLQ(Imm(6), place)
	ADDQ(x, place)
	y := func(k int) operands { return q.row(Mem{Base: place, Disp: k * q8Row}) }
	if radix == 4 {
		q.transform4(f.input(0), f.input(1), f.input(2), f.input(3), f.top.into(y))
	} else {
		LEAQ(Mem{Base: src, Index: part, Scale: 4}, f.upper)
		f.radix8(y)
	}
	ADDQ(step, src)
	ADDQ(Imm(4), places)
	DECQ(groups)
	JNZ(LabelRef("group"))
	f.top.finish()
}

// parameter is a parameter in the caller's frame.
func parameter(name string) Mem {
	basic, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return basic.Addr
}

// float is a float32 in read-only memory.
func (q q8Code) float(name string, value float32) Mem {
	if m, ok := q.constants[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	DATA(0, U32(math.Float32bits(value)))
	q.constants[name] = m
	return m
}

// q8First emits the transform of a group.
type q8First struct {
	q8Code
	swapped      bool
	scale, magic vector
	top          extremes
	inputs       strided
	upper        reg.GPVirtual // input 4
}

// input quantises row k: each four vectors of 32-bit numbers, of which the low
// words count, become one of real and one of imaginary parts.
func (f *q8First) input(k int) split {
	at := f.inputs.at(k % 4)
	if k >= 4 {
		at.Base = f.upper
	}
	z := split{YMM(), YMM()}
	a, b := f.pack(at), f.pack(at.Offset(2*vectorBytes))
	VSHUFPS(Imm(0b10_00_10_00), b, a, z.re)
	VSHUFPS(Imm(0b11_01_11_01), b, a, z.im)
	if f.swapped {
		z.re, z.im = z.im, z.re
	}
	return z
}

// pack quantises two vectors into the low and the high words of one.
func (f *q8First) pack(at Mem) vector {
	low, high, both := f.quantise(at), f.quantise(at.Offset(vectorBytes)), YMM()
	VPSLLD(Imm(16), high, high)
	VPBLENDW(Imm(0b10101010), high, low, both)
	return both
}

func (f *q8First) quantise(at Mem) vector {
	v := YMM()
	VMOVUPS(at, v)
	VFMADD213PS(f.magic, f.scale, v)
	return v
}

// radix8 joins the transforms of the even and of the odd rows. The latter wait
// in the memory of the last four outputs.
func (f *q8First) radix8(y func(k int) operands) {
	half := f.load(f.words("q8RootHalf", 23170))
	f.transform4(f.input(1), f.input(3), f.input(5), f.input(7), f.wait(half, y))
	var even [4]split
	f.transform4(f.input(0), f.input(2), f.input(4), f.input(6), func(k int, imaginary bool, a, b vector) {
		if imaginary {
			even[k].im, even[k+2].im = a, b
		} else {
			even[k].re, even[k+2].re = a, b
		}
	})
	for k, e := range even {
		low, high := y(k), y(k+4)
		re, im := f.load(high.re), f.load(high.im)
		switch k {
		case 2: // times −i
			f.join(e.re, im, low.re, high.re)
			f.join(e.im, re, high.im, low.im)
		case 3: // less its imaginary part
			f.join(e.re, re, low.re, high.re)
			f.join(e.im, im, high.im, low.im)
		default:
			f.join(e.re, re, low.re, high.re)
			f.join(e.im, im, low.im, high.im)
		}
	}
}

// wait stores the outputs of the odd rows, 1 and 3 times e^(−2πi·k/8) but for
// the sign of the imaginary part of 3.
func (f *q8First) wait(half vector, y func(k int) operands) func(k int, imaginary bool, a, b vector) {
	var re1, re3 vector
	return func(k int, imaginary bool, a, b vector) {
		switch {
		case k == 0 && imaginary:
			f.store(a, y(4).im)
			f.store(b, y(6).im)
		case k == 0:
			f.store(a, y(4).re)
			f.store(b, y(6).re)
		case !imaginary:
			re1, re3 = a, b
		default:
			f.store(f.times(f.add(a, re1), half), y(5).re)
			f.store(f.times(f.sub(a, re1), half), y(5).im)
			f.store(f.times(f.sub(b, re3), half), y(7).re)
			f.store(f.times(f.add(b, re3), half), y(7).im)
		}
	}
}

// join stores the sum and the difference of parts.
func (f *q8First) join(even, odd vector, sum, difference Op) {
	f.top.store(f.add(even, odd), sum, f.sub(even, odd), difference)
}
