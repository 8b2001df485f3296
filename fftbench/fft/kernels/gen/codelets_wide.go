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
// rows of sixteen than a vector has lanes: the last pass takes four rows at a
// time. twiddles are those that join the columns, in the order of the lanes.
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
	m.butterfly(rows, Mem{}, func(k int) split { return m.deal(at(from, k), order) }, func(j int, z split) {
		if j > 0 { // the twiddles of output 0 are 1
			z = m.joined(z, j, twiddles)
		}
		m.storeSplit(z, at(work, j))
	})
	odd := m.oddLanes()
	last := func(group int) lastPass { return lastPass{spill: at(work, group)} }
	for group := 0; group < rows; group += 4 {
		four := make([]Mem, 4)
		for i := range four {
			four[i] = at(work, group+i)
		}
		for b, z := range m.joinChunks(four, odd) {
			m.storeNumbers(m.merged(z, order), m.result(last(group), 0, b))
		}
	}
	for group := 0; group < rows; group += 4 {
		for a, z := range m.dft4Numbers(m.regroup(last(group), 0), order) {
			m.storeFour(z, a, group, rows, dst)
		}
	}
	ADDQ(U32(uint32(rows*m.row())), src)
	ADDQ(U32(uint32(rows*m.row())), dst)
	DECQ(left)
	JNZ(LabelRef("next"))
	finish()
}

// storeFour stores output a of a group of four of so many rows.
func (m machine) storeFour(z numbers, a, group, rows int, dst reg.Register) {
	to := Mem{Base: dst, Disp: (4*a*rows + group) * 2 * m.size}
	chunk := rows * 2 * m.size // bytes from one chunk to the next
	if rows == 4 {
		m.store(z.low, to)
		m.store(z.high, to.Offset(2*chunk))
		return
	}
	for i, v := range []vector{z.low, z.high} {
		VMOVUPS(v.AsY(), to.Offset(2*i*chunk))
		VEXTRACTF64X4(Imm(1), v, to.Offset((2*i+1)*chunk))
	}
}
