package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// machine emits instructions on registers of bytes bytes (32 of AVX2, 64 of
// AVX-512F) for parts of size bytes. Complex numbers are split: a vector of
// real parts and one of imaginary parts, so that a product needs no shuffle and
// a turn by ±i no instruction at all.
type machine struct {
	bytes, size int
	constants   map[string]Mem // by name
}

func newMachine(bytes, size int) machine { return machine{bytes, size, map[string]Mem{}} }

const (
	avx2Bytes   = 32
	avx512Bytes = 64
)

// double reports whether parts are float64, wide whether registers are those
// of AVX-512.
func (m machine) double() bool { return m.size == 8 }
func (m machine) wide() bool   { return m.bytes == avx512Bytes }

// lanes is how many parts a vector has, row the bytes of as many split numbers.
func (m machine) lanes() int { return m.bytes / m.size }
func (m machine) row() int   { return 2 * m.bytes }

// suffix ends the name of a kernel.
func (m machine) suffix() string {
	name := "F32"
	if m.double() {
		name = "F64"
	}
	if m.wide() {
		return name + "AVX512"
	}
	return name + "AVX2"
}

// pointer is the type of a row in a signature.
func (m machine) pointer() string {
	if m.double() {
		return "*float64"
	}
	return "*float32"
}

// vector is a new register.
func (m machine) vector() vector {
	if m.wide() {
		return ZMM()
	}
	return YMM()
}

func (m machine) pick(single, double func()) {
	if m.double() {
		double()
	} else {
		single()
	}
}

func (m machine) load(from Op) vector {
	v := m.vector()
	m.pick(func() { VMOVUPS(from, v) }, func() { VMOVUPD(from, v) })
	return v
}

func (m machine) store(v vector, to Mem) {
	m.pick(func() { VMOVUPS(v, to) }, func() { VMOVUPD(v, to) })
}

func (m machine) copy(a Op) vector {
	v := m.vector()
	m.pick(func() { VMOVAPS(a, v) }, func() { VMOVAPD(a, v) })
	return v
}

func (m machine) add(a vector, b Op) vector {
	v := m.vector()
	m.pick(func() { VADDPS(b, a, v) }, func() { VADDPD(b, a, v) })
	return v
}

func (m machine) sub(a vector, b Op) vector {
	v := m.vector()
	m.pick(func() { VSUBPS(b, a, v) }, func() { VSUBPD(b, a, v) })
	return v
}

func (m machine) mul(a vector, b Op) vector {
	v := m.vector()
	m.pick(func() { VMULPS(b, a, v) }, func() { VMULPD(b, a, v) })
	return v
}

// addProduct is sum += a·b, subProduct sum −= a·b.
func (m machine) addProduct(sum, a vector, b Op) {
	m.pick(func() { VFMADD231PS(b, a, sum) }, func() { VFMADD231PD(b, a, sum) })
}

func (m machine) subProduct(sum, a vector, b Op) {
	m.pick(func() { VFNMADD231PS(b, a, sum) }, func() { VFNMADD231PD(b, a, sum) })
}

// broadcast repeats the part at from.
func (m machine) broadcast(from Mem) vector {
	v := m.vector()
	m.pick(func() { VBROADCASTSS(from, v) }, func() { VBROADCASTSD(from, v) })
	return v
}

// constant is a vector of parts in read-only memory, part(i) in lane i. It is
// one for all kernels of a file that ask for the name.
func (m machine) constant(name string, part func(lane int) float64) Mem {
	if c, ok := m.constants[name]; ok {
		return c
	}
	c := GLOBL(name+m.suffix(), RODATA|NOPTR)
	m.constants[name] = c
	for i := range m.lanes() { // as bits: a whole number would be taken for an integer
		if m.double() {
			DATA(8*i, U64(math.Float64bits(part(i))))
		} else {
			DATA(4*i, U32(math.Float32bits(float32(part(i)))))
		}
	}
	return c
}

// same is a constant with one value in all lanes.
func (m machine) same(name string, value float64) Mem {
	return m.constant(name, func(int) float64 { return value })
}

// split is a vector of complex numbers.
type split struct{ re, im vector }

// at addresses the imaginary parts of the split numbers at from.
func (m machine) imaginary(from Mem) Mem { return from.Offset(m.bytes) }

func (m machine) loadSplit(from Mem) split { return split{m.load(from), m.load(m.imaginary(from))} }

func (m machine) storeSplit(z split, to Mem) {
	m.store(z.re, to)
	m.store(z.im, m.imaginary(to))
}

func (m machine) copySplit(z split) split { return split{m.copy(z.re), m.copy(z.im)} }

func (m machine) plus(a, b split) split  { return split{m.add(a.re, b.re), m.add(a.im, b.im)} }
func (m machine) minus(a, b split) split { return split{m.sub(a.re, b.re), m.sub(a.im, b.im)} }

// plusTurned is a − i·b, minusTurned a + i·b: the sum and the difference of a
// and of b turned by −i.
func (m machine) plusTurned(a, b split) split {
	return split{m.add(a.re, b.im), m.sub(a.im, b.re)}
}

func (m machine) minusTurned(a, b split) split {
	return split{m.sub(a.re, b.im), m.add(a.im, b.re)}
}

// times is a·(re + i·im).
func (m machine) times(a split, re, im Op) split {
	z := split{m.mul(a.re, re), m.mul(a.re, im)}
	m.subProduct(z.re, a.im, im)
	m.addProduct(z.im, a.im, re)
	return z
}

// timesConjugate is a·(re − i·im).
func (m machine) timesConjugate(a split, re, im Op) split {
	z := split{m.mul(a.re, re), m.mul(a.im, re)}
	m.addProduct(z.re, a.im, im)
	m.subProduct(z.im, a.re, im)
	return z
}

// dft4 is the transform of four inputs.
func (m machine) dft4(x [4]split) [4]split {
	s, d := m.plus(x[0], x[2]), m.minus(x[0], x[2])
	u, v := m.plus(x[1], x[3]), m.minus(x[1], x[3])
	return [4]split{m.plus(s, u), m.plusTurned(d, v), m.minus(s, u), m.minusTurned(d, v)}
}

// oddOf8 is what is left of a transform of eight inputs for the outputs 1, 3, 5
// and 7, of the differences d[k] of inputs k and k+4; half is a vector of √½.
// The factors √½ of the two turned inputs go into fused multiply-adds of the
// outputs.
func (m machine) oddOf8(d [4]split, half Op, output func(j int, z split)) {
	u := split{m.add(d[1].re, d[1].im), m.sub(d[1].im, d[1].re)} // d[1]·(1−i)
	v := split{m.sub(d[3].im, d[3].re), m.add(d[3].re, d[3].im)} // the conjugate of −d[3]·(1+i)
	s := split{m.add(u.re, v.re), m.sub(u.im, v.im)}
	t := split{m.sub(u.re, v.re), m.add(u.im, v.im)}
	a, b := m.plusTurned(d[0], d[2]), m.minusTurned(d[0], d[2])

	z := m.copySplit(a)
	m.addProduct(z.re, s.re, half)
	m.addProduct(z.im, s.im, half)
	output(1, z)
	m.subProduct(a.re, s.re, half)
	m.subProduct(a.im, s.im, half)
	output(5, a)
	z = m.copySplit(b)
	m.addProduct(z.re, t.im, half)
	m.subProduct(z.im, t.re, half)
	output(3, z)
	m.subProduct(b.re, t.im, half)
	m.addProduct(b.im, t.re, half)
	output(7, b)
}

// dft8 is the transform of eight inputs in registers; half as of oddOf8.
func (m machine) dft8(x [8]split, half Op, output func(j int, z split)) {
	var s, d [4]split
	for k := range 4 {
		s[k], d[k] = m.plus(x[k], x[k+4]), m.minus(x[k], x[k+4])
	}
	for k, z := range m.dft4(s) {
		output(2*k, z)
	}
	m.oddOf8(d, half, output)
}

// dft16 is the transform of sixteen inputs. The differences of inputs k and k+8
// wait in spill until their sums are transformed; all inputs are read before the
// first output is there.
func (m machine) dft16(spill Mem, in func(k int) split, out func(j int, z split)) {
	var s, d [8]split
	for k := range s {
		a, b := in(k), in(k+8)
		s[k] = m.plus(a, b)
		m.storeSplit(m.minus(a, b), spill.Offset(k*m.row()))
	}
	m.dft8(s, m.half(), func(j int, z split) { out(2*j, z) })
	for k := range d {
		d[k] = m.loadSplit(spill.Offset(k * m.row()))
	}
	m.oddOf16(d, out)
}

// oddOf16 is what is left of a transform of sixteen inputs for the odd outputs,
// of the differences d[k] of inputs k and k+8. Twiddles of k and k+4 differ by a
// turn, so they come after the sums and differences of those: e^(−2πi·k/16) for
// outputs 1, 5, 9, 13, and its third power for 3, 7, 11, 15.
func (m machine) oddOf16(d [8]split, output func(j int, z split)) {
	var a, b [4]split
	for k := range a {
		a[k], b[k] = m.plusTurned(d[k], d[k+4]), m.minusTurned(d[k], d[k+4])
	}
	cos, sin := m.same("cosOf16", cosine(1, 16)), m.same("sinOf16", sine(1, 16))
	four := func(first int, s, d, u, v split) {
		output(first, m.plus(s, u))
		output(first+4, m.plusTurned(d, v))
		output(first+8, m.minus(s, u))
		output(first+12, m.minusTurned(d, v))
	}
	s, t := m.plusMinusHalf(a[0], split{m.add(a[2].re, a[2].im), m.sub(a[2].im, a[2].re)}) // a[2]·(1−i)
	u, v := m.timesConjugate(a[1], cos, sin), m.timesConjugate(a[3], sin, cos)
	four(1, s, t, m.plus(u, v), m.minus(u, v))
	t, s = m.plusMinusHalf(b[0], split{m.sub(b[2].re, b[2].im), m.add(b[2].re, b[2].im)}) // b[2]·(1+i), which is negative
	u, v = m.timesConjugate(b[1], sin, cos), m.timesConjugate(b[3], cos, sin)             // so is the other one
	four(3, s, t, m.minus(u, v), m.plus(u, v))
}

// plusMinusHalf is a ± √½·b.
func (m machine) plusMinusHalf(a, b split) (sum, difference split) {
	sum = m.copySplit(a)
	m.addProduct(sum.re, b.re, m.half())
	m.addProduct(sum.im, b.im, m.half())
	m.subProduct(a.re, b.re, m.half())
	m.subProduct(a.im, b.im, m.half())
	return sum, a
}

// half is the constant of oddOf8.
func (m machine) half() Mem { return m.same("half", math.Sqrt(0.5)) }
