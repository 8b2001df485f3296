package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// transformFrames is TransformFrames, with twiddles or, where count is 1,
// without.
func (m machine) transformFrames(radix int, twiddled bool) {
	name := fmt.Sprintf("transformFrames%d", radix)
	parameters := "x %[1]s, count, blocks int"
	if twiddled {
		parameters += ", twiddles %[1]s"
	} else {
		name += "Last"
		parameters = "x %[1]s, blocks int"
	}
	m.kernel(name, parameters, fmt.Sprintf("is a pass of radix %d.", radix))
	x, blocks := argument("x"), argument("blocks")
	if !twiddled {
		Label("block")
		at := func(j int) Mem { return Mem{Base: x, Disp: j * m.row()} }
		m.frameButterfly(radix, m.spill(radix), func(k int) split { return m.loadSplit(at(k)) },
			func(j int, z split) { m.storeSplit(z, at(j)) })
		ADDQ(U32(uint32(radix*m.row())), x)
		DECQ(blocks)
		JNZ(LabelRef("block"))
		finish()
		return
	}
	count, table := argument("count"), argument("twiddles")
	step, next, left, twiddles := GP64(), GP64(), GP64(), GP64()
	MOVQ(count, step)
	SHLQ(shiftOf(m.row()), step)
	IMUL3Q(Imm(uint64(radix-1)), step, next) // over the other rows of the block
	places := eight(step)
	spill := m.spill(radix)

	Label("block")
	MOVQ(table, twiddles)
	MOVQ(count, left)
	Label("row")
	m.frameButterfly(radix, spill, func(k int) split { return m.loadSplit(places(x, k)) },
		func(j int, z split) {
			if j > 0 {
				at := Mem{Base: twiddles, Disp: 2 * (j - 1) * m.size}
				z = m.times(z, m.broadcast(at), m.broadcast(at.Offset(m.size)))
			}
			m.storeSplit(z, places(x, j))
		})
	ADDQ(U32(uint32(m.row())), x)
	ADDQ(U32(uint32(2*(radix-1)*m.size)), twiddles)
	DECQ(left)
	JNZ(LabelRef("row"))
	ADDQ(next, x)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	finish()
}

// frameButterfly is a transform of radix inputs, which are all read before the
// first output, except output 0 of 5.
func (m machine) frameButterfly(radix int, spill Mem, in func(k int) split, out func(j int, z split)) {
	switch radix {
	case 2:
		a, b := in(0), in(1)
		out(0, m.plus(a, b))
		out(1, m.minus(a, b))
	case 3:
		m.dft3([3]split{in(0), in(1), in(2)}, out)
	case 5:
		m.dft5([5]split{in(0), in(1), in(2), in(3), in(4)}, out)
	default:
		m.butterfly(radix, spill, in, out)
	}
}

// dft3 is the transform of three inputs.
func (m machine) dft3(x [3]split, out func(j int, z split)) {
	sum, difference := m.plus(x[1], x[2]), m.minus(x[1], x[2])
	out(0, m.plus(x[0], sum))
	half, root := m.same("oneHalf", 0.5), m.same("rootOfThreeQuarters", math.Sqrt(0.75))
	m.subProduct(x[0].re, sum.re, half)
	m.subProduct(x[0].im, sum.im, half)
	turned := split{m.mul(difference.re, root), m.mul(difference.im, root)}
	out(1, m.plusTurned(x[0], turned))
	out(2, m.minusTurned(x[0], turned))
}

// dft5 is the transform of five inputs.
func (m machine) dft5(x [5]split, out func(j int, z split)) {
	s1, d1 := m.plus(x[1], x[4]), m.minus(x[1], x[4])
	s2, d2 := m.plus(x[2], x[3]), m.minus(x[2], x[3])
	out(0, m.plus(m.plus(x[0], s1), s2))
	constant := func(k int) (cos, sin Mem) {
		cos64, sin64 := circle(k, 5)
		return m.same(fmt.Sprintf("cos%dOf5", k), cos64), m.same(fmt.Sprintf("sin%dOf5", k), sin64)
	}
	cos1, sin1 := constant(1)
	cos2, sin2 := constant(2)
	a, b := m.copySplit(x[0]), x[0]
	for _, t := range []struct {
		sum    split
		ca, cb Mem
	}{{s1, cos1, cos2}, {s2, cos2, cos1}} {
		m.addProduct(a.re, t.sum.re, t.ca)
		m.addProduct(a.im, t.sum.im, t.ca)
		m.addProduct(b.re, t.sum.re, t.cb)
		m.addProduct(b.im, t.sum.im, t.cb)
	}
	ta := split{m.mul(d1.re, sin1), m.mul(d1.im, sin1)}
	m.addProduct(ta.re, d2.re, sin2)
	m.addProduct(ta.im, d2.im, sin2)
	tb := split{m.mul(d1.re, sin2), m.mul(d1.im, sin2)}
	m.subProduct(tb.re, d2.re, sin1)
	m.subProduct(tb.im, d2.im, sin1)
	out(1, m.plusTurned(a, ta))
	out(4, m.minusTurned(a, ta))
	out(2, m.plusTurned(b, tb))
	out(3, m.minusTurned(b, tb))
}

// spill is room for what a butterfly cannot hold in registers. The stack is not
// aligned to vectors, and stores over the end of a line are slow.
func (m machine) spill(radix int) Mem {
	if radix < 8 || m.wide() {
		return Mem{}
	}
	local := AllocLocal(4*m.row() + m.bytes)
	at := GP64()
	LEAQ(local.Offset(m.bytes-1), at)
	ANDQ(I32(int32(-m.bytes)), at)
	return Mem{Base: at}
}
