package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
)

// odd is a transform of an odd radix R over rows. Inputs k and R−k belong
// together, for their roots are conjugates: with the sums a and differences b
// of these pairs, outputs j and R−j are
//
//	x[0] + Σ a[k]·cos(2πjk/R) ∓ i·Σ b[k]·sin(2πjk/R)
func (m machine) odd(radix int, spill Mem, in func(k int) split, out func(j int, z split)) {
	half := radix / 2
	x0 := in(0)
	first, firstIm := Op(x0.re), Op(x0.im)
	if m.spillBytes(radix) > 0 {
		m.storeSplit(x0, spill)
		first, firstIm = spill, m.imaginary(spill)
	}
	a, b := make([]split, half+1), make([]split, half+1)
	for k := 1; k <= half; k++ {
		u, v := in(k), in(radix-k)
		a[k], b[k] = m.plus(u, v), m.minus(u, v)
	}
	total := m.plus(x0, a[1])
	for _, z := range a[2:] {
		total = m.plus(total, z)
	}
	out(0, total)
	for j := 1; j <= half; j++ {
		var re, im, sumsRe, sumsIm, difsRe, difsIm []vector
		for k := 1; k <= half; k++ {
			sumsRe, sumsIm = append(sumsRe, a[k].re), append(sumsIm, a[k].im)
			difsRe, difsIm = append(difsRe, b[k].re), append(difsIm, b[k].im)
		}
		re = m.pair(radix, j, first, sumsRe, difsIm)
		im = m.pair(radix, j, firstIm, sumsIm, difsRe)
		out(j, split{re[0], im[1]})
		out(radix-j, split{re[1], im[0]})
	}
}

// pair is x0 + Σ sums[k]·cos ± Σ difs[k]·sin: the real parts of outputs j and
// R−j from the imaginary parts of the differences, or the imaginary parts of
// outputs R−j and j from the real ones.
func (m machine) pair(radix, j int, x0 Op, sums, difs []vector) []vector {
	even := m.load(x0)
	var odd vector
	for i := range sums {
		k := i + 1
		m.addProduct(even, sums[i], m.cos(j*k, radix))
		if odd == nil {
			odd = m.mul(difs[i], m.sin(j*k, radix))
		} else {
			m.addProduct(odd, difs[i], m.sin(j*k, radix))
		}
	}
	return []vector{m.add(even, odd), m.sub(even, odd)}
}

// cos and sin are constants of k n-ths of a turn.
func (m machine) cos(k, n int) Mem { return m.same(fmt.Sprintf("cos%dOf%d", k%n, n), cosine(k, n)) }
func (m machine) sin(k, n int) Mem { return m.same(fmt.Sprintf("sin%dOf%d", k%n, n), sine(k, n)) }

// tightDFT7 is odd for radix 7 and sixteen registers: first all real parts,
// which go to spill, then all imaginary parts. spill holds thirteen vectors.
func (m machine) tightDFT7(spill Mem, in func(k int) split, out func(j int, z split)) {
	slot := func(i int) Mem { return spill.Offset(i * m.bytes) }
	var sumsRe, difsIm []vector
	x0 := in(0)
	total := m.copySplit(x0)
	m.store(x0.im, slot(0))
	for k := 1; k <= 3; k++ {
		u, v := in(k), in(7-k)
		sum := m.plus(u, v)
		m.store(sum.im, slot(k))
		m.store(m.sub(u.re, v.re), slot(3+k))
		sumsRe, difsIm = append(sumsRe, sum.re), append(difsIm, m.sub(u.im, v.im))
		total = m.plus(total, sum)
	}
	out(0, total)
	for j := 1; j <= 3; j++ {
		re := m.pair(7, j, x0.re, sumsRe, difsIm)
		m.store(re[0], slot(6+j))
		m.store(re[1], slot(9+j))
	}
	x0.im = m.load(slot(0))
	var sumsIm, difsRe []vector
	for k := 1; k <= 3; k++ {
		sumsIm, difsRe = append(sumsIm, m.load(slot(k))), append(difsRe, m.load(slot(3+k)))
	}
	for j := 1; j <= 3; j++ {
		im := m.pair(7, j, x0.im, sumsIm, difsRe)
		out(j, split{m.load(slot(6 + j)), im[1]})
		out(7-j, split{m.load(slot(9 + j)), im[0]})
	}
}
