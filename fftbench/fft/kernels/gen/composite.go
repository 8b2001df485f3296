package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// dft emits transforms of a radix on numbers as they lie in memory.
type dft struct {
	precision
	radix, a, b int  // radix = a·b
	slots       Mem  // of what registers do not hold: rows of b numbers, or differences
	inRegisters int  // how many they hold
	rows        *dft // of the rows, if b is a product too
}

// dft is a transform of one of autosortRadices.
func (p precision) dft(radix int) *dft {
	d := &dft{precision: p, radix: radix, a: 1, b: radix, inRegisters: 1}
	switch radix {
	case 6, 10, 14:
		d.a, d.b = 2, radix/2
	case 9, 15:
		d.a, d.b = 3, radix/3
	case 8:
		d.a, d.b = 2, 4
	case 12, 16, 20:
		d.a, d.b = 4, radix/4
	case 24:
		d.a, d.b, d.rows = 3, 8, p.dft(8)
	}
	if d.b == 3 {
		d.inRegisters = 2
	}
	switch {
	case d.a > d.inRegisters:
		d.slots = alignedLocal((d.a-d.inRegisters)*d.b*vectorBytes, vectorBytes)
	case radix > 7:
		d.slots = alignedLocal(radix/2*vectorBytes, vectorBytes)
	}
	return d
}

// transform reads all inputs before the first output. A product of two radices
// is a matrix of b columns: transforms of the columns, then of the rows. Where
// the radices have no factor in common, the inputs b·i + a·k and the outputs
// whose rest by a is i and by b is k make twiddles needless (I. J. Good, "The
// interaction algorithm and practical Fourier analysis", 1958).
func (d *dft) transform(in func(k int) vector, out func(j int, v vector)) {
	if d.a == 1 {
		d.simple(d.radix, in, out)
		return
	}
	rows := make([][]vector, d.inRegisters)
	for i := range rows {
		rows[i] = make([]vector, d.b)
	}
	for k := range d.b {
		d.simple(d.a, func(i int) vector { return in(d.input(i, k)) }, func(i int, v vector) {
			if !d.coprime() {
				v = d.turned(v, i*k)
			}
			if i < d.inRegisters {
				rows[i][k] = v
			} else {
				d.store(v, d.slot(i, k))
			}
		})
	}
	for i := range d.a {
		d.simple(d.b, func(k int) vector {
			if i < d.inRegisters {
				return rows[i][k]
			}
			return d.load(d.slot(i, k))
		}, func(k int, v vector) { out(d.output(i, k), v) })
	}
}

// coprime reports whether a and b have no factor in common.
func (d *dft) coprime() bool { return d.a != d.b && d.radix != 8 }

// turned is v turned by k parts of the radix.
func (d *dft) turned(v vector, k int) vector {
	switch {
	case k == 0:
		return v
	case 4*k == d.radix:
		return d.turn(v, d.signs())
	}
	return d.times(v, d.root(k, d.radix))
}

// input is the input in row i and column k.
func (d *dft) input(i, k int) int {
	if d.coprime() {
		return (d.b*i + d.a*k) % d.radix
	}
	return d.b*i + k
}

// output is the output k of row i.
func (d *dft) output(i, k int) int {
	if !d.coprime() {
		return i + d.a*k
	}
	for j := i; ; j += d.a {
		if j%d.b == k {
			return j
		}
	}
}

// slot is the place of what registers do not hold.
func (d *dft) slot(i, k int) Mem {
	return d.slots.Offset(((i-d.inRegisters)*d.b + k) * vectorBytes)
}

// simple is a transform of a radix that is no product of two, or that of the rows.
func (d *dft) simple(radix int, in func(k int) vector, out func(j int, v vector)) {
	switch radix {
	case 8:
		d.rows.transform(in, out)
	case 2:
		a, b := in(0), in(1)
		out(0, d.add(a, b))
		out(1, d.sub(a, b))
	case 4:
		for j, v := range d.dft4([4]vector{in(0), in(1), in(2), in(3)}, d.ones()) {
			out(j, v)
		}
	default:
		d.odd(radix, in, out)
	}
}

// odd is a transform of an odd radix R. Inputs k and R−k belong together, for
// their roots are conjugates: with the sums a and differences b of these pairs,
// outputs j and R−j are
//
//	x[0] + Σ a[k]·cos(2πjk/R) ∓ i·Σ b[k]·sin(2πjk/R)
//
// The parts of the differences change places first, for a product by −i. Those of
// large radices wait in slots.
func (d *dft) odd(radix int, in func(k int) vector, out func(j int, v vector)) {
	half := radix / 2
	x0 := in(0)
	a, b := make([]vector, half+1), make([]vector, half+1)
	for k := 1; k <= half; k++ {
		u, v := in(k), in(radix-k)
		a[k], b[k] = d.add(u, v), d.swap(d.sub(u, v))
		if radix > 7 {
			d.store(b[k], d.slots.Offset((k-1)*vectorBytes))
		}
	}
	total := x0
	for _, v := range a[1:] {
		total = d.add(total, v)
	}
	out(0, total)
	difference := func(k int) vector {
		if radix > 7 {
			return d.load(d.slots.Offset((k - 1) * vectorBytes))
		}
		return b[k]
	}
	for j := 1; j <= half; j++ {
		even, turned := d.copy(x0), d.mul(difference(1), d.sin(j, radix))
		d.accumulate(even, a[1], d.cos(j, radix))
		for k := 2; k <= half; k++ {
			d.accumulate(even, a[k], d.cos(j*k, radix))
			d.accumulate(turned, difference(k), d.sin(j*k, radix))
		}
		out(j, d.add(even, turned))
		out(radix-j, d.sub(even, turned))
	}
}

// cos is a constant of k n-ths of a turn, sin the one for the imaginary parts,
// negated for the real ones.
func (p precision) cos(k, n int) Mem {
	v := cosine(k, n)
	return p.constant(fmt.Sprintf("cos%dOf%d", k%n, n), v, v)
}

func (p precision) sin(k, n int) Mem {
	v := sine(k, n)
	return p.constant(fmt.Sprintf("sin%dOf%d", k%n, n), v, -v)
}

func (p precision) copy(a vector) vector {
	v := YMM()
	p.pick(func() { VMOVAPS(a, v) }, func() { VMOVAPD(a, v) })
	return v
}

// accumulate adds a·c to sum.
func (p precision) accumulate(sum, a vector, c Op) {
	p.pick(func() { VFMADD231PS(c, a, sum) }, func() { VFMADD231PD(c, a, sum) })
}
