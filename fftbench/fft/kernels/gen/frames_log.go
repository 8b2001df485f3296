package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// The constants of package kernels, see LogSums there.
var (
	ln32Coefficients = []float64{
		0x1.555554p-2, -0x1.0000cep-2, 0x1.999f14p-3, -0x1.54d03ep-3,
		0x1.231ce6p-3, -0x1.0a33eap-3, 0x1.02814ep-3, -0x1.43b246p-4,
	}
	ln64Coefficients = []float64{
		0x1.5555555555558p-1, 0x1.99999999952e2p-2, 0x1.2492492df148dp-2, 0x1.c71c62e5800a1p-3,
		0x1.7462b4ab2ef6bp-3, 0x1.39fe606542ddep-3, 0x1.2b584aae78a57p-3,
	}
)

const (
	rootHalf32 = 0x3f3504f3         // the bits of √½
	rootHalf64 = 0x3fe6a09e667f3bcd // the same in float64
	one64      = 0x3ff0000000000000
	ln2High    = 0x1.62e42fefa3p-1 // times an exponent, without an error
)

// logSums is LogSums for count vectors.
func (m machine) logSums() {
	m.kernel("logSums", "dst, a, b %[1]s, count int, scale, floor %[1]s", "stores the logarithms of sums.")
	dst, a, b, count := argument("dst"), argument("a"), argument("b"), argument("count")
	l := m.logarithm()
	i := GP64()
	XORQ(i, i)

	Label("vector")
	sum := m.add(m.load(Mem{Base: a, Index: i, Scale: 1}), Mem{Base: b, Index: i, Scale: 1})
	m.store(l.of([]vector{sum})[0], Mem{Base: dst, Index: i, Scale: 1})
	ADDQ(U32(uint32(m.bytes)), i)
	DECQ(count)
	JNZ(LabelRef("vector"))
	finish()
}

// spreadLogSums is logSums, then spreadFrames, of groups of rows that are 16
// bytes of a frame.
func (m machine) spreadLogSums() {
	m.kernel("spreadLogSums", "dst, a, b %[1]s, stride, groups int, scale, floor %[1]s",
		"transposes the logarithms of sums to frames.")
	dst, a, b, groups := argument("dst"), argument("a"), argument("b"), argument("groups")
	frames := m.framesAt(dst, argument("stride"))
	l, ahead := m.logarithm(), frames.behind()

	Label("group")
	m.prefetch(ahead, m.lanes()/4)
	rows := make([]vector, 0, m.chunkParts())
	together := m.chunkParts()
	if !m.wide() {
		together /= 2 // what sixteen registers hold
	}
	for len(rows) < m.chunkParts() {
		var sums []vector
		for range together {
			at := (len(rows) + len(sums)) * m.bytes
			sums = append(sums, m.add(m.load(Mem{Base: a, Disp: at}), Mem{Base: b, Disp: at}))
		}
		rows = append(rows, l.of(sums)...)
	}
	m.storeFrames(rows, frames)
	ADDQ(U32(uint32(m.chunkParts()*m.bytes)), a)
	ADDQ(U32(uint32(m.chunkParts()*m.bytes)), b)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}

// logarithm emits logarithms, with what of them stays in registers.
type logarithm struct {
	machine
	scale, floor, one vector
}

func (m machine) logarithm() logarithm {
	return logarithm{
		machine: m,
		scale:   m.broadcast(Mem{Base: argument("scale")}),
		floor:   m.broadcast(Mem{Base: argument("floor")}),
		one:     m.load(m.same("one", 1)),
	}
}

// of are the logarithms of sums, emitted side by side: each is a long chain of
// operations that wait for each other.
func (l logarithm) of(sums []vector) []vector {
	x := each(sums, func(i int) vector {
		v := l.vector()
		l.pick(func() { VMAXPS(sums[i], l.floor, v) }, func() { VMAXPD(sums[i], l.floor, v) })
		return v
	})
	exponent, r := l.split(x)
	exponent = each(sums, func(i int) vector { // with a NaN or an infinity, NaN
		return l.add(exponent[i], l.sub(sums[i], sums[i]))
	})
	y := l.near1(r)
	return each(sums, func(i int) vector {
		if l.double() {
			l.addProduct(y[i], exponent[i], l.same("ln2Low", ln2Low()))
			l.addProduct(y[i], exponent[i], l.same("ln2High", ln2High))
		} else {
			l.addProduct(y[i], exponent[i], l.same("ln2", math.Ln2))
		}
		return l.mul(y[i], l.scale)
	})
}

// ln2Low is what ln2High lacks, which float64 arithmetic would lose.
func ln2Low() float64 { return math.Ln2 - ln2High }

func each(like []vector, f func(i int) vector) []vector {
	v := make([]vector, len(like))
	for i := range v {
		v[i] = f(i)
	}
	return v
}

// split parts numbers m·2^e, √½ ≤ m < √2, into e and m−1.
func (l logarithm) split(x []vector) (exponent, r []vector) {
	if l.double() {
		return l.split64(x)
	}
	bias := l.same("rootHalf", float64(math.Float32frombits(rootHalf32)))
	exponent = each(x, func(i int) vector {
		v := l.vector()
		VPSUBD(bias, x[i], v)
		VPSRAD(Imm(23), v, v)
		return v
	})
	r = each(x, func(i int) vector {
		v := l.vector()
		VPSLLD(Imm(23), exponent[i], v)
		VPSUBD(v, x[i], v)
		return l.sub(v, l.one)
	})
	for _, e := range exponent {
		VCVTDQ2PS(e, e)
	}
	return exponent, r
}

// split64 is split in float64. AVX2 converts no 64-bit integers: a small one
// is the low bits of a number from 2⁵² on.
func (l logarithm) split64(x []vector) (exponent, r []vector) {
	bits := func(name string, b uint64) Mem { return l.same(name, math.Float64frombits(b)) }
	biased := each(x, func(i int) vector {
		v := l.vector()
		VPADDQ(bits("oneOverRootHalf", one64-rootHalf64), x[i], v)
		VPSRLQ(Imm(52), v, v)
		return v
	})
	r = each(x, func(i int) vector {
		v := l.vector()
		VPSLLQ(Imm(52), biased[i], v)
		VPSUBQ(v, x[i], v)
		VPADDQ(bits("one", one64), v, v)
		return l.sub(v, l.one)
	})
	exponent = each(x, func(i int) vector {
		v := l.vector()
		if l.wide() {
			VPORQ(l.same("twoTo52", 0x1p52), biased[i], v)
		} else {
			VPOR(l.same("twoTo52", 0x1p52), biased[i], v)
		}
		return l.sub(v, l.same("twoTo52AndBias", 0x1p52+1023))
	})
	return exponent, r
}

// near1 are the logarithms of 1 + r.
func (l logarithm) near1(r []vector) []vector {
	if l.double() {
		return l.near1In64(r)
	}
	square := each(r, func(i int) vector { return l.mul(r[i], r[i]) })
	p := l.polynomial(ln32Coefficients, r, square)
	return each(r, func(i int) vector {
		y := p[i]
		VFMADD213PS(l.same("minusHalf", -0.5), r[i], y) // p·r − ½
		VFMADD213PS(r[i], square[i], y)
		return y
	})
}

func (l logarithm) near1In64(r []vector) []vector {
	s := each(r, func(i int) vector {
		v := l.add(r[i], l.same("two", 2))
		VDIVPD(v, r[i], v)
		return v
	})
	z := each(r, func(i int) vector { return l.mul(s[i], s[i]) })
	square := each(r, func(i int) vector { return l.mul(z[i], z[i]) })
	p := l.polynomial(ln64Coefficients, z, square)
	return each(r, func(i int) vector {
		t, y := l.copy(r[i]), l.copy(r[i])
		l.subProduct(t, z[i], p[i])
		l.subProduct(y, s[i], t)
		return y
	})
}

// polynomial is of seven or eight coefficients, pairs of them side by side.
func (l logarithm) polynomial(c []float64, x, square []vector) []vector {
	pair := func(i, k int) vector { // c[k] + c[k+1]·x
		if k+1 == len(c) {
			return l.load(l.coefficient(c, k))
		}
		v := l.load(l.coefficient(c, k+1))
		low := l.coefficient(c, k)
		l.pick(func() { VFMADD213PS(low, x[i], v) }, func() { VFMADD213PD(low, x[i], v) })
		return v
	}
	high := each(x, func(i int) vector {
		v := pair(i, 4)
		l.addProduct(v, pair(i, 6), square[i])
		return v
	})
	return each(x, func(i int) vector {
		v := pair(i, 0)
		l.addProduct(v, pair(i, 2), square[i])
		l.addProduct(v, high[i], l.mul(square[i], square[i]))
		return v
	})
}

func (l logarithm) coefficient(c []float64, k int) Mem {
	return l.same(fmt.Sprintf("lnCoefficient%d", k), c[k])
}
