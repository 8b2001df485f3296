package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// wideCodeletLengths are the lengths of codelets with fewer rows than lanes.
func wideCodeletLengths(m machine) []int {
	if m.lanes() == 16 {
		return []int{64, 128}
	}
	return nil
}

// wideCodelet is a codelet of AVX-512 for 64 or 128 complex64, which are fewer
// rows of sixteen than a vector has lanes. Four rows at a time, the sixteen
// columns are joined by two steps of radix 4: the columns 4r+q lie in chunk q of
// a vector at place r, so the sum over r is that of a transpose within chunks
// and the sum over q that of one of whole chunks. twiddles are those that join
// the columns, in the order of the lanes.
func (m machine) wideCodelet(n int, order source) {
	name := fmt.Sprintf("codelet%d%s%s", n, order, m.suffix())
	TEXT(name, 0, fmt.Sprintf("func(dst, src, twiddles %s, rows int)", m.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s transforms rows of %d numbers.", name, n))
	dst, src, twiddles, left := argument("dst"), argument("src"), argument("twiddles"), argument("rows")
	rows := n / m.lanes()
	work := m.spill(rows * m.row())
	at := func(base Mem, k int) Mem { return base.Offset(k * m.row()) }

	Label("next")
	from := Mem{Base: src}
	m.butterfly(rows, Mem{}, func(k int) split { return m.dealByFour(at(from, k), order) }, func(j int, z split) {
		m.storeSplit(m.joined(z, j, twiddles), at(work, j))
	})
	for group := 0; group < rows; group += 4 {
		var z []split
		for i := range 4 {
			z = append(z, m.loadSplit(at(work, group+i)))
		}
		for a, z := range m.joinFour(m.transpose(z)) {
			m.storeFour(z, a, group, rows, dst, order)
		}
	}
	ADDQ(U32(uint32(rows*m.row())), src)
	ADDQ(U32(uint32(rows*m.row())), dst)
	DECQ(left)
	JNZ(LabelRef("next"))
	finish()
}

// dealByFour splits a row of numbers: column 4r+q goes to place r of chunk q.
func (m machine) dealByFour(from Mem, order source) split {
	a, b := m.load(from), m.load(from.Offset(m.bytes))
	column := func(lane int) int { return lane%4*4 + lane/4 }
	z := split{
		m.permute("evensByFour", a, b, func(lane int) int { return 2 * column(lane) }),
		m.permute("oddsByFour", a, b, func(lane int) int { return 2*column(lane) + 1 }),
	}
	if order == conjugate {
		z.re, z.im = z.im, z.re
	}
	return z
}

// joinFour transforms over the columns of four rows, of which x[r] holds columns
// 4r+q in chunks q. Of output a, chunk b is bin b+4a of the sixteen.
func (m machine) joinFour(x []split) [4]split {
	y := m.dft4([4]split(x))
	for b := 1; b < 4; b++ {
		re, im := m.rootsByChunk(b)
		y[b] = m.times(y[b], re, im)
	}
	re := m.transposedChunks([4]vector{y[0].re, y[1].re, y[2].re, y[3].re})
	im := m.transposedChunks([4]vector{y[0].im, y[1].im, y[2].im, y[3].im})
	return m.dft4([4]split{{re[0], im[0]}, {re[1], im[1]}, {re[2], im[2]}, {re[3], im[3]}})
}

// storeFour stores output a of a group of four of so many rows.
func (m machine) storeFour(z split, a, group, rows int, dst reg.Register, order source) {
	if order == conjugate {
		z.re, z.im = z.im, z.re
	}
	part := func(lane int) int { return lane/2 + lane%2*m.lanes() }
	low := m.permute("mergeLow", z.re, z.im, part)
	high := m.permute("mergeHigh", z.re, z.im, func(lane int) int { return part(lane) + m.lanes()/2 })
	to := Mem{Base: dst, Disp: (4*a*rows + group) * 2 * m.size}
	chunk := rows * 2 * m.size // bytes from one chunk to the next
	if rows == 4 {
		m.store(low, to)
		m.store(high, to.Offset(2*chunk))
		return
	}
	for i, v := range []vector{low, high} {
		VMOVUPS(v.AsY(), to.Offset(2*i*chunk))
		VEXTRACTF64X4(Imm(1), v, to.Offset((2*i+1)*chunk))
	}
}

// permute picks parts of a, from 0 on, and of b, from lanes on.
func (m machine) permute(name string, a, b vector, part func(lane int) int) vector {
	c, ok := m.constants[name]
	if !ok {
		c = GLOBL(name+m.suffix(), RODATA|NOPTR)
		m.constants[name] = c
		for lane := range m.lanes() {
			DATA(4*lane, U32(uint32(part(lane))))
		}
	}
	v := m.load(c)
	VPERMI2PS(b, a, v)
	return v
}

// rootsByChunk are the twiddles e^(−2πi·qb/16) in chunks q.
func (m machine) rootsByChunk(b int) (re, im Op) {
	name := fmt.Sprintf("rootsByChunk%d", b)
	return m.constant(name+"Re", func(lane int) float64 { return cosine(lane/4*b, 16) }),
		m.constant(name+"Im", func(lane int) float64 { return -sine(lane/4*b, 16) })
}

// transposedChunks exchanges vectors and chunks.
func (m machine) transposedChunks(v [4]vector) [4]vector {
	shuffle := func(imm uint64, a, b vector) vector {
		c := m.vector()
		VSHUFF64X2(Imm(imm), b, a, c)
		return c
	}
	a, b := shuffle(0x44, v[0], v[1]), shuffle(0xee, v[0], v[1])
	c, d := shuffle(0x44, v[2], v[3]), shuffle(0xee, v[2], v[3])
	return [4]vector{shuffle(0x88, a, c), shuffle(0xdd, a, c), shuffle(0x88, b, d), shuffle(0xdd, b, d)}
}
