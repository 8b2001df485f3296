package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// sortingCodeletLengths are the lengths of codelets that are two passes of an
// autosort: rows of complex64 too short for columns.
func sortingCodeletLengths(m machine) []int {
	if m.wide() || m.double() {
		return nil
	}
	return []int{16, 32}
}

// sortingCodelet is a first pass of radix 4 and a last one, with the numbers
// between them in the frame, for rows that follow each other. twiddles are those
// of the first pass.
func (p precision) sortingCodelet(n int, order source) {
	name := fmt.Sprintf("codelet%d%s%sAVX2", n, order, p.suffix())
	TEXT(name, 0, fmt.Sprintf("func(dst, src, twiddles %s, rows int)", p.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s transforms rows of %d numbers.", name, n))
	dst, src, twiddles, left := argument("dst"), argument("src"), argument("twiddles"), argument("rows")
	const radix = 4
	work := alignedLocal(n*p.number(), vectorBytes)
	first, last := p.dft(radix), p.dft(n/radix)
	load, part := p.load, n/radix*p.number()
	if order == conjugate {
		load = p.swap
	}

	Label("next")
	for at := 0; at < part; at += vectorBytes {
		groups := p.turner(radix, work.Offset(at*radix))
		first.transform(func(k int) vector { return load(Mem{Base: src, Disp: k*part + at}) }, func(j int, v vector) {
			if j > 0 {
				v = p.times(v, p.numbers(Mem{Base: twiddles, Disp: (j-1)*part + at}))
			}
			groups.put(j, v)
		})
		groups.finish()
	}
	last.transform(func(k int) vector { return p.load(work.Offset(k * vectorBytes)) }, func(j int, v vector) {
		if order == conjugate {
			v = p.swap(v)
		}
		p.store(v, Mem{Base: dst, Disp: j * vectorBytes})
	})
	ADDQ(U32(uint32(n*p.number())), src)
	ADDQ(U32(uint32(n*p.number())), dst)
	DECQ(left)
	JNZ(LabelRef("next"))
	finish()
}
