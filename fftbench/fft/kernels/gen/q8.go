package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// q8 emits the passes of eight-bit transforms, in AVX2. A vector has the real
// or the imaginary parts of a row of 16 numbers, integers of 16 bits.
func q8() {
	q := q8Code{map[string]Mem{}}
	q.largest()
	for _, swapped := range []bool{false, true} {
		q.first(4, swapped, false)
		q.first(4, swapped, true)
		q.first(8, swapped, true)
	}
	q.pass(false)
	q.pass(true)
	for _, swapped := range []bool{false, true} {
		q.last(swapped)
		q.shortLast(4, swapped)
		q.shortLast(8, swapped)
	}
}

// The memory of a row, of its real parts, and of the input for it.
const (
	q8Row   = 64
	q8Plane = 32
	q8Input = 128
)

// q8Code emits instructions on 16-bit integers.
type q8Code struct{ constants map[string]Mem }

// words is a vector of words in read-only memory, the given ones in turn.
func (q q8Code) words(name string, values ...int) Mem {
	if m, ok := q.constants[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for i := range vectorBytes / 2 {
		DATA(2*i, U16(uint16(values[i%len(values)])))
	}
	q.constants[name] = m
	return m
}

// row is a row in memory.
func (q8Code) row(m Mem) operands { return operands{m, m.Offset(q8Plane)} }

// operands are complex numbers in two registers or in memory.
type operands struct{ re, im Op }

func (q8Code) load(m Op) vector {
	v := YMM()
	VMOVDQU(m, v)
	return v
}

func (q8Code) store(v vector, m Op) { VMOVDQU(v, m) }

func (q8Code) add(a vector, b Op) vector {
	v := YMM()
	VPADDW(b, a, v)
	return v
}

func (q8Code) sub(a vector, b Op) vector {
	v := YMM()
	VPSUBW(b, a, v)
	return v
}

// times is a·b·2⁻¹⁵, rounded.
func (q q8Code) times(a, b Op) vector {
	if _, ok := a.(vector); !ok {
		a, b = b, a
	}
	if _, ok := a.(vector); !ok {
		a = q.load(a)
	}
	v := YMM()
	VPMULHRSW(b, a, v)
	return v
}

// productRe and productIm are the parts of x·w.
func (q q8Code) productRe(x, w operands) vector {
	return q.sub(q.times(x.re, w.re), q.times(x.im, w.im))
}

func (q q8Code) productIm(x, w operands) vector {
	return q.add(q.times(x.re, w.im), q.times(x.im, w.re))
}

// butterfly transforms four numbers times their factors; upper is the real one
// of the first. It hands over parts of the outputs k and k+2, in an order that
// lets vectors die early: those inputs that lie in memory may be overwritten.
func (q q8Code) butterfly(x, w [4]operands, upper Op, output func(k int, imaginary bool, a, b vector)) {
	t := split{q.productRe(x[2], w[2]), q.productIm(x[2], w[2])}
	re, im := q.times(x[0].re, upper), q.times(x[0].im, upper)
	s := split{q.add(re, t.re), q.add(im, t.im)}
	d := split{q.sub(re, t.re), q.sub(im, t.im)}

	a, b := q.productRe(x[1], w[1]), q.productRe(x[3], w[3])
	sum, differenceRe := q.add(a, b), q.sub(a, b)
	output(0, false, q.add(s.re, sum), q.sub(s.re, sum))
	a, b = q.productIm(x[1], w[1]), q.productIm(x[3], w[3])
	sum, differenceIm := q.add(a, b), q.sub(a, b)
	output(0, true, q.add(s.im, sum), q.sub(s.im, sum))
	output(1, false, q.add(d.re, differenceIm), q.sub(d.re, differenceIm))
	output(1, true, q.sub(d.im, differenceRe), q.add(d.im, differenceRe))
}

// transform4 is the transform of four numbers.
func (q q8Code) transform4(a, b, c, d split, output func(k int, imaginary bool, a, b vector)) {
	s, e := q.sums(a, c)
	t, f := q.sums(b, d)
	output(0, false, q.add(s.re, t.re), q.sub(s.re, t.re))
	output(0, true, q.add(s.im, t.im), q.sub(s.im, t.im))
	output(1, false, q.add(e.re, f.im), q.sub(e.re, f.im))
	output(1, true, q.sub(e.im, f.re), q.add(e.im, f.re))
}

func (q q8Code) sums(a, b split) (sum, difference split) {
	return split{q.add(a.re, b.re), q.add(a.im, b.im)}, split{q.sub(a.re, b.re), q.sub(a.im, b.im)}
}

// extremes are the largest and the least part that a kernel stored, if it
// measures.
type extremes struct {
	q           q8Code
	measure     bool
	most, least vector
}

func (q q8Code) extremes(measure bool) extremes {
	e := extremes{q: q, measure: measure}
	if measure {
		e.most, e.least = YMM(), YMM()
		VPXOR(e.most, e.most, e.most)
		VPXOR(e.least, e.least, e.least)
	}
	return e
}

// store stores two vectors. They are compared with each other first, which
// halves the chain of comparisons.
func (e extremes) store(a vector, to Op, b vector, there Op) {
	e.q.store(a, to)
	e.q.store(b, there)
	if !e.measure {
		return
	}
	most, least := YMM(), YMM()
	VPMAXSW(b, a, most)
	VPMINSW(b, a, least)
	VPMAXSW(most, e.most, e.most)
	VPMINSW(least, e.least, e.least)
}

// into stores the outputs of a butterfly.
func (e extremes) into(y func(k int) operands) func(k int, imaginary bool, a, b vector) {
	return func(k int, imaginary bool, a, b vector) {
		if imaginary {
			e.store(a, y(k).im, b, y(k+2).im)
		} else {
			e.store(a, y(k).re, b, y(k+2).re)
		}
	}
}

// finish ends a kernel; the one that measures returns the largest |part|.
func (e extremes) finish() {
	if e.measure {
		top, half, ones, result := YMM(), XMM(), XMM(), GP64()
		VPABSW(e.least, top)
		VPMAXSW(e.most, top, top)
		VEXTRACTI128(Imm(1), top, half)
		VPMAXSW(top.AsX(), half, half)
		VPCMPEQW(ones, ones, ones) // the largest word is the one with the least complement
		VPXOR(ones, half, half)
		VPHMINPOSUW(half, half)
		VMOVD(half, result.As32())
		NOTL(result.As32())
		MOVWLZX(result.As16(), result.As32())
		Store(result, ReturnIndex(0))
	}
	finish()
}

// spread keeps a parameter in the frame, its low word in all words.
func (q q8Code) spread(name string) Mem {
	low, all := XMM(), YMM()
	VMOVD(argument(name).As32(), low)
	VPBROADCASTW(low, all)
	return q.keep(all)
}

// keep stores a vector in the frame.
func (q q8Code) keep(v vector) Mem {
	local := AllocLocal(vectorBytes)
	q.store(v, local)
	return local
}

// measured ends the name of a kernel that measures, and its signature.
func measured(measure bool) (suffix, result, doc string) {
	if measure {
		return "Measured", " int", " It returns the largest |part| that it stores."
	}
	return "", "", ""
}

// largest is Q8Largest: NaN and infinity have the largest bits.
func (q q8Code) largest() {
	TEXT("q8Largest", NOSPLIT, "func(src *float32, step, rows int) uint32")
	Pragma("noescape")
	Doc("q8Largest returns the bits of the largest |part| of rows that lie step bytes apart.")
	src, step, rows := argument("src"), argument("step"), argument("rows")
	mask := YMM()
	VPCMPEQD(mask, mask, mask)
	VPSRLD(Imm(1), mask, mask)
	var top [q8Input / vectorBytes]vector
	for k := range top {
		top[k] = YMM()
		VPXOR(top[k], top[k], top[k])
	}
	Label("row")
	for k := range top {
		v := YMM()
		VPAND(Mem{Base: src, Disp: k * vectorBytes}, mask, v)
		VPMAXSD(v, top[k], top[k])
	}
	ADDQ(step, src)
	DECQ(rows)
	JNZ(LabelRef("row"))
	for k := 1; k < len(top); k++ {
		VPMAXSD(top[k], top[0], top[0])
	}
	half, other, result := XMM(), XMM(), GP32()
	VEXTRACTI128(Imm(1), top[0], half)
	VPMAXSD(top[0].AsX(), half, half)
	VPSHUFD(Imm(0b01_00_11_10), half, other)
	VPMAXSD(other, half, half)
	VPSHUFD(Imm(0b10_11_00_01), half, other)
	VPMAXSD(other, half, half)
	VMOVD(half, result)
	Store(result, ReturnIndex(0))
	finish()
}

// q8Swapped ends the name of a kernel of inverse transforms, which exchanges
// real and imaginary parts.
func q8Swapped(swapped bool) string {
	if swapped {
		return "Swapped"
	}
	return ""
}
